-- 盘点 (decision 0066).

-- The class of a lot by which its count may differ, and by how many percent: what the factory set last, else a start value. Packs differ by none.
create or replace function tolerance_of(given lot) returns numeric language sql stable as $$
  select case when given.kind = 'pack' then 0 else coalesce(
    (select t.percent from count_tolerance t where t.enterprise_id = given.enterprise_id
      and t.goods_class = case when given.is_toxic then 'toxic' when given.unit <> 'kg' then 'packaging' else given.kind end order by t.id desc limit 1),
    case when given.is_toxic then 0.1 else 0.5 end) end;
$$;
grant execute on function tolerance_of(lot) to bencao_app;

-- A count says what the book said in the same moment: the balance under the lot's lock, so that no movement falls between. Toxic goods are counted by two, and the
-- same goods again by others than before.
create or replace function guard_stocktake_tally() returns trigger language plpgsql as $$
declare
  line stocktake_line;
  before stocktake_tally;
begin
  select * into strict line from stocktake_line l where l.enterprise_id = new.enterprise_id and l.id = new.line_id for update;
  perform from lot l where l.enterprise_id = new.enterprise_id and l.id = line.lot_id for update;
  if line.state not in ('open', 'recount') then raise exception 'count_closed' using errcode = 'BC001'; end if;
  if new.book <> coalesce((select b.quantity from stock_balance b where b.enterprise_id = new.enterprise_id and b.lot_id = line.lot_id and b.place_id = line.place_id), 0)
  then raise exception 'the book of a count is the balance of its moment' using errcode = 'BC002';
  end if;
  if new.second_id is null and exists (select from lot l where l.enterprise_id = new.enterprise_id and l.id = line.lot_id and l.is_toxic)
  then raise exception 'count_needs_two' using errcode = 'BC001';
  end if;
  select * into before from stocktake_tally t where t.enterprise_id = new.enterprise_id and t.line_id = new.line_id order by t.round desc limit 1;
  if new.round <> coalesce(before.round, 0) + 1 then raise exception 'counts follow one another' using errcode = 'BC002'; end if;
  if array[new.counted_by, new.second_id] && array_remove(array[before.counted_by, before.second_id], null)
  then raise exception 'recount_by_other' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on stocktake_tally for each row execute function guard_stocktake_tally();

-- A line follows its last count: within the tolerance it waits for the signatures, beyond it for another count or for a decision by two.
create or replace function guard_stocktake_line() returns trigger language plpgsql as $$
declare
  last stocktake_tally;
  allowed numeric;
begin
  if (new.stocktake_id, new.lot_id, new.place_id) is distinct from (old.stocktake_id, old.lot_id, old.place_id) or old.state in ('adjusted', 'ended')
  then raise exception 'a counted line stays as it is' using errcode = 'BC002';
  end if;
  if new.state in ('even', 'within', 'beyond') and new.state is distinct from old.state then
    select * into last from stocktake_tally t where t.enterprise_id = new.enterprise_id and t.line_id = new.id order by t.round desc limit 1;
    select tolerance_of(l) into allowed from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id;
    if last.id is null or new.difference is distinct from last.counted - last.book
      or new.state = 'even' and new.difference <> 0
      or new.state = 'within' and (new.difference = 0 or abs(new.difference) * 100 > last.book * allowed)
    then raise exception 'a line says what was counted' using errcode = 'BC002';
    end if;
  end if;
  if new.state = 'adjusted' and old.state not in ('within', 'beyond') or new.state = 'adjusted' and new.cause is null
    or old.state = 'beyond' and new.state <> 'beyond' and not exists (select from stocktake_decision d where d.enterprise_id = new.enterprise_id and d.line_id = new.id
      and d.remedy = case new.state when 'adjusted' then 'adjust' else 'recount' end
      and d.round = (select max(t.round) from stocktake_tally t where t.enterprise_id = new.enterprise_id and t.line_id = new.id))
  then raise exception 'a difference is put right after it was decided about' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before update on stocktake_line for each row execute function guard_stocktake_line();

create or replace function guard_stocktake() returns trigger language plpgsql as $$
begin
  if old.state <> 'counting' then raise exception 'an ended count is not changed' using errcode = 'BC002'; end if;
  if new.state <> 'counting' and exists (select from stocktake_line l where l.enterprise_id = new.enterprise_id and l.stocktake_id = new.id and l.state = 'beyond')
  then raise exception 'count_undecided' using errcode = 'BC001';
  end if;
  if new.state = 'settled' and exists (select from stocktake_line l where l.enterprise_id = new.enterprise_id and l.stocktake_id = new.id and l.state in ('open', 'recount'))
  then raise exception 'count_unfinished' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before update on stocktake for each row execute function guard_stocktake();

