-- 变更. Master data on which lots and batches rest becomes another by request, a second person and a day (decision 0035).
create table change_request (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  case_id uuid not null,
  record text not null check (record in ('material', 'product')),
  record_id uuid not null,
  -- What the record is called.
  subject text not null check (subject <> ''),
  -- [{field, old, new, value}]: columns of the record, as asked for and signed.
  asked jsonb not null check (jsonb_typeof(asked) = 'array' and jsonb_array_length(asked) > 0),
  reason text not null check (reason <> ''),
  effective_on date not null,
  state text not null default 'proposed' check (state in ('proposed', 'approved', 'in_force', 'refused', 'cancelled')),
  proposed_by uuid not null,
  proposed_at timestamptz not null default now(),
  approved_by uuid,
  approved_at timestamptz,
  applied_at timestamptz,
  ended_by uuid,
  ended_at timestamptz,
  end_reason text check (end_reason <> ''),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, case_id),
  foreign key (enterprise_id, case_id) references quality_case,
  foreign key (enterprise_id, proposed_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  foreign key (enterprise_id, ended_by) references account,
  constraint change_by_two check (approved_by <> proposed_by),
  check ((state in ('approved', 'in_force')) = (approved_at is not null) and (approved_at is null) = (approved_by is null)),
  check ((state = 'in_force') = (applied_at is not null)),
  check ((state in ('refused', 'cancelled')) = (ended_at is not null) and (ended_at is null) = (ended_by is null)
    and (ended_at is null) = (end_reason is null))
);
-- One change of a record at a time: the second would rest on values that the first changes.
create unique index change_open on change_request (enterprise_id, record_id) where state in ('proposed', 'approved');
create index change_due on change_request (enterprise_id, effective_on) where state = 'approved';
call make_tenant_table('change_request');
