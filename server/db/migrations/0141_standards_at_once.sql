-- The warehouse chooses no standard: a lot is tested by all that apply on the day of its request. The law's decide about conformity, the firm's own
-- and a customer's ask for more (domain §2.7, decision 0056).
alter table standard
  -- Whose standard it is, where a customer asks for it.
  add column customer_id uuid,
  add foreign key (enterprise_id, customer_id) references customer,
  add constraint standard_of_customer check (customer_id is null or kind = '客户标准');
drop index standard_once;
create unique index standard_once on standard (enterprise_id, material_id, product_id, customer_id, kind, name) nulls not distinct;

-- What an inspection is judged by, as it was on the day of the request. Inspections of before have the one that they name.
create table inspection_standard (
  enterprise_id uuid not null references enterprise,
  inspection_id uuid not null,
  standard_version_id uuid not null,
  authority text not null check (authority in ('legal', 'internal', 'customer')),
  primary key (enterprise_id, inspection_id, standard_version_id),
  foreign key (enterprise_id, inspection_id) references inspection,
  foreign key (enterprise_id, standard_version_id) references standard_version
);
create index inspection_standard_by_version on inspection_standard (enterprise_id, standard_version_id);
call make_evidence_table('inspection_standard', 'inspection_id', 'standard_version_id');

-- What a report found by a customer's standard. The latest one says whether the lot, and what was made of it, may go to that customer.
create table customer_verdict (
  enterprise_id uuid not null references enterprise,
  report_id uuid not null,
  standard_version_id uuid not null,
  lot_id uuid not null,
  customer_id uuid not null,
  conforms boolean not null,
  primary key (enterprise_id, report_id, standard_version_id),
  foreign key (enterprise_id, report_id) references report,
  foreign key (enterprise_id, standard_version_id) references standard_version,
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, customer_id) references customer
);
create index customer_verdict_by_lot on customer_verdict (enterprise_id, lot_id, customer_id, report_id);
call make_evidence_table('customer_verdict', 'report_id', 'standard_version_id');
