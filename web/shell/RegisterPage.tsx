import { useLocation } from 'react-router'
import { ConfirmRegistration } from './ConfirmRegistration.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'
import { RegistrationStatus } from './RegistrationStatus.tsx'

/** 注册: the form, and what the links in its letters open. The secret is behind #, which no browser sends to a server. */
export function RegisterPage() {
  const secrets = new URLSearchParams(useLocation().hash.slice(1))
  const [token, receipt] = [secrets.get('confirm'), secrets.get('receipt')]
  if (token !== null) return <ConfirmRegistration key={token} token={token} />
  if (receipt !== null) return <RegistrationStatus key={receipt} receipt={receipt} />
  return <RegistrationForm />
}
