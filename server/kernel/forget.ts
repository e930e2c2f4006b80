import type pg from 'pg'
import { only } from '#contract/kernel/certain.ts'

const kinds = ['answers', 'sessions'] as const

/** Removes what is of no use any more, in pieces of `most` rows: each is a transaction of its own, so that nobody waits for the whole. */
export async function forgetOld(pool: pg.Pool, most = 1000): Promise<void> {
  for (const kind of kinds) while ((await forgotten(pool, kind, most)) === most);
}

async function forgotten(pool: pg.Pool, kind: (typeof kinds)[number], most: number): Promise<number> {
  const { rows } = await pool.query<{ gone: number }>(`select forget_${kind}($1) as gone`, [most])
  return only(rows).gone
}
