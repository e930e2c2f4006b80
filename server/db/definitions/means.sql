-- What a test is made with (decision 0057).

-- An instrument says what its latest calibration found. Nothing else writes these columns.
create or replace function keep_calibration() returns trigger language plpgsql as $$
begin
  update instrument set calibrated_on = new.calibrated_on, calibration_result = new.result, due_on = new.next_due
  where enterprise_id = new.enterprise_id and id = new.instrument_id and (calibrated_on is null or calibrated_on <= new.calibrated_on);
  return null;
end $$;
create or replace trigger calibration_kept after insert on calibration for each row execute function keep_calibration();

create or replace function guard_instrument() returns trigger language plpgsql as $$
begin
  if new.number <> old.number or (new.calibrated_on, new.calibration_result, new.due_on) is distinct from (old.calibrated_on, old.calibration_result, old.due_on)
      and pg_trigger_depth() < 2 then
    raise exception 'a calibration is recorded, not written' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before update on instrument for each row execute function guard_instrument();

-- Who bought a bottle, and what it says, is not written anew; what is left of it falls by what was drawn.
create or replace function guard_reagent_lot() returns trigger language plpgsql as $$
begin
  if (new.number, new.kind, new.lot_no, new.received_on, new.use_by, new.amount, new.unit) is distinct from
      (old.number, old.kind, old.lot_no, old.received_on, old.use_by, old.amount, old.unit)
    or old.opened_on is not null and new.opened_on is distinct from old.opened_on
    or new.amount_left <> old.amount_left and pg_trigger_depth() < 2 then
    raise exception 'what stands on a label is kept' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before update on reagent_lot for each row execute function guard_reagent_lot();

create or replace function draw_reagent() returns trigger language plpgsql as $$
begin
  update reagent_lot set amount_left = amount_left - new.quantity where enterprise_id = new.enterprise_id and id = new.reagent_lot_id;
  return null;
end $$;
create or replace trigger drawn after insert on reagent_draw for each row execute function draw_reagent();

-- Nothing is taken of a bottle that is used up or thrown away.
create or replace function guard_reagent_draw() returns trigger language plpgsql as $$
begin
  if (select l.state from reagent_lot l where l.enterprise_id = new.enterprise_id and l.id = new.reagent_lot_id) <> 'in_use' then
    raise exception 'reagent_gone' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger draw_guarded before insert on reagent_draw for each row execute function guard_reagent_draw();

-- Until when a reagent is good that is opened on this day, if it is not open yet.
create or replace function reagent_good_until(given reagent_lot, used date) returns date language sql immutable
  return least(given.use_by, coalesce(given.opened_on, used) + given.days_after_opening);
grant execute on function reagent_good_until(reagent_lot, date) to bencao_app;

-- Only what is fit on the day of the test is used; the copy says what the register says. A reagent is opened by its first use.
-- A mistyped value that is put right was measured with what its first value was measured with.
create or replace function guard_result_means() returns trigger language plpgsql as $$
declare
  result test_result;
  tool instrument;
  bottle reagent_lot;
