-- Programs at the interface. A token acts as a technical account of its own, without password and roles, whose id is the token's: so every
-- record and the audit name it as they name a person.

create table api_token (
  enterprise_id uuid not null,
  id uuid not null,
  name text not null check (name <> ''),
  initials text not null default '',
  -- The beginning of the token, to tell one from another; the whole is told once and kept nowhere.
  prefix text not null check (prefix ~ '^bencao_[A-Za-z0-9_-]{6}$'),
  maker_id uuid not null,
  -- What was chosen. What it may do at a moment is the part of it that its maker holds at that moment. Nothing that decides about rights.
  rights text[] not null check (cardinality(rights) > 0 and not rights && array['31:manage', '31:token', '32:manage', '33:platform']),
  -- The last day of its use.
  valid_until date not null,
  revoked_at timestamptz,
  revoked_by uuid,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, id) references account,
  foreign key (enterprise_id, maker_id) references account,
  foreign key (enterprise_id, revoked_by) references account,
  check (valid_until <= (created_at at time zone 'Asia/Shanghai')::date + 366),
  check ((revoked_at is null) = (revoked_by is null))
);
create unique index api_token_name on api_token (enterprise_id, name) where revoked_at is null;
create index api_token_by_maker on api_token (enterprise_id, maker_id);
call make_tenant_table('api_token');

-- What is asked at every request and written at most once a minute; technical, like a session.
create table api_token_key (
  enterprise_id uuid not null,
  token_id uuid not null,
  -- SHA-256 of the token.
  token_hash bytea not null unique check (length(token_hash) = 32),
  last_used_at timestamptz,
  last_address text not null default '',
  primary key (enterprise_id, token_id),
  foreign key (enterprise_id, token_id) references api_token
);
alter table api_token_key enable row level security;
alter table api_token_key force row level security;
create policy tenant on api_token_key using (enterprise_id = current_enterprise()) with check (enterprise_id = current_enterprise());
grant select, insert on api_token_key to bencao_app;

create policy doorkeeper on api_token for select to bencao_owner using (true);
create policy doorkeeper on api_token_key for all to bencao_owner using (true) with check (true);

-- A technical account is nobody who signs in.
create or replace function find_account(given text)
returns table (enterprise_id uuid, id uuid, name text, password_hash text, state text, one_time_until timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select enterprise_id, id, name, password_hash, state, one_time_until from account where user_name = given
    and not exists (select from api_token where api_token.enterprise_id = account.enterprise_id and api_token.id = account.id);
$$;

-- The same as begin_request(), for a program: no row when the token is unknown, revoked or over, or when its maker is out of use.
create function begin_token_request(given_token_hash bytea, given_request text, given_key text)
returns table (session_id uuid, enterprise_id uuid, account_id uuid, name text, must_change_password boolean, rights text[], unseen boolean,
  answer_digest bytea, answer_status integer, answer_body text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  select api_token.id, api_token.enterprise_id, api_token.id, api_token.name, false,
    array(select right_code from account_role
      join role_right using (enterprise_id, role_id)
      where account_role.enterprise_id = api_token.enterprise_id and account_role.account_id = api_token.maker_id
      intersect select unnest(api_token.rights)),
    last_used_at is null or last_used_at < now() - interval '1 minute'
  into session_id, enterprise_id, account_id, name, must_change_password, rights, unseen
  from api_token_key
    join api_token on api_token.enterprise_id = api_token_key.enterprise_id and api_token.id = api_token_key.token_id
    join account maker on maker.enterprise_id = api_token.enterprise_id and maker.id = api_token.maker_id
  where token_hash = given_token_hash and revoked_at is null and today() <= valid_until and maker.state = 'active';
  if session_id is null then return; end if;
  perform set_config('app.enterprise', enterprise_id::text, true), set_config('app.actor', account_id::text, true), set_config('app.request', given_request, true);
  if given_key is not null then
    perform pg_advisory_xact_lock(hashtextextended(account_id || '/' || given_key, 0));
    select request_digest, status, body into answer_digest, answer_status, answer_body from idempotent_answer
    where idempotent_answer.enterprise_id = current_enterprise() and idempotent_answer.account_id = current_actor() and key = given_key;
  end if;
  return next;
end $$;

create function touch_token(given_token_hash bytea, given_address text) returns void language sql security definer set search_path = public, pg_temp as $$
  update api_token_key set last_used_at = now(), last_address = left(given_address, 60)
  where token_hash = given_token_hash and (last_used_at is null or last_used_at < now() - interval '1 minute');
$$;
grant execute on function begin_token_request(bytea, text, text), touch_token(bytea, text) to bencao_app;

-- A program signs nothing; and nobody signs as the second person what their own program has written.
create function refuse_token_signature() returns trigger language plpgsql as $$
begin
  if exists (select from api_token where enterprise_id = new.enterprise_id and id = new.signer_id) then
    raise exception using errcode = 'BC001', message = 'token_cannot_sign';
  end if;
  if exists (select from api_token where enterprise_id = new.enterprise_id and maker_id = new.signer_id and strpos(new.content, id::text) > 0) then
    raise exception using errcode = 'BC001', message = 'own_token';
  end if;
  return new;
end $$;
create trigger a_person_signs before insert on signature for each row execute function refuse_token_signature();
