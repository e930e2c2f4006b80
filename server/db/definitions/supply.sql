-- Suppliers and the papers that allow to buy from them.

-- The first of a supplier's or customer's papers in use to end; null when none of them does.
create or replace function licences_until(enterprise uuid, owner uuid) returns date language sql stable parallel safe
  return (select min(valid_until) from licence where enterprise_id = enterprise and (supplier_id = owner or customer_id = owner) and is_active);
grant execute on function licences_until(uuid, uuid) to bencao_app;

-- A supplier's state becomes another by two persons: by a change that takes effect in this transaction, or through a provisional stop that
-- one person places and another confirms or lifts (decision 0036). A candidate is qualified by the signed step, which has its own two.
create or replace function guard_supplier_state() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- A factory is set up with suppliers that are qualified; a person writes down candidates.
    if a_person_acts() and new.state <> 'candidate' then
      raise exception 'a supplier begins as a candidate' using errcode = 'BC002';
    end if;
    return new;
  end if;
  if old.state = new.state then return new; end if;
  if old.state = 'candidate' and new.state = 'qualified' then
    if new.qualified_at is null or new.qualified_at is not distinct from old.qualified_at then
      raise exception 'a supplier is qualified by the person who signs it' using errcode = 'BC002';
    end if;
  elsif old.state = 'qualified' and new.state = 'stopped' then
    if not exists (select from supplier_stop s where s.enterprise_id = new.enterprise_id and s.supplier_id = new.id
      and s.ended_at is null and s.placed_at = now())
    then raise exception 'a supplier is stopped by a recorded stop' using errcode = 'BC002';
    end if;
  elsif old.state = 'stopped' then
    if not exists (select from supplier_stop s where s.enterprise_id = new.enterprise_id and s.supplier_id = new.id and s.ended_at = now()
      and (s.ended_as, new.state) in (('confirmed', 'suspended'), ('lifted', 'qualified')))
    then raise exception 'supplier_stopped' using errcode = 'BC001';
    end if;
  elsif not exists (select from change_request c, jsonb_array_elements(c.asked) one
    where c.enterprise_id = new.enterprise_id and c.record = 'supplier' and c.record_id = new.id and c.state = 'in_force' and c.applied_at = now()
      and one ->> 'field' = 'state' and one ->> 'old' = old.state and one ->> 'value' = new.state)
  then raise exception 'a supplier becomes another by a change that two persons made' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger state_guarded before insert or update on supplier for each row execute function guard_supplier_state();

-- A supplier comes back as two persons have judged it: while its return is under way, or a stop waits for its second person, what they judge by stays.
create or replace function keep_judged_supplier() returns trigger language plpgsql as $$
begin
  if old.state = 'stopped' then raise exception 'supplier_stopped' using errcode = 'BC001'; end if;
  if exists (select from change_request c, jsonb_array_elements(c.asked) one where c.enterprise_id = old.enterprise_id and c.record = 'supplier'
    and c.record_id = old.id and c.state in ('proposed', 'approved') and one ->> 'value' = 'qualified')
  then raise exception 'change_open' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger judged_kept before update on supplier for each row
  when ((new.name, new.kind, new.credit_code) is distinct from (old.name, old.kind, old.credit_code) or not new.categories <@ old.categories)
  execute function keep_judged_supplier();

-- What a supplier may deliver, and from where, grows by two persons once the supplier is no candidate; a candidate is qualified by another than who
-- wrote it down. A part of what is approved already is no more than that, and taking away is done at once.
create or replace function guard_supplier_scope() returns trigger language plpgsql as $$
begin
  if a_person_acts()
    and not exists (select from supplier s where s.enterprise_id = new.enterprise_id and s.id = new.supplier_id and s.state = 'candidate')
    and not exists (select from supplier_material m where m.enterprise_id = new.enterprise_id and m.supplier_id = new.supplier_id and m.material_id = new.material_id
      and m.province in ('', new.province) and m.city in ('', new.city) and m.county in ('', new.county))
    and not exists (select from supplier_scope_change c, jsonb_array_elements(c.added) one where c.enterprise_id = new.enterprise_id
      and c.supplier_id = new.supplier_id and c.changed_at = now() and c.approved_by is not null
      and (one ->> 'materialId', one ->> 'province', one ->> 'city', one ->> 'county') = (new.material_id::text, new.province, new.city, new.county))
  then raise exception 'scope_by_two' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger scope_guarded before insert or update on supplier_material for each row execute function guard_supplier_scope();

