-- What one administrator does about another person's secret or rights waits for a second person (decision 0030).

-- A secret that an administrator set for another person. The person signs nothing while one of theirs waits.
create table secret_confirmation (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  account_id uuid not null,
  what text not null check (what in ('account', 'password', 'second_factor', 'email')),
  set_by uuid not null,
  set_at timestamptz not null default now(),
  -- The mailbox that the person had confirmed before; null without one.
  mailbox text check (mailbox <> ''),
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'replaced')),
  confirmed_how text check (confirmed_how in ('mailbox', 'administrator', 'founding')),
  confirmed_by uuid,
  confirmed_at timestamptz,
  -- How the second administrator made sure of the person.
  note text not null default '',
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, account_id) references account,
  foreign key (enterprise_id, set_by) references account,
  foreign key (enterprise_id, confirmed_by) references account,
  constraint secret_of_another check (set_by <> account_id),
  constraint secret_confirmed_whole check ((state = 'confirmed') = (confirmed_at is not null) and (confirmed_at is null) = (confirmed_how is null)),
  constraint secret_confirmed_by_another check (case confirmed_how
    when 'mailbox' then confirmed_by is null and mailbox is not null
    when 'administrator' then confirmed_by is not null and confirmed_by <> set_by and confirmed_by <> account_id and note <> ''
    when 'founding' then confirmed_by is not null and confirmed_by = set_by
    else confirmed_by is null end)
);
create index secret_confirmation_by_account on secret_confirmation (enterprise_id, account_id) where state = 'waiting';
call make_tenant_table('secret_confirmation');

-- Rights that sign or administer, to be given to a person with a role, or to a role (and all who hold it) where no person is named.
create table rights_proposal (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  role_id uuid not null,
  -- The role may be renamed, and deleted when nobody holds it.
  role_name text not null check (role_name <> ''),
  account_id uuid,
  rights text[] not null check (cardinality(rights) > 0),
  proposed_by uuid not null,
  proposed_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused')),
  decided_by uuid,
  decided_at timestamptz,
  reason text not null default '',
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, account_id) references account,
  foreign key (enterprise_id, proposed_by) references account,
  foreign key (enterprise_id, decided_by) references account,
  constraint rights_not_for_oneself check (proposed_by <> account_id),
  constraint rights_decided_whole check ((state = 'waiting') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint rights_approved_by_another check (state <> 'approved' or (decided_by <> proposed_by and decided_by is distinct from account_id)),
  constraint rights_refused_with_reason check (state <> 'refused' or reason <> '')
);
create unique index rights_proposal_waiting on rights_proposal (enterprise_id, role_id, account_id) nulls not distinct where state = 'waiting';
call make_tenant_table('rights_proposal');

-- Until a second administrator is there, the first one gives rights and confirms secrets alone. The row that ends it stays for ever.
create table founding_end (
  enterprise_id uuid not null primary key references enterprise,
  ended_at timestamptz not null default now(),
  first_id uuid not null,
  second_id uuid not null check (second_id <> first_id),
  foreign key (enterprise_id, first_id) references account,
  foreign key (enterprise_id, second_id) references account
);
call make_evidence_table('founding_end', 'enterprise_id');

-- The link with which a person confirms through their mailbox that a secret was set for them.
alter table mail_link drop constraint mail_link_purpose_check;
alter table mail_link add constraint mail_link_purpose_check check (purpose in ('reset_password', 'confirm_email', 'confirm_secret'));
