-- Documents on paper: how an enterprise's forms are headed, by version, and every print of one.

-- 表单: the number and the retention of the form of one kind of document. A later version takes its place for what is printed from then on.
create table paper_form (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  -- The document, in the words of the contract.
  kind text not null check (kind ~ '^[a-z_]+$'),
  version integer not null check (version > 0),
  form_no text not null,
  retention text not null,
  reason text not null check (reason <> ''),
  written_by uuid not null,
  written_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  constraint paper_form_version unique (enterprise_id, kind, version),
  foreign key (enterprise_id, written_by) references account
);
call make_evidence_table('paper_form');

-- 抬头: the logo over every document. No digest: none.
create table letterhead (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  version integer not null check (version > 0),
  digest text,
  reason text not null check (reason <> ''),
  written_by uuid not null,
  written_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  constraint letterhead_version unique (enterprise_id, version),
  foreign key (enterprise_id, digest) references stored_file,
  foreign key (enterprise_id, written_by) references account
);
call make_evidence_table('letterhead');

-- A print: what was printed of which record, under which form, and the file itself by its digest.
create table paper_print (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  kind text not null check (kind ~ '^[a-z_]+$'),
  record_id uuid not null,
  document_no text not null check (document_no <> ''),
  print_no integer not null check (print_no > 0),
  form_id uuid,
  letterhead_id uuid,
  -- What the paper says of its state: 已被替代, 作废, 演示.
  marks text[] not null,
  pages integer not null check (pages > 0),
  digest text not null,
  reason text not null,
  printed_by uuid not null,
  printed_at timestamptz not null,
  primary key (enterprise_id, id),
  constraint paper_print_once unique (enterprise_id, kind, record_id, print_no),
  -- 补打须说明原因
  constraint reprint_has_reason check (print_no = 1 or reason <> ''),
  foreign key (enterprise_id, form_id) references paper_form,
  foreign key (enterprise_id, letterhead_id) references letterhead,
  foreign key (enterprise_id, digest) references stored_file,
  foreign key (enterprise_id, printed_by) references account
);
create index paper_print_by_file on paper_print (enterprise_id, digest);
call make_evidence_table('paper_print');
