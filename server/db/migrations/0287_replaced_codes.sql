-- 换签 (decision 0076): a pack whose label is damaged gets another code; the old one is void and names the new one.
create table code_replacement (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  old_range_id uuid not null,
  old_index bigint not null,
  new_range_id uuid not null,
  new_index bigint not null,
  reason text not null check (reason <> ''),
  replaced_by uuid not null,
  checked_by uuid not null,
  replaced_at timestamptz not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, old_range_id, old_index),
  unique (enterprise_id, new_range_id, new_index),
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, old_range_id) references code_range,
  foreign key (enterprise_id, new_range_id) references code_range,
  foreign key (enterprise_id, replaced_by) references account,
  foreign key (enterprise_id, checked_by) references account,
  constraint code_replacement_by_two check (checked_by <> replaced_by)
);
call make_evidence_table('code_replacement');
create index code_replacement_by_lot on code_replacement (enterprise_id, lot_id, id);
