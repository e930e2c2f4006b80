-- 召回: which lots a question reaches, and what keeps its figures honest (decision 0060).

-- The lots that a question names by themselves, before anything made of them. A window is of days in the factory, both ends included; an end that is not
-- given is open.
create or replace function recall_sources(scope jsonb) returns uuid[] language plpgsql stable as $$
declare
  ids constant uuid[] := array(select jsonb_array_elements_text(scope -> 'ids')::uuid);
  named constant text := scope ->> 'words';
  days constant daterange := daterange((scope ->> 'from')::date, (scope ->> 'to')::date, '[]');
  -- The same window as moments, by which an index is asked.
  since constant timestamptz := coalesce((scope ->> 'from')::timestamp at time zone 'Asia/Shanghai', '-infinity');
  ended constant timestamptz := coalesce(((scope ->> 'to')::date + 1)::timestamp at time zone 'Asia/Shanghai', 'infinity');
begin
  return case scope ->> 'node'
    when 'lot' then array(select l.id from lot l where l.enterprise_id = current_enterprise() and l.id = any (ids))
    when 'supplier' then array(select r.id from raw_lot r join lot l on l.enterprise_id = r.enterprise_id and l.id = r.id
      where r.enterprise_id = current_enterprise() and r.supplier_id = any (ids) and l.born_on <@ days)
    -- 甘肃/定西 reaches every county of it.
    when 'origin' then array(select r.id from raw_lot r join lot l on l.enterprise_id = r.enterprise_id and l.id = r.id
      where r.enterprise_id = current_enterprise() and r.province = split_part(named, '/', 1) and l.born_on <@ days and starts_with(concat_ws('/', r.province, r.city, r.county, ''), named || '/'))
    when 'harvest' then array(select r.id from raw_lot r join lot l on l.enterprise_id = r.enterprise_id and l.id = r.id
      where r.enterprise_id = current_enterprise() and l.material_id = any (ids) and daterange(r.harvest_from, r.harvest_to, '[]') && days)
    when 'customer' then array(select distinct line.lot_id
      from shipment s join shipment_line line on line.enterprise_id = s.enterprise_id and line.shipment_id = s.id
      where s.enterprise_id = current_enterprise() and s.customer_id = any (ids) and line.packs > 0
        and s.departed_at >= since and s.departed_at < ended)
    when 'packing' then array(select p.id from pack_lot p where p.enterprise_id = current_enterprise() and p.packaging_order_id = any (ids))
    when 'method' then array(select distinct i.lot_id from test_result t
        join inspection i on i.enterprise_id = t.enterprise_id and i.id = t.inspection_id
        join standard_item item on item.enterprise_id = t.enterprise_id and item.id = t.standard_item_id
      where t.enterprise_id = current_enterprise() and item.method = named and t.entered_at >= since and t.entered_at < ended)
    when 'analyst' then array(select distinct i.lot_id from test_result t join inspection i on i.enterprise_id = t.enterprise_id and i.id = t.inspection_id
      where t.enterprise_id = current_enterprise() and t.entered_by = any (ids) and t.entered_at >= since and t.entered_at < ended)
    when 'equipment' then array(select distinct b.lot_id
      from step_equipment e join production_step s on s.enterprise_id = e.enterprise_id and s.id = e.step_id
        join made_lot b on b.enterprise_id = s.enterprise_id and b.order_id = s.order_id
      where e.enterprise_id = current_enterprise() and e.word = named and s.started_at >= since and s.started_at < ended)
    when 'process' then array(select b.lot_id
      from process_version v join production_order o on o.enterprise_id = v.enterprise_id and o.product_id = v.product_id and o.process_version_id = v.id
        join made_lot b on b.enterprise_id = o.enterprise_id and b.order_id = o.id
      where v.enterprise_id = current_enterprise() and v.id = any (ids) and o.production_date <@ days)
  end;
end $$;
grant execute on function recall_sources(jsonb) to bencao_app;

