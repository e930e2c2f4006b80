import { Button, Modal, Typography } from 'antd'
import type { NewToken } from '#contract/people/token.ts'
import { day } from '#web/lib/format.ts'

/** Shows a token the only time it can be shown. */
export function ShownTokenDialog({ given, onClose }: { given: NewToken; onClose: () => void }) {
  return (
    <Modal
      open
      title={`令牌“${given.name}”已建立`}
      width={640}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          已保存好
        </Button>
      }
    >
      <p>令牌只显示这一次，系统不保存。请复制到程序的密钥配置里，不要写进代码或发到聊天里；遗失或外泄时请立即吊销。</p>
      <p>
        <Typography.Text code copyable={{ text: given.token, tooltips: ['复制', '已复制'] }}>
          {given.token}
        </Typography.Text>
      </p>
      <p className="quiet">
        每次请求带上 <code>Authorization: Bearer {given.token.slice(0, 13)}…</code>；有效期至 {day(given.validUntil)}。接口说明见{' '}
        <a href="/api/docs" target="_blank" rel="noreferrer">
          /api/docs
        </a>
      </p>
    </Modal>
  )
}
