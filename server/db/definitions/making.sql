-- Materials, products and process versions: what was used or signed is not rewritten.

-- A code is in records and on labels.
create or replace function keep_code() returns trigger language plpgsql as $$
begin
  raise exception 'the code of a % is never changed, so that it never means two things', tg_table_name using errcode = 'BC002';
end $$;
create or replace trigger code_kept before update on material for each row when (new.code <> old.code) execute function keep_code();
create or replace trigger code_kept before update on product for each row when (new.code <> old.code) execute function keep_code();

-- A bought or planned material stays what it is: its lots are tested, stored and issued by its category.
create or replace function keep_used_material() returns trigger language plpgsql as $$
begin
  if exists (select from lot l where l.enterprise_id = old.enterprise_id and l.material_id = old.id)
    or exists (select from purchase_line l where l.enterprise_id = old.enterprise_id and l.material_id = old.id)
    or exists (select from product p where p.enterprise_id = old.enterprise_id and p.material_id = old.id)
    or exists (select from pack_spec_material s where s.enterprise_id = old.enterprise_id and s.material_id = old.id)
    or exists (select from process_auxiliary a where a.enterprise_id = old.enterprise_id and a.material_id = old.id)
  then raise exception 'material_used' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger used_kept before update on material for each row when ((new.category, new.unit) is distinct from (old.category, old.unit)) execute function keep_used_material();

-- Variety, processing and cut make the product (domain §2.12): once it was planned or made, another of them is another product.
create or replace function keep_used_product() returns trigger language plpgsql as $$
begin
  if exists (select from production_order o where o.enterprise_id = old.enterprise_id and o.product_id = old.id)
    or exists (select from lot l where l.enterprise_id = old.enterprise_id and l.product_id = old.id)
  then raise exception 'product_used' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger used_kept before update on product for each row
  when ((new.name, new.material_id, new.processing_method, new.cut_spec) is distinct from (old.name, old.material_id, old.processing_method, old.cut_spec))
  execute function keep_used_product();

-- What is being signed is not rewritten meanwhile; what was approved is never changed, only succeeded or withdrawn.
create or replace function keep_written_process() returns trigger language plpgsql as $$
declare
  life text[] := '{state,effective_to,row_version,voided_by,voided_at,void_reason}';
  signing text[] := '{submitted_at,content,reviewed_by,reviewed_at,approved_by,approved_at,effective_from,return_reason}';
begin
  if tg_op = 'DELETE' or old.state = 'void' or (old.state = 'approved' and new.state not in ('approved', 'void'))
    or (old.state = 'approved' and to_jsonb(new) - life <> to_jsonb(old) - life)
    or (old.state <> 'draft' and to_jsonb(new) - life - signing <> to_jsonb(old) - life - signing)
  then raise exception 'a process version in state % is not rewritten', old.state using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger written_kept before update or delete on process_version for each row execute function keep_written_process();

-- Steps and auxiliaries are rewritten with their version only.
create or replace function keep_written_process_part() returns trigger language plpgsql as $$
declare
  part jsonb := to_jsonb(coalesce(new, old));
begin
  if tg_op = 'UPDATE' and new.process_version_id <> old.process_version_id
    or (select state from process_version v where v.enterprise_id = (part ->> 'enterprise_id')::uuid and v.id = (part ->> 'process_version_id')::uuid) <> 'draft'
  then raise exception 'a process version is only rewritten as a draft' using errcode = 'BC002';
  end if;
  return coalesce(new, old);
end $$;
create or replace trigger written_kept before insert or update or delete on process_step for each row execute function keep_written_process_part();
create or replace trigger written_kept before insert or update or delete on process_auxiliary for each row execute function keep_written_process_part();
create or replace trigger written_kept before insert or update or delete on process_co_product for each row execute function keep_written_process_part();

-- What else a process yields is another product of the same herb, at a step that there is.
create or replace function guard_process_co_product() returns trigger language plpgsql as $$
begin
  if not exists (select from process_version v join product own on own.enterprise_id = v.enterprise_id and own.id = v.product_id
      join product other on other.enterprise_id = v.enterprise_id and other.id = new.product_id
    where v.enterprise_id = new.enterprise_id and v.id = new.process_version_id and other.id <> own.id
      and (other.material_id, other.is_toxic) = (own.material_id, own.is_toxic))
  then raise exception 'co_product_unsuitable' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger co_product_guarded before insert or update on process_co_product for each row execute function guard_process_co_product();

-- ── Mass is not made of nothing (domain §2.5) ────────────────────────────────────────────────────────────────────────

