-- 退回单步: QA sends parts of a batch record back, and production answers each (decision 0067).

alter table production_order
  drop constraint production_order_state_check,
  add constraint production_order_state_check
    check (state in ('pending', 'approved', 'issued', 'in_progress', 'paused', 'completed', 'sent_back', 'reviewed', 'cancelled')),
  drop constraint production_order_check3,
  add constraint production_order_check3
    check ((completed_by is not null) = (state in ('completed', 'sent_back', 'reviewed')) and (completed_by is null) = (completed_at is null));

create table record_return (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  part text not null check (part in ('issue', 'step', 'balance')),
  -- Of a step its number.
  step_no integer,
  reason text not null check (reason <> ''),
  sent_by uuid not null,
  sent_at timestamptz not null,
  answer text check (answer <> ''),
  answered_by uuid,
  answered_at timestamptz,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, order_id) references production_order,
  foreign key (enterprise_id, sent_by) references account,
  foreign key (enterprise_id, answered_by) references account,
  check ((part = 'step') = (step_no is not null)),
  check (num_nulls(answer, answered_by, answered_at) in (0, 3)),
  constraint record_return_answered_by_another check (answered_by <> sent_by)
);
call make_tenant_table('record_return');
create unique index record_return_open on record_return (enterprise_id, order_id, part, step_no) nulls not distinct where answered_at is null;
create index record_return_by_order on record_return (enterprise_id, order_id, id);
