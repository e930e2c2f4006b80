import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { accountApi } from '../../contract/account.ts'
import { CallError, useWrite } from '../lib/call.ts'
import { arrival } from './arrival.ts'
import { GateFrame } from './GateFrame.tsx'
import { signedIn } from './session.ts'

/** While somebody types their name, what comes behind the door is fetched; if that fails, it is fetched when needed. */
const fetchShell = () => void Promise.all([import('./Styled.tsx'), import('./Frame.tsx')]).catch(() => {})

type Missing = { userName?: string; password?: string }

/** 登录: a plain form, so that the door opens before the component library is here. */
export function LoginPage() {
  const [query] = useSearchParams()
  const from = query.get('from')
  const navigate = useNavigate()
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<Missing>({})
  const [capsLock, setCapsLock] = useState(false)
  const [shown, setShown] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const signIn = useWrite(accountApi.signIn)
  useEffect(() => nameField.current?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (signIn.isPending) return
    const lacks: Missing = { ...(!userName.trim() && { userName: '请输入用户名' }), ...(!password && { password: '请输入口令' }) }
    setMissing(lacks)
    if (lacks.userName) return nameField.current?.focus()
    if (lacks.password) return passwordField.current?.focus()
    signIn.mutate(
      { userName, password },
      {
        onSuccess: (session) => {
          signedIn(session)
          navigate(arrival(from, location.origin), { replace: true })
        },
        onError: () => {
          setPassword('')
          passwordField.current?.focus()
        },
      },
    )
  }
  const typeName = (typed: string) => {
    if (userName === '') fetchShell()
    setUserName(typed)
  }
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  return (
    <GateFrame title="登录">
      {from !== null && !signIn.error && <p className="gate-note">请先登录，之后回到刚才的页面。</p>}
      {signIn.error && (
        <div role="alert" className="gate-failure">
          {signIn.error.message}
          {signIn.error instanceof CallError && signIn.error.code === 'internal' && (
            <p>
              请求编号 <code>{signIn.error.requestId}</code>
            </p>
          )}
        </div>
      )}
      <form onSubmit={submit} noValidate>
        <label className="gate-field">
          <span>用户名</span>
          <input
            ref={nameField}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={50}
            value={userName}
            aria-invalid={missing.userName !== undefined}
            aria-describedby="name-missing"
            onChange={(event) => typeName(event.target.value)}
          />
        </label>
        <p id="name-missing" className="gate-missing">
          {missing.userName}
        </p>
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
        <button type="submit" className="gate-button" aria-disabled={signIn.isPending}>
          {signIn.isPending ? '正在登录…' : '登录'}
        </button>
      </form>
      <p className="gate-links">
        <Link to="/register">企业注册</Link>
        <Link to="/reset-pwd">忘记口令</Link>
      </p>
    </GateFrame>
  )
}
