import { expectedCatalogue } from '#server/db/catalogue.ts'

/**
 * The tables that write no audit, and what holds them instead. Every table is here or has the trigger `audited`, so that a new one is decided
 * upon (`server/test/alterations.test.ts`).
 */
export const besideTheAudit = {
  // Evidence, chained.
  audit: 'chain',
  audit_link: 'chain',
  audit_head: 'chain',
  security_log: 'seals',
  witness: 'seals',
  log_seal: 'seals',
  log_seal_head: 'seals',
  // What opens a door, and the bytes of files: secrets stay out of the audit, so a witness holds their digests.
  session: 'witness',
  api_token_key: 'witness',
  second_factor: 'witness',
  mail_link: 'witness',
  avatar: 'witness',
  stored_file: 'witness',
  // Sums and counters, calculated again from what is audited.
  stock_balance: 'ledgers',
  packs_in_house: 'ledgers',
  lot_month: 'ledgers',
  number_counter: 'ledgers',
  code_counter: 'ledgers',
  code_scan_total: 'ledgers',
  waiting: 'ledgers',
  lot_at_hand: 'ledgers',
  month_tally: 'ledgers',
  recall_word: 'ledgers',
  step_equipment: 'ledgers',
  supplier_number: 'ledgers',
  // The program's own texts say what is right.
  migration: 'program',
  definition_set: 'program',
  // Technical. Guesses and answers kept for a repeated request are forgotten after a while; letters on their way are not evidence, the links in
  // them are witnessed; how often a code was scanned is counted by strangers, and a link for each scan would let them fill the chain.
  throttle: 'nothing',
  idempotent_answer: 'nothing',
  mail: 'nothing',
  // Says what the records say, to each who has to do something about it, and is done with them; what concerns an account is in the security log.
  notification: 'nothing',
  // Lets a person put a file beside a record that they handed in themselves; the attachment is audited.
  file_upload: 'nothing',
  code_scan: 'nothing',
  // What the search looks through; a key holds that the name of every lot is in it.
  goods_name: 'nothing',
} as const satisfies Record<string, 'chain' | 'seals' | 'witness' | 'ledgers' | 'program' | 'nothing'>

/** A witnessed table: the column that names its rows, and the columns that no digest covers. */
type Witnessed = { key: string; technical: readonly string[] }

/** The witnessed tables. What is noted all the time and proves nothing is left out, as the triggers in definitions/witness.sql leave it out. */
export const witnessedTables: {
  [Table in keyof typeof besideTheAudit as (typeof besideTheAudit)[Table] extends 'witness' ? Table : never]: Witnessed
} = {
  session: { key: 'id', technical: ['last_seen_at'] },
  api_token_key: { key: 'token_id', technical: ['last_used_at', 'last_address'] },
  second_factor: { key: 'account_id', technical: ['last_step'] },
  mail_link: { key: 'id', technical: [] },
  avatar: { key: 'account_id', technical: [] },
  stored_file: { key: 'digest', technical: ['stored_at', 'is_used'] },
}

/** Every table that writes the audit, with the columns of its row key: from the program, since the triggers of a database can be dropped. */
export const auditedTables = () => expectedCatalogue().audited
