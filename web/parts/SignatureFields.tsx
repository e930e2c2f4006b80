import { Form, Input } from 'antd'
import { useSession } from '#web/lib/actor.ts'

/** What a signer is shown and gives: the meaning that will be printed, who signs, the password again, and a remark. */
export function SignatureFields({
  meaning,
  name = 'signature',
  commentLabel = '签名意见',
}: {
  meaning: string
  name?: string
  /** Null where the conclusion of the step is the remark. */
  commentLabel?: string | null
}) {
  const { user } = useSession()
  return (
    <fieldset className="signature">
      <legend>电子签名</legend>
      <p>
        签名含义：<strong>{meaning}</strong>　签名人：<strong>{user.name}</strong>（{user.userName}）
      </p>
      <Form.Item
        name={[name, 'password']}
        label="签名口令"
        rules={[{ required: true, message: '请输入您的登录口令' }]}
        extra="再次输入登录口令，与手写签名具有同等效力"
      >
        <Input.Password autoComplete="current-password" maxLength={200} />
      </Form.Item>
      {commentLabel !== null && (
        <Form.Item name={[name, 'comment']} label={commentLabel} initialValue="">
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
        </Form.Item>
      )}
    </fieldset>
  )
}
