-- 设施设备 (decision 0072): what a batch may be made with, asked again when its use is written down.

-- The batch that an asset is used for, or was last used for until it was cleared: the id of its order.
create or replace function asset_order(given asset) returns uuid language sql stable
  return (select coalesce(u.production_order_id, u.packaging_order_id) from asset_use u where u.enterprise_id = given.enterprise_id and u.id = given.use_id);
grant execute on function asset_order(asset) to bencao_app;

-- Why an asset may not be used for the batch of an order at this moment, or null. contract/making/asset.ts says the same.
create or replace function asset_fault(given asset, given_order uuid, given_toxic boolean, at timestamptz) returns text language plpgsql stable as $$
declare
  given_day date := (at at time zone 'Asia/Shanghai')::date;
begin
  if given.state = 'out_of_service' then return 'asset_out_of_service'; end if;
  if given.calibration_months is not null and (given.calibration_due is null or given.calibration_due < given_day) then return 'scale_overdue'; end if;
  -- What failed stops it; what is only overdue stops it unless the plan says that it warns.
  if given.maintenance_months is not null and (given.service_result is not distinct from 'fail'
    or given.maintenance_overdue = 'refuse' and (given.service_due is null or given.service_due < given_day)) then return 'maintenance_overdue'; end if;
  if given_toxic and not given.is_toxic then return 'asset_not_dedicated'; end if;
  if given.state = 'in_use' and asset_order(given) <> given_order then
    return case given.kind when 'line' then 'line_busy' else 'asset_occupied' end;
  end if;
  -- The same batch goes on with what it has used already.
  if given.use_id is not null and asset_order(given) = given_order then return null; end if;
  if given.state = 'to_clean' then return 'asset_dirty'; end if;
  if given.is_toxic and not given_toxic and not given.is_freed then return 'asset_for_toxic'; end if;
  -- Goods lie on a scale in their containers: it is cleaned when it is soiled, and needs no certificate.
  if given.kind = 'scale' then return null; end if;
  if given.clearance_id is null or given.cleared_until < at then return 'clearance_over'; end if;
  return null;
end $$;
grant execute on function asset_fault(asset, uuid, boolean, timestamptz) to bencao_app;

-- The number stays, it is on labels and in records. What services, uses and clearances say is written by them.
create or replace function guard_asset() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> (case new.kind when 'scale' then 'clean' else 'to_clean' end) or new.use_id is not null or new.clearance_id is not null or new.calibrated_on is not null
      or new.serviced_on is not null
    then raise exception 'a new asset has no past' using errcode = 'BC002';
    end if;
    return new;
  end if;
  if (new.kind, new.number) is distinct from (old.kind, old.number)
    or pg_trigger_depth() < 2 and (new.calibrated_on, new.calibration_result, new.calibration_due, new.serviced_on, new.service_result, new.service_due, new.state, new.use_id,
        new.clearance_id, new.cleared_until, new.is_freed)
      is distinct from (old.calibrated_on, old.calibration_result, old.calibration_due, old.serviced_on, old.service_result, old.service_due, old.state, old.use_id,
        old.clearance_id, old.cleared_until, old.is_freed)
  then raise exception 'what an asset has been through is recorded, not written' using errcode = 'BC002';
  end if;
  if pg_trigger_depth() < 2 and (new.maintenance_months, new.maintenance_content, new.maintenance_overdue)
    is distinct from (old.maintenance_months, old.maintenance_content, old.maintenance_overdue)
  then raise exception 'maintenance is planned by two' using errcode = 'BC002';
  end if;
  -- Out of service it becomes dedicated or ordinary, and is cleaned and cleared before anything is made with it.
  if new.is_toxic <> old.is_toxic and old.state <> 'out_of_service' then raise exception 'asset_in_service' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger guarded before insert or update on asset for each row execute function guard_asset();

-- ── 校准 and 保养 ────────────────────────────────────────────────────────────────────────────────────────────────────

