-- 稳定性考察计划 (decision 0070).

-- What was approved does not change; a plan that has ended does nothing more.
create or replace function guard_stability_plan() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'draft' then raise exception 'a stability plan begins as a draft' using errcode = 'BC002'; end if;
    return new;
  end if;
  if old.state not in ('draft', 'approved') or (old.state, new.state) not in (('draft', 'draft'), ('draft', 'approved'), ('draft', 'discarded'), ('approved', 'superseded'), ('approved', 'ended')) then
    raise exception 'a stability plan goes from draft to approved to its end' using errcode = 'BC002';
  end if;
  if (new.plan_no, new.version, new.product_id) is distinct from (old.plan_no, old.version, old.product_id)
    or (old.state = 'approved' or new.state <> 'draft') and (new.storage_condition, new.months, new.items, new.packs_per_point, new.window_days, new.remark, new.written_by, new.written_at)
      is distinct from (old.storage_condition, old.months, old.items, old.packs_per_point, old.window_days, old.remark, old.written_by, old.written_at)
    or old.state = 'approved' and (new.approved_by, new.approved_at) is distinct from (old.approved_by, old.approved_at) then
    raise exception 'what was approved of a stability plan does not change' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger plan_guarded before insert or update on stability_plan for each row execute function guard_stability_plan();

-- How many packs of a lot may still be opened for tests: each kept sample keeps one, and all of them twice a full test where the product says what one needs.
create or replace function packs_to_open(of_lot uuid) returns integer language sql stable as $$
  select coalesce(floor((sum(s.quantity - coalesce(s.opened_quantity, 0)) - greatest(count(*) * 1000 * max(spec.net_quantity), 2 * coalesce(max(p.test_amount), 0)))
    / (1000 * max(spec.net_quantity))), 0)::integer
  from sample s join lot l on l.enterprise_id = s.enterprise_id and l.id = s.lot_id
    join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
    join product p on p.enterprise_id = l.enterprise_id and p.id = l.product_id
  where s.enterprise_id = current_enterprise() and s.lot_id = of_lot and s.pack_retention_id is not null and s.state = 'retained';
$$;
grant execute on function packs_to_open(uuid) to bencao_app;

-- How many packs the open time points of a lot ask for.
create or replace function packs_planned(of_lot uuid) returns integer language sql stable as $$
  select coalesce(sum(p.packs_per_point), 0)::integer
  from stability_point t join stability_lot l on l.enterprise_id = t.enterprise_id and l.id = t.stability_lot_id
    join stability_plan p on p.enterprise_id = l.enterprise_id and p.id = l.plan_id
  where t.enterprise_id = current_enterprise() and t.lot_id = of_lot and t.state = 'open';
$$;
grant execute on function packs_planned(uuid) to bencao_app;

-- A packed lot is put on the approved plan of its product, while as many packs are kept as its points need; it is taken off once.
create or replace function guard_stability_lot() returns trigger language plpgsql as $$
declare
  plan stability_plan;
begin
  select * into strict plan from stability_plan p where p.enterprise_id = new.enterprise_id and p.id = new.plan_id;
  if tg_op = 'INSERT' then
    if plan.state <> 'approved' or not exists (select from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id
        and l.kind = 'pack' and l.product_id = plan.product_id and l.state <> 'rejected') then
      raise exception 'a packed lot is put on the approved plan of its product' using errcode = 'BC002';
    end if;
  elsif old.taken_off_at is not null or (new.lot_id, new.put_on_by, new.put_on_at) is distinct from (old.lot_id, old.put_on_by, old.put_on_at)
    or new.plan_id <> old.plan_id and not exists (select from stability_plan before where before.enterprise_id = old.enterprise_id and before.id = old.plan_id
      and before.plan_no = plan.plan_no and before.state = 'superseded' and plan.state = 'approved') then
    raise exception 'a lot leaves its stability plan once, and goes over to its next version alone' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger lot_guarded before insert or update on stability_lot for each row execute function guard_stability_lot();

