-- Pack specifications, trace codes and boxes.

-- The last digit of a GS1 key (General Specifications §7.9): weights 3 and 1 from the right, the sum a multiple of ten.
create or replace function has_check_digit(key text) returns boolean language sql immutable strict parallel safe
  return (select sum(substr(key, place, 1)::integer * case when (length(key) - place) % 2 = 1 then 3 else 1 end) % 10 = 0
    from generate_series(1, length(key)) place);
grant execute on function has_check_digit(text) to bencao_app;

-- One number never means a pack here and a box there, in the whole installation: a scan begins with nothing else. As definer, since the
-- other holder may be another enterprise.
create or replace function keep_pack_numbers_apart() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('pack numbers'));
  if exists (select from pack_spec s where s.id <> new.id
    and (s.box_identification = new.pack_identification or s.pack_identification = new.box_identification
      or s.box_gtin = new.pack_gtin or s.pack_gtin = new.box_gtin))
  then raise exception 'pack_number_taken' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger numbers_apart before insert or update on pack_spec for each row
  when (num_nonnulls(new.pack_identification, new.pack_gtin) > 0) execute function keep_pack_numbers_apart();

-- Goods, labels and codes of a specification carry what it said: once it is ordered, other numbers are another specification.
create or replace function keep_used_pack_spec() returns trigger language plpgsql as $$
begin
  if exists (select from packaging_order o where o.enterprise_id = old.enterprise_id and o.pack_spec_id = old.id)
    or exists (select from sales_line l where l.enterprise_id = old.enterprise_id and l.pack_spec_id = old.id)
  then raise exception 'pack_spec_used' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger used_kept before update on pack_spec for each row
  when (to_jsonb(new) - '{is_active,row_version}'::text[] <> to_jsonb(old) - '{is_active,row_version}'::text[])
  execute function keep_used_pack_spec();

-- The first of `given_count` indexes of a series, never given again: the counter row stays locked until the transaction ends.
create or replace function next_code_index(given_scheme text, given_series text, given_count bigint) returns bigint language sql as $$
  insert into code_counter as c (enterprise_id, scheme, series, next) values (current_enterprise(), given_scheme, given_series, given_count)
  on conflict (enterprise_id, scheme, series) do update set next = c.next + given_count
  returning next - given_count;
$$;
grant execute on function next_code_index(text, text, bigint) to bencao_app;

-- At commit the spans of a range cover it from end to end: with the exclusion above, no code is lost and none counted twice.
create or replace function cover_range() returns trigger language plpgsql as $$
declare
  changed code_span := coalesce(new, old);
begin
  if exists (
    select from code_range r
    join lateral (select min(s.first_index) as first_index, max(s.last_index) as last_index, sum(s.last_index - s.first_index + 1) as count
      from code_span s where s.enterprise_id = r.enterprise_id and s.range_id = r.id) spans on true
    where r.enterprise_id = changed.enterprise_id and r.id = changed.range_id
      and (r.first_index, r.last_index, r.count) is distinct from (spans.first_index, spans.last_index, spans.count)
  ) then raise exception 'the spans of range % do not cover it', changed.range_id using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists covered on code_span;
create constraint trigger covered after insert or update or delete on code_span deferrable initially deferred for each row execute function cover_range();

-- I14: at most two batch numbers in a box, and never more packs than it holds, all of its specification. Within the new entry's boxes the count can
-- only change where some entry begins, so those boxes are looked at. The box range's order is locked by then (fill-boxes).
create or replace function guard_box() returns trigger language plpgsql as $$
declare
  fullest record;
