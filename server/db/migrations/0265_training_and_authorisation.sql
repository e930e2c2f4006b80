-- 培训: what a person was taught, by whom, and whether they passed. A wrong entry is voided and stays.
create table training (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  person_id uuid not null,
  course text not null check (course <> ''),
  held_on date not null,
  class_hours numeric(5, 1) not null check (class_hours > 0 and class_hours <= 400),
  trainer text not null check (trainer <> ''),
  result text not null check (result in ('passed', 'failed')),
  remark text not null default '',
  recorded_by uuid not null,
  recorded_at timestamptz not null,
  voided_by uuid,
  voided_at timestamptz,
  void_reason text check (void_reason <> ''),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, id, person_id),
  foreign key (enterprise_id, person_id) references account,
  foreign key (enterprise_id, recorded_by) references account,
  foreign key (enterprise_id, voided_by) references account,
  constraint training_of_another check (recorded_by <> person_id),
  check (num_nulls(voided_by, voided_at, void_reason) in (0, 3))
);
call make_tenant_table('training');
create index training_by_day on training (enterprise_id, held_on desc, id);
create index training_by_person on training (enterprise_id, person_id, held_on desc);

-- 上岗授权: which person may do what that asks for training, until when. Given by one, approved by another, neither of whom is the person.
create table authorisation (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  person_id uuid not null,
  activity text not null check (activity in ('sampling', 'test_appearance', 'test_identification', 'test_check', 'test_extract', 'test_assay', 'test_microbe', 'test_other', 'weighing', 'release')),
  training_id uuid not null,
  valid_until date not null,
  state text not null check (state in ('proposed', 'valid', 'suspended', 'refused', 'withdrawn', 'replaced')),
  basis text not null default '',
  given_by uuid not null,
  given_at timestamptz not null,
  approved_by uuid,
  approved_at timestamptz,
  -- Of the last step that took it away or refused it.
  ended_by uuid,
  ended_at timestamptz,
  end_reason text check (end_reason <> ''),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, person_id) references account,
  foreign key (enterprise_id, training_id, person_id) references training (enterprise_id, id, person_id),
  foreign key (enterprise_id, given_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  foreign key (enterprise_id, ended_by) references account,
  constraint authorisation_by_two check (approved_by <> given_by),
  constraint authorisation_of_another check (person_id <> given_by and person_id <> approved_by),
  constraint authorisation_ends check (valid_until <= (given_at at time zone 'Asia/Shanghai')::date + 1096),
  check ((approved_by is null) = (approved_at is null) and (state in ('proposed', 'refused') or approved_by is not null)),
  check (num_nulls(ended_by, ended_at, end_reason) in (0, 3) and (state in ('suspended', 'refused', 'withdrawn')) <= (ended_at is not null))
);
call make_tenant_table('authorisation');
create unique index authorisation_proposed on authorisation (enterprise_id, person_id, activity) where state = 'proposed';
create unique index authorisation_standing on authorisation (enterprise_id, person_id, activity) where state in ('valid', 'suspended');
create index authorisation_by_time on authorisation (enterprise_id, given_at desc, id);
create index authorisation_by_training on authorisation (enterprise_id, training_id);

-- From which day steps ask for an authorisation. The last one holds; without one, or without a day, nobody is asked. Signed by two.
create table authorisation_rule_change (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  serial integer not null check (serial > 0),
  asked_from date,
  reason text not null check (reason <> ''),
  changed_by uuid not null,
  approved_by uuid not null,
  changed_at timestamptz not null,
  primary key (enterprise_id, id),
  constraint authorisation_rule_change_serial unique (enterprise_id, serial),
  foreign key (enterprise_id, changed_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  constraint authorisation_rule_by_two check (approved_by <> changed_by)
);
call make_evidence_table('authorisation_rule_change');
