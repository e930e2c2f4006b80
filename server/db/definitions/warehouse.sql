-- Lots, stock and places.

-- The one place of a kind that is not a bin (供应商, 实验室, 生产, 客户, 损耗 …). Null where the enterprise has none, which no stock entry takes.
create or replace function place_of_kind(given text) returns uuid language sql stable
  return (select id from place where enterprise_id = current_enterprise() and kind = given and is_active order by code limit 1);
grant execute on function place_of_kind(text) to bencao_app;

-- The lot counts its active holds, so that a step that reads the lot sees them.
create or replace function count_holds() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.lifted_at is not null then
    raise exception 'a lifted hold is not changed' using errcode = 'BC002';
  end if;
  -- No one person lifts a hold (domain §2.0). The steps let two sign; here nothing passes them by.
  if tg_op = 'UPDATE' and new.lifted_at is not null and new.lift_second_by is null then
    raise exception 'a hold is lifted by two persons' using errcode = 'BC002';
  end if;
  update lot set holds = holds + case when tg_op = 'INSERT' then 1 when new.lifted_at is not null then -1 else 0 end
  where enterprise_id = new.enterprise_id and id = new.lot_id and (tg_op = 'INSERT' or new.lifted_at is not null);
  return null;
end $$;
create or replace trigger counted after insert or update on hold for each row execute function count_holds();

-- A program lifts no hold, whoever stands behind it: that a lot may be used again is a person's word.
create or replace function refuse_program_lift() returns trigger language plpgsql as $$
begin
  if exists (select from api_token where enterprise_id = new.enterprise_id and id::text = current_setting('app.actor', true))
  then raise exception 'program_cannot_lift' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger a_person_lifts before update of lifted_at on hold for each row when (old.lifted_at is null and new.lifted_at is not null)
  execute function refuse_program_lift();

-- The locks of the authority on the enterprise, or on this product, for a statement that asks of many lots: as a table PostgreSQL plans it within the
-- statement, while a value that looks something up is a statement of its own for each row.
create or replace function authority_locks_on(given_product uuid) returns table (id uuid) language sql stable as $$
  select k.id from authority_lock k where k.enterprise_id = (select current_enterprise()) and k.lifted_at is null and (k.product_id is null or k.product_id = given_product);
$$;
grant execute on function authority_locks_on(uuid) to bencao_app;

-- Whether the authority has locked the enterprise, or this product (decision 0092). The lock is looked up and not written on every lot: it reaches those that
-- are made while it lasts.
create or replace function authority_locks(given_product uuid) returns boolean language sql stable as $$
  select exists (select from authority_locks_on(given_product));
$$;
grant execute on function authority_locks(uuid) to bencao_app;

-- I3 and the holds, where no step can pass them by: read again at the moment of the entry, inside the transaction.
-- The message is the refusal code of the contract.
create or replace function guard_stock_entry() returns trigger language plpgsql as $$
declare
  subject lot;
begin
  select * into strict subject from lot where enterprise_id = new.enterprise_id and id = new.lot_id for update;
  -- What is bought is not made and not sold, what is made is not bought. A step that asks for it is a fault of the program.
  if new.kind = any (case when subject.kind in ('raw', 'auxiliary') then '{production_output,pack_output,ship,sales_return}'
      else '{receipt,pack_issue,pack_return,supplier_return}' end::text[]) then
    raise exception 'a lot of kind % has no movement %', subject.kind, new.kind using errcode = 'BC002';
  end if;
  if subject.unit <> 'kg' or new.kind in ('pack_issue', 'pack_return') then perform guard_pieces(subject, new); end if;
  -- What of counted material is on the line was free when it was issued; whether a hold reaches the packs is asked where the edge is written.
  if subject.unit <> 'kg' and new.kind in ('pack_input', 'pack_loss', 'pack_return') then return new; end if;
  -- What a correction books anew or takes back uses nothing of the lot: it says what was used before. What a batch took in was used when it was
  -- issued: whether a hold reaches the batch is asked where its edge is written.
  if new.kind in ('pack_input', 'pack_loss') and is_correcting(new) then return new; end if;
  -- So it is with what left, and with what was weighed out: as much as the same correction took back before. More than that left only if the lot
  -- may be used, or while QA looks at what came of it.
  if new.kind in ('ship', 'issue') and is_correcting(new) and (impact_is_open(new.lot_id) or new.quantity <= (
    select coalesce(sum(case when e.kind = 'reversal' then e.quantity else -e.quantity end), 0)
    from stock_entry e left join stock_entry r on r.enterprise_id = e.enterprise_id and r.id = e.reverses
    where e.enterprise_id = new.enterprise_id and e.lot_id = new.lot_id and e.document_id = new.document_id and coalesce(r.kind, e.kind) = new.kind))
  then return new;
  end if;
  if new.kind not in ('receipt', 'production_output', 'pack_output', 'reversal', 'sample', 'retention', 'transfer', 'destroy', 'sales_return', 'return_from_production', 'production_input', 'shortage', 'gain', 'supplier_return') then
    -- The lock of the authority that is being placed now is waited for (guard_authority_lock); the next statement sees it.
    perform pg_advisory_xact_lock_shared(hashtextextended('authority_lock ' || new.enterprise_id, 0));
    if subject.holds > 0 or authority_locks(subject.product_id) then raise exception 'lot_held' using errcode = 'BC001'; end if;
  end if;
  if new.kind in ('issue', 'ship', 'pack_issue') and subject.state <> 'released'
      and not (new.kind = 'issue' and subject.kind = 'bulk' and subject.state = 'rejected' and is_rework_issue(new)) or new.kind = 'pack_input' and subject.state <> (case subject.kind when 'pack' then 'released' else 'conforming' end) then
    raise exception 'lot_not_released' using errcode = 'BC001';
  end if;
  -- On the retest day itself the lot is due; 保质期至 names the last good day.
  if new.kind in ('issue', 'ship', 'pack_input', 'pack_issue') and (subject.retest_on <= today() or subject.expires_on < today()) then
    raise exception 'lot_expired' using errcode = 'BC001';
  end if;
  if new.kind in ('issue', 'ship', 'pack_input') and not ancestors_allow(new.lot_id) then
    raise exception 'ancestor_unfit' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on stock_entry for each row execute function guard_stock_entry();