-- What was weighed out for an order, kg: the main herb, or its auxiliaries.
create or replace function issued_mass(given_enterprise uuid, given_order uuid, given_role text) returns numeric language sql stable as $$
  select coalesce(sum((w ->> 'net')::numeric), 0)
  from production_issue i cross join jsonb_array_elements(i.weighings) w
    join production_input p on p.enterprise_id = i.enterprise_id and p.order_id = i.order_id and p.lot_id = (w ->> 'lotId')::uuid
  where i.enterprise_id = given_enterprise and i.order_id = given_order and p.role = given_role
$$;
grant execute on function issued_mass(uuid, uuid, text) to bencao_app;

-- What of it went back before the batch was finished, kg.
create or replace function returned_mass(given_enterprise uuid, given_order uuid, given_role text) returns numeric language sql stable as $$
  select coalesce(sum((w ->> 'net')::numeric), 0)
  from production_return r cross join jsonb_array_elements(r.weighings) w
    join production_input p on p.enterprise_id = r.enterprise_id and p.order_id = r.order_id and p.lot_id = (w ->> 'lotId')::uuid
  where r.enterprise_id = given_enterprise and r.order_id = given_order and p.role = given_role
$$;
grant execute on function returned_mass(uuid, uuid, text) to bencao_app;

-- What of a batch was handed over in parts, kg: those that no other took the place of.
create or replace function handed_over(given_order uuid) returns numeric language sql stable
  return (select coalesce(sum(p.quantity), 0) from production_part p where p.enterprise_id = current_enterprise() and p.order_id = given_order
    and not exists (select from production_part later where later.enterprise_id = p.enterprise_id and later.replaces = p.id));
grant execute on function handed_over(uuid) to bencao_app;

-- Whether a step gives more than it took, with its water, the auxiliaries of the order and 2 % for scales and damp air
-- (contract/making/mass-balance.ts says the same).
create or replace function gives_from_nothing(given production_step) returns boolean language plpgsql stable as $$
declare
  auxiliaries numeric := issued_mass(given.enterprise_id, given.order_id, 'auxiliary') - returned_mass(given.enterprise_id, given.order_id, 'auxiliary');
  lost numeric := (select coalesce(sum((l ->> 'quantity')::numeric), 0) from jsonb_array_elements(given.losses) l);
  fed numeric;
  earlier_water numeric;
  earlier_kept numeric;
begin
  select coalesce((array_agg(s.input_quantity order by s.step_no))[1], given.input_quantity), coalesce(sum(s.water_quantity), 0), coalesce(sum(s.co_product_quantity), 0)
    into fed, earlier_water, earlier_kept
  from production_step s where s.enterprise_id = given.enterprise_id and s.order_id = given.order_id and s.step_no < given.step_no;
  return given.output_quantity + given.co_product_quantity + lost > (given.input_quantity + given.water_quantity + auxiliaries) * 1.02
    or given.output_quantity + given.co_product_quantity + earlier_kept > (fed + earlier_water + given.water_quantity + auxiliaries) * 1.02;
end $$;
grant execute on function gives_from_nothing(production_step) to bencao_app;

-- A step takes in no more than the one before gave, and gives no more than it took. The message is the refusal code.
create or replace function guard_step_mass() returns trigger language plpgsql as $$
declare
  before production_step;
begin
  select * into before from production_step s
  where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id and s.step_no < new.step_no order by s.step_no desc limit 1;
  if new.input_quantity > coalesce(before.output_quantity,
    issued_mass(new.enterprise_id, new.order_id, 'main') - returned_mass(new.enterprise_id, new.order_id, 'main')) then
    raise exception 'input_exceeds' using errcode = 'BC001';
  end if;
  if new.water_quantity > new.input_quantity * 3 then
    raise exception 'water_exceeds' using errcode = 'BC001';
  end if;
  if gives_from_nothing(new) then
    raise exception 'mass_from_nothing' using errcode = 'BC001';
  end if;
  if new.output_quantity < handed_over(new.order_id) and not exists (select from production_step s
      where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id and s.step_no > new.step_no) and not exists (select from bulk_lot b
      where b.enterprise_id = new.enterprise_id and b.order_id = new.order_id) then
    raise exception 'less_than_handed_over' using errcode = 'BC001';
  end if;
  return new;
end $$;
-- A step that was recorded before this rule is signed by its second person, and not weighed again.
create or replace trigger mass_guarded before insert or update of input_quantity, output_quantity, water_quantity, co_product_quantity, losses on production_step
  for each row execute function guard_step_mass();

