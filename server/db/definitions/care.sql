-- 养护 (decision 0099): when a lot is to be looked at again is reckoned from its plan and from when it was looked at last.

create or replace function care_side(lot_kind text) returns text language sql immutable parallel safe
  return case when lot_kind in ('raw', 'auxiliary') then 'raw' else 'pack' end;
grant execute on function care_side(text) to bencao_app;

-- The plan that a lot is under: of its herb before that of its class, before that of all crude drugs and pieces.
create or replace function care_plan_of(given lot) returns care_plan language sql stable as $$
  select p.* from material m
    cross join lateral (values (3, 'herb', m.id::text), (2, 'class', m.material_class), (1, 'all', '')) as asked (place, scope, scope_key)
    join lateral (select * from care_plan c where c.enterprise_id = m.enterprise_id and c.side = care_side(given.kind) and c.scope = asked.scope
      and c.scope_key = asked.scope_key order by c.serial desc limit 1) p on not p.is_ended
  where m.enterprise_id = given.enterprise_id and m.id = coalesce(given.material_id,
      (select r.material_id from product r where r.enterprise_id = given.enterprise_id and r.id = given.product_id))
    and (asked.scope = 'herb' or m.category = 'crude_drug')
  order by asked.place desc limit 1;
$$;
grant execute on function care_plan_of(lot) to bencao_app;

-- The first day on which as many days have passed as the plan says for that day.
create or replace function care_due(given care_plan, last date) returns date language sql immutable as $$
  select min(d)::date from generate_series((last + least(given.every_days, coalesce(given.season_days, given.every_days)))::timestamp,
    (last + greatest(given.every_days, coalesce(given.season_days, given.every_days)))::timestamp, interval '1 day') d
  where d >= last + case when (case when given.season_from <= given.season_to
      then extract(month from d) between given.season_from and given.season_to
      else extract(month from d) >= given.season_from or extract(month from d) <= given.season_to end)
    then given.season_days else given.every_days end;
$$;
grant execute on function care_due(care_plan, date) to bencao_app;

-- When a lot was looked at last in a bin; where it never was, the last time before it came there, or the day it was received or made.
create or replace function last_care(given lot, given_place uuid) returns date language sql stable as $$
  with looked as (select c.place_id, r.looked_at from care_line c join care_record r on r.enterprise_id = c.enterprise_id and r.id = c.care_id
    where c.enterprise_id = given.enterprise_id and c.lot_id = given.id
      and not exists (select from care_void v where v.enterprise_id = c.enterprise_id and v.line_id = c.id))
  select coalesce(
    (select max(looked_at at time zone 'Asia/Shanghai')::date from looked where place_id = given_place),
    (select max(looked_at at time zone 'Asia/Shanghai')::date from looked where looked_at <= (select min(e.occurred_at) from stock_entry e
      where e.enterprise_id = given.enterprise_id and e.lot_id = given.id and e.to_place_id = given_place and exists (select from looked))),
    given.born_on);
$$;
grant execute on function last_care(lot, uuid) to bencao_app;

-- How much of a lot lay in a bin at a moment: what lies there now, less what came since, and what left since.
create or replace function lay_in(given_lot uuid, given_place uuid, at timestamptz) returns numeric language sql stable as $$
  select coalesce((select b.quantity from stock_balance b where b.enterprise_id = current_enterprise() and b.lot_id = given_lot and b.place_id = given_place), 0)
    + coalesce((select sum(case when e.from_place_id = given_place then e.quantity else -e.quantity end) from stock_entry e
      where e.enterprise_id = current_enterprise() and e.lot_id = given_lot and given_place in (e.from_place_id, e.to_place_id) and e.occurred_at > at), 0);
$$;
grant execute on function lay_in(uuid, uuid, timestamptz) to bencao_app;

-- A plan goes on from the one before of its scope. Lots that come meanwhile wait for it, so that each is reckoned by the plan that holds.
create or replace function guard_care_plan() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('care ' || new.enterprise_id, 0));
  if new.serial <> 1 + coalesce((select max(c.serial) from care_plan c where c.enterprise_id = new.enterprise_id and c.side = new.side and c.scope = new.scope
      and c.scope_key = new.scope_key), 0)
  then raise exception 'stale' using errcode = 'BC001';
  end if;
  if new.is_ended and new.serial = 1 then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger guarded before insert on care_plan for each row execute function guard_care_plan();

-- What was looked at lay there then, is of the side of the record, and has a case where the firm says that the finding matters.
create or replace function guard_care_line() returns trigger language plpgsql as $$
declare
  record care_record;
  looked lot;
  plan care_plan;
begin
  select * into strict record from care_record r where r.enterprise_id = new.enterprise_id and r.id = new.care_id;
  select * into strict looked from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id;
  if care_side(looked.kind) <> record.side or not exists (select from place p where p.enterprise_id = new.enterprise_id and p.id = new.place_id and p.kind = 'bin')
  then raise exception 'care_lot_absent' using errcode = 'BC001';
  end if;
  new.quantity := lay_in(new.lot_id, new.place_id, record.looked_at);
  if new.quantity <= 0 then raise exception 'care_lot_absent' using errcode = 'BC001'; end if;
  if looked.is_toxic and record.second_by is null then raise exception 'care_needs_two' using errcode = 'BC001'; end if;
  plan := care_plan_of(looked);
  new.plan_id := plan.id;
  new.matters := new.findings <> '{none}' and (plan.id is null or new.findings && plan.case_findings);
  if new.incident_id is not null and not exists (select from incident i join incident_lot l on l.enterprise_id = i.enterprise_id and l.incident_id = i.id
    where i.enterprise_id = new.enterprise_id and i.id = new.incident_id and i.source_table = 'care_record' and i.source_id = new.care_id and l.lot_id = new.lot_id)
  then raise exception 'a finding names the case of its record' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on care_line for each row execute function guard_care_line();

drop trigger if exists signed on care_record;
create constraint trigger signed after insert on care_record deferrable initially deferred for each row execute function need_step_signatures();

-- What is voided was written by another.
create or replace function guard_care_void() returns trigger language plpgsql as $$
begin
  if exists (select from care_line c join care_record r on r.enterprise_id = c.enterprise_id and r.id = c.care_id
    where c.enterprise_id = new.enterprise_id and c.id = new.line_id and new.voided_by in (r.done_by, r.second_by))
  then raise exception 'same_person' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on care_void for each row execute function guard_care_void();
