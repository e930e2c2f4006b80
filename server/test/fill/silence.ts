import type pg from 'pg'

/**
 * Triggers that answer a row rather than count or keep something of it: the copied rows carry what they would have written, or were allowed when
 * the template was made. With the table's name where the trigger's is that of many.
 */
const answered = [
  // They say no once the row is there, while the rows that they look for are copied later: the issue that a return goes back from, and the packs of a box.
  'production_return.guarded',
  'box_content.guarded',
  'messages_answered',
  'messages_settled',
  'summed',
  'edge_told',
  'standards_applied',
  'service_kept',
  'state_kept',
  'cleared',
  'begun',
  'broken',
  'due_kept',
  'due_renewed',
]
/** What is kept for the home page is made at once at the end, by `renew_kept()`. */
const madeAnew = ['waiting_kept', 'waiting_renewed', 'waiting_of_lot_kept', 'tallied', 'recounted']

/**
 * Does `work` while the triggers and foreign keys that only say no are silent: what is written are copies of rows that the steps were allowed to
 * write. Those that write something themselves (the audit, the balances, kept counters) go on, one that is made tomorrow among them; so do checks
 * and unique keys.
 */
export async function withoutGuards<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
  const { rows: guards } = await client.query<{ off: string; on: string }>(
    `select format('alter table %I disable trigger %I', relname, tgname) as off, format('alter table %I enable trigger %I', relname, tgname) as on
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and t.tgenabled = 'O' and (t.tgconstraint <> 0 or t.tgtype & 2 <> 0 or t.tgname = any ($1) or concat_ws('.', c.relname, t.tgname) = any ($1))`,
    [[...answered, ...madeAnew]],
  )
  await client.query(guards.map(({ off }) => off).join(';'))
  const result = await work()
  await client.query(guards.map(({ on }) => on).join(';'))
  await client.query(
    `begin; select set_config('app.enterprise', id::text, true) from enterprise where is_operating; select renew_kept(); commit`,
  )
  return result
}
