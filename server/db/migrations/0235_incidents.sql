-- 质量事件: what went wrong, from a step, a person or a customer, to its end (domain §2.11, decision 0068).
create table incident (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  case_no text not null,
  kind text not null check (kind in ('deviation', 'complaint', 'adverse')),
  -- Where it comes from (偏差来源), and the record in which it showed.
  area text not null check (area in ('purchase', 'storage', 'production', 'test', 'packaging', 'transport', 'computer', 'environment', 'equipment', 'people', 'customer')),
  source_table text check (source_table <> ''),
  source_id uuid,
  source_no text not null default '',
  state text not null check (state in ('open', 'investigating', 'submitted', 'approved', 'closed', 'unfounded')),
  subject text not null check (subject <> ''),
  description text not null default '',
  place text not null default '',
  -- What was measured and what it should have been, as people read it.
  measured text not null default '',
  expected text not null default '',
  found_by uuid,
  found_at timestamptz not null,
  -- Null where a stranger wrote it on the public page.
  opened_by uuid,
  opened_at timestamptz not null,
  -- Since when it is in its state.
  in_state_since timestamptz not null,
  -- For which day quality assurance was told that it is late.
  late_told_for date,
  -- The lot that it is said to be about. It is held when quality assurance takes it into the case, not before.
  told_lot_id uuid,
  -- What quality assurance made of it; each classification is a signed step.
  level text check (level in ('minor', 'major', 'critical')),
  due_on date,
  -- 不良反应: until when it is reported to the authority, as quality assurance reads the rules in force; when and under what number, or why not.
  report_by date,
  reported_on date,
  reported_no text not null default '',
  report_waived text not null default '',
  immediate_action text not null default '',
  cause jsonb check (jsonb_typeof(cause) = 'object'),
  post text not null default '',
  effects text not null default '',
  investigated_by uuid,
  approved_by uuid,
  approved_at timestamptz,
  closed_by uuid,
  -- Who signed beside them that there was nothing to it.
  closed_second_by uuid,
  closed_at timestamptz,
  conclusion text check (conclusion <> ''),
  -- 投诉: for whom it was written down, or what a stranger left; an answer is read behind the link.
  customer_id uuid,
  complainant text not null default '',
  contact text not null default '',
  code text not null default '',
  picture text,
  public_token uuid unique,
  answer text check (answer <> ''),
  answered_by uuid,
  answered_at timestamptz,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, case_no),
  foreign key (enterprise_id, found_by) references account,
  foreign key (enterprise_id, opened_by) references account,
  foreign key (enterprise_id, investigated_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  foreign key (enterprise_id, closed_by) references account,
  foreign key (enterprise_id, closed_second_by) references account,
  foreign key (enterprise_id, answered_by) references account,
  foreign key (enterprise_id, customer_id) references customer,
  foreign key (enterprise_id, told_lot_id) references lot,
  foreign key (enterprise_id, picture) references stored_file,
  check ((source_table is null) = (source_id is null)),
  check (opened_by is not null or kind = 'complaint' and public_token is not null),
  check (kind = 'complaint' or public_token is null and answered_at is null),
  check (kind = 'adverse' or report_by is null and reported_on is null and report_waived = ''),
  check ((reported_on is null) = (reported_no = '') and (reported_on is null or report_waived = '')),
  check (num_nulls(level, due_on) in (0, 2) and (state in ('open', 'unfounded') or level is not null)),
  check (kind <> 'adverse' or level is null or report_by is not null),
  check ((approved_by is null) = (approved_at is null) and (state in ('approved', 'closed')) = (approved_at is not null)),
  constraint incident_approved_by_another check (approved_by <> investigated_by),
  check ((state in ('closed', 'unfounded')) = (closed_at is not null) and num_nulls(closed_by, closed_at, conclusion) in (0, 3)),
  check ((state = 'unfounded') = (closed_second_by is not null)),
  constraint incident_unfounded_by_two check (closed_second_by <> closed_by),
  check (num_nulls(answer, answered_by, answered_at) in (0, 3))
);
call make_tenant_table('incident');
create index incident_by_time on incident (enterprise_id, opened_at, id);
create index incident_by_source on incident (enterprise_id, source_id) where source_id is not null;
create index incident_by_opener on incident (enterprise_id, opened_by, opened_at) where opened_by is not null;
create index incident_by_told_lot on incident (enterprise_id, told_lot_id) where told_lot_id is not null;
-- The door for a stranger with the link of their complaint: which enterprise it went to.
create policy doorkeeper on incident for select to bencao_owner using (true);

