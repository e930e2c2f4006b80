-- 退货、拒收与短少: where packs are that left, and what keeps goods that came back apart (decision 0065).

-- Of each lot of a shipment, the packs that are not, or not any more, with the customer.
create or replace view shipment_custody with (security_invoker = true) as
  select e.enterprise_id, e.shipment_id, e.lot_id,
    sum(case when e.to_fate = 'returning' then e.packs when e.from_fate = 'returning' then -e.packs else 0 end)::integer as returning,
    sum(case when e.to_fate = 'claimed' then e.packs when e.from_fate = 'claimed' then -e.packs else 0 end)::integer as claimed,
    sum(case when e.to_fate = 'lost' then e.packs when e.from_fate = 'lost' then -e.packs else 0 end)::integer as lost,
    sum(case when e.to_fate = 'returned' then e.packs when e.from_fate = 'returned' then -e.packs else 0 end)::integer as returned,
    sum(case when e.from_fate = 'customer' then e.packs when e.to_fate = 'customer' then -e.packs else 0 end)::integer as away
  from custody_entry e group by e.enterprise_id, e.shipment_id, e.lot_id;
grant select on shipment_custody to bencao_app;

-- Packs go on only from where they are: never more comes back, is missed or lost than left. The lock makes two who write of one shipment come one
-- after the other.
create or replace function guard_custody() returns trigger language plpgsql as $$
declare
  there integer;
begin
  perform from shipment s where s.enterprise_id = new.enterprise_id and s.id = new.shipment_id for update;
  select coalesce(sum(case when e.to_fate = new.from_fate then e.packs when e.from_fate = new.from_fate then -e.packs else 0 end), 0) into there
  from custody_entry e where e.enterprise_id = new.enterprise_id and e.shipment_id = new.shipment_id and e.lot_id = new.lot_id;
  if new.from_fate = 'customer' then
    there := there + (select line.packs from shipment_line line
      where line.enterprise_id = new.enterprise_id and line.shipment_id = new.shipment_id and line.lot_id = new.lot_id);
  end if;
  if new.packs > there then raise exception 'more_than_shipped' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger guarded before insert on custody_entry for each row execute function guard_custody();

-- A correction of a shipment leaves at least what came back, is on its way back, or is missing.
create or replace function keep_returned() returns trigger language plpgsql as $$
begin
  if new.packs < coalesce((select c.away from shipment_custody c
    where c.enterprise_id = new.enterprise_id and c.shipment_id = new.shipment_id and c.lot_id = new.lot_id), 0)
  then raise exception 'more_than_shipped' using errcode = 'BC001';
  end if;
  return null;
end $$;
create or replace trigger returned_kept after update on shipment_line for each row when (new.packs < old.packs) execute function keep_returned();

-- At the end of the transaction what a return or a claim moved between customer and house is what the ledger says.
create or replace function match_custody() returns trigger language plpgsql as $$
declare
  moved numeric;
  booked numeric;
begin
  select coalesce(sum(case when e.to_fate in ('returned', 'lost') then e.packs else 0 end
      - case when e.from_fate in ('returned', 'lost') then e.packs else 0 end), 0) * (
    select spec.net_quantity from lot l join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
    where l.enterprise_id = new.enterprise_id and l.id = new.lot_id) into moved
  from custody_entry e where e.enterprise_id = new.enterprise_id and e.document_id = new.document_id and e.lot_id = new.lot_id;
  select coalesce(sum(case when p.kind = 'customer' then e.quantity else -e.quantity end), 0) into booked
  from stock_entry e join place p on p.enterprise_id = e.enterprise_id and p.id = e.from_place_id
    join place q on q.enterprise_id = e.enterprise_id and q.id = e.to_place_id
  where e.enterprise_id = new.enterprise_id and e.document_id = new.document_id and e.lot_id = new.lot_id and 'customer' in (p.kind, q.kind);
  if moved <> booked then raise exception 'what came back or was lost is what the ledger says' using errcode = 'BC002'; end if;
  return null;
end $$;
drop trigger if exists matched on custody_entry;
create constraint trigger matched after insert on custody_entry deferrable initially deferred for each row execute function match_custody();
drop trigger if exists custody_matched on stock_entry;
create constraint trigger custody_matched after insert on stock_entry deferrable initially deferred for each row
  when (new.document_kind in ('customer_return', 'carrier_claim') and new.kind <> 'transfer') execute function match_custody();

-- A return goes step by step, and each state rests on the record of the step. What it is about is not changed.
create or replace function guard_customer_return() returns trigger language plpgsql as $$
declare
  came return_receipt;
