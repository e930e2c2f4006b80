import { Alert, Input } from 'antd'
import { useState } from 'react'
import { codeLevels } from '#contract/packing/codes.ts'
import { repackApi, type RepackGoods } from '#contract/packing/repack-api.ts'
import { inGroups } from '#contract/packing/trace-code.ts'
import { call, CallError } from '#web/lib/call.ts'
import { useScanField } from '#web/lib/scanner.ts'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'

type Goods = RepackGoods & { text: string }

/** How many packs scanned codes stand for. */
export const packsOf = (goods: readonly Pick<Goods, 'packs'>[]) => goods.reduce((sum, { packs }) => sum + packs, 0)

/** A form field of packs and boxes that are scanned to be opened; each is asked of the server as it comes. */
export function OpenedGoods({
  lotId,
  value = [],
  onChange,
  onScanned,
  id,
}: {
  lotId: string | undefined
  value?: Goods[]
  onChange?: (goods: Goods[]) => void
  onScanned: (goods: Goods[]) => void
  id?: string
}) {
  const [refused, setRefused] = useState<string>()
  const change = (goods: Goods[]) => {
    onChange?.(goods)
    onScanned(goods)
  }
  const scan = async (text: string) => {
    setRefused(undefined)
    if (lotId === undefined) return setRefused('请先选择成品批')
    try {
      const goods = await call(repackApi.scan, { lotId, code: text })
      if (value.some(({ code }) => code === goods.code)) setRefused(`${goods.code} 已经扫过`)
      else change([...value, { ...goods, text }])
    } catch (error) {
      setRefused(error instanceof CallError ? (error.errors[0]?.message ?? error.message) : '没有读到，请重新扫描')
    }
  }
  const field = useScanField((text) => void scan(text))
  return (
    <>
      <Input {...field} id={id} placeholder="扫描袋码或箱码；手工输入请按回车" />
      <div aria-live="assertive">{refused && <Alert className="form-failure" type="error" showIcon title={refused} />}</div>
      {value.length > 0 && (
        <details className="packaging-codes" open={value.length <= 10}>
          <summary>
            已扫 {value.length} 个码，共 {packsOf(value)} 件
          </summary>
          <ul>
            {value.map((goods) => (
              <li key={goods.code}>
                {codeLevels[goods.level]} <code>{inGroups(goods.code)}</code> {goods.level === 'box' && `${goods.packs} 件`}{' '}
                <ReasonButton reason={undefined} onClick={() => change(value.filter(({ code }) => code !== goods.code))}>
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
