-- One word for each kind of lot: raw, auxiliary, bulk, pack (decision 0020). Finished goods had four.
-- Nothing a person recorded changes, so no row gets a new version and the audit gets no entry: `former_names()` tells readers and the
-- verifier which words the older signatures and audit entries use.

alter table slice_batch rename to bulk_lot;
alter table finished_release rename to pack_release;
alter function guard_finished_release() rename to guard_pack_release;
alter table pack_release rename constraint analyst_releases_finished to analyst_releases_pack;
alter table pack_release rename constraint producer_releases_finished to producer_releases_pack;

do $$
declare
  found record;
begin
  for found in select conrelid::regclass as owner, conname as was, replace(replace(conname, 'slice_batch', 'bulk_lot'), 'finished_release', 'pack_release') as now
    from pg_constraint where conname ~ '^(slice_batch|finished_release)_'
  loop
    execute format('alter table %s rename constraint %I to %I', found.owner, found.was, found.now);
  end loop;
  for found in select oid::regclass as owner, replace(replace(relname, 'slice_batch', 'bulk_lot'), 'finished_release', 'pack_release') as now
    from pg_class where relkind = 'i' and relname ~ '^(slice_batch|finished_release)_'
  loop
    execute format('alter index %s rename to %I', found.owner, found.now);
  end loop;
end $$;

-- The words in the rows. Triggers and row security rest meanwhile: the owner changes how a thing is written, for every enterprise.
alter table lot drop constraint lot_kind_check;
alter table inspection drop constraint inspection_side_check;
alter table place drop constraint place_zone_check;
alter table lot no force row level security, disable trigger user;
alter table inspection no force row level security, disable trigger user;
alter table place no force row level security, disable trigger user;
update lot set kind = 'pack' where kind = 'finished';
update inspection set side = 'bulk' where side = 'slice';
update place set zone = 'pack' || substr(zone, length('finished') + 1) where zone in ('finished_quarantine', 'finished_released');
alter table lot force row level security, enable trigger user;
alter table inspection force row level security, enable trigger user;
alter table place force row level security, enable trigger user;
alter table lot add constraint lot_kind_check check (kind in ('raw', 'auxiliary', 'bulk', 'pack'));
alter table inspection add constraint inspection_side_check check (side in ('raw', 'bulk'));
alter table place add constraint place_zone_check
  check (zone in ('quarantine', 'released', 'rejected', 'returned', 'bulk', 'pack_quarantine', 'pack_released'));

-- moves to definitions
-- Which names the database once used, so that what was written with them stays readable: signatures and audit entries keep table names,
-- column names and words in their text and are never rewritten. A former name is never given to anything else. `changed` says what the name
-- belongs to: a table; a column of table `owner`; a word in column `owner_column` of table `owner`. `owner` is today's table name.
create or replace function former_names() returns table (since text, changed text, owner text, owner_column text, former text, present text)
language sql immutable parallel safe
begin atomic
  select * from (values
    ('0024', 'table', 'bulk_lot', null, 'slice_batch', 'bulk_lot'),
    ('0024', 'table', 'pack_release', null, 'finished_release', 'pack_release'),
    ('0024', 'word', 'lot', 'kind', 'finished', 'pack'),
    ('0024', 'word', 'inspection', 'side', 'slice', 'bulk'),
    ('0024', 'word', 'place', 'zone', 'finished_quarantine', 'pack_quarantine'),
    ('0024', 'word', 'place', 'zone', 'finished_released', 'pack_released')
  ) as known (since, changed, owner, owner_column, former, present);
end;

-- What a table is called today.
create or replace function present_table(given text) returns text language sql immutable parallel safe
  return coalesce((select present from former_names() where changed = 'table' and former = given), given);

-- Every name a table of today ever had, for looking it up in evidence.
create or replace function table_names(given text) returns text[] language sql immutable parallel safe
  return array[given] || array(select former from former_names() where changed = 'table' and present = given);

-- An image of a row of a table of today, as it was once written, in today's names and words.
create or replace function present_image(of_table text, image jsonb) returns jsonb language sql immutable parallel safe
  return case when exists (select from former_names() where owner = of_table and changed <> 'table')
    then (select jsonb_object_agg(coalesce(renamed.present, key), coalesce(to_jsonb(word.present), value))
      from jsonb_each(image)
      left join former_names() renamed on renamed.changed = 'column' and renamed.owner = of_table and renamed.former = key
      left join former_names() word on word.changed = 'word' and word.owner = of_table and word.owner_column = coalesce(renamed.present, key)
        and to_jsonb(word.former) = value)
    else image end;
grant execute on function former_names(), present_table(text), table_names(text), present_image(text, jsonb) to bencao_app;

-- Whether the record still says what was signed.
create or replace function signature_holds(given signature) returns boolean language plpgsql stable set timezone = 'UTC' as $$
declare
  signed_table text := present_table(given.record_table);
  row_now jsonb;