create or replace function match_stability_packs() returns trigger language plpgsql as $$
begin
  if packs_planned(new.lot_id) > packs_to_open(new.lot_id) then
    raise exception 'stability_packs_short' using errcode = 'BC001';
  end if;
  return null;
end $$;
drop trigger if exists packs_matched on stability_lot;
create constraint trigger packs_matched after insert on stability_lot deferrable initially deferred
  for each row execute function match_stability_packs();

-- Kept packs leave the cabinet only while as many stay as the open time points of their lot need. What was lost is lost: the point says so when it is begun.
create or replace function keep_stability_packs() returns trigger language plpgsql as $$
begin
  if packs_planned(new.lot_id) > packs_to_open(new.lot_id) then
    raise exception 'stability_packs_needed' using errcode = 'BC001';
  end if;
  return null;
end $$;
drop trigger if exists stability_packs_kept on sample;
create constraint trigger stability_packs_kept after update of state on sample deferrable initially deferred
  for each row when (old.state = 'retained' and new.state in ('returned', 'scrapped', 'disposed') and new.pack_retention_id is not null)
  execute function keep_stability_packs();

-- A time point is tested once, or missed once its days are over, or dropped with its lot. What is missed is not begun any more.
create or replace function guard_stability_point() returns trigger language plpgsql as $$
declare
  born date;
begin
  if tg_op = 'INSERT' then
    select born_on into strict born from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id;
    if not exists (select from stability_lot l join stability_plan p on p.enterprise_id = l.enterprise_id and p.id = l.plan_id
        where l.enterprise_id = new.enterprise_id and l.id = new.stability_lot_id and l.lot_id = new.lot_id and l.taken_off_at is null
          and p.state = 'approved' and new.month = any (p.months))
      or new.test_on <> (born + make_interval(months => new.month))::date or new.state not in ('open', 'begun', 'done') then
      raise exception 'a time point is one of the plan its lot is on' using errcode = 'BC002';
    end if;
  else
    if (new.stability_lot_id, new.lot_id, new.month, new.test_on) is distinct from (old.stability_lot_id, old.lot_id, old.month, old.test_on)
      or old.state <> new.state and (old.state, new.state) not in (('open', 'begun'), ('open', 'missed'), ('open', 'dropped'), ('begun', 'open'), ('begun', 'done'), ('begun', 'dropped'))
      or old.state = new.state and old.state <> 'open' then
      raise exception 'stability_point_closed' using errcode = 'BC001';
    end if;
    if new.state = 'missed' and new.closes_on >= today() then
      raise exception 'stability_not_overdue' using errcode = 'BC001';
    end if;
  end if;
  if new.inspection_id is not null and not exists (select from inspection i where i.enterprise_id = new.enterprise_id and i.id = new.inspection_id
      and i.lot_id = new.lot_id and i.stability_month = new.month and i.state not in ('returned', 'cancelled') and (new.state <> 'done' or i.state in ('reviewed', 'approved'))) then
    raise exception 'a time point is tested by a request of its own' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger point_guarded before insert or update on stability_point for each row execute function guard_stability_point();

-- The point and its request say the same when the transaction ends.
create or replace function match_stability_request() returns trigger language plpgsql as $$
declare
  now_state text := (select state from inspection i where i.enterprise_id = new.enterprise_id and i.id = new.id);
begin
  if tg_op = 'INSERT' and now_state not in ('returned', 'cancelled')
    and not exists (select from stability_point t where t.enterprise_id = new.enterprise_id and t.inspection_id = new.id)
    or now_state in ('returned', 'cancelled') and exists (select from stability_point t where t.enterprise_id = new.enterprise_id and t.inspection_id = new.id)
    or now_state = 'approved' and exists (select from stability_point t where t.enterprise_id = new.enterprise_id and t.inspection_id = new.id and t.state = 'begun') then
    raise exception 'a time point follows its request' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists point_matched on inspection;
create constraint trigger point_matched after insert or update of state on inspection deferrable initially deferred
  for each row when (new.stability_month is not null) execute function match_stability_request();

create or replace trigger messages_settled after update on stability_plan for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger renewal_settled after update on stability_point for each row when (new.state <> 'open') execute function settle_renewal();