create or replace function keep_supplier_scope_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.approved_by is not null then raise exception 'a wider scope begins without its second person' using errcode = 'BC002'; end if;
    return new;
  end if;
  if tg_op = 'DELETE' or old.approved_by is not null
    or to_jsonb(new) - '{approved_by,row_version}'::text[] <> to_jsonb(old) - '{approved_by,row_version}'::text[]
  then raise exception 'a change of scope is not rewritten' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger kept before insert or update or delete on supplier_scope_change for each row execute function keep_supplier_scope_change();

-- A stop is placed before it ends, stays as it was placed, and ends once, at the moment that the database says.
create or replace function keep_supplier_stop() returns trigger language plpgsql as $$
declare
  ending text[] := '{ended_as,conclusion,ended_by,ended_at,row_version}';
begin
  if tg_op = 'INSERT' then
    if new.ended_at is not null then raise exception 'a stop is placed before it ends' using errcode = 'BC002'; end if;
    return new;
  end if;
  if tg_op = 'DELETE' or old.ended_at is not null or to_jsonb(new) - ending <> to_jsonb(old) - ending then
    raise exception 'a stop is not rewritten' using errcode = 'BC002';
  end if;
  if new.ended_by is not null then new.ended_at := now(); end if;
  return new;
end $$;
create or replace trigger kept before insert or update or delete on supplier_stop for each row execute function keep_supplier_stop();

-- Purchase orders: approval by amount, dates, and lines that stay as they were approved.

-- How many persons are to approve an order: one, and one more for each limit of the rule that its amount exceeds. A line without a price leaves the
-- amount unknown: then all of them.
create or replace function approvals_needed(enterprise uuid, of_order uuid) returns integer language sql stable parallel safe
  return 1 + coalesce((select count(*)::integer from purchase_rule rule, unnest(rule.approvals_above) lowest,
      lateral (select bool_or(line.unit_price is null) as unknown, sum(line.quantity * line.unit_price) as amount from purchase_line line
        where line.enterprise_id = rule.enterprise_id and line.order_id = of_order) ordered
    where rule.enterprise_id = enterprise and (ordered.unknown or ordered.amount > lowest)), 0);
grant execute on function approvals_needed(uuid, uuid) to bencao_app;

-- How many days back an enterprise lets an order, or an arrival, be dated.
create or replace function order_back_days(enterprise uuid) returns integer language sql stable parallel safe
  return coalesce((select rule.order_back_days from purchase_rule rule where rule.enterprise_id = enterprise), 30);
create or replace function receipt_back_days(enterprise uuid) returns integer language sql stable parallel safe
  return coalesce((select rule.receipt_back_days from purchase_rule rule where rule.enterprise_id = enterprise), 7);
grant execute on function order_back_days(uuid), receipt_back_days(uuid) to bencao_app;

create or replace function guard_purchase_order() returns trigger language plpgsql as $$
declare
  let_out text[] := '{approved,partially_received,received,closed}';
