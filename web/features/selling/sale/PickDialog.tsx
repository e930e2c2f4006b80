import { Alert, App, Form, Input } from 'antd'
import { useState } from 'react'
import { saleActions, type SaleRow } from '#contract/selling/sale.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { call, CallError, useRead, useWrite } from '#web/lib/call.ts'
import { useScanField } from '#web/lib/scanner.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable } from '#web/parts/DataTable.tsx'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { allocatedLots } from './allocated-lots.ts'
import { takeScanned, type ScannedGoods, type Taken } from './take-scanned.ts'

/** 拣货: box and pack codes are scanned until every batch has what was allocated; the server checks each code when it is scanned. */
export function PickDialog({ sale, onClose }: { sale: SaleRow; onClose: () => void }) {
  const { message } = App.useApp()
  const detail = useRead(saleApi.read, { id: sale.id })
  const pick = useWrite(saleApi.pick)
  // What was said about the count before speaks of another count.
  const { scanned, scan, remove, refused, told, refuse } = useScannedGoods(sale.id, pick.reset)
  const field = useScanField((text) => void scan(text))
  const allocations = detail.data ? allocatedLots(detail.data) : []
  const countOf = (lotId: string) =>
    scanned
      .flatMap((one) => one.packs)
      .filter((one) => one.lotId === lotId)
      .reduce((sum, one) => sum + one.packs, 0)
  const submit = ({ signature }: { signature: SignatureInput }) => {
    const wrong = allocations.find((one) => countOf(one.lotId) !== one.packs)
    if (wrong) return refuse(`${wrong.lotNo} 应拣 ${wrong.packs} ${wrong.unit}，已扫 ${countOf(wrong.lotId)} ${wrong.unit}`)
    pick.mutate(
      { id: sale.id, codes: scanned.map((one) => one.text), signature },
      {
        onSuccess: () => {
          message.success(`${sale.orderNo} 已拣货，请第二人复核`)
          onClose()
        },
      },
    )
  }
  return (
    <StepDialog<{ signature: SignatureInput }>
      wide
      title={`拣货 ${sale.orderNo}`}
      submit="拣货完成"
      error={pick.error}
      busy={pick.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      {detail.error && <CallFailure error={detail.error} onRetry={() => void detail.refetch()} />}
      <DataTable
        caption="应拣批次"
        rows={allocations}
        rowKey={(one) => one.lotId}
        columns={[
          { title: '批号', key: 'lotNo' },
          { title: '产品', key: 'goods' },
          { title: '货位', key: 'bins', render: (one) => one.bins.join('、') },
          { title: '保质期至', key: 'expiresOn' },
          { title: '应拣', key: 'packs', align: 'right', render: (one) => `${one.packs} ${one.unit}` },
          {
            title: '已扫',
            key: 'scanned',
            align: 'right',
            render: (one) => (
              <span className={countOf(one.lotId) === one.packs ? 'tag tag-good' : 'tag tag-waiting'}>
                {countOf(one.lotId)} {one.unit}
              </span>
            ),
          },
        ]}
      />
      <Form.Item label="扫描箱码或袋码" htmlFor="sale-scan" className="sale-scan">
        <Input id="sale-scan" {...field} placeholder="扫描后自动加入；手工输入请按回车" />
      </Form.Item>
      <div aria-live="assertive">{refused && <Alert className="form-failure" type="error" showIcon title={refused} />}</div>
      <div role="status">{told && <Alert className="form-failure" type="info" showIcon title={told} />}</div>
      {scanned.length > 0 && <ScannedCodes scanned={scanned} onRemove={remove} />}
      <SignatureFields meaning={saleActions.pick.signs} />
    </StepDialog>
  )
}

/** The goods of an order that were scanned, the last one first, and what was said about the last code. `onChange`: the count is another. */
function useScannedGoods(saleId: string, onChange: () => void) {
  const [{ scanned, refused, told }, setTaken] = useState<Taken>({ scanned: [] })
  const refuse = (sentence: string | undefined) =>
    setTaken((before) => ({ scanned: before.scanned, ...(sentence !== undefined && { refused: sentence }) }))
  const scan = async (text: string) => {
    onChange()
    refuse(undefined)
    try {
      const goods = await call(saleApi.scan, { id: saleId, code: text })
      setTaken((before) => takeScanned(before.scanned, { ...goods, text }))
    } catch (error) {
      refuse(error instanceof CallError ? (error.errors[0]?.message ?? error.message) : '没有读到，请重新扫描')
    }
  }
  const remove = (goods: ScannedGoods) => {
    onChange()
    setTaken(({ scanned: before }) => ({ scanned: before.filter((other) => other !== goods) }))
  }
  return { scanned, scan, remove, refused, told, refuse }
}

function ScannedCodes({ scanned, onRemove }: { scanned: readonly ScannedGoods[]; onRemove: (goods: ScannedGoods) => void }) {
  return (
    <details className="sale-codes">
      <summary>已扫 {scanned.length} 个码</summary>
      <ul>
        {scanned.map((one) => (
          <li key={one.code}>
            <code>{one.code}</code> {one.level === 'box' ? '箱' : '袋'}{' '}
            {one.packs.map((part) => `${part.lotNo} × ${part.packs}`).join('，')}
            <ReasonButton reason={undefined} onClick={() => onRemove(one)}>
              移除
            </ReasonButton>
          </li>
        ))}
      </ul>
    </details>
  )
}
