import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { SecondFactorSetUp } from '#web/features/people/account/SecondFactorSetUp.tsx'
import { useSession } from '#web/lib/actor.ts'
import { GateFrame } from './GateFrame.tsx'
import { signOut } from './session.ts'

/** The enterprise asks for a second factor: a person without one sets it up before anything else. */
export function SecondFactorGate({ onDone }: { onDone: () => void }) {
  const { user, enterprise } = useSession()
  const navigate = useNavigate()
  const leave = () => void signOut(user.id).then(() => navigate('/login'))
  return (
    <GateFrame title="设置两步验证">
      <p className="gate-note">
        {user.name}，{enterprise.name}要求两步验证，设置好后才能继续。
      </p>
      <SecondFactorSetUp onDone={onDone} />
      <p className="gate-links">
        <Button type="link" className="text-action" onClick={leave}>
          退出登录
        </Button>
      </p>
    </GateFrame>
  )
}
