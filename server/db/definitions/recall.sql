-- 召回: which lots a question reaches, and what keeps its figures honest (decision 0060).

-- The lots that a question names by themselves, before anything made of them. A window is of days in the factory, both ends included; an end that is not
-- given is open.
create or replace function recall_sources(scope jsonb) returns uuid[] language plpgsql stable as $$
declare
  ids constant uuid[] := array(select jsonb_array_elements_text(scope -> 'ids')::uuid);
  named constant text := scope ->> 'words';
  days constant daterange := daterange((scope ->> 'from')::date, (scope ->> 'to')::date, '[]');
begin
  return case scope ->> 'node'
    when 'lot' then array(select l.id from lot l where l.enterprise_id = current_enterprise() and l.id = any (ids))
    when 'supplier' then array(select r.id from raw_lot r join lot l on l.enterprise_id = r.enterprise_id and l.id = r.id
      where r.enterprise_id = current_enterprise() and r.supplier_id = any (ids) and l.born_on <@ days)
    -- 甘肃/定西 reaches every county of it.
    when 'origin' then array(select r.id from raw_lot r join lot l on l.enterprise_id = r.enterprise_id and l.id = r.id
      where r.enterprise_id = current_enterprise() and l.born_on <@ days and starts_with(concat_ws('/', r.province, r.city, r.county, ''), named || '/'))
    when 'harvest' then array(select r.id from raw_lot r join lot l on l.enterprise_id = r.enterprise_id and l.id = r.id
      where r.enterprise_id = current_enterprise() and l.material_id = any (ids) and daterange(r.harvest_from, r.harvest_to, '[]') && days)
    when 'customer' then array(select distinct line.lot_id
      from shipment s join shipment_line line on line.enterprise_id = s.enterprise_id and line.shipment_id = s.id
      where s.enterprise_id = current_enterprise() and s.customer_id = any (ids) and line.packs > 0
        and (s.departed_at at time zone 'Asia/Shanghai')::date <@ days)
    when 'packing' then array(select p.id from pack_lot p where p.enterprise_id = current_enterprise() and p.packaging_order_id = any (ids))
    when 'method' then array(select distinct i.lot_id from test_result t
        join inspection i on i.enterprise_id = t.enterprise_id and i.id = t.inspection_id
        join standard_item item on item.enterprise_id = t.enterprise_id and item.id = t.standard_item_id
      where t.enterprise_id = current_enterprise() and item.method = named and (t.entered_at at time zone 'Asia/Shanghai')::date <@ days)
    when 'analyst' then array(select distinct i.lot_id from test_result t join inspection i on i.enterprise_id = t.enterprise_id and i.id = t.inspection_id
      where t.enterprise_id = current_enterprise() and t.entered_by = any (ids) and (t.entered_at at time zone 'Asia/Shanghai')::date <@ days)
    when 'equipment' then array(select distinct b.id
      from production_step s join bulk_lot b on b.enterprise_id = s.enterprise_id and b.order_id = s.order_id
      where s.enterprise_id = current_enterprise() and named = any (s.equipment) and (s.started_at at time zone 'Asia/Shanghai')::date <@ days)
    when 'process' then array(select b.id from production_order o join bulk_lot b on b.enterprise_id = o.enterprise_id and b.order_id = o.id
      where o.enterprise_id = current_enterprise() and o.process_version_id = any (ids) and b.production_date <@ days)
  end;
end $$;
grant execute on function recall_sources(jsonb) to bencao_app;

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
      select line.lot_id, sum(line.quantity) as shipped from shipment_line line
      where line.enterprise_id = current_enterprise() and line.lot_id = any (reached) group by line.lot_id
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
    select s.customer_id, count(distinct s.id)::integer as deliveries, sum(line.packs)::integer as packs, sum(line.quantity) as quantity
    from shipment_line line join shipment s on s.enterprise_id = line.enterprise_id and s.id = line.shipment_id
    where line.enterprise_id = current_enterprise() and line.lot_id = any (lots) and line.packs > 0 group by s.customer_id) sent
  join customer c on c.enterprise_id = current_enterprise() and c.id = sent.customer_id;
$$;
grant execute on function recall_customers(uuid[]) to bencao_app;

-- Of every lot of a recall that one of its customers received: how much, and what is known of it. What was shipped is read from the shipments, so that a
-- correction of one is counted.
create or replace view recall_line with (security_invoker = true) as
  select c.enterprise_id, c.case_id, c.id as recall_customer_id, line.lot_id, sum(line.packs)::integer as packs, sum(line.quantity) as quantity,
    coalesce((select sum(r.packs) from recall_recovery r
      where r.enterprise_id = c.enterprise_id and r.recall_customer_id = c.id and r.lot_id = line.lot_id), 0)::integer as known_packs
  from recall_customer c join shipment s on s.enterprise_id = c.enterprise_id and s.customer_id = c.customer_id
    join shipment_line line on line.enterprise_id = s.enterprise_id and line.shipment_id = s.id
    join recall_lot l on l.enterprise_id = c.enterprise_id and l.case_id = c.case_id and l.lot_id = line.lot_id
  group by c.enterprise_id, c.case_id, c.id, line.lot_id having sum(line.packs) > 0;
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
  if new.packs > coalesce((select line.packs - line.known_packs from recall_line line
    where line.enterprise_id = new.enterprise_id and line.recall_customer_id = new.recall_customer_id and line.lot_id = new.lot_id), 0)
  then raise exception 'recovery_beyond_shipped' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on recall_recovery for each row execute function guard_recovery();

-- A recall ends when every customer answered, or it is said why not, and it is known of every pack what became of it. It ends once.
create or replace function guard_recall_case() returns trigger language plpgsql as $$
begin
  if old.state in ('closed', 'cancelled') then raise exception 'an ended recall is not changed' using errcode = 'BC002'; end if;
  if (new.case_no, new.kind, new.recall_class, new.question, new.subject, new.reason, new.created_by)
    is distinct from (old.case_no, old.kind, old.recall_class, old.question, old.subject, old.reason, old.created_by)
  then raise exception 'what a recall asks is not changed' using errcode = 'BC002';
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

-- The hold of a recall is lifted by two persons after the recall is closed, not before.
create or replace function guard_recall_hold() returns trigger language plpgsql as $$
begin
  if exists (select from recall_lot l join recall_case c on c.enterprise_id = l.enterprise_id and c.id = l.case_id
    where l.enterprise_id = new.enterprise_id and l.hold_id = new.id and c.state <> 'closed')
  then raise exception 'recall_open' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger kept_by_recall before update of lifted_at on hold for each row
  when (old.lifted_at is null and new.lifted_at is not null and new.kind = 'recall') execute function guard_recall_hold();

-- The door for a customer without an account: which enterprise a notice is from, and nothing else.
create or replace function enterprise_of_recall_notice(given uuid) returns uuid language sql stable security definer set search_path = public, pg_temp as $$
  select enterprise_id from recall_customer where public_token = given;
$$;
grant execute on function enterprise_of_recall_notice(uuid) to bencao_app;