begin
  if tg_op = 'INSERT' and new.state <> 'draft' then
    raise exception 'an order begins as a draft' using errcode = 'BC002';
  end if;
  if (tg_op = 'INSERT' or new.purchased_on <> old.purchased_on)
    and new.purchased_on < (new.created_at at time zone 'Asia/Shanghai')::date - order_back_days(new.enterprise_id) then
    raise exception 'dated_back' using errcode = 'BC001';
  end if;
  if tg_op = 'UPDATE' and (new.state = 'half_approved' or new.state = any (let_out) and old.state <> all (let_out)) and
    (select count(*) from purchase_approval a where a.enterprise_id = new.enterprise_id and a.order_id = new.id and a.round = new.approval_round)
      < (case new.state when 'half_approved' then 1 else approvals_needed(new.enterprise_id, new.id) end)
  then raise exception 'approvals_missing' using errcode = 'BC001';
  end if;
  if tg_op = 'UPDATE' and new.approval_round <> old.approval_round and (new.state <> 'returned' or new.approval_round <> old.approval_round + 1) then
    raise exception 'an order is approved anew after it was sent back' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert or update on purchase_order for each row execute function guard_purchase_order();

-- An approval is the next of its round, of an order that waits for it.
create or replace function guard_purchase_approval() returns trigger language plpgsql as $$
begin
  if not exists (select from purchase_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id and o.buyer_id = new.buyer_id
      and o.approval_round = new.round and o.state in ('submitted', 'half_approved'))
    or new.step <> 1 + (select count(*) from purchase_approval a
      where a.enterprise_id = new.enterprise_id and a.order_id = new.order_id and a.round = new.round)
  then raise exception 'an approval is the next of an order that waits for it' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on purchase_approval for each row execute function guard_purchase_approval();

-- The rule is a control: what a person writes into it is what two persons have signed in this transaction.
create or replace function guard_purchase_rule() returns trigger language plpgsql as $$
begin
  if a_person_acts() and not exists (select from purchase_rule_change c where c.enterprise_id = new.enterprise_id and c.changed_at = now()
    and c.approved_by is not null and c.approvals_above = new.approvals_above
    and c.order_back_days = new.order_back_days and c.receipt_back_days = new.receipt_back_days)
  then raise exception 'the rule of purchases is changed by two persons' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert or update on purchase_rule for each row execute function guard_purchase_rule();

create or replace function keep_purchase_rule_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.approved_by is not null then raise exception 'a change of the rule begins without its second person' using errcode = 'BC002'; end if;
    return new;
  end if;
  if tg_op = 'DELETE' or old.approved_by is not null
    or to_jsonb(new) - '{approved_by,row_version}'::text[] <> to_jsonb(old) - '{approved_by,row_version}'::text[]
  then raise exception 'a change of the rule is not rewritten' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger kept before insert or update or delete on purchase_rule_change for each row execute function keep_purchase_rule_change();

-- What was submitted is what is approved: its lines are written anew only while the order is its author's.
create or replace function keep_submitted_lines() returns trigger language plpgsql as $$
begin
  if exists (select from purchase_order o where o.enterprise_id = coalesce(new.enterprise_id, old.enterprise_id)
      and o.id in (new.order_id, old.order_id) and o.state not in ('draft', 'returned')) then
    raise exception 'the lines of a submitted order stay' using errcode = 'BC002';
  end if;
  return coalesce(new, old);
end $$;
create or replace trigger submitted_kept before insert or update or delete on purchase_line for each row execute function keep_submitted_lines();

-- Nobody chooses by what a lot is tested: only an order of before names a standard, and keeps it.
create or replace function refuse_chosen_standard() returns trigger language plpgsql as $$
begin
  if new.standard_version_id is not null and (tg_op = 'INSERT' or new.standard_version_id is distinct from old.standard_version_id) then
    raise exception 'a line of an order names no standard' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger no_standard_chosen before insert or update of standard_version_id on purchase_line for each row execute function refuse_chosen_standard();

-- Receipts: of which order, how late, under which delivery note; and that the lots of a line make the line.

-- How delivery notes and suppliers' lots are compared: width, case and blanks make no other number.
create or replace function same_number(given text) returns text language sql immutable parallel safe
  return upper(replace(normalize(given, nfkc), ' ', ''));
