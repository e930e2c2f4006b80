import type pg from 'pg'

/** Takes note of one finding. */
export type Find = (what: string) => void
/** At most so many findings of one kind are listed; a person who sees twenty looks further by hand. */
export const shown = 20

/** Balances are the sums of their entries, lots have no mass from nowhere, shipments, edges and holds agree with the other tables. */
export async function verifyLedgers(client: pg.ClientBase, enterprise: string, find: Find) {
  const rows = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text, [enterprise])).rows

  for (const row of await rows<{ lot_no: string; code: string; kept: string; summed: string }>(`
    with entries as (
      select lot_id, to_place_id as place_id, quantity from stock_entry where enterprise_id = $1
      union all select lot_id, from_place_id, -quantity from stock_entry where enterprise_id = $1),
    sums as (select lot_id, place_id, sum(quantity) as quantity from entries group by 1, 2)
    select l.lot_no, p.code, coalesce(b.quantity, 0)::text as kept, coalesce(s.quantity, 0)::text as summed
    from sums s full join (select * from stock_balance where enterprise_id = $1) b using (lot_id, place_id)
    join lot l on l.enterprise_id = $1 and l.id = lot_id join place p on p.enterprise_id = $1 and p.id = place_id
    where coalesce(b.quantity, 0) <> coalesce(s.quantity, 0) or b.is_real <> p.is_real limit ${shown}`))
    find(`批 ${row.lot_no} 在 ${row.code} 的结存 ${row.kept} kg 与台账合计 ${row.summed} kg 不符`)
  // A reversal takes an entry back: it counts against the kind of the entry that it names.
  const effective = `(select e.enterprise_id, e.lot_id, coalesce(r.kind, e.kind) as kind, case when r.id is null then e.quantity else -e.quantity end as quantity
    from stock_entry e left join stock_entry r on r.enterprise_id = e.enterprise_id and r.id = e.reverses where e.enterprise_id = $1)`
  for (const row of await rows<{ lot_no: string; quantity: string; entered: string }>(`
    select l.lot_no, l.quantity::text, coalesce(sum(e.quantity), 0)::text as entered from lot l
    left join ${effective} e on e.enterprise_id = l.enterprise_id and e.lot_id = l.id and e.kind in ('receipt', 'production_output', 'pack_output')
    where l.enterprise_id = $1 group by l.id, l.lot_no, l.quantity, l.state having case l.state when 'reversed' then 0 else l.quantity end <> coalesce(sum(e.quantity), 0) limit ${shown}`))
    find(`批 ${row.lot_no} 的数量 ${row.quantity} kg 与入库 ${row.entered} kg 不符`)
  for (const row of await rows<{ lot_no: string; drawn: string; taken: string }>(`
    with taken as (select lot_id, sum(quantity) as taken from ${effective} e where kind in ('production_input', 'pack_input') group by 1)
    select l.lot_no, e.quantity::text as drawn, coalesce(t.taken, 0)::text as taken
    from (select from_lot_id as lot_id, sum(quantity) as quantity from lot_edge where enterprise_id = $1 group by 1) e
    join lot l on l.enterprise_id = $1 and l.id = e.lot_id left join taken t on t.lot_id = e.lot_id
    where e.quantity <> coalesce(t.taken, 0) limit ${shown}`))
    find(`批 ${row.lot_no} 在谱系中投入 ${row.drawn} kg，台账中投入 ${row.taken} kg`)
  for (const row of await rows<{ lot_no: string; counted: string; left: string }>(`
    with gone as (select lot_id, sum(quantity) as quantity from ${effective} e where kind = 'ship' group by 1),
    counted as (select lot_id, sum(quantity) as quantity from shipment_line where enterprise_id = $1 group by 1)
    select l.lot_no, coalesce(c.quantity, 0)::text as counted, coalesce(g.quantity, 0)::text as left
    from counted c full join gone g using (lot_id) join lot l on l.enterprise_id = $1 and l.id = lot_id
    where coalesce(c.quantity, 0) <> coalesce(g.quantity, 0) limit ${shown}`))
    find(`批 ${row.lot_no} 的出库单合计 ${row.counted} kg，台账中发出 ${row.left} kg`)
  for (const row of await rows<{ shipment_no: string; packs: number; lines: string }>(`
    select s.shipment_no, s.packs, coalesce(sum(l.packs), 0)::text as lines from shipment s
    left join shipment_line l on l.enterprise_id = s.enterprise_id and l.shipment_id = s.id
    where s.enterprise_id = $1 group by s.enterprise_id, s.id having s.packs <> coalesce(sum(l.packs), 0) or s.quantity <> coalesce(sum(l.quantity), 0) limit ${shown}`))
    find(`出库单 ${row.shipment_no} 记有 ${row.packs} 件，各批合计 ${row.lines} 件`)
  for (const row of await rows<{ document_no: string; used: string; made: string }>(`select document_no,
      sum(quantity) filter (where kind = 'pack_input')::text as used, sum(quantity) filter (where kind = 'pack_output')::text as made
    from stock_entry e where enterprise_id = $1 and kind in ('pack_input', 'pack_output')
      and exists (select from lot l where l.enterprise_id = e.enterprise_id and l.id = e.lot_id and l.unit = 'kg') group by document_id, document_no
    having sum(quantity) filter (where kind = 'pack_input') is distinct from sum(quantity) filter (where kind = 'pack_output') limit ${shown}`))
    find(`包装指令 ${row.document_no} 用去 ${row.used} kg，装成 ${row.made} kg`)
  for (const row of await rows<{ lot_no: string; out: string; kept: string }>(`
    with out as (select lot_id, sum(issued - used - spoiled - destroyed - sampled - returned - lost) as pieces from pack_material_entry where enterprise_id = $1 group by 1),
    kept as (select b.lot_id, sum(b.quantity) as pieces from stock_balance b join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'packing'
      where b.enterprise_id = $1 group by 1)
    select l.lot_no, coalesce(o.pieces, 0)::text as out, coalesce(k.pieces, 0)::text as kept
    from lot l left join out o on o.lot_id = l.id left join kept k on k.lot_id = l.id
    where l.enterprise_id = $1 and l.unit <> 'kg' and coalesce(o.pieces, 0) <> coalesce(k.pieces, 0) limit ${shown}`))
    find(`包材批 ${row.lot_no} 按领用记录在线 ${row.out} 件，台账中在线 ${row.kept} 件`)
  for (const row of await rows<{
    lot_no: string
    holds: number
    placed: number
  }>(`select l.lot_no, l.holds, coalesce(h.placed, 0)::int as placed from lot l
    left join lateral (select count(*) as placed from hold h where h.enterprise_id = l.enterprise_id and h.lot_id = l.id and h.lifted_at is null) h on true
    where l.enterprise_id = $1 and l.holds <> h.placed limit ${shown}`))
    find(`批 ${row.lot_no} 记有 ${row.holds} 项冻结，实际未解除 ${row.placed} 项`)
  for (const row of await rows<{ lot_no: string; share: string }>(`select l.lot_no, sum(e.share)::text as share from lot_edge e
    join lot l on l.enterprise_id = e.enterprise_id and l.id = e.to_lot_id where e.enterprise_id = $1 and e.role <> 'packaging' group by l.id, l.lot_no having abs(sum(e.share) - 1) > 0.0001 limit ${shown}`))
    find(`批 ${row.lot_no} 的来源份额合计 ${row.share}，应为 1`)
}

