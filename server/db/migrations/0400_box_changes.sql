-- 拆箱、补装、合箱 (decision 0094): what was done to a box after it was packed, by whom and why. What lies in it is in box_content as ever.

-- A box that gets another carton gets a label of its own: a run of labels may be of boxes alone.
alter table label_run alter column pack_range_id drop not null;
alter table label_run add constraint label_run_has_labels check (num_nonnulls(pack_range_id, box_range_id) > 0);

create table box_change (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  change_no text not null,
  -- 拆箱: packs were taken out. 补装: packs of the same batch were put in. 合箱: afterwards packs of two batches lie in it.
  kind text not null check (kind in ('open', 'refill', 'merge')),
  box_range_id uuid not null,
  box_level smallint not null generated always as (3) stored,
  box_index bigint not null,
  -- As it stands on the box: who reads the record has the box, not the key.
  box_code text not null check (box_code <> ''),
  -- Whether the box got its label with this change.
  is_new_box boolean not null default false,
  -- Filled up on the line, before its lot is released; else in a bin.
  packaging_order_id uuid,
  place_id uuid,
  -- How many lie in it afterwards, and how many were taken out or put in.
  packs_after integer not null check (packs_after >= 0),
  packs_moved integer not null check (packs_moved >= 1),
  reason text not null check (reason <> ''),
  changed_by uuid not null,
  checked_by uuid,
  changed_at timestamptz not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, change_no),
  foreign key (enterprise_id, box_range_id, box_level) references code_range (enterprise_id, id, level),
  foreign key (enterprise_id, packaging_order_id) references packaging_order,
  foreign key (enterprise_id, place_id) references place,
  foreign key (enterprise_id, changed_by) references account,
  foreign key (enterprise_id, checked_by) references account,
  constraint box_change_by_two check (checked_by <> changed_by),
  check ((kind = 'open') = (checked_by is null)),
  check (num_nonnulls(packaging_order_id, place_id) = case kind when 'open' then 0 else 1 end),
  check (not is_new_box or place_id is not null)
);
call make_evidence_table('box_change');
create index box_change_by_box on box_change (enterprise_id, box_range_id, box_index);
create index box_change_by_time on box_change (enterprise_id, changed_at, id);

-- The packs it is about, so that the record says by itself what lies in the box afterwards: those that stay and those that were put in.
create table box_change_pack (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  change_id uuid not null,
  way text not null check (way in ('stays', 'in', 'out')),
  range_id uuid not null,
  level smallint not null generated always as (1) stored,
  first_index bigint not null,
  last_index bigint not null check (last_index >= first_index),
  lot_id uuid not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, change_id, range_id, first_index),
  foreign key (enterprise_id, change_id) references box_change,
  foreign key (enterprise_id, range_id, level) references code_range (enterprise_id, id, level),
  foreign key (enterprise_id, lot_id) references lot
);
call make_evidence_table('box_change_pack');
create index box_change_pack_by_lot on box_change_pack (enterprise_id, lot_id);

-- Whether a code is picked is asked by its place in its range.
create index picking_code_by_range on picking_code (enterprise_id, range_id, first_index) where is_open;

-- Codes follow stock: how many of the codes that count as packs here are void. Older versions voided codes in stock; from now on they only become fewer.
alter table packs_in_house add column voided bigint not null default 0 check (voided >= 0);
alter table packs_in_house add column voided_before bigint not null default 0;