begin
  if not exists (select from code_range box join code_range pack on pack.enterprise_id = box.enterprise_id and pack.pack_spec_id = box.pack_spec_id
    where box.enterprise_id = new.enterprise_id and box.id = new.box_range_id and pack.id = new.pack_range_id)
  then raise exception 'box_spec_differs' using errcode = 'BC001';
  end if;
  if new.batch_no is distinct from (select l.batch_no from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id) then
    raise exception 'the batch number in a box is that of its lot' using errcode = 'BC002';
  end if;
  select max(batches) as batches, max(packs - room) as excess into fullest from (
    select count(distinct c.batch_no) as batches, sum(c.packs_in_box) as packs, min(spec.packs_per_box) as room
    from (select distinct greatest(first_box, new.first_box) as box from box_content
        where enterprise_id = new.enterprise_id and box_range_id = new.box_range_id and opened_at is null
          and first_box <= new.last_box and last_box >= new.first_box) begin_at
    join box_content c on c.enterprise_id = new.enterprise_id and c.box_range_id = new.box_range_id and c.opened_at is null
      and begin_at.box between c.first_box and c.last_box
    join code_range r on r.enterprise_id = new.enterprise_id and r.id = new.box_range_id
    join pack_spec spec on spec.enterprise_id = r.enterprise_id and spec.id = r.pack_spec_id
    group by begin_at.box) boxes;
  if fullest.batches > 2 then raise exception 'box_two_batches' using errcode = 'BC001'; end if;
  if fullest.excess > 0 then raise exception 'box_full' using errcode = 'BC001'; end if;
  return null;
end $$;
create or replace trigger guarded after insert or update on box_content for each row execute function guard_box();

-- What was packed weighs as many times its net content as there are packs: the ledger moves this mass, the codes count these packs.
create or replace function guard_packed_mass() returns trigger language plpgsql as $$
begin
  if new.packed <> new.packs * (
    select spec.net_quantity from packaging_order o join pack_spec spec on spec.enterprise_id = o.enterprise_id and spec.id = o.pack_spec_id
    where o.enterprise_id = new.enterprise_id and o.id = new.packaging_order_id)
  then raise exception 'the packs of a packaging record weigh their net content' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger mass_guarded before insert or update on packaging_record for each row execute function guard_packed_mass();

-- The intervals of a range that share an index with a run. They lie end to end, so the first of them is the one with the greatest first index that is
-- not beyond the run's: two look-ups in an index, where `&&` would read the whole range under row security (decision 0049).
create or replace function spans_within(given_range uuid, given_first bigint, given_last bigint) returns setof code_span language sql stable as $$
  select s.* from code_span s where s.enterprise_id = current_enterprise() and s.range_id = given_range and s.first_index <= given_last and s.last_index >= given_first
    and s.first_index >= (select coalesce(max(b.first_index), given_first) from code_span b
      where b.enterprise_id = current_enterprise() and b.range_id = given_range and b.first_index <= given_first);
$$;
grant execute on function spans_within(uuid, bigint, bigint) to bencao_app;

-- The codes of a range by state, as every page says it. A box in use is in the earliest state of the packs in it; a voided pack says nothing of its box.
create or replace function code_states(given_range uuid) returns table (state text, first_index bigint, last_index bigint) language sql stable as $$
  with own as (
    select s.state, s.first_index, s.last_index from code_span s where s.enterprise_id = current_enterprise() and s.range_id = given_range
  ), in_use as (
    select coalesce(range_agg(int8range(own.first_index, own.last_index, '[]')), '{}'::int8multirange) as codes from own where own.state = 'activated'
  ), filled as (
    select s.state, array_position(array['issued', 'activated', 'in_stock', 'returned', 'shipped', 'sampled'], s.state) as place,
      range_agg(int8range(c.first_box + (greatest(s.first_index, c.first_pack) - c.first_pack) / c.packs_in_box,
        c.first_box + (least(s.last_index, c.last_pack) - c.first_pack) / c.packs_in_box, '[]')) as boxes
    from box_content c cross join lateral spans_within(c.pack_range_id, c.first_pack, c.last_pack) s
    where c.enterprise_id = current_enterprise() and c.box_range_id = given_range and c.opened_at is null and s.state not in ('repacked', 'voided', 'destroyed', 'missing')
    group by s.state
  ), parts as (
    select f.state, in_use.codes * (f.boxes - coalesce(
      (select range_agg(part) from filled earlier, unnest(earlier.boxes) part where earlier.place < f.place), '{}'::int8multirange)) as codes
    from filled f, in_use
    union all
    select 'activated', in_use.codes - coalesce((select range_agg(part) from filled f, unnest(f.boxes) part), '{}'::int8multirange) from in_use
  )
  select own.state, own.first_index, own.last_index from own where own.state <> 'activated'
  union all
  select parts.state, lower(part), upper(part) - 1 from parts, unnest(parts.codes) part;