-- The words that a recall can begin at: what an origin is called, as wide as its province and as narrow as its county, the equipment of a step, and how was
-- tested.
create or replace function origin_words(province text, city text, county text) returns setof text language sql immutable as $$
  select distinct word from unnest(array[province, concat_ws('/', province, city), concat_ws('/', province, city, county)]) word
  where province <> '' and right(word, 1) <> '/';
$$;
grant execute on function origin_words(text, text, text) to bencao_app;
create or replace view recall_words with (security_invoker = true) as
  select r.enterprise_id, 'origin' as node, word from raw_lot r cross join lateral origin_words(r.province, r.city, r.county) word
  union select s.enterprise_id, 'equipment', word from production_step s cross join lateral unnest(s.equipment) word where word <> ''
  union select i.enterprise_id, 'method', i.method from standard_item i where i.method <> '';

-- A word that was used once stays: a correction takes it from a lot, and what was written stays findable.
create or replace function know_recall_word() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'raw_lot' then
    insert into recall_word (enterprise_id, node, word)
    select new.enterprise_id, 'origin', word from origin_words(new.province, new.city, new.county) word on conflict do nothing;
  elsif tg_table_name = 'standard_item' then
    insert into recall_word (enterprise_id, node, word) select new.enterprise_id, 'method', new.method where new.method <> '' on conflict do nothing;
  else
    insert into recall_word (enterprise_id, node, word)
    select distinct new.enterprise_id, 'equipment', word from unnest(new.equipment) word where word <> '' on conflict do nothing;
    -- In which steps it was named is what the steps say now.
    delete from step_equipment e where e.enterprise_id = new.enterprise_id and tg_op = 'UPDATE' and e.step_id = new.id and e.word <> all (new.equipment)
      and e.word = any (old.equipment);
    insert into step_equipment (enterprise_id, word, step_id)
    select distinct new.enterprise_id, word, new.id from unnest(new.equipment) word where word <> '' on conflict do nothing;
  end if;
  return null;
end $$;
create or replace trigger words_known after insert or update of province, city, county on raw_lot for each row execute function know_recall_word();
create or replace trigger words_known after insert or update of equipment on production_step for each row execute function know_recall_word();
create or replace trigger words_known after insert or update of method on standard_item for each row execute function know_recall_word();

-- The lots that a question reaches: its sources and everything made of them, with what became of each, kg. Lots are looked up by an array of ids: the
-- planner cannot know how long a recursive part is, and would read whole tables.
create or replace function recall_lots(scope jsonb) returns table (lot_id uuid, role text, quantity numeric, in_house numeric, shipped numeric, other numeric)
language plpgsql stable as $$
#variable_conflict use_column
declare
  sources constant uuid[] := recall_sources(scope);
  reached uuid[];
begin
  reached := array(
    with recursive down (id) as (
      select unnest(sources)
      union select e.to_lot_id from down join lot_edge e on e.enterprise_id = current_enterprise() and e.from_lot_id = down.id
    ) select id from down);
  return query
    with kept as materialized (
      select b.lot_id, sum(b.quantity) filter (where b.is_real) as in_house, sum(b.quantity) filter (where p.kind in ('loss', 'adjustment')) as other
      from stock_balance b join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id
      where b.enterprise_id = current_enterprise() and b.lot_id = any (reached) and (b.is_real or p.kind in ('loss', 'adjustment')) group by b.lot_id
    ), sent as materialized (
      -- What the ledger says is with customers: what came back or was lost is not.
      select b.lot_id, sum(b.quantity) as shipped from stock_balance b join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'customer'
      where b.enterprise_id = current_enterprise() and b.lot_id = any (reached) group by b.lot_id
    )
    select l.id, case when l.id = any (sources) then 'source' else 'made' end, l.quantity,
      coalesce(kept.in_house, 0), coalesce(sent.shipped, 0), coalesce(kept.other, 0)
    from lot l left join kept on kept.lot_id = l.id left join sent on sent.lot_id = l.id
    -- What ended with its receipt was never used.
    where l.enterprise_id = current_enterprise() and l.id = any (reached) and l.state <> 'reversed';
