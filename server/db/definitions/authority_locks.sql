-- 监管锁定 of the enterprise and of a product (decision 0092). What asks whether it is in force is in warehouse.sql, before what moves goods.

-- What the authority said stays; it is lifted once, by two, and by no program.
create or replace function guard_authority_lock() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.lifted_at is not null then raise exception 'a lock is in force first' using errcode = 'BC002'; end if;
    -- What moves goods now is done first, and what comes after finds the lock.
    perform pg_advisory_xact_lock(hashtextextended('authority_lock ' || new.enterprise_id, 0));
    return new;
  end if;
  if old.lifted_at is not null then raise exception 'a lifted lock is not changed' using errcode = 'BC002'; end if;
  if (new.level, new.product_id, new.authority, new.authority_no, new.ordered_on, new.until_on, new.reason, new.placed_by, new.placed_second_by, new.placed_at)
    is distinct from (old.level, old.product_id, old.authority, old.authority_no, old.ordered_on, old.until_on, old.reason, old.placed_by, old.placed_second_by, old.placed_at)
  then raise exception 'what the authority said is not changed' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert or update on authority_lock for each row execute function guard_authority_lock();
create or replace trigger a_person_lifts before update of lifted_at on authority_lock for each row when (old.lifted_at is null and new.lifted_at is not null)
  execute function refuse_program_lift();

-- Both persons sign, when it is placed and when it is lifted.
create or replace function guard_authority_lock_signatures() returns trigger language plpgsql as $$
begin
  if exists (select from unnest(case tg_op when 'INSERT' then array[new.placed_by, new.placed_second_by] else array[new.lifted_by, new.lift_second_by] end) person
    where not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = person
      and s.meaning = case tg_op when 'INSERT' then '监管锁定' else '解除监管锁定' end))
  then raise exception 'a lock of the authority is signed by two' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists signed on authority_lock;
create constraint trigger signed after insert or update on authority_lock deferrable initially deferred for each row execute function guard_authority_lock_signatures();

-- No batch of a locked product is weighed out.
create or replace function guard_locked_product() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('authority_lock ' || new.enterprise_id, 0));
  if authority_locks((select o.product_id from production_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id)) then
    raise exception 'lot_held' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger lock_kept before insert on production_issue for each row execute function guard_locked_product();

-- Every lock of the authority at its four levels, for the register of them all.
create or replace view regulator_lock with (security_invoker = true) as
  select k.enterprise_id, k.id, k.level, coalesce((select p.name from product p where p.enterprise_id = k.enterprise_id and p.id = k.product_id), '') as subject,
    k.authority, k.authority_no, k.ordered_on, k.until_on, k.reason, k.placed_by, k.placed_second_by, k.placed_at,
    k.lifted_by, k.lift_second_by, k.lifted_at, k.lift_no, k.conclusion, k.row_version
  from authority_lock k
  union all
  select h.enterprise_id, h.id, 'lot', (select l.name || ' ' || l.lot_no from lot l where l.enterprise_id = h.enterprise_id and l.id = h.lot_id),
    '', '', null, null, h.reason, h.placed_by, null, h.placed_at, h.lifted_by, h.lift_second_by, h.lifted_at, h.lift_evidence, h.conclusion, 0
  from hold h where h.kind = 'regulator'
  union all
  select k.enterprise_id, k.id, 'code', coalesce((select string_agg(distinct l.name || ' ' || l.lot_no, '、') from code_lock_run r
      join lot l on l.enterprise_id = r.enterprise_id and l.id = r.lot_id where r.enterprise_id = k.enterprise_id and r.lock_id = k.id), '')
    || '，' || (select sum(r.last_index - r.first_index + 1) from code_lock_run r where r.enterprise_id = k.enterprise_id and r.lock_id = k.id) || ' 袋',
    '', k.authority_no, null, null, k.reason, k.placed_by, null, k.placed_at, k.lifted_by, k.lift_second_by, k.lifted_at, k.lift_evidence, k.conclusion, k.row_version
  from code_lock k;
grant select on regulator_lock to bencao_app;