/** Numbers are dense: what an object's counters say was given out, 1 to the last, is on its documents, none missing and none beyond. */
export async function verifyNumbers(client: pg.ClientBase, enterprise: string, find: Find) {
  const { rows } = await client.query<{ object: string; no: string; given: boolean }>(
    `with given as (
      select c.object, number_text(c.prefix, c.date_part, c.day, c.digits, serial) as no
      from number_counter c, generate_series(1, least(c.last, 100000)) serial where c.enterprise_id = $1),
    written as (select object, no from numbered_document where enterprise_id = $1)
    select object, no, given.no is not null as given from given full join written using (object, no)
    where given.no is null or written.no is null
    union all select object, no || '（重复）', false from written group by object, no having count(*) > 1
    union all select object, '计数 ' || last, false from number_counter where enterprise_id = $1 and last > 100000
    -- What is counted within one batch is counted on its day: on another the count would begin anew.
    union all select c.object, '计数日 ' || c.day, false from number_counter c
      join lot l on l.enterprise_id = c.enterprise_id and l.kind = 'bulk' and l.lot_no = substr(c.object, 4)
      where c.enterprise_id = $1 and c.date_part = '' and c.day <> l.born_on
    order by object, no limit ${shown}`,
    [enterprise],
  )
  for (const { object, no, given } of rows)
    find(given ? `${object} 的编号 ${no} 已发出，却没有单据使用` : `${object} 的编号 ${no} 没有发出过，却被单据使用`)
}