end $$;
grant execute on function recall_lots(jsonb) to bencao_app;

-- Who received some of these lots: deliveries, packs and kg.
create or replace function recall_customers(lots uuid[]) returns table (customer_id uuid, name text, deliveries integer, packs integer, quantity numeric)
language sql stable as $$
  select c.id, c.name, sent.deliveries, sent.packs, sent.quantity from (
    select s.customer_id, count(distinct s.id)::integer as deliveries, sum(there.packs)::integer as packs,
      sum((line.quantity * there.packs / line.packs)::numeric(14, 4)) as quantity
    from shipment_line line join shipment s on s.enterprise_id = line.enterprise_id and s.id = line.shipment_id
      cross join lateral (select line.packs - coalesce((select sum(case when e.from_fate = 'customer' then e.packs when e.to_fate = 'customer' then -e.packs else 0 end)
        from custody_entry e where e.enterprise_id = line.enterprise_id and e.shipment_id = line.shipment_id and e.lot_id = line.lot_id), 0) as packs) there
    where line.enterprise_id = current_enterprise() and line.lot_id = any (lots) and line.packs > 0 and there.packs > 0 group by s.customer_id) sent
  join customer c on c.enterprise_id = current_enterprise() and c.id = sent.customer_id;
$$;
grant execute on function recall_customers(uuid[]) to bencao_app;

-- Of every lot of a recall that one of its customers has or had since it began: how much, and what is known of it. What was shipped is read from the shipments,
-- so that a correction of one is counted; what came back, was missing or lost otherwise is not asked of them. What this recall brought back is.
create or replace view recall_line with (security_invoker = true) as
  select had.enterprise_id, had.case_id, had.recall_customer_id, had.lot_id, (had.packs + told.returned)::integer as packs,
    (had.quantity + told.returned_quantity)::numeric as quantity, told.known::integer as known_packs
  from (
    select c.enterprise_id, c.case_id, c.id as recall_customer_id, line.lot_id, sum(line.packs - away.packs) as packs,
      sum((line.quantity * (line.packs - away.packs) / line.packs)::numeric(14, 4)) as quantity
    from recall_customer c join shipment s on s.enterprise_id = c.enterprise_id and s.customer_id = c.customer_id
      join shipment_line line on line.enterprise_id = s.enterprise_id and line.shipment_id = s.id and line.packs > 0
      join recall_lot l on l.enterprise_id = c.enterprise_id and l.case_id = c.case_id and l.lot_id = line.lot_id
      cross join lateral (select coalesce(sum(case when e.from_fate = 'customer' then e.packs when e.to_fate = 'customer' then -e.packs else 0 end), 0) as packs
        from custody_entry e where e.enterprise_id = line.enterprise_id and e.shipment_id = line.shipment_id and e.lot_id = line.lot_id) away
    group by c.enterprise_id, c.case_id, c.id, line.lot_id) had
  cross join lateral (select coalesce(sum(r.packs) filter (where r.return_id is not null), 0) as returned,
      coalesce(sum(r.quantity) filter (where r.return_id is not null), 0) as returned_quantity, coalesce(sum(r.packs), 0) as known
    from recall_recovery r where r.enterprise_id = had.enterprise_id and r.recall_customer_id = had.recall_customer_id and r.lot_id = had.lot_id) told
  where had.packs + told.returned > 0 or told.known > 0;
grant select on recall_line to bencao_app;

-- What became of goods is told while the recall is open, of lots and customers of it, and never of more than was shipped. The lock makes two who write of one
-- customer come one after the other.
create or replace function guard_recovery() returns trigger language plpgsql as $$
declare
  told recall_recovery;
  net numeric;