-- What is fed (投料) is in date on that day, however long ago it was weighed out: what did not go back of each lot.
create or replace function guard_feeding() returns trigger language plpgsql as $$
declare
  fed_on date := (new.started_at at time zone 'Asia/Shanghai')::date;
begin
  if not exists (select from production_step s where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id and s.step_no < new.step_no)
    and exists (select from production_input p join lot l on l.enterprise_id = p.enterprise_id and l.id = p.lot_id
      where p.enterprise_id = new.enterprise_id and p.order_id = new.order_id and (l.retest_on <= fed_on or l.expires_on < fed_on)
        and (select coalesce(sum((w ->> 'net')::numeric), 0) from production_issue i cross join jsonb_array_elements(i.weighings) w
            where i.enterprise_id = p.enterprise_id and i.order_id = p.order_id and (w ->> 'lotId')::uuid = p.lot_id)
          > (select coalesce(sum((w ->> 'net')::numeric), 0) from production_return r cross join jsonb_array_elements(r.weighings) w
            where r.enterprise_id = p.enterprise_id and r.order_id = p.order_id and (w ->> 'lotId')::uuid = p.lot_id))
  then raise exception 'lot_expired' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger fed_in_date before insert on production_step for each row execute function guard_feeding();

-- ── Times agree (domain §1.8) ────────────────────────────────────────────────────────────────────────────────────────

-- The longest that a parameter of a step says something lasted (浸泡时间, 干燥时间 …). Words, and units that are no time, say nothing;
-- contract/making/step-time.ts reads them the same.
create or replace function longest_duration(parameters jsonb) returns interval language sql immutable parallel safe
  return (select max((p ->> 'value')::numeric * case when p ->> 'unit' in ('min', '分', '分钟') then interval '1 minute'
      when p ->> 'unit' in ('h', '时', '小时') then interval '1 hour' else interval '1 day' end)
    from jsonb_array_elements(parameters) p
    where p ->> 'unit' in ('min', '分', '分钟', 'h', '时', '小时', 'd', '天', '日') and p ->> 'value' ~ '^\d{1,6}(\.\d+)?$');
grant execute on function longest_duration(jsonb) to bencao_app;

-- Steps follow one another: none begins before the material was weighed out or the step before ended, none ends after the next began.
-- A step that ends sooner than a duration of it says why; people write times to the minute, so a minute is forgiven.
create or replace function guard_step_times() returns trigger language plpgsql as $$
begin
  if exists (select from production_issue i where i.enterprise_id = new.enterprise_id and i.order_id = new.order_id and not i.is_supplement and i.issued_at > new.started_at)
    or exists (select from production_step s where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id
      and (s.step_no < new.step_no and (s.ended_at is null or s.ended_at > new.started_at)
        or s.step_no > new.step_no and (new.ended_at is null or new.ended_at > s.started_at)))
  then raise exception 'steps_out_of_order' using errcode = 'BC001';
  end if;
  -- An approved correction of times or parameters has a reason of its own.
  if new.ended_at is not null and (tg_op = 'INSERT' or old.ended_at is null) and new.time_reason is null
    and new.ended_at - new.started_at < longest_duration(new.parameters) - interval '1 minute'
  then raise exception 'duration_unexplained' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger times_guarded before insert or update of started_at, ended_at, parameters on production_step
  for each row execute function guard_step_times();

-- ── The mass of a batch ──────────────────────────────────────────────────────────────────────────────────────────────

-- A batch is no heavier than what its last step gave, nor, with sample and remainder, than what went into it. Losses recorded before
-- the rule lock no batch. What a correction of a step says of water and losses is asked, too.
create or replace function guard_batch_mass() returns trigger language plpgsql as $$
declare
  last_output numeric;
  water numeric;
  lost numeric;
  there numeric;
