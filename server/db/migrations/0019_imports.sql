-- Which file made which records: the file itself is kept as evidence.
create table spreadsheet_import (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  subject text not null check (subject <> ''),
  digest text not null,
  name text not null check (name <> ''),
  rows integer not null check (rows > 0),
  imported_by uuid not null,
  imported_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, digest) references stored_file,
  foreign key (enterprise_id, imported_by) references account
);
create index spreadsheet_import_by_file on spreadsheet_import (enterprise_id, digest);
call make_evidence_table('spreadsheet_import');
