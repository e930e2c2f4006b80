import { Form } from 'antd'
import type { z } from 'zod'
import type { issueChanges } from '#contract/cases/correction-changes.ts'
import type { CorrectionSubject } from '#contract/cases/correction.ts'
import { exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import { kgUnit } from '#web/lib/format.ts'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'

type Subject = Pick<CorrectionSubject, 'weighings' | 'returns'>

/** Weights as they are typed, in the order of the record. */
export type IssueValues = { weighings: { gross: string; tare: string }[]; returns: { quantity: string }[] }

const isSame = (typed: string, was: string) => isDecimal(typed) && exact(typed).equals(was)

/** The containers and returns that were typed anew. */
export function changedIssue({ weighings, returns }: IssueValues, subject: Subject): z.input<typeof issueChanges> {
  const pieces = subject.weighings.flatMap(({ piece, ...was }, index) => {
    const { gross, tare } = weighings[index] ?? was
    return isSame(gross, was.gross) && isSame(tare, was.tare) ? [] : [{ piece, gross, tare }]
  })
  const given = subject.returns.flatMap(({ lotNo, quantity: was }, index) => {
    const { quantity } = returns[index] ?? { quantity: was }
    return isSame(quantity, was) ? [] : [{ lotNo, quantity }]
  })
  return { ...(pieces.length > 0 && { weighings: pieces }), ...(given.length > 0 && { returns: given }) }
}

/** What was weighed out, container by container; once the batch is finished, what came back of each lot. */
export function IssueFields({ subject }: { subject: Subject }) {
  return (
    <>
      {subject.weighings.map(({ piece, lotNo, placeCode }, index) => (
        <fieldset key={piece} className="lines">
          <legend>
            第{piece}件　{lotNo}　{placeCode}
          </legend>
          <div className="form-columns three">
            <Form.Item name={['issue', 'weighings', index, 'gross']} label="毛重">
              <QuantityInput />
            </Form.Item>
            <Form.Item name={['issue', 'weighings', index, 'tare']} label="皮重">
              <QuantityInput />
            </Form.Item>
            <Form.Item label="净重">
              <Net index={index} />
            </Form.Item>
          </div>
        </fieldset>
      ))}
      {subject.returns.length > 0 && (
        <fieldset className="lines">
          <legend>退料</legend>
          <div className="form-columns">
            {subject.returns.map(({ lotNo, name }, index) => (
              <Form.Item key={lotNo} name={['issue', 'returns', index, 'quantity']} label={`${name} ${lotNo}`}>
                <QuantityInput />
              </Form.Item>
            ))}
          </div>
        </fieldset>
      )}
    </>
  )
}

/** What the typed weights come to. */
function Net({ index }: { index: number }) {
  const typed: { gross?: string; tare?: string } | undefined = Form.useWatch(['issue', 'weighings', index])
  const { gross = '', tare = '' } = typed ?? {}
  return <output>{isDecimal(gross) && isDecimal(tare) ? kgUnit(exact(gross).minus(tare).toFixed()) : '—'}</output>
}