begin
  -- Co-products have left the batch as what was lost has.
  select (array_agg(s.output_quantity order by s.step_no desc))[1], sum(s.water_quantity),
    sum(s.co_product_quantity + (select coalesce(sum((l ->> 'quantity')::numeric), 0) from jsonb_array_elements(s.losses) l)) into last_output, water, lost
  from production_step s where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id;
  if last_output is null or new.output_quantity > last_output then
    raise exception 'output_exceeds' using errcode = 'BC001';
  end if;
  if tg_op = 'INSERT' and handed_over(new.order_id) > 0 and new.output_quantity <> handed_over(new.order_id) then
    raise exception 'output_in_parts' using errcode = 'BC001';
  end if;
  if tg_op = 'INSERT' and new.co_product_quantity <> (select sum(s.co_product_quantity) from production_step s
      where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id) then
    raise exception 'a batch says what its steps say' using errcode = 'BC002';
  end if;
  there := (issued_mass(new.enterprise_id, new.order_id, 'main') - new.returned_quantity + new.auxiliary_quantity + water) * 1.02;
  if new.returned_quantity > issued_mass(new.enterprise_id, new.order_id, 'main')
    or new.returned_quantity < returned_mass(new.enterprise_id, new.order_id, 'main') and tg_op = 'INSERT'
    or new.auxiliary_quantity > issued_mass(new.enterprise_id, new.order_id, 'auxiliary')
  then raise exception 'return_exceeds' using errcode = 'BC001';
  end if;
  if new.output_quantity + new.sampled_quantity + new.leftover_quantity > least(there, greatest(there - lost, last_output)) then
    raise exception 'mass_from_nothing' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger mass_guarded before insert
  or update of issued_quantity, returned_quantity, auxiliary_quantity, output_quantity, sampled_quantity, leftover_quantity, water_quantity, loss_quantity
  on bulk_lot for each row execute function guard_batch_mass();

-- A batch that was fed is ended only with an account of its goods, by two persons who did not work on it.
create or replace function guard_termination() returns trigger language plpgsql as $$
begin
  if not exists (select from production_ending e where e.enterprise_id = new.enterprise_id and e.order_id = new.id) then
    raise exception 'a batch is ended with an account of its goods' using errcode = 'BC002';
  end if;
  if new.created_by in (new.cancelled_by, new.termination_approved_by)
    or new.operator_ids && array[new.cancelled_by, new.termination_approved_by]
  then raise exception 'operator_reviews' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger terminated_with_account before update of state on production_order
  for each row when (new.state = 'cancelled' and old.state in ('in_progress', 'paused')) execute function guard_termination();

-- The account is of a batch on the line, and what is left of it may never be used.
create or replace function guard_ending() returns trigger language plpgsql as $$
begin
  if not exists (select from production_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id and o.state in ('in_progress', 'paused')) then
    raise exception 'wrong_state' using errcode = 'BC001';
  end if;
  if new.lot_id is not null and not exists (select from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id
      and l.kind = 'bulk' and l.state = 'rejected' and l.quantity = new.remains + new.handed_over)
  then raise exception 'what is left of an ended batch is rejected' using errcode = 'BC002';
  end if;
  if new.handed_over <> handed_over(new.order_id) or exists (select from production_co_product c join lot l on l.enterprise_id = c.enterprise_id and l.id = c.lot_id
      where c.enterprise_id = new.enterprise_id and c.order_id = new.order_id and l.state <> 'rejected')
  then raise exception 'what came of an ended batch ends with it' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on production_ending for each row execute function guard_ending();

-- A pause ends once, and is not rewritten.
create or replace function keep_pause() returns trigger language plpgsql as $$
declare
  ending text[] := '{found,resumed_by,resumed_at}';
begin
  if tg_op = 'DELETE' or old.resumed_at is not null or to_jsonb(new) - ending <> to_jsonb(old) - ending then
    raise exception 'a pause is not rewritten' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger kept before update or delete on production_pause for each row execute function keep_pause();

-- Whether quality assurance has ended a case, and whether one about a batch is open.
create or replace function case_has_ended(given uuid) returns boolean language sql stable
  return exists (select from incident i where i.enterprise_id = current_enterprise() and i.id = given and i.state in ('closed', 'unfounded'));
grant execute on function case_has_ended(uuid) to bencao_app;
create or replace function case_is_open(given_order uuid) returns boolean language sql stable
  return exists (select from incident i where i.enterprise_id = current_enterprise() and i.source_id = given_order and i.source_table = 'production_order'
    and i.state not in ('closed', 'unfounded'));
grant execute on function case_is_open(uuid) to bencao_app;
create or replace function deviation_has_ended(given_order uuid, given_step integer, given_kind text) returns boolean language sql stable
  return exists (select from production_deviation d where d.enterprise_id = current_enterprise() and d.order_id = given_order
    and d.step_no is not distinct from given_step and d.kind = given_kind and case_has_ended(d.incident_id));
grant execute on function deviation_has_ended(uuid, integer, text) to bencao_app;

