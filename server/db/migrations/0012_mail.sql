-- Mail that waits to be sent, the links it carries, and which addresses their owners have confirmed.

alter table account add column email_confirmed_at timestamptz;

-- Another address is another mailbox: whoever writes it, it has to be confirmed anew.
create function forget_confirmation() returns trigger language plpgsql as $$
begin
  if new.email <> old.email and new.email_confirmed_at is not distinct from old.email_confirmed_at then new.email_confirmed_at := null; end if;
  return new;
end $$;
create trigger confirmation_forgotten before update of email on account for each row execute function forget_confirmation();

-- Written in the step's transaction, so that nothing is sent of what was undone; sent afterwards. Text and link are cleared once the
-- mail has gone or was given up: until then the link opens something, and nobody needs to read it in the database.
create table mail (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  to_address text not null check (to_address <> ''),
  subject text not null check (subject <> ''),
  body text not null,
  -- The part behind the address of this installation, with its secret.
  link text not null default '',
  created_at timestamptz not null default now(),
  -- Later it would be of no use: the link is over, or the news old.
  useless_after timestamptz not null,
  next_attempt_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text not null default '',
  sent_at timestamptz,
  given_up_at timestamptz,
  primary key (enterprise_id, id),
  check (num_nonnulls(sent_at, given_up_at) = 0 or (body = '' and link = '')),
  check (num_nonnulls(sent_at, given_up_at) <= 1)
) with (fillfactor = 70);
create index mail_waiting on mail (next_attempt_at) where sent_at is null and given_up_at is null;

-- A link sent by mail: the secret is in the mail, its SHA-256 here. It opens one thing, once, for a short time.
create table mail_link (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  account_id uuid not null,
  purpose text not null check (purpose in ('reset_password', 'confirm_email')),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- The mailbox it was sent to.
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, account_id) references account,
  check (expires_at <= created_at + interval '24 hours')
);
create index mail_link_by_account on mail_link (enterprise_id, account_id);

-- A new password, however it came about, ends the links that could still replace it.
create function end_reset_links() returns trigger language plpgsql as $$
begin
  update mail_link set used_at = now()
  where enterprise_id = new.enterprise_id and account_id = new.id and purpose = 'reset_password' and used_at is null;
  return null;
end $$;
create trigger reset_links_ended after update of password_hash, email, state on account for each row
  when (old.password_hash <> new.password_hash or old.email <> new.email or new.state <> 'active') execute function end_reset_links();

-- Technical tables: no business in them, so no audit; what mattered stands in the security log.
alter table mail enable row level security;
alter table mail force row level security;
create policy tenant on mail using (enterprise_id = current_enterprise()) with check (enterprise_id = current_enterprise());
create policy postman on mail for all to bencao_owner using (true) with check (true);
-- The server's role writes mail and cannot read it back.
grant insert on mail to bencao_app;
grant select (enterprise_id, id, to_address, subject, created_at, sent_at, given_up_at, attempts, last_error) on mail to bencao_app;
alter table mail_link enable row level security;
alter table mail_link force row level security;
create policy tenant on mail_link using (enterprise_id = current_enterprise()) with check (enterprise_id = current_enterprise());
create policy doorkeeper on mail_link for all to bencao_owner using (true) with check (true);
grant select, insert, update on mail_link to bencao_app;

-- Hands out mail that is due, each to one postman: who took it and said nothing more, died, and it is due again after a while. What has
-- become useless is given up.
create function take_mail(most integer) returns table (enterprise_id uuid, id uuid, to_address text, subject text, body text, link text, attempts integer)
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

-- The end of an attempt: sent (no error), given up, or to be tried again.
create function settle_mail(given_enterprise uuid, given_id uuid, error text, for_good boolean) returns void
language sql security definer set search_path = public, pg_temp as $$
  update mail set
    sent_at = case when error is null then now() end,
    given_up_at = case when error is not null and for_good then now() end,
    last_error = left(coalesce(error, ''), 300),
    body = case when error is null or for_good then '' else body end,
    link = case when error is null or for_good then '' else link end
  where enterprise_id = given_enterprise and id = given_id and sent_at is null and given_up_at is null;
$$;

-- What was settled a month ago tells nobody anything any more.
create function forget_mail() returns void language sql security definer set search_path = public, pg_temp as $$
  delete from mail where coalesce(sent_at, given_up_at) < now() - interval '30 days';
  delete from mail_link where expires_at < now() - interval '30 days';
$$;

-- Whose confirmed mailbox this is, for the one who forgot their password; no row says nothing about why.
create function find_reset_account(given_user_name text, given_email text) returns table (enterprise_id uuid, id uuid, name text, email text)
language sql stable security definer set search_path = public, pg_temp as $$
  select enterprise_id, id, name, email from account
  where user_name = given_user_name and lower(email) = lower(given_email) and email_confirmed_at is not null and state = 'active';
$$;

-- Uses a link up; no row when it was used, is over, or no longer fits its account. Of two at the same moment one gets it.
create function use_mail_link(given_token_hash bytea, given_purpose text)
returns table (enterprise_id uuid, account_id uuid, user_name text, email text)
language sql security definer set search_path = public, pg_temp as $$
  update mail_link l set used_at = now() from account a
  where l.token_hash = given_token_hash and l.purpose = given_purpose and l.used_at is null and l.expires_at > now()
    and a.enterprise_id = l.enterprise_id and a.id = l.account_id and a.state = 'active'
    and (l.purpose <> 'reset_password' or a.email = l.email)
  returning l.enterprise_id, l.account_id, a.user_name, l.email;
$$;

grant execute on function take_mail(integer), settle_mail(uuid, uuid, text, boolean), forget_mail(), find_reset_account(text, text),
  use_mail_link(bytea, text) to bencao_app;