create or replace function keep_asset_service() returns trigger language plpgsql as $$
begin
  if new.kind = 'calibration' then
    update asset set calibrated_on = new.done_on, calibration_result = new.result, calibration_due = new.next_due
    where enterprise_id = new.enterprise_id and id = new.asset_id and (calibrated_on is null or calibrated_on <= new.done_on);
  else
    update asset set serviced_on = new.done_on, service_result = new.result, service_due = new.next_due
    where enterprise_id = new.enterprise_id and id = new.asset_id and (serviced_on is null or serviced_on <= new.done_on);
  end if;
  return null;
end $$;
create or replace trigger service_kept after insert on asset_service for each row execute function keep_asset_service();

-- Maintenance is looked at by another when it is recorded.
create or replace function guard_asset_service() returns trigger language plpgsql as $$
begin
  if new.kind = 'maintenance' and new.checked_by is null then raise exception 'service_needs_second' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger guarded before insert on asset_service for each row execute function guard_asset_service();

-- What was recorded wrong is voided by two others; what the one before says holds again.
create or replace function guard_service_void() returns trigger language plpgsql as $$
begin
  if exists (select from asset_service s where s.enterprise_id = new.enterprise_id and s.id = new.service_id
    and array[new.voided_by, new.approved_by] && array_remove(array[s.recorded_by, s.checked_by], null))
  then raise exception 'same_person' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on asset_service_void for each row execute function guard_service_void();

create or replace function keep_voided_service() returns trigger language plpgsql as $$
declare
  wrong asset_service;
  latest asset_service;
begin
  select * into strict wrong from asset_service s where s.enterprise_id = new.enterprise_id and s.id = new.service_id;
  select * into latest from asset_service s where s.enterprise_id = new.enterprise_id and s.asset_id = wrong.asset_id and s.kind = wrong.kind
    and not exists (select from asset_service_void v where v.enterprise_id = s.enterprise_id and v.service_id = s.id)
    order by s.done_on desc, s.id desc limit 1;
  if wrong.kind = 'calibration' then
    update asset set calibrated_on = latest.done_on, calibration_result = latest.result, calibration_due = latest.next_due
    where enterprise_id = new.enterprise_id and id = wrong.asset_id;
  else
    update asset set serviced_on = latest.done_on, service_result = latest.result, service_due = latest.next_due
    where enterprise_id = new.enterprise_id and id = wrong.asset_id;
  end if;
  return null;
end $$;
create or replace trigger service_kept after insert on asset_service_void for each row execute function keep_voided_service();

create or replace function guard_maintenance_plan() returns trigger language plpgsql as $$
begin
  perform from asset a where a.enterprise_id = new.enterprise_id and a.id = new.asset_id for update;
  if new.serial <> 1 + coalesce((select max(p.serial) from maintenance_plan p where p.enterprise_id = new.enterprise_id and p.asset_id = new.asset_id), 0) then
    raise exception 'stale' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on maintenance_plan for each row execute function guard_maintenance_plan();

create or replace function keep_maintenance_plan() returns trigger language plpgsql as $$
begin
  update asset set maintenance_months = new.months, maintenance_content = new.content, maintenance_overdue = new.on_overdue
  where enterprise_id = new.enterprise_id and id = new.asset_id;
  return null;
end $$;
create or replace trigger plan_kept after insert on maintenance_plan for each row execute function keep_maintenance_plan();

-- ── Every change of state: said by a person, a certificate, or the beginning and end of a use (decision 0121) ─────────

create or replace function guard_asset_change() returns trigger language plpgsql as $$
declare
  known asset;
begin
  select * into strict known from asset a where a.enterprise_id = new.enterprise_id and a.id = new.asset_id for update;
  -- That it is in use its use says.
  if new.state = 'in_use' or new.state = 'clean' and (new.clearance_id is null or pg_trigger_depth() < 2) or known.state = 'in_use' then
    raise exception 'asset_occupied' using errcode = 'BC001';
  end if;
  if new.state = 'out_of_service' and known.state = 'out_of_service' or new.state = 'to_clean' and known.state = 'to_clean' then
    raise exception 'wrong_state' using errcode = 'BC001';
  end if;
  -- Back into service by two, and cleaned before it is used.
  if known.state = 'out_of_service' and (new.state <> 'to_clean' or new.approved_by is null) then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger guarded before insert on asset_change for each row execute function guard_asset_change();

