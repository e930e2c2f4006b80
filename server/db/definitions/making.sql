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
    or exists (select from process_auxiliary a where a.enterprise_id = old.enterprise_id and a.material_id = old.id)
  then raise exception 'material_used' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger used_kept before update on material for each row when (new.category <> old.category) execute function keep_used_material();

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

-- ── Mass is not made of nothing (domain §2.5) ────────────────────────────────────────────────────────────────────────

-- What was weighed out for an order, kg: the main herb, or its auxiliaries.
create or replace function issued_mass(given_enterprise uuid, given_order uuid, given_role text) returns numeric language sql stable as $$
  select coalesce(sum((w ->> 'net')::numeric), 0)
  from production_issue i cross join jsonb_array_elements(i.weighings) w
    join production_input p on p.enterprise_id = i.enterprise_id and p.order_id = i.order_id and p.lot_id = (w ->> 'lotId')::uuid
  where i.enterprise_id = given_enterprise and i.order_id = given_order and p.role = given_role
$$;
grant execute on function issued_mass(uuid, uuid, text) to bencao_app;

-- Whether a step gives more than it took, with its water, the auxiliaries of the order and 2 % for scales and damp air
-- (contract/making/mass-balance.ts says the same).
create or replace function gives_from_nothing(given production_step) returns boolean language plpgsql stable as $$
declare
  auxiliaries numeric := issued_mass(given.enterprise_id, given.order_id, 'auxiliary');
  lost numeric := (select coalesce(sum((l ->> 'quantity')::numeric), 0) from jsonb_array_elements(given.losses) l);
  fed numeric;
  earlier_water numeric;
begin
  select coalesce((array_agg(s.input_quantity order by s.step_no))[1], given.input_quantity), coalesce(sum(s.water_quantity), 0) into fed, earlier_water
  from production_step s where s.enterprise_id = given.enterprise_id and s.order_id = given.order_id and s.step_no < given.step_no;
  return given.output_quantity + lost > (given.input_quantity + given.water_quantity + auxiliaries) * 1.02
    or given.output_quantity > (fed + earlier_water + given.water_quantity + auxiliaries) * 1.02;
end $$;
grant execute on function gives_from_nothing(production_step) to bencao_app;

-- A step takes in no more than the one before gave, and gives no more than it took. The message is the refusal code.
create or replace function guard_step_mass() returns trigger language plpgsql as $$
declare
  before production_step;
begin
  select * into before from production_step s
  where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id and s.step_no < new.step_no order by s.step_no desc limit 1;
  if new.input_quantity > coalesce(before.output_quantity, issued_mass(new.enterprise_id, new.order_id, 'main')) then
    raise exception 'input_exceeds' using errcode = 'BC001';
  end if;
  if new.water_quantity > new.input_quantity * 3 then
    raise exception 'water_exceeds' using errcode = 'BC001';
  end if;
  if gives_from_nothing(new) then
    raise exception 'mass_from_nothing' using errcode = 'BC001';
  end if;
  return new;
end $$;
-- A step that was recorded before this rule is signed by its second person, and not weighed again.
create or replace trigger mass_guarded before insert or update of input_quantity, output_quantity, water_quantity, losses on production_step
  for each row execute function guard_step_mass();

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
  if exists (select from production_issue i where i.enterprise_id = new.enterprise_id and i.order_id = new.order_id and i.issued_at > new.started_at)
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
  select (array_agg(s.output_quantity order by s.step_no desc))[1], sum(s.water_quantity),
    sum((select coalesce(sum((l ->> 'quantity')::numeric), 0) from jsonb_array_elements(s.losses) l)) into last_output, water, lost
  from production_step s where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id;
  if last_output is null or new.output_quantity > last_output then
    raise exception 'output_exceeds' using errcode = 'BC001';
  end if;
  there := (issued_mass(new.enterprise_id, new.order_id, 'main') - new.returned_quantity + new.auxiliary_quantity + water) * 1.02;
  if new.returned_quantity > issued_mass(new.enterprise_id, new.order_id, 'main')
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

-- A batch that was fed is ended without a lot only because of what speaks against its charge; whoever is merely tired of it finishes it.
create or replace function guard_termination() returns trigger language plpgsql as $$
begin
  if not exists (select from reasons_reaching(array(
    select i.lot_id from production_input i where i.enterprise_id = new.enterprise_id and i.order_id = new.id))) then
    raise exception 'charge_sound' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger terminated_for_cause before update of state on production_order
  for each row when (new.state = 'cancelled' and old.state in ('in_progress', 'paused')) execute function guard_termination();