-- No step leads out of a rejection (domain §2.0): what was rejected is returned, reworked under another number, or destroyed.
create or replace function keep_rejected() returns trigger language plpgsql as $$
begin
  raise exception 'wrong_state' using errcode = 'BC001';
end $$;
create or replace trigger rejected_kept before update of state on lot for each row when (old.state = 'rejected' and new.state <> 'rejected') execute function keep_rejected();

-- No test makes a last good day later: what is past it is not released. A retest day is another matter, which the release sets anew.
create or replace function refuse_expired_release() returns trigger language plpgsql as $$
begin
  if new.expires_on < today() then raise exception 'lot_expired' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger released_in_date before update of state on lot for each row when (new.state = 'released' and old.state <> 'released')
  execute function refuse_expired_release();

-- Under which goods a lot's stock is listed, and the day by which it is used up or sold first: its expiry day, of bought goods the retest day.
create or replace function goods_of(given lot) returns uuid language sql immutable as $$
  select coalesce(given.pack_spec_id, given.product_id, given.material_id);
$$;
create or replace function due_day_of(given lot) returns date language sql immutable as $$
  select case when given.kind in ('raw', 'auxiliary') then given.retest_on else given.expires_on end;
$$;

-- The only writer of the balances.
create or replace function keep_balance() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Both rows in one statement and always in the order of their places, so that two transactions never wait for each other.
  insert into stock_balance as b (enterprise_id, lot_id, place_id, is_real, quantity)
  select new.enterprise_id, new.lot_id, place.id, place.is_real, 0 from place
  where place.enterprise_id = new.enterprise_id and place.id in (new.from_place_id, new.to_place_id) order by place.id
  on conflict (enterprise_id, lot_id, place_id) do nothing;
  update stock_balance set quantity = quantity + case when place_id = new.to_place_id then new.quantity else -new.quantity end
  where enterprise_id = new.enterprise_id and lot_id = new.lot_id and place_id in (new.from_place_id, new.to_place_id);
  return null;
end $$;
create or replace trigger balanced after insert on stock_entry for each row execute function keep_balance();

-- Goods lie where their state says (domain §2.4): a place that holds some keeps its zone and its lock, and stays in use. A step
-- that puts goods in holds a key lock on the place, so the two never pass each other.
create or replace function keep_place_of_stock() returns trigger language plpgsql as $$
begin
  if (new.kind, new.code) is distinct from (old.kind, old.code) then
    raise exception 'a place keeps its kind and code' using errcode = 'BC002';
  end if;
  if (new.is_active, new.zone, new.storage_condition) is distinct from (old.is_active, old.zone, old.storage_condition) then
    perform from place where enterprise_id = old.enterprise_id and id = old.id for update;
    if not old.is_real then
      raise exception 'a place of the ledger stays as it is' using errcode = 'BC002';
    end if;
    if exists (select from stock_balance b where b.enterprise_id = old.enterprise_id and b.place_id = old.id and b.quantity <> 0) then
      raise exception 'place_has_stock' using errcode = 'BC001';
    end if;
  end if;
  return new;
end $$;
create or replace trigger stock_kept before update on place for each row execute function keep_place_of_stock();

-- Before a lot or a production order has a name, the name is known to the search.
create or replace function know_goods_name() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into goods_name (enterprise_id, name, initials)
  values (new.enterprise_id, to_jsonb(new) ->> tg_argv[0], new.initials) on conflict do nothing;
  return new;
end $$;
create or replace trigger name_known before insert or update of name on lot for each row execute function know_goods_name('name');
create or replace trigger name_known before insert or update of product_name on production_order for each row execute function know_goods_name('product_name');
