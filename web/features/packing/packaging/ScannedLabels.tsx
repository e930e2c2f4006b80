import { Input } from 'antd'
import { readCode } from '#contract/packing/scanned-code.ts'
import { useScanField } from '#web/lib/scanner.ts'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'

/** What a label is called in the list: its code, or what was scanned instead of one. */
const nameOf = (text: string) => readCode(text)?.code ?? text

/** A form field of labels that are scanned one after the other. Each is in it once, as it was scanned. */
export function ScannedLabels({ value = [], onChange, id }: { value?: string[]; onChange?: (texts: string[]) => void; id?: string }) {
  const field = useScanField((text) => {
    if (!value.some((other) => nameOf(other) === nameOf(text))) onChange?.([...value, text])
  })
  return (
    <>
      <Input {...field} id={id} placeholder="扫描后自动加入；手工输入请按回车" />
      {value.length > 0 && (
        <details className="packaging-codes">
          <summary>已扫 {value.length} 张</summary>
          <ul>
            {value.map((text) => (
              <li key={text}>
                <code>{nameOf(text)}</code>{' '}
                <ReasonButton reason={undefined} onClick={() => onChange?.(value.filter((other) => other !== text))}>
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