-- Goods that lay longer between two steps than the process allows are a deviation, whatever stopped the work.
create or replace function guard_hold_time() returns trigger language plpgsql as $$
begin
  if exists (
    select from production_order o
      join production_step before on before.enterprise_id = o.enterprise_id and before.order_id = o.id and before.step_no < new.step_no
      cross join lateral jsonb_array_elements(o.process -> 'steps') planned
    where o.enterprise_id = new.enterprise_id and o.id = new.order_id and (planned ->> 'no')::integer = before.step_no
      and before.step_no = (select max(s.step_no) from production_step s where s.enterprise_id = o.enterprise_id and s.order_id = o.id and s.step_no < new.step_no)
      and planned ->> 'holdHours' is not null and new.started_at - before.ended_at > (planned ->> 'holdHours')::numeric * interval '1 hour')
    and not exists (select from production_deviation d
      where d.enterprise_id = new.enterprise_id and d.order_id = new.order_id and d.step_no = new.step_no and d.kind = 'hold_time'
        and case_has_ended(d.incident_id))
  then raise exception 'deviation_required' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger hold_time_guarded before insert on production_step for each row execute function guard_hold_time();

-- ── More and less of a charge (decision 0067) ────────────────────────────────────────────────────────────────────────

-- More is weighed out only while the batch is made: of the main herb before it is fed, and never beyond the largest batch.
create or replace function guard_supplement() returns trigger language plpgsql as $$
declare
  ordered production_order;
begin
  select * into strict ordered from production_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id for update;
  if ordered.state not in ('issued', 'in_progress') then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  if exists (select from jsonb_array_elements(new.weighings) w join production_input p on p.enterprise_id = new.enterprise_id
      and p.order_id = new.order_id and p.lot_id = (w ->> 'lotId')::uuid where p.role = 'main')
  then
    if exists (select from production_step s where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id) then
      raise exception 'main_fed' using errcode = 'BC001';
    end if;
    if issued_mass(new.enterprise_id, new.order_id, 'main') - returned_mass(new.enterprise_id, new.order_id, 'main') > (ordered.process ->> 'maxBatch')::numeric then
      raise exception 'batch_too_large' using errcode = 'BC001';
    end if;
  end if;
  return null;
end $$;
create or replace trigger supplement_guarded after insert on production_issue for each row when (new.is_supplement) execute function guard_supplement();

-- No more of a lot goes back than was weighed out for this order, and of the main herb not what the first step took.
create or replace function guard_return() returns trigger language plpgsql as $$
begin
  perform from production_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id and o.state in ('issued', 'in_progress', 'paused') for update;
  if not found then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  if exists (
    select from (
      select (w ->> 'lotId')::uuid as lot_id, -(w ->> 'net')::numeric as net from production_return r cross join jsonb_array_elements(r.weighings) w
        where r.enterprise_id = new.enterprise_id and r.order_id = new.order_id
      union all select (w ->> 'lotId')::uuid, (w ->> 'net')::numeric from production_issue i cross join jsonb_array_elements(i.weighings) w
        where i.enterprise_id = new.enterprise_id and i.order_id = new.order_id) moved
    group by lot_id having sum(net) < 0)
    or issued_mass(new.enterprise_id, new.order_id, 'main') - returned_mass(new.enterprise_id, new.order_id, 'main')
      < (select s.input_quantity from production_step s where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id order by s.step_no limit 1)
  then raise exception 'return_exceeds' using errcode = 'BC001';
  end if;
  return null;
end $$;
create or replace trigger guarded after insert on production_return for each row execute function guard_return();

-- ── 退回单步 (decision 0067) ─────────────────────────────────────────────────────────────────────────────────────────

-- What is sent back is there, and is sent by somebody who did not record it; an answer is written once.
create or replace function guard_record_return() returns trigger language plpgsql as $$
declare
  ordered production_order;
  answering text[] := '{answer,answered_by,answered_at}';
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and (old.answered_at is not null or to_jsonb(new) - answering <> to_jsonb(old) - answering) then
    raise exception 'what was sent back is not rewritten' using errcode = 'BC002';
  end if;
  if tg_op = 'UPDATE' then return new; end if;
  select * into strict ordered from production_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id;
  if ordered.state not in ('completed', 'sent_back') then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  if new.sent_by = ordered.created_by or new.sent_by = any (ordered.operator_ids) then raise exception 'operator_reviews' using errcode = 'BC001'; end if;
  if new.part = 'step' and not exists (select from production_step s
      where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id and s.step_no = new.step_no)
  then raise exception 'wrong_step' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert or update or delete on record_return for each row execute function guard_record_return();

-- A record waits for its review again once everything was answered, and is back with production as long as something was not.
create or replace function match_record_returns() returns trigger language plpgsql as $$
declare
  is_open boolean := exists (select from record_return r where r.enterprise_id = new.enterprise_id and r.order_id = new.id and r.answered_at is null);
begin
  if is_open <> (new.state = 'sent_back') then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger returns_matched before update of state on production_order
  for each row when (new.state in ('completed', 'sent_back', 'reviewed')) execute function match_record_returns();

