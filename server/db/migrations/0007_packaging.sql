-- 成品包装 (18), 追溯码 (21), 成品放行 (19): packs, labels and the codes on them, boxes, and the signature of the 质量受权人.

create table packaging_order (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  order_no text not null,
  state text not null default 'draft' check (state in ('draft', 'approved', 'in_progress', 'completed', 'cancelled')),
  bulk_lot_id uuid not null,
  pack_spec_id uuid not null,
  planned_packs integer not null check (planned_packs > 0),
  -- 内包材批号 and 标签版本 as issued to the line.
  packaging_material text not null check (packaging_material <> ''),
  label_version text not null check (label_version <> ''),
  remark text not null default '',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  approved_by uuid,
  approved_at timestamptz,
  -- What the labels will say, frozen at approval: nobody types a batch, a date or an origin at the printer (domain §1.3).
  label jsonb check (jsonb_typeof(label) = 'object'),
  cancelled_by uuid,
  cancelled_at timestamptz,
  cancel_reason text check (cancel_reason <> ''),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, order_no),
  foreign key (enterprise_id, bulk_lot_id) references lot,
  foreign key (enterprise_id, pack_spec_id) references pack_spec,
  foreign key (enterprise_id, created_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  foreign key (enterprise_id, cancelled_by) references account,
  constraint packaging_author_approves check (approved_by <> created_by),
  check (num_nonnulls(approved_by, approved_at, label) in (0, 3)),
  check (state in ('draft', 'cancelled') or approved_by is not null),
  check ((state = 'cancelled') = (cancel_reason is not null) and num_nonnulls(cancelled_by, cancelled_at, cancel_reason) in (0, 3))
);
create index packaging_order_by_state on packaging_order (enterprise_id, state, created_at desc, id);
create index packaging_order_by_age on packaging_order (enterprise_id, created_at desc, id);
create index packaging_order_by_bulk on packaging_order (enterprise_id, bulk_lot_id);

-- ── Trace codes: ranges, not rows ────────────────────────────────────────────────────────────────────────────────────

-- The next index of each series: an NMPA identification code, a GTIN, or the enterprise's own (''). Never turned back.
create table code_counter (
  enterprise_id uuid not null references enterprise,
  scheme text not null,
  series text not null,
  next bigint not null check (next > 0),
  primary key (enterprise_id, scheme, series)
) with (fillfactor = 50);

create function next_code_index(given_scheme text, given_series text, given_count bigint) returns bigint language sql as $$
  insert into code_counter as c (enterprise_id, scheme, series, next) values (current_enterprise(), given_scheme, given_series, given_count)
  on conflict (enterprise_id, scheme, series) do update set next = c.next + given_count
  returning next - given_count;
$$;

-- Ten million codes are one row: the code at an index is computed, never stored (product.md §5).
create table code_range (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  packaging_order_id uuid not null,
  pack_spec_id uuid not null,
  -- 1 pack, 3 box (packLayer of the relation file).
  level smallint not null check (level in (1, 3)),
  scheme text not null check (scheme in ('NMPA20', 'GS1', 'INTERNAL')),
  series text not null check (case scheme when 'NMPA20' then series ~ '^\d{7}$' when 'GS1' then series ~ '^\d{14}$' else series = '' end),
  first_index bigint not null check (first_index >= 0),
  last_index bigint not null check (last_index >= first_index),
  count bigint not null generated always as (last_index - first_index + 1) stored,
  -- Of the master key the codes were made with: a database restored beside another key cannot read them, and this tells.
  key_fingerprint text not null check (key_fingerprint ~ '^[0-9a-f]{16}$'),
  issued_by uuid not null,
  issued_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  unique (enterprise_id, id, level),
  unique (enterprise_id, id, packaging_order_id),
  foreign key (enterprise_id, packaging_order_id) references packaging_order,
  foreign key (enterprise_id, pack_spec_id) references pack_spec,
  foreign key (enterprise_id, issued_by) references account,
  -- A code is never issued twice.
  constraint code_issued_once exclude using gist (enterprise_id with =, scheme with =, series with =, int8range(first_index, last_index, '[]') with &&)
);
create index code_range_by_order on code_range (enterprise_id, packaging_order_id);
create index code_range_by_age on code_range (enterprise_id, issued_at desc, id);

