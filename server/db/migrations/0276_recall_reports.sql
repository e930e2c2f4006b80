-- 召回报告 to the authority, by the clock of the class, and a mail address for the notice of a customer (domain §2.11, decision 0074).
-- Until which day the final report is due.
alter table recall_case add column final_by date;

-- What was reported, to whom, and what the figures were then. One that was written by mistake is taken back by another person.
create table recall_report (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  case_id uuid not null,
  stage text not null check (stage in ('progress', 'final')),
  authority text not null check (authority <> ''),
  document_no text not null default '',
  sent_at timestamptz not null,
  note text not null check (note <> ''),
  customers integer not null check (customers >= 0),
  unanswered integer not null check (unanswered >= 0),
  shipped numeric(20, 4) not null check (shipped >= 0),
  recovered_percent numeric(5, 2) not null check (recovered_percent between 0 and 100),
  known_percent numeric(5, 2) not null check (known_percent between 0 and 100),
  takes_back uuid,
  recorded_by uuid not null,
  recorded_at timestamptz not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, takes_back),
  foreign key (enterprise_id, case_id) references recall_case,
  foreign key (enterprise_id, takes_back) references recall_report,
  foreign key (enterprise_id, recorded_by) references account
);
call make_evidence_table('recall_report');
create index recall_report_by_case on recall_report (enterprise_id, case_id, id);

-- For which report that was late a reminder was written: once for each moment it was due at.
create table recall_reminder (
  enterprise_id uuid not null,
  case_id uuid not null,
  due text not null check (due <> ''),
  primary key (enterprise_id, case_id, due),
  foreign key (enterprise_id, case_id) references recall_case
);
call make_evidence_table('recall_reminder', 'case_id', 'due');

alter table customer add column email text not null default '';
-- When the notice went to this customer's mailbox, and to which.
alter table recall_customer
  add column mailed_to text check (mailed_to <> ''),
  add column mailed_at timestamptz,
  add check ((mailed_to is null) = (mailed_at is null) and (mailed_at is null or notified_at is not null));
