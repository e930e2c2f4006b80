-- Shipments.

-- What left is not rewritten: of a shipment only its delivery is added, once.
create or replace function keep_shipment() returns trigger language plpgsql as $$
declare
  delivery text[] := array['state', 'receiver', 'arrived_at', 'exception', 'exception_note', 'delivered_by', 'delivered_at', 'row_version'];
begin
  if tg_op = 'DELETE' or old.state = 'delivered' or to_jsonb(new) - delivery <> to_jsonb(old) - delivery then
    raise exception 'a shipment is evidence: only its delivery is added' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger kept before update or delete on shipment for each row execute function keep_shipment();
