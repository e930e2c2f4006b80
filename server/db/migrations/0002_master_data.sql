-- What the workflow draws on: materials, products, standards, processes, suppliers, customers, places.

-- 物料: crude drugs (药材), auxiliaries (辅料), packaging (包材). There is no category for bought pieces: I9 forbids buying them.
create table material (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  code text not null,
  category text not null check (category in ('crude_drug', 'auxiliary', 'packaging')),
  name text not null check (name <> ''),
  initials text not null default '',
  latin text not null default '',
  -- 基原: where there is more than one, the receipt must say which.
  species text[] not null default '{}',
  medicinal_part text not null default '',
  usual_origin text not null default '',
  usual_harvest text not null default '',
  storage text not null default '',
  is_toxic boolean not null default false,
  -- 贵重: every package is sampled.
  is_precious boolean not null default false,
  needs_growth_years boolean not null default false,
  retest_months integer not null default 12 check (retest_months between 1 and 120),
  is_active boolean not null default true,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  unique (enterprise_id, code)
);

-- 炮制方法 (ChP 通则 0213).
create table processing_method (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  name text not null,
  initials text not null default '',
  how text not null default '',
  auxiliary text not null default '',
  to_record text not null default '',
  primary key (enterprise_id, id),
  unique (enterprise_id, name)
);

-- 产品 (饮片): variety + processing + standard make one product.
create table product (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  code text not null,
  name text not null check (name <> ''),
  initials text not null default '',
  material_id uuid not null,
  processing_method text not null,
  -- 规格: 薄片, 厚片, 段 … as on the label.
  cut_spec text not null default '',
  storage text not null default '',
  shelf_life_months integer not null check (shelf_life_months between 1 and 120),
  is_toxic boolean not null default false,
  is_direct_oral boolean not null default false,
  is_active boolean not null default true,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  unique (enterprise_id, code),
  foreign key (enterprise_id, material_id) references material
);
create index product_by_material on product (enterprise_id, material_id);

-- 包装规格, e.g. 500 g/袋 × 20 袋/箱.
create table pack_spec (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  product_id uuid not null,
  name text not null,
  -- Net content of one pack, kg.
  net_quantity numeric(14, 4) not null check (net_quantity > 0),
  pack_unit text not null default '袋',
  packs_per_box integer not null check (packs_per_box between 1 and 100000),
  code_scheme text not null check (code_scheme in ('NMPA20', 'GS1', 'INTERNAL')),
  -- 药品标识码 of the pack and of the box: issued by the authority's platform, never invented.
  pack_identification text check (pack_identification ~ '^\d{7}$'),
  box_identification text check (box_identification ~ '^\d{7}$'),
  pack_gtin text check (pack_gtin ~ '^\d{14}$'),
  box_gtin text check (box_gtin ~ '^\d{14}$'),
  is_active boolean not null default true,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, product_id, name),
  foreign key (enterprise_id, product_id) references product,
  check (code_scheme <> 'NMPA20' or (pack_identification is not null and box_identification is not null and pack_identification <> box_identification)),
  check (code_scheme <> 'GS1' or (pack_gtin is not null and box_gtin is not null and pack_gtin <> box_gtin))
);
create unique index pack_identification_once on pack_spec (pack_identification);
create unique index box_identification_once on pack_spec (box_identification);
create unique index pack_gtin_once on pack_spec (pack_gtin);
create unique index box_gtin_once on pack_spec (box_gtin);

-- 质量标准: of a material or of a product, in versions; an approved version is never changed (I10).
create table standard (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  material_id uuid,
  product_id uuid,
  -- 标准类别: 中国药典, 国家中药饮片炮制规范, 省级炮制规范, 企业标准 …
  kind text not null,
  name text not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, material_id) references material,
  foreign key (enterprise_id, product_id) references product,
  check (num_nonnulls(material_id, product_id) = 1)
);
create index standard_by_material on standard (enterprise_id, material_id);
create index standard_by_product on standard (enterprise_id, product_id);

