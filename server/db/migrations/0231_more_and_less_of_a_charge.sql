-- 补领 and 退料 while a batch is made (decision 0067).

-- A second issue for the same order has a reason and is approved by a third person.
alter table production_issue
  drop constraint production_issue_enterprise_id_order_id_key,
  add column is_supplement boolean not null default false,
  add column approved_by uuid,
  add foreign key (enterprise_id, approved_by) references account,
  add constraint production_supplement_approved check (is_supplement = (approved_by is not null) and (not is_supplement or reason <> '')),
  add constraint production_supplement_third_person check (approved_by <> issued_by and approved_by <> checked_by);
create unique index production_first_issue on production_issue (enterprise_id, order_id) where not is_supplement;
create index production_issue_by_order on production_issue (enterprise_id, order_id, id);

-- What goes back to its lot before the batch is finished, container by container.
create table production_return (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  return_no text not null,
  order_id uuid not null,
  scale_no text not null,
  scale_valid_until date not null,
  weighings jsonb not null check (jsonb_typeof(weighings) = 'array' and jsonb_array_length(weighings) > 0),
  reason text not null check (reason <> ''),
  returned_by uuid not null,
  returned_at timestamptz not null,
  checked_by uuid not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, return_no),
  foreign key (enterprise_id, order_id) references production_order,
  foreign key (enterprise_id, returned_by) references account,
  foreign key (enterprise_id, checked_by) references account,
  constraint production_return_checked check (checked_by <> returned_by)
);
call make_evidence_table('production_return');
create index production_return_by_order on production_return (enterprise_id, order_id, id);