$$;
grant execute on function code_states(uuid) to bencao_app;

-- Whether one of these codes is on a pack, or on a box of packs, that has left the house, is held, is past its last good day, or must not be used.
create or replace function labels_need_second(given_range uuid, given_first bigint, given_last bigint) returns boolean language sql stable as $$
  with looked_at (range_id, first_index, last_index) as (
    select given_range, given_first, given_last
    union all
    select c.pack_range_id,
      c.first_pack + (greatest(c.first_box, given_first) - c.first_box) * c.packs_in_box,
      c.first_pack + (least(c.last_box, given_last) - c.first_box + 1) * c.packs_in_box - 1
    from box_content c where c.enterprise_id = current_enterprise() and c.box_range_id = given_range and c.opened_at is null
      and c.first_box <= given_last and c.last_box >= given_first)
  select exists (
    select from looked_at asked
    join code_span s on s.enterprise_id = current_enterprise() and s.range_id = asked.range_id
      and s.first_index <= asked.last_index and s.last_index >= asked.first_index
    left join lot l on l.enterprise_id = s.enterprise_id and l.id = s.lot_id
    where s.state in ('shipped', 'returned') or l.holds > 0 or l.state = 'rejected' or l.expires_on < today() or not ancestors_allow(l.id));
$$;
grant execute on function labels_need_second(uuid, bigint, bigint) to bencao_app;

-- A second label of goods that are out of the house or frozen could go on other goods: it has a reason and a second person's signature.
create or replace function guard_label_print() returns trigger language plpgsql as $$
begin
  if labels_need_second(new.range_id, new.first_index, new.last_index) and (new.reason = '' or not exists (
      select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id
        and s.meaning = '核准补印标签' and s.signer_id <> new.printed_by))
  then raise exception 'reprint_needs_second' using errcode = 'BC001';
  end if;
  return null;
end $$;
drop trigger if exists guarded on label_print;
create constraint trigger guarded after insert on label_print deferrable initially deferred for each row execute function guard_label_print();

-- ── Beyond the plan (decision 0067) ──────────────────────────────────────────────────────────────────────────────────

-- How many labels so many packs or boxes call for: a tenth more, and never fewer than ten (contract/packing/packaging.ts says the same).
create or replace function labels_for(planned numeric) returns numeric language sql immutable parallel safe
  return planned + greatest(10, ceil(planned / 10));
grant execute on function labels_for(numeric) to bencao_app;

-- Labels beyond what the plan calls for go to the line with a second person's word.
create or replace function guard_label_run() returns trigger language plpgsql as $$
declare
  planned numeric;
  per_box numeric;
  labels numeric;
  boxes numeric;
begin
  select o.planned_packs, spec.packs_per_box into strict planned, per_box from packaging_order o
    join pack_spec spec on spec.enterprise_id = o.enterprise_id and spec.id = o.pack_spec_id
  where o.enterprise_id = new.enterprise_id and o.id = new.packaging_order_id;
  select coalesce(sum(r.count), 0) into labels from label_run l join code_range r on r.enterprise_id = l.enterprise_id and r.id = l.pack_range_id
  where l.enterprise_id = new.enterprise_id and l.packaging_order_id = new.packaging_order_id;
  select coalesce(max(r.count), 0) into boxes from code_range r where r.enterprise_id = new.enterprise_id and r.id = new.box_range_id;
  if labels > labels_for(planned) or boxes > labels_for(ceil(planned / per_box)) then
    raise exception 'beyond_plan' using errcode = 'BC001';
  end if;
  return null;