begin
  if old.state in ('closed', 'declined', 'cancelled') then raise exception 'an ended return is not changed' using errcode = 'BC002'; end if;
  if (new.return_no, new.kind, new.shipment_id, new.reason, new.created_by, new.created_at)
      is distinct from (old.return_no, old.kind, old.shipment_id, old.reason, old.created_by, old.created_at)
    or old.approved_by is not null and (new.approved_by, new.approved_at) is distinct from (old.approved_by, old.approved_at)
  then raise exception 'what a return is about is not changed' using errcode = 'BC002';
  end if;
  if new.state = old.state then return new; end if;
  if (old.state, new.state) not in (('requested', 'awaited'), ('requested', 'declined'), ('requested', 'cancelled'), ('awaited', 'cancelled'),
    ('awaited', 'received'), ('received', 'awaited'), ('received', 'cancelled'), ('received', 'inspected'), ('inspected', 'awaited'), ('inspected', 'cancelled'),
    ('inspected', 'restocking'), ('inspected', 'destroying'), ('restocking', 'inspected'), ('destroying', 'inspected'), ('restocking', 'destroying'),
    ('restocking', 'closed'), ('destroying', 'closed'))
  then raise exception 'a return goes step by step' using errcode = 'BC002';
  end if;
  select * into came from return_receipt r where r.enterprise_id = new.enterprise_id and r.return_id = new.id and r.taken_back_at is null;
  if (new.state in ('received', 'inspected', 'restocking', 'destroying', 'closed')) <> (came.id is not null)
    or new.state in ('inspected', 'restocking', 'destroying', 'closed') and not exists (
      select from return_inspection i where i.enterprise_id = new.enterprise_id and i.receipt_id = came.id)
    or (new.state in ('restocking', 'destroying', 'closed')) <> exists (
      select from return_decision d where d.enterprise_id = new.enterprise_id and d.receipt_id = came.id and d.withdrawn_at is null)
  then raise exception 'a return rests on the record of its step' using errcode = 'BC002';
  end if;
  if new.state in ('restocking', 'destroying', 'closed') and exists (
      select from return_item i where i.enterprise_id = new.enterprise_id and i.receipt_id = came.id and (i.decision is null
        or i.settled_at is null and (new.state = 'closed' or new.state = 'destroying' and i.decision = 'restock')))
    or new.state = 'inspected' and exists (
      select from return_item i where i.enterprise_id = new.enterprise_id and i.receipt_id = came.id and i.decision is not null)
  then raise exception 'each of the goods has its decision' using errcode = 'BC002';
  end if;
  -- Goods are sold again only with proof of how they were kept and carried.
  if old.state = 'inspected' and new.state = 'restocking' and not exists (
    select from attachment a where a.enterprise_id = new.enterprise_id and a.owner_table = 'customer_return' and a.owner_id = new.id
      and not exists (select from attachment_void v where v.enterprise_id = a.enterprise_id and v.attachment_id = a.id))
  then raise exception 'return_unproven' using errcode = 'BC001';
  end if;
  if old.state = 'inspected' and new.state = 'restocking' and not (
    select i.conforms from return_inspection i where i.enterprise_id = new.enterprise_id and i.receipt_id = came.id order by i.id desc limit 1)
  then raise exception 'return_nonconforming' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before update on customer_return for each row execute function guard_customer_return();

-- What came back stays as it was counted. A decision is changed until it is carried out, and not afterwards.
create or replace function guard_return_item() returns trigger language plpgsql as $$
begin
  if (new.receipt_id, new.lot_id, new.condition, new.packs, new.quantity) is distinct from (old.receipt_id, old.lot_id, old.condition, old.packs, old.quantity)
    or old.settled_at is not null and (new.settled_at, new.decision) is distinct from (old.settled_at, old.decision)
  then raise exception 'what came back is not rewritten' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before update on return_item for each row execute function guard_return_item();

-- A receipt and a decision are taken back once, as they were written.
create or replace function keep_return_record() returns trigger language plpgsql as $$
declare
  later text[] := '{taken_back_by,taken_back_second,taken_back_at,taken_back_reason,cleared_at,withdrawn_by,withdrawn_second,withdrawn_at,withdraw_reason,row_version}';
  was jsonb := to_jsonb(old);
begin
  if to_jsonb(new) - later <> was - later
    or coalesce(was ->> 'taken_back_at', was ->> 'withdrawn_at') is not null and to_jsonb(new) - 'row_version' <> was - 'row_version'
  then raise exception 'the record of a return is not rewritten' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger kept before update on return_receipt for each row execute function keep_return_record();
create or replace trigger kept before update on return_decision for each row execute function keep_return_record();

-- What lies in the 退货区 leaves it by the decision about its return: into stock again while the lot may be used, or destroyed.
create or replace function guard_returned_goods() returns trigger language plpgsql as $$
declare
  subject lot;