/** Trace codes: each code of a range is in exactly one state, the one its story ends in, and a packed lot has as many as packs. */
export async function verifyCodes(client: pg.ClientBase, enterprise: string, find: Find) {
  const rows = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text, [enterprise])).rows

  for (const row of await rows<{ no: string; first: string }>(`select o.order_no as no, r.first_index::text as first from code_range r
    join packaging_order o on o.enterprise_id = r.enterprise_id and o.id = r.packaging_order_id
    left join lateral (select min(s.first_index) as first, max(s.last_index) as last, sum(s.last_index - s.first_index + 1) as count
      from code_span s where s.enterprise_id = r.enterprise_id and s.range_id = r.id) s on true
    where r.enterprise_id = $1 and (r.first_index, r.last_index, r.count) is distinct from (s.first, s.last, s.count) limit ${shown}`))
    find(`包装指令 ${row.no} 从 ${row.first} 起的码段，状态区间没有恰好盖满`)
  // State and story are both constant between the points where one of them begins or ends.
  for (const row of await rows<{ no: string; point: string; state: string; told: string | null }>(`with point as (
      select range_id, first_index as at from code_span where enterprise_id = $1
      union select range_id, first_index from code_event where enterprise_id = $1
      union select range_id, last_index + 1 from code_event where enterprise_id = $1)
    select o.order_no as no, point.at::text as point, s.state, told.state as told from point
    join code_span s on s.enterprise_id = $1 and s.range_id = point.range_id and int8range(s.first_index, s.last_index, '[]') @> point.at
    join code_range r on r.enterprise_id = $1 and r.id = point.range_id
    join packaging_order o on o.enterprise_id = $1 and o.id = r.packaging_order_id
    left join lateral (select e.state from code_event e where e.enterprise_id = $1 and e.range_id = point.range_id
      and int8range(e.first_index, e.last_index, '[]') @> point.at order by e.id desc limit 1) told on true
    where s.state is distinct from told.state limit ${shown}`))
    find(`包装指令 ${row.no} 的第 ${row.point} 号码状态为 ${row.state}，经历却止于 ${row.told ?? '无'}`)
  for (const row of await rows<{
    scheme: string
    series: string
    next: string
    issued: string
  }>(`select scheme, series, coalesce(c.next, 0)::text as next, coalesce(r.issued, 0)::text as issued
    from (select scheme, series, sum(count) as issued, max(last_index) + 1 as after from code_range where enterprise_id = $1 group by 1, 2) r
    full join (select scheme, series, next from code_counter where enterprise_id = $1) c using (scheme, series)
    where (c.next::numeric, c.next::numeric) is distinct from (r.issued, r.after::numeric) limit ${shown}`))
    find(`${row.scheme} ${row.series} 已发到第 ${row.next} 号，码段合计 ${row.issued} 个`)
  for (const row of await rows<{
    lot_no: string
    packs: number
    codes: string
    issued: string
    labels: number
  }>(`select l.lot_no, p.packs, coalesce(codes.n, 0)::text as codes, coalesce(issued.n, 0)::text as issued, record.labels_issued as labels
    from pack_lot p join lot l on l.enterprise_id = p.enterprise_id and l.id = p.id
    join packaging_record record on record.enterprise_id = p.enterprise_id and record.lot_id = p.id
    left join lateral (select sum(s.last_index - s.first_index + 1) as n from code_span s join code_range r on r.enterprise_id = s.enterprise_id and r.id = s.range_id and r.level = 1
      where s.enterprise_id = p.enterprise_id and s.lot_id = p.id) codes on true
    left join lateral (select sum(r.count) as n from code_range r
      where r.enterprise_id = p.enterprise_id and r.packaging_order_id = p.packaging_order_id and r.level = 1
        and not exists (select from code_replacement x where x.enterprise_id = r.enterprise_id and x.new_range_id = r.id)) issued on true
    where p.enterprise_id = $1 and (p.packs::numeric, record.labels_issued::numeric) is distinct from (codes.n, issued.n) limit ${shown}`))
    find(`批 ${row.lot_no} 有 ${row.packs} 个包装、领用标签 ${row.labels} 张，启用的码却有 ${row.codes} 个、发出的码 ${row.issued} 个`)
  for (const row of await rows<{ lot_no: string; packs: string; kg: string }>(`
    select l.lot_no, coalesce(c.packs, 0)::text as packs, coalesce(b.quantity, 0)::text as kg
    from lot l join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
    left join packs_by_codes c on c.enterprise_id = l.enterprise_id and c.lot_id = l.id
    left join lateral (select sum(b.quantity) as quantity from stock_balance b join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin'
      where b.enterprise_id = l.enterprise_id and b.lot_id = l.id) b on true
    where l.enterprise_id = $1 and l.kind = 'pack' and coalesce(c.packs, 0) * spec.net_quantity <> coalesce(b.quantity, 0) limit ${shown}`))
    find(`批 ${row.lot_no} 在厂的码有 ${row.packs} 个，库存却是 ${row.kg} kg`)
  for (const row of await rows<{ code: string; kept: string; counted: string }>(`
    with counted as (select range_id, code_index, count(*) as scans, min(scanned_at) as first_at from code_scan where enterprise_id = $1 group by 1, 2),
    kept as (select range_id, code_index, scans, first_at from code_scan_total where enterprise_id = $1)
    select concat(range_id, ' ', code_index) as code, coalesce(k.scans, 0)::text as kept, coalesce(c.scans, 0)::text as counted
    from counted c full join kept k using (range_id, code_index) where (c.scans, c.first_at) is distinct from (k.scans, k.first_at) limit ${shown}`))
    find(`码 ${row.code} 记有 ${row.kept} 次查询，逐次记录的有 ${row.counted} 次，或首次时间不符`)
}

