-- 质量事件: what keeps a case honest (decision 0068).

-- The persons concerned: who found or told it, who answers for a measure, and who tested, made or packed a lot of it.
create or replace function persons_of_incident(given uuid) returns uuid[] language sql stable as $$
  select array(
    select unnest(array_remove(array[i.opened_by, i.found_by], null)) from incident i where i.enterprise_id = current_enterprise() and i.id = given
    union select unnest(array_append(m.past_owner_ids, m.owner_id)) from incident_measure m
      where m.enterprise_id = current_enterprise() and m.incident_id = given
    union select unnest(analysts_of(l.lot_id) || producers_of(l.lot_id)) from incident_lot l
      where l.enterprise_id = current_enterprise() and l.incident_id = given and l.decision is distinct from 'not_concerned');
$$;
grant execute on function persons_of_incident(uuid) to bencao_app;

-- A case begins open. What was told stays as it was told; an ended case changes only by being opened again. It ends when every lot is decided, every measure
-- worked or was given up, an adverse reaction is reported or it is said why not, a complaint answered; by nobody whom it concerns.
create or replace function guard_incident() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' then raise exception 'a case begins open' using errcode = 'BC002'; end if;
    if new.source_table is not null and to_regclass(new.source_table) is null then raise exception 'not_found' using errcode = 'BC001'; end if;
    return new;
  end if;
  if (new.case_no, new.kind, new.area, new.source_table, new.source_id, new.subject, new.description, new.measured, new.expected, new.found_at, new.found_by, new.opened_by,
      new.opened_at, new.told_lot_id, new.complainant, new.contact, new.code, new.picture, new.public_token)
    is distinct from (old.case_no, old.kind, old.area, old.source_table, old.source_id, old.subject, old.description, old.measured, old.expected, old.found_at, old.found_by,
      old.opened_by, old.opened_at, old.told_lot_id, old.complainant, old.contact, old.code, old.picture, old.public_token)
  then raise exception 'what was told is not changed' using errcode = 'BC002';
  end if;
  if old.state in ('closed', 'unfounded') and new.state not in ('open', 'investigating') and new.answered_at is not distinct from old.answered_at
  then raise exception 'an ended case is not changed' using errcode = 'BC002';
  end if;
  if new.state in ('closed', 'unfounded') and old.state <> new.state then
    if array[new.closed_by, new.closed_second_by] && persons_of_incident(new.id) then raise exception 'concerned_closes' using errcode = 'BC001'; end if;
    if exists (select from incident_measure m where m.enterprise_id = new.enterprise_id and m.incident_id = new.id and m.state in ('open', 'done'))
    then raise exception 'measures_open' using errcode = 'BC001';
    end if;
  end if;
  if new.state in ('closed', 'unfounded') and new.public_token is not null and new.answered_at is null
  then raise exception 'incident_unanswered' using errcode = 'BC001';
  end if;
  if new.state = 'closed' and old.state <> 'closed' then
    if old.state <> 'approved' then raise exception 'a case is closed after its approval' using errcode = 'BC002'; end if;
    if exists (select from incident_lot l where l.enterprise_id = new.enterprise_id and l.incident_id = new.id and l.decision is null)
    then raise exception 'incident_lots_undecided' using errcode = 'BC001';
    end if;
    if new.kind = 'adverse' and new.reported_on is null and new.report_waived = '' then raise exception 'incident_unreported' using errcode = 'BC001'; end if;
  end if;
  return new;
end $$;
create or replace trigger guarded before insert or update on incident for each row execute function guard_incident();

-- A hold of a case lifts only with its case: with its end, with the lot's rejection, or when the lot turns out not to be concerned.
create or replace function guard_incident_hold() returns trigger language plpgsql as $$
begin
  if exists (select from incident_lot l join incident i on i.enterprise_id = l.enterprise_id and i.id = l.incident_id
    where l.enterprise_id = new.enterprise_id and l.hold_id = new.id and i.state not in ('closed', 'unfounded')
      and (l.decision is null or l.decision = 'usable'))
  then raise exception 'hold_of_incident' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger kept_by_incident before update of lifted_at on hold for each row
  when (old.lifted_at is null and new.lifted_at is not null and new.kind in ('deviation', 'complaint')) execute function guard_incident_hold();

-- A lot comes into a case that is being looked into, and leaves it by a decision of two who neither tested nor, where it may be used again, made it.
create or replace function guard_incident_lot() returns trigger language plpgsql as $$
begin
  if (select i.state in ('closed', 'unfounded') from incident i where i.enterprise_id = new.enterprise_id and i.id = new.incident_id)
    and new.decision is distinct from 'not_concerned'
  then raise exception 'wrong_state' using errcode = 'BC001';
  end if;
  if tg_op = 'UPDATE' and old.approved_by is not null then raise exception 'a decision about a lot stays' using errcode = 'BC002'; end if;
  if new.decided_by is not null then
    if array[new.decided_by, new.approved_by] && analysts_of(new.lot_id) then raise exception 'analyst_releases' using errcode = 'BC001'; end if;
    if new.decision <> 'reject' and array[new.decided_by, new.approved_by] && producers_of(new.lot_id) then
      raise exception 'producer_releases' using errcode = 'BC001';
    end if;
  end if;
  return new;
end $$;
create or replace trigger guarded before insert or update on incident_lot for each row execute function guard_incident_lot();
drop trigger if exists approved on incident_lot;
create constraint trigger approved after insert or update on incident_lot deferrable initially deferred for each row
  when (new.decision is not null) execute function need_approval();

-- A step that one signs is signed by them, and by the second where there is one; asked at the end of the transaction.
create or replace function need_step_signatures() returns trigger language plpgsql as $$
begin
  if exists (select from unnest(array_remove(array[new.done_by, new.second_by], null)) person where not exists (
    select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = person))
  then raise exception 'a step of a case is signed' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists signed on incident_step;
create constraint trigger signed after insert on incident_step deferrable initially deferred for each row
  when (new.step in ('classified', 'submitted', 'approved', 'closed', 'unfounded', 'reopened')) execute function need_step_signatures();

-- A measure that worked, or was given up, stays so; and a case takes measures until it ends.
create or replace function guard_incident_measure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state in ('effective', 'cancelled') then raise exception 'an ended measure is not changed' using errcode = 'BC002'; end if;
  if tg_op = 'INSERT' and (new.state <> 'open'
    or (select i.state not in ('investigating', 'approved') from incident i where i.enterprise_id = new.enterprise_id and i.id = new.incident_id))
  then raise exception 'wrong_state' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert or update on incident_measure for each row execute function guard_incident_measure();

-- The door for a stranger with a link: which enterprise their complaint went to, and nothing else.
create or replace function enterprise_of_complaint(given uuid) returns uuid language sql stable security definer set search_path = public, pg_temp as $$
  select enterprise_id from incident where public_token = given;
$$;
grant execute on function enterprise_of_complaint(uuid) to bencao_app;

create or replace trigger messages_settled after update on incident for each row when (old.state is distinct from new.state) execute function settle_left_state();