create or replace function keep_asset_change() returns trigger language plpgsql as $$
begin
  update asset a set state = new.state,
    use_id = case new.state when 'clean' then null else a.use_id end,
    clearance_id = case new.state when 'clean' then new.clearance_id end,
    cleared_until = case new.state when 'clean' then (select c.valid_until from clearance_asset c
      where c.enterprise_id = new.enterprise_id and c.clearance_id = new.clearance_id and c.asset_id = new.asset_id) end,
    is_freed = new.state = 'clean' and coalesce((select c.frees_of_toxic from clearance c where c.enterprise_id = new.enterprise_id and c.id = new.clearance_id), false)
  where a.enterprise_id = new.enterprise_id and a.id = new.asset_id;
  return null;
end $$;
create or replace trigger state_kept after insert on asset_change for each row execute function keep_asset_change();

-- ── 清场合格证 ───────────────────────────────────────────────────────────────────────────────────────────────────────

create or replace function guard_clearance_asset() returns trigger language plpgsql as $$
declare
  known asset;
begin
  select * into strict known from asset a where a.enterprise_id = new.enterprise_id and a.id = new.asset_id for update;
  if known.state = 'in_use' then raise exception 'asset_occupied' using errcode = 'BC001'; end if;
  if known.state = 'out_of_service' then raise exception 'asset_out_of_service' using errcode = 'BC001'; end if;
  select c.cleaned_at + known.clearance_hours * interval '1 hour' into strict new.valid_until
  from clearance c where c.enterprise_id = new.enterprise_id and c.id = new.clearance_id and c.state = 'valid';
  new.last_use_id := known.use_id;
  return new;
end $$;
create or replace trigger guarded before insert on clearance_asset for each row execute function guard_clearance_asset();

create or replace function clear_asset() returns trigger language plpgsql as $$
begin
  insert into asset_change (enterprise_id, asset_id, state, reason, clearance_id, changed_by, changed_at)
  select c.enterprise_id, new.asset_id, 'clean', '清场合格证 ' || c.clearance_no, c.id, c.cleaned_by, c.cleaned_at
  from clearance c where c.enterprise_id = new.enterprise_id and c.id = new.clearance_id;
  return null;
end $$;
create or replace trigger cleared after insert on clearance_asset for each row execute function clear_asset();

-- A certificate is withdrawn before its first use or not at all, and nothing else of it changes.
create or replace function guard_clearance() returns trigger language plpgsql as $$
declare
  life text[] := '{state,withdrawn_by,withdrawal_approved_by,withdrawn_at,withdraw_reason}';
begin
  if tg_op = 'DELETE' or to_jsonb(new) - life <> to_jsonb(old) - life then raise exception 'a certificate is not rewritten' using errcode = 'BC002'; end if;
  if old.state <> 'valid' or new.state = 'used' and pg_trigger_depth() < 2 then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger guarded before update or delete on clearance for each row execute function guard_clearance();

create or replace function withdraw_clearance() returns trigger language plpgsql as $$
begin
  insert into asset_change (enterprise_id, asset_id, state, reason, clearance_id, changed_by, approved_by, changed_at)
  select a.enterprise_id, a.id, 'to_clean', '撤回清场合格证 ' || new.clearance_no || '：' || new.withdraw_reason, new.id, new.withdrawn_by, new.withdrawal_approved_by, new.withdrawn_at
  from asset a where a.enterprise_id = new.enterprise_id and a.clearance_id = new.id order by a.id;
  return null;
end $$;
create or replace trigger withdrawn after update on clearance for each row when (new.state = 'withdrawn') execute function withdraw_clearance();

-- ── 使用 ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Another machine of the same class goes on where one broke, in the same step of the same batch.
create or replace function replaces_broken(given asset_use, given_asset asset) returns boolean language sql stable
  return exists (select from asset_breakdown b
    join asset_use u on u.enterprise_id = b.enterprise_id and u.id = b.use_id
    join asset a on a.enterprise_id = b.enterprise_id and a.id = b.asset_id
    where b.enterprise_id = given.enterprise_id and b.id = given.after_breakdown_id and a.id <> given.asset_id and a.kind = given_asset.kind and a.class = given_asset.class
      and (u.production_order_id, u.step_id, u.packaging_order_id) is not distinct from (given.production_order_id, given.step_id, given.packaging_order_id));
