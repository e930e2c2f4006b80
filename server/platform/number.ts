import { sql } from 'kysely'
import type { Tx } from './serve.ts'

/** 单据与批号前缀 (domain §2.0, §3.1). */
export type NumberedObject =
  'CG' | 'SH' | 'QY' | 'QYD' | 'YP' | 'BG' | 'FX' | 'LL' | 'SC' | 'BZ' | 'BQ' | 'XS' | 'CK' | 'YL' | 'FL' | 'BC' | 'YK' | 'batch'

/** Takes the next serial of an object on a day: gap-free, never twice. Take it late in a step, it locks until commit. */
export async function nextSerial(tx: Tx, object: NumberedObject | `${NumberedObject}/${string}`, day: string): Promise<number> {
  const { rows } = await sql<{ serial: number }>`select next_number(${object}, ${day}::date) as serial`.execute(tx)
  return rows[0]!.serial
}

/** A document number: prefix, day, three digits, e.g. CG20260305001. */
export async function nextDocumentNo(tx: Tx, object: NumberedObject, day: string): Promise<string> {
  const serial = await nextSerial(tx, object, day)
  return `${object}${day.replaceAll('-', '')}${String(serial).padStart(3, '0')}`
}
