-- Accounts: second factor, mailbox and reset links, registration, the platform.

-- The secret of a second factor that was confirmed, for the one who checks its code.
create or replace function find_second_factor(given_account uuid) returns table (secret_box bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select secret_box from second_factor where account_id = given_account and confirmed_at is not null;
$$;
grant execute on function find_second_factor(uuid) to bencao_app;

-- Takes a code of `given_step` once; of two who show the same one, one is refused.
create or replace function take_code(given_account uuid, given_step bigint) returns boolean language sql security definer set search_path = public, pg_temp as $$
  with taken as (update second_factor set last_step = given_step where account_id = given_account and last_step < given_step returning 1)
  select exists (select from taken);
$$;
grant execute on function take_code(uuid, bigint) to bencao_app;

-- Takes a recovery code, which is then gone.
create or replace function take_recovery_code(given_account uuid, given_hash bytea) returns boolean language sql security definer set search_path = public, pg_temp as $$
  with taken as (update second_factor set recovery_hashes = array_remove(recovery_hashes, given_hash)
    where account_id = given_account and confirmed_at is not null and given_hash = any(recovery_hashes) returning 1)
  select exists (select from taken);
$$;
grant execute on function take_recovery_code(uuid, bytea) to bencao_app;

-- Another address is another mailbox, which has to be confirmed again.
create or replace function forget_confirmation() returns trigger language plpgsql as $$
begin
  if new.email <> old.email and new.email_confirmed_at is not distinct from old.email_confirmed_at then new.email_confirmed_at := null; end if;
  return new;
end $$;
create or replace trigger confirmation_forgotten before update of email on account for each row execute function forget_confirmation();

-- Whose confirmed mailbox this is, for the one who forgot their password; no row says nothing about why.
create or replace function find_reset_account(given_user_name text, given_email text) returns table (enterprise_id uuid, id uuid, name text, email text)
language sql stable security definer set search_path = public, pg_temp as $$
  select enterprise_id, id, name, email from account
  where user_name = given_user_name and lower(email) = lower(given_email) and email_confirmed_at is not null and state = 'active';
$$;
grant execute on function find_reset_account(text, text) to bencao_app;

-- Uses a link up; no row when it was used, is over, or no longer fits its account. Of two at the same moment one gets it.
create or replace function use_mail_link(given_token_hash bytea, given_purpose text)
returns table (enterprise_id uuid, account_id uuid, user_name text, email text)
language sql security definer set search_path = public, pg_temp as $$
  update mail_link l set used_at = now() from account a
  where l.token_hash = given_token_hash and l.purpose = given_purpose and l.used_at is null and l.expires_at > now()
    and a.enterprise_id = l.enterprise_id and a.id = l.account_id and a.state = 'active'
    and (l.purpose <> 'reset_password' or a.email = l.email)
  returning l.enterprise_id, l.account_id, a.user_name, l.email;
$$;
grant execute on function use_mail_link(bytea, text) to bencao_app;

-- A new password, however it came about, ends the links that could still replace it.
create or replace function end_reset_links() returns trigger language plpgsql as $$
begin
  update mail_link set used_at = now()
  where enterprise_id = new.enterprise_id and account_id = new.id and purpose = 'reset_password' and used_at is null;
  return null;
end $$;
create or replace trigger reset_links_ended after update of password_hash, email, state on account for each row
  when (old.password_hash <> new.password_hash or old.email <> new.email or new.state <> 'active') execute function end_reset_links();

-- Where a registration is decided. The operating enterprise answers for everything that is not here yet.
create or replace function registration_desk(given_kind text, given_credit_code text) returns table (enterprise_id uuid, for_platform boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, not (given_kind = 'join' and credit_code is not distinct from given_credit_code) from enterprise
  where (given_kind = 'join' and credit_code = given_credit_code) or is_operating
  order by (given_kind = 'join' and credit_code is not distinct from given_credit_code) desc limit 1;
$$;
grant execute on function registration_desk(text, text) to bencao_app;

-- In which enterprise the registration lies that this link, or this number, belongs to.
create or replace function registration_place(given_confirm_hash bytea, given_id uuid) returns table (enterprise_id uuid, id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select enterprise_id, id from registration where confirm_hash = given_confirm_hash or id = given_id;
$$;
grant execute on function registration_place(bytea, uuid) to bencao_app;

-- Whether an enterprise of this credit code is here already.
create or replace function credit_code_taken(given text) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from enterprise where credit_code = given);
$$;
grant execute on function credit_code_taken(text) to bencao_app;

-- The platform is run from the operating enterprise alone (safety B9); no role elsewhere can hold that duty.
create or replace function guard_platform_right() returns trigger language plpgsql as $$
begin
  if new.right_code = '33:platform' and not exists (select from enterprise where id = new.enterprise_id and is_operating)
  then raise exception 'beyond_own_rights' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger platform_right_guarded before insert on role_right for each row execute function guard_platform_right();

-- What the platform's operator sees of the enterprises here: who they are and how many people use it, nothing of their business.
create or replace function platform_enterprises()
returns table (id uuid, number integer, name text, initials text, credit_code text, licence_no text, legal_person text, province text, city text, address text,
  contact text, phone text, email text, node_code text, is_operating boolean, is_demo boolean, accounts integer, last_seen_at timestamptz, created_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, e.number, e.name, e.initials, e.credit_code, e.licence_no, e.legal_person, e.province, e.city, e.address,
    e.contact, e.phone, e.email, e.node_code, e.is_operating, e.is_demo,
    (select count(*)::integer from account where account.enterprise_id = e.id and account.state = 'active'),
    (select max(session.last_seen_at) from session where session.enterprise_id = e.id), e.created_at
  from enterprise e
  -- Answers nobody but the operating enterprise, whatever the caller believes.
  where exists (select from enterprise o where o.id = current_enterprise() and o.is_operating);
$$;
grant execute on function platform_enterprises() to bencao_app;

-- A program lifts no hold, whoever stands behind it: that a lot may be used again is a person's word.
create or replace function refuse_program_lift() returns trigger language plpgsql as $$
begin
  if exists (select from api_token where enterprise_id = new.enterprise_id and id::text = current_setting('app.actor', true))
  then raise exception 'program_cannot_lift' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger a_person_lifts before update of lifted_at on hold for each row when (old.lifted_at is null and new.lifted_at is not null)
  execute function refuse_program_lift();
