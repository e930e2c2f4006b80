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

-- Counts scans, many at a time. A visit that was counted already (a page loaded again, a batch sent twice) is no second scan. Totals are locked in one
-- order, so that two processes that count never wait for each other in a ring.
create or replace function count_scans(given_enterprises uuid[], given_ranges uuid[], given_indexes bigint[], given_visits bytea[], given_times timestamptz[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  with told as (
    insert into code_scan (enterprise_id, range_id, code_index, visit, scanned_at)
    select * from unnest(given_enterprises, given_ranges, given_indexes, given_visits, given_times)
    on conflict do nothing returning enterprise_id, range_id, code_index, scanned_at
  )
  insert into code_scan_total as total (enterprise_id, range_id, code_index, scans, first_at)
  select enterprise_id, range_id, code_index, count(*), min(scanned_at) from told group by 1, 2, 3 order by 1, 2, 3
  on conflict (enterprise_id, range_id, code_index) do update
    set scans = total.scans + excluded.scans, first_at = least(total.first_at, excluded.first_at);
$$;
grant execute on function count_scans(uuid[], uuid[], bigint[], bytea[], timestamptz[]) to bencao_app;

-- The version of everything the public page says of a lot: the system's own versions (xmin) of every row it is made of, and the day. Whoever changes one of
-- them, by whatever way, changes it. Events are only ever added, so they are counted.
create or replace function page_version(given uuid) returns text language plpgsql stable as $$
begin
  return (
    with recursive up (id, edge) as (
      select given, null::xid
      union select e.from_lot_id, e.xmin from up join lot_edge e on e.enterprise_id = current_enterprise() and e.to_lot_id = up.id
    )
    select concat_ws(' ', pg_postmaster_start_time(), today(), string_agg(concat_ws(' ', up.id, up.edge, lot.version), ';'))
    -- `offset 0`: each lot is looked up; the planner cannot know that they are few and would read the whole table.
    from up cross join lateral (
      select concat_ws(' ', l.xmin, (select m.xmin from material m where m.enterprise_id = l.enterprise_id and m.id = l.material_id),
        (select count(*) from trace_event t where t.enterprise_id = l.enterprise_id and t.lot_id = l.id),
        case when l.holds > 0 then (select string_agg(h.xmin::text, ' ') from hold h where h.enterprise_id = l.enterprise_id and h.lot_id = l.id) end,
        case when l.state in ('quarantine', 'under_test') then
          (select string_agg(d.xmin::text, ' ') from release_decision d where d.enterprise_id = l.enterprise_id and d.lot_id = l.id) end) as version
      from lot l where l.enterprise_id = current_enterprise() and l.id = up.id offset 0) lot
  ) || (
    select concat_ws(' ', '', (select e.xmin from enterprise e where e.id = l.enterprise_id), p.xmin,
      (select string_agg(k.xmin::text, ' ') from authority_lock k where k.enterprise_id = l.enterprise_id and (k.product_id is null or k.product_id = p.id)),
      (select spec.xmin from pack_spec spec where spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id),
      (select string_agg(a.digest, ' ' order by a.id) from (values ('product', p.id), ('material', p.material_id)) of (owner_table, owner_id)
        cross join lateral (select a.id, a.digest from attachment a where a.enterprise_id = l.enterprise_id and a.owner_table = of.owner_table
          and a.owner_id = of.owner_id and a.kind = '公开照片' and not exists (
            select from attachment_void v where v.enterprise_id = a.enterprise_id and v.attachment_id = a.id offset 0) offset 0) a))
    from lot l cross join lateral (select p.xmin, p.id, p.material_id from product p where p.enterprise_id = l.enterprise_id and p.id = l.product_id offset 0) p
    where l.enterprise_id = current_enterprise() and l.id = given);
end $$;
grant execute on function page_version(uuid) to bencao_app;

-- What a stranger's telephone asks of one code, at one moment: its range and state (of a box those of packs in it), how often others
-- looked and first when, and the version of the page of its lot, where the page is that of one lot. `others` are the scans but this visit; `waiting` are visits that the asking process has not written down yet. Stable, so that
-- all of it is read as of the same moment.
create or replace function scanned_code(given_enterprise uuid, given_number integer, given_scheme text, given_series text, given_index bigint,
  given_visit bytea, waiting bytea[], waiting_since timestamptz[])
returns table (enterprise_id uuid, range_id uuid, level smallint, state text, lot_id uuid, others bigint, first_at timestamptz, version text)
language plpgsql stable as $$
#variable_conflict use_column
declare
  own constant uuid := coalesce(given_enterprise, enterprise_of_number(given_number));
  own_at timestamptz;
  total record;
begin
  -- One plan for all codes: planning costs more than reading.
  perform set_config('app.enterprise', own::text, true), set_config('app.actor', 'public', true), set_config('plan_cache_mode', 'force_generic_plan', true);
  select own, r.id, r.level, s.state, s.lot_id into enterprise_id, range_id, level, state, lot_id
  from (select id, level, last_index from code_range c where c.enterprise_id = own and scheme = given_scheme and series = given_series
    and first_index <= given_index order by first_index desc limit 1) r
  cross join lateral (select state, lot_id from code_span c where c.enterprise_id = own and c.range_id = r.id and first_index <= given_index
    order by first_index desc limit 1) s
  where r.last_index >= given_index;
  if range_id is null then return; end if;
  select t.scans, t.first_at into total from code_scan_total t where t.enterprise_id = own and t.range_id = scanned_code.range_id and t.code_index = given_index;
  others := coalesce(total.scans, 0);
  first_at := total.first_at;
  if others > 0 then
    select scanned_at into own_at from code_scan o
    where o.enterprise_id = own and o.range_id = scanned_code.range_id and o.code_index = given_index and o.visit = given_visit;
  end if;
  if own_at is not null then
    others := others - 1;
    if own_at <= first_at then
      select min(o.scanned_at) into first_at from code_scan o
      where o.enterprise_id = own and o.range_id = scanned_code.range_id and o.code_index = given_index and o.visit <> given_visit;
    end if;
  end if;
  if cardinality(waiting) > 0 then
    select others + count(*), least(first_at, min(w.since)) into others, first_at from unnest(waiting, waiting_since) w (visit, since)
    -- `offset 0`: each is looked up, of a code that has been looked at a million times as well.
    where w.visit <> given_visit and not exists (select from code_scan o
      where o.enterprise_id = own and o.range_id = scanned_code.range_id and o.code_index = given_index and o.visit = w.visit offset 0);
  end if;
  if level = 3 and state = 'activated' then
    -- A box says what its packs say, as long as they are of one lot.
    select case when count(distinct s.lot_id) = 1 and bool_and(s.lot_id is not null and s.state not in ('repacked', 'voided', 'destroyed', 'missing')) then min(s.lot_id::text)::uuid end, min(s.state)
    into lot_id, state
    from box_content c cross join lateral spans_within(c.pack_range_id, c.first_pack + (given_index - c.first_box) * c.packs_in_box,
      c.first_pack + (given_index - c.first_box + 1) * c.packs_in_box - 1) s
    where c.enterprise_id = own and c.box_range_id = scanned_code.range_id and c.first_box <= given_index and c.last_box >= given_index and c.opened_at is null;
  end if;
  if state not in ('repacked', 'voided', 'destroyed', 'missing', 'issued') and (codes_locked(own, scanned_code.range_id, given_index, given_index) or level = 3 and exists (
    select from box_content c cross join lateral spans_within(c.pack_range_id, c.first_pack + (given_index - c.first_box) * c.packs_in_box,
      c.first_pack + (given_index - c.first_box + 1) * c.packs_in_box - 1) s
    where c.enterprise_id = own and c.box_range_id = scanned_code.range_id and c.first_box <= given_index and c.last_box >= given_index and c.opened_at is null
      and codes_locked(own, c.pack_range_id, greatest(s.first_index, c.first_pack + (given_index - c.first_box) * c.packs_in_box),
        least(s.last_index, c.first_pack + (given_index - c.first_box + 1) * c.packs_in_box - 1))))
  then state := 'locked'; end if;
  if lot_id is not null and state not in ('repacked', 'voided', 'destroyed', 'missing') then version := page_version(lot_id); end if;
  return next;
end $$;
grant execute on function scanned_code(uuid, integer, text, text, bigint, bytea, bytea[], timestamptz[]) to bencao_app;

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
  union all select enterprise_id, lot_id, 'pack_retention', id, retention_no, drawn_at from pack_retention
  union all select enterprise_id, lot_id, 'report', id, report_no, approved_at from report
  union all select enterprise_id, lot_id, 'release_decision', id, release_no, decided_at from release_decision
  union all select b.enterprise_id, b.lot_id, 'production_order', o.id, o.order_no, o.created_at
    from made_lot b join production_order o on o.enterprise_id = b.enterprise_id and o.id = b.order_id
  union all select b.enterprise_id, b.lot_id, 'production_issue', i.id, i.issue_no, i.issued_at
    from made_lot b join production_issue i on i.enterprise_id = b.enterprise_id and i.order_id = b.order_id
  union all select b.enterprise_id, b.lot_id, 'production_return', r.id, r.return_no, r.returned_at
    from made_lot b join production_return r on r.enterprise_id = b.enterprise_id and r.order_id = b.order_id
  union all select b.enterprise_id, b.lot_id, 'production_step', s.id, concat(s.step_no, ' ', s.name), s.started_at
    from made_lot b join production_step s on s.enterprise_id = b.enterprise_id and s.order_id = b.order_id
  union all select enterprise_id, lot_id, 'production_part', id, part_no, handed_at from production_part
  union all select p.enterprise_id, p.id, 'packaging_order', o.id, o.order_no, o.created_at
    from pack_lot p join packaging_order o on o.enterprise_id = p.enterprise_id and o.id = p.packaging_order_id
  union all select p.enterprise_id, p.lot_id, 'packaging_record', p.id, o.order_no, p.recorded_at
    from packaging_record p join packaging_order o on o.enterprise_id = p.enterprise_id and o.id = p.packaging_order_id
  union all select enterprise_id, lot_id, 'pack_release', id, release_no, decided_at from pack_release
  union all select distinct p.enterprise_id, p.lot_id, 'box_change', c.id, c.change_no, c.changed_at
    from box_change_pack p join box_change c on c.enterprise_id = p.enterprise_id and c.id = p.change_id
  union all select l.enterprise_id, l.lot_id, 'picking', s.picking_id, o.order_no, s.shipped_at
    from shipment_line l join shipment s on s.enterprise_id = l.enterprise_id and s.id = l.shipment_id join sales_order o on o.enterprise_id = s.enterprise_id and o.id = s.order_id
  union all select l.enterprise_id, l.lot_id, 'shipment', s.id, s.shipment_no, s.shipped_at
    from shipment_line l join shipment s on s.enterprise_id = l.enterprise_id and s.id = l.shipment_id;
grant select on lot_document to bencao_app;
