-- Inspection of a lot (请验, 取样, 检验, 复核, 报告) and the decision about it (放行). Raw lots on page 12 and 13, bulk batches on
-- 16 and 17: the same tables. Who did what stands on each signed document, so that the separation of duties (I7) is a constraint.

-- 请验单. What the sheet prints about the lot is copied from it when the request is made.
create table inspection (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  request_no text not null,
  side text not null check (side in ('raw', 'slice')),
  -- 初检, 到期复验, 补充检验
  request_kind text not null check (request_kind in ('initial', 'periodic', 'supplementary')),
  state text not null default 'requested' check (state in ('requested', 'accepted', 'sampled', 'submitted', 'reviewed', 'approved', 'returned', 'cancelled')),
  priority text not null check (priority in ('normal', 'urgent')),
  lot_id uuid not null,
  -- Approved versions are never changed, so the reference freezes every limit (I10).
  standard_version_id uuid not null,
  spec text not null default '',
  supplier text not null default '',
  origin text not null default '',
  -- kg, and 件
  lot_quantity numeric(14, 4) not null check (lot_quantity > 0),
  package_count integer not null check (package_count >= 1),
  -- How many packages are to be sampled (ChP 通则 0211), and the seed their numbers are drawn from.
  required_packages integer not null check (required_packages between 1 and package_count),
  draw_seed text not null check (draw_seed ~ '^[0-9a-f]{32}$'),
  department text not null check (department <> ''),
  remark text not null default '',
  requested_by uuid not null,
  requested_at timestamptz not null default now(),
  accepted_by uuid,
  accepted_at timestamptz,
  -- Returned or cancelled.
  closed_by uuid,
  closed_at timestamptz,
  close_reason text check (close_reason <> ''),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, request_no),
  unique (enterprise_id, id, requested_by),
  unique (enterprise_id, id, lot_id),
  foreign key (enterprise_id, lot_id) references lot,
  foreign key (enterprise_id, standard_version_id) references standard_version,
  foreign key (enterprise_id, requested_by) references account,
  foreign key (enterprise_id, accepted_by) references account,
  foreign key (enterprise_id, closed_by) references account,
  constraint requester_accepts check (accepted_by <> requested_by),
  check ((accepted_by is null) = (accepted_at is null)),
  check ((state in ('returned', 'cancelled')) = (close_reason is not null) and (closed_by is null) = (close_reason is null) and (closed_at is null) = (close_reason is null)),
  check (accepted_by is not null or state in ('requested', 'returned', 'cancelled'))
);
create unique index one_open_inspection on inspection (enterprise_id, lot_id) where state in ('requested', 'accepted', 'sampled', 'submitted', 'reviewed');
create index inspection_by_state on inspection (enterprise_id, side, state, id);
create index inspection_by_request on inspection (enterprise_id, side, requested_at desc, id);
create index inspection_by_lot on inspection (enterprise_id, lot_id, id);

-- 取样单: one for each request.
create table sampling (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  inspection_id uuid not null,
  sampling_no text not null,
  -- The draw: numbers of the packages opened; seed and counts stand on the request.
  package_numbers integer[] not null check (cardinality(package_numbers) >= 1),
  sampling_point text not null check (sampling_point <> ''),
  method text not null check (method <> ''),
  place text not null check (place <> ''),
  -- ℃ and %
  temperature numeric(4, 1) not null check (temperature between -40 and 60),
  humidity numeric(4, 1) not null check (humidity between 0 and 100),
  -- g: what one full test needs, and everything taken
  test_need numeric(10, 1) not null check (test_need > 0),
  total numeric(10, 1) not null,
  field_note text not null check (field_note <> ''),
  requested_by uuid not null,
  sampled_by uuid not null,
  -- Toxic goods are sampled by two; written once the second person has signed.
  witnessed_by uuid,
  sampled_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  unique (enterprise_id, inspection_id),
  unique (enterprise_id, sampling_no),
  foreign key (enterprise_id, inspection_id, requested_by) references inspection (enterprise_id, id, requested_by),
  foreign key (enterprise_id, sampled_by) references account,
  foreign key (enterprise_id, witnessed_by) references account,
  constraint requester_samples check (sampled_by <> requested_by and witnessed_by is distinct from requested_by),
  constraint sampling_second_person check (sampled_by <> witnessed_by),
  constraint sample_too_small check (total >= 3 * test_need)
);

