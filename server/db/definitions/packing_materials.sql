-- Packaging materials, counted in pieces (decision 0096).

-- A lot is counted as its material is.
create or replace function guard_lot_unit() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.unit <> old.unit or new.material_id is not null and new.unit is distinct from
    (select m.unit from material m where m.enterprise_id = new.enterprise_id and m.id = new.material_id)
  then raise exception 'a lot is counted as its material is' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger unit_guarded before insert or update of unit on lot for each row execute function guard_lot_unit();

-- Pieces are whole and have their own movements; goods have none of theirs.
create or replace function guard_pieces(given lot, entry stock_entry) returns void language plpgsql as $$
begin
  if given.unit = 'kg' and entry.kind not in ('pack_issue', 'pack_return') then return; end if;
  if given.unit = 'kg' or entry.quantity <> trunc(entry.quantity) or entry.kind not in ('receipt', 'reversal', 'sample', 'transfer', 'supplier_return', 'destroy',
    'gain', 'shortage', 'pack_issue', 'pack_return', 'pack_input', 'pack_loss')
  then raise exception 'pieces_whole' using errcode = 'BC001';
  end if;
end $$;
grant execute on function guard_pieces(lot, stock_entry) to bencao_app;

-- The laboratory tests what is weighed.
create or replace function guard_inspected_unit() returns trigger language plpgsql as $$
begin
  if exists (select from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id and l.unit <> 'kg') then
    raise exception 'pieces_accepted' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger unit_guarded before insert on inspection for each row execute function guard_inspected_unit();

-- A counted lot is released by an acceptance that conforms, and by nothing else.
create or replace function guard_accepted_lot() returns trigger language plpgsql as $$
begin
  if (select a.conforms from pack_acceptance a where a.enterprise_id = new.enterprise_id and a.lot_id = new.id order by a.id desc limit 1) is not true then
    raise exception 'pieces_accepted' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger acceptance_guarded before update of state on lot for each row
  when (new.unit <> 'kg' and new.state = 'released' and old.state <> 'released') execute function guard_accepted_lot();

-- An acceptance is about a counted lot that waits for it, and signed by both; neither bought or received the lot (I7).
create or replace function guard_pack_acceptance() returns trigger language plpgsql as $$
begin
  if not exists (select from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id and l.unit <> 'kg' and l.state in ('quarantine', 'released', 'retest_due')) then
    raise exception 'wrong_state' using errcode = 'BC001';
  end if;
  if exists (select from raw_lot r join receipt c on c.enterprise_id = r.enterprise_id and c.id = r.receipt_id
      join purchase_order o on o.enterprise_id = r.enterprise_id and o.id = r.order_id
    where r.enterprise_id = new.enterprise_id and r.id = new.lot_id
      and (new.decided_by in (o.buyer_id, c.received_by, c.checked_by) or new.inspected_by in (o.buyer_id, c.received_by, c.checked_by)))
  then raise exception 'an acceptance is for those who neither bought nor received' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on pack_acceptance for each row execute function guard_pack_acceptance();

-- What two persons answer for is signed by both.
create or replace function guard_two_signatures() returns trigger language plpgsql as $$
begin
  if exists (select from unnest(tg_argv) person_column where not exists (select from signature s where s.enterprise_id = new.enterprise_id
    and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = (to_jsonb(new) ->> person_column)::uuid))
  then raise exception '% is signed by two', tg_table_name using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists signed on pack_acceptance;
create constraint trigger signed after insert on pack_acceptance deferrable initially deferred for each row execute function guard_two_signatures('decided_by', 'inspected_by');
drop trigger if exists signed on pack_material_entry;
create constraint trigger signed after insert on pack_material_entry deferrable initially deferred for each row execute function guard_two_signatures('entered_by', 'second_by');

-- Only counted materials are named by specifications and orders.
create or replace function guard_named_material() returns trigger language plpgsql as $$
begin
  if not exists (select from material m where m.enterprise_id = new.enterprise_id and m.id = new.material_id and m.unit <> 'kg') then
    raise exception 'pack_material_unsuitable' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert or update on pack_spec_material for each row execute function guard_named_material();
create or replace trigger guarded before insert on packaging_order_material for each row execute function guard_named_material();

