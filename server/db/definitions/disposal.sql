-- Codes follow stock, and 处置与销毁 (decision 0066).

-- Packs whose codes say that they lie in the bins of the house: packed, in stock, or come back. What was taken as a sample lies in the laboratory. A code that was voided while its pack was in stock, as older versions
-- allowed, waits for a disposal: its pack lies there still.
create or replace view packs_by_codes with (security_invoker = true) as
  select s.enterprise_id, s.lot_id, sum(s.last_index - s.first_index + 1)::bigint as packs,
    coalesce(sum(s.last_index - s.first_index + 1) filter (where s.state = 'voided'), 0)::bigint as voided
  from code_span s join code_range r on r.enterprise_id = s.enterprise_id and r.id = s.range_id and r.level = 1
  where s.lot_id is not null and s.state in ('activated', 'in_stock', 'returned', 'voided') group by s.enterprise_id, s.lot_id;

-- Counts what a statement that cuts intervals changed: one row a lot, however many intervals.
create or replace function count_packs_in_house() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into packs_in_house as h (enterprise_id, lot_id, packs)
  select c.enterprise_id, c.lot_id, 0 from changed_spans c where c.lot_id is not null group by c.enterprise_id, c.lot_id order by c.lot_id
  on conflict (enterprise_id, lot_id) do nothing;
  update packs_in_house h set packs = h.packs + case tg_op when 'INSERT' then changed.packs else -changed.packs end,
    voided = h.voided + case tg_op when 'INSERT' then changed.voided else -changed.voided end
  from (select c.enterprise_id, c.lot_id, sum(c.last_index - c.first_index + 1) as packs,
      coalesce(sum(c.last_index - c.first_index + 1) filter (where c.state = 'voided'), 0) as voided
    from changed_spans c join code_range r on r.enterprise_id = c.enterprise_id and r.id = c.range_id and r.level = 1
    where c.lot_id is not null and c.state in ('activated', 'in_stock', 'returned', 'voided') group by c.enterprise_id, c.lot_id) changed
  where h.enterprise_id = changed.enterprise_id and h.lot_id = changed.lot_id;
  return null;
end $$;
create or replace trigger packs_counted_in after insert on code_span referencing new table as changed_spans for each statement
  execute function count_packs_in_house();
create or replace trigger packs_counted_out after delete on code_span referencing old table as changed_spans for each statement
  execute function count_packs_in_house();

-- Intervals are cut anew, never changed in place: so that the two counts above see every change.
create or replace function keep_span() returns trigger language plpgsql as $$
begin
  raise exception 'an interval of codes is cut anew' using errcode = 'BC002';
end $$;
create or replace trigger kept before update on code_span for each row execute function keep_span();

-- At the end of a transaction a pack lot has as many kilograms in bins as its codes have packs there, whichever step it was.
create or replace function match_codes_and_stock() returns trigger language plpgsql as $$
declare
  net numeric;
  kept numeric;
  coded bigint;
begin
  select spec.net_quantity into net from lot l join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
  where l.enterprise_id = new.enterprise_id and l.id = new.lot_id and l.kind = 'pack';
  if net is null then return null; end if;
  select coalesce(sum(b.quantity), 0) into kept from stock_balance b join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin'
  where b.enterprise_id = new.enterprise_id and b.lot_id = new.lot_id and b.is_real;
  select coalesce(sum(h.packs), 0) into coded from packs_in_house h where h.enterprise_id = new.enterprise_id and h.lot_id = new.lot_id;
  if kept <> coded * net then raise exception 'codes_leave_stock' using errcode = 'BC001'; end if;
  return null;
end $$;
drop trigger if exists codes_matched on packs_in_house;
create constraint trigger codes_matched after insert or update on packs_in_house deferrable initially deferred for each row
  execute function match_codes_and_stock();
drop trigger if exists codes_matched on stock_balance;
create constraint trigger codes_matched after update of quantity on stock_balance deferrable initially deferred for each row
  when (new.is_real and old.quantity <> new.quantity) execute function match_codes_and_stock();

-- A void code counts as a pack that is here only where an older version voided it in stock: such codes become fewer, never more. So no statement turns the
-- code of a pack in stock void beside the steps, either.
create or replace function keep_codes_of_stock() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept packs_in_house;
begin
  select * into kept from packs_in_house h where h.enterprise_id = new.enterprise_id and h.lot_id = new.lot_id;
  if kept.voided > kept.voided_before then raise exception 'code_on_stock' using errcode = 'BC001'; end if;
  if kept.voided < kept.voided_before then
    update packs_in_house set voided_before = voided where enterprise_id = new.enterprise_id and lot_id = new.lot_id;
  end if;
  return null;