-- ── What is out of its range has a case that has ended (decision 0067) ───────────────────────────────────────────────

-- A step does not close while a case of its batch is open, nor with a value out of its range, or more out than in, of which no case has ended.
create or replace function guard_step_case() returns trigger language plpgsql as $$
declare
  auxiliaries numeric := issued_mass(new.enterprise_id, new.order_id, 'auxiliary') - returned_mass(new.enterprise_id, new.order_id, 'auxiliary');
  lost numeric := (select coalesce(sum((l ->> 'quantity')::numeric), 0) from jsonb_array_elements(new.losses) l);
begin
  if case_is_open(new.order_id) then raise exception 'case_open' using errcode = 'BC001'; end if;
  if exists (select from jsonb_array_elements(new.parameters) p
      where coalesce(p ->> 'min', p ->> 'max') is not null and (p ->> 'value' !~ '^-?\d+(\.\d+)?$'
        or (p ->> 'value')::numeric < coalesce((p ->> 'min')::numeric, '-infinity') or (p ->> 'value')::numeric > coalesce((p ->> 'max')::numeric, 'infinity')))
    and not deviation_has_ended(new.order_id, new.step_no, 'parameter')
    or new.output_quantity + new.co_product_quantity + lost > new.input_quantity + new.water_quantity + auxiliaries and not deviation_has_ended(new.order_id, new.step_no, 'surplus')
  then raise exception 'deviation_required' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger waits_for_case before update of ended_at on production_step for each row when (old.ended_at is null and new.ended_at is not null)
  execute function guard_step_case();

-- Nor is a batch born so.
create or replace function guard_batch_case() returns trigger language plpgsql as $$
begin
  if case_is_open(new.order_id) then raise exception 'case_open' using errcode = 'BC001'; end if;
  if (new.yield_percent not between new.yield_min and new.yield_max and not deviation_has_ended(new.order_id, null, 'yield'))
    or (new.balance_percent not between new.balance_min and new.balance_max and not deviation_has_ended(new.order_id, null, 'balance'))
  then raise exception 'deviation_required' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger waits_for_case before insert on bulk_lot for each row execute function guard_batch_case();

-- The case that a deviation names is one about its batch.
create or replace function guard_deviation_case() returns trigger language plpgsql as $$
begin
  if not exists (select from incident i where i.enterprise_id = new.enterprise_id and i.id = new.incident_id
      and i.source_table = 'production_order' and i.source_id = new.order_id)
  then raise exception 'a deviation names a case about its batch' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger case_guarded before insert on production_deviation for each row when (new.incident_id is not null) execute function guard_deviation_case();

-- ── 分次交料 (decision 0097) ─────────────────────────────────────────────────────────────────────────────────────────

-- A part is handed over while the last step runs or after it, never more than came of it, and never while a case is open. What replaces a part stands for one
-- that still counted, and some part is left.
create or replace function guard_part() returns trigger language plpgsql as $$
declare
  ordered production_order;
  last_step production_step;
  whole numeric;
begin
  select * into strict ordered from production_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id for update;
  if ordered.state <> 'in_progress' then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  if case_is_open(new.order_id) then raise exception 'case_open' using errcode = 'BC001'; end if;
  select * into last_step from production_step s where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id order by s.step_no desc limit 1;
  if last_step.step_no is distinct from (select max((planned ->> 'no')::integer) from jsonb_array_elements(ordered.process -> 'steps') planned) then
    raise exception 'part_too_early' using errcode = 'BC001';
  end if;
  -- What the step still gives beside the product is made of the charge, which the first part closes.
  if last_step.ended_at is null and exists (select from jsonb_array_elements(ordered.process -> 'coProducts') named where (named ->> 'stepNo')::integer = last_step.step_no) then
    raise exception 'part_too_early' using errcode = 'BC001';
  end if;
  if new.replaces is not null and not exists (select from production_part p where p.enterprise_id = new.enterprise_id and p.id = new.replaces
      and (p.order_id, p.lot_id) = (new.order_id, new.lot_id) and p.quantity > 0)
  then raise exception 'part_replaced' using errcode = 'BC001';
  end if;
  whole := handed_over(new.order_id) + new.quantity - coalesce((select p.quantity from production_part p where p.enterprise_id = new.enterprise_id and p.id = new.replaces), 0);
  if whole <= 0 then raise exception 'only_part' using errcode = 'BC001'; end if;
  if whole > coalesce(last_step.output_quantity, (select (sum(s.input_quantity) filter (where s.step_no = 1) + coalesce(sum(s.water_quantity), 0)
      + issued_mass(new.enterprise_id, new.order_id, 'auxiliary') - returned_mass(new.enterprise_id, new.order_id, 'auxiliary')) * 1.02 - sum(s.co_product_quantity)
    from production_step s where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id))
  then raise exception 'part_exceeds' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on production_part for each row execute function guard_part();

