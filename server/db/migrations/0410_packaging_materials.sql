-- 包材 counted in pieces (decision 0096): a unit on the material and on its lots, the acceptance of a lot, what a pack and a box take, and each movement between
-- the store and a packaging order.
alter table material
  add unit text not null default 'kg' check (unit in ('kg', '个', '张', '只', '条', '卷', '套')),
  add constraint material_counted_is_packaging check (unit = 'kg' or category = 'packaging');
alter table lot
  add unit text not null default 'kg' check (unit in ('kg', '个', '张', '只', '条', '卷', '套')),
  add constraint lot_counted check (unit = 'kg' or kind = 'auxiliary' and quantity = trunc(quantity));

alter table stock_entry drop constraint stock_entry_kind_check;
alter table stock_entry add constraint stock_entry_kind_check check (kind in ('receipt', 'sample', 'retention', 'issue', 'return_from_production', 'transfer',
  'supplier_return', 'destroy', 'gain', 'shortage', 'production_input', 'production_output', 'pack_input', 'pack_output', 'pack_loss', 'pack_issue', 'pack_return',
  'process_loss', 'ship', 'sales_return', 'reversal'));
alter table stock_ledger drop constraint stock_ledger_goods_class_check;
alter table stock_ledger add constraint stock_ledger_goods_class_check check (goods_class in ('raw', 'auxiliary', 'packaging', 'bulk', 'pack', 'toxic'));
alter table count_tolerance drop constraint count_tolerance_goods_class_check;
alter table count_tolerance add constraint count_tolerance_goods_class_check check (goods_class in ('raw', 'auxiliary', 'packaging', 'bulk', 'toxic'));

-- The graph goes on from a lot of bags to the packs: pieces, and no share of what is in them.
alter table lot_edge drop constraint lot_edge_role_check, drop constraint lot_edge_share_check;
alter table lot_edge add constraint lot_edge_role_check check (role in ('main', 'auxiliary', 'packaging')),
  add constraint lot_edge_share_check check (case when role = 'packaging' then share = 0 and step = 'packaging' else share > 0 and share <= 1 end);

-- An order of a specification that names its packaging materials needs no lot in words.
alter table packaging_order drop constraint packaging_order_packaging_material_check;

-- 包材验收检验: what was looked at of a lot, and what quality assurance said.
create table pack_acceptance (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  acceptance_no text not null,
  lot_id uuid not null,
  -- Pieces looked at, and those of them that the looking used up.
  looked_at integer not null check (looked_at > 0),
  used_up integer not null check (used_up between 0 and looked_at),
  appearance text not null check (appearance in ('pass', 'fail')),
  dimensions text not null check (dimensions in ('pass', 'fail')),
  -- 印刷文字; none on what bears no print.
  printing text not null check (printing in ('pass', 'fail', 'none')),
  -- 供应商合格证或检验报告号.
  certificate_no text not null default '',
  conforms boolean not null check (conforms = (appearance = 'pass' and dimensions = 'pass' and printing <> 'fail')),
  note text not null default '',
  retest_on date,
  decided_by uuid not null,
  inspected_by uuid not null,
  decided_at timestamptz not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, acceptance_no),
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, decided_by) references account,
  foreign key (enterprise_id, inspected_by) references account,
  constraint pack_acceptance_by_two check (inspected_by <> decided_by),
  constraint pack_acceptance_explained check (conforms or note <> ''),
  check (conforms = (retest_on is not null))
);
call make_evidence_table('pack_acceptance');
create index pack_acceptance_of_lot on pack_acceptance (enterprise_id, lot_id, id);

-- What one pack, or one box, of a specification takes.
create table pack_spec_material (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  pack_spec_id uuid not null,
  material_id uuid not null,
  per text not null check (per in ('pack', 'box')),
  pieces integer not null check (pieces between 1 and 1000),
  primary key (enterprise_id, id),
  unique (enterprise_id, pack_spec_id, material_id, per),
  foreign key (enterprise_id, pack_spec_id) references pack_spec,
  foreign key (enterprise_id, material_id) references material
);
call make_tenant_table('pack_spec_material');
-- The list of a specification is written anew and whole; the audit keeps what it was.
grant delete on pack_spec_material to bencao_app;

-- The same, as it was when the order was written.
create table packaging_order_material (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  packaging_order_id uuid not null,
  material_id uuid not null,
  per_pack integer not null check (per_pack >= 0),
  per_box integer not null check (per_box >= 0),
  primary key (enterprise_id, id),
  unique (enterprise_id, packaging_order_id, material_id),
  foreign key (enterprise_id, packaging_order_id) references packaging_order,
  foreign key (enterprise_id, material_id) references material,
  check (per_pack + per_box > 0)
);
call make_evidence_table('packaging_order_material');

-- 包材领用, 退料, and the account at the end: pieces of a lot.
create table pack_material_entry (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  packaging_order_id uuid not null,
  lot_id uuid not null,
  kind text not null check (kind in ('issue', 'give_back', 'account')),
  issued integer not null default 0 check (issued >= 0),
  used integer not null default 0 check (used >= 0),
  spoiled integer not null default 0 check (spoiled >= 0),
  destroyed integer not null default 0 check (destroyed >= 0),
  sampled integer not null default 0 check (sampled >= 0),
  returned integer not null default 0 check (returned >= 0),
  lost integer not null default 0 check (lost >= 0),
  -- The bin that takes back what is returned.
  place_id uuid,
  reason text not null default '',
  entered_by uuid not null,
  second_by uuid not null,
  entered_at timestamptz not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, packaging_order_id) references packaging_order,
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, place_id) references place,
  foreign key (enterprise_id, entered_by) references account,
  foreign key (enterprise_id, second_by) references account,
  constraint pack_material_by_two check (second_by <> entered_by),
  check (case kind when 'issue' then issued > 0 and used + spoiled + destroyed + sampled + returned + lost = 0
    when 'give_back' then issued = 0 and used + sampled = 0 and spoiled + destroyed + returned + lost > 0 and reason <> ''
    else issued = 0 and used + spoiled + destroyed + sampled + returned + lost > 0 end),
  check ((returned > 0) = (place_id is not null))
);
call make_evidence_table('pack_material_entry');
create index pack_material_entry_of_order on pack_material_entry (enterprise_id, packaging_order_id, lot_id);
create index pack_material_entry_of_lot on pack_material_entry (enterprise_id, lot_id, id);