end $$;
drop trigger if exists voids_kept on packs_in_house;
create constraint trigger voids_kept after insert or update on packs_in_house deferrable initially deferred for each row
  when (new.voided <> new.voided_before) execute function keep_codes_of_stock();

-- A code on a pack that is in the house is not voided by itself: the pack goes with it, by a disposal.
create or replace function guard_code_void() returns trigger language plpgsql as $$
begin
  if exists (select from code_range r cross join lateral spans_within(r.id, new.first_index, new.last_index) s
    where r.enterprise_id = new.enterprise_id and r.id = new.range_id and r.level = 1 and s.state in ('activated', 'in_stock', 'returned'))
  then raise exception 'code_on_stock' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on code_void for each row execute function guard_code_void();

-- Why goods may not be disposed of, in the words of the contract; null when they may. What a case is open about is evidence: it stays until the case says.
create or replace function disposal_refusal(given_lot uuid, given_place uuid, given_ground text) returns text language sql stable as $$
  select case
    when exists (select from reasons_of(array[l.id]) r where r.kind in ('oos', 'impact', 'deviation', 'complaint', 'regulator')
      or r.kind = 'recall' and exists (select from hold h where h.enterprise_id = l.enterprise_id and h.lot_id = r.lot_id and h.kind = 'recall'
        and h.lifted_at is null and not exists (select from recall_lot x join recall_case c on c.enterprise_id = x.enterprise_id and c.id = x.case_id
          where x.enterprise_id = h.enterprise_id and x.hold_id = h.id and c.state = 'closed'))) then 'lot_in_case'
    when case given_ground
      when 'rejected' then l.state = 'rejected'
      when 'expired' then l.expires_on < today()
      when 'returned' then exists (select from place p where p.enterprise_id = l.enterprise_id and p.id = given_place and p.zone = 'returned')
      -- Packs of a lot that is good otherwise: each is named by its code.
      when 'damaged' then l.kind = 'pack'
    end is not true then 'disposal_unfounded'
    -- What customers sent back is decided about with its return.
    when given_ground = 'returned' and l.kind = 'pack' and not exists (select from return_receipt c
        join return_item i on i.enterprise_id = c.enterprise_id and i.receipt_id = c.id
      where c.enterprise_id = l.enterprise_id and c.place_id = given_place and c.cleared_at is null and c.taken_back_at is null and i.lot_id = l.id
        and i.decision = 'destroy' and i.settled_at is null) then 'return_not_condemned'
  end
  from lot l where l.enterprise_id = current_enterprise() and l.id = given_lot;
$$;
grant execute on function disposal_refusal(uuid, uuid, text) to bencao_app;

create or replace function guard_disposal_line() returns trigger language plpgsql as $$
declare
  subject record;
  refused text;
begin
  select c.ground, c.state into subject from disposal_case c where c.enterprise_id = new.enterprise_id and c.id = new.case_id;
  if tg_op = 'UPDATE' then
    if (new.case_id, new.lot_id, new.place_id, new.quantity, new.packs) is distinct from (old.case_id, old.lot_id, old.place_id, old.quantity, old.packs)
      or new.is_open and not old.is_open
    then raise exception 'what a disposal is about is not changed' using errcode = 'BC002';
    end if;
    return new;
  end if;
  if subject.state <> 'proposed' then raise exception 'a disposal that was decided gets no other goods' using errcode = 'BC002'; end if;
  if exists (select from supplier_return r where r.enterprise_id = new.enterprise_id and r.lot_id = new.lot_id and r.place_id = new.place_id
    and r.state in ('proposed', 'approved'))
  then raise exception 'supplier_return_open' using errcode = 'BC001';
  end if;
  refused := disposal_refusal(new.lot_id, new.place_id, subject.ground);
  if refused = 'lot_in_case' then raise exception 'lot_in_case' using errcode = 'BC001'; end if;
  if refused = 'return_not_condemned' then raise exception 'return_not_condemned' using errcode = 'BC001'; end if;
  if refused is not null then raise exception 'disposal_unfounded' using errcode = 'BC001'; end if;
  if (new.packs is null) = exists (select from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id and l.kind = 'pack')
    or new.quantity <> coalesce(new.packs * (select spec.net_quantity from lot l join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
      where l.enterprise_id = new.enterprise_id and l.id = new.lot_id), new.quantity)
  then raise exception 'packs weigh their net content' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert or update on disposal_line for each row execute function guard_disposal_line();