-- Whether a lot is a batch of which parts were handed over and that is not finished: its quantity grows with them.
create or replace function grows_in_parts(given lot) returns boolean language sql stable
  return given.kind = 'bulk' and exists (select from production_part p where p.enterprise_id = given.enterprise_id and p.lot_id = given.id)
    and not exists (select from bulk_lot b where b.enterprise_id = given.enterprise_id and b.id = given.id);
grant execute on function grows_in_parts(lot) to bencao_app;

-- At the end of the transaction it is what its parts come to, and what was left when the batch was ended.
create or replace function match_parts() returns trigger language plpgsql as $$
declare
  of_lot uuid := (to_jsonb(new) ->> case tg_table_name when 'lot' then 'id' else 'lot_id' end)::uuid;
  batch lot;
begin
  select * into strict batch from lot l where l.enterprise_id = new.enterprise_id and l.id = of_lot;
  if grows_in_parts(batch) and batch.quantity <> (select handed_over(p.order_id) + coalesce((select e.remains from production_ending e
      where e.enterprise_id = p.enterprise_id and e.order_id = p.order_id), 0) from production_part p where p.enterprise_id = batch.enterprise_id and p.lot_id = batch.id limit 1)
  then raise exception 'a batch is what its parts come to' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists parts_matched on production_part;
create constraint trigger parts_matched after insert on production_part deferrable initially deferred for each row execute function match_parts();
drop trigger if exists parts_matched on lot;
create constraint trigger parts_matched after update of quantity on lot deferrable initially deferred for each row
  when (new.kind = 'bulk' and new.quantity <> old.quantity) execute function match_parts();

-- Once a part was handed over, the charge is closed: it is what the batch was made of.
create or replace function keep_charge_of_parts() returns trigger language plpgsql as $$
begin
  if handed_over(new.order_id) > 0 then raise exception 'part_handed_over' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger charge_kept before insert on production_return for each row execute function keep_charge_of_parts();
create or replace trigger charge_kept before insert on production_issue for each row when (new.is_supplement) execute function keep_charge_of_parts();

-- ── 联产品 (decision 0097) ───────────────────────────────────────────────────────────────────────────────────────────

-- What was made by an order, and which step of it gave it: its batch, finished, ended or handed over in part, and its co-products.
create or replace view made_lot with (security_invoker = true) as
  select b.enterprise_id, b.id as lot_id, b.order_id, null::uuid as step_id from bulk_lot b
  union all select e.enterprise_id, e.lot_id, e.order_id, null from production_ending e where e.lot_id is not null
  union all select p.enterprise_id, p.lot_id, p.order_id, null from production_part p where p.replaces is null and p.id = (
      select f.id from production_part f where f.enterprise_id = p.enterprise_id and f.order_id = p.order_id order by f.id limit 1)
    and not exists (select from bulk_lot b where b.enterprise_id = p.enterprise_id and b.order_id = p.order_id)
    and not exists (select from production_ending e where e.enterprise_id = p.enterprise_id and e.order_id = p.order_id)
  union all select c.enterprise_id, c.lot_id, c.order_id, c.step_id from production_co_product c where c.lot_id is not null;
grant select on made_lot to bencao_app;

-- The order that a lot was made by, as `made_lot` says; by the index of each table.
create or replace function order_of_made(given_lot uuid) returns uuid language sql stable
  return coalesce((select b.order_id from bulk_lot b where b.enterprise_id = current_enterprise() and b.id = given_lot),
    (select c.order_id from production_co_product c where c.enterprise_id = current_enterprise() and c.lot_id = given_lot),
    (select p.order_id from production_part p where p.enterprise_id = current_enterprise() and p.lot_id = given_lot limit 1),
    (select e.order_id from production_ending e where e.enterprise_id = current_enterprise() and e.lot_id = given_lot));
grant execute on function order_of_made(uuid) to bencao_app;

-- A co-product is one that the process of its order names at this step, while the step ends; its lot is of that product, waits for its test and is as heavy.
create or replace function guard_co_product() returns trigger language plpgsql as $$
declare
  planned jsonb;
  step production_step;