begin
  if given.digest <> sha256(convert_to(given.content, 'UTF8')) or given.content is not json object or to_regclass(signed_table) is null then return false; end if;
  execute format('select to_jsonb(r) from %I r where enterprise_id = $1 and id = $2', signed_table) into row_now using given.enterprise_id, given.record_id;
  return row_now is not null and not exists (
    select from jsonb_each(present_image(signed_table, given.content::jsonb)) signed where row_now -> signed.key is distinct from signed.value);
end $$;

create or replace view lot_document with (security_invoker = true) as
  select raw.enterprise_id, raw.id as lot_id, 'purchase_order' as kind, o.id, o.order_no as no, o.created_at as at
    from raw_lot raw join purchase_order o on o.enterprise_id = raw.enterprise_id and o.id = raw.order_id
  union all select raw.enterprise_id, raw.id, 'receipt', r.id, r.receipt_no, r.recorded_at
    from raw_lot raw join receipt r on r.enterprise_id = raw.enterprise_id and r.id = raw.receipt_id
  union all select enterprise_id, lot_id, 'inspection', id, request_no, requested_at from inspection
  union all select i.enterprise_id, i.lot_id, 'sampling', s.id, s.sampling_no, s.sampled_at
    from inspection i join sampling s on s.enterprise_id = i.enterprise_id and s.inspection_id = i.id
  union all select i.enterprise_id, i.lot_id, 'test_record', t.id, i.request_no, t.submitted_at
    from inspection i join test_record t on t.enterprise_id = i.enterprise_id and t.inspection_id = i.id
  union all select enterprise_id, lot_id, 'report', id, report_no, approved_at from report
  union all select enterprise_id, lot_id, 'release_decision', id, release_no, decided_at from release_decision
  union all select b.enterprise_id, b.id, 'production_order', o.id, o.order_no, o.created_at
    from bulk_lot b join production_order o on o.enterprise_id = b.enterprise_id and o.id = b.order_id
  union all select b.enterprise_id, b.id, 'production_issue', i.id, i.issue_no, i.issued_at
    from bulk_lot b join production_issue i on i.enterprise_id = b.enterprise_id and i.order_id = b.order_id
  union all select b.enterprise_id, b.id, 'production_step', s.id, concat(s.step_no, ' ', s.name), s.started_at
    from bulk_lot b join production_step s on s.enterprise_id = b.enterprise_id and s.order_id = b.order_id
  union all select p.enterprise_id, p.id, 'packaging_order', o.id, o.order_no, o.created_at
    from pack_lot p join packaging_order o on o.enterprise_id = p.enterprise_id and o.id = p.packaging_order_id
  union all select p.enterprise_id, p.lot_id, 'packaging_record', p.id, o.order_no, p.recorded_at
    from packaging_record p join packaging_order o on o.enterprise_id = p.enterprise_id and o.id = p.packaging_order_id
  union all select enterprise_id, lot_id, 'pack_release', id, release_no, decided_at from pack_release
  union all select l.enterprise_id, l.lot_id, 'picking', s.picking_id, o.order_no, s.shipped_at
    from shipment_line l join shipment s on s.enterprise_id = l.enterprise_id and s.id = l.shipment_id join sales_order o on o.enterprise_id = s.enterprise_id and o.id = s.order_id
  union all select l.enterprise_id, l.lot_id, 'shipment', s.id, s.shipment_no, s.shipped_at
    from shipment_line l join shipment s on s.enterprise_id = l.enterprise_id and s.id = l.shipment_id;

create or replace view numbered_document with (security_invoker = true) as
  select enterprise_id, 'CG' as object, order_no as no from purchase_order
  union all select enterprise_id, 'SH', receipt_no from receipt
  union all select enterprise_id, 'YK', transfer_no from stock_transfer
  union all select enterprise_id, 'QY', request_no from inspection
  union all select enterprise_id, 'QYD', sampling_no from sampling
  union all select enterprise_id, 'YP', sample_no from sample
  union all select enterprise_id, 'BG', report_no from report
  union all select enterprise_id, 'FX', release_no from release_decision
  union all select enterprise_id, 'FX', release_no from pack_release
  union all select enterprise_id, 'SC', order_no from production_order
  union all select enterprise_id, 'LL', issue_no from production_issue
  union all select enterprise_id, 'BZ', order_no from packaging_order
  union all select enterprise_id, 'BQ', run_no from label_run
  union all select enterprise_id, 'XS', order_no from sales_order
  union all select enterprise_id, 'CK', shipment_no from shipment
  -- YL, FL, BC: the lots of one receipt share its number; behind it stands the line.
  union all
  select distinct l.enterprise_id, case o.category when 'crude_drug' then 'YL' when 'auxiliary' then 'FL' else 'BC' end, left(l.lot_no, -2)
  from lot l join raw_lot r on r.enterprise_id = l.enterprise_id and r.id = l.id
    join purchase_order o on o.enterprise_id = r.enterprise_id and o.id = r.order_id
  -- 批号: taken when the first step begins.
  union all select enterprise_id, 'batch', batch_no from production_order where batch_no is not null
  -- 分装: what was packed of one batch is counted under its number.
  union all select enterprise_id, 'BZ/' || batch_no, lot_no from lot where kind = 'pack';
