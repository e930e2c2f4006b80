-- 温湿度 (decision 0086): a reading is judged by the limits in force, and what is out of them has a case.

-- Until when the next reading is to be there: by hand one each morning and each afternoon, until noon and until six.
create or replace function climate_due(by_logger boolean, every_hours integer, measured timestamptz) returns timestamptz language sql immutable
  return case when by_logger then measured + every_hours * interval '1 hour'
    when (measured at time zone 'Asia/Shanghai')::time < '12:00' then ((measured at time zone 'Asia/Shanghai')::date + time '18:00') at time zone 'Asia/Shanghai'
    else ((measured at time zone 'Asia/Shanghai')::date + 1 + time '12:00') at time zone 'Asia/Shanghai' end;
grant execute on function climate_due(boolean, integer, timestamptz) to bencao_app;

-- Whether a temperature and a humidity are out of limits.
create or replace function is_out_of_climate(given climate_limit, temperature numeric, humidity numeric) returns boolean language sql immutable
  return temperature < coalesce(given.temperature_min, '-infinity') or temperature > coalesce(given.temperature_max, 'infinity')
    or humidity < coalesce(given.humidity_min, '-infinity') or humidity > coalesce(given.humidity_max, 'infinity');
grant execute on function is_out_of_climate(climate_limit, numeric, numeric) to bencao_app;

-- What lay in the bins of a store at a moment: what lies there now, less what came since, and what left since.
create or replace function stood_in(given_warehouse text, at timestamptz) returns table (lot_id uuid, quantity numeric) language sql stable as $$
  with bin as (select p.id from place p where p.enterprise_id = current_enterprise() and p.warehouse = given_warehouse and p.kind = 'bin'),
    moved as (select e.lot_id, e.from_place_id, e.to_place_id, e.quantity from stock_entry e where e.enterprise_id = current_enterprise() and e.occurred_at > at)
  select lot_id, sum(quantity) from (
    select b.lot_id, b.quantity from stock_balance b where b.enterprise_id = current_enterprise() and b.place_id in (select id from bin) and b.quantity <> 0
    union all select m.lot_id, -m.quantity from moved m where m.to_place_id in (select id from bin)
    union all select m.lot_id, m.quantity from moved m where m.from_place_id in (select id from bin)) then_there
  group by lot_id having sum(quantity) > 0 order by lot_id;
$$;
grant execute on function stood_in(text, timestamptz) to bencao_app;

-- What a point is called and where it stands does not move; its state and its next reading follow the readings.
create or replace function guard_climate_point() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'due' then raise exception 'a point waits for its first reading' using errcode = 'BC002'; end if;
    if new.room_id is not null and not is_asset(new.room_id, 'room') then raise exception 'asset_unknown' using errcode = 'BC001'; end if;
    return new;
  end if;
  if (new.number, new.warehouse, new.room_id) is distinct from (old.number, old.warehouse, old.room_id) then
    raise exception 'a point stays where it is' using errcode = 'BC002';
  end if;
  if new.state = 'current' and old.state <> 'current' and pg_trigger_depth() < 2 then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger guarded before insert or update on climate_point for each row execute function guard_climate_point();

create or replace function guard_climate_reading() returns trigger language plpgsql as $$
declare
  known climate_point;
  limits climate_limit;
begin
  select * into strict known from climate_point p where p.enterprise_id = new.enterprise_id and p.id = new.point_id for update;
  if known.state = 'disabled' then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  select * into strict limits from climate_limit l where l.enterprise_id = new.enterprise_id and l.point_id = new.point_id order by l.id desc limit 1;
  new.limit_id := limits.id;
  new.is_out := is_out_of_climate(limits, new.temperature, new.humidity);
  if new.measured_at > new.recorded_at then raise exception 'a reading is not of the future' using errcode = 'BC002'; end if;
  if new.incident_id is not null and not exists (select from incident i where i.enterprise_id = new.enterprise_id and i.id = new.incident_id
    and i.source_table = 'climate_point' and i.source_id = new.point_id)
  then raise exception 'a reading names a case about its point' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on climate_reading for each row execute function guard_climate_reading();

create or replace function keep_climate_due() returns trigger language plpgsql as $$
begin
  update climate_point p set due_at = greatest(p.due_at, next.due), state = case when greatest(p.due_at, next.due) > new.recorded_at then 'current' else 'due' end
  from (select climate_due(by_logger, every_hours, new.measured_at) as due from climate_point where enterprise_id = new.enterprise_id and id = new.point_id) next
  where p.enterprise_id = new.enterprise_id and p.id = new.point_id and p.state <> 'disabled';
  return null;
end $$;
create or replace trigger due_kept after insert on climate_reading for each row execute function keep_climate_due();

-- Only what a person wrote down is void, by another than who wrote it.
create or replace function guard_climate_void() returns trigger language plpgsql as $$
declare
  wrong climate_reading;
begin
  select * into strict wrong from climate_reading r where r.enterprise_id = new.enterprise_id and r.id = new.reading_id;
  if wrong.source <> 'hand' then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  if wrong.recorded_by = new.voided_by then raise exception 'same_person' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger guarded before insert on climate_void for each row execute function guard_climate_void();

-- A point whose last reading is void is to be read again.
create or replace function renew_climate_due() returns trigger language plpgsql as $$
declare
  wrong climate_reading;
begin
  select * into strict wrong from climate_reading r where r.enterprise_id = new.enterprise_id and r.id = new.reading_id;
  update climate_point p set state = 'due', due_at = new.voided_at
  where p.enterprise_id = new.enterprise_id and p.id = wrong.point_id and p.state = 'current' and not exists (
    select from climate_reading r where r.enterprise_id = p.enterprise_id and r.point_id = p.id and r.measured_at > wrong.measured_at);
  return null;
end $$;
create or replace trigger due_renewed after insert on climate_void for each row execute function renew_climate_due();