begin
  select * into strict step from production_step s where s.enterprise_id = new.enterprise_id and s.id = new.step_id;
  select named into planned from production_order o cross join lateral jsonb_array_elements(o.process -> 'coProducts') named
  where o.enterprise_id = new.enterprise_id and o.id = new.order_id and o.state = 'in_progress' and step.order_id = o.id
    and (named ->> 'productId')::uuid = new.product_id and (named ->> 'stepNo')::integer = step.step_no;
  if planned is null then raise exception 'a co-product is one of the process' using errcode = 'BC002'; end if;
  if new.lot_id is not null and not exists (select from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id and l.kind = 'bulk'
      and (l.product_id, l.state, l.quantity) = (new.product_id, 'quarantine', new.quantity))
  then raise exception 'the lot of a co-product is what the step gave' using errcode = 'BC002';
  end if;
  if (new.share < (planned ->> 'min')::numeric or new.share > (planned ->> 'max')::numeric) and not deviation_has_ended(new.order_id, step.step_no, 'co_product') then
    raise exception 'deviation_required' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on production_co_product for each row execute function guard_co_product();

-- At the end of the transaction a step says what its co-products come to, and has one of each that its process names; each is as heavy as its lot was at its
-- birth and as what the lots of the charge gave to it, in their shares.
create or replace function match_co_products() returns trigger language plpgsql as $$
declare
  step production_step;
begin
  select * into strict step from production_step s where s.enterprise_id = new.enterprise_id
    and s.id = (to_jsonb(new) ->> case tg_table_name when 'production_step' then 'id' else 'step_id' end)::uuid;
  if step.co_product_quantity <> (select coalesce(sum(c.quantity) filter (where c.lot_id is not null), 0) from production_co_product c
      where c.enterprise_id = step.enterprise_id and c.step_id = step.id)
    or (step.ended_at is not null) and exists (select from production_order o cross join lateral jsonb_array_elements(o.process -> 'coProducts') named
      where o.enterprise_id = step.enterprise_id and o.id = step.order_id and (named ->> 'stepNo')::integer = step.step_no
        and not exists (select from production_co_product c where c.enterprise_id = step.enterprise_id and c.step_id = step.id and c.product_id = (named ->> 'productId')::uuid))
  then raise exception 'a step says what its co-products come to' using errcode = 'BC002';
  end if;
  if exists (select from production_co_product c join lot l on l.enterprise_id = c.enterprise_id and l.id = c.lot_id
      where c.enterprise_id = step.enterprise_id and c.step_id = step.id and (l.quantity <> c.quantity
        or c.quantity <> (select sum(e.quantity) from lot_edge e where e.enterprise_id = c.enterprise_id and e.to_lot_id = c.lot_id)
        or exists (select from lot_edge e where e.enterprise_id = c.enterprise_id and e.to_lot_id = c.lot_id
          and abs(e.quantity - c.quantity * e.share) > 0.001 + c.quantity * 0.000001)))
  then raise exception 'a co-product weighs what its lot and its parents say' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists co_products_matched on production_step;
create constraint trigger co_products_matched after update of ended_at, co_product_quantity on production_step deferrable initially deferred for each row
  execute function match_co_products();
drop trigger if exists co_products_matched on production_co_product;
create constraint trigger co_products_matched after insert or update on production_co_product deferrable initially deferred for each row execute function match_co_products();

-- What a lot of a charge gave to co-products of an order, kg.
create or replace function drawn_for_co_products(given_order uuid, given_lot uuid) returns numeric language sql stable
  return (select coalesce(sum(e.quantity), 0) from production_co_product c join lot_edge e on e.enterprise_id = c.enterprise_id and e.to_lot_id = c.lot_id and e.from_lot_id = given_lot
    where c.enterprise_id = current_enterprise() and c.order_id = given_order);
grant execute on function drawn_for_co_products(uuid, uuid) to bencao_app;

-- A batch that is handed over in parts is one lot and is tested as one, when it is whole; a co-product waits with it, since the batch may still be ended.
create or replace function is_unfinished(given lot) returns boolean language sql stable
  return exists (select from production_order o where o.enterprise_id = given.enterprise_id and o.state in ('in_progress', 'paused') and o.id = coalesce(
    (select p.order_id from production_part p where p.enterprise_id = given.enterprise_id and p.lot_id = given.id limit 1),
    (select c.order_id from production_co_product c where c.enterprise_id = given.enterprise_id and c.lot_id = given.id)));
grant execute on function is_unfinished(lot) to bencao_app;

create or replace function guard_request_of_unfinished() returns trigger language plpgsql as $$
begin
  if exists (select from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id and l.kind = 'bulk' and is_unfinished(l)) then
    raise exception 'batch_unfinished' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger batch_is_finished before insert on inspection for each row execute function guard_request_of_unfinished();
