-- Shipments.

-- What left is not rewritten: of a shipment its delivery is added, once, and an approved correction changes its counts (`corrected`).
create or replace function keep_shipment() returns trigger language plpgsql as $$
declare
  delivery text[] := array['state', 'receiver', 'arrived_at', 'exception', 'exception_note', 'delivered_by', 'delivered_at'];
  counts text[] := array['packs', 'quantity', 'note_version', 'row_version'];
begin
  if tg_op = 'DELETE'
    or old.state <> 'shipped' and (new.note_version = old.note_version or to_jsonb(new) - counts <> to_jsonb(old) - counts)
    or to_jsonb(new) - delivery - counts <> to_jsonb(old) - delivery - counts
  then raise exception 'a shipment is evidence: only its delivery is added' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger kept before update or delete on shipment for each row execute function keep_shipment();

-- Lines are written before the shipment is signed. Later only the approval of a correction adds one, of zero packs, which it then counts: so the
-- correction tells that the paper said nothing of this lot.
create or replace function guard_shipment_line() returns trigger language plpgsql as $$
begin
  if new.packs > 0 and exists (select from signature s
      where s.enterprise_id = new.enterprise_id and s.record_table = 'shipment' and s.record_id = new.shipment_id)
    or new.packs = 0 and not exists (select from correction c
      where c.enterprise_id = new.enterprise_id and c.record_id = new.shipment_id and c.state = 'approved' and c.approved_at = now())
  then raise exception 'shipment_line is evidence: it is written when the goods leave' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on shipment_line for each row execute function guard_shipment_line();

-- The packs that went with a shipment: those that left when it was shipped, as its approved corrections put them right.
create or replace function codes_of_shipment(given uuid) returns table (range_id uuid, first_index bigint, last_index bigint) language plpgsql stable as $$
declare
  of_range uuid;
  step record;
  went int8multirange;
begin
  for of_range in select distinct e.range_id from code_event e join code_range r on r.enterprise_id = e.enterprise_id and r.id = e.range_id and r.level = 1
    where e.enterprise_id = current_enterprise() and e.document_id in (select given union all
      select c.id from correction c where c.enterprise_id = current_enterprise() and c.record = 'shipment' and c.record_id = given)
  loop
    went := '{}';
    for step in select e.state, int8multirange(int8range(e.first_index, e.last_index, '[]')) as codes from code_event e
      where e.enterprise_id = current_enterprise() and e.range_id = of_range and e.document_id in (select given union all
        select c.id from correction c where c.enterprise_id = current_enterprise() and c.record = 'shipment' and c.record_id = given)
      order by e.id
    loop
      went := case step.state when 'shipped' then went + step.codes else went - step.codes end;
    end loop;
    return query select of_range, lower(codes), upper(codes) - 1 from unnest(went) codes;
  end loop;
end $$;
grant execute on function codes_of_shipment(uuid) to bencao_app;

-- At the end of the transaction that corrected a line, its packs are those whose codes went, they weigh their net content, and the ledger says the same.
create or replace function match_shipment_line() returns trigger language plpgsql as $$
declare
  line shipment_line;
  gone numeric;
  booked numeric;
begin
  select * into strict line from shipment_line where enterprise_id = new.enterprise_id and id = new.id;
  select coalesce(sum(least(s.last_index, c.last_index) - greatest(s.first_index, c.first_index) + 1), 0) into gone
  from codes_of_shipment(line.shipment_id) c cross join lateral spans_within(c.range_id, c.first_index, c.last_index) s
  where s.lot_id = line.lot_id;
  select coalesce(sum(case when e.kind = 'ship' then e.quantity else -e.quantity end), 0) into booked from stock_entry e
  where e.enterprise_id = line.enterprise_id and e.lot_id = line.lot_id
    and (e.kind = 'ship' or exists (select from stock_entry r where r.enterprise_id = e.enterprise_id and r.id = e.reverses and r.kind = 'ship'))
    and e.document_id in (select line.shipment_id union all
      select c.id from correction c where c.enterprise_id = line.enterprise_id and c.record = 'shipment' and c.record_id = line.shipment_id);
  if line.packs <> gone or line.quantity <> booked
    or line.quantity <> line.packs * (select spec.net_quantity from pack_spec spec where spec.enterprise_id = line.enterprise_id and spec.id = line.pack_spec_id)
  then raise exception 'a line of a shipment is what its codes and the ledger say' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists matched on shipment_line;
create constraint trigger matched after update on shipment_line deferrable initially deferred for each row execute function match_shipment_line();

-- At the end of the transaction a shipment is the sum of its lines.
create or replace function sum_shipment() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(new);
  of_shipment uuid := (changed ->> case tg_table_name when 'shipment' then 'id' else 'shipment_id' end)::uuid;
begin
  if exists (select from shipment s
    cross join lateral (select coalesce(sum(l.packs), 0) as packs, coalesce(sum(l.quantity), 0) as quantity from shipment_line l
      where l.enterprise_id = s.enterprise_id and l.shipment_id = s.id) lines
    where s.enterprise_id = new.enterprise_id and s.id = of_shipment and (s.packs <> lines.packs or s.quantity <> lines.quantity))
  then raise exception 'a shipment is the sum of its lines' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists summed on shipment;
create constraint trigger summed after insert or update on shipment deferrable initially deferred for each row execute function sum_shipment();
drop trigger if exists summed on shipment_line;
create constraint trigger summed after insert or update on shipment_line deferrable initially deferred for each row execute function sum_shipment();
