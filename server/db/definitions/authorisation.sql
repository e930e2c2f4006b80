-- Training and authorisation (decision 0073).

-- The activity of a test is its method group (项目类别).
create or replace function test_activity(item_group text) returns text language sql immutable parallel safe
  return case item_group when '性状' then 'test_appearance' when '鉴别' then 'test_identification' when '检查' then 'test_check' when '浸出物' then 'test_extract'
    when '含量测定' then 'test_assay' when '微生物' then 'test_microbe' else 'test_other' end;
grant execute on function test_activity(text) to bencao_app;

-- From which day the enterprise asks for authorisations; null while it asks nobody.
create or replace function authorisations_asked_from(enterprise uuid) returns date language sql stable parallel safe
  return (select asked_from from authorisation_rule_change c where c.enterprise_id = enterprise order by serial desc limit 1);
grant execute on function authorisations_asked_from(uuid) to bencao_app;

-- The trainings on which an authorisation stands: the one it was given on, and those of the same kind by which it was renewed. One renews it only when it was
-- recorded while the one before it held: what is over was given by two and is given again by two (decision 0114).
create or replace function trainings_of(given authorisation) returns table (held_on date, valid_until date) language sql stable parallel safe as $$
  with recursive renewed (id, held_on, valid_until) as (
    select t.id, t.held_on, t.valid_until from training t
    where t.enterprise_id = given.enterprise_id and t.id = given.training_id and t.result = 'passed' and t.voided_at is null
    union select t.id, t.held_on, t.valid_until from renewed
      join training base on base.enterprise_id = given.enterprise_id and base.id = given.training_id
      join training t on t.enterprise_id = base.enterprise_id and t.person_id = base.person_id and t.kind = base.kind
    where length(base.kind) > 0 and t.result = 'passed' and t.voided_at is null and (t.recorded_at at time zone 'Asia/Shanghai')::date <= renewed.valid_until
  ) select held_on, valid_until from renewed;
$$;
grant execute on function trainings_of(authorisation) to bencao_app;

-- Whether one of the trainings that an authorisation stands on holds on a day.
create or replace function training_holds(given authorisation, on_day date) returns boolean language sql stable parallel safe
  return exists (select from trainings_of(given) t where t.held_on <= on_day and coalesce(t.valid_until >= on_day, true));
grant execute on function training_holds(authorisation, date) to bencao_app;

-- Until when these trainings hold; null where one of them has no end.
create or replace function training_until(given authorisation) returns date language sql stable parallel safe
  return (select nullif(max(coalesce(t.valid_until, 'infinity'::date)), 'infinity'::date) from trainings_of(given) t);
grant execute on function training_until(authorisation) to bencao_app;

-- Whether an authorisation is asked of this person on this day that they do not have.
create or replace function lacks_authorisation(enterprise uuid, person uuid, given_activity text, on_day date) returns boolean language sql stable parallel safe
  return coalesce(on_day >= authorisations_asked_from(enterprise), false) and not exists (select from authorisation a
    where a.enterprise_id = enterprise and a.person_id = person and a.activity = given_activity and a.state = 'valid' and a.valid_until >= on_day and training_holds(a, on_day));
grant execute on function lacks_authorisation(uuid, uuid, text, date) to bencao_app;

-- Who takes a sample, tests, weighs out or releases is authorised for it on that day. The arguments are the columns of the person and of the time, and the
-- activity; a result says its own by its item. What is put right was measured before, and what is quoted or commissioned was measured by others.
create or replace function need_authorisation() returns trigger language plpgsql as $$
declare
  row_now jsonb := to_jsonb(new);
  asked text := tg_argv[2];
begin
  if asked is null then
    select test_activity(s.item_group) into asked from standard_item s where s.enterprise_id = new.enterprise_id and s.id = (row_now ->> 'standard_item_id')::uuid;
  end if;
  if lacks_authorisation(new.enterprise_id, (row_now ->> tg_argv[0])::uuid, asked, ((row_now ->> tg_argv[1])::timestamptz at time zone 'Asia/Shanghai')::date) then
    raise exception 'not_authorised' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger authorised before insert on sampling for each row execute function need_authorisation('sampled_by', 'sampled_at', 'sampling');
