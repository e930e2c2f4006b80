import { sql, type RawBuilder } from 'kysely'
import { begins } from './ways-to.ts'
import { hitsAtMost } from '#contract/office/search.ts'
import type { PageCode, PagePath } from '#contract/kernel/pages.ts'

/**
 * Things of one kind that the search finds, and on which of these pages they open: the first that the person may open. A feature exports
 * those of its own tables from its `searchable.ts`; the search lists them.
 */
export type Searchable = {
  what: string
  pages: readonly PageCode[]
  /** Where they open when it is not the page that the code is named after. */
  path?: PagePath
  /** The view of the page that lists them, when it is not the first. */
  at?: Record<string, string>
  /** `title` (the number or name) and `subject` of at most `hitsAtMost` that match. */
  select: (q: string) => RawBuilder<unknown>
}

type Numbered = {
  what: string
  pages: readonly PageCode[]
  table: string
  column: string
  /** SQL about the row `t`: what it is about, and which rows are meant. */
  subject: string
  only?: string
}

/** Documents and lots: the start of their number. */
export const numbered = ({ what, pages, table, column, subject, only = 'true' }: Numbered): Searchable => ({
  what,
  pages,
  select: (q) => sql`select t.${sql.raw(column)} as title, ${sql.raw(subject)} as subject from ${sql.raw(table)} t
    where ${begins(`t.${column}`, q)} and ${sql.raw(only)} order by t.${sql.raw(column)} limit ${sql.lit(hitsAtMost)}`,
})

/** What a document is about that names a lot: the lot's name and number. */
export const lotOf = (column: string) =>
  `(select concat(l.name, ' ', l.lot_no) from lot l where l.enterprise_id = t.enterprise_id and l.id = ${column})`

/** Master data: part of the name, the start of the pinyin initials or of the code. A few hundred rows each, some thousand customers. */
export const named = (what: string, pages: readonly PageCode[], table: string): Searchable => ({
  what,
  pages,
  select: (q) => sql`select t.name as title, t.code as subject from ${sql.raw(table)} t
    where strpos(t.name, ${q}) > 0 or t.initials ^@ ${q.toLowerCase()} or t.code ^@ ${q.toUpperCase()}
    order by t.name = ${q} desc, t.code = ${q.toUpperCase()} desc, t.initials = ${q.toLowerCase()} desc, length(t.name), t.code limit ${sql.lit(hitsAtMost)}`,
})
