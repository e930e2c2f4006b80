-- 换包装 (decision 0107): packs whose packaging is damaged, mislabelled or of the wrong size are opened and packed anew, as another pack lot of the same batch.
alter table packaging_order
  -- The pack lot of which packs are opened; the batch is that of these packs.
  add repack_of uuid,
  add repack_ground text check (repack_ground in ('damaged', 'mislabelled', 'resized')),
  add repack_reason text,
  -- QA, beside the approver.
  add repack_approved_by uuid,
  add foreign key (enterprise_id, repack_of) references lot,
  add foreign key (enterprise_id, repack_approved_by) references account,
  add constraint packaging_repack_whole check (num_nulls(repack_of, repack_ground, repack_reason) in (0, 3) and repack_reason <> ''),
  add constraint packaging_repack_needs_quality check (case when repack_of is null then repack_approved_by is null
    else repack_approved_by is not null or state in ('draft', 'cancelled') end),
  add constraint packaging_repack_third_person check (repack_approved_by <> created_by and repack_approved_by <> approved_by);
create index packaging_order_by_repack on packaging_order (enterprise_id, repack_of) where repack_of is not null;

-- The packs that an order opens, named by their codes. While the order is open nothing else takes them.
create table repack_code (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  packaging_order_id uuid not null,
  lot_id uuid not null,
  range_id uuid not null,
  level smallint not null generated always as (1) stored,
  first_index bigint not null,
  last_index bigint not null check (last_index >= first_index),
  is_open boolean not null default true,
  primary key (enterprise_id, id),
  unique (enterprise_id, packaging_order_id, range_id, first_index),
  foreign key (enterprise_id, packaging_order_id) references packaging_order,
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, range_id, level) references code_range (enterprise_id, id, level),
  constraint pack_repacked_once exclude using gist (enterprise_id with =, range_id with =, int8range(first_index, last_index, '[]') with &&) where (is_open)
);
call make_tenant_table('repack_code');
create index repack_code_by_range on repack_code (enterprise_id, range_id, first_index) where is_open;

-- What was opened, what was not found, and why the content of the opened packs is not all in the new ones.
alter table packaging_record
  add opened_packs integer check (opened_packs > 0),
  add missing_packs integer check (missing_packs >= 0),
  add loss_reason text not null default '',
  add constraint packaging_repack_counted check (num_nulls(opened_packs, missing_packs) in (0, 2));

-- An opened pack is a pack no more; its code stays with its lot.
alter table code_span drop constraint code_span_state_check,
  add constraint code_span_state_check check (state in ('issued', 'activated', 'in_stock', 'shipped', 'returned', 'sampled', 'repacked', 'voided', 'destroyed', 'missing'));
alter table code_event drop constraint code_event_state_check,
  add constraint code_event_state_check check (state in ('issued', 'activated', 'in_stock', 'shipped', 'returned', 'sampled', 'repacked', 'voided', 'destroyed', 'missing'));

-- Packs that were packed anew.
alter table lot_edge drop constraint lot_edge_step_check,
  add constraint lot_edge_step_check check (step in ('production', 'packaging', 'rework', 'repack'));