-- Pieces of a lot on the line of an order.
create or replace function pieces_out(given_order uuid, given_lot uuid) returns bigint language sql stable as $$
  select coalesce(sum(issued - used - spoiled - destroyed - sampled - returned - lost), 0) from pack_material_entry
  where enterprise_id = current_enterprise() and packaging_order_id = given_order and lot_id = given_lot;
$$;
grant execute on function pieces_out(uuid, uuid) to bencao_app;

-- Whether an order has a case that is not ended.
create or replace function has_open_case(given_order uuid) returns boolean language sql stable as $$
  select exists (select from incident i where i.enterprise_id = current_enterprise() and i.source_table = 'packaging_order' and i.source_id = given_order
    and i.state in ('open', 'investigating', 'submitted', 'approved'));
$$;
grant execute on function has_open_case(uuid) to bencao_app;

-- Who writes an entry takes a material that the order names, and an order that is not ended.
create or replace function guard_pack_material_entry() returns trigger language plpgsql as $$
declare
  standing text;
begin
  select o.state into strict standing from packaging_order o where o.enterprise_id = new.enterprise_id and o.id = new.packaging_order_id for update;
  if standing not in ('approved', 'in_progress') then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  if not exists (select from lot l join packaging_order_material m on m.enterprise_id = l.enterprise_id and m.material_id = l.material_id
    where l.enterprise_id = new.enterprise_id and l.id = new.lot_id and m.packaging_order_id = new.packaging_order_id)
  then raise exception 'pack_material_of_other_order' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on pack_material_entry for each row execute function guard_pack_material_entry();

-- At the end of the transaction the entries of a lot and an order are what the ledger moved, nothing more came back than went out, and what is lost has a case.
create or replace function match_pack_material() returns trigger language plpgsql as $$
declare
  of_order uuid := case tg_table_name when 'stock_entry' then (to_jsonb(new) ->> 'document_id')::uuid else (to_jsonb(new) ->> 'packaging_order_id')::uuid end;
  said record;
  moved record;
begin
  if (select l.unit from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id) = 'kg' then return null; end if;
  select coalesce(sum(issued), 0) as issued, coalesce(sum(used), 0) as used, coalesce(sum(returned), 0) as returned,
    coalesce(sum(spoiled + destroyed + sampled + lost), 0) as gone, coalesce(sum(lost), 0) as lost into said
  from pack_material_entry where enterprise_id = new.enterprise_id and packaging_order_id = of_order and lot_id = new.lot_id;
  select coalesce(sum(quantity) filter (where kind = 'pack_issue'), 0) as issued, coalesce(sum(quantity) filter (where kind = 'pack_input'), 0) as used,
    coalesce(sum(quantity) filter (where kind = 'pack_return'), 0) as returned, coalesce(sum(quantity) filter (where kind = 'pack_loss'), 0) as gone into moved
  from stock_entry where enterprise_id = new.enterprise_id and document_id = of_order and lot_id = new.lot_id;
  if (said.issued, said.used, said.returned, said.gone) is distinct from (moved.issued, moved.used, moved.returned, moved.gone) then
    raise exception 'the pieces of an order are what the ledger moved' using errcode = 'BC002';
  end if;
  if said.issued < said.used + said.returned + said.gone then raise exception 'pieces_unreconciled' using errcode = 'BC001'; end if;
  if tg_table_name = 'pack_material_entry' and (to_jsonb(new) ->> 'lost')::integer > 0 and not has_open_case(of_order) then
    raise exception 'lost pieces have a case' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists matched on pack_material_entry;
create constraint trigger matched after insert on pack_material_entry deferrable initially deferred for each row execute function match_pack_material();
drop trigger if exists pieces_matched on stock_entry;
create constraint trigger pieces_matched after insert on stock_entry deferrable initially deferred for each row
  when (new.kind in ('pack_issue', 'pack_return', 'pack_input', 'pack_loss')) execute function match_pack_material();

-- No order ends while a piece of it is on the line.
create or replace function guard_pieces_out() returns trigger language plpgsql as $$
begin
  if exists (select from pack_material_entry e where e.enterprise_id = new.enterprise_id and e.packaging_order_id = new.id group by e.lot_id
    having sum(issued - used - spoiled - destroyed - sampled - returned - lost) <> 0)
  then raise exception 'pieces_out' using errcode = 'BC001';
  end if;
  return null;