grant execute on function same_number(text) to bencao_app;

-- What receipts and lots say, and what is kept of it (decision 0078).
create or replace view supplier_numbers with (security_invoker = true) as
  select r.enterprise_id, o.supplier_id, 'note' as paper, same_number(r.delivery_note_no) as number, r.id as record_id
    from receipt r join purchase_order o on o.enterprise_id = r.enterprise_id and o.id = r.order_id where r.lot_count > 0
  union all select l.enterprise_id, l.supplier_id, 'lot', same_number(l.supplier_lot_no), l.id from raw_lot l;

-- A number that was used once stays: who looks one up asks the record what it says today.
create or replace function know_supplier_number() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'raw_lot' then
    insert into supplier_number (enterprise_id, supplier_id, paper, number, record_id)
    values (new.enterprise_id, new.supplier_id, 'lot', same_number(new.supplier_lot_no), new.id) on conflict do nothing;
  else
    insert into supplier_number (enterprise_id, supplier_id, paper, number, record_id)
    values (new.enterprise_id, new.supplier_id, 'note', same_number(new.delivery_note_no), new.id) on conflict do nothing;
  end if;
  return null;
end $$;
create or replace trigger number_known after insert on receipt for each row when (new.lot_count > 0) execute function know_supplier_number();
create or replace trigger number_known after insert or update of supplier_lot_no on raw_lot for each row execute function know_supplier_number();

-- The other receipt that has brought goods in under this delivery note of the supplier. One truck may bring goods of several orders under one note:
-- then the orders differ and the day is the same.
create or replace function receipt_of_note(enterprise uuid, supplier uuid, note text, for_order uuid, arrived timestamptz) returns text
language sql stable parallel safe
  return (select r.receipt_no from supplier_number known join receipt r on r.enterprise_id = known.enterprise_id and r.id = known.record_id
    where known.enterprise_id = enterprise and known.supplier_id = supplier and known.paper = 'note' and known.number = same_number(note)
      and r.lot_count > 0 and r.reversed_at is null
      and (r.order_id = for_order or (r.arrived_at at time zone 'Asia/Shanghai')::date <> (arrived at time zone 'Asia/Shanghai')::date)
    order by r.id limit 1);
grant execute on function receipt_of_note(uuid, uuid, text, uuid, timestamptz) to bencao_app;

-- Two people at two doors with one note: the second looks when the first is done.
create or replace function lock_delivery_note(enterprise uuid, supplier uuid, note text) returns void language sql
  begin atomic select pg_advisory_xact_lock(hashtextextended('note ' || enterprise || supplier || same_number(note), 0)); end;
grant execute on function lock_delivery_note(uuid, uuid, text) to bencao_app;
-- The lock and, once it is held, the answer: each statement of the function sees what is committed by then.
create or replace function receipt_of_note_in_turn(enterprise uuid, supplier uuid, note text, for_order uuid, arrived timestamptz) returns text language sql as $$
  select lock_delivery_note(enterprise, supplier, note);
  select receipt_of_note(enterprise, supplier, note, for_order, arrived);
$$;
grant execute on function receipt_of_note_in_turn(uuid, uuid, text, uuid, timestamptz) to bencao_app;

create or replace function guard_receipt() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    select supplier_id, buyer_id into strict new.supplier_id, new.buyer_id from purchase_order
    where enterprise_id = new.enterprise_id and id = new.order_id;
    if (new.arrived_at at time zone 'Asia/Shanghai')::date
      < (new.recorded_at at time zone 'Asia/Shanghai')::date - receipt_back_days(new.enterprise_id) then
      raise exception 'dated_back' using errcode = 'BC001';
    end if;
    if new.lot_count > 0 then
      perform lock_delivery_note(new.enterprise_id, new.supplier_id, new.delivery_note_no);
      if receipt_of_note(new.enterprise_id, new.supplier_id, new.delivery_note_no, new.order_id, new.arrived_at) is not null then
        raise exception 'delivery_note_twice' using errcode = 'BC001';
      end if;
    end if;
  elsif new.checked_by is not null and old.checked_by is null and exists (select from raw_lot l
      where l.enterprise_id = new.enterprise_id and l.receipt_id = new.id group by l.door_line
      having sum(l.net) <> max(l.line_net) or sum(l.package_count) <> max(l.line_packages)) then
    raise exception 'the lots of a line make the line' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert or update on receipt for each row execute function guard_receipt();

