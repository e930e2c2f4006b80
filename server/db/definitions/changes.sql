-- 变更: what lots, batches and orders rest on becomes another through one door (decisions 0035, 0036, 0104).

-- Whom a change still waits for: colleagues who are to be trained for it and of whom no training for it was passed. Who has left is not waited for.
create or replace function untrained_for(given change_request) returns uuid[] language sql stable as $$
  select array(select a.id from account a where a.enterprise_id = given.enterprise_id and a.id = any (given.trainee_ids) and a.state = 'active'
    and not exists (select from training t where t.enterprise_id = given.enterprise_id and t.change_id = given.id and t.person_id = a.id and t.result = 'passed'
      and t.voided_at is null) order by a.id);
$$;
grant execute on function untrained_for(change_request) to bencao_app;

-- A change begins as a proposal that says what it means, stays as it was asked for and goes one way: approved by a second person, carried out from its day on by
-- people who were trained for it. Until then it can be withdrawn. That of a supplier or an asset lapses on its day when it cannot be carried out.
create or replace function keep_change() returns trigger language plpgsql as $$
declare
  ending text[] := '{state,approved_by,approved_at,applied_at,ended_by,ended_at,end_reason,row_version}';
begin
  if tg_op = 'INSERT' then
    if new.state <> 'proposed' then raise exception 'a change begins as a proposal' using errcode = 'BC002'; end if;
    if new.impact = '' then raise exception 'a change says what it means' using errcode = 'BC002'; end if;
    return new;
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - ending <> to_jsonb(old) - ending
    or (old.state, new.state) not in (('proposed', 'approved'), ('proposed', 'refused'), ('proposed', 'cancelled'), ('approved', 'in_force'), ('approved', 'cancelled'), ('approved', 'lapsed'))
    -- A version has a day of its own, not before that of its change (guard_changed_version).
    or new.state = 'in_force' and (new.applied_at <> now() or new.effective_on > today() and new.record not in ('process', 'standard', 'pack_spec'))
    or old.state = 'approved' and new.state = 'cancelled' and new.effective_on <= today() and new.record not in ('process', 'standard', 'pack_spec')
      and cardinality(untrained_for(old)) = 0
    or new.state = 'lapsed' and (new.record not in ('supplier', 'asset') or new.effective_on > today() or new.ended_at <> now())
  then raise exception 'a change is not rewritten' using errcode = 'BC002';
  end if;
  if new.state = 'in_force' and cardinality(untrained_for(old)) > 0 then raise exception 'change_untrained' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger kept before insert or update or delete on change_request for each row execute function keep_change();

-- No change waits longer than a year: a day beyond that is a slip of the pen.
create or replace function guard_change_day() returns trigger language plpgsql as $$
begin
  if new.effective_on > (today() + interval '1 year')::date then
    raise exception 'effective_too_late' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger day_guarded before insert on change_request for each row execute function guard_change_day();

-- Once lots or batches rest on it, this becomes another only by a change that takes effect in this transaction. While a change of it is
-- under way nobody edits it: the change would overwrite on its day what was written meanwhile.
create or replace function keep_critical() returns trigger language plpgsql as $$
declare
  is_used boolean;
begin
  if exists (select from change_request c where c.enterprise_id = old.enterprise_id and c.record = tg_table_name and c.record_id = old.id
    and c.state in ('proposed', 'approved'))
  then raise exception 'change_open' using errcode = 'BC001';
  end if;
  if tg_table_name = 'material' then
    is_used := exists (select from lot l where l.enterprise_id = old.enterprise_id and l.material_id = old.id)
      or exists (select from purchase_line l where l.enterprise_id = old.enterprise_id and l.material_id = old.id);
  elsif tg_table_name = 'asset' then
    is_used := exists (select from asset_use u where u.enterprise_id = old.enterprise_id and u.asset_id = old.id)
      or exists (select from production_issue i where i.enterprise_id = old.enterprise_id and i.scale_id = old.id);
  else
    is_used := exists (select from lot l where l.enterprise_id = old.enterprise_id and l.product_id = old.id)
      or exists (select from production_order o where o.enterprise_id = old.enterprise_id and o.product_id = old.id);
  end if;
  if is_used and exists (
    select from jsonb_each(to_jsonb(new)) field
    where field.key = any (tg_argv[0]::text[]) and to_jsonb(old) -> field.key is distinct from field.value
      and not exists (select from change_request c, jsonb_array_elements(c.asked) one
        where c.enterprise_id = new.enterprise_id and c.record = tg_table_name and c.record_id = new.id and c.state = 'in_force' and c.applied_at = now()
          and one ->> 'field' = field.key and one -> 'value' = field.value))
  then raise exception 'change_required' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger critical_kept before update on material for each row
  when ((new.is_toxic, new.retest_months, new.retention_months) is distinct from (old.is_toxic, old.retest_months, old.retention_months))
  execute function keep_critical('{is_toxic,retest_months,retention_months}');
