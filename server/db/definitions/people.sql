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
returns table (enterprise_id uuid, account_id uuid, user_name text, email text, secret_id uuid)
language sql security definer set search_path = public, pg_temp as $$
  update mail_link l set used_at = now() from account a
  where l.token_hash = given_token_hash and l.purpose = given_purpose and l.used_at is null and l.expires_at > now()
    and a.enterprise_id = l.enterprise_id and a.id = l.account_id and a.state = 'active'
    and (l.purpose = 'confirm_email' or (a.email = l.email and a.email_confirmed_at <= l.created_at))
  returning l.enterprise_id, l.account_id, a.user_name, l.email, l.secret_id;
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

-- A secret that waits no longer, replaced or confirmed otherwise, ends the link that would have confirmed it.
create or replace function end_secret_links() returns trigger language plpgsql as $$
begin
  update mail_link set used_at = now() where enterprise_id = new.enterprise_id and secret_id = new.id and used_at is null;
  return null;
end $$;
create or replace trigger secret_links_ended after update of state on secret_confirmation for each row
  when (old.state = 'waiting' and new.state <> 'waiting') execute function end_secret_links();

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

-- The credit code is the enterprise's identity: it is entered once. Colleagues find the enterprise by it.
create or replace function guard_credit_code() returns trigger language plpgsql as $$
begin
  raise exception 'credit_code_kept' using errcode = 'BC001';
end $$;
create or replace trigger credit_code_kept before update of credit_code on enterprise for each row
  when (old.credit_code is not null and new.credit_code is distinct from old.credit_code) execute function guard_credit_code();

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

-- The rights that take two administrators: those under which anything is signed, and those with which one decides about rights
-- (`rightsByTwo` in contract/kernel/separation.ts; schema-and-contract.test.ts compares the two).
create or replace function rights_by_two() returns text[] language sql immutable parallel safe
  return array['11:approve', '11:receive', '12:sample', '12:test', '12:review', '12:approve', '13:decide', '13:approve', '14:freeze', '14:move', '14:dispose', '14:count', '15:approve', '15:issue', '15:execute', '15:check', '15:qa',
    '16:sample', '17:test', '17:review', '17:approve', '18:approve', '18:execute', '18:check', '19:freeze', '19:move', '19:release', '110:pick', '110:check', '110:ship', '110:recall', '21:print', '21:void',
    '31:qualify', '31:authorise', '33:audit', '35:manage', '35:review', '35:approve', '36:manage', '36:approve', '37:decide', '37:propose', '37:approve', '31:manage', '32:manage', '33:platform'];
grant execute on function rights_by_two() to bencao_app;

-- The rights that an account has by its roles.
create or replace function rights_of(given_account uuid) returns text[] language sql stable as $$
  select array(select distinct right_code from account_role held join role_right using (enterprise_id, role_id)
    where held.enterprise_id = current_enterprise() and held.account_id = given_account order by 1);
$$;
grant execute on function rights_of(uuid) to bencao_app;

-- Whether a secret that an administrator set for this account still waits for its confirmation.
create or replace function secret_waits(given_account uuid) returns boolean language sql stable as $$
  select exists (select from secret_confirmation where enterprise_id = current_enterprise() and account_id = given_account and state = 'waiting');
$$;
grant execute on function secret_waits(uuid) to bencao_app;

-- The administrators who can be a second one: in use, holding accounts and roles, with a password that is theirs alone.
create or replace function full_administrators() returns table (id uuid) language sql stable as $$
  select id from account where enterprise_id = current_enterprise() and state = 'active' and not must_change_password and one_time_until is null
    and array['31:manage', '32:manage'] <@ rights_of(id) and not secret_waits(id);
$$;
grant execute on function full_administrators() to bencao_app;

-- Founding mode (建账): while there is one administrator there is nobody to ask. The second one ends it for ever.
create or replace function in_founding_mode() returns boolean language sql stable as $$
  -- The administrators are looked for only while nothing says that it is over.
  select case when exists (select from founding_end where enterprise_id = current_enterprise()) then false else (select count(*) from full_administrators()) < 2 end;
$$;
grant execute on function in_founding_mode() to bencao_app;