end $$;
drop trigger if exists plan_guarded on label_run;
create constraint trigger plan_guarded after insert on label_run for each row when (new.approved_by is null) execute function guard_label_run();

-- More packs than planned are packed with a second person's word.
create or replace function guard_packed_plan() returns trigger language plpgsql as $$
begin
  if new.packs > (select o.planned_packs from packaging_order o where o.enterprise_id = new.enterprise_id and o.id = new.packaging_order_id) then
    raise exception 'beyond_plan' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger plan_guarded before insert on packaging_record for each row when (new.beyond_plan_by is null) execute function guard_packed_plan();

-- ── Lost labels (decision 0075) ──────────────────────────────────────────────────────────────────────────────────────

-- A record that says of labels that they are lost, or of more than before, has an open case about its order that holds its packs.
create or replace function guard_lost_labels() returns trigger language plpgsql as $$
begin
  if not exists (select from incident i join incident_lot l on l.enterprise_id = i.enterprise_id and l.incident_id = i.id and l.lot_id = new.lot_id
    where i.enterprise_id = new.enterprise_id and i.source_id = new.packaging_order_id and i.source_table = 'packaging_order'
      and i.state in ('open', 'investigating', 'submitted', 'approved'))
  then raise exception 'lost labels have a case' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists lost_guarded on packaging_record;
create constraint trigger lost_guarded after insert on packaging_record deferrable initially deferred for each row
  when (new.labels_lost > 0) execute function guard_lost_labels();
drop trigger if exists more_lost_guarded on packaging_record;
create constraint trigger more_lost_guarded after update on packaging_record deferrable initially deferred for each row
  when (new.labels_lost > old.labels_lost) execute function guard_lost_labels();

-- ── Replaced codes (decision 0076) ───────────────────────────────────────────────────────────────────────────────────

-- At the end the old code is void and belongs to no lot, the new one is on a pack of the lot in the house, and both persons have signed.
create or replace function guard_replacement() returns trigger language plpgsql as $$
begin
  if exists (select from unnest(array[new.replaced_by, new.checked_by]) person
    where not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = person))
  then raise exception 'a replaced code is signed by two' using errcode = 'BC002';
  end if;
  if exists (select from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id and l.expires_on < today()) then
    raise exception 'lot_expired' using errcode = 'BC001';
  end if;
  if not exists (select from spans_within(new.old_range_id, new.old_index, new.old_index) s where s.state = 'voided' and s.lot_id is null)
    or not exists (select from spans_within(new.new_range_id, new.new_index, new.new_index) s where s.state in ('activated', 'in_stock') and s.lot_id = new.lot_id)
  then raise exception 'a replaced code is void and its successor in stock' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists guarded on code_replacement;
create constraint trigger guarded after insert on code_replacement deferrable initially deferred for each row execute function guard_replacement();

-- ── Boxes that are opened, filled up and merged (decision 0094) ──────────────────────────────────────────────────────

-- What lies in one box now.
create or replace function packs_in_box(given_range uuid, given_box bigint) returns table (range_id uuid, first_index bigint, last_index bigint, lot_id uuid)
language sql stable as $$
  select c.pack_range_id, c.first_pack + (given_box - c.first_box) * c.packs_in_box, c.first_pack + (given_box - c.first_box + 1) * c.packs_in_box - 1, c.lot_id
  from box_content c where c.enterprise_id = current_enterprise() and c.box_range_id = given_range and c.first_box <= given_box and c.last_box >= given_box
    and c.opened_at is null;
$$;
grant execute on function packs_in_box(uuid, bigint) to bencao_app;

-- Whether one of these codes is ready for an order.
create or replace function codes_picked(given_range uuid, given_first bigint, given_last bigint) returns boolean language sql stable as $$
  select exists (select from picking_code p where p.enterprise_id = current_enterprise() and p.range_id = given_range and p.is_open
    and p.first_index <= given_last and p.last_index >= given_first);