grant execute on function replaces_broken(asset_use, asset) to bencao_app;

-- Of two that would use the same the second waits here, and is refused.
create or replace function guard_asset_use() returns trigger language plpgsql as $$
declare
  known asset;
  fault text;
begin
  select * into strict known from asset a where a.enterprise_id = new.enterprise_id and a.id = new.asset_id for update;
  fault := asset_fault(known, coalesce(new.production_order_id, new.packaging_order_id), new.is_toxic, new.started_at);
  case fault
    when 'asset_out_of_service' then raise exception 'asset_out_of_service' using errcode = 'BC001';
    when 'scale_overdue' then raise exception 'scale_overdue' using errcode = 'BC001';
    when 'maintenance_overdue' then raise exception 'maintenance_overdue' using errcode = 'BC001';
    when 'asset_not_dedicated' then raise exception 'asset_not_dedicated' using errcode = 'BC001';
    when 'line_busy' then raise exception 'line_busy' using errcode = 'BC001';
    when 'asset_occupied' then raise exception 'asset_occupied' using errcode = 'BC001';
    when 'asset_dirty' then raise exception 'asset_dirty' using errcode = 'BC001';
    when 'asset_for_toxic' then raise exception 'asset_for_toxic' using errcode = 'BC001';
    when 'clearance_over' then raise exception 'clearance_over' using errcode = 'BC001';
    else null;
  end case;
  if new.after_breakdown_id is not null and not replaces_broken(new, known) then raise exception 'replacement_differs' using errcode = 'BC001'; end if;
  if new.clearance_id is distinct from (case known.kind when 'scale' then null else known.clearance_id end) then
    raise exception 'a use uses up the certificate in force' using errcode = 'BC002';
  end if;
  if new.clearance_id is not null and new.started_at < (select c.cleaned_at from clearance c where c.enterprise_id = new.enterprise_id and c.id = new.clearance_id) then
    raise exception 'used_before_cleared' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on asset_use for each row execute function guard_asset_use();

-- Whatever a statement begins to use is in use with it, and its certificate is used up. A weighing lasts no time.
create or replace function begin_asset_use() returns trigger language plpgsql as $$
begin
  update asset a set state = 'in_use', use_id = used.id, clearance_id = null, cleared_until = null, is_freed = false
  from begun used where used.ended_at is null and a.enterprise_id = used.enterprise_id and a.id = used.asset_id;
  update clearance c set state = 'used'
  where c.state = 'valid' and (c.enterprise_id, c.id) in (select used.enterprise_id, used.clearance_id from begun used where used.ended_at is null);
  return null;
end $$;
create or replace trigger begun after insert on asset_use referencing new table as begun for each statement execute function begin_asset_use();

-- A use ends once; its times follow those of its step, also where these are put right.
create or replace function keep_asset_use() returns trigger language plpgsql as $$
declare
  times text[] := '{started_at,ended_at,ended_by}';
begin
  if tg_op = 'DELETE' or pg_trigger_depth() < 2 or to_jsonb(new) - times <> to_jsonb(old) - times or old.ended_at is not null and new.ended_at is null then
    raise exception 'a use is not rewritten' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger kept before update or delete on asset_use for each row execute function keep_asset_use();

create or replace function end_asset_use() returns trigger language plpgsql as $$
begin
  update asset a set state = 'to_clean'
  from is_now used join was on was.enterprise_id = used.enterprise_id and was.id = used.id
  where was.ended_at is null and used.ended_at is not null and a.enterprise_id = used.enterprise_id and a.id = used.asset_id and a.use_id = used.id
    -- Back into service nothing comes by the end of a use.
    and a.state = 'in_use';
  return null;
end $$;
create or replace trigger ended after update on asset_use referencing old table as was new table as is_now for each statement execute function end_asset_use();