begin
  perform from recall_customer c where c.enterprise_id = new.enterprise_id and c.id = new.recall_customer_id for update;
  if not exists (select from recall_customer c join recall_case r on r.enterprise_id = c.enterprise_id and r.id = c.case_id
    where c.enterprise_id = new.enterprise_id and c.id = new.recall_customer_id and r.state = 'started')
  then raise exception 'recall_not_open' using errcode = 'BC001';
  end if;
  if new.takes_back is not null then
    select * into told from recall_recovery r where r.enterprise_id = new.enterprise_id and r.id = new.takes_back;
    if (told.recall_customer_id, told.lot_id, told.became, -told.packs, -told.quantity)
      is distinct from (new.recall_customer_id, new.lot_id, new.became, new.packs, new.quantity)
    then raise exception 'an entry is taken back as it was written' using errcode = 'BC002';
    end if;
    return new;
  end if;
  select spec.net_quantity into net from lot l join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
  where l.enterprise_id = new.enterprise_id and l.id = new.lot_id;
  if new.quantity is distinct from new.packs * net then raise exception 'packs weigh their net content' using errcode = 'BC002'; end if;
  -- What came back lies in the 退货区, with its return; there it was counted already.
  if new.became = 'recovered' and not exists (select from customer_return r join return_receipt c on c.enterprise_id = r.enterprise_id and c.return_id = r.id
      join return_item i on i.enterprise_id = c.enterprise_id and i.receipt_id = c.id and i.lot_id = new.lot_id
    where r.enterprise_id = new.enterprise_id and r.id = new.return_id and r.kind = 'recall' and c.taken_back_at is null group by r.id having sum(i.packs) = new.packs)
  then raise exception 'what was recovered came back with a return' using errcode = 'BC002';
  end if;
  if new.packs > coalesce((select line.packs - line.known_packs + case when new.became = 'recovered' then new.packs else 0 end from recall_line line
    where line.enterprise_id = new.enterprise_id and line.recall_customer_id = new.recall_customer_id and line.lot_id = new.lot_id),
    case when new.became = 'recovered' then new.packs else 0 end)
  then raise exception 'recovery_beyond_shipped' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on recall_recovery for each row execute function guard_recovery();

-- A recall ends when every customer answered, or it is said why not, and it is known of every pack what became of it. It ends once.
create or replace function guard_recall_case() returns trigger language plpgsql as $$
begin
  if old.state in ('closed', 'withdrawn', 'cancelled') then raise exception 'an ended recall is not changed' using errcode = 'BC002'; end if;
  if (new.case_no, new.kind, new.recall_class, new.question, new.subject, new.reason, new.created_by)
    is distinct from (old.case_no, old.kind, old.recall_class, old.question, old.subject, old.reason, old.created_by)
  then raise exception 'what a recall asks is not changed' using errcode = 'BC002';
  end if;
  if new.state = 'withdrawn' and old.state <> 'started' then
    raise exception 'a recall is withdrawn after it was started' using errcode = 'BC002';
  end if;
  if new.state = 'closed' then
    if old.state <> 'started' then raise exception 'a recall is closed after it was started' using errcode = 'BC002'; end if;
    if exists (select from recall_customer c where c.enterprise_id = new.enterprise_id and c.case_id = new.id
      and c.acknowledged_at is null and c.silence_at is null)
    then raise exception 'recall_unanswered' using errcode = 'BC001';
    end if;
    if exists (select from recall_line line where line.enterprise_id = new.enterprise_id and line.case_id = new.id and line.known_packs <> line.packs)
    then raise exception 'recall_sum_open' using errcode = 'BC001';
    end if;
  end if;
  return new;
end $$;
create or replace trigger guarded before update on recall_case for each row execute function guard_recall_case();

-- The hold of a recall is lifted by two persons after the recall is closed, or with its withdrawal, not before.
create or replace function guard_recall_hold() returns trigger language plpgsql as $$
begin
  if exists (select from recall_lot l join recall_case c on c.enterprise_id = l.enterprise_id and c.id = l.case_id
    where l.enterprise_id = new.enterprise_id and l.hold_id = new.id and c.state not in ('closed', 'withdrawn'))
  then raise exception 'recall_open' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger kept_by_recall before update of lifted_at on hold for each row
  when (old.lifted_at is null and new.lifted_at is not null and new.kind = 'recall') execute function guard_recall_hold();