-- 样品: a third to test, a third to check again, a third to keep.
create table sample (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  sampling_id uuid not null,
  sample_no text not null,
  kind text not null check (kind in ('test', 'recheck', 'retention')),
  -- g
  quantity numeric(10, 1) not null check (quantity > 0),
  primary key (enterprise_id, id),
  unique (enterprise_id, sample_no),
  unique (enterprise_id, sampling_id, kind),
  foreign key (enterprise_id, sampling_id) references sampling
);

-- What was found for one item, each time somebody wrote it down: the latest revision counts, the earlier ones stay (I6).
create table test_result (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  inspection_id uuid not null,
  standard_item_id uuid not null,
  revision integer not null check (revision >= 1),
  -- 本厂检验, 引用, 委托
  source text not null check (source in ('measured', 'quoted', 'outsourced')),
  -- Parallel results as written down; or words.
  individual text[] not null default '{}',
  words text not null default '',
  -- The quoted report or the other laboratory's certificate, and whose it is.
  reference_no text not null default '',
  laboratory text not null default '',
  instrument text not null default '',
  -- As judged when it was written down (I11).
  verdict text not null check (verdict in ('PASS', 'FAIL', 'INCONCLUSIVE')),
  reason text not null,
  mean text,
  deviation text,
  out_of_trend boolean not null,
  near_limit boolean not null,
  -- Why an earlier entry is corrected.
  correction text not null default '',
  entered_by uuid not null,
  entered_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  unique (enterprise_id, inspection_id, standard_item_id, revision),
  foreign key (enterprise_id, inspection_id) references inspection,
  foreign key (enterprise_id, standard_item_id) references standard_item,
  foreign key (enterprise_id, entered_by) references account,
  check (cardinality(individual) > 0 or words <> ''),
  check (source = 'measured' or reference_no <> ''),
  check (revision = 1 or correction <> '')
);

-- 检验原始记录 as submitted: what the analyst signed, and the second person after them. Returned ones stay.
create table test_record (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  inspection_id uuid not null,
  revision integer not null check (revision >= 1),
  state text not null default 'submitted' check (state in ('submitted', 'reviewed', 'returned')),
  -- The results as signed: [{ itemId, item, revision, … }].
  results jsonb not null check (jsonb_typeof(results) = 'array'),
  verdict text not null check (verdict in ('PASS', 'FAIL')),
  -- Everybody who wrote a result, and the one who signs for all of them.
  analyst_ids uuid[] not null,
  submitted_by uuid not null,
  submitted_at timestamptz not null default now(),
  reviewed_by uuid,
  reviewed_at timestamptz,
  returned_by uuid,
  returned_at timestamptz,
  return_reason text check (return_reason <> ''),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, inspection_id, revision),
  unique (enterprise_id, id, analyst_ids),
  foreign key (enterprise_id, inspection_id) references inspection,
  foreign key (enterprise_id, submitted_by) references account,
  foreign key (enterprise_id, reviewed_by) references account,
  foreign key (enterprise_id, returned_by) references account,
  check (submitted_by = any (analyst_ids)),
  constraint analyst_reviews check (reviewed_by <> all (analyst_ids)),
  check ((reviewed_by is null) = (reviewed_at is null)),
  check ((state = 'returned') = (return_reason is not null) and (returned_by is null) = (return_reason is null) and (returned_at is null) = (return_reason is null))
);
create unique index one_standing_record on test_record (enterprise_id, inspection_id) where state <> 'returned';

-- 检验结果超标: opened by the system when a failing result is submitted, concluded before a report may say so.
create table oos_case (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  inspection_id uuid not null,
  lot_id uuid not null,
  standard_item_id uuid not null,
  test_result_id uuid not null,
  hold_id uuid not null,
  state text not null default 'open' check (state in ('open', 'confirmed')),
  opened_at timestamptz not null default now(),
  conclusion text check (conclusion <> ''),
  concluded_by uuid,
  concluded_at timestamptz,
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, inspection_id, standard_item_id),
  foreign key (enterprise_id, inspection_id, lot_id) references inspection (enterprise_id, id, lot_id),
  foreign key (enterprise_id, standard_item_id) references standard_item,
  foreign key (enterprise_id, test_result_id) references test_result,
  foreign key (enterprise_id, hold_id) references hold,
  foreign key (enterprise_id, concluded_by) references account,
  check ((state = 'open') = (conclusion is null) and (concluded_by is null) = (conclusion is null) and (concluded_at is null) = (conclusion is null))
);
create index oos_case_by_lot on oos_case (enterprise_id, lot_id);

