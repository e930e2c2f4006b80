-- A supplier's state becomes another by two persons (decision 0036): by a change, or by a provisional stop that a second person confirms or lifts.

alter table supplier drop constraint supplier_state_check;
alter table supplier add constraint supplier_state_check check (state in ('candidate', 'qualified', 'stopped', 'suspended', 'removed'));

-- 临时暂停. One entitled person stops a supplier at once; so do a failed audit and an edit of what the supplier was judged by.
create table supplier_stop (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  supplier_id uuid not null,
  cause text not null check (cause in ('urgent', 'audit', 'edit')),
  reason text not null check (reason <> ''),
  placed_by uuid not null,
  placed_at timestamptz not null default now(),
  -- `confirmed`: the supplier is suspended. `lifted`: the supplier is qualified again.
  ended_as text check (ended_as in ('confirmed', 'lifted')),
  conclusion text check (conclusion <> ''),
  ended_by uuid,
  ended_at timestamptz,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, supplier_id) references supplier,
  foreign key (enterprise_id, placed_by) references account,
  foreign key (enterprise_id, ended_by) references account,
  constraint supplier_stop_by_two check (ended_by <> placed_by),
  check ((ended_as is null) = (ended_at is null) and (ended_at is null) = (ended_by is null) and (ended_at is null) = (conclusion is null))
);
create unique index supplier_stop_open on supplier_stop (enterprise_id, supplier_id) where ended_at is null;
create index supplier_stop_by_supplier on supplier_stop (enterprise_id, supplier_id);
call make_tenant_table('supplier_stop');

-- `lapsed`: on its day the supplier was no longer as the change found it, so nothing was done. The calendar says so, nobody else.
alter table change_request drop constraint change_request_record_check;
alter table change_request add constraint change_request_record_check check (record in ('material', 'product', 'supplier'));
alter table change_request drop constraint change_request_state_check;
alter table change_request add constraint change_request_state_check
  check (state in ('proposed', 'approved', 'in_force', 'refused', 'cancelled', 'lapsed'));
alter table change_request drop constraint change_request_check2;
alter table change_request add constraint change_request_check2 check (
  (state in ('refused', 'cancelled', 'lapsed')) = (ended_at is not null) and (ended_at is null) = (end_reason is null)
  and (ended_by is not null) = (state in ('refused', 'cancelled')));