create or replace trigger critical_kept before update on product for each row
  when ((new.is_toxic, new.shelf_life_months, new.retention_months, new.storage) is distinct from (old.is_toxic, old.shelf_life_months, old.retention_months, old.storage))
  execute function keep_critical('{is_toxic,shelf_life_months,retention_months,storage}');
create or replace trigger critical_kept before update on asset for each row
  when ((new.is_toxic, new.class, new.clearance_hours, new.calibration_months)
    is distinct from (old.is_toxic, old.class, old.clearance_hours, old.calibration_months))
  execute function keep_critical('{is_toxic,class,clearance_hours,calibration_months}');

-- Whether the next version of a process or pack specification (by its product) or of a standard needs a change: something was made, packed or tested by it.
create or replace function version_needs_change(given_record text, given_id uuid) returns boolean language sql stable as $$
  select case given_record
    when 'process' then exists (select from production_order o where o.enterprise_id = current_enterprise() and o.product_id = given_id)
    when 'pack_spec' then exists (select from lot l where l.enterprise_id = current_enterprise() and l.product_id = given_id and l.kind = 'pack')
    else exists (select from standard_version v join inspection_standard i on i.enterprise_id = v.enterprise_id and i.standard_version_id = v.id
      where v.enterprise_id = current_enterprise() and v.standard_id = given_id) end;
$$;
grant execute on function version_needs_change(text, uuid) to bencao_app;

-- A version by which people go on working is approved with a change that is carried out in this transaction, on its day or later. An edition that
-- reads like the one before it, which was withdrawn before its day, needs no other change.
create or replace function guard_changed_version() returns trigger language plpgsql as $$
declare
  given jsonb := to_jsonb(new);
  changed uuid := coalesce(given ->> 'product_id', given ->> 'standard_id')::uuid;
begin
  if not version_needs_change(tg_argv[0], changed) then return new; end if;
  if exists (select from change_request c where c.enterprise_id = new.enterprise_id and c.record = tg_argv[0] and c.record_id = changed and c.state = 'in_force'
    and c.applied_at = now() and c.effective_on <= coalesce((given ->> 'effective_from')::date, today()))
  then return new;
  end if;
  if tg_argv[0] = 'standard' and exists (select from standard_version v where v.enterprise_id = new.enterprise_id and v.standard_id = changed and v.state = 'withdrawn'
    and v.version = (given ->> 'version')::integer - 1 and v.content = given -> 'content')
  then return new;
  end if;
  if tg_argv[0] = 'pack_spec' then raise exception 'pack_spec_change_required' using errcode = 'BC001'; end if;
  raise exception 'version_change_required' using errcode = 'BC001';
end $$;
create or replace trigger change_guarded before update on process_version for each row
  when (new.state = 'approved' and old.state <> 'approved') execute function guard_changed_version('process');
create or replace trigger change_guarded before update on standard_version for each row
  when (new.state = 'approved' and old.state <> 'approved') execute function guard_changed_version('standard');
-- After `used_kept`: what was packed by is not changed by anything.
create or replace trigger with_change before insert or update of name, net_quantity, pack_unit, packs_per_box, code_scheme, pack_identification, box_identification,
  pack_gtin, box_gtin on pack_spec for each row execute function guard_changed_version('pack_spec');
