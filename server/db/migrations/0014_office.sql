-- 企业管理 (33) and 客户管理 (34): whose papers and qualification stand, until when, and who was told of their end.

-- ── 本企业 ───────────────────────────────────────────────────────────────────────────────────────────────────────────

alter table enterprise
  add column legal_person text not null default '',
  -- 省级行政区, the name of GB/T 2260.
  add column province text not null default '',
  add column city text not null default '',
  add column contact text not null default '',
  add column email text not null default '',
  -- 质量负责人
  add column quality_head text not null default '',
  -- 追溯节点编码: the CPC number of 14 digits that the association's node is known by.
  add column node_code text check (node_code ~ '^\d{14}$'),
  add column latitude numeric(9, 6) check (latitude between -90 and 90),
  add column longitude numeric(9, 6) check (longitude between -180 and 180);

-- What the platform's operator sees of the enterprises here: who they are and how many people use it, nothing of their business.
create function platform_enterprises()
returns table (id uuid, number integer, name text, initials text, credit_code text, licence_no text, legal_person text, province text, city text, address text,
  contact text, phone text, email text, node_code text, is_operating boolean, is_demo boolean, accounts integer, last_seen_at timestamptz, created_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, e.number, e.name, e.initials, e.credit_code, e.licence_no, e.legal_person, e.province, e.city, e.address,
    e.contact, e.phone, e.email, e.node_code, e.is_operating, e.is_demo,
    (select count(*)::integer from account where account.enterprise_id = e.id and account.state = 'active'),
    (select max(session.last_seen_at) from session where session.enterprise_id = e.id), e.created_at
  from enterprise e
  -- Answers nobody but the operating enterprise, whatever the caller believes.
  where exists (select from enterprise o where o.id = current_enterprise() and o.is_operating);
$$;
grant execute on function platform_enterprises() to bencao_app;

-- ── 供应商 ───────────────────────────────────────────────────────────────────────────────────────────────────────────

alter table supplier
  add column legal_person text not null default '',
  add column province text not null default '',
  add column latitude numeric(9, 6) check (latitude between -90 and 90),
  add column longitude numeric(9, 6) check (longitude between -180 and 180),
  add column remark text not null default '',
  -- Why it is suspended or was removed; '' while it is neither.
  add column state_reason text not null default '',
  add column created_by uuid,
  add column qualified_by uuid,
  add column qualified_at timestamptz,
  add foreign key (enterprise_id, created_by) references account,
  add foreign key (enterprise_id, qualified_by) references account,
  add check ((qualified_by is null) = (qualified_at is null)),
  -- Who brings a supplier in does not also declare it fit (I7).
  add constraint supplier_author_qualifies check (qualified_by <> created_by),
  add constraint supplier_audited_before_end check (valid_until >= audited_on);
-- One firm is one supplier; who was removed may be brought in anew.
create unique index supplier_credit_code_once on supplier (enterprise_id, credit_code) where state <> 'removed';
create index supplier_by_name on supplier (enterprise_id, name);

-- 供应商审计: what was found on site or in the papers, by whom, and for how long it holds. Evidence; a wrong one is followed by another.
create table supplier_audit (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  supplier_id uuid not null,
  kind text not null check (kind in ('first', 'periodic', 'for_cause')),
  audited_on date not null,
  auditors text not null check (auditors <> ''),
  result text not null check (result in ('passed', 'conditional', 'failed')),
  valid_until date,
  findings text not null default '',
  -- 整改措施 (CAPA): what the supplier must put right.
  corrective_actions text not null default '',
  recorded_by uuid not null,
  recorded_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, supplier_id) references supplier,
  foreign key (enterprise_id, recorded_by) references account,
  check ((valid_until is null) = (result = 'failed')),
  check (valid_until > audited_on),
  check (result <> 'conditional' or corrective_actions <> '')
);
create index supplier_audit_by_supplier on supplier_audit (enterprise_id, supplier_id, audited_on desc);
call make_evidence_table('supplier_audit');

-- 批准供应的物料与产地. An empty place is any place; auxiliaries and packaging have none.
create table supplier_material (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  supplier_id uuid not null,
  material_id uuid not null,
  province text not null default '',
  city text not null default '',
  county text not null default '',
  primary key (enterprise_id, id),
  unique (enterprise_id, supplier_id, material_id, province, city, county),
  foreign key (enterprise_id, supplier_id) references supplier,
  foreign key (enterprise_id, material_id) references material,
  check (province <> '' or city = ''),
  check (city <> '' or county = '')
);
create index supplier_material_by_material on supplier_material (enterprise_id, material_id);
call make_tenant_table('supplier_material');
grant delete on supplier_material to bencao_app;

-- Those who could be ordered from so far could deliver anything of their kind; from here on the list says what. Nobody is cut off by the
-- change, and the audit of each enterprise says where its list came from.
do $$
declare
  tenant uuid;
begin
  for tenant in select id from enterprise loop
    perform set_config('app.enterprise', tenant::text, true), set_config('app.actor', 'migration', true), set_config('app.request', '0014_office.sql', true);
    insert into supplier_material (enterprise_id, supplier_id, material_id)
    select supplier.enterprise_id, supplier.id, material.id
    from supplier join material on material.enterprise_id = supplier.enterprise_id and material.category = any (supplier.categories)
    where supplier.state in ('qualified', 'suspended');
  end loop;
end $$;

-- ── 客户 ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

alter table customer
  add column legal_person text not null default '',
  add column quality_contact text not null default '',
  add column phone text not null default '',
  add column remark text not null default '';
create unique index customer_credit_code_once on customer (enterprise_id, credit_code);
create index customer_by_name on customer (enterprise_id, name);

-- ── 证照 ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Of the enterprise itself, or of a supplier, or of a customer (whose deciding licence stands on the customer itself). One that was
-- replaced is put aside, not removed.
create table licence (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  supplier_id uuid,
  customer_id uuid,
  -- 营业执照, 药品生产许可证, 药品经营许可证 …
  kind text not null check (kind <> ''),
  number text not null check (number <> ''),
  -- 许可范围, as printed.
  scope text not null default '',
  issued_by text not null default '',
  valid_from date,
  -- Empty for one without an end (长期).
  valid_until date,
  is_active boolean not null default true,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, supplier_id) references supplier,
  foreign key (enterprise_id, customer_id) references customer,
  check (num_nonnulls(supplier_id, customer_id) <= 1),
  check (valid_until >= valid_from)
);
create index licence_by_supplier on licence (enterprise_id, supplier_id);
create index licence_by_customer on licence (enterprise_id, customer_id);
create unique index licence_once on licence (enterprise_id, supplier_id, customer_id, kind, number) nulls not distinct where is_active;
call make_tenant_table('licence');

-- The first of a supplier's or customer's papers in use to end; null when none of them does.
create function licences_until(enterprise uuid, owner uuid) returns date language sql stable parallel safe
  return (select min(valid_until) from licence where enterprise_id = enterprise and (supplier_id = owner or customer_id = owner) and is_active);
grant execute on function licences_until(uuid, uuid) to bencao_app;

-- 到期提醒: that somebody was told, once for each end and each distance from it.
create table expiry_alert (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  subject text not null check (subject in ('licence', 'supplier', 'customer')),
  subject_id uuid not null,
  valid_until date not null,
  -- 90, 30, 7 days before, 0 once it is over.
  days integer not null check (days in (90, 30, 7, 0)),
  told_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  unique (enterprise_id, subject, subject_id, valid_until, days)
);
call make_evidence_table('expiry_alert');
