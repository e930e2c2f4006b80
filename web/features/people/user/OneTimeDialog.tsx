import { Button, Modal, Typography } from 'antd'
import type { OneTimePassword } from '#contract/people/user.ts'
import { dateTime } from '#web/lib/format.ts'

/** Shows a one-time password the only time it can be shown. */
export function OneTimeDialog({ given, onClose }: { given: OneTimePassword; onClose: () => void }) {
  return (
    <Modal
      open
      title={`${given.userName} 的一次性口令`}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          已交给本人
        </Button>
      }
    >
      <p>
        口令只显示这一次，系统不保存。请当面或用可靠的方式交给本人；本人登录后须改成自己的口令；本人邮箱或另一位管理员确认之后，才能签名（见“口令确认”）。
      </p>
      <p>
        <Typography.Text code copyable={{ text: given.oneTimePassword, tooltips: ['复制', '已复制'] }} style={{ fontSize: 20 }}>
          {given.oneTimePassword}
        </Typography.Text>
      </p>
      <p className="quiet">有效至 {dateTime(given.until)}</p>
    </Modal>
  )
}
