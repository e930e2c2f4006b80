-- The second step of signing in: a code from an authenticator (RFC 6238), or one of ten recovery codes.

-- Technical, like a session: what happens with it stands in the security log, and nothing of the secret may stand in the audit.
create table second_factor (
  enterprise_id uuid not null,
  account_id uuid not null,
  -- AES-256-GCM under a key derived from the installation's master key.
  secret_box bytea not null,
  -- Null while it is being set up: then it guards nothing yet.
  confirmed_at timestamptz,
  -- The time step of the code taken last: neither it nor an earlier one is taken again.
  last_step bigint not null default 0,
  -- HMAC-SHA-256 of those not yet used.
  recovery_hashes bytea[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (enterprise_id, account_id),
  foreign key (enterprise_id, account_id) references account
);
alter table second_factor enable row level security;
alter table second_factor force row level security;
create policy tenant on second_factor using (enterprise_id = current_enterprise()) with check (enterprise_id = current_enterprise());
grant select, insert, update, delete on second_factor to bencao_app;
create policy doorkeeper on second_factor for all to bencao_owner using (true) with check (true);

-- What an enterprise asks of everybody who signs in.
create table sign_in_rule (
  enterprise_id uuid primary key references enterprise,
  second_factor_required boolean not null,
  row_version integer not null default 1
);
call make_tenant_table('sign_in_rule', 'enterprise_id');
create policy doorkeeper on sign_in_rule for select to bencao_owner using (true);

create function find_second_factor(given_account uuid) returns table (secret_box bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select secret_box from second_factor where account_id = given_account and confirmed_at is not null;
$$;

-- Takes a code of `given_step` once; of two who show the same one, one is refused.
create function take_code(given_account uuid, given_step bigint) returns boolean language sql security definer set search_path = public, pg_temp as $$
  with taken as (update second_factor set last_step = given_step where account_id = given_account and last_step < given_step returning 1)
  select exists (select from taken);
$$;

-- Takes a recovery code, which is then gone.
create function take_recovery_code(given_account uuid, given_hash bytea) returns boolean language sql security definer set search_path = public, pg_temp as $$
  with taken as (update second_factor set recovery_hashes = array_remove(recovery_hashes, given_hash)
    where account_id = given_account and confirmed_at is not null and given_hash = any(recovery_hashes) returning 1)
  select exists (select from taken);
$$;

-- As before, and whether this person has to set up a second factor before anything else.
drop function begin_request(bytea, text, text);
create function begin_request(given_token_hash bytea, given_request text, given_key text)
returns table (session_id uuid, enterprise_id uuid, account_id uuid, name text, must_change_password boolean, second_factor_due boolean, rights text[], unseen boolean,
  answer_digest bytea, answer_status integer, answer_body text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  select session.id, session.enterprise_id, session.account_id, account.name, account.must_change_password,
    exists (select from sign_in_rule rule where rule.enterprise_id = session.enterprise_id and rule.second_factor_required)
      and not exists (select from second_factor factor
        where factor.enterprise_id = session.enterprise_id and factor.account_id = session.account_id and factor.confirmed_at is not null),
    array(select distinct right_code from account_role
      join role_right using (enterprise_id, role_id)
      where account_role.enterprise_id = session.enterprise_id and account_role.account_id = session.account_id),
    last_seen_at < now() - interval '1 minute'
  into session_id, enterprise_id, account_id, name, must_change_password, second_factor_due, rights, unseen
  from session join account on account.enterprise_id = session.enterprise_id and account.id = session.account_id
  where token_hash = given_token_hash and revoked_at is null and account.state = 'active'
    and now() < expires_at and now() < last_seen_at + make_interval(secs => idle_seconds);
  if session_id is null then return; end if;
  perform set_config('app.enterprise', enterprise_id::text, true), set_config('app.actor', account_id::text, true), set_config('app.request', given_request, true);
  if given_key is not null then
    perform pg_advisory_xact_lock(hashtextextended(account_id || '/' || given_key, 0));
    select request_digest, status, body into answer_digest, answer_status, answer_body from idempotent_answer
    where idempotent_answer.enterprise_id = current_enterprise() and idempotent_answer.account_id = current_actor() and key = given_key;
  end if;
  return next;
end $$;

grant execute on function begin_request(bytea, text, text), find_second_factor(uuid), take_code(uuid, bigint), take_recovery_code(uuid, bytea) to bencao_app;