-- The receipt that has brought in this lot of the supplier before, unless it is this one.
create or replace function receipt_of_supplier_lot(enterprise uuid, supplier uuid, material uuid, given_no text, other_than uuid) returns text
language sql stable parallel safe
  return (select r.receipt_no from supplier_number known join raw_lot l on l.enterprise_id = known.enterprise_id and l.id = known.record_id
      join receipt r on r.enterprise_id = l.enterprise_id and r.id = l.receipt_id
      join lot on lot.enterprise_id = l.enterprise_id and lot.id = l.id
    where known.enterprise_id = enterprise and known.supplier_id = supplier and known.paper = 'lot' and known.number = same_number(given_no)
      -- A correction may have taken the number from the lot.
      and same_number(l.supplier_lot_no) = same_number(given_no)
      and lot.material_id = material and l.receipt_id is distinct from other_than and r.reversed_at is null
    order by r.id limit 1);
grant execute on function receipt_of_supplier_lot(uuid, uuid, uuid, text, uuid) to bencao_app;

-- Of two receipts with the same lots of a supplier the second waits for the first, whatever the order of their lines.
create or replace function lock_supplier_lots(enterprise uuid, supplier uuid, given_nos text[]) returns void language plpgsql as $$
declare
  key bigint;
begin
  for key in select distinct hashtextextended('supplier lot ' || enterprise || supplier || same_number(no), 0) from unnest(given_nos) no order by 1 loop
    perform pg_advisory_xact_lock(key);
  end loop;
end $$;
grant execute on function lock_supplier_lots(uuid, uuid, text[]) to bencao_app;
-- The locks and, once they are held, the receipt of each lot, in the order given.
create or replace function receipts_of_supplier_lots_in_turn(enterprise uuid, supplier uuid, materials uuid[], given_nos text[]) returns text[] language sql as $$
  select lock_supplier_lots(enterprise, supplier, given_nos);
  select array_agg(receipt_of_supplier_lot(enterprise, supplier, material, no, null) order by place)
  from unnest(materials, given_nos) with ordinality as given (material, no, place);
$$;
grant execute on function receipts_of_supplier_lots_in_turn(uuid, uuid, uuid[], text[]) to bencao_app;

create or replace function guard_raw_lot() returns trigger language plpgsql as $$
begin
  perform lock_supplier_lots(new.enterprise_id, new.supplier_id, array[new.supplier_lot_no]);
  if 'lot_again' <> all (new.doubts) and receipt_of_supplier_lot(new.enterprise_id, new.supplier_id,
      (select material_id from lot where enterprise_id = new.enterprise_id and id = new.id), new.supplier_lot_no, new.receipt_id) is not null then
    raise exception 'supplier_lot_again' using errcode = 'BC001';
  end if;
  if abs(new.line_net - new.line_note) > new.line_note * 0.005 and new.exception_note = '' then
    raise exception 'a line that differs from its note is explained' using errcode = 'BC002';
  end if;
  if (new.tare <> 0 or new.gross <> new.net or new.net <> trunc(new.net)) and (select unit from lot where enterprise_id = new.enterprise_id and id = new.id) <> 'kg' then
    raise exception 'pieces_whole' using errcode = 'BC001';
  end if;
  if new.net <> new.gross - new.tare and new.net_reason = '' then
    raise exception 'net_unexplained' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on raw_lot for each row execute function guard_raw_lot();