-- Each step of a case as it was taken: who, when, why, and what was said. Signed where the step is.
create table incident_step (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  incident_id uuid not null,
  step text not null check (step in ('opened', 'classified', 'recorded', 'submitted', 'sent_back', 'approved', 'closed', 'unfounded', 'reopened', 'reported', 'answered',
    'measure_ineffective', 'measure_cancelled', 'owner_replaced')),
  note text not null default '',
  said jsonb not null default '{}' check (jsonb_typeof(said) = 'object'),
  done_by uuid,
  second_by uuid,
  done_at timestamptz not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, incident_id) references incident,
  foreign key (enterprise_id, done_by) references account,
  foreign key (enterprise_id, second_by) references account,
  check (done_by is not null or step = 'opened')
);
call make_evidence_table('incident_step');
create index incident_step_by_incident on incident_step (enterprise_id, incident_id);

-- The lots that a case is about, each held until its decision takes effect: usable with the end of the case, rejected or not concerned at once.
create table incident_lot (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  incident_id uuid not null,
  lot_id uuid not null,
  -- Null where the lot was rejected before.
  hold_id uuid,
  added_by uuid not null,
  added_at timestamptz not null,
  decision text check (decision in ('usable', 'reject', 'not_concerned')),
  conclusion text check (conclusion <> ''),
  decided_by uuid,
  approved_by uuid,
  decided_at timestamptz,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, incident_id) references incident,
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, hold_id) references hold,
  foreign key (enterprise_id, added_by) references account,
  foreign key (enterprise_id, decided_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  check (num_nulls(decision, conclusion, decided_by, decided_at) in (0, 4) and (approved_by is null or decided_by is not null)),
  constraint incident_lot_decided_by_two check (approved_by <> decided_by)
);
call make_tenant_table('incident_lot');
create unique index incident_lot_open on incident_lot (enterprise_id, incident_id, lot_id) where decision is null;
create index incident_lot_by_lot on incident_lot (enterprise_id, lot_id);
create index incident_lot_by_hold on incident_lot (enterprise_id, hold_id) where hold_id is not null;

-- CAPA: what is done so that it does not happen again, by whom, until when, shown by what, and whether it worked.
create table incident_measure (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  incident_id uuid not null,
  serial integer not null check (serial > 0),
  kind text not null check (kind in ('corrective', 'preventive')),
  action text not null check (action <> ''),
  owner_id uuid not null,
  -- Who it was given to before.
  past_owner_ids uuid[] not null default '{}',
  due_on date not null,
  late_told_for date,
  state text not null check (state in ('open', 'done', 'effective', 'cancelled')),
  proof text check (proof <> ''),
  done_at timestamptz,
  effect text check (effect <> ''),
  verified_by uuid,
  verified_at timestamptz,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, incident_id, serial),
  foreign key (enterprise_id, incident_id) references incident,
  foreign key (enterprise_id, owner_id) references account,
  foreign key (enterprise_id, verified_by) references account,
  check (state = 'cancelled' or (state in ('done', 'effective')) = (done_at is not null) and (done_at is null) = (proof is null)),
  check ((state = 'effective') = (verified_at is not null) and num_nulls(effect, verified_by, verified_at) in (0, 3)),
  constraint incident_measure_verified_by_another check (verified_by <> owner_id and verified_by <> all (past_owner_ids))
);
call make_tenant_table('incident_measure');
create index incident_measure_by_owner on incident_measure (enterprise_id, owner_id) where state in ('open', 'done');