-- Of what came back only such packs go as a decision condemns: those of its items, no others of the lot in the same bin.
create or replace function guard_disposal_code() returns trigger language plpgsql as $$
begin
  if (select c.ground from disposal_case c where c.enterprise_id = new.enterprise_id and c.id = new.case_id) = 'returned'
    and (select coalesce(sum(least(k.last_index, new.last_index) - greatest(k.first_index, new.first_index) + 1), 0)
      from return_item i join return_code k on k.enterprise_id = i.enterprise_id and k.item_id = i.id
      where i.enterprise_id = new.enterprise_id and i.lot_id = new.lot_id and i.decision = 'destroy' and i.settled_at is null
        and k.range_id = new.range_id and k.first_index <= new.last_index and k.last_index >= new.first_index) < new.last_index - new.first_index + 1
  then raise exception 'return_not_condemned' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on disposal_code for each row execute function guard_disposal_code();

-- A disposal is decided once, or again when another weight was found; once it has ended nothing of it changes.
create or replace function guard_disposal_case() returns trigger language plpgsql as $$
begin
  if old.state in ('refused', 'cancelled', 'done') then raise exception 'an ended disposal is not changed' using errcode = 'BC002'; end if;
  if (new.disposal_no, new.ground, new.reason, new.disposal_method, new.proposed_by, new.proposed_at)
    is distinct from (old.disposal_no, old.ground, old.reason, old.disposal_method, old.proposed_by, old.proposed_at)
  then raise exception 'what a disposal proposes is not changed' using errcode = 'BC002';
  end if;
  if new.state <> old.state and (old.state, new.state) not in
    (('proposed', 'approved'), ('proposed', 'refused'), ('proposed', 'cancelled'), ('approved', 'reported'), ('reported', 'approved'), ('reported', 'refused'),
     ('reported', 'cancelled'), ('approved', 'cancelled'), ('approved', 'done'))
  then raise exception 'a disposal goes from % to % by no step', old.state, new.state using errcode = 'BC002';
  end if;
  -- What came up since it was proposed counts as well.
  if new.state in ('approved', 'done') and old.state <> new.state and exists (select from disposal_line l where l.enterprise_id = new.enterprise_id and l.case_id = new.id
    and disposal_refusal(l.lot_id, l.place_id, new.ground) = 'lot_in_case')
  then raise exception 'lot_in_case' using errcode = 'BC001';
  end if;
  if new.state in ('approved', 'done') and old.state <> new.state and exists (select from disposal_line l where l.enterprise_id = new.enterprise_id and l.case_id = new.id
    and disposal_refusal(l.lot_id, l.place_id, new.ground) = 'return_not_condemned')
  then raise exception 'return_not_condemned' using errcode = 'BC001';
  end if;
  if new.state in ('approved', 'done') and old.state <> new.state and exists (select from disposal_line l where l.enterprise_id = new.enterprise_id and l.case_id = new.id
    and disposal_refusal(l.lot_id, l.place_id, new.ground) is not null)
  then raise exception 'disposal_unfounded' using errcode = 'BC001';
  end if;
  if new.state = 'done' and not exists (select from attachment a where a.enterprise_id = new.enterprise_id and a.owner_table = 'disposal_case' and a.owner_id = new.id
    and a.kind = '照片' and not exists (select from attachment_void v where v.enterprise_id = a.enterprise_id and v.attachment_id = a.id))
  then raise exception 'disposal_photo_missing' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before update on disposal_case for each row execute function guard_disposal_case();

-- Each word of two is signed by both.
create or replace function guard_disposal_signatures() returns trigger language plpgsql as $$
begin
  if exists (select from unnest(case new.state when 'done' then array[new.carried_by, new.witness_id] else array[coalesce(new.redecided_by, new.decided_by)] end) person
    where not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = person))
  then raise exception 'a disposal is signed' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists signed on disposal_case;
create constraint trigger signed after update on disposal_case deferrable initially deferred for each row
  when (old.state <> new.state and new.state in ('approved', 'refused', 'done')) execute function guard_disposal_signatures();

-- Goods leave a bin to be destroyed by a disposal that was carried out, and no more than it says. Samples and what stands on the line have ways of their own.
create or replace function guard_destruction() returns trigger language plpgsql as $$
begin
  if exists (select from place p where p.enterprise_id = new.enterprise_id and p.id = new.from_place_id and p.kind = 'bin')
    and not exists (select from disposal_line l join disposal_case c on c.enterprise_id = l.enterprise_id and c.id = l.case_id
      where c.enterprise_id = new.enterprise_id and c.id = new.document_id and c.state = 'done' and new.document_kind = 'disposal_case'
        and l.lot_id = new.lot_id and l.place_id = new.from_place_id and new.quantity <= l.quantity
        and not exists (select from stock_entry e where e.enterprise_id = new.enterprise_id and e.document_id = c.id and e.lot_id = new.lot_id
          and e.kind = 'destroy' and e.from_place_id = new.from_place_id))
  then raise exception 'destruction_undecided' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger destruction_decided before insert on stock_entry for each row when (new.kind = 'destroy') execute function guard_destruction();
