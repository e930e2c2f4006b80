-- 月度台账 (decision 0075): opening + in − out = closing, for each lot and class, and toxic goods under two locks and two names (domain §3.8).

-- What the months brought into the bins and took out of them, by the entries. What moves between two bins is in stock before and after.
create or replace view lot_months with (security_invoker = true) as
  select e.enterprise_id, e.lot_id, date_trunc('month', e.occurred_at at time zone 'Asia/Shanghai')::date as month, e.kind,
    sum(case when target.kind = 'bin' then e.quantity else 0 end)::numeric(18, 4) as brought,
    sum(case when source.kind = 'bin' then e.quantity else 0 end)::numeric(18, 4) as taken
  from stock_entry e join place source on source.enterprise_id = e.enterprise_id and source.id = e.from_place_id
    join place target on target.enterprise_id = e.enterprise_id and target.id = e.to_place_id
  where (source.kind = 'bin') <> (target.kind = 'bin')
  group by e.enterprise_id, e.lot_id, 3, e.kind;

-- The only writer of what is kept of them. The lot is locked by its entry.
create or replace function keep_lot_month() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  leaves boolean := (select p.kind = 'bin' from place p where p.enterprise_id = new.enterprise_id and p.id = new.from_place_id);
  comes boolean := (select p.kind = 'bin' from place p where p.enterprise_id = new.enterprise_id and p.id = new.to_place_id);
begin
  if leaves = comes then return null; end if;
  insert into lot_month as m (enterprise_id, lot_id, month, kind, brought, taken)
  values (new.enterprise_id, new.lot_id, date_trunc('month', new.occurred_at at time zone 'Asia/Shanghai')::date, new.kind,
    case when comes then new.quantity else 0 end, case when leaves then new.quantity else 0 end)
  on conflict (enterprise_id, lot_id, month, kind) do update set brought = m.brought + excluded.brought, taken = m.taken + excluded.taken;
  return null;
end $$;
create or replace trigger month_kept after insert on stock_entry for each row execute function keep_lot_month();

create or replace function ledger_class_of(given lot) returns text language sql immutable as $$
  select case when given.is_toxic then 'toxic' when given.unit <> 'kg' then 'packaging' else given.kind end;
$$;
grant execute on function ledger_class_of(lot) to bencao_app;

-- A month of a class, lot by lot: from what lies in the bins now and what the months since then brought and took, so that it reads as many months as it is ago.
create or replace function stock_of_month(given_month date, given_class text)
  returns table (lot_id uuid, lot_no text, name text, opening numeric, brought numeric, taken numeric, closing numeric, moves jsonb)
  language sql stable as $$
  with touched as (
    select m.lot_id, sum(m.brought - m.taken) as since,
      coalesce(sum(m.brought) filter (where m.month = given_month), 0) as brought,
      coalesce(sum(m.taken) filter (where m.month = given_month), 0) as taken,
      coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'quantity', (m.brought - m.taken)::text) order by m.kind) filter (where m.month = given_month), '[]') as moves
    from lot_month m where m.enterprise_id = current_enterprise() and m.month >= given_month group by m.lot_id
  ), known as (
    select h.lot_id from lot_at_hand h where h.enterprise_id = current_enterprise() union select t.lot_id from touched t
  )
  select l.id, l.lot_no, l.name, (now_there.quantity - coalesce(t.since, 0))::numeric(18, 4), coalesce(t.brought, 0)::numeric(18, 4),
    coalesce(t.taken, 0)::numeric(18, 4), (now_there.quantity - coalesce(t.since, 0) + coalesce(t.brought, 0) - coalesce(t.taken, 0))::numeric(18, 4),
    coalesce(t.moves, '[]')
  from known k join lot l on l.enterprise_id = current_enterprise() and l.id = k.lot_id left join touched t on t.lot_id = k.lot_id
    cross join lateral (select coalesce(sum(b.quantity), 0) as quantity from stock_balance b
      join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin'
      where b.enterprise_id = current_enterprise() and b.lot_id = k.lot_id and b.is_real) now_there
  where ledger_class_of(l) = given_class
    and (now_there.quantity <> coalesce(t.since, 0) or coalesce(t.brought, 0) <> 0 or coalesce(t.taken, 0) <> 0);
$$;
grant execute on function stock_of_month(date, text) to bencao_app;

-- The second person of a movement, where its document has one.
create or replace function second_person_of(given_kind text, given_document uuid) returns uuid language sql stable
return case given_kind
  when 'receipt' then (select coalesce(r.reversal_approved_by, r.checked_by) from receipt r where r.enterprise_id = current_enterprise() and r.id = given_document)
  when 'production_issue' then (select i.checked_by from production_issue i where i.enterprise_id = current_enterprise() and i.id = given_document)
  when 'production_return' then (select r.checked_by from production_return r where r.enterprise_id = current_enterprise() and r.id = given_document)
  when 'sampling' then (select s.witnessed_by from sampling s where s.enterprise_id = current_enterprise() and s.id = given_document)
  when 'stock_transfer' then (select t.checked_by from stock_transfer t where t.enterprise_id = current_enterprise() and t.id = given_document)
  when 'stocktake' then (select s.approver_id from stocktake s where s.enterprise_id = current_enterprise() and s.id = given_document)
  when 'disposal_case' then (select c.witness_id from disposal_case c where c.enterprise_id = current_enterprise() and c.id = given_document)
  when 'packaging_order' then (select r.checked_by from packaging_record r where r.enterprise_id = current_enterprise() and r.packaging_order_id = given_document)
  when 'correction' then (select c.approved_by from correction c where c.enterprise_id = current_enterprise() and c.id = given_document)