-- Whose receipt is taken back has not recovered these goods: the recall asks for them again.
create or replace function take_back_recovery() returns trigger language plpgsql as $$
begin
  insert into recall_recovery (enterprise_id, recall_customer_id, lot_id, became, packs, quantity, note, takes_back, return_id, recorded_by, recorded_at)
  select r.enterprise_id, r.recall_customer_id, r.lot_id, r.became, -r.packs, -r.quantity, new.taken_back_reason, r.id, r.return_id, new.taken_back_by, new.taken_back_at
  from recall_recovery r where r.enterprise_id = new.enterprise_id and r.return_id = new.return_id and r.takes_back is null
    and not exists (select from recall_recovery later where later.enterprise_id = r.enterprise_id and later.takes_back = r.id);
  return null;
end $$;
create or replace trigger recovery_taken_back after update of taken_back_at on return_receipt for each row
  when (old.taken_back_at is null and new.taken_back_at is not null) execute function take_back_recovery();

-- Reports that nobody took back.
create or replace view recall_report_in_force with (security_invoker = true) as
  select r.enterprise_id, r.id, r.case_id, r.stage, r.sent_at from recall_report r
  where r.takes_back is null and not exists (select from recall_report later where later.enterprise_id = r.enterprise_id and later.takes_back = r.id);
grant select on recall_report_in_force to bencao_app;

-- Until when the next report of progress is due: so many days, by the class, after the last one or after the start. Null where no clock runs.
create or replace function recall_report_due(given recall_case) returns timestamptz language sql stable as $$
  select case when given.state = 'started' then
    coalesce((select max(r.sent_at) from recall_report_in_force r where r.enterprise_id = given.enterprise_id and r.case_id = given.id and r.stage = 'progress'),
      given.started_at) + make_interval(days => case given.recall_class when 'I' then 1 when 'II' then 3 else 7 end) end;
$$;
grant execute on function recall_report_due(recall_case) to bencao_app;

-- What the authority is told belongs to a recall that goes on, or once to one that ended; whoever wrote it down does not take it back.
create or replace function guard_recall_report() returns trigger language plpgsql as $$
declare
  subject recall_case;
  told recall_report;
begin
  select * into strict subject from recall_case c where c.enterprise_id = new.enterprise_id and c.id = new.case_id for update;
  if new.takes_back is not null then
    select * into told from recall_report r where r.enterprise_id = new.enterprise_id and r.id = new.takes_back;
    if (told.case_id, told.stage, told.authority, told.document_no, told.sent_at) is distinct from (new.case_id, new.stage, new.authority, new.document_no, new.sent_at)
      or told.takes_back is not null
    then raise exception 'a report is taken back as it was written' using errcode = 'BC002';
    end if;
    if told.recorded_by = new.recorded_by then raise exception 'report_own' using errcode = 'BC001'; end if;
    return new;
  end if;
  if subject.kind = 'drill' or subject.state <> (case new.stage when 'final' then 'closed' else 'started' end) then
    raise exception 'report_of_other_stage' using errcode = 'BC001';
  end if;
  if new.stage = 'final' and exists (select from recall_report_in_force r where r.enterprise_id = new.enterprise_id and r.case_id = new.case_id and r.stage = 'final')
  then raise exception 'report_again' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on recall_report for each row execute function guard_recall_report();

-- The door for a customer without an account: which enterprise a notice is from, and nothing else.
create or replace function enterprise_of_recall_notice(given uuid) returns uuid language sql stable security definer set search_path = public, pg_temp as $$
  select enterprise_id from recall_customer where public_token = given;
$$;
grant execute on function enterprise_of_recall_notice(uuid) to bencao_app;