-- 标签领用记录: labels come to the line in numbered runs, each label with its own code; another run after the first says why.
create table label_run (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  run_no text not null,
  packaging_order_id uuid not null,
  serial integer not null check (serial >= 1),
  pack_range_id uuid not null,
  box_range_id uuid,
  reason text not null default '',
  issued_by uuid not null,
  issued_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  unique (enterprise_id, run_no),
  unique (enterprise_id, packaging_order_id, serial),
  unique (enterprise_id, pack_range_id),
  unique (enterprise_id, box_range_id),
  foreign key (enterprise_id, packaging_order_id) references packaging_order,
  foreign key (enterprise_id, pack_range_id, packaging_order_id) references code_range (enterprise_id, id, packaging_order_id),
  foreign key (enterprise_id, box_range_id, packaging_order_id) references code_range (enterprise_id, id, packaging_order_id),
  foreign key (enterprise_id, issued_by) references account,
  constraint further_labels_need_reason check (serial = 1 or reason <> '')
);

-- 打印记录: which labels of a range were put on paper, by whom. The same label again needs a reason.
create table label_print (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  range_id uuid not null,
  first_index bigint not null,
  last_index bigint not null check (last_index >= first_index),
  reason text not null default '',
  printed_by uuid not null,
  printed_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, range_id) references code_range,
  foreign key (enterprise_id, printed_by) references account
);
create index label_print_by_range on label_print (enterprise_id, range_id, first_index);

-- The state of every code, as intervals that exactly cover their range.
create table code_span (
  enterprise_id uuid not null,
  range_id uuid not null,
  first_index bigint not null,
  last_index bigint not null check (last_index >= first_index),
  state text not null check (state in ('issued', 'activated', 'in_stock', 'shipped', 'returned', 'voided')),
  -- The finished lot the packs belong to, from activation on.
  lot_id uuid,
  primary key (enterprise_id, range_id, first_index),
  foreign key (enterprise_id, range_id) references code_range,
  foreign key (enterprise_id, lot_id) references lot,
  check (case when state = 'issued' then lot_id is null when state = 'voided' then true else lot_id is not null end),
  constraint code_in_one_state exclude using gist (enterprise_id with =, range_id with =, int8range(first_index, last_index, '[]') with &&)
);
create index code_span_by_lot on code_span (enterprise_id, lot_id, state, range_id, first_index) where lot_id is not null;

-- At commit the spans of a range cover it from end to end: with the exclusion above, no code is lost and none counted twice.
create function cover_range() returns trigger language plpgsql as $$
declare
  changed code_span := coalesce(new, old);
begin
  if exists (
    select from code_range r
    join lateral (select min(s.first_index) as first_index, max(s.last_index) as last_index, sum(s.last_index - s.first_index + 1) as count
      from code_span s where s.enterprise_id = r.enterprise_id and s.range_id = r.id) spans on true
    where r.enterprise_id = changed.enterprise_id and r.id = changed.range_id
      and (r.first_index, r.last_index, r.count) is distinct from (spans.first_index, spans.last_index, spans.count)
  ) then raise exception 'the spans of range % do not cover it', changed.range_id using errcode = 'BC002';
  end if;
  return null;
end $$;
create constraint trigger covered after insert or update or delete on code_span deferrable initially deferred for each row execute function cover_range();

-- What happened to codes, interval by interval: the story of one code is what holds its index.
create table code_event (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  range_id uuid not null,
  first_index bigint not null,
  last_index bigint not null check (last_index >= first_index),
  state text not null check (state in ('issued', 'activated', 'in_stock', 'shipped', 'returned', 'voided')),
  document_kind text not null,
  document_id uuid not null,
  document_no text not null,
  reason text not null default '',
  by_id uuid not null,
  at timestamptz not null default now(),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, range_id) references code_range,
  foreign key (enterprise_id, by_id) references account
);
create index code_event_by_index on code_event using gist (enterprise_id, range_id, int8range(first_index, last_index, '[]'));

-- 追溯码作废记录: which codes, why, signed.
create table code_void (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  range_id uuid not null,
  first_index bigint not null,
  last_index bigint not null check (last_index >= first_index),
  reason text not null check (reason <> ''),
  voided_by uuid not null,
  voided_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, range_id) references code_range,
  foreign key (enterprise_id, voided_by) references account
);