-- A count is settled by two signatures.
create or replace function guard_stocktake_signatures() returns trigger language plpgsql as $$
begin
  if exists (select from unnest(array[new.settled_by, new.approver_id]) person
    where not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = person))
  then raise exception 'a count is signed' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists signed on stocktake;
create constraint trigger signed after update on stocktake deferrable initially deferred for each row
  when (old.state <> new.state and new.state = 'settled') execute function guard_stocktake_signatures();

create or replace function guard_stocktake_decision() returns trigger language plpgsql as $$
begin
  if exists (select from unnest(array[new.decided_by, new.approved_by]) person
    where not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = person))
  then raise exception 'a decision about a difference is signed' using errcode = 'BC002';
  end if;
  if exists (select from stocktake_tally t where t.enterprise_id = new.enterprise_id and t.line_id = new.line_id
    and array_remove(array[t.counted_by, t.second_id], null) && array[new.decided_by, new.approved_by])
  then raise exception 'same_person' using errcode = 'BC001';
  end if;
  return null;
end $$;
drop trigger if exists signed on stocktake_decision;
create constraint trigger signed after insert on stocktake_decision deferrable initially deferred for each row execute function guard_stocktake_decision();

-- The hold of a difference ends with the decision about it.
create or replace function guard_stocktake_hold() returns trigger language plpgsql as $$
begin
  if exists (select from stocktake_line l where l.enterprise_id = new.enterprise_id and l.hold_id = new.id and l.state = 'beyond')
  then raise exception 'hold_of_case' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger kept_by_count before update of lifted_at on hold for each row
  when (old.lifted_at is null and new.lifted_at is not null and new.kind = 'deviation') execute function guard_stocktake_hold();

-- What is found or missing in a bin is booked by a count alone, or when a bin is emptied over the scale: beside a destruction or a return to the supplier.
create or replace function guard_count_entry() returns trigger language plpgsql as $$
begin
  if exists (select from place p where p.enterprise_id = new.enterprise_id and p.id in (new.from_place_id, new.to_place_id) and p.kind = 'bin')
    and not exists (select from stocktake s join stocktake_line l on l.enterprise_id = s.enterprise_id and l.stocktake_id = s.id
      where s.enterprise_id = new.enterprise_id and s.id = new.document_id and new.document_kind = 'stocktake' and l.lot_id = new.lot_id
        and l.place_id in (new.from_place_id, new.to_place_id) and l.state = 'adjusted'
        and l.difference = case new.kind when 'gain' then new.quantity else -new.quantity end)
    and not (new.kind = 'shortage' and exists (select from disposal_line l join disposal_case c on c.enterprise_id = l.enterprise_id and c.id = l.case_id
      where c.enterprise_id = new.enterprise_id and c.id = new.document_id and c.state = 'done' and new.document_kind = 'disposal_case'
        and l.lot_id = new.lot_id and l.place_id = new.from_place_id and new.quantity < l.quantity))
    and not (new.kind = 'shortage' and exists (select from supplier_return r where r.enterprise_id = new.enterprise_id and r.id = new.document_id and r.state = 'sent'
      and new.document_kind = 'supplier_return' and r.lot_id = new.lot_id and r.place_id = new.from_place_id and new.quantity = r.missing))
  then raise exception 'adjustment_uncounted' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger adjustment_counted before insert on stock_entry for each row when (new.kind in ('gain', 'shortage')) execute function guard_count_entry();

-- A count finds what a count missed. What was lost on its way to a customer is found by the claim that says so, and comes back by a return.
create or replace function guard_counted_code() returns trigger language plpgsql as $$
begin
  if exists (select from code_event lost where lost.enterprise_id = new.enterprise_id and lost.range_id = new.range_id and lost.id < new.id
      and lost.first_index <= new.last_index and lost.last_index >= new.first_index and lost.state = 'missing' and lost.document_kind <> 'stocktake'
      and not exists (select from code_event later where later.enterprise_id = lost.enterprise_id and later.range_id = lost.range_id
        and later.id > lost.id and later.id < new.id
        and later.first_index <= least(lost.last_index, new.last_index) and later.last_index >= greatest(lost.first_index, new.first_index)))
  then raise exception 'code_not_in_house' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger count_guarded before insert on code_event for each row
  when (new.document_kind = 'stocktake' and new.state in ('in_stock', 'activated')) execute function guard_counted_code();
