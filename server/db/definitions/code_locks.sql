-- 监管锁定单码 (decision 0082): which packs are locked, and what is not done with them.

-- Whether the authority locked one of these packs.
create or replace function codes_locked(given_enterprise uuid, given_range uuid, given_first bigint, given_last bigint) returns boolean language sql stable as $$
  select exists (select from code_lock_run r join code_lock k on k.enterprise_id = r.enterprise_id and k.id = r.lock_id
    where r.enterprise_id = given_enterprise and r.range_id = given_range and r.first_index <= given_last and r.last_index >= given_first and k.lifted_at is null);
$$;
grant execute on function codes_locked(uuid, uuid, bigint, bigint) to bencao_app;

-- A locked pack is not sold, not put back among what is sold, and gets no other code. It may come back, be sampled and be destroyed.
create or replace function guard_locked_code() returns trigger language plpgsql as $$
begin
  if codes_locked(new.enterprise_id, new.range_id, new.first_index, new.last_index) then raise exception 'code_locked' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger lock_kept before insert on code_event for each row
  when (new.state = 'shipped' and new.document_kind in ('shipment', 'correction') or new.state = 'in_stock' and new.document_kind = 'customer_return'
    or new.state = 'voided' and new.document_kind = 'code_replacement')
  execute function guard_locked_code();

-- What the authority said stays; it is lifted once, by two whose work the packs are not.
create or replace function guard_code_lock() returns trigger language plpgsql as $$
begin
  if old.lifted_at is not null then raise exception 'a lifted lock is not changed' using errcode = 'BC002'; end if;
  if (new.authority_no, new.reason, new.placed_by, new.placed_at) is distinct from (old.authority_no, old.reason, old.placed_by, old.placed_at) then
    raise exception 'what the authority said is not changed' using errcode = 'BC002';
  end if;
  if exists (select from code_lock_run r where r.enterprise_id = new.enterprise_id and r.lock_id = new.id
    and array[new.lifted_by, new.lift_second_by] && workers_on(r.lot_id))
  then raise exception 'hold_own_work' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger guarded before update on code_lock for each row execute function guard_code_lock();
