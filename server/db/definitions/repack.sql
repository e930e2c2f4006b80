-- 换包装 (decision 0107): released packs are opened and their content is packed anew, as another pack lot of the same batch.

-- Why packs of a lot may not be packed anew, in the words of the contract; null when they may.
create or replace function repack_refusal(given_lot uuid) returns text language sql stable as $$
  select case
    when l.kind <> 'pack' or l.state <> 'released' then 'not_repackable'
    when l.holds > 0 or authority_locks(l.product_id) then 'lot_held'
    when l.expires_on < today() then 'lot_expired'
    when not ancestors_allow(l.id) then 'ancestor_unfit'
  end
  from lot l where l.enterprise_id = current_enterprise() and l.id = given_lot;
$$;
grant execute on function repack_refusal(uuid) to bencao_app;

-- A repack is ordered, approved and given labels while its packs may be used; what it is of is never changed. What is opened is asked by the ledger and the
-- graph (guard_stock_entry, guard_lot_edge): the case about packs that were not found may hold the lot by then.
create or replace function guard_repack() returns trigger language plpgsql as $$
declare
  refused text;
begin
  if tg_op = 'UPDATE' then
    if (new.repack_of, new.repack_ground, new.repack_reason) is distinct from (old.repack_of, old.repack_ground, old.repack_reason)
      or new.repack_of is not null and (new.bulk_lot_id, new.pack_spec_id) is distinct from (old.bulk_lot_id, old.pack_spec_id)
      or old.repack_approved_by is not null and new.repack_approved_by is distinct from old.repack_approved_by
    then raise exception 'what a repack is of is not changed' using errcode = 'BC002';
    end if;
    if new.state = old.state or new.state not in ('approved', 'in_progress') then return new; end if;
  end if;
  if new.repack_of is null then return new; end if;
  if not exists (select from pack_lot p join lot l on l.enterprise_id = p.enterprise_id and l.id = p.id
      join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.product_id = l.product_id
    where p.enterprise_id = new.enterprise_id and p.id = new.repack_of and p.bulk_lot_id = new.bulk_lot_id and spec.id = new.pack_spec_id)
  then raise exception 'a repack is of the same batch and product' using errcode = 'BC002';
  end if;
  refused := repack_refusal(new.repack_of);
  if refused = 'lot_held' then raise exception 'lot_held' using errcode = 'BC001'; end if;
  if refused = 'lot_expired' then raise exception 'lot_expired' using errcode = 'BC001'; end if;
  if refused = 'ancestor_unfit' then raise exception 'ancestor_unfit' using errcode = 'BC001'; end if;
  if refused is not null then raise exception 'not_repackable' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger repack_guarded before insert or update on packaging_order for each row execute function guard_repack();

-- QA has signed, and has neither made, tested nor packed what is opened. Asked at the end, since a signature is given on the written row.
create or replace function guard_repack_signature() returns trigger language plpgsql as $$
begin
  if new.repack_approved_by = any (workers_on(new.repack_of)) then raise exception 'repack_own_work' using errcode = 'BC001'; end if;
  if not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id
    and s.signer_id = new.repack_approved_by and s.meaning = '批准换包装')
  then raise exception 'a repack is signed' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists repack_signed on packaging_order;
create constraint trigger repack_signed after insert or update of repack_approved_by on packaging_order deferrable initially deferred for each row
  when (new.repack_approved_by is not null) execute function guard_repack_signature();

-- A repack names the packs that it opens, and no more new packs are planned than their content fills.
create or replace function guard_repack_plan() returns trigger language plpgsql as $$
declare
  named numeric;
  content numeric;
begin
  select coalesce(sum(c.last_index - c.first_index + 1), 0) into named from repack_code c
  where c.enterprise_id = new.enterprise_id and c.packaging_order_id = new.id;
  if named = 0 then raise exception 'a repack names its packs' using errcode = 'BC002'; end if;
  select named * was.net_quantity - new.planned_packs * becomes.net_quantity into strict content
  from lot l join pack_spec was on was.enterprise_id = l.enterprise_id and was.id = l.pack_spec_id
    join pack_spec becomes on becomes.enterprise_id = l.enterprise_id and becomes.id = new.pack_spec_id
  where l.enterprise_id = new.enterprise_id and l.id = new.repack_of;
  if content < 0 then raise exception 'short_stock' using errcode = 'BC001'; end if;
  return null;
