import type { z } from 'zod'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { callRows } from '#web/lib/call.ts'

/** A list, and what is asked of it but for the place in it. */
export type AskedList<Row, In extends z.ZodObject> = {
  endpoint: Endpoint<In, z.ZodType<{ rows: Row[]; total: number }>>
  query: Record<string, unknown>
}

/** Every row that is asked for, and no more than `most`; `onRead` hears of each two hundred. */
export async function readAllRows<Row, In extends z.ZodObject>(
  { endpoint, query }: AskedList<Row, In>,
  most: number,
  { signal, onRead }: { signal?: AbortSignal; onRead?: (rows: number) => void } = {},
): Promise<Row[]> {
  const rows: Row[] = []
  // What the page asks for comes out of its address: the server says whether it fits.
  for await (const row of callRows(endpoint, query as z.input<In>, signal && { signal })) {
    rows.push(row)
    if (rows.length % 200 === 0) onRead?.(rows.length)
    if (rows.length >= most) break
  }
  return rows
}