$$;
grant execute on function codes_picked(uuid, bigint, bigint) to bencao_app;

-- Whether packs in stock lie in a picked box that were not picked with it.
create or replace function holds_unpicked(given_picking uuid, given_range uuid, given_box bigint) returns boolean language sql stable as $$
  select exists (select from packs_in_box(given_range, given_box) inside cross join lateral spans_within(inside.range_id, inside.first_index, inside.last_index) s
    where s.state in ('activated', 'in_stock') and least(s.last_index, inside.last_index) - greatest(s.first_index, inside.first_index) + 1 > (
      select coalesce(sum(least(p.last_index, s.last_index, inside.last_index) - greatest(p.first_index, s.first_index, inside.first_index) + 1), 0)
      from picking_code p where p.enterprise_id = current_enterprise() and p.picking_id = given_picking and p.is_open and p.range_id = inside.range_id
        and p.first_index <= least(s.last_index, inside.last_index) and p.last_index >= greatest(s.first_index, inside.first_index)));
$$;
grant execute on function holds_unpicked(uuid, uuid, bigint) to bencao_app;

-- A box that was picked holds what was picked with it until it is shipped or given back.
create or replace function guard_picked_box() returns trigger language plpgsql as $$
begin
  if exists (select from picking_code box where box.enterprise_id = new.enterprise_id and box.range_id = new.box_range_id and box.is_open
    and box.first_index between new.first_box and new.last_box and holds_unpicked(box.picking_id, box.range_id, box.first_index))
  then raise exception 'packs_picked' using errcode = 'BC001';
  end if;
  return null;
end $$;
drop trigger if exists picked_kept on box_content;
create constraint trigger picked_kept after insert on box_content deferrable initially deferred for each row execute function guard_picked_box();

-- The other way about: whoever picks a box while its content changes scans it again. The reference to its lot waits for the change.
create or replace function guard_picked_code() returns trigger language plpgsql as $$
begin
  if not exists (select from packs_in_box(new.range_id, new.first_index)) or holds_unpicked(new.picking_id, new.range_id, new.first_index) then
    raise exception 'box_changed' using errcode = 'BC001';
  end if;
  return null;
end $$;
drop trigger if exists box_kept on picking_code;
create constraint trigger box_kept after insert on picking_code deferrable initially deferred for each row
  when (new.level = 3 and new.is_open) execute function guard_picked_code();

-- At the end of the transaction the record says what lies in the box, the kind is what it says, nothing of it was picked, and who filled it up and who
-- checked have signed. Into a box go packs in the house, of lots against which nothing speaks; two batches only when both are released, or on the line, where
-- none is sold before both are. What the authority locked is put into no box.
create or replace function guard_box_change() returns trigger language plpgsql as $$
declare
  batches bigint;
  said bigint;
