-- 退货给供应商: what was rejected goes back to whom it was bought from (decision 0074).

create or replace function guard_supplier_return() returns trigger language plpgsql as $$
declare
  refused text;
begin
  if tg_op = 'INSERT' then
    if new.state <> 'proposed' then raise exception 'a return to a supplier is proposed first' using errcode = 'BC002'; end if;
    if not exists (select from raw_lot w join purchase_order o on o.enterprise_id = w.enterprise_id and o.id = w.order_id
        join place p on p.enterprise_id = w.enterprise_id and p.id = new.place_id
      where w.enterprise_id = new.enterprise_id and w.id = new.lot_id and o.supplier_id = new.supplier_id and p.kind = 'bin' and p.zone = 'rejected')
    then raise exception 'supplier_return_unfounded' using errcode = 'BC001';
    end if;
    if exists (select from disposal_line l where l.enterprise_id = new.enterprise_id and l.lot_id = new.lot_id and l.place_id = new.place_id and l.is_open)
    then raise exception 'supplier_return_open' using errcode = 'BC001';
    end if;
  else
    if old.state in ('refused', 'cancelled', 'declined', 'back') then raise exception 'an ended return to a supplier is not changed' using errcode = 'BC002'; end if;
    if (new.return_no, new.lot_id, new.supplier_id, new.place_id, new.quantity, new.reason, new.proposed_by, new.proposed_at)
        is distinct from (old.return_no, old.lot_id, old.supplier_id, old.place_id, old.quantity, old.reason, old.proposed_by, old.proposed_at)
      or old.decided_at is not null and (new.decided_by, new.decided_at, new.opinion) is distinct from (old.decided_by, old.decided_at, old.opinion)
      or old.sent_at is not null and (new.weighed, new.missing, new.sent_by, new.checked_by, new.sent_at, new.carrier)
        is distinct from (old.weighed, old.missing, old.sent_by, old.checked_by, old.sent_at, old.carrier)
    then raise exception 'what a return to a supplier says is not changed' using errcode = 'BC002';
    end if;
    if new.state = old.state then return new; end if;
    if (old.state, new.state) not in (('proposed', 'approved'), ('proposed', 'refused'), ('proposed', 'cancelled'), ('approved', 'cancelled'),
      ('approved', 'declined'), ('approved', 'sent'), ('sent', 'confirmed'), ('sent', 'back'), ('confirmed', 'sent'))
    then raise exception 'a return to a supplier goes from % to % by no step', old.state, new.state using errcode = 'BC002';
    end if;
    -- Nobody says alone that the supplier has it, and then that it has not.
    if old.state = 'confirmed' and (new.unconfirmed_by is null or new.unconfirmed_by = old.confirmed_by or new.unconfirmed_at is not distinct from old.unconfirmed_at)
    then raise exception 'same_person' using errcode = 'BC001';
    end if;
    if new.state = 'confirmed' and not exists (select from attachment a where a.enterprise_id = new.enterprise_id and a.owner_table = 'supplier_return' and a.owner_id = new.id
      and not exists (select from attachment_void v where v.enterprise_id = a.enterprise_id and v.attachment_id = a.id))
    then raise exception 'supplier_return_unproven' using errcode = 'BC001';
    end if;
    if new.back_place_id is not null and not exists (select from place p where p.enterprise_id = new.enterprise_id and p.id = new.back_place_id and p.zone = 'rejected')
    then raise exception 'zone_mismatch' using errcode = 'BC001';
    end if;
    if new.state not in ('approved', 'sent') or old.state = 'confirmed' then return new; end if;
  end if;
  -- What came up since it was proposed counts as well.
  refused := disposal_refusal(new.lot_id, new.place_id, 'rejected');
  if refused = 'lot_in_case' then raise exception 'lot_in_case' using errcode = 'BC001'; end if;
  if refused is not null then raise exception 'supplier_return_unfounded' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger guarded before insert or update on supplier_return for each row execute function guard_supplier_return();

-- Each word of two is signed by both.
create or replace function guard_supplier_return_signatures() returns trigger language plpgsql as $$
begin
  if exists (select from unnest(case new.state when 'sent' then array[new.sent_by, new.checked_by] when 'back' then array[new.back_by, new.back_checked_by]
      else array[new.decided_by] end) person
    where not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = person))
  then raise exception 'a return to a supplier is signed' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists signed on supplier_return;
create constraint trigger signed after update on supplier_return deferrable initially deferred for each row
  when (old.state <> new.state and new.state in ('approved', 'refused', 'sent', 'back')) execute function guard_supplier_return_signatures();

-- Goods go to a supplier by a return that two weighed out, and come back by the same: once each, and as much as it says.
create or replace function guard_supplier_entry() returns trigger language plpgsql as $$
begin
  if new.document_kind <> 'supplier_return'
    or exists (select from stock_entry e where e.enterprise_id = new.enterprise_id and e.document_id = new.document_id and e.kind = 'supplier_return'
      and e.from_place_id = new.from_place_id)
    or not exists (select from supplier_return r join place f on f.enterprise_id = r.enterprise_id and f.id = new.from_place_id
        join place t on t.enterprise_id = r.enterprise_id and t.id = new.to_place_id
      where r.enterprise_id = new.enterprise_id and r.id = new.document_id and r.lot_id = new.lot_id
        and (r.state = 'sent' and f.id = r.place_id and t.kind = 'supplier' and new.quantity = least(r.weighed, r.quantity)
          or r.state = 'back' and f.kind = 'supplier' and t.id = r.back_place_id and new.quantity = least(r.back_weight, r.weighed, r.quantity)))
  then raise exception 'supplier_return_undecided' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger supplier_return_decided before insert on stock_entry for each row when (new.kind = 'supplier_return') execute function guard_supplier_entry();

-- What is on its way to a supplier is where the ledger says: at the end of the transaction a return that was sent has left its bin.
create or replace function match_supplier_return() returns trigger language plpgsql as $$
declare
  away numeric;
  due numeric;
begin
  select coalesce(sum(case when p.kind = 'supplier' then e.quantity else -e.quantity end), 0) into away
  from stock_entry e join place p on p.enterprise_id = e.enterprise_id and p.id = e.to_place_id
  where e.enterprise_id = new.enterprise_id and e.document_id = new.id and e.kind in ('supplier_return', 'shortage')
    and (p.kind = 'supplier' or exists (select from place f where f.enterprise_id = e.enterprise_id and f.id = e.from_place_id and f.kind = 'supplier'));
  due := case when new.state in ('sent', 'confirmed') then least(new.weighed, new.quantity) else 0 end;
  if away <> due then raise exception 'what was sent to a supplier is what the ledger says' using errcode = 'BC002'; end if;
  return null;
end $$;
drop trigger if exists matched on supplier_return;
create constraint trigger matched after update on supplier_return deferrable initially deferred for each row
  when (old.state <> new.state and new.state in ('sent', 'confirmed', 'back')) execute function match_supplier_return();
