import type { z } from 'zod'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { call } from '#web/lib/call.ts'

const pageSize = 200

/** A list, and what is asked of it but for the place in it. */
export type AskedList<Row, In extends z.ZodObject> = {
  endpoint: Endpoint<In, z.ZodType<{ rows: Row[]; total: number }>>
  query: Record<string, unknown>
  rowKey: (row: NoInfer<Row>) => string
}

/** Every row that is asked for, page by page, and no more than `most`. */
export async function readAllRows<Row, In extends z.ZodObject>(
  { endpoint, query, rowKey }: AskedList<Row, In>,
  most: number,
  { signal, onRead }: { signal?: AbortSignal; onRead?: (rows: number) => void } = {},
): Promise<Row[]> {
  // By key: a row that moves to the next page while they are read is there once.
  const rows = new Map<string, Row>()
  for (let page = 1; rows.size < most; page++) {
    // What the page asks for comes out of its address: the server says whether it fits.
    const part = await call(endpoint, { ...query, page, pageSize } as z.input<In>, signal && { signal })
    for (const row of part.rows) rows.set(rowKey(row), row)
    onRead?.(rows.size)
    if (part.rows.length < pageSize) break
  }
  return [...rows.values()].slice(0, most)
}