begin
  select count(distinct l.batch_no), coalesce(sum(p.last_index - p.first_index + 1), 0) into batches, said
  from box_change_pack p join lot l on l.enterprise_id = p.enterprise_id and l.id = p.lot_id
  where p.enterprise_id = new.enterprise_id and p.change_id = new.id and p.way <> 'out';
  if said <> new.packs_after or said <> (select coalesce(sum(i.last_index - i.first_index + 1), 0) from packs_in_box(new.box_range_id, new.box_index) i)
    or said <> (select coalesce(sum(least(i.last_index, p.last_index) - greatest(i.first_index, p.first_index) + 1), 0)
      from box_change_pack p join packs_in_box(new.box_range_id, new.box_index) i
        on i.range_id = p.range_id and i.lot_id = p.lot_id and i.first_index <= p.last_index and i.last_index >= p.first_index
      where p.enterprise_id = new.enterprise_id and p.change_id = new.id and p.way <> 'out')
    or exists (select from box_change_pack p join box_content c on c.enterprise_id = p.enterprise_id and c.pack_range_id = p.range_id and c.opened_at is null
        and c.first_pack <= p.last_index and c.last_pack >= p.first_index
      where p.enterprise_id = new.enterprise_id and p.change_id = new.id and p.way = 'out')
  then raise exception 'the record of a changed box says what lies in it' using errcode = 'BC002';
  end if;
  if (new.kind = 'open') <> exists (select from box_change_pack p where p.enterprise_id = new.enterprise_id and p.change_id = new.id and p.way = 'out')
    or (new.kind <> 'open') <> exists (select from box_change_pack p where p.enterprise_id = new.enterprise_id and p.change_id = new.id and p.way = 'in')
    or new.kind = 'merge' and batches < 2 or new.kind = 'refill' and batches > 1
  then raise exception 'a box is opened, filled up or merged' using errcode = 'BC002';
  end if;
  if codes_picked(new.box_range_id, new.box_index, new.box_index) or exists (select from box_change_pack p
    where p.enterprise_id = new.enterprise_id and p.change_id = new.id and codes_picked(p.range_id, p.first_index, p.last_index))
  then raise exception 'packs_picked' using errcode = 'BC001';
  end if;
  if new.kind = 'open' then return null; end if;
  if exists (select from unnest(array[new.changed_by, new.checked_by]) person
    where not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = person))
  then raise exception 'a box is filled up by two' using errcode = 'BC002';
  end if;
  if exists (select from box_change_pack p cross join lateral spans_within(p.range_id, p.first_index, p.last_index) s
    where p.enterprise_id = new.enterprise_id and p.change_id = new.id and s.state not in ('activated', 'in_stock'))
  then raise exception 'code_not_in_stock' using errcode = 'BC001';
  end if;
  if exists (select from box_change_pack p where p.enterprise_id = new.enterprise_id and p.change_id = new.id
    and codes_locked(p.enterprise_id, p.range_id, p.first_index, p.last_index))
  then raise exception 'code_locked' using errcode = 'BC001';
  end if;
  if exists (select from reasons_of(array(select distinct p.lot_id from box_change_pack p where p.enterprise_id = new.enterprise_id and p.change_id = new.id
      -- What is packed on the line is in its box, whatever is said of it in the same moment.
      and (new.packaging_order_id is null or p.way = 'stays'))) r (of_lot, against)
    where not (r.against = 'not_released' and (new.kind = 'refill' or new.packaging_order_id is not null)))
  then raise exception 'box_lot_unfit' using errcode = 'BC001';
  end if;
  if new.place_id is not null and exists (select from box_change_pack p join lot l on l.enterprise_id = p.enterprise_id and l.id = p.lot_id
      join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
    where p.enterprise_id = new.enterprise_id and p.change_id = new.id group by p.lot_id, spec.net_quantity
    having sum(p.last_index - p.first_index + 1) * spec.net_quantity > coalesce((select b.quantity from stock_balance b
      where b.enterprise_id = new.enterprise_id and b.lot_id = p.lot_id and b.place_id = new.place_id and b.is_real), 0))
  then raise exception 'packs_not_in_bin' using errcode = 'BC001';
  end if;
  return null;
end $$;
drop trigger if exists guarded on box_change;
create constraint trigger guarded after insert on box_change deferrable initially deferred for each row execute function guard_box_change();

-- A record that was written gets no other packs.
create or replace function guard_box_change_pack() returns trigger language plpgsql as $$
begin
  if not exists (select from box_change c cross join lateral (
      select coalesce(sum(p.last_index - p.first_index + 1) filter (where p.way <> 'out'), 0) as inside,
        coalesce(sum(p.last_index - p.first_index + 1) filter (where p.way <> 'stays'), 0) as moved
      from box_change_pack p where p.enterprise_id = c.enterprise_id and p.change_id = c.id) said
    where c.enterprise_id = new.enterprise_id and c.id = new.change_id and c.packs_after = said.inside and c.packs_moved = said.moved)
  then raise exception 'the record of a changed box names its packs' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists guarded on box_change_pack;
create constraint trigger guarded after insert on box_change_pack deferrable initially deferred for each row execute function guard_box_change_pack();
