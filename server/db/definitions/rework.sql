-- 返工 (decision 0083): a rejected batch becomes another batch under its number with the suffix R, on a concluded case.

-- Whether a case has ended with the rejection of a lot.
create or replace function is_rework_case(given_lot uuid, given_table text, given_id uuid) returns boolean language sql stable
  return case given_table
    when 'oos_case' then exists (select from oos_case c where c.enterprise_id = current_enterprise() and c.id = given_id and c.lot_id = given_lot and c.state = 'confirmed')
    when 'incident' then exists (select from incident_lot l join incident i on i.enterprise_id = l.enterprise_id and i.id = l.incident_id
      where l.enterprise_id = current_enterprise() and l.lot_id = given_lot and l.incident_id = given_id and l.decision = 'reject' and i.state = 'closed')
    else false end;
grant execute on function is_rework_case(uuid, text, uuid) to bencao_app;

-- Why a lot may not be worked again on this case, in the words of the contract; null when it may.
create or replace function rework_refusal(given_lot uuid, given_table text, given_id uuid) returns text language sql stable as $$
  select case
    when l.kind <> 'bulk' or l.state <> 'rejected' then 'not_reworkable'
    when l.holds > 0 or authority_locks(l.product_id) then 'lot_held'
    when l.expires_on < today() then 'lot_expired'
    when not ancestors_allow(l.id) then 'ancestor_unfit'
    when exists (select from incident_lot x join incident i on i.enterprise_id = x.enterprise_id and i.id = x.incident_id
        where x.enterprise_id = l.enterprise_id and x.lot_id = l.id and x.decision is distinct from 'not_concerned' and i.state not in ('closed', 'unfounded'))
      or exists (select from oos_case c where c.enterprise_id = l.enterprise_id and c.lot_id = l.id
        and c.state in ('open', 'checked', 'invalidated', 'retesting', 'retested')) then 'case_open'
    when not is_rework_case(l.id, given_table, given_id) then 'rework_case_missing'
  end
  from lot l where l.enterprise_id = current_enterprise() and l.id = given_lot;
$$;
grant execute on function rework_refusal(uuid, text, uuid) to bencao_app;

-- A rework is ordered, approved and weighed out while its lot may be worked again; what it is of is never changed.
create or replace function guard_rework() returns trigger language plpgsql as $$
declare
  refused text;
begin
  if tg_op = 'UPDATE' then
    if (new.rework_of, new.rework_reason, new.rework_case_table, new.rework_case_id)
        is distinct from (old.rework_of, old.rework_reason, old.rework_case_table, old.rework_case_id)
      or old.rework_approved_by is not null and new.rework_approved_by is distinct from old.rework_approved_by
    then raise exception 'what a rework is of is not changed' using errcode = 'BC002';
    end if;
    if new.state = old.state or new.state not in ('approved', 'issued') then return new; end if;
  end if;
  if new.rework_of is null then return new; end if;
  if (select l.product_id from lot l where l.enterprise_id = new.enterprise_id and l.id = new.rework_of) is distinct from new.product_id then
    raise exception 'a rework makes the same product' using errcode = 'BC002';
  end if;
  refused := rework_refusal(new.rework_of, new.rework_case_table, new.rework_case_id);
  if refused = 'not_reworkable' then raise exception 'not_reworkable' using errcode = 'BC001'; end if;
  if refused = 'lot_held' then raise exception 'lot_held' using errcode = 'BC001'; end if;
  if refused = 'lot_expired' then raise exception 'lot_expired' using errcode = 'BC001'; end if;
  if refused = 'ancestor_unfit' then raise exception 'ancestor_unfit' using errcode = 'BC001'; end if;
  if refused = 'case_open' then raise exception 'case_open' using errcode = 'BC001'; end if;
  if refused is not null then raise exception 'rework_case_missing' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger rework_guarded before insert or update on production_order for each row execute function guard_rework();

-- The 质量负责人 has signed, and has neither made nor tested what is worked again. Asked at the end, since a signature is given on the written row.
create or replace function guard_rework_signature() returns trigger language plpgsql as $$
begin
  if new.rework_approved_by = any (workers_on(new.rework_of)) then raise exception 'rework_own_work' using errcode = 'BC001'; end if;
  if not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id
    and s.signer_id = new.rework_approved_by and s.meaning = '批准返工')
  then raise exception 'a rework is signed' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists rework_signed on production_order;
create constraint trigger rework_signed after insert or update of rework_approved_by on production_order deferrable initially deferred for each row
  when (new.rework_approved_by is not null) execute function guard_rework_signature();

-- A rework is charged with its one lot; every other order with what was bought.
create or replace function guard_charge() returns trigger language plpgsql as $$
declare
  source uuid := (select o.rework_of from production_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id);
begin
  if (case when source is not null then (new.lot_id, new.role) is distinct from (source, 'main')
    else (select l.kind from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id) not in ('raw', 'auxiliary') end)
  then raise exception 'lot_mismatch' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger charge_guarded before insert on production_input for each row execute function guard_charge();

-- Whether a stock entry weighs a rejected lot out for its rework, or corrects such a weighing.
create or replace function is_rework_issue(given stock_entry) returns boolean language sql stable
  return exists (select from production_issue i join production_order o on o.enterprise_id = i.enterprise_id and o.id = i.order_id
    where i.enterprise_id = given.enterprise_id and o.rework_of = given.lot_id and i.id = case given.document_kind
      when 'production_issue' then given.document_id
      when 'correction' then (select c.record_id from correction c where c.enterprise_id = given.enterprise_id and c.id = given.document_id) end);
grant execute on function is_rework_issue(stock_entry) to bencao_app;

-- What speaks against the charge of an order now: what its lots and all their ancestors pass on. That a batch was rejected is why it is worked again.
create or replace function charge_reasons(given_order uuid) returns table (kind text, lot_id uuid, lot_no text, lot_name text) language sql stable as $$
  select r.kind, r.lot_id, r.lot_no, r.lot_name
  from production_order o cross join lateral reasons_reaching(array(
    select i.lot_id from production_input i where i.enterprise_id = o.enterprise_id and i.order_id = o.id)) r
  where o.enterprise_id = current_enterprise() and o.id = given_order and not (r.kind = 'rejected' and r.lot_id is not distinct from o.rework_of);
$$;
grant execute on function charge_reasons(uuid) to bencao_app;
