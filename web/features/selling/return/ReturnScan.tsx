import { Alert, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { packConditions, scannedCondition } from '#contract/selling/return.ts'
import type { ScannedReturn } from '#contract/selling/return-api.ts'
import { CallError } from '#web/lib/call.ts'
import { useScanField } from '#web/lib/scanner.ts'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'
import type { CameBack } from './came-back.ts'

/** Scanning: the condition chosen holds for the codes that follow. */
export function ReturnScan({
  look,
  scanned,
  onScanned,
}: {
  /** What a code stands for, as the step will ask. */
  look: (code: string) => Promise<ScannedReturn>
  scanned: readonly CameBack[]
  onScanned: (next: readonly CameBack[]) => void
}) {
  const [condition, setCondition] = useState<CameBack['condition']>('intact')
  const [refused, setRefused] = useState<string>()
  const scan = async (text: string) => {
    setRefused(undefined)
    try {
      const goods = await look(text)
      if (scanned.some((one) => one.code === goods.code)) return setRefused(`${goods.code} 已经扫过，不重复计数`)
      onScanned([{ ...goods, text, condition }, ...scanned])
    } catch (error) {
      setRefused(error instanceof CallError ? (error.errors[0]?.message ?? error.message) : '没有读到，请重新扫描')
    }
  }
  const field = useScanField((text) => void scan(text))
  return (
    <>
      <div className="form-columns">
        <Form.Item label="包装情况" htmlFor="return-condition">
          <Select
            id="return-condition"
            value={condition}
            options={scannedCondition.options.map((value) => ({ value, label: packConditions[value] }))}
            onChange={setCondition}
          />
        </Form.Item>
        <Form.Item label="扫描箱码或袋码" htmlFor="return-scan">
          <Input id="return-scan" {...field} placeholder="扫描后自动加入；手工输入请按回车" />
        </Form.Item>
      </div>
      <div aria-live="assertive">{refused && <Alert className="form-failure" type="error" showIcon title={refused} />}</div>
      {scanned.length > 0 && (
        <details className="sale-codes" open>
          <summary>已扫 {scanned.length} 个码</summary>
          <ul>
            {scanned.map((one) => (
              <li key={one.code}>
                <code>{one.code}</code> {one.level === 'box' ? '箱' : '袋'} {packConditions[one.condition]}{' '}
                {one.packs.map((part) => `${part.lotNo} × ${part.packs}`).join('，')}
                <ReasonButton reason={undefined} onClick={() => onScanned(scanned.filter((other) => other !== one))}>
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