end $$;
drop trigger if exists repack_planned on packaging_order;
create constraint trigger repack_planned after insert or update of planned_packs on packaging_order deferrable initially deferred for each row
  when (new.repack_of is not null) execute function guard_repack_plan();

-- The packs named are in stock, of the lot that is opened, locked by nobody and ready for no sale. What was named stays; it ends with its order.
create or replace function guard_repack_code() returns trigger language plpgsql as $$
declare
  ordered packaging_order;
begin
  select * into strict ordered from packaging_order o where o.enterprise_id = new.enterprise_id and o.id = new.packaging_order_id;
  if tg_op = 'UPDATE' then
    -- What is generated is not there yet.
    if to_jsonb(new) - '{is_open,level}'::text[] <> to_jsonb(old) - '{is_open,level}'::text[] or new.is_open or ordered.state not in ('completed', 'cancelled') then
      raise exception 'the packs of a repack end with its order' using errcode = 'BC002';
    end if;
    return new;
  end if;
  if ordered.state <> 'draft' or ordered.repack_of is distinct from new.lot_id or not new.is_open then
    raise exception 'the packs of a repack are named with its order' using errcode = 'BC002';
  end if;
  perform from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id for share;
  if coalesce((select sum(least(s.last_index, new.last_index) - greatest(s.first_index, new.first_index) + 1)
      from spans_within(new.range_id, new.first_index, new.last_index) s where s.lot_id = new.lot_id and s.state = 'in_stock'), 0) < new.last_index - new.first_index + 1
  then raise exception 'code_not_in_house' using errcode = 'BC001';
  end if;
  if codes_locked(new.enterprise_id, new.range_id, new.first_index, new.last_index) then raise exception 'code_locked' using errcode = 'BC001'; end if;
  if codes_picked(new.range_id, new.first_index, new.last_index) then raise exception 'packs_picked' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger guarded before insert or update on repack_code for each row execute function guard_repack_code();

-- With the order the packs that it did not open are free again.
create or replace function end_repack_codes() returns trigger language plpgsql as $$
begin
  update repack_code set is_open = false where enterprise_id = new.enterprise_id and packaging_order_id = new.id and is_open;
  return null;
end $$;
create or replace trigger repack_ended after update of state on packaging_order for each row
  when (new.repack_of is not null and new.state in ('completed', 'cancelled') and old.state <> new.state) execute function end_repack_codes();

-- Whether packs are named by a repack that is open, but for this one.
create or replace function codes_in_repack(given_range uuid, given_first bigint, given_last bigint, but_order uuid) returns boolean language sql stable as $$
  select exists (select from repack_code c where c.enterprise_id = current_enterprise() and c.range_id = given_range and c.is_open
    and c.first_index <= given_last and c.last_index >= given_first and c.packaging_order_id is distinct from but_order);
$$;
grant execute on function codes_in_repack(uuid, bigint, bigint, uuid) to bencao_app;

-- What is to be opened is picked for no sale. The picking and the order both lock the lot: one of them sees the other.
create or replace function guard_picked_repack() returns trigger language plpgsql as $$
begin
  if codes_in_repack(new.range_id, new.first_index, new.last_index, null) then raise exception 'packs_in_repack' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger repack_kept before insert on picking_code for each row when (new.level = 1) execute function guard_picked_repack();

-- Nor does any other way lead out of the house for it, and it gets no other code. A pack is opened by the order that names it, and by no other document.
create or replace function guard_repacked_code() returns trigger language plpgsql as $$
begin
  if codes_in_repack(new.range_id, new.first_index, new.last_index, case when new.state = 'repacked' then new.document_id end) then
    raise exception 'packs_in_repack' using errcode = 'BC001';
  end if;
  if new.state <> 'repacked' then return new; end if;
  if codes_locked(new.enterprise_id, new.range_id, new.first_index, new.last_index) then raise exception 'code_locked' using errcode = 'BC001'; end if;
  if new.document_kind <> 'packaging_order' or coalesce((select sum(least(c.last_index, new.last_index) - greatest(c.first_index, new.first_index) + 1)
      from repack_code c where c.enterprise_id = new.enterprise_id and c.packaging_order_id = new.document_id and c.is_open
        and c.range_id = new.range_id and c.first_index <= new.last_index and c.last_index >= new.first_index), 0) < new.last_index - new.first_index + 1
  then raise exception 'a pack is opened by the order that names it' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger repack_kept before insert on code_event for each row
  when (new.state in ('shipped', 'sampled', 'repacked', 'voided', 'destroyed', 'missing')) execute function guard_repacked_code();