create or replace trigger authorised before insert on test_result for each row when (new.source = 'measured' and new.part not in ('correction', 'recalculated'))
  execute function need_authorisation('entered_by', 'entered_at');
create or replace trigger authorised before insert on production_issue for each row execute function need_authorisation('issued_by', 'issued_at', 'weighing');
create or replace trigger authorised before insert on release_decision for each row when (new.decision = 'release')
  execute function need_authorisation('decided_by', 'decided_at', 'release');
create or replace trigger authorised before insert on pack_release for each row when (new.decision = 'release')
  execute function need_authorisation('decided_by', 'decided_at', 'release');

-- An authorisation begins as a proposal on a training that was passed, and goes on by the steps alone. What was given and approved stays.
create or replace function guard_authorisation() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'an authorisation is kept' using errcode = 'BC002'; end if;
  if tg_op = 'INSERT' and (new.state <> 'proposed' or new.approved_by is not null) then
    raise exception 'an authorisation begins as a proposal' using errcode = 'BC002';
  end if;
  if tg_op = 'UPDATE' then
    if (new.person_id, new.activity, new.training_id, new.valid_until, new.basis, new.given_by, new.given_at)
        is distinct from (old.person_id, old.activity, old.training_id, old.valid_until, old.basis, old.given_by, old.given_at)
      or old.approved_by is not null and (new.approved_by, new.approved_at) is distinct from (old.approved_by, old.approved_at)
      or new.state <> old.state and (old.state, new.state) not in (('proposed', 'valid'), ('proposed', 'refused'), ('valid', 'suspended'), ('valid', 'withdrawn'),
        ('valid', 'replaced'), ('suspended', 'withdrawn'), ('suspended', 'replaced')) then
      raise exception 'an authorisation is not rewritten' using errcode = 'BC002';
    end if;
  end if;
  if new.state in ('proposed', 'valid') and not exists (select from training t where t.enterprise_id = new.enterprise_id and t.id = new.training_id
      and t.result = 'passed' and t.voided_at is null) then
    raise exception 'training_not_passed' using errcode = 'BC001';
  end if;
  if new.state in ('proposed', 'valid') and not training_holds(new, (coalesce(new.approved_at, new.given_at) at time zone 'Asia/Shanghai')::date) then
    raise exception 'training_over' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert or update or delete on authorisation for each row execute function guard_authorisation();

-- How long it holds is what the firm's rule says of its kind when it is recorded.
create or replace function date_training() returns trigger language plpgsql as $$
begin
  new.valid_until := (select (new.held_on + make_interval(months => r.months))::date from training_rule r
    where r.enterprise_id = new.enterprise_id and r.kind = new.kind order by r.serial desc limit 1);
  return new;
end $$;
create or replace trigger dated before insert on training for each row execute function date_training();

-- The rule of a kind goes on from its last change.
create or replace function guard_training_rule() returns trigger language plpgsql as $$
begin
  if new.serial <> 1 + coalesce((select max(r.serial) from training_rule r where r.enterprise_id = new.enterprise_id and r.kind = new.kind), 0) then
    raise exception 'stale' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on training_rule for each row execute function guard_training_rule();

-- A record of training is voided once and not rewritten; while an authorisation rests on it, that ends first.
create or replace function guard_training() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.voided_at is not null
    or to_jsonb(new) - '{voided_by,voided_at,void_reason,row_version}'::text[] <> to_jsonb(old) - '{voided_by,voided_at,void_reason,row_version}'::text[] then
    raise exception 'a record of training is not rewritten' using errcode = 'BC002';
  end if;
  if exists (select from authorisation a where a.enterprise_id = new.enterprise_id and a.training_id = new.id and a.state in ('proposed', 'valid')) then
    raise exception 'what rests on a training ends before it' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before update or delete on training for each row execute function guard_training();

-- The rule goes on from its last change.
create or replace function guard_authorisation_rule() returns trigger language plpgsql as $$
begin
  if new.serial <> 1 + coalesce((select max(serial) from authorisation_rule_change c where c.enterprise_id = new.enterprise_id), 0) then
    raise exception 'stale' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on authorisation_rule_change for each row execute function guard_authorisation_rule();