-- Whether the one administrator who founds the enterprise acts, and decides alone; whoever has only one of the two rights asks them.
create or replace function founder_acts() returns boolean language sql stable as $$
  select in_founding_mode() and exists (select from full_administrators() where id::text = current_setting('app.actor', true));
$$;
grant execute on function founder_acts() to bencao_app;

-- Writes down that founding mode is over, once there are two. Each step that changes rights or accounts begins with it.
create or replace function end_founding() returns void language sql as $$
  insert into founding_end (enterprise_id, first_id, second_id)
  select current_enterprise(), ids[1], ids[2] from (select array_agg(id order by id) as ids from full_administrators()) found
  where cardinality(ids) >= 2 and not exists (select from founding_end where enterprise_id = current_enterprise())
  on conflict do nothing;
$$;
grant execute on function end_founding() to bencao_app;

-- Whether the transaction acts for a person of the enterprise; the setup of an installation and the platform's founding are nobody's wish.
create or replace function a_person_acts() returns boolean language sql stable as $$
  select exists (select from account where enterprise_id = current_enterprise() and id::text = current_setting('app.actor', true));
$$;
grant execute on function a_person_acts() to bencao_app;

-- A name as eyes compare it on paper: one width and case, no spaces, marks or punctuation, and letters of other scripts as the Latin or Chinese ones
-- that they look like. The ranges are written out, since what a class of characters holds depends on the locale.
create or replace function name_key(given text) returns text language sql immutable parallel safe as $$
  select lower(translate(
    regexp_replace(normalize(given, NFKC), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02b0-\u036f\u0483-\u0489\u1160\u2000-\u206f\u20d0-\u20ff\u2190-\u245f\u2500-\u27bf\u2800\u3000-\u3004\u3008-\u3020\u3030\u30fb\u3164\ufe00-\ufe0f\ufeff\U000E0000-\U000E01EF]', '', 'g'),
    '01iIıАВЕНІЈКМОРЅТХУаевнікморѕтхуһјԁԛԝɡΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχ〇ロニハカエタトー',
    'ollllABEHlJKMOPSTXYaeBHlKMopsTxyhjdqwgABEZHlKMNOPTYXalkvopuxo口二八力工夕卜一'))
$$;
grant execute on function name_key(text) to bencao_app;

-- Whether a colleague in use who signs or administers bears a name that looks like this one. A signature prints the name.
create or replace function is_name_of_signer(given_name text, given_account uuid) returns boolean language sql stable as $$
  select exists (select from account a where a.enterprise_id = current_enterprise() and name_key(a.name) = name_key(given_name)
    and a.state = 'active' and a.id is distinct from given_account and rights_of(a.id) && rights_by_two())
$$;
grant execute on function is_name_of_signer(text, uuid) to bencao_app;

create or replace function guard_account_name() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.name = old.name then return new; end if;
  end if;
  if a_person_acts() and is_name_of_signer(new.name, new.id) then raise exception 'name_of_signer' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger name_guarded before insert or update of name on account for each row execute function guard_account_name();

-- Nobody changes their own roles; a role that brings rights by two comes with a proposal that another administrator approves in this transaction.
create or replace function guard_given_role() returns trigger language plpgsql as $$
declare
  held account_role := coalesce(new, old);
  raised text[];
begin
  if not a_person_acts() then return held; end if;
  if held.account_id::text = current_setting('app.actor', true) then raise exception 'own_rights' using errcode = 'BC001'; end if;
  if tg_op = 'DELETE' or founder_acts() then return held; end if;
  raised := array(select right_code from role_right where enterprise_id = new.enterprise_id and role_id = new.role_id and right_code = any(rights_by_two())
    and right_code <> all (rights_of(new.account_id)));
  if cardinality(raised) > 0 and not exists (select from rights_proposal where enterprise_id = new.enterprise_id and role_id = new.role_id
    and account_id = new.account_id and state = 'approved' and decided_at = now() and raised <@ rights)
  then raise exception 'rights_by_two' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger given_role_guarded before insert or update or delete on account_role for each row execute function guard_given_role();