begin
  if not exists (select from place p where p.enterprise_id = new.enterprise_id and p.id = new.from_place_id and p.zone = 'returned') then return new; end if;
  select * into strict subject from lot where enterprise_id = new.enterprise_id and id = new.lot_id;
  if subject.kind <> 'pack' or new.kind in ('destroy', 'reversal', 'sample', 'retention', 'gain', 'shortage') then return new; end if;
  if new.kind <> 'transfer' or new.document_kind <> 'customer_return' or not exists (
    select from customer_return r join return_receipt c on c.enterprise_id = r.enterprise_id and c.return_id = r.id and c.taken_back_at is null
      join return_item i on i.enterprise_id = r.enterprise_id and i.receipt_id = c.id
    where r.enterprise_id = new.enterprise_id and r.id = new.document_id and r.state = 'restocking' and c.place_id = new.from_place_id
      and i.lot_id = new.lot_id and i.decision = 'restock' and i.settled_at is null and i.quantity >= new.quantity)
  then raise exception 'returned_goods' using errcode = 'BC001';
  end if;
  if subject.holds > 0 or authority_locks(subject.product_id) then raise exception 'lot_held' using errcode = 'BC001'; end if;
  if subject.state <> 'released' then raise exception 'lot_not_released' using errcode = 'BC001'; end if;
  if subject.expires_on < today() then raise exception 'lot_expired' using errcode = 'BC001'; end if;
  if not ancestors_allow(new.lot_id) then raise exception 'ancestor_unfit' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger returned_kept before insert on stock_entry for each row execute function guard_returned_goods();

-- 销毁: what a disposal takes out of the 退货区 carries out the decision about its returns, each by its own codes: an item is over when no pack of it is
-- left but those that this disposal names; its codes follow in the same transaction. A position that holds nothing more is free again.
create or replace function settle_destroyed() returns trigger language plpgsql as $$
begin
  update return_item i set settled_at = new.occurred_at from return_receipt c
  where c.enterprise_id = new.enterprise_id and c.place_id = new.from_place_id and c.cleared_at is null and i.enterprise_id = c.enterprise_id
    and i.receipt_id = c.id and i.lot_id = new.lot_id and i.settled_at is null and i.decision = 'destroy'
    and (select coalesce(sum(least(k.last_index, s.last_index) - greatest(k.first_index, s.first_index) + 1), 0)
      from return_code k cross join lateral spans_within(k.range_id, k.first_index, k.last_index) s
      where k.enterprise_id = i.enterprise_id and k.item_id = i.id and s.state = 'returned')
      <= (select coalesce(sum(least(k.last_index, d.last_index) - greatest(k.first_index, d.first_index) + 1), 0)
        from return_code k join disposal_code d on d.enterprise_id = k.enterprise_id and d.case_id = new.document_id and d.range_id = k.range_id
          and d.first_index <= k.last_index and d.last_index >= k.first_index
        where k.enterprise_id = i.enterprise_id and k.item_id = i.id);
  update return_receipt c set cleared_at = new.occurred_at
  where c.enterprise_id = new.enterprise_id and c.place_id = new.from_place_id and c.cleared_at is null
    and not exists (select from return_item i where i.enterprise_id = c.enterprise_id and i.receipt_id = c.id and i.settled_at is null);
  update customer_return r set state = 'closed' from return_receipt c
  where c.enterprise_id = new.enterprise_id and c.place_id = new.from_place_id and c.cleared_at = new.occurred_at and c.taken_back_at is null
    and r.enterprise_id = c.enterprise_id and r.id = c.return_id and r.state = 'destroying';
  return null;
end $$;
create or replace trigger returns_settled after insert on stock_entry for each row when (new.kind = 'destroy') execute function settle_destroyed();

-- A claim ends when it is known of every pack what became of it, and is open again when an answer was wrong.
create or replace function guard_claim_outcome() returns trigger language plpgsql as $$
declare
  claim carrier_claim;
  told claim_outcome;
  known integer;
begin
  select * into strict claim from carrier_claim c where c.enterprise_id = new.enterprise_id and c.id = new.claim_id for update;
  if new.takes_back is not null then
    select * into told from claim_outcome o where o.enterprise_id = new.enterprise_id and o.id = new.takes_back;
    if (told.claim_id, told.became, -told.packs) is distinct from (new.claim_id, new.became, new.packs) then
      raise exception 'an answer is taken back as it was given' using errcode = 'BC002';
    end if;
    return new;
  end if;
  select coalesce(sum(o.packs), 0) into known from claim_outcome o where o.enterprise_id = new.enterprise_id and o.claim_id = new.claim_id;
  if claim.state <> 'open' or known + new.packs > claim.packs then raise exception 'claim_beyond_missing' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger guarded before insert on claim_outcome for each row execute function guard_claim_outcome();

create or replace function guard_carrier_claim() returns trigger language plpgsql as $$
begin
  if (new.claim_no, new.shipment_id, new.lot_id, new.packs, new.quantity, new.return_id, new.note, new.opened_by, new.opened_at)
      is distinct from (old.claim_no, old.shipment_id, old.lot_id, old.packs, old.quantity, old.return_id, old.note, old.opened_by, old.opened_at)
    or (new.state = 'closed') <> (new.packs = coalesce((select sum(o.packs) from claim_outcome o where o.enterprise_id = new.enterprise_id and o.claim_id = new.id), 0))
  then raise exception 'a claim is closed by what is known of its packs' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before update on carrier_claim for each row execute function guard_carrier_claim();