-- Of a pack lot goods are drawn by a repack of it, or by a correction of one.
create or replace function guard_repack_entry() returns trigger language plpgsql as $$
begin
  if exists (select from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id and l.kind = 'pack')
    and not exists (select from packaging_order o where o.enterprise_id = new.enterprise_id and o.repack_of = new.lot_id
      and (o.id = new.document_id and new.document_kind = 'packaging_order' and o.state = 'in_progress'
        or is_correcting(new) and exists (select from correction c join packaging_record r on r.enterprise_id = c.enterprise_id and r.id = c.record_id
          where c.enterprise_id = new.enterprise_id and c.id = new.document_id and r.packaging_order_id = o.id)))
  then raise exception 'packs are opened by a repack' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger repack_guarded before insert on stock_entry for each row when (new.kind in ('pack_input', 'pack_loss')) execute function guard_repack_entry();

-- What is charged is the content of the packs that were opened: nothing is left over of it, and nothing goes back to the batch.
create or replace function guard_repack_charge() returns trigger language plpgsql as $$
declare
  net numeric := (select spec.net_quantity from packaging_order o join lot l on l.enterprise_id = o.enterprise_id and l.id = o.repack_of
      join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
    where o.enterprise_id = new.enterprise_id and o.id = new.packaging_order_id);
begin
  if (net is null) <> (new.opened_packs is null) then raise exception 'a repack counts the packs that it opened' using errcode = 'BC002'; end if;
  if net is null then return new; end if;
  if new.remainder <> 0 or new.charged <> new.opened_packs * net then
    if tg_op = 'UPDATE' then raise exception 'repack_charge_kept' using errcode = 'BC001'; end if;
    raise exception 'charge_not_opened' using errcode = 'BC001';
  end if;
  if tg_op = 'INSERT' and new.charged > new.packed and new.loss_reason = '' then raise exception 'loss_needs_reason' using errcode = 'BC001'; end if;
  -- What would have filled a pack, and is more than packing may lose, is a deviation.
  if tg_op = 'INSERT' and new.deviation = '' and new.charged - new.packed > new.charged / 100 and new.charged - new.packed >= new.packed / new.packs then
    raise exception 'repack_loss_needs_deviation' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger repack_guarded before insert or update on packaging_record for each row execute function guard_repack_charge();

-- At the end of the transaction the packs that the record calls opened are those whose codes say so, the others that were named were not found, and of those
-- a case is open that holds the lots of both.
create or replace function match_repack() returns trigger language plpgsql as $$
declare
  source uuid := (select o.repack_of from packaging_order o where o.enterprise_id = new.enterprise_id and o.id = new.packaging_order_id);
  named bigint;
  opened bigint;
begin
  select coalesce(sum(c.last_index - c.first_index + 1), 0) into named from repack_code c
  where c.enterprise_id = new.enterprise_id and c.packaging_order_id = new.packaging_order_id;
  select coalesce(sum(e.last_index - e.first_index + 1), 0) into opened from code_event e join code_range r on r.enterprise_id = e.enterprise_id and r.id = e.range_id and r.level = 1
  where e.enterprise_id = new.enterprise_id and e.state = 'repacked' and e.document_id = new.packaging_order_id
    and (e.range_id) in (select c.range_id from repack_code c where c.enterprise_id = new.enterprise_id and c.packaging_order_id = new.packaging_order_id);
  if new.opened_packs <> opened or new.opened_packs + new.missing_packs <> named then
    raise exception 'a repack opens the packs that it names' using errcode = 'BC002';
  end if;
  if not exists (select from lot_edge e where e.enterprise_id = new.enterprise_id and e.step = 'repack' and e.from_lot_id = source and e.to_lot_id = new.lot_id
    and e.quantity = new.packed)
  then raise exception 'what was packed anew comes of the packs that were opened' using errcode = 'BC002';
  end if;
  if new.missing_packs > 0 and (select count(distinct l.lot_id) from incident i join incident_lot l on l.enterprise_id = i.enterprise_id and l.incident_id = i.id
      where i.enterprise_id = new.enterprise_id and i.source_table = 'packaging_order' and i.source_id = new.packaging_order_id
        and l.lot_id in (source, new.lot_id)) < 2
  then raise exception 'packs that were not found have a case' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists repack_matched on packaging_record;
create constraint trigger repack_matched after insert on packaging_record deferrable initially deferred for each row
  when (new.opened_packs is not null) execute function match_repack();
