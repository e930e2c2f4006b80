import { Button, Checkbox, Modal, Typography } from 'antd'
import { useState } from 'react'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'

/** The recovery codes, the only time they can be shown. The person continues after confirming that they are stored. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const [kept, setKept] = useState(false)
  const text = codes.join('\n')
  const save = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    link.download = '恢复码.txt'
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <Modal
      open
      title="两步验证已开启"
      width={480}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <ReasonButton type="primary" reason={kept ? undefined : '请先保存好恢复码，并勾选上面一项'} onClick={onKept}>
          完成
        </ReasonButton>
      }
    >
      <p>
        {`这是您的 ${codes.length} 个恢复码，只显示这一次。手机不在身边时，可以用其中一个代替动态码登录，每个只能用一次。请打印或存到安全的地方，不要和口令放在一起。`}
      </p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="recovery-keep">
        <Button onClick={save}>存为文件</Button>
        <Typography.Text copyable={{ text, tooltips: ['复制', '已复制'] }}>复制</Typography.Text>
      </p>
      <Checkbox checked={kept} onChange={(event) => setKept(event.target.checked)}>
        我已保存好恢复码
      </Checkbox>
    </Modal>
  )
}
