-- The outbox. The postman works across enterprises.

-- Hands out mail that is due, each letter to one postman. A letter that was taken and never settled is due again after a while: its
-- postman died. A letter that has become useless is given up.
create or replace function take_mail(most integer) returns table (enterprise_id uuid, id uuid, to_address text, subject text, body text, link text, attempts integer)
language sql security definer set search_path = public, pg_temp as $$
  with useless as (
    update mail set given_up_at = now(), body = '', link = '' where sent_at is null and given_up_at is null and useless_after < now()
  ), due as (
    select enterprise_id, id from mail
    where sent_at is null and given_up_at is null and next_attempt_at <= now() and useless_after >= now()
    order by next_attempt_at limit most for update skip locked
  )
  update mail m set attempts = m.attempts + 1, next_attempt_at = now() + make_interval(mins => least(60, 2 ^ least(m.attempts, 6))::integer)
  from due where m.enterprise_id = due.enterprise_id and m.id = due.id
  returning m.enterprise_id, m.id, m.to_address, m.subject, m.body, m.link, m.attempts;
$$;
grant execute on function take_mail(integer) to bencao_app;

-- The end of an attempt: sent (no error), given up, or to be tried again.
create or replace function settle_mail(given_enterprise uuid, given_id uuid, error text, for_good boolean) returns void
language sql security definer set search_path = public, pg_temp as $$
  update mail set
    sent_at = case when error is null then now() end,
    given_up_at = case when error is not null and for_good then now() end,
    last_error = left(coalesce(error, ''), 300),
    body = case when error is null or for_good then '' else body end,
    link = case when error is null or for_good then '' else link end
  where enterprise_id = given_enterprise and id = given_id and sent_at is null and given_up_at is null;
$$;
grant execute on function settle_mail(uuid, uuid, text, boolean) to bencao_app;

-- A letter settled a month ago is of no more use.
create or replace function forget_mail() returns void language sql security definer set search_path = public, pg_temp as $$
  delete from mail where coalesce(sent_at, given_up_at) < now() - interval '30 days';
  delete from mail_link where expires_at < now() - interval '30 days';
$$;
grant execute on function forget_mail() to bencao_app;
