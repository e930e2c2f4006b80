import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { accountApi } from '#contract/people/account.ts'
import { CallError, useWrite } from '#web/lib/call.ts'
import { arrival } from './arrival.ts'
import { GateFrame } from './GateFrame.tsx'
import { lastUserName, signedIn } from './session.ts'

/** Fetches the shell while the person types their name; if that fails, it is fetched when needed. */
const fetchShell = () => void Promise.all([import('./Styled.tsx'), import('./Frame.tsx')]).catch(() => {})

type Missing = { userName?: string; password?: string; code?: string }

/** 登录: a plain form, which works before the component library is fetched. */
export function LoginPage() {
  const [query] = useSearchParams()
  const from = query.get('from')
  const form = useSignInForm(from)
  const { signIn, inSecondStep } = form
  const failure = signIn.error instanceof CallError && signIn.error.code === 'second_factor_required' ? null : signIn.error
  return (
    <GateFrame title="登录">
      {from !== null && !signIn.error && <p className="gate-note">请先登录，之后回到刚才的页面。</p>}
      {failure && <SignInFailure error={failure} />}
      <form onSubmit={form.submit} noValidate>
        {inSecondStep ? <SecondStep form={form} /> : <FirstStep form={form} />}
        <button type="submit" className="gate-button" aria-disabled={signIn.isPending}>
          {signIn.isPending ? '正在登录…' : '登录'}
        </button>
      </form>
      <p className="gate-links">
        {inSecondStep && (
          <button type="button" className="gate-back" onClick={form.startOver}>
            换一个账号
          </button>
        )}
        <Link to="/register">注册</Link>
        <Link to="/reset-pwd">忘记口令</Link>
      </p>
    </GateFrame>
  )
}

type SignInForm = ReturnType<typeof useSignInForm>

/** What was typed, what is missing, and the two steps: name with password, then the code where one is asked for. */
function useSignInForm(from: string | null) {
  const navigate = useNavigate()
  const [userName, setUserName] = useState(lastUserName)
  const [password, setPassword] = useState('')
  /** The code of the second step; undefined while the first is asked. */
  const [code, setCode] = useState<string>()
  const [missing, setMissing] = useState<Missing>({})
  const nameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)
  const signIn = useWrite(accountApi.signIn)
  const inSecondStep = code !== undefined
  useEffect(() => {
    const first = inSecondStep ? codeField : lastUserName() === '' ? nameField : passwordField
    first.current?.focus()
    // Whose name is known types the password next.
    if (lastUserName() !== '') fetchShell()
  }, [inSecondStep])

  const startOver = () => {
    setCode(undefined)
    setPassword('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (signIn.isPending) return
    const lacks = missingOf(userName, password, code)
    setMissing(lacks)
    if (lacks.userName) return nameField.current?.focus()
    if (lacks.password) return passwordField.current?.focus()
    if (lacks.code) return codeField.current?.focus()
    signIn.mutate(
      { userName, password, ...(inSecondStep && { code }) },
      {
        onSuccess: (session) => {
          signedIn(session)
          navigate(arrival(from, location.origin), { replace: true })
        },
        onError: (error) => {
          if (error instanceof CallError && ['second_factor_required', 'wrong_code', 'invalid_input'].includes(error.code)) {
            setCode('')
            return codeField.current?.focus()
          }
          startOver()
          passwordField.current?.focus()
        },
      },
    )
  }
  const typed = { userName, password, code, setUserName, setPassword, setCode }
  return { ...typed, missing, nameField, passwordField, codeField, signIn, inSecondStep, startOver, submit }
}

function SecondStep({ form: { userName, code = '', missing, codeField, setCode } }: { form: SignInForm }) {
  return (
    <>
      <p className="gate-note">{userName}，口令正确。请输入手机上身份验证器显示的动态码；手机不在身边时，输入一个恢复码。</p>
      <GateField
        ref={codeField}
        label="动态码"
        name="code"
        autoComplete="one-time-code"
        maxLength={20}
        value={code}
        missing={missing.code}
        onChange={setCode}
      />
    </>
  )
}

function FirstStep({ form }: { form: SignInForm }) {
  const { userName, password, missing, nameField, passwordField, setUserName, setPassword } = form
  const [capsLock, setCapsLock] = useState(false)
  const [shown, setShown] = useState(false)
  const typeName = (typed: string) => {
    if (userName === '') fetchShell()
    setUserName(typed)
  }
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <>
      <GateField
        ref={nameField}
        label="用户名"
        name="username"
        autoComplete="username"
        maxLength={50}
        value={userName}
        missing={missing.userName}
        onChange={typeName}
      />
      <div className="gate-field">
        <label htmlFor="password">口令</label>
        <span className="gate-password">
          <input
            ref={passwordField}
            id="password"
            name="password"
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            maxLength={200}
            value={password}
            aria-invalid={missing.password !== undefined}
            aria-describedby="password-missing"
            onChange={(event) => setPassword(event.target.value)}
            onKeyDown={watchCapsLock}
            onKeyUp={watchCapsLock}
          />
          <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? '隐藏' : '显示'}
          </button>
        </span>
      </div>
      <p id="password-missing" className="gate-missing" role="status">
        {missing.password ?? (capsLock && '大写锁定已打开')}
      </p>
    </>
  )
}

/** What the person still has to type. */
const missingOf = (userName: string, password: string, code: string | undefined): Missing => ({
  ...(!userName.trim() && { userName: '请输入用户名' }),
  ...(!password && { password: '请输入口令' }),
  ...(code?.trim() === '' && { code: '请输入动态码' }),
})

function SignInFailure({ error }: { error: Error }) {
  return (
    <div role="alert" className="gate-failure">
      {error instanceof CallError && error.code === 'invalid_input' ? error.errors[0]?.message : error.message}
      {error instanceof CallError && error.code === 'internal' && (
        <p>
          请求编号 <code>{error.requestId}</code>
        </p>
      )}
    </div>
  )
}

/** A field of the login with its label, and beneath it what is missing. */
function GateField({
  ref,
  label,
  name,
  autoComplete,
  maxLength,
  value,
  missing,
  onChange,
}: {
  ref: RefObject<HTMLInputElement | null>
  label: string
  name: string
  autoComplete: string
  maxLength: number
  value: string
  missing: string | undefined
  onChange: (typed: string) => void
}) {
  return (
    <>
      <label className="gate-field">
        <span>{label}</span>
        <input
          ref={ref}
          name={name}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxLength}
          value={value}
          aria-invalid={missing !== undefined}
          aria-describedby={`${name}-missing`}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      <p id={`${name}-missing`} className="gate-missing">
        {missing}
      </p>
    </>
  )
}