/** What is kept so that a page reads little: what waits, what lies in the bins, what a month comes to, at which words a recall begins. Each is what its view says. */
export async function verifyKept(client: pg.ClientBase, enterprise: string, find: Find) {
  for (const { what, kept, said } of [
    {
      what: '等待处理的单据',
      kept: 'select life, about, id, state, since, ends, due, standing from waiting where enterprise_id = $1',
      said: `select w.life, about, w.id, w.state, since, ends, least(ends, since + make_interval(hours => l.hours)), standing
        from waits w left join step_limit l on l.enterprise_id = w.enterprise_id and l.life = w.life and l.state = w.state where w.enterprise_id = $1`,
    },
    {
      what: '在库批次',
      kept: 'select lot_id, kind, state, is_held, retest_on, expires_on, goods_id, due_on, born_on from lot_at_hand where enterprise_id = $1',
      said: `select h.lot_id, h.kind, h.state, h.is_held, h.retest_on, h.expires_on, coalesce(l.pack_spec_id, l.product_id, l.material_id),
          case when l.kind in ('raw', 'auxiliary') then l.retest_on else l.expires_on end, l.born_on
        from lots_at_hand h join lot l on l.enterprise_id = h.enterprise_id and l.id = h.lot_id where h.enterprise_id = $1`,
    },
    {
      what: '在厂成品的码',
      kept: 'select lot_id, packs from packs_in_house where enterprise_id = $1 and packs <> 0',
      said: 'select lot_id, packs from packs_by_codes where enterprise_id = $1 and packs <> 0',
    },
    {
      what: '每批每月收发',
      kept: 'select lot_id, month, kind, brought, taken from lot_month where enterprise_id = $1',
      said: 'select lot_id, month, kind, brought, taken from lot_months where enterprise_id = $1',
    },
    {
      what: '每月合计',
      kept: `select series, month, key, sum(count)::integer, sum(total), min(lowest), max(highest) from month_tally where enterprise_id = $1
        group by 1, 2, 3 having sum(count) <> 0`,
      said: 'select series, month, key, count, total, lowest, highest from months where enterprise_id = $1',
    },
    {
      what: '工序所用设备',
      kept: 'select word, step_id from step_equipment where enterprise_id = $1',
      said: `select distinct word, s.id from production_step s cross join lateral unnest(s.equipment) word where s.enterprise_id = $1 and word <> ''`,
    },
  ]) {
    // What the view says is worked out once, and looked at from both sides.
    const { rows } = await client.query<{ kept: boolean; row: string }>(
      `with kept as materialized (${kept}), said as materialized (${said})
      select true as kept, row::text from (table kept except table said) row union all select false, row::text from (table said except table kept) row limit ${shown}`,
      [enterprise],
    )
    for (const { kept: isKept, row } of rows) find(isKept ? `${what}的登记与记录不符：${row}` : `${what}没有登记：${row}`)
  }
  // A word that a correction took away is still found; one that is used and not found is a fault.
  const { rows } = await client.query<{ word: string }>(
    `select word from (select node, word from recall_words where enterprise_id = $1 except select node, word from recall_word where enterprise_id = $1) missing
      order by word limit ${shown}`,
    [enterprise],
  )
  for (const { word } of rows) find(`召回起点没有登记：${word}`)
  const unknown = await client.query<{ number: string }>(
    `select missing.number from (select supplier_id, paper, number, record_id from supplier_numbers where enterprise_id = $1
        except select supplier_id, paper, number, record_id from supplier_number where enterprise_id = $1) missing order by 1 limit ${shown}`,
    [enterprise],
  )
  for (const { number } of unknown.rows) find(`供货单位的单号或批号没有登记：${number}`)
}