-- 装箱关系: boxes first_box … last_box of one range hold packs first_pack … last_pack of another, the same number in each
-- box and in order. opened_at ends it (拆箱).
create table box_content (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  box_range_id uuid not null,
  box_level smallint not null generated always as (3) stored,
  first_box bigint not null,
  last_box bigint not null check (last_box >= first_box),
  pack_range_id uuid not null,
  pack_level smallint not null generated always as (1) stored,
  first_pack bigint not null,
  last_pack bigint not null check (last_pack >= first_pack),
  -- Packs of this entry in each of its boxes.
  packs_in_box integer not null check (packs_in_box >= 1),
  lot_id uuid not null,
  -- The batch number that must stand on the box.
  batch_no text not null,
  packed_at timestamptz not null,
  opened_at timestamptz,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, box_range_id, box_level) references code_range (enterprise_id, id, level),
  foreign key (enterprise_id, pack_range_id, pack_level) references code_range (enterprise_id, id, level),
  foreign key (enterprise_id, lot_id) references lot,
  check (last_pack - first_pack + 1 = (last_box - first_box + 1) * packs_in_box),
  -- One open parent for each pack.
  constraint pack_in_one_box exclude using gist (enterprise_id with =, pack_range_id with =, int8range(first_pack, last_pack, '[]') with &&) where (opened_at is null)
);
create index box_content_by_box on box_content (enterprise_id, box_range_id, first_box);
create index box_content_by_lot on box_content (enterprise_id, lot_id);

-- I14: at most two batch numbers in a box, and never more packs than it holds. Within the new entry's boxes the count can
-- only change where some entry begins, so those boxes are looked at. The box range's order is locked by then (fill-boxes).
create function guard_box() returns trigger language plpgsql as $$
declare
  fullest record;
begin
  select max(batches) as batches, max(packs - room) as excess into fullest from (
    select count(distinct c.batch_no) as batches, sum(c.packs_in_box) as packs, min(spec.packs_per_box) as room
    from (select distinct greatest(first_box, new.first_box) as box from box_content
        where enterprise_id = new.enterprise_id and box_range_id = new.box_range_id and opened_at is null
          and first_box <= new.last_box and last_box >= new.first_box) begin_at
    join box_content c on c.enterprise_id = new.enterprise_id and c.box_range_id = new.box_range_id and c.opened_at is null
      and begin_at.box between c.first_box and c.last_box
    join code_range r on r.enterprise_id = new.enterprise_id and r.id = new.box_range_id
    join pack_spec spec on spec.enterprise_id = r.enterprise_id and spec.id = r.pack_spec_id
    group by begin_at.box) boxes;
  if fullest.batches > 2 then raise exception 'box_two_batches' using errcode = 'BC001'; end if;
  if fullest.excess > 0 then raise exception 'box_full' using errcode = 'BC001'; end if;
  return null;
end $$;
create trigger guarded after insert or update on box_content for each row execute function guard_box();

-- ── The packaging record and the finished lot ────────────────────────────────────────────────────────────────────────

-- 批包装记录: what came of an order, counted and weighed, signed by the operator and by a second person.
create table packaging_record (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  packaging_order_id uuid not null,
  bulk_lot_id uuid not null,
  lot_id uuid not null,
  started_at timestamptz not null,
  finished_at timestamptz not null check (finished_at >= started_at),
  packs integer not null check (packs > 0),
  boxes integer not null check (boxes > 0),
  -- kg: taken from the bulk batch, packed (packs × net content), left over (零头), lost and declared as such
  charged numeric(14, 4) not null check (charged > 0),
  packed numeric(14, 4) not null check (packed > 0),
  remainder numeric(14, 4) not null check (remainder >= 0),
  loss numeric(14, 4) not null check (loss >= 0),
  -- 包装物料平衡, %
  balance numeric(7, 3) not null,
  -- Why the balance lies outside its range; a deviation hold then waits for QA.
  deviation text not null default '',
  labels_issued integer not null,
  labels_used integer not null,
  labels_spoiled integer not null check (labels_spoiled >= 0),
  labels_destroyed integer not null check (labels_destroyed >= 0),
  labels_sampled integer not null check (labels_sampled >= 0),
  codes_activated integer not null,
  codes_voided integer not null,
  -- 装量检查, g
  weight_checks numeric(9, 2)[] not null check (cardinality(weight_checks) >= 1),
  first_piece text not null check (first_piece <> ''),
  clearance text not null check (clearance <> ''),
  remark text not null default '',
  operator_id uuid not null,
  -- Written once the second person has signed.
  checked_by uuid,
  recorded_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  unique (enterprise_id, packaging_order_id),
  unique (enterprise_id, lot_id),
  foreign key (enterprise_id, packaging_order_id) references packaging_order,
  foreign key (enterprise_id, bulk_lot_id) references lot,
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, operator_id) references account,
  foreign key (enterprise_id, checked_by) references account,
  constraint packaging_operator_checks check (checked_by <> operator_id),
  -- I13
  constraint labels_reconciled check (labels_issued = labels_used + labels_spoiled + labels_destroyed + labels_sampled),
  constraint codes_reconciled check (codes_activated = labels_used and labels_used = packs and labels_issued = codes_activated + codes_voided),
  constraint packed_from_charge check (packed + remainder + loss <= charged),
  check (abs(balance - (packed + remainder + loss) / charged * 100) < 0.001),
  check (balance >= 99 or deviation <> '')
);

