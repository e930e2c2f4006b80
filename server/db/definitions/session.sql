-- Before the enterprise is known: sign-in, sessions, tokens, guesses. Then the frame of each request.
-- The functions of the owner look across enterprises; nobody logs in as the owner.

-- The account behind a user name, for the one who checks its password. The technical account of a token signs in nowhere.
create or replace function find_account(given text)
returns table (enterprise_id uuid, id uuid, name text, password_hash text, state text, one_time_until timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select enterprise_id, id, name, password_hash, state, one_time_until from account where user_name = given
    and not exists (select from api_token where api_token.enterprise_id = account.enterprise_id and api_token.id = account.id);
$$;
grant execute on function find_account(text) to bencao_app;

-- Opens a session of an account that is in use; no row for another.
create or replace function open_session(given_enterprise uuid, given_account uuid, given_token_hash bytea, absolute interval, idle interval, agent text, given_address text)
returns uuid language sql security definer set search_path = public, pg_temp as $$
  insert into session (enterprise_id, account_id, token_hash, expires_at, idle_seconds, user_agent, address)
  select account.enterprise_id, account.id, given_token_hash, now() + absolute, extract(epoch from idle)::integer, left(agent, 300), left(given_address, 60)
  from account where account.enterprise_id = given_enterprise and account.id = given_account and state = 'active'
  returning id;
$$;
grant execute on function open_session(uuid, uuid, bytea, interval, interval, text, text) to bencao_app;

-- Begins the work of a request: whose session the token is, which rights their roles give them at this moment, whether they have to set up
-- a second factor before anything else, and, under a repeated idempotency key, the answer given before. From here on the transaction
-- acts for this person. No row when the session is over. Of several requests with one key the later wait here for the first. The rights come as one
-- text with commas, which costs both sides a fraction of an array; what two roles give stands there twice. Who only reads can write nothing from here on.
create or replace function begin_request(given_token_hash bytea, given_request text, given_key text, reads boolean)
returns table (session_id uuid, enterprise_id uuid, account_id uuid, name text, must_change_password boolean, second_factor_due boolean, rights text, unseen boolean,
  answer_digest bytea, answer_status integer, answer_body text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  setting text;
begin
  -- Also where the session is over: what stands in the same message writes nothing then.
  if reads then setting := set_config('transaction_read_only', 'on', true); end if;
  select session.id, session.enterprise_id, session.account_id, account.name, account.must_change_password,
    exists (select from sign_in_rule rule where rule.enterprise_id = session.enterprise_id and rule.second_factor_required)
      and not exists (select from second_factor factor
        where factor.enterprise_id = session.enterprise_id and factor.account_id = session.account_id and factor.confirmed_at is not null),
    (select string_agg(right_code, ',') from account_role
      join role_right using (enterprise_id, role_id)
      where account_role.enterprise_id = session.enterprise_id and account_role.account_id = session.account_id),
    last_seen_at < now() - interval '1 minute'
  into session_id, enterprise_id, account_id, name, must_change_password, second_factor_due, rights, unseen
  from session join account on account.enterprise_id = session.enterprise_id and account.id = session.account_id
  where token_hash = given_token_hash and revoked_at is null and account.state = 'active'
    and now() < expires_at and now() < last_seen_at + make_interval(secs => idle_seconds);
  if session_id is null then return; end if;
  -- Asked apart: nearly nobody stands in for another, and a part of a statement is begun whether it finds anything or not.
  if exists (select from deputy d where d.enterprise_id = begin_request.enterprise_id and d.deputy_id = begin_request.account_id and d.state = 'valid'
      and today() between d.valid_from and d.valid_until) then
    -- A duty taken over for a time opens its page as well.
    rights := nullif(concat_ws(',', rights, (select string_agg(right_code || ',' || split_part(right_code, ':', 1), ',')
      from deputed_rights(begin_request.enterprise_id, begin_request.account_id))), '');
  end if;
  setting := set_config('app.enterprise', enterprise_id::text, true);
  setting := set_config('app.actor', account_id::text, true);
  setting := set_config('app.request', given_request, true);
  if given_key is not null then
    perform pg_advisory_xact_lock(hashtextextended(account_id || '/' || given_key, 0));
    select request_digest, status, body into answer_digest, answer_status, answer_body from idempotent_answer
    where idempotent_answer.enterprise_id = current_enterprise() and idempotent_answer.account_id = current_actor() and key = given_key;
  end if;
  return next;
end $$;
grant execute on function begin_request(bytea, text, text, boolean) to bencao_app;

-- The same for a program, whose rights are those of its token that the token's maker still holds. No row when the token is unknown,
-- revoked or over, or when its maker is out of use. The transaction acts for the program, which the audit names; the person who stands behind
-- it, in every row and every separation, is the maker (decision 0031).
create or replace function begin_token_request(given_token_hash bytea, given_request text, given_key text, reads boolean)
returns table (session_id uuid, enterprise_id uuid, account_id uuid, person_id uuid, name text, must_change_password boolean, rights text, unseen boolean,
  answer_digest bytea, answer_status integer, answer_body text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  setting text;
begin
  -- Also where the session is over: what stands in the same message writes nothing then.
  if reads then setting := set_config('transaction_read_only', 'on', true); end if;
  select api_token.id, api_token.enterprise_id, api_token.id, maker.id, maker.name, false,
    (select string_agg(right_code, ',') from account_role
      join role_right using (enterprise_id, role_id)
      where account_role.enterprise_id = api_token.enterprise_id and account_role.account_id = api_token.maker_id and right_code = any(api_token.rights)),
    last_used_at is null or last_used_at < now() - interval '1 minute'
  into session_id, enterprise_id, account_id, person_id, name, must_change_password, rights, unseen
  from api_token_key
    join api_token on api_token.enterprise_id = api_token_key.enterprise_id and api_token.id = api_token_key.token_id
    join account maker on maker.enterprise_id = api_token.enterprise_id and maker.id = api_token.maker_id
  where token_hash = given_token_hash and revoked_at is null and today() <= valid_until and maker.state = 'active';
  if session_id is null then return; end if;
  setting := set_config('app.enterprise', enterprise_id::text, true);
  setting := set_config('app.actor', account_id::text, true);
  setting := set_config('app.request', given_request, true);
  if given_key is not null then
    perform pg_advisory_xact_lock(hashtextextended(account_id || '/' || given_key, 0));
    select request_digest, status, body into answer_digest, answer_status, answer_body from idempotent_answer
    where idempotent_answer.enterprise_id = current_enterprise() and idempotent_answer.account_id = current_actor() and key = given_key;
  end if;
  return next;
end $$;
grant execute on function begin_token_request(bytea, text, text, boolean) to bencao_app;

-- Ends the work of a request: keeps the answer under its key and links what was changed into the chain. The last statement before commit. Gives the number
-- that was taken in the same message (`numberAtEnd`), which the answer has as a sign.
create or replace function end_request(given_key text, given_digest bytea, given_status integer, given_body text) returns text language plpgsql as $$
declare
  taken text := nullif(current_setting('app.number', true), '');
begin
  if given_key is not null then
    insert into idempotent_answer (enterprise_id, account_id, key, request_digest, status, body)
    values (current_enterprise(), current_actor(), given_key, given_digest, given_status,
      case when taken is null then given_body else replace(given_body, U&'\+0F0000', taken) end);
  end if;
  perform seal_audit();
  return taken;
end $$;
grant execute on function end_request(text, bytea, integer, text) to bencao_app;

-- Being seen is noted at most once a minute, so that reading costs no write.
create or replace function touch_session(given_token_hash bytea) returns void language sql security definer set search_path = public, pg_temp as $$
  update session set last_seen_at = now()
  where token_hash = given_token_hash and revoked_at is null and last_seen_at < now() - interval '1 minute'
    and now() < expires_at and now() < last_seen_at + make_interval(secs => idle_seconds);
$$;
grant execute on function touch_session(bytea) to bencao_app;

-- The use of a token is noted at most once a minute as well.
create or replace function touch_token(given_token_hash bytea, given_address text) returns void language sql security definer set search_path = public, pg_temp as $$
  update api_token_key set last_used_at = now(), last_address = left(given_address, 60)
  where token_hash = given_token_hash and (last_used_at is null or last_used_at < now() - interval '1 minute');
$$;
grant execute on function touch_token(bytea, text) to bencao_app;

-- Signing out.
create or replace function close_session(given_token_hash bytea) returns void language sql security definer set search_path = public, pg_temp as $$
  update session set revoked_at = now() where token_hash = given_token_hash and revoked_at is null;
$$;
grant execute on function close_session(bytea) to bencao_app;

-- Counts one guess under `given` and tells how many there were in this window, this one included.
create or replace function count_guess(given text, length interval) returns integer language sql security definer set search_path = public, pg_temp as $$
  insert into throttle as t (key) values (given)
  on conflict (key) do update set
    hits = case when t.window_started_at < now() - length then 1 else t.hits + 1 end,
    window_started_at = case when t.window_started_at < now() - length then now() else t.window_started_at end
  returning hits;
$$;
grant execute on function count_guess(text, interval) to bencao_app;

-- How many guesses there were in this window.
create or replace function guesses(given text, length interval) returns integer language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select hits from throttle where key = given and window_started_at >= now() - length), 0);
$$;
grant execute on function guesses(text, interval) to bencao_app;

-- Counts a guess at the secret of `given_who` before anybody looks at it, and says whether it may be looked at. One that may not is not counted.
-- With an address the guesses of that address at this name, and those of the address altogether, are counted as well: an address of many
-- guesses keeps a few for every name. The rows are locked in one order, so that no two guesses wait for each other.
create or replace function take_guess(given_who text, given_address text, length interval, of_who integer, of_both integer, of_address integer, of_both_when_crowded integer)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  both_hits integer := 0;
  who_hits integer;
  address_hits integer := 0;
begin
  if given_address is not null then both_hits := count_guess(given_who || ' from ' || given_address, length); end if;
  who_hits := count_guess(given_who, length);
  if given_address is not null then address_hits := count_guess('sign-in-from:' || given_address, length); end if;
  if who_hits <= of_who and both_hits <= (case when address_hits > of_address then of_both_when_crowded else of_both end) then return true; end if;
  perform give_back_guesses(array_remove(array[given_who || ' from ' || given_address, given_who, 'sign-in-from:' || given_address], null));
  return false;
end $$;
grant execute on function take_guess(text, text, interval, integer, integer, integer, integer) to bencao_app;

-- As `take_guess`, for the password of a second person at the screen of a first one: wrong ones of others leave each first person a few tries, so that
-- no three colleagues shut somebody out.
create or replace function take_guess_of_second(given_who text, given_first text, length interval, of_who integer, of_both integer, of_first integer, of_both_when_crowded integer)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  both_hits integer := count_guess(given_who || ' from ' || given_first, length);
  who_hits integer := count_guess(given_who, length);
  first_hits integer := count_guess('sign-in-from:' || given_first, length);
begin
  if both_hits <= (case when who_hits > of_who or first_hits > of_first then of_both_when_crowded else of_both end) then return true; end if;
  perform give_back_guesses(array[given_who || ' from ' || given_first, given_who, 'sign-in-from:' || given_first]);
  return false;
end $$;
grant execute on function take_guess_of_second(text, text, interval, integer, integer, integer, integer) to bencao_app;

-- The guesses that were counted in these rows were right, so they were none. The rows come in the order in which they are locked: each of a name with
-- an address or a first person, then the names, then the addresses.
create or replace function give_back_guesses(keys text[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  one text;
begin
  foreach one in array keys loop
    update throttle set hits = hits - 1 where key = one and hits > 0;
  end loop;
end $$;
grant execute on function give_back_guesses(text[]) to bencao_app;

-- Who signs, and a guess at their password counted before anybody looks at it: all that a signature asks first, in one message and a transaction of its
-- own, which acts for their enterprise. Not counted when they may not sign anyway.
create or replace function take_signer(given_enterprise uuid, given_account uuid, given_right text, given_who text, length interval, most integer)
returns table (password_hash text, secret_waits boolean, instead_of jsonb, is_counted boolean) language plpgsql as $$
begin
  perform set_config('app.enterprise', given_enterprise::text, true);
  select account.password_hash, secret_waits(account.id), stands_in_for(account.id, given_right) into password_hash, secret_waits, instead_of
  from account where account.enterprise_id = given_enterprise and account.id = given_account;
  is_counted := not secret_waits and take_guess(given_who, null, length, most, 0, 0, 0);
  return next;
end $$;
grant execute on function take_signer(uuid, uuid, text, text, interval, integer) to bencao_app;

-- The same for a second person, by the name they gave at the screen of a first one. A name that nobody has is counted like one that somebody has; the
-- first person is not.
create or replace function take_second_signer(given_enterprise uuid, given_user_name text, given_duty text, given_first uuid, length interval,
  of_who integer, of_both integer, of_first integer, of_both_when_crowded integer)
returns table (id uuid, name text, password_hash text, must_change_password boolean, secret_waits boolean, holds_duty boolean, instead_of jsonb, is_counted boolean) language plpgsql as $$
begin
  perform set_config('app.enterprise', given_enterprise::text, true);
  select account.id, account.name, account.password_hash, account.must_change_password, secret_waits(account.id), exists (
    select from account_role join role_right on role_right.enterprise_id = account_role.enterprise_id and role_right.role_id = account_role.role_id
    where account_role.enterprise_id = account.enterprise_id and account_role.account_id = account.id and role_right.right_code = given_duty), stands_in_for(account.id, given_duty)
  into id, name, password_hash, must_change_password, secret_waits, holds_duty, instead_of
  from account where account.enterprise_id = given_enterprise and account.user_name = given_user_name and account.state = 'active';
  is_counted := id is distinct from given_first
    and take_guess_of_second('second:' || coalesce(id::text, given_user_name), given_first::text, length, of_who, of_both, of_first, of_both_when_crowded);
  return next;
end $$;
grant execute on function take_second_signer(uuid, text, text, uuid, interval, integer, integer, integer, integer) to bencao_app;

-- An administrator, or the owner of the mailbox, ends the counting, wherever the guesses came from.
create or replace function forget_guesses(given text) returns void language sql security definer set search_path = public, pg_temp as $$
  delete from throttle where key = given or key ^@ (given || ' from ');
$$;
grant execute on function forget_guesses(text) to bencao_app;

-- No window is longer than an hour, so what began yesterday counts for nothing.
create or replace function forget_old_guesses() returns void language sql security definer set search_path = public, pg_temp as $$
  delete from throttle where window_started_at < now() - interval '1 day';
$$;
grant execute on function forget_old_guesses() to bencao_app;

-- Writes the security log, which the server may only read.
create or replace function log_security(given_event text, given_enterprise uuid, given_account uuid, given_user_name text, given_address text, given_request text, given_facts jsonb)
returns void language sql security definer set search_path = public, pg_temp as $$
  insert into security_log (event, enterprise_id, account_id, user_name, address, request, facts)
  values (given_event, given_enterprise, given_account, left(given_user_name, 100), left(given_address, 60), given_request, given_facts);
$$;
grant execute on function log_security(text, uuid, uuid, text, text, text, jsonb) to bencao_app;

-- At most `most` answers that nobody will ask for again: a program that tries again does so within days. Says how many there were.
create or replace function forget_answers(most integer) returns integer language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from idempotent_answer where ctid = any (array(
    select ctid from idempotent_answer where created_at < now() - interval '7 days' order by created_at limit most)) returning 1)
  select count(*)::integer from gone;
$$;
grant execute on function forget_answers(integer) to bencao_app;

-- At most `most` sessions that ended three months ago. The security log keeps who signed in, and the witness that they were removed.
create or replace function forget_sessions(most integer) returns integer language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from session where ctid = any (array(
    select ctid from session where expires_at < now() - interval '90 days' order by expires_at limit most)) returning 1)
  select count(*)::integer from gone;
$$;
grant execute on function forget_sessions(integer) to bencao_app;