-- 检验报告书: the sheet as printed, with the three persons who answer for it.
create table report (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  report_no text not null,
  inspection_id uuid not null,
  lot_id uuid not null,
  test_record_id uuid not null,
  version integer not null default 1 check (version >= 1),
  state text not null default 'approved' check (state in ('approved', 'superseded')),
  -- 结论: 符合规定 or 不符合规定
  conforms boolean not null,
  sheet jsonb not null check (jsonb_typeof(sheet) = 'object'),
  analyst_ids uuid[] not null,
  reviewed_by uuid not null,
  approved_by uuid not null,
  approved_at timestamptz not null default now(),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, report_no),
  unique (enterprise_id, inspection_id, version),
  unique (enterprise_id, id, lot_id, analyst_ids),
  foreign key (enterprise_id, inspection_id, lot_id) references inspection (enterprise_id, id, lot_id),
  foreign key (enterprise_id, test_record_id, analyst_ids) references test_record (enterprise_id, id, analyst_ids),
  foreign key (enterprise_id, reviewed_by) references account,
  foreign key (enterprise_id, approved_by) references account,
  constraint analyst_approves check (reviewed_by <> all (analyst_ids) and approved_by <> all (analyst_ids) and approved_by <> reviewed_by)
);
create index report_by_lot on report (enterprise_id, lot_id, id);
create index report_by_approval on report (enterprise_id, approved_at desc, id);

-- 物料放行审核单 (FX…): one decision for each report. A bulk batch is only ever rejected here; the report itself lets it go on.
create table release_decision (
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  release_no text not null,
  lot_id uuid not null,
  report_id uuid not null,
  decision text not null check (decision in ('release', 'reject')),
  state text not null check (state in ('released', 'rejected', 'withdrawn')),
  -- kg in the warehouse when it was decided
  quantity numeric(14, 4) not null check (quantity >= 0),
  -- 复验期
  retest_on date,
  -- [{ item, answer, computed }]
  checklist jsonb not null check (jsonb_typeof(checklist) = 'array'),
  restriction text not null default '',
  basis text not null default '',
  analyst_ids uuid[] not null,
  buyer_id uuid,
  receiver_ids uuid[] not null,
  decided_by uuid not null,
  decided_at timestamptz not null default now(),
  withdrawn_by uuid,
  withdrawn_at timestamptz,
  withdrawal_reason text check (withdrawal_reason <> ''),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, release_no),
  unique (enterprise_id, report_id),
  foreign key (enterprise_id, report_id, lot_id, analyst_ids) references report (enterprise_id, id, lot_id, analyst_ids),
  foreign key (enterprise_id, decided_by) references account,
  foreign key (enterprise_id, buyer_id) references account,
  foreign key (enterprise_id, withdrawn_by) references account,
  constraint analyst_releases check (decided_by <> all (analyst_ids)),
  constraint buyer_releases check (decided_by <> buyer_id),
  constraint receiver_releases check (decided_by <> all (receiver_ids)),
  check ((decision = 'release') = (retest_on is not null)),
  check (decision = 'release' or basis <> ''),
  check (case decision when 'release' then state in ('released', 'withdrawn') else state = 'rejected' end),
  check ((state = 'withdrawn') = (withdrawal_reason is not null) and (withdrawn_by is null) = (withdrawal_reason is null) and (withdrawn_at is null) = (withdrawal_reason is null))
);
create index release_decision_by_lot on release_decision (enterprise_id, lot_id, id);

call make_tenant_table('inspection');
call make_tenant_table('sampling');
call make_evidence_table('sample');
call make_evidence_table('test_result');
call make_tenant_table('test_record');
call make_tenant_table('oos_case');
call make_tenant_table('report');
call make_tenant_table('release_decision');
