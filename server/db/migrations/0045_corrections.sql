-- 更正. What was signed is put right by a second person's approval, and what it said before stays readable beside it (decision 0035).
create table correction (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  correction_no text not null,
  record text not null check (record in ('receipt_line', 'production_step', 'batch')),
  -- raw_lot, production_step or bulk_lot
  record_id uuid not null,
  -- What the record is called: the lot's number, the batch and its step.
  subject text not null check (subject <> ''),
  -- The lot it is about; null while a batch in work has none yet.
  lot_id uuid,
  -- [{field, old, new}], as asked for and signed. `correction_change` has what came of it, figures that follow included.
  asked jsonb not null check (jsonb_typeof(asked) = 'array' and jsonb_array_length(asked) > 0),
  reason text not null check (reason <> ''),
  state text not null default 'proposed' check (state in ('proposed', 'approved', 'refused', 'cancelled')),
  proposed_by uuid not null,
  proposed_at timestamptz not null default now(),
  approved_by uuid,
  approved_at timestamptz,
  ended_by uuid,
  ended_at timestamptz,
  end_reason text check (end_reason <> ''),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, correction_no),
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, proposed_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  foreign key (enterprise_id, ended_by) references account,
  constraint correction_by_two check (approved_by <> proposed_by),
  check ((state = 'approved') = (approved_at is not null) and (approved_at is null) = (approved_by is null)),
  check ((state in ('refused', 'cancelled')) = (ended_at is not null) and (ended_at is null) = (ended_by is null)
    and (ended_at is null) = (end_reason is null))
);
-- One question about a record at a time: the second would rest on values that the first changes.
create unique index correction_open on correction (enterprise_id, record_id) where state = 'proposed';
create index correction_by_record on correction (enterprise_id, record_id);
call make_tenant_table('correction');

-- What an approved correction changed, column by column, figures that follow from it included.
create table correction_change (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  correction_id uuid not null,
  record_table text not null check (record_table in ('raw_lot', 'receipt', 'lot', 'production_step', 'bulk_lot')),
  record_id uuid not null,
  field text not null,
  old_value text,
  new_value text,
  primary key (enterprise_id, id),
  unique (enterprise_id, correction_id, record_table, record_id, field),
  foreign key (enterprise_id, correction_id) references correction,
  check (old_value is distinct from new_value)
);
create index correction_change_by_record on correction_change (enterprise_id, record_id, field);
call make_evidence_table('correction_change');
-- `correct_record` alone writes it.
revoke insert on correction_change from bencao_app;

-- These two were never changed; now an approved correction may (`keep_unless_corrected`). Nothing is ever removed.
drop trigger kept on raw_lot;
create trigger kept before delete or truncate on raw_lot for each statement execute function keep_forever();
drop trigger kept on bulk_lot;
create trigger kept before delete or truncate on bulk_lot for each statement execute function keep_forever();

-- An entry is taken back once.
create unique index stock_entry_reversed_once on stock_entry (enterprise_id, reverses) where reverses is not null;

-- A report that takes the place of another one after a correction.
alter table report
  add column replaces_id uuid,
  add column correction_id uuid,
  add foreign key (enterprise_id, replaces_id) references report,
  add foreign key (enterprise_id, correction_id) references correction,
  add check ((replaces_id is null) = (correction_id is null)),
  add check ((version = 1) = (replaces_id is null));
create unique index report_replaced_once on report (enterprise_id, replaces_id) where replaces_id is not null;