create table standard_version (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  standard_id uuid not null,
  version integer not null check (version >= 1),
  -- e.g. 2020年版一部
  edition text not null,
  effective_from date not null,
  effective_to date,
  state text not null default 'draft' check (state in ('draft', 'approved')),
  written_by uuid,
  approved_by uuid,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  unique (enterprise_id, standard_id, version),
  foreign key (enterprise_id, standard_id) references standard,
  foreign key (enterprise_id, written_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  check (effective_to is null or effective_to > effective_from),
  check (approved_by is null or approved_by <> written_by)
);

create table standard_item (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  standard_version_id uuid not null,
  line integer not null,
  -- 性状, 鉴别, 检查, 浸出物, 含量测定, 微生物, 其它
  item_group text not null,
  name text not null,
  -- 标准规定, verbatim.
  spec_text text not null,
  operator text not null check (operator in ('le', 'ge', 'range', 'eq', 'absent', 'qualitative')),
  -- Limits are text: 3 and 3.0 are different limits (I11); the decimals are read from them.
  low text check (low ~ '^\d+(\.\d+)?$'),
  high text check (high ~ '^\d+(\.\d+)?$'),
  internal_low text check (internal_low ~ '^\d+(\.\d+)?$'),
  internal_high text check (internal_high ~ '^\d+(\.\d+)?$'),
  unit text not null default '',
  method text not null default '',
  parallels integer not null default 2 check (parallels between 1 and 6),
  is_mandatory boolean not null default true,
  quoted_allowed boolean not null default false,
  outsourced_allowed boolean not null default false,
  primary key (enterprise_id, id),
  unique (enterprise_id, standard_version_id, line),
  foreign key (enterprise_id, standard_version_id) references standard_version,
  check (case operator when 'le' then low is null and high is not null when 'ge' then low is not null and high is null
    when 'range' then low is not null and high is not null when 'eq' then low is not null and high is null else low is null and high is null end)
);

create function keep_approved_standard() returns trigger language plpgsql as $$
begin
  if (select state from standard_version v where v.enterprise_id = old.enterprise_id
      and v.id = case tg_table_name when 'standard_version' then (to_jsonb(old) ->> 'id')::uuid else (to_jsonb(old) ->> 'standard_version_id')::uuid end) = 'approved'
    and (tg_table_name = 'standard_item' or to_jsonb(new) - '{effective_to,row_version}'::text[] <> to_jsonb(old) - '{effective_to,row_version}'::text[])
  then raise exception 'an approved standard is not changed' using errcode = 'BC002';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger approved_kept before update or delete on standard_version for each row execute function keep_approved_standard();
create trigger approved_kept before update or delete on standard_item for each row execute function keep_approved_standard();

-- 工艺规程: how a product is made; one version is effective, a running order keeps its own.
create table process_version (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  product_id uuid not null,
  version integer not null check (version >= 1),
  code text not null,
  state text not null default 'draft' check (state in ('draft', 'approved', 'superseded')),
  effective_from date not null,
  -- 收率 and 物料平衡, % of the charge.
  yield_min numeric(7, 3) not null check (yield_min >= 0),
  yield_max numeric(7, 3) not null,
  balance_min numeric(7, 3) not null check (balance_min >= 0),
  balance_max numeric(7, 3) not null,
  max_batch numeric(14, 4) not null check (max_batch > 0),
  -- 拼批: more than one raw lot of the main herb, only when validated (I2).
  allows_blending boolean not null default false,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  unique (enterprise_id, product_id, version),
  foreign key (enterprise_id, product_id) references product,
  check (yield_min <= yield_max and balance_min <= balance_max)
);
create unique index one_effective_process on process_version (enterprise_id, product_id) where state = 'approved';

create table process_step (
  enterprise_id uuid not null,
  process_version_id uuid not null,
  step_no integer not null check (step_no >= 1),
  -- 净制, 洗润, 切制, 干燥, 炮炙, 筛选 …
  name text not null,
  option text not null default '',
  is_critical boolean not null default false,
  -- [{ code, name, unit, min, target, max }], numbers as text.
  parameters jsonb not null default '[]' check (jsonb_typeof(parameters) = 'array'),
  primary key (enterprise_id, process_version_id, step_no),
  foreign key (enterprise_id, process_version_id) references process_version
);

create table process_auxiliary (
  enterprise_id uuid not null,
  process_version_id uuid not null,
  material_id uuid not null,
  -- kg per 100 kg of the main herb, and how far the actual ratio may stray, %.
  ratio numeric(9, 4) not null check (ratio > 0),
  tolerance numeric(7, 3) not null default 2 check (tolerance >= 0),
  primary key (enterprise_id, process_version_id, material_id),
  foreign key (enterprise_id, process_version_id) references process_version,
  foreign key (enterprise_id, material_id) references material
);

create table supplier (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  code text not null,
  name text not null check (name <> ''),
  initials text not null default '',
  kind text not null,
  credit_code text check (credit_code ~ '^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$'),
  address text not null default '',
  contact text not null default '',
  phone text not null default '',
  -- 供货范围
  categories text[] not null,
  state text not null default 'candidate' check (state in ('candidate', 'qualified', 'suspended', 'removed')),
  audited_on date,
  valid_until date,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  unique (enterprise_id, code),
  check (state <> 'qualified' or (audited_on is not null and valid_until is not null))
);

create table customer (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  code text not null,
  name text not null check (name <> ''),
  initials text not null default '',
  -- 医院, 药店, 批发企业, 饮片经营, 制药企业, 诊所, 其它
  kind text not null,
  credit_code text check (credit_code ~ '^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$'),
  licence_kind text not null,
  licence_no text not null,
  licence_valid_until date not null,
  -- 中药饮片, 毒性中药饮片
  scopes text[] not null,
  is_active boolean not null default true,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  unique (enterprise_id, code)
);

-- The addresses of a customer's licence: goods go nowhere else.
create table customer_address (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  province text not null,
  city text not null,
  address text not null,
  contact text not null,
  phone text not null,
  is_active boolean not null default true,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, customer_id) references customer
);
create index customer_address_by_customer on customer_address (enterprise_id, customer_id);

