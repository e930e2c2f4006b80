import { Input } from 'antd'
import { useScanField } from '#web/lib/scanner.ts'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'

/** Labels scanned one after the other into a form field; each stands once. */
export function ScannedLabels({ value = [], onChange, id }: { value?: string[]; onChange?: (codes: string[]) => void; id?: string }) {
  const field = useScanField((code) => {
    if (!value.includes(code)) onChange?.([...value, code])
  })
  return (
    <>
      <Input {...field} id={id} placeholder="扫描后自动加入；手工输入请按回车" />
      {value.length > 0 && (
        <details className="packaging-codes">
          <summary>已扫 {value.length} 张</summary>
          <ul>
            {value.map((code) => (
              <li key={code}>
                <code>{code}</code>{' '}
                <ReasonButton reason={undefined} onClick={() => onChange?.(value.filter((other) => other !== code))}>
                  移除
                </ReasonButton>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