-- Nobody adds a right to a role of their own; a right by two comes to a role that people hold with an approved proposal.
create or replace function guard_role_right() returns trigger language plpgsql as $$
begin
  if not a_person_acts() then return new; end if;
  if exists (select from account_role where enterprise_id = new.enterprise_id and role_id = new.role_id and account_id::text = current_setting('app.actor', true))
  then raise exception 'own_rights' using errcode = 'BC001';
  end if;
  if new.right_code = any(rights_by_two()) and not founder_acts()
    and exists (select from account_role where enterprise_id = new.enterprise_id and role_id = new.role_id)
    and not exists (select from rights_proposal where enterprise_id = new.enterprise_id and role_id = new.role_id and account_id is null
      and state = 'approved' and decided_at = now() and new.right_code = any(rights))
  then raise exception 'rights_by_two' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger role_right_guarded before insert or update on role_right for each row execute function guard_role_right();

-- What was decided stays decided, and whoever decides is sure to be who they say: their own secret waits for nobody.
create or replace function guard_decision() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state <> 'waiting' then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  if a_person_acts() and new.state in ('confirmed', 'approved') and secret_waits(current_setting('app.actor')::uuid)
  then raise exception 'secret_unconfirmed' using errcode = 'BC001';
  end if;
  return new;
end $$;
-- While the one-time password opens the door, whoever set it can still make it their own: there is nothing to confirm yet.
create or replace function guard_confirmation() returns trigger language plpgsql as $$
begin
  if new.state = 'confirmed' and new.what in ('account', 'password')
    and exists (select from account where enterprise_id = new.enterprise_id and id = new.account_id and must_change_password)
  then raise exception 'own_password_first' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger own_password_first before update on secret_confirmation for each row execute function guard_confirmation();
create or replace trigger proposal_decided_once before update on rights_proposal for each row execute function guard_decision();
create or replace trigger secret_decided_once before update on secret_confirmation for each row execute function guard_decision();

-- A secret is confirmed from the beginning while the enterprise is founded, and a proposal never is. Whose own secret waits begins neither: who
-- set it would be the second one.
create or replace function guard_beginning() returns trigger language plpgsql as $$
begin
  if new.state <> 'waiting' and (tg_table_name = 'rights_proposal' or not founder_acts()) then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  if a_person_acts() and secret_waits(current_setting('app.actor')::uuid) then raise exception 'secret_unconfirmed' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger proposal_begins before insert on rights_proposal for each row execute function guard_beginning();
create or replace trigger secret_begins before insert on secret_confirmation for each row execute function guard_beginning();

-- Whoever holds the role is not the second administrator who widens it.
create or replace function guard_wider_role() returns trigger language plpgsql as $$
begin
  if new.state = 'approved' and new.account_id is null and exists (select from account_role
    where enterprise_id = new.enterprise_id and role_id = new.role_id and account_id = new.decided_by)
  then raise exception 'receiver_approves' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger wider_role_approved before update on rights_proposal for each row execute function guard_wider_role();

-- Before programs stood for their makers, rows named the program. What such a row waits for is still another person's step; signed steps ask
-- the signature's trigger. The first argument is the column of the second person, the others are those of the first.
create or replace function refuse_own_program() returns trigger language plpgsql as $$
begin
  if exists (select from api_token where enterprise_id = new.enterprise_id and maker_id::text = to_jsonb(new) ->> tg_argv[0]
    and id::text in (select to_jsonb(new) ->> first_person from unnest(tg_argv[1:]) first_person))
  then raise exception 'own_token' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger own_program_kept_apart before update of approved_by on purchase_order for each row when (old.approved_by is distinct from new.approved_by)
  execute function refuse_own_program('approved_by', 'buyer_id');
create or replace trigger own_program_kept_apart before insert on purchase_approval for each row execute function refuse_own_program('approved_by', 'buyer_id');
create or replace trigger own_program_kept_apart before update of accepted_by on inspection for each row when (old.accepted_by is distinct from new.accepted_by)
  execute function refuse_own_program('accepted_by', 'requested_by');
create or replace trigger own_program_kept_apart before update of approved_by on sales_order for each row when (old.approved_by is distinct from new.approved_by)
  execute function refuse_own_program('approved_by', 'created_by', 'submitted_by');