-- 成品批: what only a packed lot has, under the lot's id.
create table pack_lot (
  enterprise_id uuid not null,
  id uuid not null,
  packaging_order_id uuid not null,
  bulk_lot_id uuid not null,
  packs integer not null check (packs > 0),
  boxes integer not null check (boxes > 0),
  primary key (enterprise_id, id),
  unique (enterprise_id, packaging_order_id),
  foreign key (enterprise_id, id) references lot,
  foreign key (enterprise_id, packaging_order_id) references packaging_order,
  foreign key (enterprise_id, bulk_lot_id) references lot
);
create index pack_lot_by_bulk on pack_lot (enterprise_id, bulk_lot_id);

-- 成品放行审核单 (FX…), signed by the 质量受权人 alone. Who tested, made or packed the batch stands on it, so that none of them
-- can be the one who signs (I5, I7).
create table finished_release (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  release_no text not null,
  lot_id uuid not null,
  bulk_lot_id uuid not null,
  report_id uuid not null,
  decision text not null check (decision in ('release', 'reject')),
  -- [{ item, passed, note }] as it stood when it was signed.
  checklist jsonb not null check (jsonb_typeof(checklist) = 'array'),
  reason text not null default '',
  packs integer not null check (packs > 0),
  -- kg
  quantity numeric(14, 4) not null check (quantity > 0),
  analyst_ids uuid[] not null,
  producer_ids uuid[] not null,
  decided_by uuid not null,
  decided_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  unique (enterprise_id, release_no),
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, report_id, bulk_lot_id, analyst_ids) references report (enterprise_id, id, lot_id, analyst_ids),
  foreign key (enterprise_id, decided_by) references account,
  constraint analyst_releases_finished check (decided_by <> all (analyst_ids)),
  constraint producer_releases_finished check (decided_by <> all (producer_ids)),
  check (decision = 'release' or reason <> '')
);
create index finished_release_by_lot on finished_release (enterprise_id, lot_id, id);

-- The persons of the packaging record are among the producers, whatever the step says.
create function guard_finished_release() returns trigger language plpgsql as $$
begin
  if exists (select from packaging_record r where r.enterprise_id = new.enterprise_id and r.lot_id = new.lot_id
      and (r.operator_id <> all (new.producer_ids) or r.checked_by <> all (new.producer_ids)))
  then raise exception 'the persons of the packaging record are missing' using errcode = 'BC002';
  end if;
  return new;
end $$;
create trigger guarded before insert on finished_release for each row execute function guard_finished_release();

call make_tenant_table('packaging_order');
call make_evidence_table('code_range');
call make_evidence_table('label_run');
call make_evidence_table('label_print');
call make_tenant_table('code_span', 'range_id', 'first_index');
-- Intervals that split or join are written anew; what happened to each code stays in code_event.
grant delete on code_span to bencao_app;
call make_evidence_table('code_event');
call make_evidence_table('code_void');
call make_tenant_table('box_content');
call make_tenant_table('packaging_record');
call make_evidence_table('pack_lot');
call make_evidence_table('finished_release');

alter table code_counter enable row level security;
alter table code_counter force row level security;
create policy tenant on code_counter using (enterprise_id = current_enterprise()) with check (enterprise_id = current_enterprise());
grant select, insert, update on code_counter to bencao_app;
grant execute on function next_code_index(text, text, bigint) to bencao_app;