end;
grant execute on function second_person_of(text, uuid) to bencao_app;

-- Each movement of toxic goods into or out of bins in a month, in the order of the book.
create or replace function toxic_entries_of(given_month date) returns table (id bigint, lot_id uuid, lot_no text, occurred_at timestamptz, kind text,
    document_no text, quantity numeric, goes boolean, by_name text, second_name text) language sql stable as $$
  select e.id, e.lot_id, l.lot_no, e.occurred_at, e.kind, e.document_no, e.quantity, target.kind <> 'bin', a.name, second.name
  from lot_month m join lot l on l.enterprise_id = m.enterprise_id and l.id = m.lot_id and l.is_toxic
    join stock_entry e on e.enterprise_id = m.enterprise_id and e.lot_id = m.lot_id and e.kind = m.kind
      and e.occurred_at >= given_month::timestamp at time zone 'Asia/Shanghai'
      and e.occurred_at < (given_month + interval '1 month') at time zone 'Asia/Shanghai'
    join place source on source.enterprise_id = e.enterprise_id and source.id = e.from_place_id
    join place target on target.enterprise_id = e.enterprise_id and target.id = e.to_place_id
    join account a on a.enterprise_id = e.enterprise_id and a.id = e.by_id
    left join account second on second.enterprise_id = e.enterprise_id and second.id = second_person_of(e.document_kind, e.document_id)
  where m.enterprise_id = current_enterprise() and m.month = given_month and (source.kind = 'bin') <> (target.kind = 'bin')
  order by e.occurred_at, e.id;
$$;
grant execute on function toxic_entries_of(date) to bencao_app;

-- What a signed month says is counted here: whoever signs adds nothing. A month is signed when it is over, and again only after something was booked into it.
create or replace function fill_stock_ledger() returns trigger language plpgsql as $$
declare
  before stock_ledger;
begin
  if new.month + interval '1 month' > today() then raise exception 'month_not_over' using errcode = 'BC001'; end if;
  perform pg_advisory_xact_lock(hashtextextended(concat('stock_ledger ', new.enterprise_id, new.goods_class, new.month), 0));
  select * into before from stock_ledger s where s.enterprise_id = new.enterprise_id and s.goods_class = new.goods_class and s.month = new.month
  order by s.version desc limit 1;
  new.version := coalesce(before.version, 0) + 1;
  select coalesce(jsonb_agg(jsonb_build_object('lotNo', m.lot_no, 'name', m.name, 'opening', m.opening::text, 'brought', m.brought::text,
      'taken', m.taken::text, 'closing', m.closing::text, 'moves', m.moves) order by m.lot_no), '[]'),
    coalesce(sum(m.opening), 0), coalesce(sum(m.brought), 0), coalesce(sum(m.taken), 0), coalesce(sum(m.closing), 0)
  into new.lines, new.opening, new.brought, new.taken, new.closing from stock_of_month(new.month, new.goods_class) m;
  new.entries := case when new.goods_class = 'toxic' then coalesce((select jsonb_agg(jsonb_build_object('lotNo', e.lot_no, 'occurredAt', e.occurred_at,
      'kind', e.kind, 'documentNo', e.document_no, 'quantity', e.quantity::text, 'goes', e.goes, 'by', e.by_name, 'second', e.second_name)
      order by e.occurred_at, e.id) from toxic_entries_of(new.month) e), '[]') else '[]' end;
  if (before.lines, before.entries) is not distinct from (new.lines, new.entries) and before.id is not null then
    raise exception 'ledger_unchanged' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger filled before insert on stock_ledger for each row execute function fill_stock_ledger();

create or replace function guard_ledger_signatures() returns trigger language plpgsql as $$
begin
  if exists (select from unnest(array[new.signed_by, new.checked_by]) person
    where not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = person))
  then raise exception 'a ledger is signed by two' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists signed on stock_ledger;
create constraint trigger signed after insert on stock_ledger deferrable initially deferred for each row execute function guard_ledger_signatures();

-- Toxic goods are moved by two, and lie under two locks; nothing else lies there.
create or replace function guard_toxic_transfer() returns trigger language plpgsql as $$
begin
  if exists (select from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id and l.is_toxic) then
    raise exception 'toxic_needs_second' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger toxic_by_two before insert on stock_transfer for each row when (new.checked_by is null) execute function guard_toxic_transfer();

create or replace function guard_double_lock() returns trigger language plpgsql as $$
begin
  if exists (select from place p join lot l on l.enterprise_id = p.enterprise_id and l.id = new.lot_id
    where p.enterprise_id = new.enterprise_id and p.id = new.to_place_id and p.kind = 'bin' and (p.storage_condition = '双锁') <> l.is_toxic)
  then raise exception 'toxic_store' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger double_locked before insert on stock_entry for each row
  when (new.kind in ('receipt', 'transfer', 'production_output', 'pack_output', 'sales_return', 'return_from_production', 'pack_return')) execute function guard_double_lock();
