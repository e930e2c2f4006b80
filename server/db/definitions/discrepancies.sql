-- 到货差异: what was not as the delivery note said goes to its end with the supplier (decision 0091).

-- Whether a line at the door is as its delivery note says, and nothing is odd about it.
create or replace function guard_door_line() returns trigger language plpgsql as $$
begin
  if not exists (select from receipt_discrepancy d where d.enterprise_id = new.enterprise_id and d.receipt_id = new.receipt_id and d.door_line = new.door_line)
  then raise exception 'a line that differs from its delivery note has its discrepancy' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists discrepancy_kept on raw_lot;
create constraint trigger discrepancy_kept after insert on raw_lot deferrable initially deferred for each row
  when (new.door_line is not null and (new.abnormal is not null or not new.package_intact or not new.label_complete or cardinality(new.defects) > 0
    or abs(new.line_net - new.line_note) > new.line_note * 0.005)) execute function guard_door_line();

create or replace function guard_refused_line() returns trigger language plpgsql as $$
begin
  if not exists (select from receipt_discrepancy d where d.enterprise_id = new.enterprise_id and d.receipt_id = new.receipt_id and d.refused_line = new.line_no)
  then raise exception 'a line that was turned away has its discrepancy' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists discrepancy_kept on refused_delivery;
create constraint trigger discrepancy_kept after insert on refused_delivery deferrable initially deferred for each row execute function guard_refused_line();

create or replace function guard_discrepancy() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' or not exists (select from purchase_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id and o.supplier_id = new.supplier_id)
    then raise exception 'a discrepancy is opened of its own order' using errcode = 'BC002';
    end if;
    return new;
  end if;
  if (new.discrepancy_no, new.receipt_id, new.order_id, new.supplier_id, new.purchase_line_id, new.door_line, new.refused_line, new.kinds, new.noted, new.net,
      new.refused, new.name_on_note, new.supplier_lot_no, new.note, new.opened_by, new.opened_at)
    is distinct from (old.discrepancy_no, old.receipt_id, old.order_id, old.supplier_id, old.purchase_line_id, old.door_line, old.refused_line, old.kinds, old.noted,
      old.net, old.refused, old.name_on_note, old.supplier_lot_no, old.note, old.opened_by, old.opened_at)
  then raise exception 'what was seen at the door is not changed' using errcode = 'BC002';
  end if;
  if new.state = old.state then return new; end if;
  if new.state = 'void' then
    -- A replacement whose receipt went back whole has not come: another discrepancy is opened instead.
    if not exists (select from receipt r where r.enterprise_id = new.enterprise_id and r.id in (new.receipt_id, new.replaced_by) and r.reversed_at is not null)
    then raise exception 'a discrepancy is void with its receipt, or with that of its replacement' using errcode = 'BC002';
    end if;
    return new;
  end if;
  if (old.state, new.state) not in (('open', 'answered'), ('answered', 'open'), ('answered', 'closed'))
  then raise exception 'a discrepancy goes from % to % by no step', old.state, new.state using errcode = 'BC002';
  end if;
  -- A replacement is a later receipt of the same supplier's same material, which stands.
  if new.replaced_by is not null and not exists (
    select from receipt r join receipt was on was.enterprise_id = r.enterprise_id and was.id = new.receipt_id
      join raw_lot w on w.enterprise_id = r.enterprise_id and w.receipt_id = r.id
      join purchase_line l on l.enterprise_id = w.enterprise_id and l.id = w.purchase_line_id
      join purchase_line mine on mine.enterprise_id = l.enterprise_id and mine.id = new.purchase_line_id
    where r.enterprise_id = new.enterprise_id and r.id = new.replaced_by and r.reversed_at is null and r.arrived_at >= was.arrived_at
      and w.supplier_id = new.supplier_id and l.material_id = mine.material_id)
  then raise exception 'discrepancy_not_replaced' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert or update on receipt_discrepancy for each row execute function guard_discrepancy();

-- What ended a discrepancy is signed by who ended it.
create or replace function guard_discrepancy_signature() returns trigger language plpgsql as $$
begin
  if not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = new.closed_by)
  then raise exception 'the end of a discrepancy is signed' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists signed on receipt_discrepancy;
create constraint trigger signed after update on receipt_discrepancy deferrable initially deferred for each row
  when (old.state <> new.state and new.state = 'closed') execute function guard_discrepancy_signature();

-- An order is closed when what was not as it should be has its end (domain §2.1).
create or replace function guard_closed_order() returns trigger language plpgsql as $$
begin
  if exists (select from receipt_discrepancy d where d.enterprise_id = new.enterprise_id and d.order_id = new.id and d.state in ('open', 'answered'))
  then raise exception 'discrepancies_open' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger discrepancies_settled before update on purchase_order for each row
  when (old.state <> 'closed' and new.state = 'closed') execute function guard_closed_order();
