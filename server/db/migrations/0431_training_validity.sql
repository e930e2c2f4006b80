-- How long a training holds, by its kind: the firm's own rule, given by two (decision 0100). What was recorded before has no kind and no end.
create table training_rule (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  kind text not null check (kind <> ''),
  serial integer not null check (serial > 0),
  -- Null where a training of this kind holds without end.
  months integer check (months between 1 and 120),
  reason text not null check (reason <> ''),
  changed_by uuid not null,
  approved_by uuid not null,
  changed_at timestamptz not null,
  primary key (enterprise_id, id),
  constraint training_rule_serial unique (enterprise_id, kind, serial),
  foreign key (enterprise_id, changed_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  constraint training_rule_by_two check (approved_by <> changed_by)
);
call make_evidence_table('training_rule');

alter table training add kind text not null default '', add valid_until date;
alter table training add check (valid_until > held_on);
create index training_by_kind on training (enterprise_id, person_id, kind);