begin
  select * into result from test_result r where r.enterprise_id = new.enterprise_id and r.id = new.test_result_id;
  if result.source <> 'measured' then
    raise exception 'what is quoted is not measured here' using errcode = 'BC002';
  end if;
  if result.part in ('correction', 'recalculated') then
    if not exists (select from result_means m join test_result r on r.enterprise_id = m.enterprise_id and r.id = m.test_result_id
        where m.enterprise_id = new.enterprise_id and r.inspection_id = result.inspection_id and r.standard_item_id = result.standard_item_id and r.id <> result.id
          and (m.instrument_id, m.reagent_lot_id, m.used_on, m.number, m.name, m.detail, m.good_until)
            is not distinct from (new.instrument_id, new.reagent_lot_id, new.used_on, new.number, new.name, new.detail, new.good_until)) then
      raise exception 'a value that is put right keeps its means' using errcode = 'BC002';
    end if;
    return new;
  end if;
  new.used_on := (result.entered_at at time zone 'Asia/Shanghai')::date;
  if new.instrument_id is not null then
    select * into tool from instrument i where i.enterprise_id = new.enterprise_id and i.id = new.instrument_id for share;
    if tool.state <> 'in_use' then raise exception 'instrument_out_of_service' using errcode = 'BC001'; end if;
    if tool.calibration_result = 'fail' then raise exception 'calibration_failed' using errcode = 'BC001'; end if;
    if tool.due_on is null or tool.due_on < new.used_on then raise exception 'calibration_overdue' using errcode = 'BC001'; end if;
    new.number := tool.number;
    new.name := tool.name;
    new.detail := tool.model;
    new.good_until := tool.due_on;
    return new;
  end if;
  select * into bottle from reagent_lot l where l.enterprise_id = new.enterprise_id and l.id = new.reagent_lot_id;
  if bottle.opened_on is null then
    update reagent_lot set opened_on = new.used_on where enterprise_id = new.enterprise_id and id = new.reagent_lot_id and opened_on is null;
    select * into bottle from reagent_lot l where l.enterprise_id = new.enterprise_id and l.id = new.reagent_lot_id;
  end if;
  if bottle.state <> 'in_use' then raise exception 'reagent_gone' using errcode = 'BC001'; end if;
  if reagent_good_until(bottle, new.used_on) < new.used_on then raise exception 'reagent_expired' using errcode = 'BC001'; end if;
  new.number := bottle.number;
  new.name := bottle.name;
  new.detail := concat_ws(' ', bottle.lot_no, nullif(bottle.purity, ''));
  new.good_until := reagent_good_until(bottle, new.used_on);
  return new;
end $$;
create or replace trigger guarded before insert on result_means for each row execute function guard_result_means();

-- A commissioned result has the report of a laboratory that was accredited for the item on the day of the report.
create or replace function guard_result_commission() returns trigger language plpgsql as $$
declare
  result test_result;
  item standard_item;
  laboratory outside_laboratory;
begin
  select * into result from test_result r where r.enterprise_id = new.enterprise_id and r.id = new.test_result_id;
  select * into item from standard_item s where s.enterprise_id = new.enterprise_id and s.id = result.standard_item_id;
  select * into laboratory from outside_laboratory l where l.enterprise_id = new.enterprise_id and l.id = new.laboratory_id;
  if result.source <> 'outsourced' then
    raise exception 'what is measured here is not commissioned' using errcode = 'BC002';
  end if;
  if result.part = 'correction' then
    if not exists (select from result_commission c join test_result r on r.enterprise_id = c.enterprise_id and r.id = c.test_result_id
        where c.enterprise_id = new.enterprise_id and r.inspection_id = result.inspection_id and r.standard_item_id = result.standard_item_id and r.id <> result.id
          and (c.laboratory_id, c.accreditation_no, c.valid_until, c.reported_on, c.certificate_id)
            = (new.laboratory_id, new.accreditation_no, new.valid_until, new.reported_on, new.certificate_id)) then
      raise exception 'a value that is put right keeps its report' using errcode = 'BC002';
    end if;
    return new;
  end if;
  if not exists (select from attachment a where a.enterprise_id = new.enterprise_id and a.id = new.certificate_id and a.owner_table = 'inspection' and a.owner_id = result.inspection_id) then
    raise exception 'certificate_missing' using errcode = 'BC001';
  end if;
  if not laboratory.is_active or not (item.name = any (laboratory.scope) or item.method = any (laboratory.scope)) then
    raise exception 'laboratory_out_of_scope' using errcode = 'BC001';
  end if;
  if new.reported_on not between laboratory.valid_from and laboratory.valid_until then
    raise exception 'laboratory_over' using errcode = 'BC001';
  end if;
  new.accreditation_no := laboratory.accreditation_no;
  new.valid_until := laboratory.valid_until;
  return new;
end $$;
create or replace trigger guarded before insert on result_commission for each row execute function guard_result_commission();

