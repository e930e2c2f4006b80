-- 权限复核: every account with what it may do, decided one by one, each quarter (decision 0101).
create table rights_review (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  review_no text not null,
  state text not null check (state in ('open', 'submitted', 'approved', 'closed', 'cancelled')),
  begun_by uuid not null,
  begun_at timestamptz not null,
  -- Of the last time that all was decided, and that it was agreed to.
  submitted_by uuid,
  submitted_at timestamptz,
  approved_by uuid,
  approved_at timestamptz,
  closed_at timestamptz,
  -- Why it was sent back last, or given up.
  reason text not null default '',
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, review_no),
  foreign key (enterprise_id, begun_by) references account,
  foreign key (enterprise_id, submitted_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  constraint rights_review_by_two check (approved_by <> submitted_by),
  check ((submitted_by is null) = (submitted_at is null) and (approved_by is null) = (approved_at is null)),
  check (state not in ('submitted', 'approved', 'closed') or submitted_by is not null),
  check (state not in ('approved', 'closed') or approved_by is not null),
  check ((state = 'closed') = (closed_at is not null))
);
create unique index rights_review_open on rights_review (enterprise_id) where state in ('open', 'submitted', 'approved');
create index rights_review_by_time on rights_review (enterprise_id, begun_at desc, id);
call make_tenant_table('rights_review');

-- An account as it stood when the review began, and what is decided about it.
create table rights_review_line (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  review_id uuid not null,
  account_id uuid not null,
  roles jsonb not null,
  rights text[] not null,
  last_seen_at timestamptz,
  decision text check (decision in ('keep', 'revoke', 'disable')),
  -- The roles that are taken away.
  taken_role_ids uuid[] not null default '{}',
  reason text not null default '',
  decided_by uuid,
  decided_at timestamptz,
  carried_by uuid,
  carried_at timestamptz,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  constraint rights_review_line_once unique (enterprise_id, review_id, account_id),
  foreign key (enterprise_id, review_id) references rights_review,
  foreign key (enterprise_id, account_id) references account,
  foreign key (enterprise_id, decided_by) references account,
  foreign key (enterprise_id, carried_by) references account,
  constraint rights_review_of_others check (decided_by <> account_id and carried_by <> account_id),
  check (num_nulls(decision, decided_by, decided_at) in (0, 3) and (carried_by is null) = (carried_at is null)),
  check ((decision is not distinct from 'revoke') = (cardinality(taken_role_ids) > 0)),
  check (decision is null or decision = 'keep' or reason <> ''),
  check (carried_by is null or decision in ('revoke', 'disable'))
);
call make_tenant_table('rights_review_line');
