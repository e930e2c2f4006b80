-- 权限复核 (decision 0101).

-- When the next review is due: three months after the last one that was agreed to, or after the enterprise began.
create or replace function rights_review_due(given_enterprise uuid) returns date language sql stable as $$
  select ((coalesce((select max(r.approved_at) from rights_review r where r.enterprise_id = given_enterprise and r.state in ('approved', 'closed')),
    (select e.created_at from enterprise e where e.id = given_enterprise)) at time zone 'Asia/Shanghai')::date + interval '3 months')::date;
$$;
grant execute on function rights_review_due(uuid) to bencao_app;

-- A review goes from its decisions to their approval and on to what follows; whoever decided agrees to nothing.
create or replace function guard_rights_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'a review is kept' using errcode = 'BC002'; end if;
  if tg_op = 'INSERT' then
    if new.state <> 'open' or new.submitted_by is not null then raise exception 'a review begins open' using errcode = 'BC002'; end if;
    return new;
  end if;
  if (new.review_no, new.begun_by, new.begun_at) is distinct from (old.review_no, old.begun_by, old.begun_at)
    or new.state <> old.state and (old.state, new.state) not in (('open', 'submitted'), ('open', 'cancelled'), ('submitted', 'open'), ('submitted', 'approved'),
      ('approved', 'open'), ('approved', 'closed'))
  then raise exception 'wrong_state' using errcode = 'BC001';
  end if;
  if new.state = 'submitted' and exists (select from rights_review_line l where l.enterprise_id = new.enterprise_id and l.review_id = new.id and l.decision is null) then
    raise exception 'review_undecided' using errcode = 'BC001';
  end if;
  if new.state = 'approved' and old.state <> 'approved' and exists (select from rights_review_line l
    where l.enterprise_id = new.enterprise_id and l.review_id = new.id and l.decided_by = new.approved_by)
  then raise exception 'reviewer_approves' using errcode = 'BC001';
  end if;
  if new.state = 'closed' and exists (select from rights_review_line l where l.enterprise_id = new.enterprise_id and l.review_id = new.id
    and l.decision in ('revoke', 'disable') and l.carried_at is null)
  then raise exception 'what was decided is carried out before a review closes' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert or update or delete on rights_review for each row execute function guard_rights_review();

create or replace trigger messages_settled after update on rights_review for each row when (old.state is distinct from new.state) execute function settle_left_state();

-- Decided while the review is open, carried out once it is agreed to; what was carried out stays decided.
create or replace function guard_rights_review_line() returns trigger language plpgsql as $$
declare
  review rights_review;
begin
  if tg_op = 'DELETE' then raise exception 'a review is kept' using errcode = 'BC002'; end if;
  select * into strict review from rights_review r where r.enterprise_id = new.enterprise_id and r.id = new.review_id for share;
  if tg_op = 'INSERT' then
    if review.state <> 'open' or new.decision is not null or new.carried_by is not null then raise exception 'wrong_state' using errcode = 'BC001'; end if;
    return new;
  end if;
  if (new.review_id, new.account_id, new.roles, new.rights, new.last_seen_at) is distinct from (old.review_id, old.account_id, old.roles, old.rights, old.last_seen_at)
    or old.carried_at is not null
  then raise exception 'wrong_state' using errcode = 'BC001';
  end if;
  if (new.decision, new.taken_role_ids, new.reason, new.decided_by, new.decided_at) is distinct from
      (old.decision, old.taken_role_ids, old.reason, old.decided_by, old.decided_at) and review.state <> 'open'
    or new.carried_at is not null and review.state <> 'approved'
  then raise exception 'wrong_state' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert or update or delete on rights_review_line for each row execute function guard_rights_review_line();
