import { sql, type RawBuilder } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { numberedObjects, type NumberedObject } from '#contract/office/numbering.ts'
import type { Tx } from '#server/db/connection.ts'

/**
 * The next number of an object on a day, e.g. CG20260305001: by the factory's own numbering rule, else as usual (domain §3.1).
 * Gap-free, never twice. Take it late in a step, it locks until commit.
 */
export const nextDocumentNo = (tx: Tx, object: NumberedObject, day: string): Promise<string> => numberOf(tx, documentNo(object, day))

/** The same as the value of a column: the statement that writes the document takes its number. */
export const documentNo = (object: NumberedObject, day: string): RawBuilder<string> => takeNumber(object, day, numberedObjects[object])

/** A number as the value of a column: known, or taken by the statements that write it. */
export type ColumnNumber = string | RawBuilder<string>

/** Stands in an answer for a number that is taken with the end of its step. No keyboard has it. */
export const numberToCome = '\u{F0000}'

/**
 * Takes a number in the message that ends the step: nobody waits for it while the program thinks. What the step writes later has it as
 * `column`; the answer has `told`, in whose place the number is put. Once a step, and only where nothing that is written before asks for it.
 */
export async function numberAtEnd(tx: Tx, number: RawBuilder<string>): Promise<{ column: RawBuilder<string>; told: string }> {
  await tx.later(sql`select set_config('app.number', ${number}, true)`)
  return { column: sql`current_setting('app.number')`, told: numberToCome }
}

/** The next number of what was packed of one batch (分装): 26031201-01. */
export const nextPackedLotNo = (tx: Tx, batchNo: string, day: string): Promise<string> =>
  numberOf(tx, takeNumber(`BZ/${batchNo}`, day, { prefix: `${batchNo}-`, datePart: '', digits: 2 }))

/** The next number of what is worked again of one batch (返工): 26031201R1, and of that 26031201R2. `bornOn` is the day of the batch. */
export const reworkNo = (batchNo: string, bornOn: string): RawBuilder<string> => {
  const base = batchNo.replace(/(?<=\d)R\d+$/, '')
  return takeNumber(`FG/${base}`, bornOn, { prefix: `${base}R`, datePart: '', digits: 1 })
}

const takeNumber = (
  object: string,
  day: string,
  { prefix, datePart, digits }: { prefix: string; datePart: string; digits: number },
): RawBuilder<string> => sql<string>`take_number(${object}, ${day}::date, ${prefix}, ${datePart}, ${digits}::integer)`

async function numberOf(tx: Tx, number: RawBuilder<string>): Promise<string> {
  const { rows } = await sql<{ no: string }>`select ${number} as no`.execute(tx)
  return only(rows).no
}