-- Room and machines of a step are free for cleaning when it ends.
create or replace function end_uses_of_step() returns trigger language plpgsql as $$
begin
  update asset_use used set ended_by = coalesce(used.ended_by, new.ended_by),
    -- What took the place of a broken machine began later than the step, what broke ended before it.
    started_at = case when used.after_breakdown_id is null then new.started_at else greatest(new.started_at, least(used.started_at, new.ended_at)) end,
    ended_at = coalesce((select greatest(new.started_at, least(b.reported_at, new.ended_at)) from asset_breakdown b
      where b.enterprise_id = used.enterprise_id and b.use_id = used.id), new.ended_at)
  where id in (select u.id from asset_use u where u.enterprise_id = new.enterprise_id and u.production_order_id = new.order_id and u.step_id = new.id order by u.asset_id for update)
    and enterprise_id = new.enterprise_id;
  return null;
end $$;
create or replace trigger uses_ended after update of started_at, ended_at on production_step for each row when (new.ended_at is not null) execute function end_uses_of_step();

-- A step does not end before a machine broke in it, nor begin after: people write times to the minute.
create or replace function guard_step_breakdowns() returns trigger language plpgsql as $$
begin
  if exists (select from asset_use u join asset_breakdown b on b.enterprise_id = u.enterprise_id and b.use_id = u.id
    where u.enterprise_id = new.enterprise_id and u.production_order_id = new.order_id and u.step_id = new.id
      and (b.reported_at < date_trunc('minute', new.started_at) or date_trunc('minute', b.reported_at) > new.ended_at))
  then raise exception 'steps_out_of_order' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger breakdowns_within before update of started_at, ended_at on production_step for each row execute function guard_step_breakdowns();

-- The line, and what a batch that was ended before its time was in, when the order leaves the line.
create or replace function end_uses_of_production() returns trigger language plpgsql as $$
begin
  update asset_use set ended_at = greatest(coalesce(new.completed_at, new.cancelled_at), started_at), ended_by = coalesce(new.completed_by, new.cancelled_by)
  where enterprise_id = new.enterprise_id and production_order_id = new.id and ended_at is null;
  return null;
end $$;
create or replace trigger uses_ended after update of state on production_order for each row
  when (new.state in ('completed', 'cancelled') and old.state in ('in_progress', 'paused')) execute function end_uses_of_production();

create or replace function end_uses_of_packaging() returns trigger language plpgsql as $$
begin
  update asset_use u set ended_by = current_actor(), ended_at = greatest(u.started_at, coalesce(
    (select r.finished_at from packaging_record r where r.enterprise_id = new.enterprise_id and r.packaging_order_id = new.id), now()))
  where u.enterprise_id = new.enterprise_id and u.packaging_order_id = new.id and u.ended_at is null;
  return null;
end $$;
create or replace trigger uses_ended after update of state on packaging_order for each row
  when (new.state in ('completed', 'cancelled') and old.state = 'in_progress') execute function end_uses_of_packaging();

-- ── 故障 ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- What breaks is a machine, while it is in use; of that it has a case.
create or replace function guard_breakdown() returns trigger language plpgsql as $$
declare
  known asset;
begin
  select * into strict known from asset a where a.enterprise_id = new.enterprise_id and a.id = new.asset_id for update;
  if known.kind <> 'equipment' or known.state <> 'in_use' or known.use_id <> new.use_id then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  if not exists (select from incident i where i.enterprise_id = new.enterprise_id and i.id = new.incident_id and i.source_table = 'asset' and i.source_id = new.asset_id) then
    raise exception 'a breakdown names a case about its machine' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on asset_breakdown for each row execute function guard_breakdown();

-- Its use ends, and it is out of service until two let it back.
create or replace function stop_broken_asset() returns trigger language plpgsql as $$
begin
  update asset_use set ended_at = greatest(new.reported_at, started_at), ended_by = new.reported_by where enterprise_id = new.enterprise_id and id = new.use_id;
  insert into asset_change (enterprise_id, asset_id, state, reason, changed_by, changed_at)
  values (new.enterprise_id, new.asset_id, 'out_of_service', '故障：' || new.found, new.reported_by, new.reported_at);
  return null;
end $$;
create or replace trigger broken after insert on asset_breakdown for each row execute function stop_broken_asset();

