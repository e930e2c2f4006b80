-- The release and the rejection of lots.

-- The persons of the packaging record are always among the producers.
create or replace function guard_pack_release() returns trigger language plpgsql as $$
begin
  if exists (select from packaging_record r where r.enterprise_id = new.enterprise_id and r.lot_id = new.lot_id
      and (r.operator_id <> all (new.producer_ids) or r.checked_by <> all (new.producer_ids)))
  then raise exception 'the persons of the packaging record are missing' using errcode = 'BC002';
  end if;
  if new.decision = 'release' and not ancestors_allow(new.lot_id) then
    raise exception 'ancestor_unfit' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on pack_release for each row execute function guard_pack_release();

-- 不合格 is approved by the 质量负责人, and no hold ends by one signature (domain §2.3): a second person has signed the same record. Asked at the end of the
-- transaction, since a signature is given on the written row.
create or replace function need_approval() returns trigger language plpgsql as $$
declare
  record jsonb := to_jsonb(new);
  signed_table text := coalesce(record ->> 'decided_with_table', tg_table_name);
  signed_id uuid := coalesce((record ->> 'decided_with_id')::uuid, new.id);
  -- The signatures of the record, not those of every other person: `materialized`.
  approver text := (with given as materialized (select s.signer_id, s.meaning from signature s
      where s.enterprise_id = new.enterprise_id and s.record_table = signed_table and s.record_id = signed_id)
    select g.signer_id from given g where g.meaning = '批准' and g.signer_id <> new.decided_by limit 1);
begin
  if approver is null then raise exception 'a rejection is approved by a second person' using errcode = 'BC002'; end if;
  -- Nor does the second person decide about their own work (I7). An impact decision has a guard of its own.
  if tg_table_name = 'impact_lot' then return null; end if;
  if record -> 'analyst_ids' ? approver then raise exception 'analyst_releases' using errcode = 'BC001'; end if;
  if record -> 'producer_ids' ? approver then raise exception 'producer_releases' using errcode = 'BC001'; end if;
  if record ->> 'buyer_id' = approver then raise exception 'buyer_releases' using errcode = 'BC001'; end if;
  if record -> 'receiver_ids' ? approver then raise exception 'receiver_releases' using errcode = 'BC001'; end if;
  return null;
end $$;
drop trigger if exists approved on release_decision;
create constraint trigger approved after insert on release_decision deferrable initially deferred for each row
  when (new.decision = 'reject') execute function need_approval();
drop trigger if exists approved on pack_release;
create constraint trigger approved after insert on pack_release deferrable initially deferred for each row
  when (new.decision = 'reject') execute function need_approval();
-- No signature makes a good lot of a rejected one, or of one whose ancestors do not allow its use.
create or replace function guard_impact_decision() returns trigger language plpgsql as $$
begin
  if not ancestors_allow(new.lot_id) or exists (select from lot where enterprise_id = new.enterprise_id and id = new.lot_id and state = 'rejected') then
    raise exception 'ancestor_unfit' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger cleared before insert or update on impact_lot for each row when (new.decision = 'clear') execute function guard_impact_decision();

-- Who tested a lot, or the batch that it was packed of (I7).
create or replace function analysts_of(given_lot uuid) returns uuid[] language sql stable as $$
  select array(select distinct analyst from report r, unnest(r.analyst_ids) analyst where r.enterprise_id = current_enterprise()
    and r.lot_id in (given_lot, (select p.bulk_lot_id from pack_lot p where p.enterprise_id = current_enterprise() and p.id = given_lot)))
$$;
grant execute on function analysts_of(uuid) to bencao_app;

