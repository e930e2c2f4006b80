-- The public pages and the history of a lot.

-- The doors for a person without an enterprise: each of the four answers which enterprise is meant, and nothing else.
create or replace function enterprise_of_number(given integer) returns uuid language sql stable security definer set search_path = public, pg_temp as $$
  select id from enterprise where number = given;
$$;
grant execute on function enterprise_of_number(integer) to bencao_app;

create or replace function enterprise_of_identification(given text) returns uuid language sql stable security definer set search_path = public, pg_temp as $$
  select enterprise_id from pack_spec where pack_identification = given or box_identification = given;
$$;
grant execute on function enterprise_of_identification(text) to bencao_app;

create or replace function enterprise_of_gtin(given text) returns uuid language sql stable security definer set search_path = public, pg_temp as $$
  select enterprise_id from pack_spec where pack_gtin = given or box_gtin = given;
$$;
grant execute on function enterprise_of_gtin(text) to bencao_app;

create or replace function lot_of_public_token(given uuid) returns table (enterprise_id uuid, lot_id uuid) language sql stable security definer set search_path = public, pg_temp as $$
  select enterprise_id, id from lot where public_token = given and kind in ('bulk', 'pack');
$$;
grant execute on function lot_of_public_token(uuid) to bencao_app;

-- A picture that an enterprise shows to strangers, by the digest in its address: until its attachment is voided.
create or replace function public_picture(given text) returns text language sql stable security definer set search_path = public, pg_temp as $$
  select a.kind from attachment a
  where a.digest = given and a.kind in ('公开照片', '公开地图')
    and not exists (select from attachment_void v where v.enterprise_id = a.enterprise_id and v.attachment_id = a.id)
  limit 1;
$$;
grant execute on function public_picture(text) to bencao_app;

-- Counts a scan. A visit that was counted already (a page loaded again) is no second scan.
create or replace function count_scan(given_enterprise uuid, given_range uuid, given_index bigint, given_visit bytea, given_at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into code_scan (enterprise_id, range_id, code_index, visit, scanned_at) values (given_enterprise, given_range, given_index, given_visit, given_at)
  on conflict do nothing;
$$;
grant execute on function count_scan(uuid, uuid, bigint, bytea, timestamptz) to bencao_app;

-- Every document that says something about a lot: what the history lists, and whose signatures it shows.
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
grant select on lot_document to bencao_app;
