-- 监管锁定 of the whole enterprise or of a product (decision 0092): by a document of the authority, by two persons, and lifted by another document alone. Lots and
-- single packs have their own (hold of kind regulator, code_lock).
create table authority_lock (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  level text not null check (level in ('enterprise', 'product')),
  product_id uuid,
  -- 监管部门, and the number and day of its document.
  authority text not null check (authority <> ''),
  authority_no text not null check (authority_no <> ''),
  ordered_on date not null,
  -- Until when, where the document says so. The day ends nothing: a document does.
  until_on date check (until_on >= ordered_on),
  reason text not null check (reason <> ''),
  placed_by uuid not null,
  placed_second_by uuid not null,
  placed_at timestamptz not null,
  lifted_by uuid,
  lift_second_by uuid,
  lifted_at timestamptz,
  -- The document that lifts it, its day, and what it says.
  lift_no text check (lift_no <> ''),
  lift_ordered_on date,
  conclusion text check (conclusion <> ''),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, product_id) references product,
  foreign key (enterprise_id, placed_by) references account,
  foreign key (enterprise_id, placed_second_by) references account,
  foreign key (enterprise_id, lifted_by) references account,
  foreign key (enterprise_id, lift_second_by) references account,
  constraint authority_lock_placed_by_two check (placed_second_by <> placed_by),
  constraint authority_lock_lifted_by_two check (lift_second_by <> lifted_by),
  check ((level = 'product') = (product_id is not null)),
  check (num_nulls(lifted_by, lift_second_by, lifted_at, lift_no, lift_ordered_on, conclusion) in (0, 6)),
  constraint authority_lock_lifted_later check (lift_ordered_on >= ordered_on and lift_no <> authority_no)
);
call make_tenant_table('authority_lock');
create index authority_lock_in_force on authority_lock (enterprise_id, product_id) where lifted_at is null;
create index authority_lock_of_product on authority_lock (enterprise_id, product_id);
create index authority_lock_by_time on authority_lock (enterprise_id, placed_at, id);
create index code_lock_by_time on code_lock (enterprise_id, placed_at, id);
create index hold_of_regulator on hold (enterprise_id, placed_at, id) where kind = 'regulator';