-- Places of the stock ledger. Real places hold goods and never fall below zero; the others are where mass comes from and goes to:
-- what production or packing takes in leaves for `transformation`, what it makes comes out of it.
create table place (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  code text not null,
  name text not null,
  kind text not null check (kind in ('bin', 'laboratory', 'retention', 'production', 'packing', 'supplier', 'customer', 'loss', 'adjustment', 'transformation')),
  is_real boolean not null generated always as (kind in ('bin', 'laboratory', 'retention', 'production', 'packing')) stored,
  warehouse text not null default '',
  -- 待验, 合格, 不合格, 退货, 待放行, 毒性 …; only bins have one.
  zone text check (zone in ('quarantine', 'released', 'rejected', 'returned', 'bulk', 'finished_quarantine', 'finished_released')),
  storage_condition text not null default '',
  is_active boolean not null default true,
  primary key (enterprise_id, id),
  unique (enterprise_id, id, is_real),
  unique (enterprise_id, code),
  check ((kind = 'bin') = (zone is not null))
);

call make_tenant_table('material');
call make_tenant_table('processing_method');
call make_tenant_table('product');
call make_tenant_table('pack_spec');
call make_tenant_table('standard');
call make_tenant_table('standard_version');
call make_tenant_table('standard_item');
call make_tenant_table('process_version');
call make_tenant_table('process_step', 'process_version_id', 'step_no');
call make_tenant_table('process_auxiliary', 'process_version_id', 'material_id');
call make_tenant_table('supplier');
call make_tenant_table('customer');
call make_tenant_table('customer_address');
call make_tenant_table('place');
