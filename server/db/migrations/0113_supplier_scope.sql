-- What a supplier may deliver grows by two persons (decision 0036). What was added, as they signed it; what was taken away is in the audit alone.
create table supplier_scope_change (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  supplier_id uuid not null,
  -- [{ materialId, material, province, city, county }]; an empty place is any place.
  added jsonb not null check (jsonb_typeof(added) = 'array'),
  reason text not null check (reason <> ''),
  changed_by uuid not null,
  changed_at timestamptz not null default now(),
  -- Filled in once, with the second person's signature.
  approved_by uuid,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, supplier_id) references supplier,
  foreign key (enterprise_id, changed_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  constraint supplier_scope_by_two check (approved_by <> changed_by)
);
create index supplier_scope_change_by_supplier on supplier_scope_change (enterprise_id, supplier_id);
call make_tenant_table('supplier_scope_change');
