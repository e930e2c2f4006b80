-- 注册: somebody asks for an account in an enterprise that is here, or for a new enterprise. The row belongs to whoever decides: the
-- enterprise that is named, or the operating one where there is none of that credit code yet. After 0019, whose files it points to.

create table registration (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('new', 'join')),
  -- Decided by those who run the platform, not by those who keep this enterprise's accounts.
  for_platform boolean not null,
  -- unconfirmed → pending → approved or refused; what nobody confirms has lapsed.
  state text not null default 'unconfirmed' check (state in ('unconfirmed', 'pending', 'approved', 'refused', 'lapsed')),
  enterprise_name text not null check (enterprise_name <> ''),
  credit_code text not null check (credit_code ~ '^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$'),
  licence_kind text,
  licence_no text,
  licence_valid_until date,
  -- The licence as a file, and what it was called.
  licence_digest text,
  licence_file text,
  user_name text not null check (user_name <> ''),
  name text not null check (name <> ''),
  initials text not null default '',
  post text not null default '',
  phone text not null check (phone <> ''),
  email text not null check (email <> ''),
  -- The password the applicant chose; moves to the account, or is forgotten with the refusal.
  password_hash text not null,
  -- The link that confirms the mailbox: SHA-256 of its secret, and until when.
  confirm_hash bytea not null unique check (octet_length(confirm_hash) = 32),
  confirm_until timestamptz not null,
  email_confirmed_at timestamptz,
  -- SHA-256 over the request's key: a repeated request is one registration.
  request_key bytea,
  decided_by uuid,
  decided_at timestamptz,
  reason text not null default '',
  -- What became of it.
  account_id uuid,
  founded_id uuid references enterprise,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  unique (enterprise_id, request_key),
  foreign key (enterprise_id, licence_digest) references stored_file,
  foreign key (enterprise_id, decided_by) references account,
  foreign key (enterprise_id, account_id) references account,
  check (kind = 'join' or (for_platform and licence_kind is not null and licence_no is not null)),
  check ((licence_digest is null) = (licence_file is null)),
  -- Nobody is let in whose mailbox did not answer, and no enterprise without its licence.
  check (state in ('unconfirmed', 'lapsed', 'refused') or email_confirmed_at is not null),
  check ((state in ('approved', 'refused')) = (decided_by is not null and decided_at is not null)),
  check (state <> 'refused' or reason <> ''),
  check (state = 'approved' or num_nonnulls(account_id, founded_id) = 0),
  check (state <> 'approved' or (kind = 'join' and account_id is not null and founded_id is null)
    or (kind = 'new' and founded_id is not null and account_id is null and licence_digest is not null)),
  check (state not in ('approved', 'refused', 'lapsed') or password_hash = '')
);
create index registration_by_age on registration (enterprise_id, created_at desc);
create index registration_file on registration (enterprise_id, licence_digest);
call make_tenant_table('registration');

-- Where a registration is decided. The operating enterprise answers for everything that is not here yet.
create function registration_desk(given_kind text, given_credit_code text) returns table (enterprise_id uuid, for_platform boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, not (given_kind = 'join' and credit_code is not distinct from given_credit_code) from enterprise
  where (given_kind = 'join' and credit_code = given_credit_code) or is_operating
  order by (given_kind = 'join' and credit_code is not distinct from given_credit_code) desc limit 1;
$$;

-- In which enterprise the registration lies that this link, or this number, belongs to.
create policy doorkeeper on registration for select to bencao_owner using (true);
create function registration_place(given_confirm_hash bytea, given_id uuid) returns table (enterprise_id uuid, id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select enterprise_id, id from registration where confirm_hash = given_confirm_hash or id = given_id;
$$;

create function credit_code_taken(given text) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from enterprise where credit_code = given);
$$;

grant execute on function registration_desk(text, text), registration_place(bytea, uuid), credit_code_taken(text) to bencao_app;

-- The platform is run from the operating enterprise alone (safety B9); no role elsewhere can hold that duty.
create function guard_platform_right() returns trigger language plpgsql as $$
begin
  if new.right_code = '33:platform' and not exists (select from enterprise where id = new.enterprise_id and is_operating)
  then raise exception 'beyond_own_rights' using errcode = 'BC001';
  end if;
  return new;
end $$;
create trigger platform_right_guarded before insert on role_right for each row execute function guard_platform_right();