-- Whether a case about a machine that broke in an order is open.
create or replace function breakdown_is_open(given_order uuid) returns boolean language sql stable
  return exists (select from asset_breakdown b where b.enterprise_id = current_enterprise() and not case_has_ended(b.incident_id)
    and b.use_id in (select u.id from asset_use u where u.enterprise_id = current_enterprise() and u.production_order_id = given_order
      union all select u.id from asset_use u where u.enterprise_id = current_enterprise() and u.packaging_order_id = given_order));
grant execute on function breakdown_is_open(uuid) to bencao_app;

-- The batch goes on meanwhile; its record is reviewed when quality assurance has ended the case.
create or replace function review_waits_for_breakdowns() returns trigger language plpgsql as $$
begin
  if breakdown_is_open(new.id) then raise exception 'case_open' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger breakdowns_ended before update of state on production_order
  for each row when (new.state = 'reviewed' and old.state <> 'reviewed') execute function review_waits_for_breakdowns();

-- Nor are packs released meanwhile.
create or replace function release_waits_for_breakdowns() returns trigger language plpgsql as $$
begin
  if breakdown_is_open((select p.packaging_order_id from pack_lot p where p.enterprise_id = new.enterprise_id and p.id = new.lot_id)) then
    raise exception 'case_open' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger breakdowns_ended before insert on pack_release for each row when (new.decision = 'release') execute function release_waits_for_breakdowns();

-- ── What names the register ──────────────────────────────────────────────────────────────────────────────────────────

create or replace function is_asset(given uuid, given_kind text) returns boolean language sql stable
  return exists (select from asset a where a.enterprise_id = current_enterprise() and a.id = given and a.kind = given_kind);
grant execute on function is_asset(uuid, text) to bencao_app;

-- What is written now names line, room and scale by the register; what was written in free text before stays as it is.
create or replace function name_line() returns trigger language plpgsql as $$
begin
  if new.line_id is null or not is_asset(new.line_id, 'line') then raise exception 'asset_unknown' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger line_named before insert on production_order for each row execute function name_line();

create or replace function name_scale() returns trigger language plpgsql as $$
begin
  if new.scale_id is null or not is_asset(new.scale_id, 'scale') then raise exception 'asset_unknown' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger scale_named before insert on production_issue for each row execute function name_scale();
create or replace trigger scale_named before insert on production_return for each row execute function name_scale();
create or replace trigger scale_named before insert on production_part for each row when (new.quantity > 0) execute function name_scale();

create or replace function name_room() returns trigger language plpgsql as $$
begin
  if new.room_id is null or not is_asset(new.room_id, 'room') then raise exception 'asset_unknown' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger room_named before insert on production_step for each row execute function name_room();

-- A step is in its room, with a machine, on its line, while the order names one. Asked at the end of the transaction, which writes the step first.
create or replace function require_uses() returns trigger language plpgsql as $$
begin
  if not exists (select from asset_use u where u.enterprise_id = new.enterprise_id and u.production_order_id = new.order_id and u.step_id = new.id and u.asset_id = new.room_id)
    or not exists (select from asset_use u join asset a on a.enterprise_id = u.enterprise_id and a.id = u.asset_id and a.kind = 'equipment'
      where u.enterprise_id = new.enterprise_id and u.production_order_id = new.order_id and u.step_id = new.id)
    or exists (select from production_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id and o.line_id is not null
      and not exists (select from asset_use u where u.enterprise_id = o.enterprise_id and u.production_order_id = o.id and u.asset_id = o.line_id))
  then raise exception 'asset_unknown' using errcode = 'BC001';
  end if;
  return null;
end $$;
drop trigger if exists uses_required on production_step;
create constraint trigger uses_required after insert on production_step deferrable initially deferred for each row execute function require_uses();

-- What was calibrated or serviced, or left service, ends no more.
create or replace trigger renewal_settled after update on asset for each row
  when (old.calibration_due is distinct from new.calibration_due or old.service_due is distinct from new.service_due or new.state = 'out_of_service' and old.state <> 'out_of_service')
  execute function settle_renewal();