end $$;
drop trigger if exists pieces_settled on packaging_order;
create constraint trigger pieces_settled after update on packaging_order deferrable initially deferred for each row
  when (new.state in ('completed', 'cancelled') and old.state <> new.state) execute function guard_pieces_out();

-- What was used beyond or below what the packs and boxes take has a case that holds them. Packs that fill a box of another lot take no box of their own: the codes
-- of the order's own boxes say how many there are.
create or replace function guard_used_pieces() returns trigger language plpgsql as $$
declare
  boxes bigint;
begin
  if not exists (select from packaging_order_material m where m.enterprise_id = new.enterprise_id and m.packaging_order_id = new.packaging_order_id) then return null; end if;
  select coalesce(sum(s.last_index - s.first_index + 1), 0) into boxes from code_range r
    join code_span s on s.enterprise_id = r.enterprise_id and s.range_id = r.id and s.state = 'activated'
  where r.enterprise_id = new.enterprise_id and r.packaging_order_id = new.packaging_order_id and r.level = 3;
  if exists (select from packaging_order_material m where m.enterprise_id = new.enterprise_id and m.packaging_order_id = new.packaging_order_id
      and m.per_pack::bigint * new.packs + m.per_box * boxes <> coalesce((select sum(e.used) from pack_material_entry e
        join lot l on l.enterprise_id = e.enterprise_id and l.id = e.lot_id
        where e.enterprise_id = m.enterprise_id and e.packaging_order_id = m.packaging_order_id and l.material_id = m.material_id), 0))
    and not exists (select from incident i join incident_lot l on l.enterprise_id = i.enterprise_id and l.incident_id = i.id and l.lot_id = new.lot_id
      where i.enterprise_id = new.enterprise_id and i.source_id = new.packaging_order_id and i.source_table = 'packaging_order'
        and i.state in ('open', 'investigating', 'submitted', 'approved'))
  then raise exception 'pieces beyond what the packs take have a case' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists pieces_guarded on packaging_record;
create constraint trigger pieces_guarded after insert on packaging_record deferrable initially deferred for each row execute function guard_used_pieces();

-- What is proposed, sent or counted of pieces is whole as well, so that it is refused when it is written and not when it is booked.
create or replace function guard_whole() returns trigger language plpgsql as $$
declare
  given jsonb := to_jsonb(new);
  of_lot uuid := case tg_table_name when 'stocktake_tally' then (select l.lot_id from stocktake_line l where l.enterprise_id = new.enterprise_id and l.id = (given ->> 'line_id')::uuid)
    else (given ->> 'lot_id')::uuid end;
begin
  if exists (select from unnest(tg_argv) field where (given ->> field)::numeric <> trunc((given ->> field)::numeric))
    and exists (select from lot l where l.enterprise_id = new.enterprise_id and l.id = of_lot and l.unit <> 'kg')
  then raise exception 'pieces_whole' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger whole_guarded before insert or update on disposal_line for each row execute function guard_whole('quantity', 'found', 'weighed');
create or replace trigger whole_guarded before insert or update on supplier_return for each row execute function guard_whole('quantity', 'weighed', 'missing', 'confirmed_quantity', 'back_weight');
create or replace trigger whole_guarded before insert on stocktake_tally for each row execute function guard_whole('counted');

-- What an acceptance used up of a lot is what left its bins for it.
create or replace function match_used_up() returns trigger language plpgsql as $$
declare
  sheet uuid := case tg_table_name when 'stock_entry' then (to_jsonb(new) ->> 'document_id')::uuid else (to_jsonb(new) ->> 'id')::uuid end;
begin
  if (select l.unit from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id) = 'kg' then return null; end if;
  if coalesce((select sum(e.quantity) from stock_entry e where e.enterprise_id = new.enterprise_id and e.document_id = sheet and e.lot_id = new.lot_id and e.kind = 'sample'), 0)
    is distinct from (select a.used_up::numeric from pack_acceptance a where a.enterprise_id = new.enterprise_id and a.id = sheet and a.lot_id = new.lot_id)
  then raise exception 'what an acceptance used up is what the ledger took' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists used_up_matched on pack_acceptance;
create constraint trigger used_up_matched after insert on pack_acceptance deferrable initially deferred for each row execute function match_used_up();
drop trigger if exists used_up_matched on stock_entry;
create constraint trigger used_up_matched after insert on stock_entry deferrable initially deferred for each row when (new.kind = 'sample') execute function match_used_up();
