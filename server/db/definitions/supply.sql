-- Suppliers and the papers that allow to buy from them.

-- The first of a supplier's or customer's papers in use to end; null when none of them does.
create or replace function licences_until(enterprise uuid, owner uuid) returns date language sql stable parallel safe
  return (select min(valid_until) from licence where enterprise_id = enterprise and (supplier_id = owner or customer_id = owner) and is_active);
grant execute on function licences_until(uuid, uuid) to bencao_app;

-- Purchase orders: approval by amount, dates, and lines that stay as they were approved.

-- Whether an order is to be approved by two persons: its amount is above the enterprise's limit, or a line without a price leaves it unknown.
create or replace function needs_second_approval(enterprise uuid, of_order uuid) returns boolean language sql stable parallel safe
  return coalesce((select bool_or(line.unit_price is null) or sum(line.quantity * line.unit_price) > max(rule.second_approval_above)
    from purchase_rule rule join purchase_line line on line.enterprise_id = rule.enterprise_id and line.order_id = of_order
    where rule.enterprise_id = enterprise and rule.second_approval_above is not null), false);
grant execute on function needs_second_approval(uuid, uuid) to bencao_app;

-- How many days back an enterprise lets an order, or an arrival, be dated.
create or replace function order_back_days(enterprise uuid) returns integer language sql stable parallel safe
  return coalesce((select rule.order_back_days from purchase_rule rule where rule.enterprise_id = enterprise), 30);
create or replace function receipt_back_days(enterprise uuid) returns integer language sql stable parallel safe
  return coalesce((select rule.receipt_back_days from purchase_rule rule where rule.enterprise_id = enterprise), 7);
grant execute on function order_back_days(uuid), receipt_back_days(uuid) to bencao_app;

create or replace function guard_purchase_order() returns trigger language plpgsql as $$
begin
  if (tg_op = 'INSERT' or new.purchased_on <> old.purchased_on)
    and new.purchased_on < (new.created_at at time zone 'Asia/Shanghai')::date - order_back_days(new.enterprise_id) then
    raise exception 'dated_back' using errcode = 'BC001';
  end if;
  if tg_op = 'UPDATE' and new.state = 'approved' and old.state <> 'approved' and new.first_approved_by is null
    and needs_second_approval(new.enterprise_id, new.id) then
    raise exception 'second_approval_needed' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert or update on purchase_order for each row execute function guard_purchase_order();

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

-- Receipts: of which order, how late, under which delivery note; and that the lots of a line make the line.

-- How delivery notes and suppliers' lots are compared: width, case and blanks make no other number.
create or replace function same_number(given text) returns text language sql immutable parallel safe
  return upper(replace(normalize(given, nfkc), ' ', ''));
grant execute on function same_number(text) to bencao_app;

-- The other receipt that has brought goods in under this delivery note of the supplier. One truck may bring goods of several orders under one note:
-- then the orders differ and the day is the same.
create or replace function receipt_of_note(enterprise uuid, supplier uuid, note text, for_order uuid, arrived timestamptz) returns text
language sql stable parallel safe
  return (select r.receipt_no from receipt r join purchase_order o on o.enterprise_id = r.enterprise_id and o.id = r.order_id
    where r.enterprise_id = enterprise and o.supplier_id = supplier and r.lot_count > 0 and r.reversed_at is null
      and upper(replace(normalize(r.delivery_note_no, nfkc), ' ', '')) = same_number(note)
      and (r.order_id = for_order or (r.arrived_at at time zone 'Asia/Shanghai')::date <> (arrived at time zone 'Asia/Shanghai')::date)
    order by r.id limit 1);
grant execute on function receipt_of_note(uuid, uuid, text, uuid, timestamptz) to bencao_app;

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
      -- Two people at two doors with one note: the second looks when the first is done.
      perform pg_advisory_xact_lock(hashtextextended('note ' || new.enterprise_id || new.supplier_id || same_number(new.delivery_note_no), 0));
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
  return (select r.receipt_no from raw_lot l join receipt r on r.enterprise_id = l.enterprise_id and r.id = l.receipt_id
      join lot on lot.enterprise_id = l.enterprise_id and lot.id = l.id
    where l.enterprise_id = enterprise and l.supplier_id = supplier
      and upper(replace(normalize(l.supplier_lot_no, nfkc), ' ', '')) = same_number(given_no)
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
  if new.net <> new.gross - new.tare and new.net_reason = '' then
    raise exception 'net_unexplained' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on raw_lot for each row execute function guard_raw_lot();
