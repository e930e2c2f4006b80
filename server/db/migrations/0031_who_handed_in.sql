-- Who handed a file in. A digest names a file and opens none: it is used by those who handed the file in, and by those who may read it beside
-- a record. Technical like stored_file, and gone with it.
create table file_upload (
  enterprise_id uuid not null references enterprise,
  digest text not null,
  account_id uuid not null,
  uploaded_at timestamptz not null default now(),
  primary key (enterprise_id, digest, account_id),
  foreign key (enterprise_id, digest) references stored_file on delete cascade,
  foreign key (enterprise_id, account_id) references account
);
alter table file_upload enable row level security;
alter table file_upload force row level security;
create policy tenant on file_upload using (enterprise_id = (select current_enterprise())) with check (enterprise_id = current_enterprise());
create policy caretaker on file_upload for all to bencao_owner using (true) with check (true);
grant select, insert, update on file_upload to bencao_app;