-- Whether a report may be quoted for a lot: an approved one of the lot itself, or of one that it was made of.
create or replace function may_be_quoted(given_lot uuid, given_no text) returns boolean language sql stable as $$
  with recursive above as (
    select given_lot as lot_id
    -- What was worked again is tested anew: nothing of before counts (decision 0083).
    union select e.from_lot_id from above join lot_edge e on e.enterprise_id = current_enterprise() and e.to_lot_id = above.lot_id and e.step <> 'rework')
  select exists (select from report r join inspection i on i.enterprise_id = r.enterprise_id and i.id = r.inspection_id
    where r.enterprise_id = current_enterprise() and r.report_no = given_no and r.state = 'approved' and i.lot_id in (select lot_id from above));
$$;
grant execute on function may_be_quoted(uuid, text) to bencao_app;

-- What a report says of an item of this name; nothing where it does not name it.
create or replace function results_in_report(given_no text, item_name text) returns text[] language sql stable as $$
  select array(select line ->> 'result' from report r cross join jsonb_array_elements(r.sheet -> 'items') line
    where r.enterprise_id = current_enterprise() and r.report_no = given_no and r.state = 'approved' and line ->> 'name' = item_name);
$$;
grant execute on function results_in_report(text, text) to bencao_app;

create or replace function guard_quoted_result() returns trigger language plpgsql as $$
declare
  item standard_item;
  said text[];
begin
  if not (select may_be_quoted(i.lot_id, new.reference_no) from inspection i where i.enterprise_id = new.enterprise_id and i.id = new.inspection_id) then
    raise exception 'quoted_report_unknown' using errcode = 'BC001';
  end if;
  select * into strict item from standard_item s where s.enterprise_id = new.enterprise_id and s.id = new.standard_item_id;
  said := results_in_report(new.reference_no, item.name);
  -- As it stands there: a number with its unit, words, or several values.
  if not said && array[new.words, new.mean || item.unit, array_to_string(new.individual, '，') || item.unit, array_to_string(new.individual, '，')] then
    raise exception 'quoted_value_differs' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger quote_guarded before insert on test_result for each row when (new.source = 'quoted') execute function guard_quoted_result();

-- Whether a result has to name an instrument: measured by a stated method against a limit in numbers, in a laboratory that keeps its register. Also where it is
-- below what the method finds.
create or replace function needs_instrument(given test_result) returns boolean language sql stable
  return given.source = 'measured'
    and exists (select from standard_item s where s.enterprise_id = given.enterprise_id and s.id = given.standard_item_id and s.method <> '' and s.operator in ('le', 'ge', 'range', 'eq'))
    and exists (select from instrument i where i.enterprise_id = given.enterprise_id);
grant execute on function needs_instrument(test_result) to bencao_app;

-- Asked at the end of the transaction, which writes the result before its means.
create or replace function require_means() returns trigger language plpgsql as $$
begin
  if new.source = 'outsourced' and not exists (select from result_commission c where c.enterprise_id = new.enterprise_id and c.test_result_id = new.id) then
    raise exception 'certificate_missing' using errcode = 'BC001';
  end if;
  -- What is put right or calculated again was measured before.
  if new.part not in ('correction', 'recalculated') and needs_instrument(new)
      and not exists (select from result_means m where m.enterprise_id = new.enterprise_id and m.test_result_id = new.id and m.instrument_id is not null) then
    raise exception 'instrument_required' using errcode = 'BC001';
  end if;
  return null;
end $$;
drop trigger if exists means_required on test_result;
create constraint trigger means_required after insert on test_result deferrable initially deferred for each row execute function require_means();

-- What was calibrated, used up or prolonged ends no more.
create or replace trigger renewal_settled after update on instrument for each row
  when (old.due_on is distinct from new.due_on or new.state <> 'in_use') execute function settle_renewal();
create or replace trigger renewal_settled after update on reagent_lot for each row
  when (new.state <> 'in_use' or old.opened_on is distinct from new.opened_on) execute function settle_renewal();
create or replace trigger renewal_settled after update on outside_laboratory for each row
  when (old.valid_until is distinct from new.valid_until or not new.is_active) execute function settle_renewal();
