import { useLocation } from 'react-router'
import { AskResetForm } from './AskResetForm.tsx'
import { ConfirmEmail } from './ConfirmEmail.tsx'
import { ConfirmSecret } from './ConfirmSecret.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'

/** 重置密码: asks for the letter, and shows what its links open. The secret is behind #, which no browser sends to a server. */
export function ResetPage() {
  const secrets = new URLSearchParams(useLocation().hash.slice(1))
  const [token, email, secret] = [secrets.get('token'), secrets.get('email'), secrets.get('secret')]
  if (token !== null) return <NewPasswordForm key={token} token={token} />
  if (email !== null) return <ConfirmEmail key={email} token={email} />
  if (secret !== null) return <ConfirmSecret key={secret} token={secret} />
  return <AskResetForm />
}
