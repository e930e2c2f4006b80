import { Form } from 'antd'
import { exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import type { ChargedLot } from '#contract/making/production-record.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'

/** What goes back of each lot, kg, and where a lot goes that may not lie in its old bin any more. */
export type ReturnValues = { back?: Record<string, string>; goTo?: Record<string, string> }

export const isMass = (typed: string | undefined): typed is string => typed !== undefined && isDecimal(typed) && !exact(typed).isZero()

/** The returns as the step takes them. */
export const returnsOf = ({ back = {}, goTo = {} }: { back?: ReturnValues['back'] | undefined; goTo?: ReturnValues['goTo'] | undefined }) =>
  Object.entries(back)
    .filter(([, quantity]) => isMass(quantity))
    .map(([lotId, quantity]) => ({ lotId, quantity, ...(goTo[lotId] && { placeId: goTo[lotId] }) }))

/** A field for each lot of the charge, and its bin where one has to be chosen. */
export function ReturnFields({ lots }: { lots: readonly ChargedLot[] }) {
  return (
    <>
      {lots.map((lot) => (
        <Form.Item
          key={lot.lotId}
          name={['back', lot.lotId]}
          label={`退料 ${lot.name} ${lot.lotNo}`}
          extra={`未投的原封物料退回${lot.returnTo === null ? '原货位' : '另选的货位'}；没有可不填`}
        >
          <QuantityInput />
        </Form.Item>
      ))}
      {lots.map((lot) => (
        <ReturnBin key={lot.lotId} lot={lot} />
      ))}
    </>
  )
}

/** Where a lot that may not go back to its old bin goes instead, once something of it is returned. */
function ReturnBin({ lot: { lotId, lotNo, name, returnTo } }: { lot: ChargedLot }) {
  const typed: string | undefined = Form.useWatch(['back', lotId])
  if (returnTo === null || !isMass(typed)) return null
  return (
    <BinField
      name={['goTo', lotId]}
      zone={returnTo.zone}
      isToxic={returnTo.isToxic}
      extra={`${name} ${lotNo} 的状态已变，不能退回原货位`}
    />
  )
}