-- Who made a lot, or the batch that it was packed of, and who packed it, also before it was packed anew (I7). Where it is asked of many lots it becomes a part of
-- the statement: a quarter of what a function costs that is called for each.
create or replace function makers_of(given_lot uuid) returns table (maker uuid) language sql stable as $$
  with recursive packed (id) as (
    select given_lot union select o.repack_of from packed join pack_lot p on p.enterprise_id = current_enterprise() and p.id = packed.id
      join packaging_order o on o.enterprise_id = p.enterprise_id and o.id = p.packaging_order_id where o.repack_of is not null
  ), made as materialized (
    select coalesce((select p.bulk_lot_id from pack_lot p where p.enterprise_id = current_enterprise() and p.id = given_lot), given_lot) as id
  ), ordered as materialized (
    select order_of_made(made.id) as id from made where not exists (select from bulk_lot b where b.enterprise_id = current_enterprise() and b.id = made.id)
  )
  select unnest(b.operator_ids || b.finished_by) from bulk_lot b where b.enterprise_id = current_enterprise() and b.id in (given_lot, (select made.id from made))
  -- Of what is no finished batch, a co-product or a part of one, everybody who worked on its order. `offset 0`: the one order is looked up.
  union select unnest(o.operator_ids) from ordered cross join lateral (
    select p.operator_ids from production_order p where p.enterprise_id = current_enterprise() and p.id = ordered.id offset 0) o
  union select unnest(array_remove(array[k.operator_id, k.checked_by], null)) from packed join packaging_record k
    on k.enterprise_id = current_enterprise() and k.lot_id = packed.id
$$;
grant execute on function makers_of(uuid) to bencao_app;
-- Planned once: planning costs five times what it reads.
create or replace function producers_of(given_lot uuid) returns uuid[] language sql stable set plan_cache_mode = force_generic_plan as $$
  select array(select maker from makers_of(given_lot))
$$;
grant execute on function producers_of(uuid) to bencao_app;

-- Whose work a lot is: who made it or ordered it made, tested it, packed it, or took it in.
create or replace function workers_on(given_lot uuid) returns uuid[] language sql stable as $$
  select producers_of(given_lot) || analysts_of(given_lot) || array(
    select unnest(array_remove(array[r.received_by, r.checked_by], null)) from raw_lot l join receipt r on r.enterprise_id = l.enterprise_id and r.id = l.receipt_id
      where l.enterprise_id = current_enterprise() and l.id = given_lot
    union select o.created_by from production_order o where o.enterprise_id = current_enterprise() and o.id = order_of_made(coalesce(
      (select p.bulk_lot_id from pack_lot p where p.enterprise_id = current_enterprise() and p.id = given_lot), given_lot)))
$$;
grant execute on function workers_on(uuid) to bencao_app;

-- Nobody lifts a hold of a lot that is their own work. Those of OOS and impact end with their case, which asks the same of its own persons; that of a
-- count is about the count, and ends with its decision, by two who did not count.
create or replace function guard_lifters() returns trigger language plpgsql as $$
begin
  if array[new.lifted_by, new.lift_second_by] && workers_on(new.lot_id)
    and not exists (select from stocktake_line l where l.enterprise_id = new.enterprise_id and l.hold_id = new.id)
  then raise exception 'hold_own_work' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger lifted_by_others before update of lifted_at on hold for each row
  when (old.lifted_at is null and new.lifted_at is not null and new.kind not in ('oos', 'impact')) execute function guard_lifters();

-- Neither person of a decision about a lot has tested it, and neither who clears it has made or packed it (I7). A rejection that settles the question
-- for a lot made of the rejected one was decided elsewhere.
create or replace function guard_impact_persons() returns trigger language plpgsql as $$
begin
  if array[new.decided_by, new.approved_by] && analysts_of(new.lot_id) then raise exception 'analyst_releases' using errcode = 'BC001'; end if;
  if new.decision = 'clear' and array[new.decided_by, new.approved_by] && producers_of(new.lot_id) then
    raise exception 'producer_releases' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger decided_by_others before insert or update of decision, decided_by, approved_by on impact_lot for each row
  when (new.decision is not null and new.decided_with_table is null) execute function guard_impact_persons();
drop trigger if exists approved on impact_lot;
create constraint trigger approved after insert or update on impact_lot deferrable initially deferred for each row
  when (new.decision is not null) execute function need_approval();
