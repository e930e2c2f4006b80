-- Made by `npm run check -- --write` from the migrations; to be read and compared, not to be run.

create extension btree_gist;

create sequence audit_id;  -- bencao_owner

-- a_person_acts(), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.a_person_acts()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from account where enterprise_id = current_enterprise() and id::text = current_setting('app.actor', true));
$function$;

-- analysts_of(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.analysts_of(given_lot uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$
  select array(select distinct analyst from report r, unnest(r.analyst_ids) analyst where r.enterprise_id = current_enterprise()
    and r.lot_id in (given_lot, (select p.bulk_lot_id from pack_lot p where p.enterprise_id = current_enterprise() and p.id = given_lot)))
$function$;

-- ancestors_allow(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.ancestors_allow(given uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  with recursive up (id, reworked) as (
    select e.from_lot_id, e.step = 'rework' from lot_edge e where e.enterprise_id = current_enterprise() and e.to_lot_id = given
    union select e.from_lot_id, e.step = 'rework' from up join lot_edge e on e.enterprise_id = current_enterprise() and e.to_lot_id = up.id
  )
  select not exists (
    select from (select array(select id from up) as ids, array(select id from up group by id having bool_and(reworked)) as reworked) above
      cross join lateral reasons_passed_on(above.ids) passed
    where not (passed.kind = 'rejected' and passed.lot_id = any (above.reworked)));
$function$;

-- apply_standards(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.apply_standards()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into inspection_standard (enterprise_id, inspection_id, standard_version_id, authority)
  select new.enterprise_id, new.id, a.standard_version_id, a.authority
  from lot l cross join standards_applying(l, (new.requested_at at time zone 'Asia/Shanghai')::date) a
  where l.enterprise_id = new.enterprise_id and l.id = new.lot_id;
  if not exists (select from inspection_standard a where a.enterprise_id = new.enterprise_id and a.inspection_id = new.id
      and a.standard_version_id = new.standard_version_id and a.authority <> 'customer') then
    raise exception 'standard_not_effective' using errcode = 'BC001';
  end if;
  return null;
end $function$;

-- approvals_needed(uuid,uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.approvals_needed(enterprise uuid, of_order uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (1 + COALESCE((SELECT (count(*))::integer AS count FROM purchase_rule rule, LATERAL unnest(rule.approvals_above) lowest(lowest), LATERAL (SELECT bool_or((line.unit_price IS NULL)) AS unknown, sum((line.quantity * line.unit_price)) AS amount FROM purchase_line line WHERE ((line.enterprise_id = rule.enterprise_id) AND (line.order_id = approvals_needed.of_order))) ordered WHERE ((rule.enterprise_id = approvals_needed.enterprise) AND (ordered.unknown OR (ordered.amount > lowest.lowest)))), 0));

-- asset_fault(asset,uuid,boolean,timestamp with time zone), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.asset_fault(given asset, given_order uuid, given_toxic boolean, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  given_day date := (at at time zone 'Asia/Shanghai')::date;
begin
  if given.state = 'out_of_service' then return 'asset_out_of_service'; end if;
  if given.calibration_months is not null and (given.calibration_due is null or given.calibration_due < given_day) then return 'scale_overdue'; end if;
  if given.maintenance_months is not null and (given.service_due is null or given.service_due < given_day) then return 'maintenance_overdue'; end if;
  if given_toxic and not given.is_toxic then return 'asset_not_dedicated'; end if;
  if given.state = 'in_use' and asset_order(given) <> given_order then
    return case given.kind when 'line' then 'line_busy' else 'asset_occupied' end;
  end if;
  -- The same batch goes on with what it has used already.
  if given.use_id is not null and asset_order(given) = given_order then return null; end if;
  if given.state = 'to_clean' then return 'asset_dirty'; end if;
  if given.is_toxic and not given_toxic and not given.is_freed then return 'asset_for_toxic'; end if;
  -- Goods lie on a scale in their containers: it is cleaned when it is soiled, and needs no certificate.
  if given.kind = 'scale' then return null; end if;
  if given.clearance_id is null or given.cleared_until < at then return 'clearance_over'; end if;
  return null;
end $function$;

-- asset_order(asset), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.asset_order(given asset)
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (SELECT COALESCE(u.production_order_id, u.packaging_order_id) AS "coalesce" FROM asset_use u WHERE ((u.enterprise_id = (asset_order.given).enterprise_id) AND (u.id = (asset_order.given).use_id)));

-- audit_change(audit), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.audit_change(entry audit)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE((entry).after, (('{"sha256": "'::text || encode((entry).row_digest, 'hex'::text)) || '"}'::text));

-- audit_digest(uuid,bigint,timestamp with time zone,text,text,text,text,text,text,text,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.audit_digest(enterprise uuid, id bigint, at timestamp with time zone, actor text, request text, reason text, table_name text, row_key text, op text, before text, after text)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN sha256(convert_to(array_to_string(ARRAY['v1'::text, (enterprise)::text, (id)::text, (((EXTRACT(epoch FROM at) * (1000000)::numeric))::bigint)::text, (length(actor))::text, actor, (length(request))::text, request, COALESCE((length(reason))::text, '-'::text), COALESCE(reason, ''::text), table_name, (length(row_key))::text, row_key, op, COALESCE((length(before))::text, '-'::text), COALESCE(before, ''::text), COALESCE((length(after))::text, '-'::text), COALESCE(after, ''::text)], ''::text), 'UTF8'::name));

-- audit_digest_v2(uuid,bigint,text,uuid,text,text,text,text,bytea), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.audit_digest_v2(enterprise uuid, id bigint, table_name text, row_id uuid, row_key text, op text, reason text, after text, row_digest bytea)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN sha256(convert_to(concat_ws(''::text, 'v2', enterprise, id, table_name, COALESCE((row_id)::text, ((length(row_key) || ' '::text) || row_key)), op, COALESCE(((length(reason) || ' '::text) || reason), '-'::text), COALESCE(after, encode(row_digest, 'hex'::text), '-'::text)), 'UTF8'::name));

-- audit_holds(audit), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.audit_holds(entry audit)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE(CASE (entry).version WHEN 1 THEN (((entry).row_id IS NULL) AND ((entry).row_digest IS NULL) AND ((entry).digest = audit_digest((entry).enterprise_id, (entry).id, (entry).at, (entry).actor, (entry).request, (entry).reason, (entry).table_name, (entry).row_key, (entry).op, (entry).before, (entry).after))) WHEN 2 THEN ((num_nonnulls((entry).at, (entry).actor, (entry).request, (entry).before) = 0) AND (num_nonnulls((entry).row_id, (entry).row_key) = 1) AND (num_nonnulls((entry).after, (entry).row_digest) = (((entry).op <> 'DELETE'::text))::integer) AND ((entry).digest = audit_digest_v2((entry).enterprise_id, (entry).id, (entry).table_name, (entry).row_id, (entry).row_key, (entry).op, (entry).reason, (entry).after, (entry).row_digest))) ELSE NULL::boolean END, false);

-- audit_image(jsonb), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.audit_image(row_value jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (CASE WHEN (row_value ? 'password_hash'::text) THEN (row_value || jsonb_build_object('password_hash', encode(sha256(convert_to((row_value ->> 'password_hash'::text), 'UTF8'::name)), 'hex'::text))) ELSE row_value END)::text;

-- audit_link_digest(uuid,timestamp with time zone,text,text,bytea), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.audit_link_digest(enterprise uuid, at timestamp with time zone, actor text, request text, digests bytea)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN sha256((convert_to(concat_ws(''::text, 'v2', enterprise, ((EXTRACT(epoch FROM at) * (1000000)::numeric))::bigint, length(actor), actor, length(request), request, ''), 'UTF8'::name) || digests));

-- audit_step(text,smallint,text,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.audit_step(image text, version smallint, op text, change text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return case when op = 'DELETE' then null when version = 1 or op = 'INSERT' or image is null then change else (image::jsonb || change::jsonb)::text end;
end $function$;

-- authorisations_asked_from(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.authorisations_asked_from(enterprise uuid)
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT c.asked_from FROM authorisation_rule_change c WHERE (c.enterprise_id = authorisations_asked_from.enterprise) ORDER BY c.serial DESC LIMIT 1);

-- authority_locks(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.authority_locks(given_product uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from authority_lock k where k.enterprise_id = current_enterprise() and k.lifted_at is null and (k.product_id is null or k.product_id = given_product));
$function$;

-- authority_of(text,uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.authority_of(kind text, customer_id uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when customer_id is not null then 'customer' when kind = '企业标准' then 'internal' else 'legal' end;
$function$;

-- barred_for(uuid,uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.barred_for(given_lot uuid, given_customer uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  with recursive up (id) as (
    select given_lot
    union select e.from_lot_id from up join lot_edge e on e.enterprise_id = current_enterprise() and e.to_lot_id = up.id
  )
  select exists (select from up join customer_verdict v on v.enterprise_id = current_enterprise() and v.lot_id = up.id and v.customer_id = given_customer
    join standard_version version on version.enterprise_id = v.enterprise_id and version.id = v.standard_version_id
    where not v.conforms and not exists (select from customer_verdict later
      join standard_version its on its.enterprise_id = later.enterprise_id and its.id = later.standard_version_id
      where later.enterprise_id = v.enterprise_id and later.lot_id = v.lot_id and later.customer_id = v.customer_id
        and its.standard_id = version.standard_id and later.report_id > v.report_id))
$function$;

-- begin_asset_use(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.begin_asset_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into asset_change (enterprise_id, asset_id, state, reason, use_id, changed_by, changed_at)
  select new.enterprise_id, new.asset_id, 'in_use', coalesce(p.order_no, k.order_no), new.id, new.started_by, new.started_at
  from (values (1)) one
    left join production_order p on p.enterprise_id = new.enterprise_id and p.id = new.production_order_id
    left join packaging_order k on k.enterprise_id = new.enterprise_id and k.id = new.packaging_order_id;
  update clearance set state = 'used' where enterprise_id = new.enterprise_id and id = new.clearance_id and state = 'valid';
  return null;
end $function$;

-- begin_request(bytea,text,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.begin_request(given_token_hash bytea, given_request text, given_key text)
 RETURNS TABLE(session_id uuid, enterprise_id uuid, account_id uuid, name text, must_change_password boolean, second_factor_due boolean, rights text, unseen boolean, answer_digest bytea, answer_status integer, answer_body text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  setting text;
begin
  select session.id, session.enterprise_id, session.account_id, account.name, account.must_change_password,
    exists (select from sign_in_rule rule where rule.enterprise_id = session.enterprise_id and rule.second_factor_required)
      and not exists (select from second_factor factor
        where factor.enterprise_id = session.enterprise_id and factor.account_id = session.account_id and factor.confirmed_at is not null),
    (select string_agg(held.code, ',') from (select right_code as code from account_role
        join role_right using (enterprise_id, role_id)
        where account_role.enterprise_id = session.enterprise_id and account_role.account_id = session.account_id
      -- A duty taken over for a time opens its page as well.
      union all select right_code || ',' || split_part(right_code, ':', 1) from deputed_rights(session.enterprise_id, session.account_id)) held),
    last_seen_at < now() - interval '1 minute'
  into session_id, enterprise_id, account_id, name, must_change_password, second_factor_due, rights, unseen
  from session join account on account.enterprise_id = session.enterprise_id and account.id = session.account_id
  where token_hash = given_token_hash and revoked_at is null and account.state = 'active'
    and now() < expires_at and now() < last_seen_at + make_interval(secs => idle_seconds);
  if session_id is null then return; end if;
  setting := set_config('app.enterprise', enterprise_id::text, true);
  setting := set_config('app.actor', account_id::text, true);
  setting := set_config('app.request', given_request, true);
  if given_key is not null then
    perform pg_advisory_xact_lock(hashtextextended(account_id || '/' || given_key, 0));
    select request_digest, status, body into answer_digest, answer_status, answer_body from idempotent_answer
    where idempotent_answer.enterprise_id = current_enterprise() and idempotent_answer.account_id = current_actor() and key = given_key;
  end if;
  return next;
end $function$;

-- begin_token_request(bytea,text,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.begin_token_request(given_token_hash bytea, given_request text, given_key text)
 RETURNS TABLE(session_id uuid, enterprise_id uuid, account_id uuid, person_id uuid, name text, must_change_password boolean, rights text, unseen boolean, answer_digest bytea, answer_status integer, answer_body text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  setting text;
begin
  select api_token.id, api_token.enterprise_id, api_token.id, maker.id, maker.name, false,
    (select string_agg(right_code, ',') from account_role
      join role_right using (enterprise_id, role_id)
      where account_role.enterprise_id = api_token.enterprise_id and account_role.account_id = api_token.maker_id and right_code = any(api_token.rights)),
    last_used_at is null or last_used_at < now() - interval '1 minute'
  into session_id, enterprise_id, account_id, person_id, name, must_change_password, rights, unseen
  from api_token_key
    join api_token on api_token.enterprise_id = api_token_key.enterprise_id and api_token.id = api_token_key.token_id
    join account maker on maker.enterprise_id = api_token.enterprise_id and maker.id = api_token.maker_id
  where token_hash = given_token_hash and revoked_at is null and today() <= valid_until and maker.state = 'active';
  if session_id is null then return; end if;
  setting := set_config('app.enterprise', enterprise_id::text, true);
  setting := set_config('app.actor', account_id::text, true);
  setting := set_config('app.request', given_request, true);
  if given_key is not null then
    perform pg_advisory_xact_lock(hashtextextended(account_id || '/' || given_key, 0));
    select request_digest, status, body into answer_digest, answer_status, answer_body from idempotent_answer
    where idempotent_answer.enterprise_id = current_enterprise() and idempotent_answer.account_id = current_actor() and key = given_key;
  end if;
  return next;
end $function$;

-- breakdown_is_open(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.breakdown_is_open(given_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM asset_breakdown b WHERE ((b.enterprise_id = current_enterprise()) AND (NOT case_has_ended(b.incident_id)) AND (b.use_id IN (SELECT u.id FROM asset_use u WHERE ((u.enterprise_id = current_enterprise()) AND (u.production_order_id = breakdown_is_open.given_order)) UNION ALL SELECT u.id FROM asset_use u WHERE ((u.enterprise_id = current_enterprise()) AND (u.packaging_order_id = breakdown_is_open.given_order)))))));

-- case_has_ended(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.case_has_ended(given uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM incident i WHERE ((i.enterprise_id = current_enterprise()) AND (i.id = case_has_ended.given) AND (i.state = ANY (ARRAY['closed'::text, 'unfounded'::text])))));

-- case_is_open(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.case_is_open(given_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM incident i WHERE ((i.enterprise_id = current_enterprise()) AND (i.source_id = case_is_open.given_order) AND (i.source_table = 'production_order'::text) AND (i.state <> ALL (ARRAY['closed'::text, 'unfounded'::text])))));

-- charge_reasons(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.charge_reasons(given_order uuid)
 RETURNS TABLE(kind text, lot_id uuid, lot_no text, lot_name text)
 LANGUAGE sql
 STABLE
AS $function$
  select r.kind, r.lot_id, r.lot_no, r.lot_name
  from production_order o cross join lateral reasons_reaching(array(
    select i.lot_id from production_input i where i.enterprise_id = o.enterprise_id and i.order_id = o.id)) r
  where o.enterprise_id = current_enterprise() and o.id = given_order and not (r.kind = 'rejected' and r.lot_id is not distinct from o.rework_of);
$function$;

-- check_readings(test_result), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.check_readings(given test_result)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  item standard_item;
begin
  select * into item from measuring_line(given.inspection_id, given.standard_item_id);
  if given.raw is null and given.source = 'measured' and item.formula <> 'direct'
    or given.raw is not null and (given.source <> 'measured' or given.formula is distinct from item.formula) then
    raise exception 'raw_required' using errcode = 'BC001';
  end if;
  if (given.raw is not null and item.dry_basis) <> (given.moisture_result_id is not null)
    or given.moisture_result_id is not null and not exists (select from test_result m
        cross join measuring_line(m.inspection_id, m.standard_item_id) i
      where m.enterprise_id = given.enterprise_id and m.id = given.moisture_result_id and m.inspection_id = given.inspection_id
        and i.formula in ('moisture_drying', 'moisture_toluene') and m.mean is not null and result_counts(m)) then
    raise exception 'moisture_missing' using errcode = 'BC001';
  end if;
end $function$;

-- clear_asset(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.clear_asset()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into asset_change (enterprise_id, asset_id, state, reason, clearance_id, changed_by, changed_at)
  select c.enterprise_id, new.asset_id, 'clean', '清场合格证 ' || c.clearance_no, c.id, c.cleaned_by, c.cleaned_at
  from clearance c where c.enterprise_id = new.enterprise_id and c.id = new.clearance_id;
  return null;
end $function$;

-- climate_due(boolean,integer,timestamp with time zone), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.climate_due(by_logger boolean, every_hours integer, measured timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN by_logger THEN (measured + ((every_hours)::double precision * '01:00:00'::interval)) WHEN (((measured AT TIME ZONE 'Asia/Shanghai'::text))::time without time zone < '12:00:00'::time without time zone) THEN ((((measured AT TIME ZONE 'Asia/Shanghai'::text))::date + '18:00:00'::time without time zone) AT TIME ZONE 'Asia/Shanghai'::text) ELSE (((((measured AT TIME ZONE 'Asia/Shanghai'::text))::date + 1) + '12:00:00'::time without time zone) AT TIME ZONE 'Asia/Shanghai'::text) END;

-- close_session(bytea), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.close_session(given_token_hash bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update session set revoked_at = now() where token_hash = given_token_hash and revoked_at is null;
$function$;

-- code_states(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.code_states(given_range uuid)
 RETURNS TABLE(state text, first_index bigint, last_index bigint)
 LANGUAGE sql
 STABLE
AS $function$
  with own as (
    select s.state, s.first_index, s.last_index from code_span s where s.enterprise_id = current_enterprise() and s.range_id = given_range
  ), in_use as (
    select coalesce(range_agg(int8range(own.first_index, own.last_index, '[]')), '{}'::int8multirange) as codes from own where own.state = 'activated'
  ), filled as (
    select s.state, array_position(array['issued', 'activated', 'in_stock', 'returned', 'shipped', 'sampled'], s.state) as place,
      range_agg(int8range(c.first_box + (greatest(s.first_index, c.first_pack) - c.first_pack) / c.packs_in_box,
        c.first_box + (least(s.last_index, c.last_pack) - c.first_pack) / c.packs_in_box, '[]')) as boxes
    from box_content c cross join lateral spans_within(c.pack_range_id, c.first_pack, c.last_pack) s
    where c.enterprise_id = current_enterprise() and c.box_range_id = given_range and c.opened_at is null and s.state not in ('voided', 'destroyed', 'missing')
    group by s.state
  ), parts as (
    select f.state, in_use.codes * (f.boxes - coalesce(
      (select range_agg(part) from filled earlier, unnest(earlier.boxes) part where earlier.place < f.place), '{}'::int8multirange)) as codes
    from filled f, in_use
    union all
    select 'activated', in_use.codes - coalesce((select range_agg(part) from filled f, unnest(f.boxes) part), '{}'::int8multirange) from in_use
  )
  select own.state, own.first_index, own.last_index from own where own.state <> 'activated'
  union all
  select parts.state, lower(part), upper(part) - 1 from parts, unnest(parts.codes) part;
$function$;

-- codes_locked(uuid,uuid,bigint,bigint), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.codes_locked(given_enterprise uuid, given_range uuid, given_first bigint, given_last bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from code_lock_run r join code_lock k on k.enterprise_id = r.enterprise_id and k.id = r.lock_id
    where r.enterprise_id = given_enterprise and r.range_id = given_range and r.first_index <= given_last and r.last_index >= given_first and k.lifted_at is null);
$function$;

-- codes_of_shipment(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.codes_of_shipment(given uuid)
 RETURNS TABLE(range_id uuid, first_index bigint, last_index bigint)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  of_range uuid;
  step record;
  went int8multirange;
begin
  for of_range in select distinct e.range_id from code_event e join code_range r on r.enterprise_id = e.enterprise_id and r.id = e.range_id and r.level = 1
    where e.enterprise_id = current_enterprise() and e.document_id in (select given union all
      select c.id from correction c where c.enterprise_id = current_enterprise() and c.record = 'shipment' and c.record_id = given)
  loop
    went := '{}';
    for step in select e.state, int8multirange(int8range(e.first_index, e.last_index, '[]')) as codes from code_event e
      where e.enterprise_id = current_enterprise() and e.range_id = of_range and e.document_id in (select given union all
        select c.id from correction c where c.enterprise_id = current_enterprise() and c.record = 'shipment' and c.record_id = given)
      order by e.id
    loop
      went := case step.state when 'shipped' then went + step.codes else went - step.codes end;
    end loop;
    return query select of_range, lower(codes), upper(codes) - 1 from unnest(went) codes;
  end loop;
end $function$;

-- correct_record(uuid,text,uuid,jsonb), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.correct_record(given_correction uuid, given_table text, given_record uuid, patch jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  columns text;
  was jsonb;
  is_ jsonb;
begin
  if not exists (select from correction c where c.enterprise_id = current_enterprise() and c.id = given_correction and c.state = 'approved' and c.approved_at = now()) then
    raise exception 'only the approval of a correction changes records' using errcode = 'BC002';
  end if;
  if exists (select from jsonb_object_keys(patch) field where (given_table, field) not in (select of_table, of_column from correctable_columns())) then
    raise exception 'a correction does not change this column' using errcode = 'BC002';
  end if;
  if exists (select from lots_of_record(given_table, given_record) lot where goods_have_left(lot)) then
    raise exception 'goods_left' using errcode = 'BC001';
  end if;
  if given_table = 'shipment' and goods_signed_for(given_record, array(
      select l.lot_id from shipment_line l where l.enterprise_id = current_enterprise() and l.shipment_id = given_record))
    or given_table = 'shipment_line' and exists (select from shipment_line l
      where l.enterprise_id = current_enterprise() and l.id = given_record and goods_signed_for(l.shipment_id, array[l.lot_id]))
  then raise exception 'goods_signed_for' using errcode = 'BC001';
  end if;
  execute format('select to_jsonb(r), to_jsonb(jsonb_populate_record(r, $2)) from %I r where enterprise_id = current_enterprise() and id = $1 for update', given_table)
    into strict was, is_ using given_record, patch;
  insert into correction_change (enterprise_id, correction_id, record_table, record_id, field, old_value, new_value)
  select current_enterprise(), given_correction, given_table, given_record, field, was ->> field, is_ ->> field
  from jsonb_object_keys(patch) field where was -> field is distinct from is_ -> field;
  if not found then return; end if;
  select string_agg(quote_ident(field), ', ') into columns from jsonb_object_keys(patch) field;
  execute format('update %I set (%s) = (select %s from jsonb_populate_record(null::%I, $2)) where enterprise_id = current_enterprise() and id = $1',
    given_table, columns, columns, given_table) using given_record, patch;
end $function$;

-- correctable_columns(), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.correctable_columns()
 RETURNS TABLE(of_table text, of_column text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT known.t,
     unnest(known.columns) AS unnest
    FROM ( VALUES ('raw_lot'::text,'{gross,tare,net,package_count,supplier_lot_no,harvest_from,harvest_to,province,city,county,county_code,town,village,exception_note,doubts,doubt_reason,line_net,line_packages}'::text[]), ('receipt'::text,'{arrived_at,net_total}'::text[]), ('lot'::text,'{quantity,born_on,retest_on}'::text[]), ('production_step'::text,'{started_at,ended_at,input_quantity,output_quantity,water_quantity,losses,parameters}'::text[]), ('bulk_lot'::text,'{issued_quantity,returned_quantity,charged_quantity,auxiliary_quantity,output_quantity,sampled_quantity,leftover_quantity,loss_quantity,water_quantity,yield_percent,balance_percent}'::text[]), ('production_issue'::text,'{weighings}'::text[]), ('sampling'::text,'{total}'::text[]), ('sample'::text,'{quantity}'::text[]), ('packaging_record'::text,'{packs,boxes,charged,packed,remainder,loss,balance,deviation,labels_used,labels_spoiled,labels_destroyed,labels_sampled,labels_lost,codes_activated,codes_voided}'::text[]), ('pack_lot'::text,'{packs,boxes}'::text[]), ('pack_release'::text,'{packs,quantity}'::text[]), ('shipment'::text,'{packs,quantity,note_version}'::text[]), ('shipment_line'::text,'{packs,quantity}'::text[])) known(t, columns);
END;

-- corrections_of(text,uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.corrections_of(given_table text, given_record uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN (SELECT COALESCE(jsonb_agg(jsonb_build_object('correctionNo', c.correction_no, 'field', change.field, 'old', change.old_value, 'new', change.new_value) ORDER BY change.id), '[]'::jsonb) AS "coalesce" FROM (correction_change change JOIN correction c ON (((c.enterprise_id = change.enterprise_id) AND (c.id = change.correction_id)))) WHERE ((change.enterprise_id = current_enterprise()) AND (change.record_table = corrections_of.given_table) AND (change.record_id = corrections_of.given_record)));

-- count_guess(text,interval), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.count_guess(given text, length interval)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into throttle as t (key) values (given)
  on conflict (key) do update set
    hits = case when t.window_started_at < now() - length then 1 else t.hits + 1 end,
    window_started_at = case when t.window_started_at < now() - length then now() else t.window_started_at end
  returning hits;
$function$;

-- count_holds(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.count_holds()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.lifted_at is not null then
    raise exception 'a lifted hold is not changed' using errcode = 'BC002';
  end if;
  -- No one person lifts a hold (domain §2.0). The steps let two sign; here nothing passes them by.
  if tg_op = 'UPDATE' and new.lifted_at is not null and new.lift_second_by is null then
    raise exception 'a hold is lifted by two persons' using errcode = 'BC002';
  end if;
  update lot set holds = holds + case when tg_op = 'INSERT' then 1 when new.lifted_at is not null then -1 else 0 end
  where enterprise_id = new.enterprise_id and id = new.lot_id and (tg_op = 'INSERT' or new.lifted_at is not null);
  return null;
end $function$;

-- count_packs_in_house(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.count_packs_in_house()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into packs_in_house as h (enterprise_id, lot_id, packs)
  select c.enterprise_id, c.lot_id, 0 from changed_spans c where c.lot_id is not null group by c.enterprise_id, c.lot_id order by c.lot_id
  on conflict (enterprise_id, lot_id) do nothing;
  update packs_in_house h set packs = h.packs + case tg_op when 'INSERT' then changed.packs else -changed.packs end
  from (select c.enterprise_id, c.lot_id, sum(c.last_index - c.first_index + 1) as packs
    from changed_spans c join code_range r on r.enterprise_id = c.enterprise_id and r.id = c.range_id and r.level = 1
    where c.lot_id is not null and c.state in ('activated', 'in_stock', 'returned', 'voided') group by c.enterprise_id, c.lot_id) changed
  where h.enterprise_id = changed.enterprise_id and h.lot_id = changed.lot_id;
  return null;
end $function$;

-- count_scans(uuid[],uuid[],bigint[],bytea[],timestamp with time zone[]), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.count_scans(given_enterprises uuid[], given_ranges uuid[], given_indexes bigint[], given_visits bytea[], given_times timestamp with time zone[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with told as (
    insert into code_scan (enterprise_id, range_id, code_index, visit, scanned_at)
    select * from unnest(given_enterprises, given_ranges, given_indexes, given_visits, given_times)
    on conflict do nothing returning enterprise_id, range_id, code_index, scanned_at
  )
  insert into code_scan_total as total (enterprise_id, range_id, code_index, scans, first_at)
  select enterprise_id, range_id, code_index, count(*), min(scanned_at) from told group by 1, 2, 3 order by 1, 2, 3
  on conflict (enterprise_id, range_id, code_index) do update
    set scans = total.scans + excluded.scans, first_at = least(total.first_at, excluded.first_at);
$function$;

-- count_version(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.count_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.row_version := old.row_version + 1;
  return new;
end $function$;

-- cover_range(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.cover_range()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

-- credit_code_taken(text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.credit_code_taken(given text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from enterprise where credit_code = given);
$function$;

-- current_actor(), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.current_actor()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.actor'::text, true), ''::text))::uuid;

-- current_enterprise(), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.current_enterprise()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid;

-- deputed_rights(uuid,uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.deputed_rights(enterprise uuid, account uuid)
 RETURNS TABLE(right_code text, principal_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  select duty, d.principal_id from deputy d cross join unnest(d.duties) duty
    join account p on p.enterprise_id = d.enterprise_id and p.id = d.principal_id and p.state = 'active'
  where d.enterprise_id = enterprise and d.deputy_id = account and d.state = 'valid' and today() between d.valid_from and d.valid_until
    and exists (select from account_role held join role_right r on r.enterprise_id = held.enterprise_id and r.role_id = held.role_id
      where held.enterprise_id = d.enterprise_id and held.account_id = d.principal_id and r.right_code = duty)
$function$;

-- deviation_has_ended(uuid,integer,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.deviation_has_ended(given_order uuid, given_step integer, given_kind text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM production_deviation d WHERE ((d.enterprise_id = current_enterprise()) AND (d.order_id = deviation_has_ended.given_order) AND (NOT (d.step_no IS DISTINCT FROM deviation_has_ended.given_step)) AND (d.kind = deviation_has_ended.given_kind) AND case_has_ended(d.incident_id))));

-- disposal_refusal(uuid,uuid,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.disposal_refusal(given_lot uuid, given_place uuid, given_ground text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when exists (select from reasons_of(array[l.id]) r where r.kind in ('oos', 'impact', 'deviation', 'complaint', 'regulator')
      or r.kind = 'recall' and exists (select from hold h where h.enterprise_id = l.enterprise_id and h.lot_id = r.lot_id and h.kind = 'recall'
        and h.lifted_at is null and not exists (select from recall_lot x join recall_case c on c.enterprise_id = x.enterprise_id and c.id = x.case_id
          where x.enterprise_id = h.enterprise_id and x.hold_id = h.id and c.state = 'closed'))) then 'lot_in_case'
    when case given_ground
      when 'rejected' then l.state = 'rejected'
      when 'expired' then l.expires_on < today()
      when 'returned' then exists (select from place p where p.enterprise_id = l.enterprise_id and p.id = given_place and p.zone = 'returned')
      -- Packs of a lot that is good otherwise: each is named by its code.
      when 'damaged' then l.kind = 'pack'
    end is not true then 'disposal_unfounded'
    -- What customers sent back is decided about with its return.
    when given_ground = 'returned' and l.kind = 'pack' and not exists (select from return_receipt c
        join return_item i on i.enterprise_id = c.enterprise_id and i.receipt_id = c.id
      where c.enterprise_id = l.enterprise_id and c.place_id = given_place and c.cleared_at is null and c.taken_back_at is null and i.lot_id = l.id
        and i.decision = 'destroy' and i.settled_at is null) then 'return_not_condemned'
  end
  from lot l where l.enterprise_id = current_enterprise() and l.id = given_lot;
$function$;

-- draw_reagent(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.draw_reagent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update reagent_lot set amount_left = amount_left - new.quantity where enterprise_id = new.enterprise_id and id = new.reagent_lot_id;
  return null;
end $function$;

-- drawn_into(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.drawn_into(given_batch uuid)
 RETURNS TABLE(lot_id uuid, quantity numeric, share numeric)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT drawn.lot_id,
     drawn.quantity,
     round((drawn.quantity / sum(drawn.quantity) OVER ()), 6) AS round
    FROM ( SELECT e.lot_id,
             sum(e.quantity) AS quantity
            FROM (bulk_lot b
              JOIN stock_entry e ON (((e.enterprise_id = b.enterprise_id) AND (e.kind = 'production_input'::text) AND (e.document_id IN ( SELECT b.order_id
                 UNION ALL
                  SELECT c.id
                    FROM (production_issue i
                      JOIN correction c ON (((c.enterprise_id = i.enterprise_id) AND (c.record_id = i.id))))
                   WHERE ((i.enterprise_id = b.enterprise_id) AND (i.order_id = b.order_id)))))))
           WHERE ((b.enterprise_id = current_enterprise()) AND (b.id = drawn_into.given_batch) AND (NOT (EXISTS ( SELECT
                    FROM stock_entry later
                   WHERE ((later.enterprise_id = e.enterprise_id) AND (later.reverses = e.id))))))
           GROUP BY e.lot_id) drawn;
END;

-- due_day_of(lot), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.due_day_of(given lot)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when given.kind in ('raw', 'auxiliary') then given.retest_on else given.expires_on end;
$function$;

-- due_of(uuid,text,text,timestamp with time zone,timestamp with time zone), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.due_of(of_enterprise uuid, of_life text, of_state text, since timestamp with time zone, ends timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select least(ends, since + (select make_interval(hours => hours) from step_limit l
    where l.enterprise_id = of_enterprise and l.life = of_life and l.state = of_state));
$function$;

-- end_asset_use(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.end_asset_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into asset_change (enterprise_id, asset_id, state, reason, use_id, changed_by, changed_at)
  select new.enterprise_id, new.asset_id, 'to_clean', coalesce(p.order_no, k.order_no), new.id, new.ended_by, new.ended_at
  from (values (1)) one
    left join production_order p on p.enterprise_id = new.enterprise_id and p.id = new.production_order_id
    left join packaging_order k on k.enterprise_id = new.enterprise_id and k.id = new.packaging_order_id;
  return null;
end $function$;

-- end_founding(), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.end_founding()
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into founding_end (enterprise_id, first_id, second_id)
  select current_enterprise(), ids[1], ids[2] from (select array_agg(id order by id) as ids from full_administrators()) found
  where cardinality(ids) >= 2 and not exists (select from founding_end where enterprise_id = current_enterprise())
  on conflict do nothing;
$function$;

-- end_request(text,bytea,integer,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.end_request(given_key text, given_digest bytea, given_status integer, given_body text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if given_key is not null then
    insert into idempotent_answer (enterprise_id, account_id, key, request_digest, status, body)
    values (current_enterprise(), current_actor(), given_key, given_digest, given_status, given_body);
  end if;
  perform seal_audit();
end $function$;

-- end_reset_links(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.end_reset_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update mail_link set used_at = now()
  where enterprise_id = new.enterprise_id and account_id = new.id and purpose = 'reset_password' and used_at is null;
  return null;
end $function$;

-- end_secret_links(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.end_secret_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update mail_link set used_at = now() where enterprise_id = new.enterprise_id and secret_id = new.id and used_at is null;
  return null;
end $function$;

-- end_uses_of_packaging(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.end_uses_of_packaging()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update asset_use u set ended_by = current_actor(), ended_at = greatest(u.started_at, coalesce(
    (select r.finished_at from packaging_record r where r.enterprise_id = new.enterprise_id and r.packaging_order_id = new.id), now()))
  where u.enterprise_id = new.enterprise_id and u.packaging_order_id = new.id and u.ended_at is null;
  return null;
end $function$;

-- end_uses_of_production(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.end_uses_of_production()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update asset_use set ended_at = greatest(coalesce(new.completed_at, new.cancelled_at), started_at), ended_by = coalesce(new.completed_by, new.cancelled_by)
  where enterprise_id = new.enterprise_id and production_order_id = new.id and ended_at is null;
  return null;
end $function$;

-- end_uses_of_step(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.end_uses_of_step()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update asset_use used set ended_by = coalesce(used.ended_by, new.ended_by),
    -- What took the place of a broken machine began later than the step, what broke ended before it.
    started_at = case when used.after_breakdown_id is null then new.started_at else greatest(new.started_at, least(used.started_at, new.ended_at)) end,
    ended_at = coalesce((select greatest(new.started_at, least(b.reported_at, new.ended_at)) from asset_breakdown b
      where b.enterprise_id = used.enterprise_id and b.use_id = used.id), new.ended_at)
  where id in (select u.id from asset_use u where u.enterprise_id = new.enterprise_id and u.production_order_id = new.order_id and u.step_id = new.id order by u.asset_id for update)
    and enterprise_id = new.enterprise_id;
  return null;
end $function$;

-- enterprise_ids(), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.enterprise_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id from enterprise order by id;
$function$;

-- enterprise_of_complaint(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.enterprise_of_complaint(given uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select enterprise_id from incident where public_token = given;
$function$;

-- enterprise_of_gtin(text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.enterprise_of_gtin(given text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select enterprise_id from pack_spec where pack_gtin = given or box_gtin = given;
$function$;

-- enterprise_of_identification(text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.enterprise_of_identification(given text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select enterprise_id from pack_spec where pack_identification = given or box_identification = given;
$function$;

-- enterprise_of_number(integer), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.enterprise_of_number(given integer)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id from enterprise where number = given;
$function$;

-- enterprise_of_recall_notice(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.enterprise_of_recall_notice(given uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select enterprise_id from recall_customer where public_token = given;
$function$;

-- fill_stock_ledger(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.fill_stock_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before stock_ledger;
begin
  if new.month + interval '1 month' > today() then raise exception 'month_not_over' using errcode = 'BC001'; end if;
  perform pg_advisory_xact_lock(hashtextextended(concat('stock_ledger ', new.enterprise_id, new.goods_class, new.month), 0));
  select * into before from stock_ledger s where s.enterprise_id = new.enterprise_id and s.goods_class = new.goods_class and s.month = new.month
  order by s.version desc limit 1;
  new.version := coalesce(before.version, 0) + 1;
  select coalesce(jsonb_agg(jsonb_build_object('lotNo', m.lot_no, 'name', m.name, 'opening', m.opening::text, 'brought', m.brought::text,
      'taken', m.taken::text, 'closing', m.closing::text, 'moves', m.moves) order by m.lot_no), '[]'),
    coalesce(sum(m.opening), 0), coalesce(sum(m.brought), 0), coalesce(sum(m.taken), 0), coalesce(sum(m.closing), 0)
  into new.lines, new.opening, new.brought, new.taken, new.closing from stock_of_month(new.month, new.goods_class) m;
  new.entries := case when new.goods_class = 'toxic' then coalesce((select jsonb_agg(jsonb_build_object('lotNo', e.lot_no, 'occurredAt', e.occurred_at,
      'kind', e.kind, 'documentNo', e.document_no, 'quantity', e.quantity::text, 'goes', e.goes, 'by', e.by_name, 'second', e.second_name)
      order by e.occurred_at, e.id) from toxic_entries_of(new.month) e), '[]') else '[]' end;
  if (before.lines, before.entries) is not distinct from (new.lines, new.entries) and before.id is not null then
    raise exception 'ledger_unchanged' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- find_account(text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.find_account(given text)
 RETURNS TABLE(enterprise_id uuid, id uuid, name text, password_hash text, state text, one_time_until timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select enterprise_id, id, name, password_hash, state, one_time_until from account where user_name = given
    and not exists (select from api_token where api_token.enterprise_id = account.enterprise_id and api_token.id = account.id);
$function$;

-- find_reset_account(text,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.find_reset_account(given_user_name text, given_email text)
 RETURNS TABLE(enterprise_id uuid, id uuid, name text, email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select enterprise_id, id, name, email from account
  where user_name = given_user_name and lower(email) = lower(given_email) and email_confirmed_at is not null and state = 'active';
$function$;

-- find_second_factor(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.find_second_factor(given_account uuid)
 RETURNS TABLE(secret_box bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select secret_box from second_factor where account_id = given_account and confirmed_at is not null;
$function$;

-- fold_months(), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.fold_months()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('month_tally ' || current_enterprise(), 0));
  with many as (select series, month, key from month_tally where enterprise_id = current_enterprise() group by 1, 2, 3 having count(*) > 1),
  gone as (delete from month_tally t using many where t.enterprise_id = current_enterprise()
    and (t.series, t.month, t.key) = (many.series, many.month, many.key) returning t.*)
  insert into month_tally (enterprise_id, series, month, key, count, total, lowest, highest)
  select enterprise_id, series, month, key, sum(count), sum(total), min(lowest), max(highest) from gone group by 1, 2, 3, 4;
end $function$;

-- forget_answers(integer), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.forget_answers(most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from idempotent_answer where ctid = any (array(
    select ctid from idempotent_answer where created_at < now() - interval '7 days' order by created_at limit most)) returning 1)
  select count(*)::integer from gone;
$function$;

-- forget_confirmation(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.forget_confirmation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.email <> old.email and new.email_confirmed_at is not distinct from old.email_confirmed_at then new.email_confirmed_at := null; end if;
  return new;
end $function$;

-- forget_file(text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.forget_file(given text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  holder uuid;
begin
  for holder in select enterprise_id from stored_file where digest = given and not is_used and stored_at < now() - interval '1 day' loop
    begin
      delete from stored_file where enterprise_id = holder and digest = given;
    exception when foreign_key_violation then
      update stored_file set is_used = true where enterprise_id = holder and digest = given;
    end;
  end loop;
  return not exists (select from stored_file where digest = given);
end $function$;

-- forget_guesses(text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.forget_guesses(given text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from throttle where key = given or key ^@ (given || ' from ');
$function$;

-- forget_mail(), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.forget_mail()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from mail where coalesce(sent_at, given_up_at) < now() - interval '30 days';
  delete from mail_link where expires_at < now() - interval '30 days';
$function$;

-- forget_old_guesses(), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.forget_old_guesses()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from throttle where window_started_at < now() - interval '1 day';
$function$;

-- forget_sessions(integer), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.forget_sessions(most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from session where ctid = any (array(
    select ctid from session where expires_at < now() - interval '90 days' order by expires_at limit most)) returning 1)
  select count(*)::integer from gone;
$function$;

-- former_names(), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.former_names()
 RETURNS TABLE(since text, changed text, owner text, owner_column text, former text, present text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT known.since,
     known.changed,
     known.owner,
     known.owner_column,
     known.former,
     known.present
    FROM ( VALUES ('0024'::text,'table'::text,'bulk_lot'::text,NULL::text,'slice_batch'::text,'bulk_lot'::text), ('0024'::text,'table'::text,'pack_release'::text,NULL::text,'finished_release'::text,'pack_release'::text), ('0024'::text,'word'::text,'lot'::text,'kind'::text,'finished'::text,'pack'::text), ('0024'::text,'word'::text,'inspection'::text,'side'::text,'slice'::text,'bulk'::text), ('0024'::text,'word'::text,'place'::text,'zone'::text,'finished_quarantine'::text,'pack_quarantine'::text), ('0024'::text,'word'::text,'place'::text,'zone'::text,'finished_released'::text,'pack_released'::text)) known(since, changed, owner, owner_column, former, present);
END;

-- founder_acts(), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.founder_acts()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select in_founding_mode() and exists (select from full_administrators() where id::text = current_setting('app.actor', true));
$function$;

-- full_administrators(), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.full_administrators()
 RETURNS TABLE(id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  select id from account where enterprise_id = current_enterprise() and state = 'active' and not must_change_password and one_time_until is null
    and array['31:manage', '32:manage'] <@ rights_of(id) and not secret_waits(id);
$function$;

-- give_back_guesses(text[]), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.give_back_guesses(keys text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  one text;
begin
  foreach one in array keys loop
    update throttle set hits = hits - 1 where key = one and hits > 0;
  end loop;
end $function$;

-- gives_from_nothing(production_step), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.gives_from_nothing(given production_step)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  auxiliaries numeric := issued_mass(given.enterprise_id, given.order_id, 'auxiliary') - returned_mass(given.enterprise_id, given.order_id, 'auxiliary');
  lost numeric := (select coalesce(sum((l ->> 'quantity')::numeric), 0) from jsonb_array_elements(given.losses) l);
  fed numeric;
  earlier_water numeric;
begin
  select coalesce((array_agg(s.input_quantity order by s.step_no))[1], given.input_quantity), coalesce(sum(s.water_quantity), 0) into fed, earlier_water
  from production_step s where s.enterprise_id = given.enterprise_id and s.order_id = given.order_id and s.step_no < given.step_no;
  return given.output_quantity + lost > (given.input_quantity + given.water_quantity + auxiliaries) * 1.02
    or given.output_quantity > (fed + earlier_water + given.water_quantity + auxiliaries) * 1.02;
end $function$;

-- goods_have_left(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.goods_have_left(given_lot uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((EXISTS (WITH RECURSIVE below(id) AS (SELECT goods_have_left.given_lot AS given_lot UNION SELECT e.to_lot_id FROM (below below_1 JOIN lot_edge e ON (((e.enterprise_id = current_enterprise()) AND (e.from_lot_id = below_1.id))))) SELECT FROM (below JOIN shipment_line l ON (((l.enterprise_id = current_enterprise()) AND (l.lot_id = below.id)))) WHERE (l.packs > 0))) AND (NOT impact_is_open(given_lot)));

-- goods_of(lot), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.goods_of(given lot)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(given.pack_spec_id, given.product_id, given.material_id);
$function$;

-- goods_signed_for(uuid,uuid[]), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.goods_signed_for(given_shipment uuid, given_lots uuid[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((EXISTS (SELECT FROM shipment s WHERE ((s.enterprise_id = current_enterprise()) AND (s.id = goods_signed_for.given_shipment) AND (s.state <> 'shipped'::text)))) AND (NOT (EXISTS (SELECT FROM unnest(goods_signed_for.given_lots) lot(lot) WHERE impact_is_open(lot.lot)))));

-- guard_account_name(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_account_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    if new.name = old.name then return new; end if;
  end if;
  if a_person_acts() and is_name_of_signer(new.name, new.id) then raise exception 'name_of_signer' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- guard_asset(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_asset()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.state <> (case new.kind when 'scale' then 'clean' else 'to_clean' end) or new.use_id is not null or new.clearance_id is not null or new.calibrated_on is not null
      or new.serviced_on is not null
    then raise exception 'a new asset has no past' using errcode = 'BC002';
    end if;
    return new;
  end if;
  if (new.kind, new.number) is distinct from (old.kind, old.number)
    or pg_trigger_depth() < 2 and (new.calibrated_on, new.calibration_result, new.calibration_due, new.serviced_on, new.service_result, new.service_due, new.state, new.use_id,
        new.clearance_id, new.cleared_until, new.is_freed)
      is distinct from (old.calibrated_on, old.calibration_result, old.calibration_due, old.serviced_on, old.service_result, old.service_due, old.state, old.use_id,
        old.clearance_id, old.cleared_until, old.is_freed)
  then raise exception 'what an asset has been through is recorded, not written' using errcode = 'BC002';
  end if;
  -- Out of service it becomes dedicated or ordinary, and is cleaned and cleared before anything is made with it.
  if new.is_toxic <> old.is_toxic and old.state <> 'out_of_service' then raise exception 'asset_in_service' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- guard_asset_change(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_asset_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  known asset;
begin
  select * into strict known from asset a where a.enterprise_id = new.enterprise_id and a.id = new.asset_id for update;
  if new.state = 'in_use' and (new.use_id is null or pg_trigger_depth() < 2)
    or new.state = 'clean' and (new.clearance_id is null or pg_trigger_depth() < 2)
    or known.state = 'in_use' and pg_trigger_depth() < 2
  then raise exception 'asset_occupied' using errcode = 'BC001';
  end if;
  if new.state = 'out_of_service' and known.state = 'out_of_service' or new.state = 'to_clean' and known.state = 'to_clean' then
    raise exception 'wrong_state' using errcode = 'BC001';
  end if;
  -- Back into service by two, and cleaned before it is used.
  if known.state = 'out_of_service' and (new.state <> 'to_clean' or new.approved_by is null) then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- guard_asset_use(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_asset_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  known asset;
  fault text;
begin
  select * into strict known from asset a where a.enterprise_id = new.enterprise_id and a.id = new.asset_id for update;
  fault := asset_fault(known, coalesce(new.production_order_id, new.packaging_order_id), new.is_toxic, new.started_at);
  case fault
    when 'asset_out_of_service' then raise exception 'asset_out_of_service' using errcode = 'BC001';
    when 'scale_overdue' then raise exception 'scale_overdue' using errcode = 'BC001';
    when 'maintenance_overdue' then raise exception 'maintenance_overdue' using errcode = 'BC001';
    when 'asset_not_dedicated' then raise exception 'asset_not_dedicated' using errcode = 'BC001';
    when 'line_busy' then raise exception 'line_busy' using errcode = 'BC001';
    when 'asset_occupied' then raise exception 'asset_occupied' using errcode = 'BC001';
    when 'asset_dirty' then raise exception 'asset_dirty' using errcode = 'BC001';
    when 'asset_for_toxic' then raise exception 'asset_for_toxic' using errcode = 'BC001';
    when 'clearance_over' then raise exception 'clearance_over' using errcode = 'BC001';
    else null;
  end case;
  if new.after_breakdown_id is not null and not replaces_broken(new, known) then raise exception 'replacement_differs' using errcode = 'BC001'; end if;
  if new.clearance_id is distinct from (case known.kind when 'scale' then null else known.clearance_id end) then
    raise exception 'a use uses up the certificate in force' using errcode = 'BC002';
  end if;
  if new.clearance_id is not null and new.started_at < (select c.cleaned_at from clearance c where c.enterprise_id = new.enterprise_id and c.id = new.clearance_id) then
    raise exception 'used_before_cleared' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_attachment(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_attachment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  found_one boolean;
begin
  execute format('select exists (select from %I where id = $1)', new.owner_table) into found_one using new.owner_id;
  if not found_one then raise exception 'not_found' using errcode = 'BC001'; end if;
  -- What strangers see is a picture, and stands where the public pages look for it.
  if new.kind in ('公开照片', '公开地图') and not (
    new.owner_table = any (case new.kind when '公开照片' then array['product', 'material'] else array['enterprise'] end)
    and exists (select from stored_file f where f.enterprise_id = new.enterprise_id and f.digest = new.digest and f.media_type like 'image/%'))
  then raise exception 'public_picture' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- guard_authorisation(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_authorisation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then raise exception 'an authorisation is kept' using errcode = 'BC002'; end if;
  if tg_op = 'INSERT' and (new.state <> 'proposed' or new.approved_by is not null) then
    raise exception 'an authorisation begins as a proposal' using errcode = 'BC002';
  end if;
  if tg_op = 'UPDATE' then
    if (new.person_id, new.activity, new.training_id, new.valid_until, new.basis, new.given_by, new.given_at)
        is distinct from (old.person_id, old.activity, old.training_id, old.valid_until, old.basis, old.given_by, old.given_at)
      or old.approved_by is not null and (new.approved_by, new.approved_at) is distinct from (old.approved_by, old.approved_at)
      or new.state <> old.state and (old.state, new.state) not in (('proposed', 'valid'), ('proposed', 'refused'), ('valid', 'suspended'), ('valid', 'withdrawn'),
        ('valid', 'replaced'), ('suspended', 'withdrawn'), ('suspended', 'replaced')) then
      raise exception 'an authorisation is not rewritten' using errcode = 'BC002';
    end if;
  end if;
  if new.state in ('proposed', 'valid') and not exists (select from training t where t.enterprise_id = new.enterprise_id and t.id = new.training_id
      and t.result = 'passed' and t.voided_at is null) then
    raise exception 'training_not_passed' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_authorisation_rule(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_authorisation_rule()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.serial <> 1 + coalesce((select max(serial) from authorisation_rule_change c where c.enterprise_id = new.enterprise_id), 0) then
    raise exception 'stale' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_authority_lock(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_authority_lock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.lifted_at is not null then raise exception 'a lock is in force first' using errcode = 'BC002'; end if;
    -- What moves goods now is done first, and what comes after finds the lock.
    perform pg_advisory_xact_lock(hashtextextended('authority_lock ' || new.enterprise_id, 0));
    return new;
  end if;
  if old.lifted_at is not null then raise exception 'a lifted lock is not changed' using errcode = 'BC002'; end if;
  if (new.level, new.product_id, new.authority, new.authority_no, new.ordered_on, new.until_on, new.reason, new.placed_by, new.placed_second_by, new.placed_at)
    is distinct from (old.level, old.product_id, old.authority, old.authority_no, old.ordered_on, old.until_on, old.reason, old.placed_by, old.placed_second_by, old.placed_at)
  then raise exception 'what the authority said is not changed' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_authority_lock_signatures(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_authority_lock_signatures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from unnest(case tg_op when 'INSERT' then array[new.placed_by, new.placed_second_by] else array[new.lifted_by, new.lift_second_by] end) person
    where not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = person
      and s.meaning = case tg_op when 'INSERT' then '监管锁定' else '解除监管锁定' end))
  then raise exception 'a lock of the authority is signed by two' using errcode = 'BC002';
  end if;
  return null;
end $function$;

-- guard_batch_case(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_batch_case()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if case_is_open(new.order_id) then raise exception 'case_open' using errcode = 'BC001'; end if;
  if (new.yield_percent not between new.yield_min and new.yield_max and not deviation_has_ended(new.order_id, null, 'yield'))
    or (new.balance_percent not between new.balance_min and new.balance_max and not deviation_has_ended(new.order_id, null, 'balance'))
  then raise exception 'deviation_required' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_batch_mass(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_batch_mass()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  last_output numeric;
  water numeric;
  lost numeric;
  there numeric;
begin
  select (array_agg(s.output_quantity order by s.step_no desc))[1], sum(s.water_quantity),
    sum((select coalesce(sum((l ->> 'quantity')::numeric), 0) from jsonb_array_elements(s.losses) l)) into last_output, water, lost
  from production_step s where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id;
  if last_output is null or new.output_quantity > last_output then
    raise exception 'output_exceeds' using errcode = 'BC001';
  end if;
  there := (issued_mass(new.enterprise_id, new.order_id, 'main') - new.returned_quantity + new.auxiliary_quantity + water) * 1.02;
  if new.returned_quantity > issued_mass(new.enterprise_id, new.order_id, 'main')
    or new.returned_quantity < returned_mass(new.enterprise_id, new.order_id, 'main') and tg_op = 'INSERT'
    or new.auxiliary_quantity > issued_mass(new.enterprise_id, new.order_id, 'auxiliary')
  then raise exception 'return_exceeds' using errcode = 'BC001';
  end if;
  if new.output_quantity + new.sampled_quantity + new.leftover_quantity > least(there, greatest(there - lost, last_output)) then
    raise exception 'mass_from_nothing' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_beginning(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_beginning()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state <> 'waiting' and (tg_table_name = 'rights_proposal' or not founder_acts()) then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  if a_person_acts() and secret_waits(current_setting('app.actor')::uuid) then raise exception 'secret_unconfirmed' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- guard_box(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_box()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

-- guard_breakdown(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_breakdown()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  known asset;
begin
  select * into strict known from asset a where a.enterprise_id = new.enterprise_id and a.id = new.asset_id for update;
  if known.kind <> 'equipment' or known.state <> 'in_use' or known.use_id <> new.use_id then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  if not exists (select from incident i where i.enterprise_id = new.enterprise_id and i.id = new.incident_id and i.source_table = 'asset' and i.source_id = new.asset_id) then
    raise exception 'a breakdown names a case about its machine' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_carrier_claim(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_carrier_claim()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.claim_no, new.shipment_id, new.lot_id, new.packs, new.quantity, new.return_id, new.note, new.opened_by, new.opened_at)
      is distinct from (old.claim_no, old.shipment_id, old.lot_id, old.packs, old.quantity, old.return_id, old.note, old.opened_by, old.opened_at)
    or (new.state = 'closed') <> (new.packs = coalesce((select sum(o.packs) from claim_outcome o where o.enterprise_id = new.enterprise_id and o.claim_id = new.id), 0))
  then raise exception 'a claim is closed by what is known of its packs' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_change_day(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_change_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.effective_on > (today() + interval '1 year')::date then
    raise exception 'effective_too_late' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_charge(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_charge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  source uuid := (select o.rework_of from production_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id);
begin
  if (case when source is not null then (new.lot_id, new.role) is distinct from (source, 'main')
    else (select l.kind from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id) not in ('raw', 'auxiliary') end)
  then raise exception 'lot_mismatch' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_claim_outcome(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_claim_outcome()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  claim carrier_claim;
  told claim_outcome;
  known integer;
begin
  select * into strict claim from carrier_claim c where c.enterprise_id = new.enterprise_id and c.id = new.claim_id for update;
  if new.takes_back is not null then
    select * into told from claim_outcome o where o.enterprise_id = new.enterprise_id and o.id = new.takes_back;
    if (told.claim_id, told.became, -told.packs) is distinct from (new.claim_id, new.became, new.packs) then
      raise exception 'an answer is taken back as it was given' using errcode = 'BC002';
    end if;
    return new;
  end if;
  select coalesce(sum(o.packs), 0) into known from claim_outcome o where o.enterprise_id = new.enterprise_id and o.claim_id = new.claim_id;
  if claim.state <> 'open' or known + new.packs > claim.packs then raise exception 'claim_beyond_missing' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- guard_clearance(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_clearance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  life text[] := '{state,withdrawn_by,withdrawal_approved_by,withdrawn_at,withdraw_reason}';
begin
  if tg_op = 'DELETE' or to_jsonb(new) - life <> to_jsonb(old) - life then raise exception 'a certificate is not rewritten' using errcode = 'BC002'; end if;
  if old.state <> 'valid' or new.state = 'used' and pg_trigger_depth() < 2 then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- guard_clearance_asset(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_clearance_asset()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  known asset;
begin
  select * into strict known from asset a where a.enterprise_id = new.enterprise_id and a.id = new.asset_id for update;
  if known.state = 'in_use' then raise exception 'asset_occupied' using errcode = 'BC001'; end if;
  if known.state = 'out_of_service' then raise exception 'asset_out_of_service' using errcode = 'BC001'; end if;
  select c.cleaned_at + known.clearance_hours * interval '1 hour' into strict new.valid_until
  from clearance c where c.enterprise_id = new.enterprise_id and c.id = new.clearance_id and c.state = 'valid';
  new.last_use_id := known.use_id;
  return new;
end $function$;

-- guard_climate_point(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_climate_point()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'due' then raise exception 'a point waits for its first reading' using errcode = 'BC002'; end if;
    if new.room_id is not null and not is_asset(new.room_id, 'room') then raise exception 'asset_unknown' using errcode = 'BC001'; end if;
    return new;
  end if;
  if (new.number, new.warehouse, new.room_id) is distinct from (old.number, old.warehouse, old.room_id) then
    raise exception 'a point stays where it is' using errcode = 'BC002';
  end if;
  if new.state = 'current' and old.state <> 'current' and pg_trigger_depth() < 2 then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- guard_climate_reading(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_climate_reading()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  known climate_point;
  limits climate_limit;
begin
  select * into strict known from climate_point p where p.enterprise_id = new.enterprise_id and p.id = new.point_id for update;
  if known.state = 'disabled' then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  select * into strict limits from climate_limit l where l.enterprise_id = new.enterprise_id and l.point_id = new.point_id order by l.id desc limit 1;
  new.limit_id := limits.id;
  new.is_out := is_out_of_climate(limits, new.temperature, new.humidity);
  if new.measured_at > new.recorded_at then raise exception 'a reading is not of the future' using errcode = 'BC002'; end if;
  if new.incident_id is not null and not exists (select from incident i where i.enterprise_id = new.enterprise_id and i.id = new.incident_id
    and i.source_table = 'climate_point' and i.source_id = new.point_id)
  then raise exception 'a reading names a case about its point' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_climate_void(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_climate_void()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  wrong climate_reading;
begin
  select * into strict wrong from climate_reading r where r.enterprise_id = new.enterprise_id and r.id = new.reading_id;
  if wrong.source <> 'hand' then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  if wrong.recorded_by = new.voided_by then raise exception 'same_person' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- guard_closed_inspection(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_closed_inspection()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from test_result r where r.enterprise_id = new.enterprise_id and r.inspection_id = new.id) then
    raise exception 'results_exist' using errcode = 'BC001';
  end if;
  if exists (select from sampling s where s.enterprise_id = new.enterprise_id and s.inspection_id = new.id) then
    if new.closed_second_by is null then
      raise exception 'a sampled request is given up by two persons' using errcode = 'BC002';
    end if;
    if exists (select from sampling s join sample p on p.enterprise_id = s.enterprise_id and p.sampling_id = s.id
        where s.enterprise_id = new.enterprise_id and s.inspection_id = new.id and p.state not in ('lost', 'returned', 'scrapped', 'disposed')) then
      raise exception 'the samples of a request that is given up go back or away' using errcode = 'BC002';
    end if;
  end if;
  return new;
end $function$;

-- guard_closed_order(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_closed_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from receipt_discrepancy d where d.enterprise_id = new.enterprise_id and d.order_id = new.id and d.state in ('open', 'answered'))
  then raise exception 'discrepancies_open' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_code_lock(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_code_lock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.lifted_at is not null then raise exception 'a lifted lock is not changed' using errcode = 'BC002'; end if;
  if (new.authority_no, new.reason, new.placed_by, new.placed_at) is distinct from (old.authority_no, old.reason, old.placed_by, old.placed_at) then
    raise exception 'what the authority said is not changed' using errcode = 'BC002';
  end if;
  if exists (select from code_lock_run r where r.enterprise_id = new.enterprise_id and r.lock_id = new.id
    and array[new.lifted_by, new.lift_second_by] && workers_on(r.lot_id))
  then raise exception 'hold_own_work' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- guard_code_void(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_code_void()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from code_range r cross join lateral spans_within(r.id, new.first_index, new.last_index) s
    where r.enterprise_id = new.enterprise_id and r.id = new.range_id and r.level = 1 and s.state in ('activated', 'in_stock', 'returned'))
  then raise exception 'code_on_stock' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_confirmation(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_confirmation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state = 'confirmed' and new.what in ('account', 'password')
    and exists (select from account where enterprise_id = new.enterprise_id and id = new.account_id and must_change_password)
  then raise exception 'own_password_first' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_count_entry(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_count_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from place p where p.enterprise_id = new.enterprise_id and p.id in (new.from_place_id, new.to_place_id) and p.kind = 'bin')
    and not exists (select from stocktake s join stocktake_line l on l.enterprise_id = s.enterprise_id and l.stocktake_id = s.id
      where s.enterprise_id = new.enterprise_id and s.id = new.document_id and new.document_kind = 'stocktake' and l.lot_id = new.lot_id
        and l.place_id in (new.from_place_id, new.to_place_id) and l.state = 'adjusted'
        and l.difference = case new.kind when 'gain' then new.quantity else -new.quantity end)
    and not (new.kind = 'shortage' and exists (select from disposal_line l join disposal_case c on c.enterprise_id = l.enterprise_id and c.id = l.case_id
      where c.enterprise_id = new.enterprise_id and c.id = new.document_id and c.state = 'done' and new.document_kind = 'disposal_case'
        and l.lot_id = new.lot_id and l.place_id = new.from_place_id and new.quantity < l.quantity))
    and not (new.kind = 'shortage' and exists (select from supplier_return r where r.enterprise_id = new.enterprise_id and r.id = new.document_id and r.state = 'sent'
      and new.document_kind = 'supplier_return' and r.lot_id = new.lot_id and r.place_id = new.from_place_id and new.quantity = r.missing))
  then raise exception 'adjustment_uncounted' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_counted_code(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_counted_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from code_event lost where lost.enterprise_id = new.enterprise_id and lost.range_id = new.range_id and lost.id < new.id
      and lost.first_index <= new.last_index and lost.last_index >= new.first_index and lost.state = 'missing' and lost.document_kind <> 'stocktake'
      and not exists (select from code_event later where later.enterprise_id = lost.enterprise_id and later.range_id = lost.range_id
        and later.id > lost.id and later.id < new.id
        and later.first_index <= least(lost.last_index, new.last_index) and later.last_index >= greatest(lost.first_index, new.first_index)))
  then raise exception 'code_not_in_house' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_credit_code(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_credit_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'credit_code_kept' using errcode = 'BC001';
end $function$;

-- guard_custody(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_custody()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  there integer;
begin
  perform from shipment s where s.enterprise_id = new.enterprise_id and s.id = new.shipment_id for update;
  select coalesce(sum(case when e.to_fate = new.from_fate then e.packs when e.from_fate = new.from_fate then -e.packs else 0 end), 0) into there
  from custody_entry e where e.enterprise_id = new.enterprise_id and e.shipment_id = new.shipment_id and e.lot_id = new.lot_id;
  if new.from_fate = 'customer' then
    there := there + (select line.packs from shipment_line line
      where line.enterprise_id = new.enterprise_id and line.shipment_id = new.shipment_id and line.lot_id = new.lot_id);
  end if;
  if new.packs > there then raise exception 'more_than_shipped' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- guard_customer_return(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_customer_return()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  came return_receipt;
begin
  if old.state in ('closed', 'declined', 'cancelled') then raise exception 'an ended return is not changed' using errcode = 'BC002'; end if;
  if (new.return_no, new.kind, new.shipment_id, new.reason, new.created_by, new.created_at)
      is distinct from (old.return_no, old.kind, old.shipment_id, old.reason, old.created_by, old.created_at)
    or old.approved_by is not null and (new.approved_by, new.approved_at) is distinct from (old.approved_by, old.approved_at)
  then raise exception 'what a return is about is not changed' using errcode = 'BC002';
  end if;
  if new.state = old.state then return new; end if;
  if (old.state, new.state) not in (('requested', 'awaited'), ('requested', 'declined'), ('requested', 'cancelled'), ('awaited', 'cancelled'),
    ('awaited', 'received'), ('received', 'awaited'), ('received', 'cancelled'), ('received', 'inspected'), ('inspected', 'awaited'), ('inspected', 'cancelled'),
    ('inspected', 'restocking'), ('inspected', 'destroying'), ('restocking', 'inspected'), ('destroying', 'inspected'), ('restocking', 'destroying'),
    ('restocking', 'closed'), ('destroying', 'closed'))
  then raise exception 'a return goes step by step' using errcode = 'BC002';
  end if;
  select * into came from return_receipt r where r.enterprise_id = new.enterprise_id and r.return_id = new.id and r.taken_back_at is null;
  if (new.state in ('received', 'inspected', 'restocking', 'destroying', 'closed')) <> (came.id is not null)
    or new.state in ('inspected', 'restocking', 'destroying', 'closed') and not exists (
      select from return_inspection i where i.enterprise_id = new.enterprise_id and i.receipt_id = came.id)
    or (new.state in ('restocking', 'destroying', 'closed')) <> exists (
      select from return_decision d where d.enterprise_id = new.enterprise_id and d.receipt_id = came.id and d.withdrawn_at is null)
  then raise exception 'a return rests on the record of its step' using errcode = 'BC002';
  end if;
  if new.state in ('restocking', 'destroying', 'closed') and exists (
      select from return_item i where i.enterprise_id = new.enterprise_id and i.receipt_id = came.id and (i.decision is null
        or i.settled_at is null and (new.state = 'closed' or new.state = 'destroying' and i.decision = 'restock')))
    or new.state = 'inspected' and exists (
      select from return_item i where i.enterprise_id = new.enterprise_id and i.receipt_id = came.id and i.decision is not null)
  then raise exception 'each of the goods has its decision' using errcode = 'BC002';
  end if;
  -- Goods are sold again only with proof of how they were kept and carried.
  if old.state = 'inspected' and new.state = 'restocking' and not exists (
    select from attachment a where a.enterprise_id = new.enterprise_id and a.owner_table = 'customer_return' and a.owner_id = new.id
      and not exists (select from attachment_void v where v.enterprise_id = a.enterprise_id and v.attachment_id = a.id))
  then raise exception 'return_unproven' using errcode = 'BC001';
  end if;
  if old.state = 'inspected' and new.state = 'restocking' and not (
    select i.conforms from return_inspection i where i.enterprise_id = new.enterprise_id and i.receipt_id = came.id order by i.id desc limit 1)
  then raise exception 'return_nonconforming' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_customer_standard(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_customer_standard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  row_now jsonb := to_jsonb(new);
  to_whom uuid := coalesce((row_now ->> 'customer_id')::uuid, (select o.customer_id from sales_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id));
begin
  if exists (select from sales_allocation a where a.enterprise_id = new.enterprise_id and a.order_id = new.order_id and barred_for(a.lot_id, to_whom))
    or row_now ? 'lot_id' and barred_for((row_now ->> 'lot_id')::uuid, to_whom) then
    raise exception 'customer_barred' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_decision(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_decision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.state <> 'waiting' then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  if a_person_acts() and new.state in ('confirmed', 'approved') and secret_waits(current_setting('app.actor')::uuid)
  then raise exception 'secret_unconfirmed' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_deputy(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_deputy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then raise exception 'a deputy is kept' using errcode = 'BC002'; end if;
  if tg_op = 'INSERT' and (new.state <> 'proposed' or new.confirmed_by is not null) then raise exception 'a deputy begins as a proposal' using errcode = 'BC002'; end if;
  if tg_op = 'UPDATE' and ((new.principal_id, new.deputy_id, new.duties, new.valid_from, new.valid_until, new.reason, new.given_by, new.given_at)
      is distinct from (old.principal_id, old.deputy_id, old.duties, old.valid_from, old.valid_until, old.reason, old.given_by, old.given_at)
    or old.confirmed_by is not null and (new.confirmed_by, new.confirmed_at) is distinct from (old.confirmed_by, old.confirmed_at)
    or new.state <> old.state and (old.state, new.state) not in (('proposed', 'valid'), ('proposed', 'refused'), ('proposed', 'ended'), ('valid', 'ended'))) then
    raise exception 'a deputy is not rewritten' using errcode = 'BC002';
  end if;
  if new.state in ('proposed', 'valid') and (not new.duties <@ rights_by_two() or new.duties && array['31:manage', '31:qualify', '31:authorise', '32:manage', '33:platform']
      or not new.duties <@ array(select r.right_code from account_role held join role_right r on r.enterprise_id = held.enterprise_id and r.role_id = held.role_id
        where held.enterprise_id = new.enterprise_id and held.account_id = new.principal_id)) then
    raise exception 'duty_not_held' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_destruction(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_destruction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from place p where p.enterprise_id = new.enterprise_id and p.id = new.from_place_id and p.kind = 'bin')
    and not exists (select from disposal_line l join disposal_case c on c.enterprise_id = l.enterprise_id and c.id = l.case_id
      where c.enterprise_id = new.enterprise_id and c.id = new.document_id and c.state = 'done' and new.document_kind = 'disposal_case'
        and l.lot_id = new.lot_id and l.place_id = new.from_place_id and new.quantity <= l.quantity
        and not exists (select from stock_entry e where e.enterprise_id = new.enterprise_id and e.document_id = c.id and e.lot_id = new.lot_id
          and e.kind = 'destroy' and e.from_place_id = new.from_place_id))
  then raise exception 'destruction_undecided' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_deviation_case(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_deviation_case()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from incident i where i.enterprise_id = new.enterprise_id and i.id = new.incident_id
      and i.source_table = 'production_order' and i.source_id = new.order_id)
  then raise exception 'a deviation names a case about its batch' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_discrepancy(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_discrepancy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' or not exists (select from purchase_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id and o.supplier_id = new.supplier_id)
    then raise exception 'a discrepancy is opened of its own order' using errcode = 'BC002';
    end if;
    return new;
  end if;
  if (new.discrepancy_no, new.receipt_id, new.order_id, new.supplier_id, new.purchase_line_id, new.door_line, new.refused_line, new.kinds, new.noted, new.net,
      new.refused, new.name_on_note, new.supplier_lot_no, new.note, new.opened_by, new.opened_at)
    is distinct from (old.discrepancy_no, old.receipt_id, old.order_id, old.supplier_id, old.purchase_line_id, old.door_line, old.refused_line, old.kinds, old.noted,
      old.net, old.refused, old.name_on_note, old.supplier_lot_no, old.note, old.opened_by, old.opened_at)
  then raise exception 'what was seen at the door is not changed' using errcode = 'BC002';
  end if;
  if new.state = old.state then return new; end if;
  if new.state = 'void' then
    -- A replacement whose receipt went back whole has not come: another discrepancy is opened instead.
    if not exists (select from receipt r where r.enterprise_id = new.enterprise_id and r.id in (new.receipt_id, new.replaced_by) and r.reversed_at is not null)
    then raise exception 'a discrepancy is void with its receipt, or with that of its replacement' using errcode = 'BC002';
    end if;
    return new;
  end if;
  if (old.state, new.state) not in (('open', 'answered'), ('answered', 'open'), ('answered', 'closed'))
  then raise exception 'a discrepancy goes from % to % by no step', old.state, new.state using errcode = 'BC002';
  end if;
  -- A replacement is a later receipt of the same supplier's same material, which stands.
  if new.replaced_by is not null and not exists (
    select from receipt r join receipt was on was.enterprise_id = r.enterprise_id and was.id = new.receipt_id
      join raw_lot w on w.enterprise_id = r.enterprise_id and w.receipt_id = r.id
      join purchase_line l on l.enterprise_id = w.enterprise_id and l.id = w.purchase_line_id
      join purchase_line mine on mine.enterprise_id = l.enterprise_id and mine.id = new.purchase_line_id
    where r.enterprise_id = new.enterprise_id and r.id = new.replaced_by and r.reversed_at is null and r.arrived_at >= was.arrived_at
      and w.supplier_id = new.supplier_id and l.material_id = mine.material_id)
  then raise exception 'discrepancy_not_replaced' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_discrepancy_signature(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_discrepancy_signature()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = new.closed_by)
  then raise exception 'the end of a discrepancy is signed' using errcode = 'BC002';
  end if;
  return null;
end $function$;

-- guard_disposal_case(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_disposal_case()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state in ('refused', 'cancelled', 'done') then raise exception 'an ended disposal is not changed' using errcode = 'BC002'; end if;
  if (new.disposal_no, new.ground, new.reason, new.disposal_method, new.proposed_by, new.proposed_at)
    is distinct from (old.disposal_no, old.ground, old.reason, old.disposal_method, old.proposed_by, old.proposed_at)
  then raise exception 'what a disposal proposes is not changed' using errcode = 'BC002';
  end if;
  if new.state <> old.state and (old.state, new.state) not in
    (('proposed', 'approved'), ('proposed', 'refused'), ('proposed', 'cancelled'), ('approved', 'reported'), ('reported', 'approved'), ('reported', 'refused'),
     ('reported', 'cancelled'), ('approved', 'cancelled'), ('approved', 'done'))
  then raise exception 'a disposal goes from % to % by no step', old.state, new.state using errcode = 'BC002';
  end if;
  -- What came up since it was proposed counts as well.
  if new.state in ('approved', 'done') and old.state <> new.state and exists (select from disposal_line l where l.enterprise_id = new.enterprise_id and l.case_id = new.id
    and disposal_refusal(l.lot_id, l.place_id, new.ground) = 'lot_in_case')
  then raise exception 'lot_in_case' using errcode = 'BC001';
  end if;
  if new.state in ('approved', 'done') and old.state <> new.state and exists (select from disposal_line l where l.enterprise_id = new.enterprise_id and l.case_id = new.id
    and disposal_refusal(l.lot_id, l.place_id, new.ground) = 'return_not_condemned')
  then raise exception 'return_not_condemned' using errcode = 'BC001';
  end if;
  if new.state in ('approved', 'done') and old.state <> new.state and exists (select from disposal_line l where l.enterprise_id = new.enterprise_id and l.case_id = new.id
    and disposal_refusal(l.lot_id, l.place_id, new.ground) is not null)
  then raise exception 'disposal_unfounded' using errcode = 'BC001';
  end if;
  if new.state = 'done' and not exists (select from attachment a where a.enterprise_id = new.enterprise_id and a.owner_table = 'disposal_case' and a.owner_id = new.id
    and a.kind = '照片' and not exists (select from attachment_void v where v.enterprise_id = a.enterprise_id and v.attachment_id = a.id))
  then raise exception 'disposal_photo_missing' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_disposal_code(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_disposal_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select c.ground from disposal_case c where c.enterprise_id = new.enterprise_id and c.id = new.case_id) = 'returned'
    and (select coalesce(sum(least(k.last_index, new.last_index) - greatest(k.first_index, new.first_index) + 1), 0)
      from return_item i join return_code k on k.enterprise_id = i.enterprise_id and k.item_id = i.id
      where i.enterprise_id = new.enterprise_id and i.lot_id = new.lot_id and i.decision = 'destroy' and i.settled_at is null
        and k.range_id = new.range_id and k.first_index <= new.last_index and k.last_index >= new.first_index) < new.last_index - new.first_index + 1
  then raise exception 'return_not_condemned' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_disposal_line(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_disposal_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  subject record;
  refused text;
begin
  select c.ground, c.state into subject from disposal_case c where c.enterprise_id = new.enterprise_id and c.id = new.case_id;
  if tg_op = 'UPDATE' then
    if (new.case_id, new.lot_id, new.place_id, new.quantity, new.packs) is distinct from (old.case_id, old.lot_id, old.place_id, old.quantity, old.packs)
      or new.is_open and not old.is_open
    then raise exception 'what a disposal is about is not changed' using errcode = 'BC002';
    end if;
    return new;
  end if;
  if subject.state <> 'proposed' then raise exception 'a disposal that was decided gets no other goods' using errcode = 'BC002'; end if;
  if exists (select from supplier_return r where r.enterprise_id = new.enterprise_id and r.lot_id = new.lot_id and r.place_id = new.place_id
    and r.state in ('proposed', 'approved'))
  then raise exception 'supplier_return_open' using errcode = 'BC001';
  end if;
  refused := disposal_refusal(new.lot_id, new.place_id, subject.ground);
  if refused = 'lot_in_case' then raise exception 'lot_in_case' using errcode = 'BC001'; end if;
  if refused = 'return_not_condemned' then raise exception 'return_not_condemned' using errcode = 'BC001'; end if;
  if refused is not null then raise exception 'disposal_unfounded' using errcode = 'BC001'; end if;
  if (new.packs is null) = exists (select from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id and l.kind = 'pack')
    or new.quantity <> coalesce(new.packs * (select spec.net_quantity from lot l join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
      where l.enterprise_id = new.enterprise_id and l.id = new.lot_id), new.quantity)
  then raise exception 'packs weigh their net content' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_disposal_signatures(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_disposal_signatures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from unnest(case new.state when 'done' then array[new.carried_by, new.witness_id] else array[coalesce(new.redecided_by, new.decided_by)] end) person
    where not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = person))
  then raise exception 'a disposal is signed' using errcode = 'BC002';
  end if;
  return null;
end $function$;

-- guard_door_line(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_door_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from receipt_discrepancy d where d.enterprise_id = new.enterprise_id and d.receipt_id = new.receipt_id and d.door_line = new.door_line)
  then raise exception 'a line that differs from its delivery note has its discrepancy' using errcode = 'BC002';
  end if;
  return null;
end $function$;

-- guard_double_lock(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_double_lock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from place p join lot l on l.enterprise_id = p.enterprise_id and l.id = new.lot_id
    where p.enterprise_id = new.enterprise_id and p.id = new.to_place_id and p.kind = 'bin' and (p.storage_condition = '双锁') <> l.is_toxic)
  then raise exception 'toxic_store' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_ending(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_ending()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from production_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id and o.state in ('in_progress', 'paused')) then
    raise exception 'wrong_state' using errcode = 'BC001';
  end if;
  if new.lot_id is not null and not exists (select from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id
      and l.kind = 'bulk' and l.state = 'rejected' and l.quantity = new.remains)
  then raise exception 'what is left of an ended batch is rejected' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_extensions(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_extensions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  subject record;
begin
  select l.retest_on, m.retest_months, m.retest_limit, (new.decided_at at time zone 'Asia/Shanghai')::date as day, i.request_kind into subject
  from report r join inspection i on i.enterprise_id = r.enterprise_id and i.id = r.inspection_id
    join lot l on l.enterprise_id = r.enterprise_id and l.id = r.lot_id join material m on m.enterprise_id = l.enterprise_id and m.id = l.material_id
  where r.enterprise_id = new.enterprise_id and r.id = new.report_id;
  if subject.request_kind is distinct from 'periodic' or subject.retest_on is null then
    if new.extensions <> 0 then raise exception 'extensions are those of a retest' using errcode = 'BC002'; end if;
    return new;
  end if;
  if new.extensions < 1 or new.retest_on > subject.retest_on + make_interval(months => new.extensions * subject.retest_months)
    or new.extensions > 1 and subject.retest_on + make_interval(months => (new.extensions - 1) * subject.retest_months) > subject.day then
    raise exception 'a retest makes a life longer by its extensions' using errcode = 'BC002';
  end if;
  if new.extensions + (select coalesce(sum(d.extensions), 0) from release_decision d where d.enterprise_id = new.enterprise_id and d.lot_id = new.lot_id) > subject.retest_limit then
    raise exception 'retest_limit' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_given_role(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_given_role()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  held account_role := coalesce(new, old);
  raised text[];
begin
  if not a_person_acts() then return held; end if;
  if held.account_id::text = current_setting('app.actor', true) then raise exception 'own_rights' using errcode = 'BC001'; end if;
  if tg_op = 'DELETE' or founder_acts() then return held; end if;
  raised := array(select right_code from role_right where enterprise_id = new.enterprise_id and role_id = new.role_id and right_code = any(rights_by_two())
    and right_code <> all (rights_of(new.account_id)));
  if cardinality(raised) > 0 and not exists (select from rights_proposal where enterprise_id = new.enterprise_id and role_id = new.role_id
    and account_id = new.account_id and state = 'approved' and decided_at = now() and raised <@ rights)
  then raise exception 'rights_by_two' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_hold_time(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_hold_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from production_order o
      join production_step before on before.enterprise_id = o.enterprise_id and before.order_id = o.id and before.step_no < new.step_no
      cross join lateral jsonb_array_elements(o.process -> 'steps') planned
    where o.enterprise_id = new.enterprise_id and o.id = new.order_id and (planned ->> 'no')::integer = before.step_no
      and before.step_no = (select max(s.step_no) from production_step s where s.enterprise_id = o.enterprise_id and s.order_id = o.id and s.step_no < new.step_no)
      and planned ->> 'holdHours' is not null and new.started_at - before.ended_at > (planned ->> 'holdHours')::numeric * interval '1 hour')
    and not exists (select from production_deviation d
      where d.enterprise_id = new.enterprise_id and d.order_id = new.order_id and d.step_no = new.step_no and d.kind = 'hold_time'
        and case_has_ended(d.incident_id))
  then raise exception 'deviation_required' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_impact_decision(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_impact_decision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not ancestors_allow(new.lot_id) or exists (select from lot where enterprise_id = new.enterprise_id and id = new.lot_id and state = 'rejected') then
    raise exception 'ancestor_unfit' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_impact_persons(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_impact_persons()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if array[new.decided_by, new.approved_by] && analysts_of(new.lot_id) then raise exception 'analyst_releases' using errcode = 'BC001'; end if;
  if new.decision = 'clear' and array[new.decided_by, new.approved_by] && producers_of(new.lot_id) then
    raise exception 'producer_releases' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_incident(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_incident()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' then raise exception 'a case begins open' using errcode = 'BC002'; end if;
    if new.source_table is not null and to_regclass(new.source_table) is null then raise exception 'not_found' using errcode = 'BC001'; end if;
    return new;
  end if;
  if (new.case_no, new.kind, new.area, new.source_table, new.source_id, new.subject, new.description, new.measured, new.expected, new.found_at, new.found_by, new.opened_by,
      new.opened_at, new.told_lot_id, new.complainant, new.contact, new.code, new.picture, new.public_token)
    is distinct from (old.case_no, old.kind, old.area, old.source_table, old.source_id, old.subject, old.description, old.measured, old.expected, old.found_at, old.found_by,
      old.opened_by, old.opened_at, old.told_lot_id, old.complainant, old.contact, old.code, old.picture, old.public_token)
  then raise exception 'what was told is not changed' using errcode = 'BC002';
  end if;
  if old.state in ('closed', 'unfounded') and new.state not in ('open', 'investigating') and new.answered_at is not distinct from old.answered_at
  then raise exception 'an ended case is not changed' using errcode = 'BC002';
  end if;
  if new.state in ('closed', 'unfounded') and old.state <> new.state then
    if array[new.closed_by, new.closed_second_by] && persons_of_incident(new.id) then raise exception 'concerned_closes' using errcode = 'BC001'; end if;
    if exists (select from incident_measure m where m.enterprise_id = new.enterprise_id and m.incident_id = new.id and m.state in ('open', 'done'))
    then raise exception 'measures_open' using errcode = 'BC001';
    end if;
  end if;
  if new.state in ('closed', 'unfounded') and new.public_token is not null and new.answered_at is null
  then raise exception 'incident_unanswered' using errcode = 'BC001';
  end if;
  if new.state = 'closed' and old.state <> 'closed' then
    if old.state <> 'approved' then raise exception 'a case is closed after its approval' using errcode = 'BC002'; end if;
    if exists (select from incident_lot l where l.enterprise_id = new.enterprise_id and l.incident_id = new.id and l.decision is null)
    then raise exception 'incident_lots_undecided' using errcode = 'BC001';
    end if;
    if new.kind = 'adverse' and new.reported_on is null and new.report_waived = '' then raise exception 'incident_unreported' using errcode = 'BC001'; end if;
  end if;
  return new;
end $function$;

-- guard_incident_hold(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_incident_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from incident_lot l join incident i on i.enterprise_id = l.enterprise_id and i.id = l.incident_id
    where l.enterprise_id = new.enterprise_id and l.hold_id = new.id and i.state not in ('closed', 'unfounded')
      and (l.decision is null or l.decision = 'usable'))
  then raise exception 'hold_of_incident' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_incident_lot(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_incident_lot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select i.state in ('closed', 'unfounded') from incident i where i.enterprise_id = new.enterprise_id and i.id = new.incident_id)
    and new.decision is distinct from 'not_concerned'
  then raise exception 'wrong_state' using errcode = 'BC001';
  end if;
  if tg_op = 'UPDATE' and old.approved_by is not null then raise exception 'a decision about a lot stays' using errcode = 'BC002'; end if;
  if new.decided_by is not null then
    if array[new.decided_by, new.approved_by] && analysts_of(new.lot_id) then raise exception 'analyst_releases' using errcode = 'BC001'; end if;
    if new.decision <> 'reject' and array[new.decided_by, new.approved_by] && producers_of(new.lot_id) then
      raise exception 'producer_releases' using errcode = 'BC001';
    end if;
  end if;
  return new;
end $function$;

-- guard_incident_measure(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_incident_measure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.state in ('effective', 'cancelled') then raise exception 'an ended measure is not changed' using errcode = 'BC002'; end if;
  if tg_op = 'INSERT' and (new.state <> 'open'
    or (select i.state not in ('investigating', 'approved') from incident i where i.enterprise_id = new.enterprise_id and i.id = new.incident_id))
  then raise exception 'wrong_state' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_inspection_standard(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_inspection_standard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'the standards of an inspection are those in force on its day' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_inspector(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_inspector()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  row_now jsonb := to_jsonb(new);
  inspectors text[] := array[row_now ->> 'sampled_by', row_now ->> 'witnessed_by', row_now ->> 'entered_by', row_now ->> 'submitted_by']
    || array(select jsonb_array_elements_text(coalesce(row_now -> 'analyst_ids', '[]')));
  bought record;
begin
  select r.received_by, r.checked_by, o.buyer_id into bought
  from inspection i join raw_lot l on l.enterprise_id = i.enterprise_id and l.id = i.lot_id
    join receipt r on r.enterprise_id = l.enterprise_id and r.id = l.receipt_id
    join purchase_order o on o.enterprise_id = l.enterprise_id and o.id = l.order_id
  where i.enterprise_id = new.enterprise_id and i.id = new.inspection_id;
  if bought.buyer_id::text = any (inspectors) then
    raise exception 'buyer_inspects' using errcode = 'BC001';
  end if;
  if bought.received_by::text = any (inspectors) or bought.checked_by::text = any (inspectors) then
    raise exception 'receiver_inspects' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_instrument(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_instrument()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.number <> old.number or (new.calibrated_on, new.calibration_result, new.due_on) is distinct from (old.calibrated_on, old.calibration_result, old.due_on)
      and pg_trigger_depth() < 2 then
    raise exception 'a calibration is recorded, not written' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_label_print(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_label_print()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if labels_need_second(new.range_id, new.first_index, new.last_index) and (new.reason = '' or not exists (
      select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id
        and s.meaning = '核准补印标签' and s.signer_id <> new.printed_by))
  then raise exception 'reprint_needs_second' using errcode = 'BC001';
  end if;
  return null;
end $function$;

-- guard_label_run(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_label_run()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  planned numeric;
  per_box numeric;
  labels numeric;
  boxes numeric;
begin
  select o.planned_packs, spec.packs_per_box into strict planned, per_box from packaging_order o
    join pack_spec spec on spec.enterprise_id = o.enterprise_id and spec.id = o.pack_spec_id
  where o.enterprise_id = new.enterprise_id and o.id = new.packaging_order_id;
  select coalesce(sum(r.count), 0) into labels from label_run l join code_range r on r.enterprise_id = l.enterprise_id and r.id = l.pack_range_id
  where l.enterprise_id = new.enterprise_id and l.packaging_order_id = new.packaging_order_id;
  select coalesce(max(r.count), 0) into boxes from code_range r where r.enterprise_id = new.enterprise_id and r.id = new.box_range_id;
  if labels > labels_for(planned) or boxes > labels_for(ceil(planned / per_box)) then
    raise exception 'beyond_plan' using errcode = 'BC001';
  end if;
  return null;
end $function$;

-- guard_ledger_signatures(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_ledger_signatures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from unnest(array[new.signed_by, new.checked_by]) person
    where not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = person))
  then raise exception 'a ledger is signed by two' using errcode = 'BC002';
  end if;
  return null;
end $function$;

-- guard_letterhead(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_letterhead()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.version <> (select count(*) + 1 from letterhead where enterprise_id = new.enterprise_id) then
    raise exception 'stale' using errcode = 'BC001';
  end if;
  if new.digest is not null and not exists (
    select from stored_file f where f.enterprise_id = new.enterprise_id and f.digest = new.digest and f.media_type in ('image/png', 'image/jpeg'))
  then raise exception 'logo_type' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- guard_lifters(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_lifters()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if array[new.lifted_by, new.lift_second_by] && workers_on(new.lot_id)
    and not exists (select from stocktake_line l where l.enterprise_id = new.enterprise_id and l.hold_id = new.id)
  then raise exception 'hold_own_work' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- guard_locked_code(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_locked_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if codes_locked(new.enterprise_id, new.range_id, new.first_index, new.last_index) then raise exception 'code_locked' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- guard_locked_product(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_locked_product()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('authority_lock ' || new.enterprise_id, 0));
  if authority_locks((select o.product_id from production_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id)) then
    raise exception 'lot_held' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_lost_labels(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_lost_labels()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from incident i join incident_lot l on l.enterprise_id = i.enterprise_id and l.incident_id = i.id and l.lot_id = new.lot_id
    where i.enterprise_id = new.enterprise_id and i.source_id = new.packaging_order_id and i.source_table = 'packaging_order'
      and i.state in ('open', 'investigating', 'submitted', 'approved'))
  then raise exception 'lost labels have a case' using errcode = 'BC002';
  end if;
  return null;
end $function$;

-- guard_lot_edge(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_lot_edge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from lot where enterprise_id = new.enterprise_id and id = new.from_lot_id for share;
  -- What is left of a batch that was ended is rejected before anything is said of what it was made of.
  if (select state from lot where enterprise_id = new.enterprise_id and id = new.to_lot_id) = 'rejected' then return new; end if;
  -- Of a rejected batch nothing is made but its rework.
  if new.step = 'rework' and not exists (select from production_order o where o.enterprise_id = new.enterprise_id and o.id = new.document_id and o.rework_of = new.from_lot_id) then
    raise exception 'a rework has an order' using errcode = 'BC002';
  end if;
  if exists (select from reasons_reaching(array[new.from_lot_id]) r
    where not (new.step = 'rework' and r.kind = 'rejected' and r.lot_id = new.from_lot_id)) then
    raise exception 'ancestor_unfit' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_name_without_deputy(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_name_without_deputy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.name ~ '[（(]\s*代' then raise exception 'name_of_signer' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- guard_oos_case(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_oos_case()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state in ('corrected', 'repeated', 'accepted', 'confirmed') then
    raise exception 'an ended case is kept' using errcode = 'BC002';
  end if;
  if (new.inspection_id, new.standard_item_id, new.test_result_id, new.kind, new.opened_at, new.case_no)
      is distinct from (old.inspection_id, old.standard_item_id, old.test_result_id, old.kind, old.opened_at, old.case_no)
    or old.checked_by is not null and (new.checked_by, new.checklist, new.finding, new.explanation) is distinct from (old.checked_by, old.checklist, old.finding, old.explanation)
    or old.retest_by is not null and new.retests is distinct from old.retests
    or old.retest_by is not null and (new.retest_by, new.retest_analyst) is distinct from (old.retest_by, old.retest_analyst) and (
      (old.state, new.state) <> ('retesting', 'retesting')
      or exists (select from test_result r where r.enterprise_id = new.enterprise_id and r.case_id = new.id and r.part = 'retest'))
    or old.invalidated_by is not null and new.invalidated_by is distinct from old.invalidated_by then
    raise exception 'what was signed in a case is kept' using errcode = 'BC002';
  end if;
  if not (old.state, new.state) in (('open', 'open'), ('open', 'checked'), ('open', 'corrected'), ('checked', 'invalidated'), ('checked', 'retesting'), ('checked', 'accepted'),
      ('checked', 'confirmed'), ('invalidated', 'repeated'), ('retesting', 'retested'), ('retesting', 'confirmed'), ('retested', 'accepted'), ('retested', 'confirmed')) and old.state <> new.state then
    raise exception 'wrong_state' using errcode = 'BC001';
  end if;
  if exists (select from test_result r where r.enterprise_id = new.enterprise_id and r.inspection_id = new.inspection_id and r.part <> 'correction'
      and r.entered_by = any (array[new.checked_by, new.invalidated_by, new.retest_by, case when new.state in ('accepted', 'confirmed', 'corrected') then new.concluded_by end])) then
    raise exception 'analyst_investigates' using errcode = 'BC001';
  end if;
  if new.retest_analyst is distinct from old.retest_analyst and exists (select from test_result r where r.enterprise_id = new.enterprise_id
      and r.inspection_id = new.inspection_id and r.entered_by = new.retest_analyst) then
    raise exception 'retest_by_other' using errcode = 'BC001';
  end if;
  if new.state = 'accepted' and (
      new.kind = 'oos' and new.retests is null
      or exists (select from test_result r where r.enterprise_id = new.enterprise_id and r.case_id = new.id and r.part = 'retest' and r.verdict <> 'PASS')
      or coalesce(new.retests, 0) <> (select count(*) from test_result r where r.enterprise_id = new.enterprise_id and r.case_id = new.id and r.part = 'retest')) then
    raise exception 'oos_unproved' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_pack_count(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_pack_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from lot_reservation r where r.enterprise_id = new.enterprise_id and r.lot_id = new.id and r.quantity > 0) then
    raise exception 'packs_allocated' using errcode = 'BC001';
  end if;
  if new.packs > old.packs then raise exception 'packs_not_added' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- guard_pack_release(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_pack_release()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from packaging_record r where r.enterprise_id = new.enterprise_id and r.lot_id = new.lot_id
      and (r.operator_id <> all (new.producer_ids) or r.checked_by <> all (new.producer_ids)))
  then raise exception 'the persons of the packaging record are missing' using errcode = 'BC002';
  end if;
  if new.decision = 'release' and not ancestors_allow(new.lot_id) then
    raise exception 'ancestor_unfit' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_packed_mass(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_packed_mass()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.packed <> new.packs * (
    select spec.net_quantity from packaging_order o join pack_spec spec on spec.enterprise_id = o.enterprise_id and spec.id = o.pack_spec_id
    where o.enterprise_id = new.enterprise_id and o.id = new.packaging_order_id)
  then raise exception 'the packs of a packaging record weigh their net content' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_packed_plan(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_packed_plan()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.packs > (select o.planned_packs from packaging_order o where o.enterprise_id = new.enterprise_id and o.id = new.packaging_order_id) then
    raise exception 'beyond_plan' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_paper_form(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_paper_form()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.version <> (select count(*) + 1 from paper_form where enterprise_id = new.enterprise_id and kind = new.kind) then
    raise exception 'stale' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_paper_print(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_paper_print()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.print_no <> (select count(*) + 1 from paper_print where enterprise_id = new.enterprise_id and kind = new.kind and record_id = new.record_id) then
    raise exception 'stale' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_platform_right(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_platform_right()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.right_code = '33:platform' and not exists (select from enterprise where id = new.enterprise_id and is_operating)
  then raise exception 'beyond_own_rights' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_purchase_approval(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_purchase_approval()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from purchase_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id and o.buyer_id = new.buyer_id
      and o.approval_round = new.round and o.state in ('submitted', 'half_approved'))
    or new.step <> 1 + (select count(*) from purchase_approval a
      where a.enterprise_id = new.enterprise_id and a.order_id = new.order_id and a.round = new.round)
  then raise exception 'an approval is the next of an order that waits for it' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_purchase_order(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_purchase_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  let_out text[] := '{approved,partially_received,received,closed}';
begin
  if tg_op = 'INSERT' and new.state <> 'draft' then
    raise exception 'an order begins as a draft' using errcode = 'BC002';
  end if;
  if (tg_op = 'INSERT' or new.purchased_on <> old.purchased_on)
    and new.purchased_on < (new.created_at at time zone 'Asia/Shanghai')::date - order_back_days(new.enterprise_id) then
    raise exception 'dated_back' using errcode = 'BC001';
  end if;
  if tg_op = 'UPDATE' and (new.state = 'half_approved' or new.state = any (let_out) and old.state <> all (let_out)) and
    (select count(*) from purchase_approval a where a.enterprise_id = new.enterprise_id and a.order_id = new.id and a.round = new.approval_round)
      < (case new.state when 'half_approved' then 1 else approvals_needed(new.enterprise_id, new.id) end)
  then raise exception 'approvals_missing' using errcode = 'BC001';
  end if;
  if tg_op = 'UPDATE' and new.approval_round <> old.approval_round and (new.state <> 'returned' or new.approval_round <> old.approval_round + 1) then
    raise exception 'an order is approved anew after it was sent back' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_purchase_rule(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_purchase_rule()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if a_person_acts() and not exists (select from purchase_rule_change c where c.enterprise_id = new.enterprise_id and c.changed_at = now()
    and c.approved_by is not null and c.approvals_above = new.approvals_above
    and c.order_back_days = new.order_back_days and c.receipt_back_days = new.receipt_back_days)
  then raise exception 'the rule of purchases is changed by two persons' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_quoted_result(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_quoted_result()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  item standard_item;
  said text[];
begin
  if not (select may_be_quoted(i.lot_id, new.reference_no) from inspection i where i.enterprise_id = new.enterprise_id and i.id = new.inspection_id) then
    raise exception 'quoted_report_unknown' using errcode = 'BC001';
  end if;
  select * into strict item from standard_item s where s.enterprise_id = new.enterprise_id and s.id = new.standard_item_id;
  said := results_in_report(new.reference_no, item.name);
  -- As it stands there: a number with its unit, words, or several values.
  if not said && array[new.words, new.mean || item.unit, array_to_string(new.individual, '，') || item.unit, array_to_string(new.individual, '，')] then
    raise exception 'quoted_value_differs' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_raw_lot(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_raw_lot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform lock_supplier_lots(new.enterprise_id, new.supplier_id, array[new.supplier_lot_no]);
  if 'lot_again' <> all (new.doubts) and receipt_of_supplier_lot(new.enterprise_id, new.supplier_id,
      (select material_id from lot where enterprise_id = new.enterprise_id and id = new.id), new.supplier_lot_no, new.receipt_id) is not null then
    raise exception 'supplier_lot_again' using errcode = 'BC001';
  end if;
  if abs(new.line_net - new.line_note) > new.line_note * 0.005 and new.exception_note = '' then
    raise exception 'a line that differs from its note is explained' using errcode = 'BC002';
  end if;
  if new.net <> new.gross - new.tare and new.net_reason = '' then
    raise exception 'net_unexplained' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_reagent_draw(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_reagent_draw()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select l.state from reagent_lot l where l.enterprise_id = new.enterprise_id and l.id = new.reagent_lot_id) <> 'in_use' then
    raise exception 'reagent_gone' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_reagent_lot(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_reagent_lot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.number, new.kind, new.lot_no, new.received_on, new.use_by, new.amount, new.unit) is distinct from
      (old.number, old.kind, old.lot_no, old.received_on, old.use_by, old.amount, old.unit)
    or old.opened_on is not null and new.opened_on is distinct from old.opened_on
    or new.amount_left <> old.amount_left and pg_trigger_depth() < 2 then
    raise exception 'what stands on a label is kept' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_recall_case(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_recall_case()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state in ('closed', 'withdrawn', 'cancelled') then raise exception 'an ended recall is not changed' using errcode = 'BC002'; end if;
  if (new.case_no, new.kind, new.recall_class, new.question, new.subject, new.reason, new.created_by)
    is distinct from (old.case_no, old.kind, old.recall_class, old.question, old.subject, old.reason, old.created_by)
  then raise exception 'what a recall asks is not changed' using errcode = 'BC002';
  end if;
  if new.state = 'withdrawn' and old.state <> 'started' then
    raise exception 'a recall is withdrawn after it was started' using errcode = 'BC002';
  end if;
  if new.state = 'closed' then
    if old.state <> 'started' then raise exception 'a recall is closed after it was started' using errcode = 'BC002'; end if;
    if exists (select from recall_customer c where c.enterprise_id = new.enterprise_id and c.case_id = new.id
      and c.acknowledged_at is null and c.silence_at is null)
    then raise exception 'recall_unanswered' using errcode = 'BC001';
    end if;
    if exists (select from recall_line line where line.enterprise_id = new.enterprise_id and line.case_id = new.id and line.known_packs <> line.packs)
    then raise exception 'recall_sum_open' using errcode = 'BC001';
    end if;
  end if;
  return new;
end $function$;

-- guard_recall_hold(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_recall_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from recall_lot l join recall_case c on c.enterprise_id = l.enterprise_id and c.id = l.case_id
    where l.enterprise_id = new.enterprise_id and l.hold_id = new.id and c.state not in ('closed', 'withdrawn'))
  then raise exception 'recall_open' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_recall_report(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_recall_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  subject recall_case;
  told recall_report;
begin
  select * into strict subject from recall_case c where c.enterprise_id = new.enterprise_id and c.id = new.case_id for update;
  if new.takes_back is not null then
    select * into told from recall_report r where r.enterprise_id = new.enterprise_id and r.id = new.takes_back;
    if (told.case_id, told.stage, told.authority, told.document_no, told.sent_at) is distinct from (new.case_id, new.stage, new.authority, new.document_no, new.sent_at)
      or told.takes_back is not null
    then raise exception 'a report is taken back as it was written' using errcode = 'BC002';
    end if;
    if told.recorded_by = new.recorded_by then raise exception 'report_own' using errcode = 'BC001'; end if;
    return new;
  end if;
  if subject.kind = 'drill' or subject.state <> (case new.stage when 'final' then 'closed' else 'started' end) then
    raise exception 'report_of_other_stage' using errcode = 'BC001';
  end if;
  if new.stage = 'final' and exists (select from recall_report_in_force r where r.enterprise_id = new.enterprise_id and r.case_id = new.case_id and r.stage = 'final')
  then raise exception 'report_again' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_receipt(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    select supplier_id, buyer_id into strict new.supplier_id, new.buyer_id from purchase_order
    where enterprise_id = new.enterprise_id and id = new.order_id;
    if (new.arrived_at at time zone 'Asia/Shanghai')::date
      < (new.recorded_at at time zone 'Asia/Shanghai')::date - receipt_back_days(new.enterprise_id) then
      raise exception 'dated_back' using errcode = 'BC001';
    end if;
    if new.lot_count > 0 then
      perform lock_delivery_note(new.enterprise_id, new.supplier_id, new.delivery_note_no);
      if receipt_of_note(new.enterprise_id, new.supplier_id, new.delivery_note_no, new.order_id, new.arrived_at) is not null then
        raise exception 'delivery_note_twice' using errcode = 'BC001';
      end if;
    end if;
  elsif new.checked_by is not null and old.checked_by is null and exists (select from raw_lot l
      where l.enterprise_id = new.enterprise_id and l.receipt_id = new.id group by l.door_line
      having sum(l.net) <> max(l.line_net) or sum(l.package_count) <> max(l.line_packages)) then
    raise exception 'the lots of a line make the line' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_receipt_reversal(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_receipt_reversal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.reversed_at is null and new.reversed_at is not null and exists (
    select from raw_lot r join lot l on l.enterprise_id = r.enterprise_id and l.id = r.id
    where r.enterprise_id = new.enterprise_id and r.receipt_id = new.id and (
      l.state <> 'quarantine'
      or exists (select from inspection i where i.enterprise_id = l.enterprise_id and i.lot_id = l.id and i.state not in ('returned', 'cancelled'))
      or exists (select from lot_edge e where e.enterprise_id = l.enterprise_id and e.from_lot_id = l.id)
      or exists (select from production_input p where p.enterprise_id = l.enterprise_id and p.lot_id = l.id)
      or exists (select from stock_entry e where e.enterprise_id = l.enterprise_id and e.lot_id = l.id and e.kind not in ('receipt', 'transfer', 'reversal'))))
  then raise exception 'lot_used' using errcode = 'BC001';
  end if;
  if old.reversed_at is null and new.reversed_at is not null and exists (
    select from raw_lot r join hold h on h.enterprise_id = r.enterprise_id and h.lot_id = r.id
    where r.enterprise_id = new.enterprise_id and r.receipt_id = new.id and h.lifted_at is null)
  then raise exception 'lot_held' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_record_return(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_record_return()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ordered production_order;
  answering text[] := '{answer,answered_by,answered_at}';
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and (old.answered_at is not null or to_jsonb(new) - answering <> to_jsonb(old) - answering) then
    raise exception 'what was sent back is not rewritten' using errcode = 'BC002';
  end if;
  if tg_op = 'UPDATE' then return new; end if;
  select * into strict ordered from production_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id;
  if ordered.state not in ('completed', 'sent_back') then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  if new.sent_by = ordered.created_by or new.sent_by = any (ordered.operator_ids) then raise exception 'operator_reviews' using errcode = 'BC001'; end if;
  if new.part = 'step' and not exists (select from production_step s
      where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id and s.step_no = new.step_no)
  then raise exception 'wrong_step' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_recovery(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_recovery()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  told recall_recovery;
  net numeric;
begin
  perform from recall_customer c where c.enterprise_id = new.enterprise_id and c.id = new.recall_customer_id for update;
  if not exists (select from recall_customer c join recall_case r on r.enterprise_id = c.enterprise_id and r.id = c.case_id
    where c.enterprise_id = new.enterprise_id and c.id = new.recall_customer_id and r.state = 'started')
  then raise exception 'recall_not_open' using errcode = 'BC001';
  end if;
  if new.takes_back is not null then
    select * into told from recall_recovery r where r.enterprise_id = new.enterprise_id and r.id = new.takes_back;
    if (told.recall_customer_id, told.lot_id, told.became, -told.packs, -told.quantity)
      is distinct from (new.recall_customer_id, new.lot_id, new.became, new.packs, new.quantity)
    then raise exception 'an entry is taken back as it was written' using errcode = 'BC002';
    end if;
    return new;
  end if;
  select spec.net_quantity into net from lot l join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
  where l.enterprise_id = new.enterprise_id and l.id = new.lot_id;
  if new.quantity is distinct from new.packs * net then raise exception 'packs weigh their net content' using errcode = 'BC002'; end if;
  -- What came back lies in the 退货区, with its return; there it was counted already.
  if new.became = 'recovered' and not exists (select from customer_return r join return_receipt c on c.enterprise_id = r.enterprise_id and c.return_id = r.id
      join return_item i on i.enterprise_id = c.enterprise_id and i.receipt_id = c.id and i.lot_id = new.lot_id
    where r.enterprise_id = new.enterprise_id and r.id = new.return_id and r.kind = 'recall' and c.taken_back_at is null group by r.id having sum(i.packs) = new.packs)
  then raise exception 'what was recovered came back with a return' using errcode = 'BC002';
  end if;
  if new.packs > coalesce((select line.packs - line.known_packs + case when new.became = 'recovered' then new.packs else 0 end from recall_line line
    where line.enterprise_id = new.enterprise_id and line.recall_customer_id = new.recall_customer_id and line.lot_id = new.lot_id),
    case when new.became = 'recovered' then new.packs else 0 end)
  then raise exception 'recovery_beyond_shipped' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_refused_line(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_refused_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from receipt_discrepancy d where d.enterprise_id = new.enterprise_id and d.receipt_id = new.receipt_id and d.refused_line = new.line_no)
  then raise exception 'a line that was turned away has its discrepancy' using errcode = 'BC002';
  end if;
  return null;
end $function$;

-- guard_reissue(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_reissue()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was report;
  heading text[] := '{supplier,spec,packageCount,remark,reportedOn,approver}';
begin
  select * into strict was from report r where r.enterprise_id = new.enterprise_id and r.id = new.replaces_id;
  if (new.inspection_id, new.lot_id, new.test_record_id, new.analyst_ids, new.reviewed_by, new.conforms, new.version)
      is distinct from (was.inspection_id, was.lot_id, was.test_record_id, was.analyst_ids, was.reviewed_by, was.conforms, was.version + 1)
    or new.sheet -> 'items' <> was.sheet -> 'items' or new.sheet -> 'conclusion' <> was.sheet -> 'conclusion'
    or new.correction_id is null and new.sheet - heading <> was.sheet - heading
  then raise exception 'only the heading of a report is issued anew' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_released_report(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_released_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.decision = 'release' and exists (select from report r where r.enterprise_id = new.enterprise_id and r.id = new.report_id and r.state = 'superseded') then
    raise exception 'report_superseded' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_replacement(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_replacement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from unnest(array[new.replaced_by, new.checked_by]) person
    where not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = person))
  then raise exception 'a replaced code is signed by two' using errcode = 'BC002';
  end if;
  if not exists (select from spans_within(new.old_range_id, new.old_index, new.old_index) s where s.state = 'voided' and s.lot_id is null)
    or not exists (select from spans_within(new.new_range_id, new.new_index, new.new_index) s where s.state in ('activated', 'in_stock') and s.lot_id = new.lot_id)
  then raise exception 'a replaced code is void and its successor in stock' using errcode = 'BC002';
  end if;
  return null;
end $function$;

-- guard_result_commission(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_result_commission()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  result test_result;
  item standard_item;
  laboratory outside_laboratory;
begin
  select * into result from test_result r where r.enterprise_id = new.enterprise_id and r.id = new.test_result_id;
  select * into item from standard_item s where s.enterprise_id = new.enterprise_id and s.id = result.standard_item_id;
  select * into laboratory from outside_laboratory l where l.enterprise_id = new.enterprise_id and l.id = new.laboratory_id;
  if result.source <> 'outsourced' then
    raise exception 'what is measured here is not commissioned' using errcode = 'BC002';
  end if;
  if result.part = 'correction' then
    if not exists (select from result_commission c join test_result r on r.enterprise_id = c.enterprise_id and r.id = c.test_result_id
        where c.enterprise_id = new.enterprise_id and r.inspection_id = result.inspection_id and r.standard_item_id = result.standard_item_id and r.id <> result.id
          and (c.laboratory_id, c.accreditation_no, c.valid_until, c.reported_on, c.certificate_id)
            = (new.laboratory_id, new.accreditation_no, new.valid_until, new.reported_on, new.certificate_id)) then
      raise exception 'a value that is put right keeps its report' using errcode = 'BC002';
    end if;
    return new;
  end if;
  if not exists (select from attachment a where a.enterprise_id = new.enterprise_id and a.id = new.certificate_id and a.owner_table = 'inspection' and a.owner_id = result.inspection_id) then
    raise exception 'certificate_missing' using errcode = 'BC001';
  end if;
  if not laboratory.is_active or not (item.name = any (laboratory.scope) or item.method = any (laboratory.scope)) then
    raise exception 'laboratory_out_of_scope' using errcode = 'BC001';
  end if;
  if new.reported_on not between laboratory.valid_from and laboratory.valid_until then
    raise exception 'laboratory_over' using errcode = 'BC001';
  end if;
  new.accreditation_no := laboratory.accreditation_no;
  new.valid_until := laboratory.valid_until;
  return new;
end $function$;

-- guard_result_means(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_result_means()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  result test_result;
  tool instrument;
  bottle reagent_lot;
begin
  select * into result from test_result r where r.enterprise_id = new.enterprise_id and r.id = new.test_result_id;
  if result.source <> 'measured' then
    raise exception 'what is quoted is not measured here' using errcode = 'BC002';
  end if;
  if result.part in ('correction', 'recalculated') then
    if not exists (select from result_means m join test_result r on r.enterprise_id = m.enterprise_id and r.id = m.test_result_id
        where m.enterprise_id = new.enterprise_id and r.inspection_id = result.inspection_id and r.standard_item_id = result.standard_item_id and r.id <> result.id
          and (m.instrument_id, m.reagent_lot_id, m.used_on, m.number, m.name, m.detail, m.good_until)
            is not distinct from (new.instrument_id, new.reagent_lot_id, new.used_on, new.number, new.name, new.detail, new.good_until)) then
      raise exception 'a value that is put right keeps its means' using errcode = 'BC002';
    end if;
    return new;
  end if;
  new.used_on := (result.entered_at at time zone 'Asia/Shanghai')::date;
  if new.instrument_id is not null then
    select * into tool from instrument i where i.enterprise_id = new.enterprise_id and i.id = new.instrument_id for share;
    if tool.state <> 'in_use' then raise exception 'instrument_out_of_service' using errcode = 'BC001'; end if;
    if tool.calibration_result = 'fail' then raise exception 'calibration_failed' using errcode = 'BC001'; end if;
    if tool.due_on is null or tool.due_on < new.used_on then raise exception 'calibration_overdue' using errcode = 'BC001'; end if;
    new.number := tool.number;
    new.name := tool.name;
    new.detail := tool.model;
    new.good_until := tool.due_on;
    return new;
  end if;
  select * into bottle from reagent_lot l where l.enterprise_id = new.enterprise_id and l.id = new.reagent_lot_id;
  if bottle.opened_on is null then
    update reagent_lot set opened_on = new.used_on where enterprise_id = new.enterprise_id and id = new.reagent_lot_id and opened_on is null;
    select * into bottle from reagent_lot l where l.enterprise_id = new.enterprise_id and l.id = new.reagent_lot_id;
  end if;
  if bottle.state <> 'in_use' then raise exception 'reagent_gone' using errcode = 'BC001'; end if;
  if reagent_good_until(bottle, new.used_on) < new.used_on then raise exception 'reagent_expired' using errcode = 'BC001'; end if;
  new.number := bottle.number;
  new.name := bottle.name;
  new.detail := concat_ws(' ', bottle.lot_no, nullif(bottle.purity, ''));
  new.good_until := reagent_good_until(bottle, new.used_on);
  return new;
end $function$;

-- guard_return(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_return()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from production_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id and o.state in ('issued', 'in_progress', 'paused') for update;
  if not found then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  if exists (
    select from (
      select (w ->> 'lotId')::uuid as lot_id, -(w ->> 'net')::numeric as net from production_return r cross join jsonb_array_elements(r.weighings) w
        where r.enterprise_id = new.enterprise_id and r.order_id = new.order_id
      union all select (w ->> 'lotId')::uuid, (w ->> 'net')::numeric from production_issue i cross join jsonb_array_elements(i.weighings) w
        where i.enterprise_id = new.enterprise_id and i.order_id = new.order_id) moved
    group by lot_id having sum(net) < 0)
    or issued_mass(new.enterprise_id, new.order_id, 'main') - returned_mass(new.enterprise_id, new.order_id, 'main')
      < (select s.input_quantity from production_step s where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id order by s.step_no limit 1)
  then raise exception 'return_exceeds' using errcode = 'BC001';
  end if;
  return null;
end $function$;

-- guard_return_item(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_return_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.receipt_id, new.lot_id, new.condition, new.packs, new.quantity) is distinct from (old.receipt_id, old.lot_id, old.condition, old.packs, old.quantity)
    or old.settled_at is not null and (new.settled_at, new.decision) is distinct from (old.settled_at, old.decision)
  then raise exception 'what came back is not rewritten' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_returned_goods(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_returned_goods()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  subject lot;
begin
  if not exists (select from place p where p.enterprise_id = new.enterprise_id and p.id = new.from_place_id and p.zone = 'returned') then return new; end if;
  select * into strict subject from lot where enterprise_id = new.enterprise_id and id = new.lot_id;
  if subject.kind <> 'pack' or new.kind in ('destroy', 'reversal', 'sample', 'retention', 'gain', 'shortage') then return new; end if;
  if new.kind <> 'transfer' or new.document_kind <> 'customer_return' or not exists (
    select from customer_return r join return_receipt c on c.enterprise_id = r.enterprise_id and c.return_id = r.id and c.taken_back_at is null
      join return_item i on i.enterprise_id = r.enterprise_id and i.receipt_id = c.id
    where r.enterprise_id = new.enterprise_id and r.id = new.document_id and r.state = 'restocking' and c.place_id = new.from_place_id
      and i.lot_id = new.lot_id and i.decision = 'restock' and i.settled_at is null and i.quantity >= new.quantity)
  then raise exception 'returned_goods' using errcode = 'BC001';
  end if;
  if subject.holds > 0 or authority_locks(subject.product_id) then raise exception 'lot_held' using errcode = 'BC001'; end if;
  if subject.state <> 'released' then raise exception 'lot_not_released' using errcode = 'BC001'; end if;
  if subject.expires_on < today() then raise exception 'lot_expired' using errcode = 'BC001'; end if;
  if not ancestors_allow(new.lot_id) then raise exception 'ancestor_unfit' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- guard_reversal(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_reversal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from stock_entry e where e.enterprise_id = new.enterprise_id and e.id = new.reverses
      and e.lot_id = new.lot_id and e.quantity = new.quantity and e.kind <> 'reversal' and e.from_place_id = new.to_place_id) -- out of the bin where the goods lie now
  then raise exception 'a reversal takes back one whole entry' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_reversed_lot(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_reversed_lot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from raw_lot r join receipt c on c.enterprise_id = r.enterprise_id and c.id = r.receipt_id
      where r.enterprise_id = new.enterprise_id and r.id = new.id and c.reversed_at is not null)
    or exists (select from stock_balance b where b.enterprise_id = new.enterprise_id and b.lot_id = new.id and b.is_real and b.quantity <> 0)
  then raise exception 'a lot ends so with its receipt alone' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_rework(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_rework()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  refused text;
begin
  if tg_op = 'UPDATE' then
    if (new.rework_of, new.rework_reason, new.rework_case_table, new.rework_case_id)
        is distinct from (old.rework_of, old.rework_reason, old.rework_case_table, old.rework_case_id)
      or old.rework_approved_by is not null and new.rework_approved_by is distinct from old.rework_approved_by
    then raise exception 'what a rework is of is not changed' using errcode = 'BC002';
    end if;
    if new.state = old.state or new.state not in ('approved', 'issued') then return new; end if;
  end if;
  if new.rework_of is null then return new; end if;
  if (select l.product_id from lot l where l.enterprise_id = new.enterprise_id and l.id = new.rework_of) is distinct from new.product_id then
    raise exception 'a rework makes the same product' using errcode = 'BC002';
  end if;
  refused := rework_refusal(new.rework_of, new.rework_case_table, new.rework_case_id);
  if refused = 'not_reworkable' then raise exception 'not_reworkable' using errcode = 'BC001'; end if;
  if refused = 'lot_held' then raise exception 'lot_held' using errcode = 'BC001'; end if;
  if refused = 'lot_expired' then raise exception 'lot_expired' using errcode = 'BC001'; end if;
  if refused = 'ancestor_unfit' then raise exception 'ancestor_unfit' using errcode = 'BC001'; end if;
  if refused = 'case_open' then raise exception 'case_open' using errcode = 'BC001'; end if;
  if refused is not null then raise exception 'rework_case_missing' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- guard_rework_signature(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_rework_signature()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.rework_approved_by = any (workers_on(new.rework_of)) then raise exception 'rework_own_work' using errcode = 'BC001'; end if;
  if not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id
    and s.signer_id = new.rework_approved_by and s.meaning = '批准返工')
  then raise exception 'a rework is signed' using errcode = 'BC002';
  end if;
  return null;
end $function$;

-- guard_role_right(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_role_right()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not a_person_acts() then return new; end if;
  if exists (select from account_role where enterprise_id = new.enterprise_id and role_id = new.role_id and account_id::text = current_setting('app.actor', true))
  then raise exception 'own_rights' using errcode = 'BC001';
  end if;
  if new.right_code = any(rights_by_two()) and not founder_acts()
    and exists (select from account_role where enterprise_id = new.enterprise_id and role_id = new.role_id)
    and not exists (select from rights_proposal where enterprise_id = new.enterprise_id and role_id = new.role_id and account_id is null
      and state = 'approved' and decided_at = now() and new.right_code = any(rights))
  then raise exception 'rights_by_two' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_sample(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_sample()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state in ('lost', 'returned', 'scrapped', 'disposed') and to_jsonb(new) <> to_jsonb(old) then
    raise exception 'sample_gone' using errcode = 'BC001';
  end if;
  if new.state <> old.state and not (old.state, new.state) in (
      ('collected', 'received'), ('collected', 'retained'), ('collected', 'lost'), ('collected', 'returned'), ('collected', 'scrapped'),
      ('received', 'in_test'), ('received', 'tested'), ('received', 'lost'), ('received', 'insufficient'), ('received', 'returned'), ('received', 'scrapped'),
      ('in_test', 'tested'), ('in_test', 'lost'), ('in_test', 'insufficient'), ('tested', 'lost'), ('tested', 'disposed'),
      ('retained', 'lost'), ('retained', 'returned'), ('retained', 'scrapped'), ('retained', 'disposed'),
      ('insufficient', 'lost'), ('insufficient', 'scrapped'), ('insufficient', 'disposed'))
    or new.state = 'retained' and new.kind <> 'retention' or new.state in ('received', 'in_test', 'tested') and new.kind = 'retention' then
    raise exception 'wrong_state' using errcode = 'BC001';
  end if;
  -- What was handed in was tested: nobody draws again for it, unless it is sent back.
  if new.state = 'insufficient' and old.state <> 'insufficient' and not exists (select from sampling s
      join inspection i on i.enterprise_id = s.enterprise_id and i.id = s.inspection_id
      where s.enterprise_id = new.enterprise_id and s.id = new.sampling_id and i.state = 'sampled') then
    raise exception 'sample_not_needed' using errcode = 'BC001';
  end if;
  if new.received_by is not null and (exists (select from pack_retention r where r.enterprise_id = new.enterprise_id and r.id = new.pack_retention_id and r.drawn_by = new.received_by)
    or exists (select from sampling s where s.enterprise_id = new.enterprise_id and s.id = new.sampling_id and s.sampled_by = new.received_by)) then
    raise exception 'sampler_receives' using errcode = 'BC001';
  end if;
  -- Packs that were never opened go back into stock by two persons.
  if new.pack_retention_id is not null and new.state = 'returned' and old.state <> 'returned' and not exists (select from sample_event e
      where e.enterprise_id = new.enterprise_id and e.sample_id = new.id and e.kind = 'returned' and e.witness_id is not null) then
    raise exception 'kept packs go back by two persons' using errcode = 'BC002';
  end if;
  if old.state = 'retained' and new.state = 'disposed' and coalesce(new.retain_until, 'infinity') >= today() then
    raise exception 'retention_not_over' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_sample_amount(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_sample_amount()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  taken record;
begin
  -- Packs that are kept are weighed by their codes (pack_samples.sql).
  if new.pack_retention_id is not null then return new; end if;
  select s.test_need, i.side, i.request_kind, i.lot_id, coalesce(m.test_amount, p.test_amount) as least_need into strict taken
  from sampling s join inspection i on i.enterprise_id = s.enterprise_id and i.id = s.inspection_id
    join lot l on l.enterprise_id = i.enterprise_id and l.id = i.lot_id
    left join product p on p.enterprise_id = l.enterprise_id and p.id = l.product_id
    left join material m on m.enterprise_id = l.enterprise_id and m.id = l.material_id and l.kind in ('raw', 'auxiliary')
  where s.enterprise_id = new.enterprise_id and s.id = new.sampling_id;
  if new.quantity < taken.test_need * (case when new.kind <> 'retention' then 1 when taken.request_kind = 'stability' then 0 when taken.side = 'bulk' then 2 else 1 end)
    or tg_op = 'INSERT' and taken.test_need < taken.least_need then
    raise exception 'sample_too_small' using errcode = 'BC001';
  end if;
  if new.lot_id <> taken.lot_id then
    raise exception 'a sample is of the lot that its request is about' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_sampling_total(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_sampling_total()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.total < new.test_need * (select case when i.request_kind = 'stability' then 2 else 3 end from inspection i
      where i.enterprise_id = new.enterprise_id and i.id = new.inspection_id) then
    raise exception 'sample_too_small' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_shipment_line(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_shipment_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.packs > 0 and exists (select from signature s
      where s.enterprise_id = new.enterprise_id and s.record_table = 'shipment' and s.record_id = new.shipment_id)
    or new.packs = 0 and not exists (select from correction c
      where c.enterprise_id = new.enterprise_id and c.record_id = new.shipment_id and c.state = 'approved' and c.approved_at = now())
  then raise exception 'shipment_line is evidence: it is written when the goods leave' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_stability_lot(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_stability_lot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  plan stability_plan;
begin
  select * into strict plan from stability_plan p where p.enterprise_id = new.enterprise_id and p.id = new.plan_id;
  if tg_op = 'INSERT' then
    if plan.state <> 'approved' or not exists (select from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id
        and l.kind = 'pack' and l.product_id = plan.product_id and l.state <> 'rejected') then
      raise exception 'a packed lot is put on the approved plan of its product' using errcode = 'BC002';
    end if;
  elsif old.taken_off_at is not null or (new.lot_id, new.put_on_by, new.put_on_at) is distinct from (old.lot_id, old.put_on_by, old.put_on_at)
    or new.plan_id <> old.plan_id and not exists (select from stability_plan before where before.enterprise_id = old.enterprise_id and before.id = old.plan_id
      and before.plan_no = plan.plan_no and before.state = 'superseded' and plan.state = 'approved') then
    raise exception 'a lot leaves its stability plan once, and goes over to its next version alone' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_stability_plan(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_stability_plan()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'draft' then raise exception 'a stability plan begins as a draft' using errcode = 'BC002'; end if;
    return new;
  end if;
  if old.state not in ('draft', 'approved') or (old.state, new.state) not in (('draft', 'draft'), ('draft', 'approved'), ('draft', 'discarded'), ('approved', 'superseded'), ('approved', 'ended')) then
    raise exception 'a stability plan goes from draft to approved to its end' using errcode = 'BC002';
  end if;
  if (new.plan_no, new.version, new.product_id) is distinct from (old.plan_no, old.version, old.product_id)
    or (old.state = 'approved' or new.state <> 'draft') and (new.storage_condition, new.months, new.items, new.packs_per_point, new.window_days, new.remark, new.written_by, new.written_at)
      is distinct from (old.storage_condition, old.months, old.items, old.packs_per_point, old.window_days, old.remark, old.written_by, old.written_at)
    or old.state = 'approved' and (new.approved_by, new.approved_at) is distinct from (old.approved_by, old.approved_at) then
    raise exception 'what was approved of a stability plan does not change' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_stability_point(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_stability_point()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  born date;
begin
  if tg_op = 'INSERT' then
    select born_on into strict born from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id;
    if not exists (select from stability_lot l join stability_plan p on p.enterprise_id = l.enterprise_id and p.id = l.plan_id
        where l.enterprise_id = new.enterprise_id and l.id = new.stability_lot_id and l.lot_id = new.lot_id and l.taken_off_at is null
          and p.state = 'approved' and new.month = any (p.months))
      or new.test_on <> (born + make_interval(months => new.month))::date or new.state not in ('open', 'begun', 'done') then
      raise exception 'a time point is one of the plan its lot is on' using errcode = 'BC002';
    end if;
  else
    if (new.stability_lot_id, new.lot_id, new.month, new.test_on) is distinct from (old.stability_lot_id, old.lot_id, old.month, old.test_on)
      or old.state <> new.state and (old.state, new.state) not in (('open', 'begun'), ('open', 'missed'), ('open', 'dropped'), ('begun', 'open'), ('begun', 'done'), ('begun', 'dropped'))
      or old.state = new.state and old.state <> 'open' then
      raise exception 'stability_point_closed' using errcode = 'BC001';
    end if;
    if new.state = 'missed' and new.closes_on >= today() then
      raise exception 'stability_not_overdue' using errcode = 'BC001';
    end if;
  end if;
  if new.inspection_id is not null and not exists (select from inspection i where i.enterprise_id = new.enterprise_id and i.id = new.inspection_id
      and i.lot_id = new.lot_id and i.stability_month = new.month and i.state not in ('returned', 'cancelled') and (new.state <> 'done' or i.state in ('reviewed', 'approved'))) then
    raise exception 'a time point is tested by a request of its own' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_stability_test(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_stability_test()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  point stability_point;
begin
  if not exists (select from place p where p.enterprise_id = new.enterprise_id and p.id = new.place_id and p.kind = 'retention') then
    raise exception 'a stability test is of packs that are kept' using errcode = 'BC002';
  end if;
  select * into point from stability_point t
  where t.enterprise_id = new.enterprise_id and t.lot_id = new.lot_id and t.month = new.stability_month and t.state = 'open';
  if not found then
    raise exception 'stability_not_planned' using errcode = 'BC001';
  end if;
  if point.opens_on > today() then
    raise exception 'stability_not_due' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_step_breakdowns(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_step_breakdowns()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from asset_use u join asset_breakdown b on b.enterprise_id = u.enterprise_id and b.use_id = u.id
    where u.enterprise_id = new.enterprise_id and u.production_order_id = new.order_id and u.step_id = new.id
      and (b.reported_at < date_trunc('minute', new.started_at) or date_trunc('minute', b.reported_at) > new.ended_at))
  then raise exception 'steps_out_of_order' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_step_case(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_step_case()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  auxiliaries numeric := issued_mass(new.enterprise_id, new.order_id, 'auxiliary') - returned_mass(new.enterprise_id, new.order_id, 'auxiliary');
  lost numeric := (select coalesce(sum((l ->> 'quantity')::numeric), 0) from jsonb_array_elements(new.losses) l);
begin
  if case_is_open(new.order_id) then raise exception 'case_open' using errcode = 'BC001'; end if;
  if exists (select from jsonb_array_elements(new.parameters) p
      where coalesce(p ->> 'min', p ->> 'max') is not null and (p ->> 'value' !~ '^-?\d+(\.\d+)?$'
        or (p ->> 'value')::numeric < coalesce((p ->> 'min')::numeric, '-infinity') or (p ->> 'value')::numeric > coalesce((p ->> 'max')::numeric, 'infinity')))
    and not deviation_has_ended(new.order_id, new.step_no, 'parameter')
    or new.output_quantity + lost > new.input_quantity + new.water_quantity + auxiliaries and not deviation_has_ended(new.order_id, new.step_no, 'surplus')
  then raise exception 'deviation_required' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_step_mass(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_step_mass()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before production_step;
begin
  select * into before from production_step s
  where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id and s.step_no < new.step_no order by s.step_no desc limit 1;
  if new.input_quantity > coalesce(before.output_quantity,
    issued_mass(new.enterprise_id, new.order_id, 'main') - returned_mass(new.enterprise_id, new.order_id, 'main')) then
    raise exception 'input_exceeds' using errcode = 'BC001';
  end if;
  if new.water_quantity > new.input_quantity * 3 then
    raise exception 'water_exceeds' using errcode = 'BC001';
  end if;
  if gives_from_nothing(new) then
    raise exception 'mass_from_nothing' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_step_times(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_step_times()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from production_issue i where i.enterprise_id = new.enterprise_id and i.order_id = new.order_id and not i.is_supplement and i.issued_at > new.started_at)
    or exists (select from production_step s where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id
      and (s.step_no < new.step_no and (s.ended_at is null or s.ended_at > new.started_at)
        or s.step_no > new.step_no and (new.ended_at is null or new.ended_at > s.started_at)))
  then raise exception 'steps_out_of_order' using errcode = 'BC001';
  end if;
  -- An approved correction of times or parameters has a reason of its own.
  if new.ended_at is not null and (tg_op = 'INSERT' or old.ended_at is null) and new.time_reason is null
    and new.ended_at - new.started_at < longest_duration(new.parameters) - interval '1 minute'
  then raise exception 'duration_unexplained' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_stock_entry(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_stock_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  subject lot;
begin
  select * into strict subject from lot where enterprise_id = new.enterprise_id and id = new.lot_id for update;
  -- What a correction books anew or takes back uses nothing of the lot: it says what was used before. What a batch took in was used when it was
  -- issued: whether a hold reaches the batch is asked where its edge is written.
  if new.kind in ('pack_input', 'pack_loss') and is_correcting(new) then return new; end if;
  -- So it is with what left, and with what was weighed out: as much as the same correction took back before. More than that left only if the lot
  -- may be used, or while QA looks at what came of it.
  if new.kind in ('ship', 'issue') and is_correcting(new) and (impact_is_open(new.lot_id) or new.quantity <= (
    select coalesce(sum(case when e.kind = 'reversal' then e.quantity else -e.quantity end), 0)
    from stock_entry e left join stock_entry r on r.enterprise_id = e.enterprise_id and r.id = e.reverses
    where e.enterprise_id = new.enterprise_id and e.lot_id = new.lot_id and e.document_id = new.document_id and coalesce(r.kind, e.kind) = new.kind))
  then return new;
  end if;
  if new.kind not in ('receipt', 'production_output', 'pack_output', 'reversal', 'sample', 'retention', 'transfer', 'destroy', 'sales_return', 'return_from_production', 'production_input', 'shortage', 'gain', 'supplier_return') then
    -- The lock of the authority that is being placed now is waited for (guard_authority_lock); the next statement sees it.
    perform pg_advisory_xact_lock_shared(hashtextextended('authority_lock ' || new.enterprise_id, 0));
    if subject.holds > 0 or authority_locks(subject.product_id) then raise exception 'lot_held' using errcode = 'BC001'; end if;
  end if;
  if new.kind in ('issue', 'ship') and subject.state <> 'released'
      and not (new.kind = 'issue' and subject.kind = 'bulk' and subject.state = 'rejected' and is_rework_issue(new)) or new.kind = 'pack_input' and subject.state <> 'conforming' then
    raise exception 'lot_not_released' using errcode = 'BC001';
  end if;
  -- On the retest day itself the lot is due; 保质期至 names the last good day.
  if new.kind in ('issue', 'ship', 'pack_input') and (subject.retest_on <= today() or subject.expires_on < today()) then
    raise exception 'lot_expired' using errcode = 'BC001';
  end if;
  if new.kind in ('issue', 'ship', 'pack_input') and not ancestors_allow(new.lot_id) then
    raise exception 'ancestor_unfit' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_stocktake(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_stocktake()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state <> 'counting' then raise exception 'an ended count is not changed' using errcode = 'BC002'; end if;
  if new.state <> 'counting' and exists (select from stocktake_line l where l.enterprise_id = new.enterprise_id and l.stocktake_id = new.id and l.state = 'beyond')
  then raise exception 'count_undecided' using errcode = 'BC001';
  end if;
  if new.state = 'settled' and exists (select from stocktake_line l where l.enterprise_id = new.enterprise_id and l.stocktake_id = new.id and l.state in ('open', 'recount'))
  then raise exception 'count_unfinished' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_stocktake_decision(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_stocktake_decision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from unnest(array[new.decided_by, new.approved_by]) person
    where not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = person))
  then raise exception 'a decision about a difference is signed' using errcode = 'BC002';
  end if;
  if exists (select from stocktake_tally t where t.enterprise_id = new.enterprise_id and t.line_id = new.line_id
    and array_remove(array[t.counted_by, t.second_id], null) && array[new.decided_by, new.approved_by])
  then raise exception 'same_person' using errcode = 'BC001';
  end if;
  return null;
end $function$;

-- guard_stocktake_hold(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_stocktake_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from stocktake_line l where l.enterprise_id = new.enterprise_id and l.hold_id = new.id and l.state = 'beyond')
  then raise exception 'hold_of_case' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_stocktake_line(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_stocktake_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  last stocktake_tally;
  allowed numeric;
begin
  if (new.stocktake_id, new.lot_id, new.place_id) is distinct from (old.stocktake_id, old.lot_id, old.place_id) or old.state in ('adjusted', 'ended')
  then raise exception 'a counted line stays as it is' using errcode = 'BC002';
  end if;
  if new.state in ('even', 'within', 'beyond') and new.state is distinct from old.state then
    select * into last from stocktake_tally t where t.enterprise_id = new.enterprise_id and t.line_id = new.id order by t.round desc limit 1;
    select tolerance_of(l) into allowed from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id;
    if last.id is null or new.difference is distinct from last.counted - last.book
      or new.state = 'even' and new.difference <> 0
      or new.state = 'within' and (new.difference = 0 or abs(new.difference) * 100 > last.book * allowed)
    then raise exception 'a line says what was counted' using errcode = 'BC002';
    end if;
  end if;
  if new.state = 'adjusted' and old.state not in ('within', 'beyond') or new.state = 'adjusted' and new.cause is null
    or old.state = 'beyond' and new.state <> 'beyond' and not exists (select from stocktake_decision d where d.enterprise_id = new.enterprise_id and d.line_id = new.id
      and d.remedy = case new.state when 'adjusted' then 'adjust' else 'recount' end
      and d.round = (select max(t.round) from stocktake_tally t where t.enterprise_id = new.enterprise_id and t.line_id = new.id))
  then raise exception 'a difference is put right after it was decided about' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_stocktake_signatures(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_stocktake_signatures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from unnest(array[new.settled_by, new.approver_id]) person
    where not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = person))
  then raise exception 'a count is signed' using errcode = 'BC002';
  end if;
  return null;
end $function$;

-- guard_stocktake_tally(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_stocktake_tally()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  line stocktake_line;
  before stocktake_tally;
begin
  select * into strict line from stocktake_line l where l.enterprise_id = new.enterprise_id and l.id = new.line_id for update;
  perform from lot l where l.enterprise_id = new.enterprise_id and l.id = line.lot_id for update;
  if line.state not in ('open', 'recount') then raise exception 'count_closed' using errcode = 'BC001'; end if;
  if new.book <> coalesce((select b.quantity from stock_balance b where b.enterprise_id = new.enterprise_id and b.lot_id = line.lot_id and b.place_id = line.place_id), 0)
  then raise exception 'the book of a count is the balance of its moment' using errcode = 'BC002';
  end if;
  if new.second_id is null and exists (select from lot l where l.enterprise_id = new.enterprise_id and l.id = line.lot_id and l.is_toxic)
  then raise exception 'count_needs_two' using errcode = 'BC001';
  end if;
  select * into before from stocktake_tally t where t.enterprise_id = new.enterprise_id and t.line_id = new.line_id order by t.round desc limit 1;
  if new.round <> coalesce(before.round, 0) + 1 then raise exception 'counts follow one another' using errcode = 'BC002'; end if;
  if array[new.counted_by, new.second_id] && array_remove(array[before.counted_by, before.second_id], null)
  then raise exception 'recount_by_other' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_supplement(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_supplement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ordered production_order;
begin
  select * into strict ordered from production_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id for update;
  if ordered.state not in ('issued', 'in_progress') then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  if exists (select from jsonb_array_elements(new.weighings) w join production_input p on p.enterprise_id = new.enterprise_id
      and p.order_id = new.order_id and p.lot_id = (w ->> 'lotId')::uuid where p.role = 'main')
  then
    if exists (select from production_step s where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id) then
      raise exception 'main_fed' using errcode = 'BC001';
    end if;
    if issued_mass(new.enterprise_id, new.order_id, 'main') - returned_mass(new.enterprise_id, new.order_id, 'main') > (ordered.process ->> 'maxBatch')::numeric then
      raise exception 'batch_too_large' using errcode = 'BC001';
    end if;
  end if;
  return null;
end $function$;

-- guard_supplier_entry(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_supplier_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.document_kind <> 'supplier_return'
    or exists (select from stock_entry e where e.enterprise_id = new.enterprise_id and e.document_id = new.document_id and e.kind = 'supplier_return'
      and e.from_place_id = new.from_place_id)
    or not exists (select from supplier_return r join place f on f.enterprise_id = r.enterprise_id and f.id = new.from_place_id
        join place t on t.enterprise_id = r.enterprise_id and t.id = new.to_place_id
      where r.enterprise_id = new.enterprise_id and r.id = new.document_id and r.lot_id = new.lot_id
        and (r.state = 'sent' and f.id = r.place_id and t.kind = 'supplier' and new.quantity = least(r.weighed, r.quantity)
          or r.state = 'back' and f.kind = 'supplier' and t.id = r.back_place_id and new.quantity = least(r.back_weight, r.weighed, r.quantity)))
  then raise exception 'supplier_return_undecided' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_supplier_return(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_supplier_return()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  refused text;
begin
  if tg_op = 'INSERT' then
    if new.state <> 'proposed' then raise exception 'a return to a supplier is proposed first' using errcode = 'BC002'; end if;
    if not exists (select from raw_lot w join purchase_order o on o.enterprise_id = w.enterprise_id and o.id = w.order_id
        join place p on p.enterprise_id = w.enterprise_id and p.id = new.place_id
      where w.enterprise_id = new.enterprise_id and w.id = new.lot_id and o.supplier_id = new.supplier_id and p.kind = 'bin' and p.zone = 'rejected')
    then raise exception 'supplier_return_unfounded' using errcode = 'BC001';
    end if;
    if exists (select from disposal_line l where l.enterprise_id = new.enterprise_id and l.lot_id = new.lot_id and l.place_id = new.place_id and l.is_open)
    then raise exception 'supplier_return_open' using errcode = 'BC001';
    end if;
  else
    if old.state in ('refused', 'cancelled', 'declined', 'back') then raise exception 'an ended return to a supplier is not changed' using errcode = 'BC002'; end if;
    if (new.return_no, new.lot_id, new.supplier_id, new.place_id, new.quantity, new.reason, new.proposed_by, new.proposed_at)
        is distinct from (old.return_no, old.lot_id, old.supplier_id, old.place_id, old.quantity, old.reason, old.proposed_by, old.proposed_at)
      or old.decided_at is not null and (new.decided_by, new.decided_at, new.opinion) is distinct from (old.decided_by, old.decided_at, old.opinion)
      or old.sent_at is not null and (new.weighed, new.missing, new.sent_by, new.checked_by, new.sent_at, new.carrier)
        is distinct from (old.weighed, old.missing, old.sent_by, old.checked_by, old.sent_at, old.carrier)
    then raise exception 'what a return to a supplier says is not changed' using errcode = 'BC002';
    end if;
    if new.state = old.state then return new; end if;
    if (old.state, new.state) not in (('proposed', 'approved'), ('proposed', 'refused'), ('proposed', 'cancelled'), ('approved', 'cancelled'),
      ('approved', 'declined'), ('approved', 'sent'), ('sent', 'confirmed'), ('sent', 'back'), ('confirmed', 'sent'))
    then raise exception 'a return to a supplier goes from % to % by no step', old.state, new.state using errcode = 'BC002';
    end if;
    -- Nobody says alone that the supplier has it, and then that it has not.
    if old.state = 'confirmed' and (new.unconfirmed_by is null or new.unconfirmed_by = old.confirmed_by or new.unconfirmed_at is not distinct from old.unconfirmed_at)
    then raise exception 'same_person' using errcode = 'BC001';
    end if;
    if new.state = 'confirmed' and not exists (select from attachment a where a.enterprise_id = new.enterprise_id and a.owner_table = 'supplier_return' and a.owner_id = new.id
      and not exists (select from attachment_void v where v.enterprise_id = a.enterprise_id and v.attachment_id = a.id))
    then raise exception 'supplier_return_unproven' using errcode = 'BC001';
    end if;
    if new.back_place_id is not null and not exists (select from place p where p.enterprise_id = new.enterprise_id and p.id = new.back_place_id and p.zone = 'rejected')
    then raise exception 'zone_mismatch' using errcode = 'BC001';
    end if;
    if new.state not in ('approved', 'sent') or old.state = 'confirmed' then return new; end if;
  end if;
  -- What came up since it was proposed counts as well.
  refused := disposal_refusal(new.lot_id, new.place_id, 'rejected');
  if refused = 'lot_in_case' then raise exception 'lot_in_case' using errcode = 'BC001'; end if;
  if refused is not null then raise exception 'supplier_return_unfounded' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- guard_supplier_return_signatures(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_supplier_return_signatures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from unnest(case new.state when 'sent' then array[new.sent_by, new.checked_by] when 'back' then array[new.back_by, new.back_checked_by]
      else array[new.decided_by] end) person
    where not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = person))
  then raise exception 'a return to a supplier is signed' using errcode = 'BC002';
  end if;
  return null;
end $function$;

-- guard_supplier_scope(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_supplier_scope()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if a_person_acts()
    and not exists (select from supplier s where s.enterprise_id = new.enterprise_id and s.id = new.supplier_id and s.state = 'candidate')
    and not exists (select from supplier_material m where m.enterprise_id = new.enterprise_id and m.supplier_id = new.supplier_id and m.material_id = new.material_id
      and m.province in ('', new.province) and m.city in ('', new.city) and m.county in ('', new.county))
    and not exists (select from supplier_scope_change c, jsonb_array_elements(c.added) one where c.enterprise_id = new.enterprise_id
      and c.supplier_id = new.supplier_id and c.changed_at = now() and c.approved_by is not null
      and (one ->> 'materialId', one ->> 'province', one ->> 'city', one ->> 'county') = (new.material_id::text, new.province, new.city, new.county))
  then raise exception 'scope_by_two' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_supplier_state(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_supplier_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    -- A factory is set up with suppliers that are qualified; a person writes down candidates.
    if a_person_acts() and new.state <> 'candidate' then
      raise exception 'a supplier begins as a candidate' using errcode = 'BC002';
    end if;
    return new;
  end if;
  if old.state = new.state then return new; end if;
  if old.state = 'candidate' and new.state = 'qualified' then
    if new.qualified_at is null or new.qualified_at is not distinct from old.qualified_at then
      raise exception 'a supplier is qualified by the person who signs it' using errcode = 'BC002';
    end if;
  elsif old.state = 'qualified' and new.state = 'stopped' then
    if not exists (select from supplier_stop s where s.enterprise_id = new.enterprise_id and s.supplier_id = new.id
      and s.ended_at is null and s.placed_at = now())
    then raise exception 'a supplier is stopped by a recorded stop' using errcode = 'BC002';
    end if;
  elsif old.state = 'stopped' then
    if not exists (select from supplier_stop s where s.enterprise_id = new.enterprise_id and s.supplier_id = new.id and s.ended_at = now()
      and (s.ended_as, new.state) in (('confirmed', 'suspended'), ('lifted', 'qualified')))
    then raise exception 'supplier_stopped' using errcode = 'BC001';
    end if;
  elsif not exists (select from change_request c, jsonb_array_elements(c.asked) one
    where c.enterprise_id = new.enterprise_id and c.record = 'supplier' and c.record_id = new.id and c.state = 'in_force' and c.applied_at = now()
      and one ->> 'field' = 'state' and one ->> 'old' = old.state and one ->> 'value' = new.state)
  then raise exception 'a supplier becomes another by a change that two persons made' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_termination(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_termination()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from production_ending e where e.enterprise_id = new.enterprise_id and e.order_id = new.id) then
    raise exception 'a batch is ended with an account of its goods' using errcode = 'BC002';
  end if;
  if new.created_by in (new.cancelled_by, new.termination_approved_by)
    or new.operator_ids && array[new.cancelled_by, new.termination_approved_by]
  then raise exception 'operator_reviews' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_test_result(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_test_result()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  earlier test_result;
  opened oos_case;
begin
  -- Two people at one item come one after the other.
  perform from inspection where enterprise_id = new.enterprise_id and id = new.inspection_id for update;
  perform check_readings(new);
  select * into earlier from test_result r where r.enterprise_id = new.enterprise_id and r.inspection_id = new.inspection_id
    and r.standard_item_id = new.standard_item_id order by r.revision desc limit 1;
  if new.part = 'first' then
    if earlier.id is not null and not (earlier.part in ('first', 'recalculated') and earlier.reason = 'too_few_parallels'
        and cardinality(new.individual) > cardinality(earlier.individual) and new.individual[:cardinality(earlier.individual)] = earlier.individual
        and (earlier.raw is null or earlier.raw = (select jsonb_agg(one.reading order by one.place) from jsonb_array_elements(new.raw) with ordinality one (reading, place)
          where one.place <= jsonb_array_length(earlier.raw)))
        and not exists (select from oos_case c where c.enterprise_id = new.enterprise_id and c.inspection_id = new.inspection_id and c.standard_item_id = new.standard_item_id)) then
      raise exception 'result_kept' using errcode = 'BC001';
    end if;
    return new;
  end if;
  if new.part = 'recalculated' then
    select * into earlier from test_result r where r.enterprise_id = new.enterprise_id and r.inspection_id = new.inspection_id
      and r.standard_item_id = new.standard_item_id and result_counts(r);
    if not coalesce(earlier.raw = new.raw and earlier.formula = new.formula and earlier.source = new.source
        and not exists (select from test_result m where m.enterprise_id = new.enterprise_id and m.id = earlier.moisture_result_id and result_counts(m))
        and earlier.moisture_result_id is not null
        and not exists (select from oos_case c where c.enterprise_id = new.enterprise_id and c.inspection_id = new.inspection_id and c.standard_item_id = new.standard_item_id
          and c.state in ('open', 'checked', 'invalidated', 'retesting', 'retested', 'confirmed')), false) then
      raise exception 'result_kept' using errcode = 'BC001';
    end if;
    return new;
  end if;
  select * into opened from oos_case c where c.enterprise_id = new.enterprise_id and c.id = new.case_id
    and c.inspection_id = new.inspection_id and c.standard_item_id = new.standard_item_id;
  if not coalesce(case new.part
      when 'repeat' then opened.state = 'invalidated'
      when 'retest' then opened.state = 'retesting' and opened.retest_analyst = new.entered_by
        and (select count(*) from test_result r where r.enterprise_id = new.enterprise_id and r.case_id = opened.id and r.part = 'retest') < opened.retests
      else opened.finding = 'slip' and opened.checked_by = new.entered_by
        and not exists (select from test_result r where r.enterprise_id = new.enterprise_id and r.case_id = opened.id)
    end, false) then
    raise exception 'result_kept' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_toxic_transfer(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_toxic_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from lot l where l.enterprise_id = new.enterprise_id and l.id = new.lot_id and l.is_toxic) then
    raise exception 'toxic_needs_second' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guard_training(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_training()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or old.voided_at is not null
    or to_jsonb(new) - '{voided_by,voided_at,void_reason,row_version}'::text[] <> to_jsonb(old) - '{voided_by,voided_at,void_reason,row_version}'::text[] then
    raise exception 'a record of training is not rewritten' using errcode = 'BC002';
  end if;
  if exists (select from authorisation a where a.enterprise_id = new.enterprise_id and a.training_id = new.id and a.state in ('proposed', 'valid')) then
    raise exception 'what rests on a training ends before it' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- guard_wider_role(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.guard_wider_role()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state = 'approved' and new.account_id is null and exists (select from account_role
    where enterprise_id = new.enterprise_id and role_id = new.role_id and account_id = new.decided_by)
  then raise exception 'receiver_approves' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- guesses(text,interval), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.guesses(given text, length interval)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce((select hits from throttle where key = given and window_started_at >= now() - length), 0);
$function$;

-- has_check_digit(text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.has_check_digit(key text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT ((sum(((substr(has_check_digit.key, place.place, 1))::integer * CASE WHEN (((length(has_check_digit.key) - place.place) % 2) = 1) THEN 3 ELSE 1 END)) % (10)::bigint) = 0) FROM generate_series(1, length(has_check_digit.key)) place(place));

-- impact_is_open(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.impact_is_open(given_lot uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (WITH RECURSIVE above(id) AS (SELECT impact_is_open.given_lot AS given_lot UNION SELECT e.from_lot_id FROM (above above_1 JOIN lot_edge e ON (((e.enterprise_id = current_enterprise()) AND (e.to_lot_id = above_1.id))))) SELECT FROM (above JOIN quality_case c ON (((c.enterprise_id = current_enterprise()) AND (c.lot_id = above.id)))) WHERE ((c.kind = 'impact'::text) AND (c.state = 'open'::text))));

-- in_founding_mode(), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.in_founding_mode()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  -- The administrators are looked for only while nothing says that it is over.
  select case when exists (select from founding_end where enterprise_id = current_enterprise()) then false else (select count(*) from full_administrators()) < 2 end;
$function$;

-- is_asset(uuid,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.is_asset(given uuid, given_kind text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM asset a WHERE ((a.enterprise_id = current_enterprise()) AND (a.id = is_asset.given) AND (a.kind = is_asset.given_kind))));

-- is_correcting(stock_entry), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.is_correcting(given stock_entry)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (((given).document_kind = 'correction'::text) AND (EXISTS (SELECT FROM correction c WHERE ((c.enterprise_id = (is_correcting.given).enterprise_id) AND (c.id = (is_correcting.given).document_id) AND (c.state = 'approved'::text) AND (c.approved_at = now())))));

-- is_inspected(lot), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.is_inspected(given lot)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from inspection i where i.enterprise_id = given.enterprise_id and i.lot_id = given.id
    and i.state in ('requested', 'accepted', 'sampled', 'submitted', 'reviewed'));
$function$;

-- is_name_of_signer(text,uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.is_name_of_signer(given_name text, given_account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from account a where a.enterprise_id = current_enterprise() and name_key(a.name) = name_key(given_name)
    and a.state = 'active' and a.id is distinct from given_account and rights_of(a.id) && rights_by_two())
$function$;

-- is_out_of_climate(climate_limit,numeric,numeric), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.is_out_of_climate(given climate_limit, temperature numeric, humidity numeric)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((temperature < COALESCE((given).temperature_min, '-Infinity'::numeric)) OR (temperature > COALESCE((given).temperature_max, 'Infinity'::numeric)) OR (humidity < COALESCE((given).humidity_min, '-Infinity'::numeric)) OR (humidity > COALESCE((given).humidity_max, 'Infinity'::numeric)));

-- is_rework_case(uuid,text,uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.is_rework_case(given_lot uuid, given_table text, given_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN CASE given_table WHEN 'oos_case'::text THEN (EXISTS (SELECT FROM oos_case c WHERE ((c.enterprise_id = current_enterprise()) AND (c.id = is_rework_case.given_id) AND (c.lot_id = is_rework_case.given_lot) AND (c.state = 'confirmed'::text)))) WHEN 'incident'::text THEN (EXISTS (SELECT FROM (incident_lot l JOIN incident i ON (((i.enterprise_id = l.enterprise_id) AND (i.id = l.incident_id)))) WHERE ((l.enterprise_id = current_enterprise()) AND (l.lot_id = is_rework_case.given_lot) AND (l.incident_id = is_rework_case.given_id) AND (l.decision = 'reject'::text) AND (i.state = 'closed'::text)))) ELSE false END;

-- is_rework_issue(stock_entry), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.is_rework_issue(given stock_entry)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM (production_issue i JOIN production_order o ON (((o.enterprise_id = i.enterprise_id) AND (o.id = i.order_id)))) WHERE ((i.enterprise_id = (is_rework_issue.given).enterprise_id) AND (o.rework_of = (is_rework_issue.given).lot_id) AND (i.id = CASE (is_rework_issue.given).document_kind WHEN 'production_issue'::text THEN (is_rework_issue.given).document_id WHEN 'correction'::text THEN (SELECT c.record_id FROM correction c WHERE ((c.enterprise_id = (is_rework_issue.given).enterprise_id) AND (c.id = (is_rework_issue.given).document_id))) ELSE NULL::uuid END))));

-- issued_mass(uuid,uuid,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.issued_mass(given_enterprise uuid, given_order uuid, given_role text)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum((w ->> 'net')::numeric), 0)
  from production_issue i cross join jsonb_array_elements(i.weighings) w
    join production_input p on p.enterprise_id = i.enterprise_id and p.order_id = i.order_id and p.lot_id = (w ->> 'lotId')::uuid
  where i.enterprise_id = given_enterprise and i.order_id = given_order and p.role = given_role
$function$;

-- keep_approved_standard(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_approved_standard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was text;
  is_new boolean;
begin
  if tg_table_name = 'standard_item' then
    select v.state, v.xmin = pg_current_xact_id()::xid into was, is_new from standard_version v
    where v.enterprise_id = coalesce(new.enterprise_id, old.enterprise_id) and v.id = coalesce(new.standard_version_id, old.standard_version_id);
    -- A factory is set up with standards that are in force, items and all, in one transaction.
    if was <> 'draft' and not (tg_op = 'INSERT' and is_new) or tg_op = 'UPDATE' and old.standard_version_id <> new.standard_version_id then
      raise exception 'a signed standard is not changed' using errcode = 'BC002';
    end if;
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' then
    raise exception 'an edition of a standard is kept' using errcode = 'BC002';
  end if;
  if old.state = 'approved' and new.state = 'withdrawn' then
    if old.effective_from <= today() or to_jsonb(new) - '{state,withdrawn_by,withdrawal_approved_by,withdrawn_at,withdrawal_reason,row_version}'::text[]
        <> to_jsonb(old) - '{state,withdrawn_by,withdrawal_approved_by,withdrawn_at,withdrawal_reason,row_version}'::text[] then
      raise exception 'a signed standard is not changed' using errcode = 'BC002';
    end if;
    return new;
  end if;
  if old.state in ('approved', 'withdrawn', 'discarded') and to_jsonb(new) - '{effective_to,row_version}'::text[] <> to_jsonb(old) - '{effective_to,row_version}'::text[]
    or old.effective_to is distinct from new.effective_to and (old.state = 'withdrawn' or old.state = 'approved' and old.effective_to <= today())
    or new.state = 'withdrawn' and old.state <> 'withdrawn' or old.state = 'draft' and new.state = 'approved' or new.state = 'approved' and (new.written_by is null or new.approved_by is null) and old.state <> 'approved'
    or old.state = 'written' and new.state = 'written' and (new.content, new.edition, new.effective_from, new.standard_id, new.typed_items) is distinct from (old.content, old.edition, old.effective_from, old.standard_id, old.typed_items) then
    raise exception 'a signed standard is not changed' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- keep_asset_change(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_asset_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update asset a set state = new.state,
    use_id = case new.state when 'clean' then null else coalesce(new.use_id, a.use_id) end,
    clearance_id = case new.state when 'clean' then new.clearance_id end,
    cleared_until = case new.state when 'clean' then (select c.valid_until from clearance_asset c
      where c.enterprise_id = new.enterprise_id and c.clearance_id = new.clearance_id and c.asset_id = new.asset_id) end,
    is_freed = new.state = 'clean' and coalesce((select c.frees_of_toxic from clearance c where c.enterprise_id = new.enterprise_id and c.id = new.clearance_id), false)
  where a.enterprise_id = new.enterprise_id and a.id = new.asset_id;
  return null;
end $function$;

-- keep_asset_service(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_asset_service()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.kind = 'calibration' then
    update asset set calibrated_on = new.done_on, calibration_result = new.result, calibration_due = new.next_due
    where enterprise_id = new.enterprise_id and id = new.asset_id and (calibrated_on is null or calibrated_on <= new.done_on);
  else
    update asset set serviced_on = new.done_on, service_result = new.result, service_due = new.next_due
    where enterprise_id = new.enterprise_id and id = new.asset_id and (serviced_on is null or serviced_on <= new.done_on);
  end if;
  return null;
end $function$;

-- keep_asset_use(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_asset_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  times text[] := '{started_at,ended_at,ended_by}';
begin
  if tg_op = 'DELETE' or pg_trigger_depth() < 2 or to_jsonb(new) - times <> to_jsonb(old) - times or old.ended_at is not null and new.ended_at is null then
    raise exception 'a use is not rewritten' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- keep_balance(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- Both rows in one statement and always in the order of their places, so that two transactions never wait for each other.
  insert into stock_balance as b (enterprise_id, lot_id, place_id, is_real, quantity)
  select new.enterprise_id, new.lot_id, place.id, place.is_real, 0 from place
  where place.enterprise_id = new.enterprise_id and place.id in (new.from_place_id, new.to_place_id) order by place.id
  on conflict (enterprise_id, lot_id, place_id) do nothing;
  update stock_balance set quantity = quantity + case when place_id = new.to_place_id then new.quantity else -new.quantity end
  where enterprise_id = new.enterprise_id and lot_id = new.lot_id and place_id in (new.from_place_id, new.to_place_id);
  return null;
end $function$;

-- keep_calibration(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_calibration()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update instrument set calibrated_on = new.calibrated_on, calibration_result = new.result, due_on = new.next_due
  where enterprise_id = new.enterprise_id and id = new.instrument_id and (calibrated_on is null or calibrated_on <= new.calibrated_on);
  return null;
end $function$;

-- keep_change(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ending text[] := '{state,approved_by,approved_at,applied_at,ended_by,ended_at,end_reason,row_version}';
begin
  if tg_op = 'INSERT' then
    if new.state <> 'proposed' then raise exception 'a change begins as a proposal' using errcode = 'BC002'; end if;
    return new;
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - ending <> to_jsonb(old) - ending
    or (old.state, new.state) not in (('proposed', 'approved'), ('proposed', 'refused'), ('proposed', 'cancelled'), ('approved', 'in_force'), ('approved', 'cancelled'), ('approved', 'lapsed'))
    or new.state = 'in_force' and (new.effective_on > today() or new.applied_at <> now())
    or old.state = 'approved' and new.state = 'cancelled' and new.effective_on <= today()
    or new.state = 'lapsed' and (new.record <> 'supplier' or new.effective_on > today() or new.ended_at <> now())
  then raise exception 'a change is not rewritten' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- keep_climate_due(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_climate_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update climate_point p set due_at = greatest(p.due_at, next.due), state = case when greatest(p.due_at, next.due) > new.recorded_at then 'current' else 'due' end
  from (select climate_due(by_logger, every_hours, new.measured_at) as due from climate_point where enterprise_id = new.enterprise_id and id = new.point_id) next
  where p.enterprise_id = new.enterprise_id and p.id = new.point_id and p.state <> 'disabled';
  return null;
end $function$;

-- keep_code(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the code of a % is never changed, so that it never means two things', tg_table_name using errcode = 'BC002';
end $function$;

-- keep_correction(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_correction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ending text[] := '{state,approved_by,approved_at,ended_by,ended_at,end_reason,row_version}';
begin
  if tg_op = 'INSERT' then
    if new.state <> 'proposed' then raise exception 'a correction begins as a proposal' using errcode = 'BC002'; end if;
    return new;
  end if;
  if tg_op = 'DELETE' or old.state <> 'proposed' or to_jsonb(new) - ending <> to_jsonb(old) - ending
    or new.state = 'approved' and new.approved_at <> now()
  then raise exception 'a correction is not rewritten' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- keep_critical(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_critical()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_used boolean;
begin
  if exists (select from change_request c where c.enterprise_id = old.enterprise_id and c.record = tg_table_name and c.record_id = old.id
    and c.state in ('proposed', 'approved'))
  then raise exception 'change_open' using errcode = 'BC001';
  end if;
  if tg_table_name = 'material' then
    is_used := exists (select from lot l where l.enterprise_id = old.enterprise_id and l.material_id = old.id)
      or exists (select from purchase_line l where l.enterprise_id = old.enterprise_id and l.material_id = old.id);
  else
    is_used := exists (select from lot l where l.enterprise_id = old.enterprise_id and l.product_id = old.id)
      or exists (select from production_order o where o.enterprise_id = old.enterprise_id and o.product_id = old.id);
  end if;
  if is_used and exists (
    select from jsonb_each(to_jsonb(new)) field
    where field.key = any (tg_argv[0]::text[]) and to_jsonb(old) -> field.key is distinct from field.value
      and not exists (select from change_request c, jsonb_array_elements(c.asked) one
        where c.enterprise_id = new.enterprise_id and c.record = tg_table_name and c.record_id = new.id and c.state = 'in_force' and c.applied_at = now()
          and one ->> 'field' = field.key and one -> 'value' = field.value))
  then raise exception 'change_required' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- keep_dictionary_code(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_dictionary_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or (new.type, new.code, new.is_shipped, new.is_locked) is distinct from (old.type, old.code, old.is_shipped, old.is_locked)
    or old.is_locked and new.label <> old.label then
    raise exception 'a code of the dictionary is kept for ever' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- keep_edge(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_edge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  follows text[] := case when new.step in ('production', 'rework') then '{quantity,share}'::text[] else '{quantity}'::text[] end;
begin
  if to_jsonb(new) = to_jsonb(old) or to_jsonb(new) - follows <> to_jsonb(old) - follows or not (
    new.step = 'packaging' and exists (
      select from packaging_record r where r.enterprise_id = new.enterprise_id and r.lot_id = new.to_lot_id and r.packed = new.quantity)
    or new.step in ('production', 'rework') and exists (
      select from drawn_into(new.to_lot_id) d where d.lot_id = new.from_lot_id and d.quantity = new.quantity and d.share = new.share))
  then raise exception 'lot_edge is evidence: it follows the packaging record and the ledger alone' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- keep_forever(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_forever()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is evidence: it is only ever added to', tg_table_name using errcode = 'BC002';
end $function$;

-- keep_judged_supplier(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_judged_supplier()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state = 'stopped' then raise exception 'supplier_stopped' using errcode = 'BC001'; end if;
  if exists (select from change_request c, jsonb_array_elements(c.asked) one where c.enterprise_id = old.enterprise_id and c.record = 'supplier'
    and c.record_id = old.id and c.state in ('proposed', 'approved') and one ->> 'value' = 'qualified')
  then raise exception 'change_open' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- keep_lot(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_lot()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform renew_lot(new.enterprise_id, new.id);
  return null;
end $function$;

-- keep_lot_month(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_lot_month()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  leaves boolean := (select p.kind = 'bin' from place p where p.enterprise_id = new.enterprise_id and p.id = new.from_place_id);
  comes boolean := (select p.kind = 'bin' from place p where p.enterprise_id = new.enterprise_id and p.id = new.to_place_id);
begin
  if leaves = comes then return null; end if;
  insert into lot_month as m (enterprise_id, lot_id, month, kind, brought, taken)
  values (new.enterprise_id, new.lot_id, date_trunc('month', new.occurred_at at time zone 'Asia/Shanghai')::date, new.kind,
    case when comes then new.quantity else 0 end, case when leaves then new.quantity else 0 end)
  on conflict (enterprise_id, lot_id, month, kind) do update set brought = m.brought + excluded.brought, taken = m.taken + excluded.taken;
  return null;
end $function$;

-- keep_lot_of_balance(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_lot_of_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if (old.quantity = 0) <> (new.quantity = 0) and
    exists (select from lot_at_hand where enterprise_id = new.enterprise_id and lot_id = new.lot_id) <>
    exists (select from stock_balance b join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin'
      where b.enterprise_id = new.enterprise_id and b.lot_id = new.lot_id and b.is_real and b.quantity > 0)
    or exists (select from lot where enterprise_id = new.enterprise_id and id = new.lot_id and kind = 'bulk' and state = 'conforming')
  then perform renew_lot(new.enterprise_id, new.lot_id);
  end if;
  return null;
end $function$;

-- keep_pack_numbers_apart(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_pack_numbers_apart()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('pack numbers'));
  if exists (select from pack_spec s where s.id <> new.id
    and (s.box_identification = new.pack_identification or s.pack_identification = new.box_identification
      or s.box_gtin = new.pack_gtin or s.pack_gtin = new.box_gtin))
  then raise exception 'pack_number_taken' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- keep_pause(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_pause()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ending text[] := '{found,resumed_by,resumed_at}';
begin
  if tg_op = 'DELETE' or old.resumed_at is not null or to_jsonb(new) - ending <> to_jsonb(old) - ending then
    raise exception 'a pause is not rewritten' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- keep_place_of_stock(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_place_of_stock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.kind, new.code) is distinct from (old.kind, old.code) then
    raise exception 'a place keeps its kind and code' using errcode = 'BC002';
  end if;
  if (new.is_active, new.zone, new.storage_condition) is distinct from (old.is_active, old.zone, old.storage_condition) then
    perform from place where enterprise_id = old.enterprise_id and id = old.id for update;
    if not old.is_real then
      raise exception 'a place of the ledger stays as it is' using errcode = 'BC002';
    end if;
    if exists (select from stock_balance b where b.enterprise_id = old.enterprise_id and b.place_id = old.id and b.quantity <> 0) then
      raise exception 'place_has_stock' using errcode = 'BC001';
    end if;
  end if;
  return new;
end $function$;

-- keep_purchase_rule_change(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_purchase_rule_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.approved_by is not null then raise exception 'a change of the rule begins without its second person' using errcode = 'BC002'; end if;
    return new;
  end if;
  if tg_op = 'DELETE' or old.approved_by is not null
    or to_jsonb(new) - '{approved_by,row_version}'::text[] <> to_jsonb(old) - '{approved_by,row_version}'::text[]
  then raise exception 'a change of the rule is not rewritten' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- keep_rejected(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_rejected()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'wrong_state' using errcode = 'BC001';
end $function$;

-- keep_report(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or to_jsonb(new) - '{state,row_version}'::text[] <> to_jsonb(old) - '{state,row_version}'::text[]
    or new.state <> old.state and not (new.state = 'superseded'
      and exists (select from report later where later.enterprise_id = old.enterprise_id and later.replaces_id = old.id))
  then raise exception 'a report is never rewritten' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- keep_retention_day(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_retention_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  until date;
begin
  select ((new.decided_at at time zone 'Asia/Shanghai')::date + make_interval(months => m.retention_months))::date into until
  from lot l join material m on m.enterprise_id = l.enterprise_id and m.id = l.material_id where l.enterprise_id = new.enterprise_id and l.id = new.lot_id;
  update sample s set retain_until = greatest(s.retain_until, until)
  where s.enterprise_id = new.enterprise_id and s.lot_id = new.lot_id and s.kind = 'retention' and s.state in ('collected', 'retained')
    and s.retain_until is distinct from greatest(s.retain_until, until);
  return null;
end $function$;

-- keep_return_record(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_return_record()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  later text[] := '{taken_back_by,taken_back_second,taken_back_at,taken_back_reason,cleared_at,withdrawn_by,withdrawn_second,withdrawn_at,withdraw_reason,row_version}';
  was jsonb := to_jsonb(old);
begin
  if to_jsonb(new) - later <> was - later
    or coalesce(was ->> 'taken_back_at', was ->> 'withdrawn_at') is not null and to_jsonb(new) - 'row_version' <> was - 'row_version'
  then raise exception 'the record of a return is not rewritten' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- keep_returned(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_returned()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.packs < coalesce((select c.away from shipment_custody c
    where c.enterprise_id = new.enterprise_id and c.shipment_id = new.shipment_id and c.lot_id = new.lot_id), 0)
  then raise exception 'more_than_shipped' using errcode = 'BC001';
  end if;
  return null;
end $function$;

-- keep_shipment(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_shipment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  delivery text[] := array['state', 'receiver', 'arrived_at', 'exception', 'exception_note', 'delivered_by', 'delivered_at'];
  counts text[] := array['packs', 'quantity', 'note_version', 'row_version'];
begin
  if tg_op = 'DELETE'
    or old.state <> 'shipped' and (new.note_version = old.note_version or to_jsonb(new) - counts <> to_jsonb(old) - counts)
    or to_jsonb(new) - delivery - counts <> to_jsonb(old) - delivery - counts
  then raise exception 'a shipment is evidence: only its delivery is added' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- keep_span(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_span()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an interval of codes is cut anew' using errcode = 'BC002';
end $function$;

-- keep_stability_packs(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_stability_packs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if packs_planned(new.lot_id) > packs_to_open(new.lot_id) then
    raise exception 'stability_packs_needed' using errcode = 'BC001';
  end if;
  return null;
end $function$;

-- keep_submitted_lines(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_submitted_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from purchase_order o where o.enterprise_id = coalesce(new.enterprise_id, old.enterprise_id)
      and o.id in (new.order_id, old.order_id) and o.state not in ('draft', 'returned')) then
    raise exception 'the lines of a submitted order stay' using errcode = 'BC002';
  end if;
  return coalesce(new, old);
end $function$;

-- keep_supplier_scope_change(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_supplier_scope_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.approved_by is not null then raise exception 'a wider scope begins without its second person' using errcode = 'BC002'; end if;
    return new;
  end if;
  if tg_op = 'DELETE' or old.approved_by is not null
    or to_jsonb(new) - '{approved_by,row_version}'::text[] <> to_jsonb(old) - '{approved_by,row_version}'::text[]
  then raise exception 'a change of scope is not rewritten' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- keep_supplier_stop(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_supplier_stop()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ending text[] := '{ended_as,conclusion,ended_by,ended_at,row_version}';
begin
  if tg_op = 'INSERT' then
    if new.ended_at is not null then raise exception 'a stop is placed before it ends' using errcode = 'BC002'; end if;
    return new;
  end if;
  if tg_op = 'DELETE' or old.ended_at is not null or to_jsonb(new) - ending <> to_jsonb(old) - ending then
    raise exception 'a stop is not rewritten' using errcode = 'BC002';
  end if;
  if new.ended_by is not null then new.ended_at := now(); end if;
  return new;
end $function$;

-- keep_unless_corrected(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_unless_corrected()
 RETURNS trigger
 LANGUAGE plpgsql
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  was jsonb := to_jsonb(old);
begin
  if tg_nargs = 3 and to_jsonb(new) = was or exists (
    select from jsonb_each(to_jsonb(new)) field
    where was -> field.key is distinct from field.value and was -> field.key <> 'null'
      and (field.key = any (tg_argv[1]::text[])) = (tg_argv[0] = 'only')
      and not exists (select from correction_change change
        join correction c on c.enterprise_id = change.enterprise_id and c.id = change.correction_id
        where change.enterprise_id = new.enterprise_id and change.record_table = tg_table_name and change.record_id = new.id and change.field = field.key
          and change.new_value is not distinct from field.value #>> '{}' and c.state = 'approved' and c.approved_at = now()))
  then raise exception '% is evidence: only an approved correction changes it', tg_table_name using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- keep_used_material(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_used_material()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from lot l where l.enterprise_id = old.enterprise_id and l.material_id = old.id)
    or exists (select from purchase_line l where l.enterprise_id = old.enterprise_id and l.material_id = old.id)
    or exists (select from product p where p.enterprise_id = old.enterprise_id and p.material_id = old.id)
    or exists (select from process_auxiliary a where a.enterprise_id = old.enterprise_id and a.material_id = old.id)
  then raise exception 'material_used' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- keep_used_pack_spec(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_used_pack_spec()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from packaging_order o where o.enterprise_id = old.enterprise_id and o.pack_spec_id = old.id)
    or exists (select from sales_line l where l.enterprise_id = old.enterprise_id and l.pack_spec_id = old.id)
  then raise exception 'pack_spec_used' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- keep_used_product(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_used_product()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from production_order o where o.enterprise_id = old.enterprise_id and o.product_id = old.id)
    or exists (select from lot l where l.enterprise_id = old.enterprise_id and l.product_id = old.id)
  then raise exception 'product_used' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- keep_waiting_authorisation(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_authorisation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_authorisation where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_carrier_claim(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_carrier_claim()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_carrier_claim where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_change(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_change where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_climate_point(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_climate_point()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_climate_point where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_correction(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_correction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_correction where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_customer_return(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_customer_return()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_customer_return where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_deputy(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_deputy()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_deputy where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_discrepancy(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_discrepancy()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_discrepancy where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_disposal(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_disposal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_disposal where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_impact(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_impact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_impact where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_incident(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_incident()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_incident where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_inspection(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_inspection()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_inspection where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_of_lot(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_of_lot()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform renew_waiting_of_lot(new.enterprise_id, case tg_table_name
    when 'test_record' then (select lot_id from inspection i where i.enterprise_id = new.enterprise_id and i.id = (to_jsonb(new) ->> 'inspection_id')::uuid)
    when 'packaging_order' then (to_jsonb(new) ->> 'bulk_lot_id')::uuid else (to_jsonb(new) ->> 'lot_id')::uuid end);
  return null;
end $function$;

-- keep_waiting_of_material(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_of_material()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform renew_waiting_of_lot(h.enterprise_id, h.lot_id) from lot_at_hand h join lot l on l.enterprise_id = h.enterprise_id and l.id = h.lot_id
  where h.enterprise_id = new.enterprise_id and h.kind in ('raw', 'auxiliary') and l.material_id = new.id;
  return null;
end $function$;

-- keep_waiting_of_product(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_of_product()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform renew_waiting_of_lot(h.enterprise_id, h.lot_id) from lot_at_hand h join lot l on l.enterprise_id = h.enterprise_id and l.id = h.lot_id
  where h.enterprise_id = new.enterprise_id and h.kind = 'bulk' and h.state = 'conforming' and l.product_id = new.product_id;
  return null;
end $function$;

-- keep_waiting_oos(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_oos()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_oos where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_packaging(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_packaging()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_packaging where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_process(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_process()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_process where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_production(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_production()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_production where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_proposal(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_proposal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_proposal where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_purchase(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_purchase()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_purchase where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_recall(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_recall()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_recall where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_registration(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_registration()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_registration where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_sale(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_sale where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_sample(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_sample()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_sample where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_secret(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_secret()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_secret where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_stability_plan(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_stability_plan()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_stability_plan where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_stability_point(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_stability_point()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_stability_point where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_standard(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_standard()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_standard where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_stocktake(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_stocktake()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_stocktake where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_supplier(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_supplier()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_supplier where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_waiting_supplier_return(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_waiting_supplier_return()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      declare
        subject uuid := case when tg_nargs = 0 then new.id else (to_jsonb(new) ->> tg_argv[0])::uuid end;
      begin
        insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
        select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends), standing
        from waits_supplier_return where enterprise_id = new.enterprise_id and id = subject
        on conflict (enterprise_id, about, life, id) do update
          set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing;
        if not found then delete from waiting where enterprise_id = new.enterprise_id and about = subject; end if;
        return null;
      end $function$;

-- keep_written_process(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_written_process()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  life text[] := '{state,effective_to,row_version,voided_by,voided_at,void_reason}';
  signing text[] := '{submitted_at,content,reviewed_by,reviewed_at,approved_by,approved_at,effective_from,return_reason}';
begin
  if tg_op = 'DELETE' or old.state = 'void' or (old.state = 'approved' and new.state not in ('approved', 'void'))
    or (old.state = 'approved' and to_jsonb(new) - life <> to_jsonb(old) - life)
    or (old.state <> 'draft' and to_jsonb(new) - life - signing <> to_jsonb(old) - life - signing)
  then raise exception 'a process version in state % is not rewritten', old.state using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- keep_written_process_part(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.keep_written_process_part()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  part jsonb := to_jsonb(coalesce(new, old));
begin
  if tg_op = 'UPDATE' and new.process_version_id <> old.process_version_id
    or (select state from process_version v where v.enterprise_id = (part ->> 'enterprise_id')::uuid and v.id = (part ->> 'process_version_id')::uuid) <> 'draft'
  then raise exception 'a process version is only rewritten as a draft' using errcode = 'BC002';
  end if;
  return coalesce(new, old);
end $function$;

-- know_goods_name(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.know_goods_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into goods_name (enterprise_id, name, initials)
  values (new.enterprise_id, to_jsonb(new) ->> tg_argv[0], new.initials) on conflict do nothing;
  return new;
end $function$;

-- know_recall_word(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.know_recall_word()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_table_name = 'raw_lot' then
    insert into recall_word (enterprise_id, node, word)
    select new.enterprise_id, 'origin', word from origin_words(new.province, new.city, new.county) word on conflict do nothing;
  else
    insert into recall_word (enterprise_id, node, word)
    select distinct new.enterprise_id, 'equipment', word from unnest(new.equipment) word where word <> '' on conflict do nothing;
  end if;
  return null;
end $function$;

-- know_supplier_number(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.know_supplier_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_table_name = 'raw_lot' then
    insert into supplier_number (enterprise_id, supplier_id, paper, number, record_id)
    values (new.enterprise_id, new.supplier_id, 'lot', same_number(new.supplier_lot_no), new.id) on conflict do nothing;
  else
    insert into supplier_number (enterprise_id, supplier_id, paper, number, record_id)
    values (new.enterprise_id, new.supplier_id, 'note', same_number(new.delivery_note_no), new.id) on conflict do nothing;
  end if;
  return null;
end $function$;

-- labels_for(numeric), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.labels_for(planned numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (planned + GREATEST((10)::numeric, ceil((planned / (10)::numeric))));

-- labels_need_second(uuid,bigint,bigint), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.labels_need_second(given_range uuid, given_first bigint, given_last bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  with looked_at (range_id, first_index, last_index) as (
    select given_range, given_first, given_last
    union all
    select c.pack_range_id,
      c.first_pack + (greatest(c.first_box, given_first) - c.first_box) * c.packs_in_box,
      c.first_pack + (least(c.last_box, given_last) - c.first_box + 1) * c.packs_in_box - 1
    from box_content c where c.enterprise_id = current_enterprise() and c.box_range_id = given_range and c.opened_at is null
      and c.first_box <= given_last and c.last_box >= given_first)
  select exists (
    select from looked_at asked
    join code_span s on s.enterprise_id = current_enterprise() and s.range_id = asked.range_id
      and s.first_index <= asked.last_index and s.last_index >= asked.first_index
    left join lot l on l.enterprise_id = s.enterprise_id and l.id = s.lot_id
    where s.state in ('shipped', 'returned') or l.holds > 0 or l.state = 'rejected' or not ancestors_allow(l.id));
$function$;

-- lacks_authorisation(uuid,uuid,text,date), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.lacks_authorisation(enterprise uuid, person uuid, given_activity text, on_day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE((on_day >= authorisations_asked_from(enterprise)), false) AND (NOT (EXISTS (SELECT FROM authorisation a WHERE ((a.enterprise_id = lacks_authorisation.enterprise) AND (a.person_id = lacks_authorisation.person) AND (a.activity = lacks_authorisation.given_activity) AND (a.state = 'valid'::text) AND (a.valid_until >= lacks_authorisation.on_day))))));

-- last_moment_of(date), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.last_moment_of(given date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((given + 1))::timestamp without time zone AT TIME ZONE 'Asia/Shanghai'::text) - '00:00:01'::interval);

-- ledger_class_of(lot), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.ledger_class_of(given lot)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when given.is_toxic then 'toxic' else given.kind end;
$function$;

-- left_to_pack(lot), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.left_to_pack(batch lot)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select sum(b.quantity) from stock_balance b join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin'
      where b.enterprise_id = batch.enterprise_id and b.lot_id = batch.id and b.is_real and b.quantity > 0), 0)
    - coalesce((select sum(r.quantity) from lot_reservation r where r.enterprise_id = batch.enterprise_id and r.lot_id = batch.id), 0)
    - coalesce((select sum(o.planned_packs * spec.net_quantity) from packaging_order o
        join pack_spec spec on spec.enterprise_id = o.enterprise_id and spec.id = o.pack_spec_id
        where o.enterprise_id = batch.enterprise_id and o.bulk_lot_id = batch.id and o.state = 'draft'), 0);
$function$;

-- licences_until(uuid,uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.licences_until(enterprise uuid, owner uuid)
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT min(licence.valid_until) AS min FROM licence WHERE ((licence.enterprise_id = licences_until.enterprise) AND ((licence.supplier_id = licences_until.owner) OR (licence.customer_id = licences_until.owner)) AND licence.is_active));

-- lock_delivery_note(uuid,uuid,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.lock_delivery_note(enterprise uuid, supplier uuid, note text)
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 SELECT pg_advisory_xact_lock(hashtextextended(((('note '::text || enterprise) || supplier) || same_number(note)), (0)::bigint)) AS pg_advisory_xact_lock;
END;

-- lock_supplier_lots(uuid,uuid,text[]), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.lock_supplier_lots(enterprise uuid, supplier uuid, given_nos text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  key bigint;
begin
  for key in select distinct hashtextextended('supplier lot ' || enterprise || supplier || same_number(no), 0) from unnest(given_nos) no order by 1 loop
    perform pg_advisory_xact_lock(key);
  end loop;
end $function$;

-- log_security(text,uuid,uuid,text,text,text,jsonb), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.log_security(given_event text, given_enterprise uuid, given_account uuid, given_user_name text, given_address text, given_request text, given_facts jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into security_log (event, enterprise_id, account_id, user_name, address, request, facts)
  values (given_event, given_enterprise, given_account, left(given_user_name, 100), left(given_address, 60), given_request, given_facts);
$function$;

-- longest_duration(jsonb), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.longest_duration(parameters jsonb)
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT max(((((p.value ->> 'value'::text))::numeric)::double precision * CASE WHEN ((p.value ->> 'unit'::text) = ANY (ARRAY['min'::text, '分'::text, '分钟'::text])) THEN '00:01:00'::interval WHEN ((p.value ->> 'unit'::text) = ANY (ARRAY['h'::text, '时'::text, '小时'::text])) THEN '01:00:00'::interval ELSE '1 day'::interval END)) AS max FROM jsonb_array_elements(longest_duration.parameters) p(value) WHERE (((p.value ->> 'unit'::text) = ANY (ARRAY['min'::text, '分'::text, '分钟'::text, 'h'::text, '时'::text, '小时'::text, 'd'::text, '天'::text, '日'::text])) AND ((p.value ->> 'value'::text) ~ '^\d{1,6}(\.\d+)?$'::text)));

-- lot_of_public_token(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.lot_of_public_token(given uuid)
 RETURNS TABLE(enterprise_id uuid, lot_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select enterprise_id, id from lot where public_token = given and kind in ('bulk', 'pack');
$function$;

-- lot_reasons(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.lot_reasons(given uuid)
 RETURNS TABLE(kind text, lot_id uuid, lot_no text, lot_name text)
 LANGUAGE sql
 STABLE
AS $function$
  select kind, lot_id, lot_no, lot_name from reasons_of(array[given]);
$function$;

-- lots_made_of(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.lots_made_of(given uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  with recursive down (id) as (
    select e.to_lot_id from lot_edge e where e.enterprise_id = current_enterprise() and e.from_lot_id = given
    union select e.to_lot_id from down join lot_edge e on e.enterprise_id = current_enterprise() and e.from_lot_id = down.id
  ) select id from down;
$function$;

-- lots_of_record(text,uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.lots_of_record(given_table text, given_record uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT lots_of_record.given_record AS given_record
   WHERE (lots_of_record.given_table = ANY (ARRAY['raw_lot'::text, 'lot'::text, 'bulk_lot'::text, 'pack_lot'::text]))
 UNION ALL
  SELECT p.lot_id
    FROM packaging_record p
   WHERE ((lots_of_record.given_table = 'packaging_record'::text) AND (p.enterprise_id = current_enterprise()) AND (p.id = lots_of_record.given_record))
 UNION ALL
  SELECT p.lot_id
    FROM pack_release p
   WHERE ((lots_of_record.given_table = 'pack_release'::text) AND (p.enterprise_id = current_enterprise()) AND (p.id = lots_of_record.given_record))
 UNION ALL
  SELECT r.id
    FROM raw_lot r
   WHERE ((lots_of_record.given_table = 'receipt'::text) AND (r.enterprise_id = current_enterprise()) AND (r.receipt_id = lots_of_record.given_record))
 UNION ALL
  SELECT b.id
    FROM (production_step s
      JOIN bulk_lot b ON (((b.enterprise_id = s.enterprise_id) AND (b.order_id = s.order_id))))
   WHERE ((lots_of_record.given_table = 'production_step'::text) AND (s.enterprise_id = current_enterprise()) AND (s.id = lots_of_record.given_record))
 UNION ALL
  SELECT b.id
    FROM (production_issue i
      JOIN bulk_lot b ON (((b.enterprise_id = i.enterprise_id) AND (b.order_id = i.order_id))))
   WHERE ((lots_of_record.given_table = 'production_issue'::text) AND (i.enterprise_id = current_enterprise()) AND (i.id = lots_of_record.given_record))
 UNION ALL
  SELECT i.lot_id
    FROM (sampling s
      JOIN inspection i ON (((i.enterprise_id = s.enterprise_id) AND (i.id = s.inspection_id))))
   WHERE ((lots_of_record.given_table = ANY (ARRAY['sampling'::text, 'sample'::text])) AND (s.enterprise_id = current_enterprise()) AND (s.id =
         CASE lots_of_record.given_table
             WHEN 'sampling'::text THEN lots_of_record.given_record
             ELSE ( SELECT p.sampling_id
                FROM sample p
               WHERE ((p.enterprise_id = current_enterprise()) AND (p.id = lots_of_record.given_record)))
         END));
END;

-- make_evidence_table(regclass,text[]), owned by bencao_owner; may be called by: everybody
CREATE OR REPLACE PROCEDURE public.make_evidence_table(IN name regclass, VARIADIC row_key text[] DEFAULT ARRAY['id'::text])
 LANGUAGE plpgsql
AS $procedure$
begin
  call make_tenant_table(name, variadic row_key);
  execute format('revoke update on %s from bencao_app', name);
  execute format('create trigger kept before update or delete or truncate on %s for each statement execute function keep_forever()', name);
  execute format('create or replace trigger audited after insert or update or delete on %s for each row execute function write_audit_digest(%s)', name,
    (select string_agg(quote_literal(part), ', ') from unnest(row_key) part));
end $procedure$;

-- make_tenant_table(regclass,text[]), owned by bencao_owner; may be called by: everybody
CREATE OR REPLACE PROCEDURE public.make_tenant_table(IN name regclass, VARIADIC row_key text[] DEFAULT ARRAY['id'::text])
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy tenant on %s using (enterprise_id = (select current_enterprise())) with check (enterprise_id = current_enterprise())', name);
  execute format('create trigger audited after insert or update or delete on %s for each row execute function write_audit(%s)', name,
    (select string_agg(quote_literal(part), ', ') from unnest(row_key) part));
  execute format('grant select, insert, update on %s to bencao_app', name);
  if exists (select from pg_attribute where attrelid = name and attname = 'row_version' and not attisdropped) then
    execute format('create trigger versioned before update on %s for each row execute function count_version()', name);
  end if;
end $procedure$;

-- match_charge(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.match_charge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  batch bulk_lot;
begin
  select * into strict batch from bulk_lot b where b.enterprise_id = new.enterprise_id and b.id = new.id;
  if batch.issued_quantity <> issued_mass(batch.enterprise_id, batch.order_id, 'main') or exists (
    select from (values ('main', batch.charged_quantity), ('auxiliary', batch.auxiliary_quantity)) said (role, quantity)
    where said.quantity <> (select coalesce(sum(e.quantity), 0) from lot_edge e
      where e.enterprise_id = batch.enterprise_id and e.to_lot_id = batch.id and e.step in ('production', 'rework') and e.role = said.role))
  then raise exception 'the charge of a batch is what its edges say' using errcode = 'BC002';
  end if;
  return null;
end $function$;

-- match_codes(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.match_codes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.packs <> (select coalesce(sum(s.last_index - s.first_index + 1), 0) from code_span s
      join code_range r on r.enterprise_id = s.enterprise_id and r.id = s.range_id and r.level = 1
      where s.enterprise_id = new.enterprise_id and s.lot_id = new.id)
  then raise exception 'a pack lot has as many codes as packs' using errcode = 'BC002';
  end if;
  return null;
end $function$;

-- match_codes_and_stock(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.match_codes_and_stock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  net numeric;
  kept numeric;
  coded bigint;
begin
  select spec.net_quantity into net from lot l join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
  where l.enterprise_id = new.enterprise_id and l.id = new.lot_id and l.kind = 'pack';
  if net is null then return null; end if;
  select coalesce(sum(b.quantity), 0) into kept from stock_balance b join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin'
  where b.enterprise_id = new.enterprise_id and b.lot_id = new.lot_id and b.is_real;
  select coalesce(sum(h.packs), 0) into coded from packs_in_house h where h.enterprise_id = new.enterprise_id and h.lot_id = new.lot_id;
  if kept <> coded * net then raise exception 'codes_leave_stock' using errcode = 'BC001'; end if;
  return null;
end $function$;

-- match_custody(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.match_custody()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  moved numeric;
  booked numeric;
begin
  select coalesce(sum(case when e.to_fate in ('returned', 'lost') then e.packs else 0 end
      - case when e.from_fate in ('returned', 'lost') then e.packs else 0 end), 0) * (
    select spec.net_quantity from lot l join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
    where l.enterprise_id = new.enterprise_id and l.id = new.lot_id) into moved
  from custody_entry e where e.enterprise_id = new.enterprise_id and e.document_id = new.document_id and e.lot_id = new.lot_id;
  select coalesce(sum(case when p.kind = 'customer' then e.quantity else -e.quantity end), 0) into booked
  from stock_entry e join place p on p.enterprise_id = e.enterprise_id and p.id = e.from_place_id
    join place q on q.enterprise_id = e.enterprise_id and q.id = e.to_place_id
  where e.enterprise_id = new.enterprise_id and e.document_id = new.document_id and e.lot_id = new.lot_id and 'customer' in (p.kind, q.kind);
  if moved <> booked then raise exception 'what came back or was lost is what the ledger says' using errcode = 'BC002'; end if;
  return null;
end $function$;

-- match_issue(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.match_issue()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from production_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id and o.state = 'cancelled') then
    raise exception 'wrong_state' using errcode = 'BC001';
  end if;
  if exists (
    select from (select (w ->> 'lotId')::uuid as lot_id, sum((w ->> 'net')::numeric) as quantity from jsonb_array_elements(new.weighings) w group by 1) weighed
    full join (
      select e.lot_id, sum(e.quantity) as quantity from stock_entry e
      where e.enterprise_id = new.enterprise_id and e.kind = 'issue' and e.document_id in (
          select new.id union all select c.id from correction c where c.enterprise_id = new.enterprise_id and c.record_id = new.id)
        and not exists (select from stock_entry later where later.enterprise_id = e.enterprise_id and later.reverses = e.id)
      group by 1) booked using (lot_id)
    where weighed.quantity is distinct from booked.quantity)
  then raise exception 'what was weighed out is what the ledger issued' using errcode = 'BC002';
  end if;
  if (select s.input_quantity from production_step s where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id order by s.step_no limit 1)
    + coalesce((select b.returned_quantity from bulk_lot b where b.enterprise_id = new.enterprise_id and b.order_id = new.order_id),
      returned_mass(new.enterprise_id, new.order_id, 'main'))
    > issued_mass(new.enterprise_id, new.order_id, 'main')
  then raise exception 'input_exceeds' using errcode = 'BC001';
  end if;
  if (select coalesce(sum(case when before then -net else net end), 0) from (
        select true as before, (w ->> 'net')::numeric as net, (w ->> 'lotId')::uuid as lot_id from jsonb_array_elements(old.weighings) w
        union all select false, (w ->> 'net')::numeric, (w ->> 'lotId')::uuid from jsonb_array_elements(new.weighings) w) weighed
      join production_input p on p.enterprise_id = new.enterprise_id and p.order_id = new.order_id and p.lot_id = weighed.lot_id and p.role = 'auxiliary') < 0
    and exists (select from production_step s where s.enterprise_id = new.enterprise_id and s.order_id = new.order_id and gives_from_nothing(s))
  then raise exception 'mass_from_nothing' using errcode = 'BC001';
  end if;
  return null;
end $function$;

-- match_kept_packs(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.match_kept_packs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  subject record;
begin
  select l.kind, spec.net_quantity, product.test_amount into strict subject from lot l
    left join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
    left join product on product.enterprise_id = l.enterprise_id and product.id = l.product_id
  where l.enterprise_id = new.enterprise_id and l.id = new.lot_id;
  if subject.kind <> 'pack'
    or new.packs <> (select coalesce(sum(e.last_index - e.first_index + 1), 0) from code_event e
      where e.enterprise_id = new.enterprise_id and e.document_id = new.id and e.state = 'sampled')
    or new.packs * subject.net_quantity is distinct from (select sum(e.quantity) from stock_entry e
      where e.enterprise_id = new.enterprise_id and e.lot_id = new.lot_id and e.document_id = new.id and e.kind = 'retention')
    or not exists (select from sample s where s.enterprise_id = new.enterprise_id and s.pack_retention_id = new.id and s.lot_id = new.lot_id
      and s.quantity = new.packs * subject.net_quantity * 1000) then
    raise exception 'packs_not_whole' using errcode = 'BC001';
  end if;
  if 1000 * new.packs * subject.net_quantity < 2 * subject.test_amount then
    raise exception 'retention_too_small' using errcode = 'BC001';
  end if;
  return null;
end $function$;

-- match_opened_packs(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.match_opened_packs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from pack_retention r
      join lot l on l.enterprise_id = r.enterprise_id and l.id = r.lot_id
      join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
    where r.enterprise_id = new.enterprise_id and r.id = new.pack_retention_id
      and coalesce(new.opened_quantity, 0) <> 1000 * spec.net_quantity * (
        select coalesce(sum(least(o.last_index, e.last_index) - greatest(o.first_index, e.first_index) + 1), 0)
        from code_event e join code_event o on o.enterprise_id = e.enterprise_id and o.range_id = e.range_id and o.id > e.id and o.document_kind = 'sampling'
          and o.first_index <= e.last_index and o.last_index >= e.first_index
        where e.enterprise_id = r.enterprise_id and e.document_id = r.id and e.state = 'sampled')) then
    raise exception 'packs_not_whole' using errcode = 'BC001';
  end if;
  return null;
end $function$;

-- match_record_returns(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.match_record_returns()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_open boolean := exists (select from record_return r where r.enterprise_id = new.enterprise_id and r.order_id = new.id and r.answered_at is null);
begin
  if is_open <> (new.state = 'sent_back') then raise exception 'wrong_state' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- match_sampled_packs(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.match_sampled_packs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  subject record;
begin
  select l.kind, spec.net_quantity into strict subject
  from inspection i join lot l on l.enterprise_id = i.enterprise_id and l.id = i.lot_id
    left join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
  where i.enterprise_id = new.enterprise_id and i.id = new.inspection_id;
  if subject.kind = 'pack' and new.total <> 1000 * subject.net_quantity * (
      select coalesce(sum(e.last_index - e.first_index + 1), 0) from code_event e
      where e.enterprise_id = new.enterprise_id and e.document_id = new.id and e.state = 'sampled') then
    raise exception 'packs_not_whole' using errcode = 'BC001';
  end if;
  return null;
end $function$;

-- match_sampling(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.match_sampling()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  taken sampling;
begin
  select * into strict taken from sampling s
  where s.enterprise_id = new.enterprise_id and s.id = (to_jsonb(new) ->> case tg_table_name when 'sample' then 'sampling_id' else 'id' end)::uuid;
  if taken.total <> (select coalesce(sum(p.quantity), 0) from sample p where p.enterprise_id = taken.enterprise_id and p.sampling_id = taken.id) or exists (
    select from (select p.kind = 'retention' as is_kept, sum(p.quantity) / 1000 as quantity from sample p
      where p.enterprise_id = taken.enterprise_id and p.sampling_id = taken.id group by 1) parted
    full join (
      select e.kind = 'retention' as is_kept, sum(e.quantity) as quantity from stock_entry e
      where e.enterprise_id = taken.enterprise_id and e.kind in ('sample', 'retention') and e.document_id in (
          select taken.id union all select c.id from correction c where c.enterprise_id = taken.enterprise_id and c.record_id = taken.id)
        and not exists (select from stock_entry later where later.enterprise_id = e.enterprise_id and later.reverses = e.id)
      group by 1) booked using (is_kept)
    where parted.quantity is distinct from booked.quantity)
  then raise exception 'a sampling is what its parts and the ledger say' using errcode = 'BC002';
  end if;
  return null;
end $function$;

-- match_shipment_line(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.match_shipment_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  line shipment_line;
  gone numeric;
  booked numeric;
begin
  select * into strict line from shipment_line where enterprise_id = new.enterprise_id and id = new.id;
  select coalesce(sum(least(s.last_index, c.last_index) - greatest(s.first_index, c.first_index) + 1), 0) into gone
  from codes_of_shipment(line.shipment_id) c cross join lateral spans_within(c.range_id, c.first_index, c.last_index) s
  where s.lot_id = line.lot_id;
  select coalesce(sum(case when e.kind = 'ship' then e.quantity else -e.quantity end), 0) into booked from stock_entry e
  where e.enterprise_id = line.enterprise_id and e.lot_id = line.lot_id
    and (e.kind = 'ship' or exists (select from stock_entry r where r.enterprise_id = e.enterprise_id and r.id = e.reverses and r.kind = 'ship'))
    and e.document_id in (select line.shipment_id union all
      select c.id from correction c where c.enterprise_id = line.enterprise_id and c.record = 'shipment' and c.record_id = line.shipment_id);
  if line.packs <> gone or line.quantity <> booked
    or line.quantity <> line.packs * (select spec.net_quantity from pack_spec spec where spec.enterprise_id = line.enterprise_id and spec.id = line.pack_spec_id)
  then raise exception 'a line of a shipment is what its codes and the ledger say' using errcode = 'BC002';
  end if;
  return null;
end $function$;

-- match_stability_packs(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.match_stability_packs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if packs_planned(new.lot_id) > packs_to_open(new.lot_id) then
    raise exception 'stability_packs_short' using errcode = 'BC001';
  end if;
  return null;
end $function$;

-- match_stability_request(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.match_stability_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  now_state text := (select state from inspection i where i.enterprise_id = new.enterprise_id and i.id = new.id);
begin
  if tg_op = 'INSERT' and now_state not in ('returned', 'cancelled')
    and not exists (select from stability_point t where t.enterprise_id = new.enterprise_id and t.inspection_id = new.id)
    or now_state in ('returned', 'cancelled') and exists (select from stability_point t where t.enterprise_id = new.enterprise_id and t.inspection_id = new.id)
    or now_state = 'approved' and exists (select from stability_point t where t.enterprise_id = new.enterprise_id and t.inspection_id = new.id and t.state = 'begun') then
    raise exception 'a time point follows its request' using errcode = 'BC002';
  end if;
  return null;
end $function$;

-- match_supplier_return(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.match_supplier_return()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  away numeric;
  due numeric;
begin
  select coalesce(sum(case when p.kind = 'supplier' then e.quantity else -e.quantity end), 0) into away
  from stock_entry e join place p on p.enterprise_id = e.enterprise_id and p.id = e.to_place_id
  where e.enterprise_id = new.enterprise_id and e.document_id = new.id and e.kind in ('supplier_return', 'shortage')
    and (p.kind = 'supplier' or exists (select from place f where f.enterprise_id = e.enterprise_id and f.id = e.from_place_id and f.kind = 'supplier'));
  due := case when new.state in ('sent', 'confirmed') then least(new.weighed, new.quantity) else 0 end;
  if away <> due then raise exception 'what was sent to a supplier is what the ledger says' using errcode = 'BC002'; end if;
  return null;
end $function$;

-- may_be_quoted(uuid,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.may_be_quoted(given_lot uuid, given_no text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  with recursive above as (
    select given_lot as lot_id
    -- What was worked again is tested anew: nothing of before counts (decision 0083).
    union select e.from_lot_id from above join lot_edge e on e.enterprise_id = current_enterprise() and e.to_lot_id = above.lot_id and e.step <> 'rework')
  select exists (select from report r join inspection i on i.enterprise_id = r.enterprise_id and i.id = r.inspection_id
    where r.enterprise_id = current_enterprise() and r.report_no = given_no and r.state = 'approved' and i.lot_id in (select lot_id from above));
$function$;

-- measuring_line(uuid,uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.measuring_line(given_inspection uuid, given_item uuid)
 RETURNS standard_item
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select twin from inspection i
      cross join standards_of_inspection(i) applied
      join standard_version v on v.enterprise_id = i.enterprise_id and v.id = applied.standard_version_id
      join standard_item twin on twin.enterprise_id = v.enterprise_id and twin.standard_version_id = v.id
    where i.enterprise_id = measured.enterprise_id and i.id = given_inspection and applied.authority <> 'customer'
      and measured.formula = 'direct' and measured.operator in ('le', 'ge', 'range') and twin.formula <> 'direct'
      and twin.item_group = measured.item_group and twin.name = measured.name and twin.unit = measured.unit
    order by v.id <> i.standard_version_id, array_position(array['legal', 'internal', 'customer'], applied.authority), v.effective_from desc, v.id
    limit 1), measured)
  from standard_item measured where measured.enterprise_id = current_enterprise() and measured.id = given_item
$function$;

-- name_key(text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.name_key(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(translate(
    regexp_replace(normalize(given, NFKC), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02b0-\u036f\u0483-\u0489\u1160\u2000-\u206f\u20d0-\u20ff\u2190-\u245f\u2500-\u27bf\u2800\u3000-\u3004\u3008-\u3020\u3030\u30fb\u3164\ufe00-\ufe0f\ufeff\U000E0000-\U000E01EF]', '', 'g'),
    '01iIıАВЕНІЈКМОРЅТХУаевнікморѕтхуһјԁԛԝɡΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχ〇ロニハカエタトー',
    'ollllABEHlJKMOPSTXYaeBHlKMopsTxyhjdqwgABEZHlKMNOPTYXalkvopuxo口二八力工夕卜一'))
$function$;

-- name_line(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.name_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.line_id is null or not is_asset(new.line_id, 'line') then raise exception 'asset_unknown' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- name_room(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.name_room()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.room_id is null or not is_asset(new.room_id, 'room') then raise exception 'asset_unknown' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- name_scale(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.name_scale()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.scale_id is null or not is_asset(new.scale_id, 'scale') then raise exception 'asset_unknown' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- need_approval(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.need_approval()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  record jsonb := to_jsonb(new);
  signed_table text := coalesce(record ->> 'decided_with_table', tg_table_name);
  signed_id uuid := coalesce((record ->> 'decided_with_id')::uuid, new.id);
  -- The signatures of the record, not those of every other person: `materialized`.
  approver text := (with given as materialized (select s.signer_id, s.meaning from signature s
      where s.enterprise_id = new.enterprise_id and s.record_table = signed_table and s.record_id = signed_id)
    select g.signer_id from given g where g.meaning = '批准' and g.signer_id <> new.decided_by limit 1);
begin
  if approver is null then raise exception 'a rejection is approved by a second person' using errcode = 'BC002'; end if;
  -- Nor does the second person decide about their own work (I7). An impact decision has a guard of its own.
  if tg_table_name = 'impact_lot' then return null; end if;
  if record -> 'analyst_ids' ? approver then raise exception 'analyst_releases' using errcode = 'BC001'; end if;
  if record -> 'producer_ids' ? approver then raise exception 'producer_releases' using errcode = 'BC001'; end if;
  if record ->> 'buyer_id' = approver then raise exception 'buyer_releases' using errcode = 'BC001'; end if;
  if record -> 'receiver_ids' ? approver then raise exception 'receiver_releases' using errcode = 'BC001'; end if;
  return null;
end $function$;

-- need_authorisation(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.need_authorisation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  row_now jsonb := to_jsonb(new);
  asked text := tg_argv[2];
begin
  if asked is null then
    select test_activity(s.item_group) into asked from standard_item s where s.enterprise_id = new.enterprise_id and s.id = (row_now ->> 'standard_item_id')::uuid;
  end if;
  if lacks_authorisation(new.enterprise_id, (row_now ->> tg_argv[0])::uuid, asked, ((row_now ->> tg_argv[1])::timestamptz at time zone 'Asia/Shanghai')::date) then
    raise exception 'not_authorised' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- need_received_sample(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.need_received_sample()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from sampling s join sample p on p.enterprise_id = s.enterprise_id and p.sampling_id = s.id
      where s.enterprise_id = new.enterprise_id and s.inspection_id = new.inspection_id and s.replaced_at is null
        and (p.kind = 'test' or p.kind = 'recheck' and new.part <> 'first') and p.state in ('received', 'in_test')) then
    raise exception 'sample_not_received' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- need_step_signatures(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.need_step_signatures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from unnest(array_remove(array[new.done_by, new.second_by], null)) person where not exists (
    select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id and s.signer_id = person))
  then raise exception 'a step of a case is signed' using errcode = 'BC002';
  end if;
  return null;
end $function$;

-- needs_instrument(test_result), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.needs_instrument(given test_result)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (((given).source = 'measured'::text) AND ((given).words = ''::text) AND (EXISTS (SELECT FROM standard_item s WHERE ((s.enterprise_id = (needs_instrument.given).enterprise_id) AND (s.id = (needs_instrument.given).standard_item_id) AND (s.method <> ''::text) AND (s.operator = ANY (ARRAY['le'::text, 'ge'::text, 'range'::text, 'eq'::text]))))) AND (EXISTS (SELECT FROM instrument i WHERE (i.enterprise_id = (needs_instrument.given).enterprise_id))));

-- next_code_index(text,text,bigint), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.next_code_index(given_scheme text, given_series text, given_count bigint)
 RETURNS bigint
 LANGUAGE sql
AS $function$
  insert into code_counter as c (enterprise_id, scheme, series, next) values (current_enterprise(), given_scheme, given_series, given_count)
  on conflict (enterprise_id, scheme, series) do update set next = c.next + given_count
  returning next - given_count;
$function$;

-- number_oos_case(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.number_oos_case()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a case has a number' using errcode = 'BC002';
end $function$;

-- number_text(text,text,date,integer,integer), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.number_text(prefix text, date_part text, day date, digits integer, serial integer)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN ((prefix || CASE date_part WHEN ''::text THEN ''::text ELSE to_char((day)::timestamp with time zone, date_part) END) || lpad((serial)::text, GREATEST(digits, length((serial)::text)), '0'::text));

-- open_books(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.open_books()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into audit_head (enterprise_id) values (new.id);
  return null;
end $function$;

-- open_session(uuid,uuid,bytea,interval,interval,text,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.open_session(given_enterprise uuid, given_account uuid, given_token_hash bytea, absolute interval, idle interval, agent text, given_address text)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into session (enterprise_id, account_id, token_hash, expires_at, idle_seconds, user_agent, address)
  select account.enterprise_id, account.id, given_token_hash, now() + absolute, extract(epoch from idle)::integer, left(agent, 300), left(given_address, 60)
  from account where account.enterprise_id = given_enterprise and account.id = given_account and state = 'active'
  returning id;
$function$;

-- order_back_days(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.order_back_days(enterprise uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE((SELECT rule.order_back_days FROM purchase_rule rule WHERE (rule.enterprise_id = order_back_days.enterprise)), 30);

-- origin_words(text,text,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.origin_words(province text, city text, county text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select distinct word from unnest(array[province, concat_ws('/', province, city), concat_ws('/', province, city, county)]) word
  where province <> '' and right(word, 1) <> '/';
$function$;

-- packs_planned(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.packs_planned(of_lot uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(p.packs_per_point), 0)::integer
  from stability_point t join stability_lot l on l.enterprise_id = t.enterprise_id and l.id = t.stability_lot_id
    join stability_plan p on p.enterprise_id = l.enterprise_id and p.id = l.plan_id
  where t.enterprise_id = current_enterprise() and t.lot_id = of_lot and t.state = 'open';
$function$;

-- packs_to_open(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.packs_to_open(of_lot uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(floor((sum(s.quantity - coalesce(s.opened_quantity, 0)) - greatest(count(*) * 1000 * max(spec.net_quantity), 2 * coalesce(max(p.test_amount), 0)))
    / (1000 * max(spec.net_quantity))), 0)::integer
  from sample s join lot l on l.enterprise_id = s.enterprise_id and l.id = s.lot_id
    join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
    join product p on p.enterprise_id = l.enterprise_id and p.id = l.product_id
  where s.enterprise_id = current_enterprise() and s.lot_id = of_lot and s.pack_retention_id is not null and s.state = 'retained';
$function$;

-- page_version(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.page_version(given uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
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
      (select string_agg(a.digest, ' ' order by a.id) from attachment a
        where a.enterprise_id = l.enterprise_id and (a.owner_table = 'product' and a.owner_id = p.id or a.owner_table = 'material' and a.owner_id = p.material_id)
          and a.kind = '公开照片' and not exists (select from attachment_void v where v.enterprise_id = a.enterprise_id and v.attachment_id = a.id)))
    from lot l join product p on p.enterprise_id = l.enterprise_id and p.id = l.product_id where l.enterprise_id = current_enterprise() and l.id = given);
end $function$;

-- persons_of_incident(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.persons_of_incident(given uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$
  select array(
    select unnest(array_remove(array[i.opened_by, i.found_by], null)) from incident i where i.enterprise_id = current_enterprise() and i.id = given
    union select unnest(array_append(m.past_owner_ids, m.owner_id)) from incident_measure m
      where m.enterprise_id = current_enterprise() and m.incident_id = given
    union select unnest(analysts_of(l.lot_id) || producers_of(l.lot_id)) from incident_lot l
      where l.enterprise_id = current_enterprise() and l.incident_id = given and l.decision is distinct from 'not_concerned');
$function$;

-- place_of_kind(text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.place_of_kind(given text)
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (SELECT place.id FROM place WHERE ((place.enterprise_id = current_enterprise()) AND (place.kind = place_of_kind.given) AND place.is_active) ORDER BY place.code LIMIT 1);

-- platform_enterprises(), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.platform_enterprises()
 RETURNS TABLE(id uuid, number integer, name text, initials text, credit_code text, licence_no text, legal_person text, province text, city text, address text, contact text, phone text, email text, node_code text, is_operating boolean, is_demo boolean, accounts integer, last_seen_at timestamp with time zone, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select e.id, e.number, e.name, e.initials, e.credit_code, e.licence_no, e.legal_person, e.province, e.city, e.address,
    e.contact, e.phone, e.email, e.node_code, e.is_operating, e.is_demo,
    (select count(*)::integer from account where account.enterprise_id = e.id and account.state = 'active'),
    (select max(session.last_seen_at) from session where session.enterprise_id = e.id), e.created_at
  from enterprise e
  -- Answers nobody but the operating enterprise, whatever the caller believes.
  where exists (select from enterprise o where o.id = current_enterprise() and o.is_operating);
$function$;

-- present_image(text,jsonb,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.present_image(of_table text, image jsonb, at text DEFAULT '9999'::text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (EXISTS (SELECT FROM former_names() former_names(since, changed, owner, owner_column, former, present) WHERE ((former_names.owner = present_image.of_table) AND (former_names.changed <> 'table'::text) AND (former_names.since <= present_image.at)))) THEN (SELECT jsonb_object_agg(COALESCE(renamed.present, jsonb_each.key), COALESCE(to_jsonb(word.present), jsonb_each.value)) AS jsonb_object_agg FROM ((jsonb_each(present_image.image) jsonb_each(key, value) LEFT JOIN former_names() renamed(since, changed, owner, owner_column, former, present) ON (((renamed.changed = 'column'::text) AND (renamed.owner = present_image.of_table) AND (renamed.former = jsonb_each.key) AND (renamed.since <= present_image.at)))) LEFT JOIN former_names() word(since, changed, owner, owner_column, former, present) ON (((word.changed = 'word'::text) AND (word.owner = present_image.of_table) AND (word.owner_column = COALESCE(renamed.present, jsonb_each.key)) AND (to_jsonb(word.former) = jsonb_each.value) AND (word.since <= present_image.at))))) ELSE image END;

-- present_table(text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.present_table(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE((SELECT former_names.present FROM former_names() former_names(since, changed, owner, owner_column, former, present) WHERE ((former_names.changed = 'table'::text) AND (former_names.former = present_table.given))), given);

-- present_word(text,text,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.present_word(of_table text, of_column text, given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE((SELECT former_names.present FROM former_names() former_names(since, changed, owner, owner_column, former, present) WHERE ((former_names.changed = 'word'::text) AND (former_names.owner = present_word.of_table) AND (former_names.owner_column = present_word.of_column) AND (former_names.former = present_word.given))), given);

-- producers_of(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.producers_of(given_lot uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$
  select array(
    select unnest(b.operator_ids || b.finished_by) from bulk_lot b where b.enterprise_id = current_enterprise()
      and b.id in (given_lot, (select p.bulk_lot_id from pack_lot p where p.enterprise_id = current_enterprise() and p.id = given_lot))
    union select unnest(array_remove(array[k.operator_id, k.checked_by], null)) from packaging_record k
      where k.enterprise_id = current_enterprise() and k.lot_id = given_lot)
$function$;

-- public_picture(text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.public_picture(given text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select a.kind from attachment a
  where a.digest = given and a.kind in ('公开照片', '公开地图')
    and not exists (select from attachment_void v where v.enterprise_id = a.enterprise_id and v.attachment_id = a.id)
  limit 1;
$function$;

-- reagent_good_until(reagent_lot,date), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.reagent_good_until(given reagent_lot, used date)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
RETURN LEAST((given).use_by, (COALESCE((given).opened_on, used) + (given).days_after_opening));

-- reasons_of(uuid[]), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.reasons_of(given uuid[])
 RETURNS TABLE(of_lot uuid, kind text, lot_id uuid, lot_no text, lot_name text)
 LANGUAGE sql
 STABLE
AS $function$
  with recursive up (of_lot, id, reworked) as (
    select e.to_lot_id, e.from_lot_id, e.step = 'rework' from lot_edge e where e.enterprise_id = current_enterprise() and e.to_lot_id = any (given)
    union select up.of_lot, e.from_lot_id, e.step = 'rework' from up join lot_edge e on e.enterprise_id = current_enterprise() and e.to_lot_id = up.id
  ), passed as materialized (
    select passed.* from (select array(select distinct id from up) as ids) above cross join lateral reasons_passed_on(above.ids) passed
  )
  select above.of_lot, passed.kind, passed.lot_id, passed.lot_no, passed.lot_name
  from (select of_lot, id, bool_and(reworked) as reworked from up group by of_lot, id) above join passed on passed.lot_id = above.id
  where not (passed.kind = 'rejected' and above.reworked)
  union all
  select l.id, own.kind, l.id, l.lot_no, l.name from lot l cross join lateral (
    select 'rejected' as kind where l.state = 'rejected'
    union all select h.kind from hold h where l.holds > 0 and h.enterprise_id = l.enterprise_id and h.lot_id = l.id and h.lifted_at is null
    union all select 'regulator' where authority_locks(l.product_id)
    union all select 'not_released' where l.state not in ('rejected', 'retest_due') and l.state <> case l.kind when 'bulk' then 'conforming' else 'released' end
    union all select 'retest_due' where l.state = 'retest_due' or l.retest_on <= today()
    union all select 'expired' where l.expires_on < today()) own
  where l.enterprise_id = current_enterprise() and l.id = any (given);
$function$;

-- reasons_passed_on(uuid[]), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.reasons_passed_on(given uuid[])
 RETURNS TABLE(kind text, lot_id uuid, lot_no text, lot_name text)
 LANGUAGE sql
 STABLE
AS $function$
  with source as materialized (
    select l.id, l.kind, l.state, l.holds, l.lot_no, l.name from lot l where l.enterprise_id = current_enterprise() and l.id = any (given)
  )
  select 'rejected', id, lot_no, name from source where state = 'rejected'
  union all
  select 'withdrawn', id, lot_no, name from source where state in ('quarantine', 'under_test') and (kind not in ('raw', 'auxiliary') or (
    select d.state from release_decision d where d.enterprise_id = current_enterprise() and d.lot_id = source.id order by d.id desc limit 1) = 'withdrawn')
  union all
  select h.kind, s.id, s.lot_no, s.name from source s join hold h on h.enterprise_id = current_enterprise() and h.lot_id = s.id and h.lifted_at is null
  where s.holds > 0 and (h.kind in ('recall', 'regulator', 'oos') or h.kind in ('freeze', 'deviation', 'complaint') and coalesce(h.reaches, true));
$function$;

-- reasons_reaching(uuid[]), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.reasons_reaching(given uuid[])
 RETURNS TABLE(kind text, lot_id uuid, lot_no text, lot_name text)
 LANGUAGE sql
 STABLE
AS $function$
  with recursive up (id, reworked) as (
    select unnest(given), false
    union select e.from_lot_id, e.step = 'rework' from up join lot_edge e on e.enterprise_id = current_enterprise() and e.to_lot_id = up.id
  )
  -- Asked beside and not within the call: PostgreSQL then plans it as a part of this statement.
  select passed.* from (select array(select id from up) as ids, array(select id from up group by id having bool_and(reworked)) as reworked) above
    cross join lateral reasons_passed_on(above.ids) passed
  where not (passed.kind = 'rejected' and passed.lot_id = any (above.reworked));
$function$;

-- recall_customers(uuid[]), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.recall_customers(lots uuid[])
 RETURNS TABLE(customer_id uuid, name text, deliveries integer, packs integer, quantity numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select c.id, c.name, sent.deliveries, sent.packs, sent.quantity from (
    select s.customer_id, count(distinct s.id)::integer as deliveries, sum(there.packs)::integer as packs,
      sum((line.quantity * there.packs / line.packs)::numeric(14, 4)) as quantity
    from shipment_line line join shipment s on s.enterprise_id = line.enterprise_id and s.id = line.shipment_id
      cross join lateral (select line.packs - coalesce((select sum(case when e.from_fate = 'customer' then e.packs when e.to_fate = 'customer' then -e.packs else 0 end)
        from custody_entry e where e.enterprise_id = line.enterprise_id and e.shipment_id = line.shipment_id and e.lot_id = line.lot_id), 0) as packs) there
    where line.enterprise_id = current_enterprise() and line.lot_id = any (lots) and line.packs > 0 and there.packs > 0 group by s.customer_id) sent
  join customer c on c.enterprise_id = current_enterprise() and c.id = sent.customer_id;
$function$;

-- recall_lots(jsonb), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.recall_lots(scope jsonb)
 RETURNS TABLE(lot_id uuid, role text, quantity numeric, in_house numeric, shipped numeric, other numeric)
 LANGUAGE plpgsql
 STABLE
AS $function$
#variable_conflict use_column
declare
  sources constant uuid[] := recall_sources(scope);
  reached uuid[];
begin
  reached := array(
    with recursive down (id) as (
      select unnest(sources)
      union select e.to_lot_id from down join lot_edge e on e.enterprise_id = current_enterprise() and e.from_lot_id = down.id
    ) select id from down);
  return query
    with kept as materialized (
      select b.lot_id, sum(b.quantity) filter (where b.is_real) as in_house, sum(b.quantity) filter (where p.kind in ('loss', 'adjustment')) as other
      from stock_balance b join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id
      where b.enterprise_id = current_enterprise() and b.lot_id = any (reached) and (b.is_real or p.kind in ('loss', 'adjustment')) group by b.lot_id
    ), sent as materialized (
      -- What the ledger says is with customers: what came back or was lost is not.
      select b.lot_id, sum(b.quantity) as shipped from stock_balance b join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'customer'
      where b.enterprise_id = current_enterprise() and b.lot_id = any (reached) group by b.lot_id
    )
    select l.id, case when l.id = any (sources) then 'source' else 'made' end, l.quantity,
      coalesce(kept.in_house, 0), coalesce(sent.shipped, 0), coalesce(kept.other, 0)
    from lot l left join kept on kept.lot_id = l.id left join sent on sent.lot_id = l.id
    -- What ended with its receipt was never used.
    where l.enterprise_id = current_enterprise() and l.id = any (reached) and l.state <> 'reversed';
end $function$;

-- recall_report_due(recall_case), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.recall_report_due(given recall_case)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select case when given.state = 'started' then
    coalesce((select max(r.sent_at) from recall_report_in_force r where r.enterprise_id = given.enterprise_id and r.case_id = given.id and r.stage = 'progress'),
      given.started_at) + make_interval(days => case given.recall_class when 'I' then 1 when 'II' then 3 else 7 end) end;
$function$;

-- recall_sources(jsonb), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.recall_sources(scope jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  ids constant uuid[] := array(select jsonb_array_elements_text(scope -> 'ids')::uuid);
  named constant text := scope ->> 'words';
  days constant daterange := daterange((scope ->> 'from')::date, (scope ->> 'to')::date, '[]');
begin
  return case scope ->> 'node'
    when 'lot' then array(select l.id from lot l where l.enterprise_id = current_enterprise() and l.id = any (ids))
    when 'supplier' then array(select r.id from raw_lot r join lot l on l.enterprise_id = r.enterprise_id and l.id = r.id
      where r.enterprise_id = current_enterprise() and r.supplier_id = any (ids) and l.born_on <@ days)
    -- 甘肃/定西 reaches every county of it.
    when 'origin' then array(select r.id from raw_lot r join lot l on l.enterprise_id = r.enterprise_id and l.id = r.id
      where r.enterprise_id = current_enterprise() and l.born_on <@ days and starts_with(concat_ws('/', r.province, r.city, r.county, ''), named || '/'))
    when 'harvest' then array(select r.id from raw_lot r join lot l on l.enterprise_id = r.enterprise_id and l.id = r.id
      where r.enterprise_id = current_enterprise() and l.material_id = any (ids) and daterange(r.harvest_from, r.harvest_to, '[]') && days)
    when 'customer' then array(select distinct line.lot_id
      from shipment s join shipment_line line on line.enterprise_id = s.enterprise_id and line.shipment_id = s.id
      where s.enterprise_id = current_enterprise() and s.customer_id = any (ids) and line.packs > 0
        and (s.departed_at at time zone 'Asia/Shanghai')::date <@ days)
    when 'packing' then array(select p.id from pack_lot p where p.enterprise_id = current_enterprise() and p.packaging_order_id = any (ids))
    when 'method' then array(select distinct i.lot_id from test_result t
        join inspection i on i.enterprise_id = t.enterprise_id and i.id = t.inspection_id
        join standard_item item on item.enterprise_id = t.enterprise_id and item.id = t.standard_item_id
      where t.enterprise_id = current_enterprise() and item.method = named and (t.entered_at at time zone 'Asia/Shanghai')::date <@ days)
    when 'analyst' then array(select distinct i.lot_id from test_result t join inspection i on i.enterprise_id = t.enterprise_id and i.id = t.inspection_id
      where t.enterprise_id = current_enterprise() and t.entered_by = any (ids) and (t.entered_at at time zone 'Asia/Shanghai')::date <@ days)
    when 'equipment' then array(select distinct b.id
      from production_step s join bulk_lot b on b.enterprise_id = s.enterprise_id and b.order_id = s.order_id
      where s.enterprise_id = current_enterprise() and named = any (s.equipment) and (s.started_at at time zone 'Asia/Shanghai')::date <@ days)
    when 'process' then array(select b.id from production_order o join bulk_lot b on b.enterprise_id = o.enterprise_id and b.order_id = o.id
      where o.enterprise_id = current_enterprise() and o.process_version_id = any (ids) and b.production_date <@ days)
  end;
end $function$;

-- receipt_back_days(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.receipt_back_days(enterprise uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE((SELECT rule.receipt_back_days FROM purchase_rule rule WHERE (rule.enterprise_id = receipt_back_days.enterprise)), 7);

-- receipt_of_note(uuid,uuid,text,uuid,timestamp with time zone), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.receipt_of_note(enterprise uuid, supplier uuid, note text, for_order uuid, arrived timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT r.receipt_no FROM (supplier_number known JOIN receipt r ON (((r.enterprise_id = known.enterprise_id) AND (r.id = known.record_id)))) WHERE ((known.enterprise_id = receipt_of_note.enterprise) AND (known.supplier_id = receipt_of_note.supplier) AND (known.paper = 'note'::text) AND (known.number = same_number(receipt_of_note.note)) AND (r.lot_count > 0) AND (r.reversed_at IS NULL) AND ((r.order_id = receipt_of_note.for_order) OR (((r.arrived_at AT TIME ZONE 'Asia/Shanghai'::text))::date <> ((receipt_of_note.arrived AT TIME ZONE 'Asia/Shanghai'::text))::date))) ORDER BY r.id LIMIT 1);

-- receipt_of_note_in_turn(uuid,uuid,text,uuid,timestamp with time zone), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.receipt_of_note_in_turn(enterprise uuid, supplier uuid, note text, for_order uuid, arrived timestamp with time zone)
 RETURNS text
 LANGUAGE sql
AS $function$
  select lock_delivery_note(enterprise, supplier, note);
  select receipt_of_note(enterprise, supplier, note, for_order, arrived);
$function$;

-- receipt_of_supplier_lot(uuid,uuid,uuid,text,uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.receipt_of_supplier_lot(enterprise uuid, supplier uuid, material uuid, given_no text, other_than uuid)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT r.receipt_no FROM (((supplier_number known JOIN raw_lot l ON (((l.enterprise_id = known.enterprise_id) AND (l.id = known.record_id)))) JOIN receipt r ON (((r.enterprise_id = l.enterprise_id) AND (r.id = l.receipt_id)))) JOIN lot ON (((lot.enterprise_id = l.enterprise_id) AND (lot.id = l.id)))) WHERE ((known.enterprise_id = receipt_of_supplier_lot.enterprise) AND (known.supplier_id = receipt_of_supplier_lot.supplier) AND (known.paper = 'lot'::text) AND (known.number = same_number(receipt_of_supplier_lot.given_no)) AND (same_number(l.supplier_lot_no) = same_number(receipt_of_supplier_lot.given_no)) AND (lot.material_id = receipt_of_supplier_lot.material) AND (l.receipt_id IS DISTINCT FROM receipt_of_supplier_lot.other_than) AND (r.reversed_at IS NULL)) ORDER BY r.id LIMIT 1);

-- receipts_of_supplier_lots_in_turn(uuid,uuid,uuid[],text[]), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.receipts_of_supplier_lots_in_turn(enterprise uuid, supplier uuid, materials uuid[], given_nos text[])
 RETURNS text[]
 LANGUAGE sql
AS $function$
  select lock_supplier_lots(enterprise, supplier, given_nos);
  select array_agg(receipt_of_supplier_lot(enterprise, supplier, material, no, null) order by place)
  from unnest(materials, given_nos) with ordinality as given (material, no, place);
$function$;

-- recount_output(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.recount_output()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform renew_months(new.enterprise_id, 'output', date_trunc('month', old.born_on)::date, date_trunc('month', new.born_on)::date);
  return null;
end $function$;

-- recount_shipment(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.recount_shipment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform renew_months(new.enterprise_id, 'shipment', date_trunc('month', new.departed_at at time zone 'Asia/Shanghai')::date);
  return null;
end $function$;

-- recount_yield(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.recount_yield()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform renew_months(new.enterprise_id, 'yield', date_trunc('month', new.finished_at at time zone 'Asia/Shanghai')::date);
  return null;
end $function$;

-- refuse_chosen_standard(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.refuse_chosen_standard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.standard_version_id is not null and (tg_op = 'INSERT' or new.standard_version_id is distinct from old.standard_version_id) then
    raise exception 'a line of an order names no standard' using errcode = 'BC002';
  end if;
  return new;
end $function$;

-- refuse_deputy_of_first(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.refuse_deputy_of_first()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  own_name text := (select a.name from account a where a.enterprise_id = new.enterprise_id and a.id = new.signer_id);
  principal uuid;
begin
  if strpos(new.signer_name, '（代 ') > 0 then
    select p.id into principal from deputy d join account p on p.enterprise_id = d.enterprise_id and p.id = d.principal_id
    where d.enterprise_id = new.enterprise_id and d.deputy_id = new.signer_id and d.state = 'valid' and today() between d.valid_from and d.valid_until
      and new.signer_name = own_name || '（代 ' || p.name || '）';
    if principal is null then raise exception 'nobody signs in the name of another whose deputy they are not' using errcode = 'BC002'; end if;
    if strpos(new.content, principal::text) > 0 or exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = new.record_table
        and s.record_id = new.record_id and s.signer_id = principal) then
      raise exception 'deputy_of_first' using errcode = 'BC001';
    end if;
  elsif exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = new.record_table and s.record_id = new.record_id
      and right(s.signer_name, length(own_name) + 4) = '（代 ' || own_name || '）') then
    raise exception 'deputy_of_first' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- refuse_open_oos(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.refuse_open_oos()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from oos_case c where c.enterprise_id = new.enterprise_id and c.inspection_id = new.inspection_id
      and c.state in ('open', 'checked', 'invalidated', 'retesting', 'retested')) then
    raise exception 'oos_open' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- refuse_own_program(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.refuse_own_program()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from api_token where enterprise_id = new.enterprise_id and maker_id::text = to_jsonb(new) ->> tg_argv[0]
    and id::text in (select to_jsonb(new) ->> first_person from unnest(tg_argv[1:]) first_person))
  then raise exception 'own_token' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- refuse_picked_packs(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.refuse_picked_packs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from picking_code p where p.enterprise_id = new.enterprise_id and p.lot_id = new.lot_id and p.is_open and p.level = 1
      and p.range_id = new.range_id and p.first_index <= new.last_index and p.last_index >= new.first_index) then
    raise exception 'code_twice' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- refuse_program_lift(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.refuse_program_lift()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from api_token where enterprise_id = new.enterprise_id and id::text = current_setting('app.actor', true))
  then raise exception 'program_cannot_lift' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- refuse_stale_basis(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.refuse_stale_basis()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from test_result r join test_result m on m.enterprise_id = r.enterprise_id and m.id = r.moisture_result_id
      where r.enterprise_id = new.enterprise_id and r.inspection_id = new.inspection_id and result_counts(r) and not result_counts(m)
        and not exists (select from oos_case c where c.enterprise_id = r.enterprise_id and c.inspection_id = r.inspection_id
          and c.standard_item_id = r.standard_item_id and c.state = 'confirmed')) then
    raise exception 'dry_basis_stale' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- refuse_token_signature(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.refuse_token_signature()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from api_token where enterprise_id = new.enterprise_id and (id = new.signer_id or id::text = current_setting('app.actor', true))) then
    raise exception using errcode = 'BC001', message = 'token_cannot_sign';
  end if;
  if exists (select from api_token where enterprise_id = new.enterprise_id and maker_id = new.signer_id and strpos(new.content, id::text) > 0) then
    raise exception using errcode = 'BC001', message = 'own_token';
  end if;
  -- Who set it may be who uses it.
  if exists (select from secret_confirmation where enterprise_id = new.enterprise_id and account_id = new.signer_id and state = 'waiting') then
    raise exception using errcode = 'BC001', message = 'secret_unconfirmed';
  end if;
  return new;
end $function$;

-- registration_desk(text,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.registration_desk(given_kind text, given_credit_code text)
 RETURNS TABLE(enterprise_id uuid, for_platform boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, not (given_kind = 'join' and credit_code is not distinct from given_credit_code) from enterprise
  where (given_kind = 'join' and credit_code = given_credit_code) or is_operating
  order by (given_kind = 'join' and credit_code is not distinct from given_credit_code) desc limit 1;
$function$;

-- registration_place(bytea,uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.registration_place(given_confirm_hash bytea, given_id uuid)
 RETURNS TABLE(enterprise_id uuid, id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select enterprise_id, id from registration where confirm_hash = given_confirm_hash or id = given_id;
$function$;

-- release_waits_for_breakdowns(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.release_waits_for_breakdowns()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if breakdown_is_open((select p.packaging_order_id from pack_lot p where p.enterprise_id = new.enterprise_id and p.id = new.lot_id)) then
    raise exception 'case_open' using errcode = 'BC001';
  end if;
  return new;
end $function$;

-- renew_climate_due(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.renew_climate_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  wrong climate_reading;
begin
  select * into strict wrong from climate_reading r where r.enterprise_id = new.enterprise_id and r.id = new.reading_id;
  update climate_point p set state = 'due', due_at = new.voided_at
  where p.enterprise_id = new.enterprise_id and p.id = wrong.point_id and p.state = 'current' and not exists (
    select from climate_reading r where r.enterprise_id = p.enterprise_id and r.point_id = p.id and r.measured_at > wrong.measured_at);
  return null;
end $function$;

-- renew_disposal_of_photo(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.renew_disposal_of_photo()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update waiting w set standing = v.standing
  from attachment a, waits_disposal v
  where a.enterprise_id = new.enterprise_id and a.id = new.attachment_id and a.owner_table = 'disposal_case'
    and v.enterprise_id = a.enterprise_id and v.id = a.owner_id and w.enterprise_id = a.enterprise_id and w.about = a.owner_id;
  return null;
end $function$;

-- renew_due(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.renew_due()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update waiting set due = least(ends, since + make_interval(hours => new.hours))
  where enterprise_id = new.enterprise_id and life = new.life and state = new.state;
  return null;
end $function$;

-- renew_kept(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.renew_kept()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from month_tally where enterprise_id = current_enterprise();
  insert into month_tally (enterprise_id, series, month, key, count, total, lowest, highest) select * from months where enterprise_id = current_enterprise();
  delete from lot_at_hand where enterprise_id = current_enterprise();
  insert into lot_at_hand select * from lots_at_hand where enterprise_id = current_enterprise();
  delete from packs_in_house where enterprise_id = current_enterprise();
  insert into packs_in_house (enterprise_id, lot_id, packs) select enterprise_id, lot_id, packs from packs_by_codes where enterprise_id = current_enterprise();
  delete from lot_month where enterprise_id = current_enterprise();
  insert into lot_month (enterprise_id, lot_id, month, kind, brought, taken) select * from lot_months where enterprise_id = current_enterprise();
  delete from waiting where enterprise_id = current_enterprise();
  insert into waiting (enterprise_id, about, life, id, state, since, ends, due, standing)
  select w.enterprise_id, about, w.life, w.id, w.state, since, ends, least(ends, since + make_interval(hours => l.hours)), standing
  from waits w left join step_limit l on l.enterprise_id = w.enterprise_id and l.life = w.life and l.state = w.state
  where w.enterprise_id = current_enterprise();
end $function$;

-- renew_lot(uuid,uuid), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.renew_lot(of_enterprise uuid, of_lot uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  with said as materialized (
    select * from lots_at_hand where enterprise_id = of_enterprise and lot_id = of_lot
  ), written as (
    insert into lot_at_hand as h (enterprise_id, lot_id, kind, state, is_held, retest_on, expires_on, goods_id, due_on) select * from said
    on conflict (enterprise_id, lot_id) do update set state = excluded.state, is_held = excluded.is_held, retest_on = excluded.retest_on,
      expires_on = excluded.expires_on, due_on = excluded.due_on
      where (h.state, h.is_held, h.retest_on, h.expires_on) is distinct from (excluded.state, excluded.is_held, excluded.retest_on, excluded.expires_on))
  delete from lot_at_hand where enterprise_id = of_enterprise and lot_id = of_lot and not exists (select from said);
  perform renew_waiting_of_lot(of_enterprise, of_lot);
end $function$;

-- renew_months(uuid,text,date[]), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.renew_months(of_enterprise uuid, of_series text, VARIADIC of_months date[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('month_tally ' || of_enterprise, 0));
  -- In one statement: what another one adds meanwhile is in neither half of it.
  with gone as (delete from month_tally where enterprise_id = of_enterprise and series = of_series and month = any (of_months))
  insert into month_tally (enterprise_id, series, month, key, count, total, lowest, highest)
  select * from months where enterprise_id = of_enterprise and series = of_series and month = any (of_months);
end $function$;

-- renew_secrets(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.renew_secrets()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update waiting w set ends = v.ends, due = due_of(v.enterprise_id, v.life, v.state, v.since, v.ends)
  from secret_confirmation s, waits_secret v
  where s.enterprise_id = new.enterprise_id and s.account_id = new.id and s.state = 'waiting' and v.enterprise_id = s.enterprise_id and v.id = s.id
    and w.enterprise_id = s.enterprise_id and w.about = s.id;
  return null;
end $function$;

-- renew_waiting_batch(uuid,uuid), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.renew_waiting_batch(of_enterprise uuid, of_lot uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      begin
        with said as materialized (
          select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends) as due, standing
          from waits_batch where enterprise_id = of_enterprise and about = of_lot
        ), written as (
          insert into waiting as w (enterprise_id, about, life, id, state, since, ends, due, standing) select * from said
          on conflict (enterprise_id, about, life, id) do update
            set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing
            where (w.state, w.since, w.ends, w.due, w.standing) is distinct from
              (excluded.state, excluded.since, excluded.ends, excluded.due, excluded.standing))
        delete from waiting w where w.enterprise_id = of_enterprise and w.about = of_lot
          and not exists (select from said where said.life = w.life and said.id = w.id);
      end $function$;

-- renew_waiting_bought_lot(uuid,uuid), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.renew_waiting_bought_lot(of_enterprise uuid, of_lot uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      begin
        with said as materialized (
          select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends) as due, standing
          from waits_bought_lot where enterprise_id = of_enterprise and about = of_lot
        ), written as (
          insert into waiting as w (enterprise_id, about, life, id, state, since, ends, due, standing) select * from said
          on conflict (enterprise_id, about, life, id) do update
            set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing
            where (w.state, w.since, w.ends, w.due, w.standing) is distinct from
              (excluded.state, excluded.since, excluded.ends, excluded.due, excluded.standing))
        delete from waiting w where w.enterprise_id = of_enterprise and w.about = of_lot
          and not exists (select from said where said.life = w.life and said.id = w.id);
      end $function$;

-- renew_waiting_of_lot(uuid,uuid), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.renew_waiting_of_lot(of_enterprise uuid, of_lot uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  case (select kind from lot where enterprise_id = of_enterprise and id = of_lot)
    when 'bulk' then perform renew_waiting_batch(of_enterprise, of_lot);
    when 'pack' then perform renew_waiting_pack_lot(of_enterprise, of_lot);
    else perform renew_waiting_bought_lot(of_enterprise, of_lot);
  end case;
end $function$;

-- renew_waiting_pack_lot(uuid,uuid), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.renew_waiting_pack_lot(of_enterprise uuid, of_lot uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      begin
        with said as materialized (
          select enterprise_id, about, life, id, state, since, ends, due_of(enterprise_id, life, state, since, ends) as due, standing
          from waits_pack_lot where enterprise_id = of_enterprise and about = of_lot
        ), written as (
          insert into waiting as w (enterprise_id, about, life, id, state, since, ends, due, standing) select * from said
          on conflict (enterprise_id, about, life, id) do update
            set state = excluded.state, since = excluded.since, ends = excluded.ends, due = excluded.due, standing = excluded.standing
            where (w.state, w.since, w.ends, w.due, w.standing) is distinct from
              (excluded.state, excluded.since, excluded.ends, excluded.due, excluded.standing))
        delete from waiting w where w.enterprise_id = of_enterprise and w.about = of_lot
          and not exists (select from said where said.life = w.life and said.id = w.id);
      end $function$;

-- replaces_broken(asset_use,asset), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.replaces_broken(given asset_use, given_asset asset)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM ((asset_breakdown b JOIN asset_use u ON (((u.enterprise_id = b.enterprise_id) AND (u.id = b.use_id)))) JOIN asset a ON (((a.enterprise_id = b.enterprise_id) AND (a.id = b.asset_id)))) WHERE ((b.enterprise_id = (replaces_broken.given).enterprise_id) AND (b.id = (replaces_broken.given).after_breakdown_id) AND (a.id <> (replaces_broken.given).asset_id) AND (a.kind = (replaces_broken.given_asset).kind) AND (a.class = (replaces_broken.given_asset).class) AND (NOT (((u.production_order_id IS DISTINCT FROM (replaces_broken.given).production_order_id) OR (u.step_id IS DISTINCT FROM (replaces_broken.given).step_id)) OR (u.packaging_order_id IS DISTINCT FROM (replaces_broken.given).packaging_order_id))))));

-- require_means(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.require_means()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.source = 'outsourced' and not exists (select from result_commission c where c.enterprise_id = new.enterprise_id and c.test_result_id = new.id) then
    raise exception 'certificate_missing' using errcode = 'BC001';
  end if;
  -- What is put right or calculated again was measured before.
  if new.part not in ('correction', 'recalculated') and needs_instrument(new)
      and not exists (select from result_means m where m.enterprise_id = new.enterprise_id and m.test_result_id = new.id and m.instrument_id is not null) then
    raise exception 'instrument_required' using errcode = 'BC001';
  end if;
  return null;
end $function$;

-- require_uses(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.require_uses()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from asset_use u where u.enterprise_id = new.enterprise_id and u.production_order_id = new.order_id and u.step_id = new.id and u.asset_id = new.room_id)
    or not exists (select from asset_use u join asset a on a.enterprise_id = u.enterprise_id and a.id = u.asset_id and a.kind = 'equipment'
      where u.enterprise_id = new.enterprise_id and u.production_order_id = new.order_id and u.step_id = new.id)
    or exists (select from production_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id and o.line_id is not null
      and not exists (select from asset_use u where u.enterprise_id = o.enterprise_id and u.production_order_id = o.id and u.asset_id = o.line_id))
  then raise exception 'asset_unknown' using errcode = 'BC001';
  end if;
  return null;
end $function$;

-- result_counts(test_result), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.result_counts(given test_result)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((
      select c.test_result_id = given.id from oos_case c where c.enterprise_id = given.enterprise_id and c.inspection_id = given.inspection_id
        and c.standard_item_id = given.standard_item_id and c.state = 'confirmed' order by c.opened_at desc, c.id desc limit 1),
    not exists (select from oos_case c where c.enterprise_id = given.enterprise_id and c.inspection_id = given.inspection_id
        and c.standard_item_id = given.standard_item_id and c.test_result_id = given.id and c.state in ('invalidated', 'repeated', 'corrected'))
    and (given.part <> 'retest' or exists (select from oos_case c where c.enterprise_id = given.enterprise_id and c.id = given.case_id and c.state = 'accepted'))
    and not exists (select from test_result later left join oos_case c on later.part = 'retest' and c.enterprise_id = later.enterprise_id and c.id = later.case_id
      where later.enterprise_id = given.enterprise_id and later.inspection_id = given.inspection_id and later.standard_item_id = given.standard_item_id
        and later.revision > given.revision and (later.part <> 'retest' or c.state = 'accepted')))
$function$;

-- results_in_report(text,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.results_in_report(given_no text, item_name text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select array(select line ->> 'result' from report r cross join jsonb_array_elements(r.sheet -> 'items') line
    where r.enterprise_id = current_enterprise() and r.report_no = given_no and r.state = 'approved' and line ->> 'name' = item_name);
$function$;

-- returned_mass(uuid,uuid,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.returned_mass(given_enterprise uuid, given_order uuid, given_role text)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum((w ->> 'net')::numeric), 0)
  from production_return r cross join jsonb_array_elements(r.weighings) w
    join production_input p on p.enterprise_id = r.enterprise_id and p.order_id = r.order_id and p.lot_id = (w ->> 'lotId')::uuid
  where r.enterprise_id = given_enterprise and r.order_id = given_order and p.role = given_role
$function$;

-- review_waits_for_breakdowns(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.review_waits_for_breakdowns()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if breakdown_is_open(new.id) then raise exception 'case_open' using errcode = 'BC001'; end if;
  return new;
end $function$;

-- rework_refusal(uuid,text,uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.rework_refusal(given_lot uuid, given_table text, given_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when l.kind <> 'bulk' or l.state <> 'rejected' then 'not_reworkable'
    when l.holds > 0 or authority_locks(l.product_id) then 'lot_held'
    when l.expires_on < today() then 'lot_expired'
    when not ancestors_allow(l.id) then 'ancestor_unfit'
    when exists (select from incident_lot x join incident i on i.enterprise_id = x.enterprise_id and i.id = x.incident_id
        where x.enterprise_id = l.enterprise_id and x.lot_id = l.id and x.decision is distinct from 'not_concerned' and i.state not in ('closed', 'unfounded'))
      or exists (select from oos_case c where c.enterprise_id = l.enterprise_id and c.lot_id = l.id
        and c.state in ('open', 'checked', 'invalidated', 'retesting', 'retested')) then 'case_open'
    when not is_rework_case(l.id, given_table, given_id) then 'rework_case_missing'
  end
  from lot l where l.enterprise_id = current_enterprise() and l.id = given_lot;
$function$;

-- rights_by_two(), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.rights_by_two()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['11:approve'::text, '11:receive'::text, '12:sample'::text, '12:test'::text, '12:review'::text, '12:approve'::text, '13:decide'::text, '13:approve'::text, '14:freeze'::text, '14:move'::text, '14:dispose'::text, '14:count'::text, '15:approve'::text, '15:issue'::text, '15:execute'::text, '15:check'::text, '15:qa'::text, '16:sample'::text, '17:test'::text, '17:review'::text, '17:approve'::text, '18:approve'::text, '18:execute'::text, '18:check'::text, '19:freeze'::text, '19:move'::text, '19:release'::text, '110:pick'::text, '110:check'::text, '110:ship'::text, '110:recall'::text, '21:print'::text, '21:void'::text, '31:qualify'::text, '31:authorise'::text, '33:audit'::text, '35:manage'::text, '35:review'::text, '35:approve'::text, '36:manage'::text, '36:approve'::text, '37:decide'::text, '37:propose'::text, '37:approve'::text, '31:manage'::text, '32:manage'::text, '33:platform'::text];

-- rights_of(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.rights_of(given_account uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select array(select distinct right_code from account_role held join role_right using (enterprise_id, role_id)
    where held.enterprise_id = current_enterprise() and held.account_id = given_account order by 1);
$function$;

-- row_digest(jsonb,text[]), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.row_digest(row_value jsonb, columns text[])
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN sha256(convert_to(((SELECT jsonb_object_agg(name.name, (row_digest.row_value -> name.name)) AS jsonb_object_agg FROM unnest(row_digest.columns) name(name)))::text, 'UTF8'::name));

-- same_number(text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.same_number(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN upper(replace(NORMALIZE(given, NFKC), ' '::text, ''::text));

-- scanned_code(uuid,integer,text,text,bigint,bytea,bytea[],timestamp with time zone[]), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.scanned_code(given_enterprise uuid, given_number integer, given_scheme text, given_series text, given_index bigint, given_visit bytea, waiting bytea[], waiting_since timestamp with time zone[])
 RETURNS TABLE(enterprise_id uuid, range_id uuid, level smallint, state text, lot_id uuid, others bigint, first_at timestamp with time zone, version text)
 LANGUAGE plpgsql
 STABLE
AS $function$
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
    where w.visit <> given_visit and not exists (select from code_scan o
      where o.enterprise_id = own and o.range_id = scanned_code.range_id and o.code_index = given_index and o.visit = w.visit);
  end if;
  if level = 3 and state = 'activated' then
    -- A box says what its packs say, as long as they are of one lot.
    select case when count(distinct s.lot_id) = 1 and bool_and(s.lot_id is not null and s.state not in ('voided', 'destroyed', 'missing')) then min(s.lot_id::text)::uuid end, min(s.state)
    into lot_id, state
    from box_content c cross join lateral spans_within(c.pack_range_id, c.first_pack + (given_index - c.first_box) * c.packs_in_box,
      c.first_pack + (given_index - c.first_box + 1) * c.packs_in_box - 1) s
    where c.enterprise_id = own and c.box_range_id = scanned_code.range_id and c.first_box <= given_index and c.last_box >= given_index and c.opened_at is null;
  end if;
  if state not in ('voided', 'destroyed', 'missing', 'issued') and (codes_locked(own, scanned_code.range_id, given_index, given_index) or level = 3 and exists (
    select from box_content c cross join lateral spans_within(c.pack_range_id, c.first_pack + (given_index - c.first_box) * c.packs_in_box,
      c.first_pack + (given_index - c.first_box + 1) * c.packs_in_box - 1) s
    where c.enterprise_id = own and c.box_range_id = scanned_code.range_id and c.first_box <= given_index and c.last_box >= given_index and c.opened_at is null
      and codes_locked(own, c.pack_range_id, greatest(s.first_index, c.first_pack + (given_index - c.first_box) * c.packs_in_box),
        least(s.last_index, c.first_pack + (given_index - c.first_box + 1) * c.packs_in_box - 1))))
  then state := 'locked'; end if;
  if lot_id is not null and state not in ('voided', 'destroyed', 'missing') then version := page_version(lot_id); end if;
  return next;
end $function$;

-- seal_audit(), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.seal_audit()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  enterprise uuid := current_enterprise();
  actor text := current_setting('app.actor', true);
  request text := coalesce(current_setting('app.request', true), '');
  count integer;
  digests bytea;
begin
  select count(*), string_agg(digest, ''::bytea order by id) into count, digests
  from audit where enterprise_id = enterprise and xid = pg_current_xact_id();
  if count = 0 then return; end if;
  digests := audit_link_digest(enterprise, now(), actor, request, digests);
  with head as (
    update audit_head set seq = seq + 1, hash = sha256(hash || digests) where enterprise_id = enterprise
    returning new.seq as seq, old.hash as previous_hash, new.hash as hash
  )
  insert into audit_link (version, enterprise_id, seq, xid, at, actor, request, entries, entries_digest, previous_hash, hash)
  select 2, enterprise, seq, pg_current_xact_id(), now(), actor, request, count, digests, previous_hash, hash from head;
end $function$;

-- seal_hash(log_seal), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.seal_hash(link log_seal)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN sha256(convert_to((jsonb_build_array('seal v1', (link).seq, ((EXTRACT(epoch FROM (link).at) * (1000000)::numeric))::bigint, ((link).security_ids)::text, ((link).witness_ids)::text, (link).security_reached, (link).witness_reached, (link).entries, encode((link).entries_digest, 'hex'::text), encode((link).anchor, 'hex'::text), encode((link).previous_hash, 'hex'::text)))::text, 'UTF8'::name));

-- seal_logs(), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.seal_logs()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  head log_seal_head;
  anchored jsonb;
  -- What lies behind so far has come to its end; only what is later is looked at.
  settled log_seal;
  link log_seal;
begin
  select * into head from log_seal_head for update skip locked;
  if not found then return 0; end if;
  select coalesce(jsonb_object_agg(enterprise_id, jsonb_build_array(seq, encode(hash, 'hex'))), '{}') into anchored from audit_head;
  select * into settled from log_seal where at < now() - interval '15 minutes' order by at desc, seq desc limit 1;
  with sealed as (
      select coalesce(range_agg(security_ids), '{}') as security_ids, coalesce(range_agg(witness_ids), '{}') as witness_ids
      from log_seal where seq > coalesce(settled.seq, 0)),
    security as (
      select entry.id, security_digest(entry) as digest from security_log entry, sealed
      where entry.id > coalesce(settled.security_reached, 0) and not sealed.security_ids @> entry.id),
    witnesses as (
      select entry.id, witness_digest(entry) as digest from witness entry, sealed
      where entry.id > coalesce(settled.witness_reached, 0) and not sealed.witness_ids @> entry.id),
    both_logs as (
      select 1 as log, id, digest from security union all select 2, id, digest from witnesses)
  select head.seq + 1, clock_timestamp(),
    coalesce((select range_agg(int8range(id, id, '[]')) from security), '{}'), coalesce((select range_agg(int8range(id, id, '[]')) from witnesses), '{}'),
    greatest((select max(id) from security), (select security_reached from log_seal where seq = head.seq), 0),
    greatest((select max(id) from witnesses), (select witness_reached from log_seal where seq = head.seq), 0),
    count(*), sha256(coalesce(string_agg(digest, ''::bytea order by log, id), '')), sha256(convert_to(anchored::text, 'UTF8')), head.hash, null
  into link from both_logs;
  -- With nothing new in the logs, the heads of the audit chains are taken down now and then.
  if link.entries = 0 and (anchored = head.anchors or exists (select from log_seal where seq = head.seq and at > now() - interval '10 minutes')) then return 0; end if;
  link.hash := seal_hash(link);
  insert into log_seal select link.*;
  update log_seal_head set seq = link.seq, hash = link.hash, anchors = anchored;
  return link.entries;
end $function$;

-- second_person_of(text,uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.second_person_of(given_kind text, given_document uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN CASE given_kind WHEN 'receipt'::text THEN (SELECT COALESCE(r.reversal_approved_by, r.checked_by) AS "coalesce" FROM receipt r WHERE ((r.enterprise_id = current_enterprise()) AND (r.id = second_person_of.given_document))) WHEN 'production_issue'::text THEN (SELECT i.checked_by FROM production_issue i WHERE ((i.enterprise_id = current_enterprise()) AND (i.id = second_person_of.given_document))) WHEN 'production_return'::text THEN (SELECT r.checked_by FROM production_return r WHERE ((r.enterprise_id = current_enterprise()) AND (r.id = second_person_of.given_document))) WHEN 'sampling'::text THEN (SELECT s.witnessed_by FROM sampling s WHERE ((s.enterprise_id = current_enterprise()) AND (s.id = second_person_of.given_document))) WHEN 'stock_transfer'::text THEN (SELECT t.checked_by FROM stock_transfer t WHERE ((t.enterprise_id = current_enterprise()) AND (t.id = second_person_of.given_document))) WHEN 'stocktake'::text THEN (SELECT s.approver_id FROM stocktake s WHERE ((s.enterprise_id = current_enterprise()) AND (s.id = second_person_of.given_document))) WHEN 'disposal_case'::text THEN (SELECT c.witness_id FROM disposal_case c WHERE ((c.enterprise_id = current_enterprise()) AND (c.id = second_person_of.given_document))) WHEN 'packaging_order'::text THEN (SELECT r.checked_by FROM packaging_record r WHERE ((r.enterprise_id = current_enterprise()) AND (r.packaging_order_id = second_person_of.given_document))) WHEN 'correction'::text THEN (SELECT c.approved_by FROM correction c WHERE ((c.enterprise_id = current_enterprise()) AND (c.id = second_person_of.given_document))) ELSE NULL::uuid END;

-- secret_waits(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.secret_waits(given_account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from secret_confirmation where enterprise_id = current_enterprise() and account_id = given_account and state = 'waiting');
$function$;

-- security_digest(security_log), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.security_digest(entry security_log)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN sha256(convert_to((jsonb_build_array('security v1', (entry).id, ((EXTRACT(epoch FROM (entry).at) * (1000000)::numeric))::bigint, (entry).enterprise_id, (entry).account_id, (entry).event, (entry).user_name, (entry).address, (entry).request, (entry).facts))::text, 'UTF8'::name));

-- settle_about_lot(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.settle_about_lot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update notification set done_at = now()
  where enterprise_id = new.enterprise_id and record_id = (to_jsonb(new) ->> tg_argv[0])::uuid and asked = tg_argv[1] and done_at is null;
  return null;
end $function$;

-- settle_destroyed(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.settle_destroyed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update return_item i set settled_at = new.occurred_at from return_receipt c
  where c.enterprise_id = new.enterprise_id and c.place_id = new.from_place_id and c.cleared_at is null and i.enterprise_id = c.enterprise_id
    and i.receipt_id = c.id and i.lot_id = new.lot_id and i.settled_at is null and i.decision = 'destroy'
    and (select coalesce(sum(least(k.last_index, s.last_index) - greatest(k.first_index, s.first_index) + 1), 0)
      from return_code k cross join lateral spans_within(k.range_id, k.first_index, k.last_index) s
      where k.enterprise_id = i.enterprise_id and k.item_id = i.id and s.state = 'returned')
      <= (select coalesce(sum(least(k.last_index, d.last_index) - greatest(k.first_index, d.first_index) + 1), 0)
        from return_code k join disposal_code d on d.enterprise_id = k.enterprise_id and d.case_id = new.document_id and d.range_id = k.range_id
          and d.first_index <= k.last_index and d.last_index >= k.first_index
        where k.enterprise_id = i.enterprise_id and k.item_id = i.id);
  update return_receipt c set cleared_at = new.occurred_at
  where c.enterprise_id = new.enterprise_id and c.place_id = new.from_place_id and c.cleared_at is null
    and not exists (select from return_item i where i.enterprise_id = c.enterprise_id and i.receipt_id = c.id and i.settled_at is null);
  update customer_return r set state = 'closed' from return_receipt c
  where c.enterprise_id = new.enterprise_id and c.place_id = new.from_place_id and c.cleared_at = new.occurred_at and c.taken_back_at is null
    and r.enterprise_id = c.enterprise_id and r.id = c.return_id and r.state = 'destroying';
  return null;
end $function$;

-- settle_left_state(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.settle_left_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update notification set done_at = now()
  where enterprise_id = new.enterprise_id and record_id = new.id and asked = old.state and done_at is null;
  return null;
end $function$;

-- settle_lot(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.settle_lot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update notification set done_at = now()
  where enterprise_id = new.enterprise_id and record_id = new.id and asked is not null and done_at is null
    and (asked = old.state or new.state in ('rejected', 'reversed') or old.state = 'released' and asked in ('charge', 'sell'));
  return null;
end $function$;

-- settle_mail(uuid,uuid,text,boolean), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.settle_mail(given_enterprise uuid, given_id uuid, error text, for_good boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update mail set
    sent_at = case when error is null then now() end,
    given_up_at = case when error is not null and for_good then now() end,
    last_error = left(coalesce(error, ''), 300),
    body = case when error is null or for_good then '' else body end,
    link = case when error is null or for_good then '' else link end
  where enterprise_id = given_enterprise and id = given_id and sent_at is null and given_up_at is null;
$function$;

-- settle_renewal(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.settle_renewal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update notification set done_at = now() where enterprise_id = new.enterprise_id and record_id = new.id and asked = 'renew' and done_at is null;
  return null;
end $function$;

-- signature_holds(signature), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.signature_holds(given signature)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  signed_table text := present_table(given.record_table);
  row_now jsonb;
begin
  if given.digest <> sha256(convert_to(given.content, 'UTF8')) or given.content is not json object or to_regclass(signed_table) is null then return false; end if;
  execute format('select to_jsonb(r) from %I r where enterprise_id = $1 and id = $2', signed_table) into row_now using given.enterprise_id, given.record_id;
  return row_now is not null and not exists (
    select from jsonb_each(present_image(signed_table, given.content::jsonb)) signed where row_now -> signed.key is distinct from signed.value);
end $function$;

-- signature_superseded(signature), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.signature_superseded(given signature)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  signed_table text := present_table(given.record_table);
  row_now jsonb;
  numbers text;
begin
  if given.digest <> sha256(convert_to(given.content, 'UTF8')) or given.content is not json object or to_regclass(signed_table) is null then return null; end if;
  execute format('select to_jsonb(r) from %I r where enterprise_id = $1 and id = $2', signed_table) into row_now using given.enterprise_id, given.record_id;
  if exists (
    select from jsonb_each(present_image(signed_table, given.content::jsonb)) signed
    left join lateral (
      select (array_agg(change.old_value order by change.id))[1] as first_old, (array_agg(change.new_value order by change.id desc))[1] as last_new
      from correction_change change
      where change.enterprise_id = given.enterprise_id and change.record_table = signed_table and change.record_id = given.record_id
        and change.field = signed.key and change.id > given.id) led on true
    where row_now -> signed.key is distinct from signed.value
      and (led.first_old is distinct from signed.value #>> '{}' or led.last_new is distinct from row_now ->> signed.key))
  then return null;
  end if;
  select string_agg(distinct c.correction_no, '、' order by c.correction_no) into numbers
  from jsonb_each(present_image(signed_table, given.content::jsonb)) signed
  join correction_change change on change.enterprise_id = given.enterprise_id and change.record_table = signed_table
    and change.record_id = given.record_id and change.field = signed.key
  join correction c on c.enterprise_id = change.enterprise_id and c.id = change.correction_id
  where row_now -> signed.key is distinct from signed.value and change.id > given.id;
  return numbers;
end $function$;

-- signed_text(jsonb), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.signed_text(row_value jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT (jsonb_object_agg(jsonb_each.key, jsonb_each.value))::text AS jsonb_object_agg FROM jsonb_each((signed_text.row_value - ARRAY['state'::text, 'row_version'::text, 'holds'::text])) jsonb_each(key, value) WHERE (jsonb_each.value <> 'null'::jsonb));

-- spans_within(uuid,bigint,bigint), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.spans_within(given_range uuid, given_first bigint, given_last bigint)
 RETURNS SETOF code_span
 LANGUAGE sql
 STABLE
AS $function$
  select s.* from code_span s where s.enterprise_id = current_enterprise() and s.range_id = given_range and s.first_index <= given_last and s.last_index >= given_first
    and s.first_index >= (select coalesce(max(b.first_index), given_first) from code_span b
      where b.enterprise_id = current_enterprise() and b.range_id = given_range and b.first_index <= given_first);
$function$;

-- standards_applying(lot,date), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.standards_applying(given lot, on_day date)
 RETURNS TABLE(standard_version_id uuid, authority text, turn bigint)
 LANGUAGE sql
 STABLE
AS $function$
  with named (id) as (
    select line.standard_version_id from raw_lot r join purchase_line line on line.enterprise_id = r.enterprise_id and line.id = r.purchase_line_id
    where r.enterprise_id = given.enterprise_id and r.id = given.id
    union all
    select o.standard_version_id from bulk_lot b join production_order o on o.enterprise_id = b.enterprise_id and o.id = b.order_id
    where b.enterprise_id = given.enterprise_id and b.id = given.id
  )
  select v.id, authority_of(s.kind, s.customer_id), row_number() over (order by array_position(array['legal', 'internal', 'customer'], authority_of(s.kind, s.customer_id)),
    v.id in (select named.id from named) desc, v.effective_from desc, v.version desc, v.id)
  from standard s join standard_version v on v.enterprise_id = s.enterprise_id and v.standard_id = s.id
  where s.enterprise_id = given.enterprise_id and (s.material_id = given.material_id or given.material_id is null and s.product_id = given.product_id)
    and v.state = 'approved' and v.effective_from <= on_day
    and (v.effective_to is null or v.effective_to > on_day
      or v.id in (select named.id from named) and not exists (select from standard_version other where other.enterprise_id = v.enterprise_id and other.standard_id = v.standard_id
        and other.state = 'approved' and other.effective_from <= on_day and (other.effective_to is null or other.effective_to > on_day)))
$function$;

-- standards_of_inspection(inspection), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.standards_of_inspection(given inspection)
 RETURNS TABLE(standard_version_id uuid, authority text)
 LANGUAGE sql
 STABLE
AS $function$
  select a.standard_version_id, a.authority from inspection_standard a where a.enterprise_id = given.enterprise_id and a.inspection_id = given.id
  union all
  select v.id, authority_of(s.kind, s.customer_id) from standard_version v join standard s on s.enterprise_id = v.enterprise_id and s.id = v.standard_id
  where v.enterprise_id = given.enterprise_id and v.id = given.standard_version_id
    and not exists (select from inspection_standard a where a.enterprise_id = given.enterprise_id and a.inspection_id = given.id)
$function$;

-- stands_in_for(uuid,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.stands_in_for(account uuid, duty text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('id', p.id, 'name', p.name) from deputed_rights(current_enterprise(), account) d
    join account p on p.enterprise_id = current_enterprise() and p.id = d.principal_id
  where d.right_code = duty and not exists (select from account_role held join role_right r on r.enterprise_id = held.enterprise_id and r.role_id = held.role_id
    where held.enterprise_id = current_enterprise() and held.account_id = account and r.right_code = duty)
  order by p.id limit 1
$function$;

-- stock_of_month(date,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.stock_of_month(given_month date, given_class text)
 RETURNS TABLE(lot_id uuid, lot_no text, name text, opening numeric, brought numeric, taken numeric, closing numeric, moves jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  with touched as (
    select m.lot_id, sum(m.brought - m.taken) as since,
      coalesce(sum(m.brought) filter (where m.month = given_month), 0) as brought,
      coalesce(sum(m.taken) filter (where m.month = given_month), 0) as taken,
      coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'quantity', (m.brought - m.taken)::text) order by m.kind) filter (where m.month = given_month), '[]') as moves
    from lot_month m where m.enterprise_id = current_enterprise() and m.month >= given_month group by m.lot_id
  ), known as (
    select h.lot_id from lot_at_hand h where h.enterprise_id = current_enterprise() union select t.lot_id from touched t
  )
  select l.id, l.lot_no, l.name, (now_there.quantity - coalesce(t.since, 0))::numeric(18, 4), coalesce(t.brought, 0)::numeric(18, 4),
    coalesce(t.taken, 0)::numeric(18, 4), (now_there.quantity - coalesce(t.since, 0) + coalesce(t.brought, 0) - coalesce(t.taken, 0))::numeric(18, 4),
    coalesce(t.moves, '[]')
  from known k join lot l on l.enterprise_id = current_enterprise() and l.id = k.lot_id left join touched t on t.lot_id = k.lot_id
    cross join lateral (select coalesce(sum(b.quantity), 0) as quantity from stock_balance b
      join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin'
      where b.enterprise_id = current_enterprise() and b.lot_id = k.lot_id and b.is_real) now_there
  where ledger_class_of(l) = given_class
    and (now_there.quantity <> coalesce(t.since, 0) or coalesce(t.brought, 0) <> 0 or coalesce(t.taken, 0) <> 0);
$function$;

-- stood_in(text,timestamp with time zone), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.stood_in(given_warehouse text, at timestamp with time zone)
 RETURNS TABLE(lot_id uuid, quantity numeric)
 LANGUAGE sql
 STABLE
AS $function$
  with bin as (select p.id from place p where p.enterprise_id = current_enterprise() and p.warehouse = given_warehouse and p.kind = 'bin'),
    moved as (select e.lot_id, e.from_place_id, e.to_place_id, e.quantity from stock_entry e where e.enterprise_id = current_enterprise() and e.occurred_at > at)
  select lot_id, sum(quantity) from (
    select b.lot_id, b.quantity from stock_balance b where b.enterprise_id = current_enterprise() and b.place_id in (select id from bin) and b.quantity <> 0
    union all select m.lot_id, -m.quantity from moved m where m.to_place_id in (select id from bin)
    union all select m.lot_id, m.quantity from moved m where m.from_place_id in (select id from bin)) then_there
  group by lot_id having sum(quantity) > 0 order by lot_id;
$function$;

-- stop_broken_asset(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.stop_broken_asset()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update asset_use set ended_at = greatest(new.reported_at, started_at), ended_by = new.reported_by where enterprise_id = new.enterprise_id and id = new.use_id;
  insert into asset_change (enterprise_id, asset_id, state, reason, changed_by, changed_at)
  values (new.enterprise_id, new.asset_id, 'out_of_service', '故障：' || new.found, new.reported_by, new.reported_at);
  return null;
end $function$;

-- sum_shipment(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.sum_shipment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed jsonb := to_jsonb(new);
  of_shipment uuid := (changed ->> case tg_table_name when 'shipment' then 'id' else 'shipment_id' end)::uuid;
begin
  if exists (select from shipment s
    cross join lateral (select coalesce(sum(l.packs), 0) as packs, coalesce(sum(l.quantity), 0) as quantity from shipment_line l
      where l.enterprise_id = s.enterprise_id and l.shipment_id = s.id) lines
    where s.enterprise_id = new.enterprise_id and s.id = of_shipment and (s.packs <> lines.packs or s.quantity <> lines.quantity))
  then raise exception 'a shipment is the sum of its lines' using errcode = 'BC002';
  end if;
  return null;
end $function$;

-- table_names(text,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.table_names(given text, at text DEFAULT '9999'::text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (ARRAY[given] || ARRAY(SELECT former_names.former FROM former_names() former_names(since, changed, owner, owner_column, former, present) WHERE ((former_names.changed = 'table'::text) AND (former_names.present = table_names.given) AND (former_names.since <= table_names.at))));

-- take_back_recovery(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.take_back_recovery()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into recall_recovery (enterprise_id, recall_customer_id, lot_id, became, packs, quantity, note, takes_back, return_id, recorded_by, recorded_at)
  select r.enterprise_id, r.recall_customer_id, r.lot_id, r.became, -r.packs, -r.quantity, new.taken_back_reason, r.id, r.return_id, new.taken_back_by, new.taken_back_at
  from recall_recovery r where r.enterprise_id = new.enterprise_id and r.return_id = new.return_id and r.takes_back is null
    and not exists (select from recall_recovery later where later.enterprise_id = r.enterprise_id and later.takes_back = r.id);
  return null;
end $function$;

-- take_code(uuid,bigint), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.take_code(given_account uuid, given_step bigint)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with taken as (update second_factor set last_step = given_step where account_id = given_account and last_step < given_step returning 1)
  select exists (select from taken);
$function$;

-- take_guess(text,text,interval,integer,integer,integer,integer), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.take_guess(given_who text, given_address text, length interval, of_who integer, of_both integer, of_address integer, of_both_when_crowded integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  both_hits integer := 0;
  who_hits integer;
  address_hits integer := 0;
begin
  if given_address is not null then both_hits := count_guess(given_who || ' from ' || given_address, length); end if;
  who_hits := count_guess(given_who, length);
  if given_address is not null then address_hits := count_guess('sign-in-from:' || given_address, length); end if;
  if who_hits <= of_who and both_hits <= (case when address_hits > of_address then of_both_when_crowded else of_both end) then return true; end if;
  perform give_back_guesses(array_remove(array[given_who || ' from ' || given_address, given_who, 'sign-in-from:' || given_address], null));
  return false;
end $function$;

-- take_guess_of_second(text,text,interval,integer,integer,integer,integer), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.take_guess_of_second(given_who text, given_first text, length interval, of_who integer, of_both integer, of_first integer, of_both_when_crowded integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  both_hits integer := count_guess(given_who || ' from ' || given_first, length);
  who_hits integer := count_guess(given_who, length);
  first_hits integer := count_guess('sign-in-from:' || given_first, length);
begin
  if both_hits <= (case when who_hits > of_who or first_hits > of_first then of_both_when_crowded else of_both end) then return true; end if;
  perform give_back_guesses(array[given_who || ' from ' || given_first, given_who, 'sign-in-from:' || given_first]);
  return false;
end $function$;

-- take_mail(integer), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.take_mail(most integer)
 RETURNS TABLE(enterprise_id uuid, id uuid, to_address text, subject text, body text, link text, attempts integer)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with useless as (
    update mail set given_up_at = now(), body = '', link = '' where sent_at is null and given_up_at is null and useless_after < now()
  ), due as (
    select enterprise_id, id from mail
    where sent_at is null and given_up_at is null and next_attempt_at <= now() and useless_after >= now()
    order by next_attempt_at limit most for update skip locked
  )
  update mail m set attempts = m.attempts + 1, next_attempt_at = now() + make_interval(mins => least(60, 2 ^ least(m.attempts, 6))::integer)
  from due where m.enterprise_id = due.enterprise_id and m.id = due.id
  returning m.enterprise_id, m.id, m.to_address, m.subject, m.body, m.link, m.attempts;
$function$;

-- take_number(text,date,text,text,integer), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.take_number(given_object text, given_day date, usual_prefix text, usual_date_part text, usual_digits integer)
 RETURNS text
 LANGUAGE sql
AS $function$
  with rule as (
    select coalesce(own.prefix, usual_prefix) as prefix, coalesce(own.date_part, usual_date_part) as date_part, coalesce(own.digits, usual_digits) as digits
    from (values (1)) one left join numbering_rule own on own.enterprise_id = current_enterprise() and own.object = given_object)
  insert into number_counter as c (enterprise_id, object, prefix, date_part, digits, day, last)
  select current_enterprise(), given_object, prefix, date_part, digits,
    case date_part when 'YYYYMM' then date_trunc('month', given_day)::date else given_day end, 1 from rule
  on conflict (enterprise_id, object, prefix, day) do update set last = c.last + 1
  returning number_text(c.prefix, c.date_part, c.day, c.digits, c.last);
$function$;

-- take_recovery_code(uuid,bytea), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.take_recovery_code(given_account uuid, given_hash bytea)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with taken as (update second_factor set recovery_hashes = array_remove(recovery_hashes, given_hash)
    where account_id = given_account and confirmed_at is not null and given_hash = any(recovery_hashes) returning 1)
  select exists (select from taken);
$function$;

-- take_second_signer(uuid,text,text,uuid,interval,integer,integer,integer,integer), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.take_second_signer(given_enterprise uuid, given_user_name text, given_duty text, given_first uuid, length interval, of_who integer, of_both integer, of_first integer, of_both_when_crowded integer)
 RETURNS TABLE(id uuid, name text, password_hash text, must_change_password boolean, secret_waits boolean, holds_duty boolean, instead_of jsonb, is_counted boolean)
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('app.enterprise', given_enterprise::text, true);
  select account.id, account.name, account.password_hash, account.must_change_password, secret_waits(account.id), exists (
    select from account_role join role_right on role_right.enterprise_id = account_role.enterprise_id and role_right.role_id = account_role.role_id
    where account_role.enterprise_id = account.enterprise_id and account_role.account_id = account.id and role_right.right_code = given_duty), stands_in_for(account.id, given_duty)
  into id, name, password_hash, must_change_password, secret_waits, holds_duty, instead_of
  from account where account.enterprise_id = given_enterprise and account.user_name = given_user_name and account.state = 'active';
  is_counted := id is distinct from given_first
    and take_guess_of_second('second:' || coalesce(id::text, given_user_name), given_first::text, length, of_who, of_both, of_first, of_both_when_crowded);
  return next;
end $function$;

-- take_signer(uuid,uuid,text,text,interval,integer), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.take_signer(given_enterprise uuid, given_account uuid, given_right text, given_who text, length interval, most integer)
 RETURNS TABLE(password_hash text, secret_waits boolean, instead_of jsonb, is_counted boolean)
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('app.enterprise', given_enterprise::text, true);
  select account.password_hash, secret_waits(account.id), stands_in_for(account.id, given_right) into password_hash, secret_waits, instead_of
  from account where account.enterprise_id = given_enterprise and account.id = given_account;
  is_counted := not secret_waits and take_guess(given_who, null, length, most, 0, 0, 0);
  return next;
end $function$;

-- tally_output(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.tally_output()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into month_tally (enterprise_id, series, month, count, total)
  select enterprise_id, 'output', date_trunc('month', born_on)::date, count(*), sum(quantity) from added where kind = 'pack' group by 1, 3;
  return null;
end $function$;

-- tally_shipment(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.tally_shipment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into month_tally (enterprise_id, series, month, count, total)
  select enterprise_id, 'shipment', date_trunc('month', departed_at at time zone 'Asia/Shanghai')::date, count(*), sum(quantity) from added group by 1, 3;
  return null;
end $function$;

-- tally_yield(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.tally_yield()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into month_tally (enterprise_id, series, month, key, count, total, lowest, highest)
  select b.enterprise_id, 'yield', date_trunc('month', b.finished_at at time zone 'Asia/Shanghai')::date, o.product_name, count(*), sum(b.yield_percent),
    min(b.yield_percent), max(b.yield_percent)
  from added b join production_order o on o.enterprise_id = b.enterprise_id and o.id = b.order_id where o.rework_of is null group by 1, 3, 4;
  return null;
end $function$;

-- tell_edge(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.tell_edge()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update lot_edge set quantity = new.packed where enterprise_id = new.enterprise_id and to_lot_id = new.lot_id and step = 'packaging';
  return null;
end $function$;

-- tell_edges(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.tell_edges(given_batch uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update lot_edge e set quantity = drawn.quantity, share = drawn.share from drawn_into(given_batch) drawn
  where e.enterprise_id = current_enterprise() and e.to_lot_id = given_batch and e.from_lot_id = drawn.lot_id and e.step in ('production', 'rework')
    and (e.quantity, e.share) is distinct from (drawn.quantity, drawn.share);
end $function$;

-- test_activity(text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.test_activity(item_group text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE item_group WHEN '性状'::text THEN 'test_appearance'::text WHEN '鉴别'::text THEN 'test_identification'::text WHEN '检查'::text THEN 'test_check'::text WHEN '浸出物'::text THEN 'test_extract'::text WHEN '含量测定'::text THEN 'test_assay'::text WHEN '微生物'::text THEN 'test_microbe'::text ELSE 'test_other'::text END;

-- title_of_standard(text,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.title_of_standard(kind text, edition text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when kind in ('企业标准', '客户标准') then kind || ' ' || edition else '《' || kind || '》' || edition end;
$function$;

-- today(), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.today()
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((now() AT TIME ZONE 'Asia/Shanghai'::text))::date;

-- tolerance_of(lot), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.tolerance_of(given lot)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$
  select case when given.kind = 'pack' then 0 else coalesce(
    (select t.percent from count_tolerance t where t.enterprise_id = given.enterprise_id
      and t.goods_class = case when given.is_toxic then 'toxic' else given.kind end order by t.id desc limit 1),
    case when given.is_toxic then 0.1 else 0.5 end) end;
$function$;

-- touch_session(bytea), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.touch_session(given_token_hash bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update session set last_seen_at = now()
  where token_hash = given_token_hash and revoked_at is null and last_seen_at < now() - interval '1 minute'
    and now() < expires_at and now() < last_seen_at + make_interval(secs => idle_seconds);
$function$;

-- touch_token(bytea,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.touch_token(given_token_hash bytea, given_address text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update api_token_key set last_used_at = now(), last_address = left(given_address, 60)
  where token_hash = given_token_hash and (last_used_at is null or last_used_at < now() - interval '1 minute');
$function$;

-- toxic_entries_of(date), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.toxic_entries_of(given_month date)
 RETURNS TABLE(id bigint, lot_id uuid, lot_no text, occurred_at timestamp with time zone, kind text, document_no text, quantity numeric, goes boolean, by_name text, second_name text)
 LANGUAGE sql
 STABLE
AS $function$
  select e.id, e.lot_id, l.lot_no, e.occurred_at, e.kind, e.document_no, e.quantity, target.kind <> 'bin', a.name, second.name
  from lot_month m join lot l on l.enterprise_id = m.enterprise_id and l.id = m.lot_id and l.is_toxic
    join stock_entry e on e.enterprise_id = m.enterprise_id and e.lot_id = m.lot_id and e.kind = m.kind
      and e.occurred_at >= given_month::timestamp at time zone 'Asia/Shanghai'
      and e.occurred_at < (given_month + interval '1 month') at time zone 'Asia/Shanghai'
    join place source on source.enterprise_id = e.enterprise_id and source.id = e.from_place_id
    join place target on target.enterprise_id = e.enterprise_id and target.id = e.to_place_id
    join account a on a.enterprise_id = e.enterprise_id and a.id = e.by_id
    left join account second on second.enterprise_id = e.enterprise_id and second.id = second_person_of(e.document_kind, e.document_id)
  where m.enterprise_id = current_enterprise() and m.month = given_month and (source.kind = 'bin') <> (target.kind = 'bin')
  order by e.occurred_at, e.id;
$function$;

-- unused_files(), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.unused_files()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select distinct digest from stored_file where not is_used and stored_at < now() - interval '1 day' limit 200;
$function$;

-- use_mail_link(bytea,text), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.use_mail_link(given_token_hash bytea, given_purpose text)
 RETURNS TABLE(enterprise_id uuid, account_id uuid, user_name text, email text, secret_id uuid)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update mail_link l set used_at = now() from account a
  where l.token_hash = given_token_hash and l.purpose = given_purpose and l.used_at is null and l.expires_at > now()
    and a.enterprise_id = l.enterprise_id and a.id = l.account_id and a.state = 'active'
    and (l.purpose = 'confirm_email' or (a.email = l.email and a.email_confirmed_at <= l.created_at))
  returning l.enterprise_id, l.account_id, a.user_name, l.email, l.secret_id;
$function$;

-- withdraw_clearance(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.withdraw_clearance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into asset_change (enterprise_id, asset_id, state, reason, clearance_id, changed_by, approved_by, changed_at)
  select a.enterprise_id, a.id, 'to_clean', '撤回清场合格证 ' || new.clearance_no || '：' || new.withdraw_reason, new.id, new.withdrawn_by, new.withdrawal_approved_by, new.withdrawn_at
  from asset a where a.enterprise_id = new.enterprise_id and a.clearance_id = new.id order by a.id;
  return null;
end $function$;

-- witness_digest(witness), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.witness_digest(entry witness)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN sha256(convert_to((jsonb_build_array('witness v1', (entry).id, ((EXTRACT(epoch FROM (entry).at) * (1000000)::numeric))::bigint, (entry).enterprise_id, (entry).table_name, (entry).row_key, (entry).op, to_jsonb((entry).columns), encode((entry).digest, 'hex'::text), (entry).written_by))::text, 'UTF8'::name));

-- workers_on(uuid), owned by bencao_owner; may be called by: bencao_app
CREATE OR REPLACE FUNCTION public.workers_on(given_lot uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$
  select producers_of(given_lot) || analysts_of(given_lot) || array(
    select unnest(array_remove(array[r.received_by, r.checked_by], null)) from raw_lot l join receipt r on r.enterprise_id = l.enterprise_id and r.id = l.receipt_id
      where l.enterprise_id = current_enterprise() and l.id = given_lot
    union select o.created_by from bulk_lot b join production_order o on o.enterprise_id = b.enterprise_id and o.id = b.order_id
      where b.enterprise_id = current_enterprise() and b.id in (given_lot, (select p.bulk_lot_id from pack_lot p where p.enterprise_id = current_enterprise() and p.id = given_lot)))
$function$;

-- write_audit(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.write_audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  image jsonb := case when tg_op = 'DELETE' then was else to_jsonb(new) end;
  enterprise uuid := (image ->> case when tg_table_name = 'enterprise' then 'id' else 'enterprise_id' end)::uuid;
  row_id uuid := case when tg_nargs = 1 and length(image ->> tg_argv[0]) = 36 then (image ->> tg_argv[0])::uuid end;
  row_key text;
  reason text := nullif(current_setting('app.reason', true), '');
  entry bigint;
  change jsonb;
  after text;
  part text;
begin
  if tg_op = 'UPDATE' then
    change := (select jsonb_object_agg(key, value) from jsonb_each(image) where value::text is distinct from (was -> key)::text);
    if change is null then return null; end if;
  elsif tg_op = 'INSERT' then
    change := case when tg_nargs > 1 then image else image - array['enterprise_id', tg_argv[0]] end;
  end if;
  if coalesce(current_setting('app.actor', true), '') = '' then raise exception 'a change of % without an actor', tg_table_name using errcode = 'BC002'; end if;
  if row_id is null then
    foreach part in array tg_argv loop
      row_key := concat(row_key || '/', image ->> part);
    end loop;
  end if;
  after := audit_image(change);
  entry := nextval('audit_id');
  insert into audit (version, enterprise_id, id, xid, table_name, row_id, row_key, op, reason, after, digest)
  values (2, enterprise, entry, pg_current_xact_id(), tg_table_name, row_id, row_key, tg_op, reason, after,
    audit_digest_v2(enterprise, entry, tg_table_name, row_id, row_key, tg_op, reason, after, null));
  return null;
end $function$;

-- write_audit_digest(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.write_audit_digest()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  image jsonb := to_jsonb(coalesce(new, old));
  enterprise uuid := (image ->> 'enterprise_id')::uuid;
  row_id uuid := case when tg_nargs = 1 and length(image ->> tg_argv[0]) = 36 then (image ->> tg_argv[0])::uuid end;
  row_key text;
  reason text := nullif(current_setting('app.reason', true), '');
  row_digest bytea := case when tg_op <> 'DELETE' then sha256(convert_to(image::text, 'UTF8')) end;
  entry bigint := nextval('audit_id');
  part text;
begin
  if coalesce(current_setting('app.actor', true), '') = '' then raise exception 'a change of % without an actor', tg_table_name using errcode = 'BC002'; end if;
  if row_id is null then
    foreach part in array tg_argv loop
      row_key := concat(row_key || '/', image ->> part);
    end loop;
  end if;
  insert into audit (version, enterprise_id, id, xid, table_name, row_id, row_key, op, reason, row_digest, digest)
  values (2, enterprise, entry, pg_current_xact_id(), tg_table_name, row_id, row_key, tg_op, reason, row_digest,
    audit_digest_v2(enterprise, entry, tg_table_name, row_id, row_key, tg_op, reason, null, row_digest));
  return null;
end $function$;

-- write_witness(), owned by bencao_owner; may be called by: nobody else
CREATE OR REPLACE FUNCTION public.write_witness()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET bytea_output TO 'hex'
AS $function$
declare
  columns text[] := tg_argv[1:];
  was bytea := case when tg_op <> 'INSERT' then row_digest(to_jsonb(old), columns) end;
  is_ bytea := case when tg_op <> 'DELETE' then row_digest(to_jsonb(new), columns) end;
  image jsonb := to_jsonb(coalesce(new, old));
begin
  if was = is_ then return null; end if;
  insert into witness (enterprise_id, table_name, row_key, op, columns, digest)
  values ((image ->> 'enterprise_id')::uuid, tg_table_name, image ->> tg_argv[0], tg_op, columns, is_);
  return null;
end $function$;

create table account ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  user_name text not null,
  name text not null,
  initials text not null default ''::text,
  post text not null default ''::text,
  phone text not null default ''::text,
  email text not null default ''::text,
  password_hash text not null,
  must_change_password boolean not null default false,
  one_time_until timestamp with time zone,
  state text not null default 'active'::text,
  row_version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  email_confirmed_at timestamp with time zone,
  constraint account_pkey PRIMARY KEY (enterprise_id, id),
  constraint account_user_name_key UNIQUE (user_name),
  constraint account_name_check CHECK ((name <> ''::text)),
  constraint account_state_check CHECK ((state = ANY (ARRAY['active'::text, 'disabled'::text]))),
  constraint account_user_name_check CHECK ((user_name <> ''::text)),
  constraint account_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE INDEX account_by_name ON public.account USING btree (enterprise_id, name);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.account FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER confirmation_forgotten BEFORE UPDATE OF email ON public.account FOR EACH ROW EXECUTE FUNCTION forget_confirmation();
CREATE TRIGGER name_guarded BEFORE INSERT OR UPDATE OF name ON public.account FOR EACH ROW EXECUTE FUNCTION guard_account_name();
CREATE TRIGGER name_without_deputy BEFORE INSERT OR UPDATE OF name ON public.account FOR EACH ROW EXECUTE FUNCTION guard_name_without_deputy();
CREATE TRIGGER reset_links_ended AFTER UPDATE OF password_hash, email, state ON public.account FOR EACH ROW WHEN (((old.password_hash <> new.password_hash) OR (old.email <> new.email) OR (new.state <> 'active'::text))) EXECUTE FUNCTION end_reset_links();
CREATE TRIGGER versioned BEFORE UPDATE ON public.account FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER UPDATE OF must_change_password, one_time_until ON public.account FOR EACH ROW WHEN (((new.must_change_password IS DISTINCT FROM old.must_change_password) OR (new.one_time_until IS DISTINCT FROM old.one_time_until))) EXECUTE FUNCTION renew_secrets();
alter table account enable row level security;
alter table account force row level security;
create policy doorkeeper on account as permissive for select to bencao_owner using true;
create policy tenant on account as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on account to bencao_app;

create table account_role ( -- owned by bencao_owner
  enterprise_id uuid not null,
  account_id uuid not null,
  role_id uuid not null,
  constraint account_role_pkey PRIMARY KEY (enterprise_id, account_id, role_id),
  constraint account_role_enterprise_id_account_id_fkey FOREIGN KEY (enterprise_id, account_id) REFERENCES account(enterprise_id, id),
  constraint account_role_enterprise_id_role_id_fkey FOREIGN KEY (enterprise_id, role_id) REFERENCES role(enterprise_id, id)
);
CREATE INDEX account_role_by_role ON public.account_role USING btree (enterprise_id, role_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.account_role FOR EACH ROW EXECUTE FUNCTION write_audit('account_id', 'role_id');
CREATE TRIGGER given_role_guarded BEFORE INSERT OR DELETE OR UPDATE ON public.account_role FOR EACH ROW EXECUTE FUNCTION guard_given_role();
alter table account_role enable row level security;
alter table account_role force row level security;
create policy doorkeeper on account_role as permissive for select to bencao_owner using true;
create policy tenant on account_role as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant delete, insert, select, update on account_role to bencao_app;

create table api_token ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null,
  name text not null,
  initials text not null default ''::text,
  prefix text not null,
  maker_id uuid not null,
  rights text[] not null,
  valid_until date not null,
  revoked_at timestamp with time zone,
  revoked_by uuid,
  row_version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  constraint api_token_pkey PRIMARY KEY (enterprise_id, id),
  constraint api_token_check CHECK ((valid_until <= (((created_at AT TIME ZONE 'Asia/Shanghai'::text))::date + 366))),
  constraint api_token_check1 CHECK (((revoked_at IS NULL) = (revoked_by IS NULL))),
  constraint api_token_name_check CHECK ((name <> ''::text)),
  constraint api_token_prefix_check CHECK ((prefix ~ '^bencao_[A-Za-z0-9_-]{6}$'::text)),
  constraint api_token_rights_check CHECK (((cardinality(rights) > 0) AND (NOT (rights && ARRAY['31:manage'::text, '31:token'::text, '32:manage'::text, '33:platform'::text])))),
  constraint api_token_enterprise_id_id_fkey FOREIGN KEY (enterprise_id, id) REFERENCES account(enterprise_id, id),
  constraint api_token_enterprise_id_maker_id_fkey FOREIGN KEY (enterprise_id, maker_id) REFERENCES account(enterprise_id, id),
  constraint api_token_enterprise_id_revoked_by_fkey FOREIGN KEY (enterprise_id, revoked_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX api_token_by_maker ON public.api_token USING btree (enterprise_id, maker_id);
CREATE UNIQUE INDEX api_token_name ON public.api_token USING btree (enterprise_id, name) WHERE (revoked_at IS NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.api_token FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER versioned BEFORE UPDATE ON public.api_token FOR EACH ROW EXECUTE FUNCTION count_version();
alter table api_token enable row level security;
alter table api_token force row level security;
create policy doorkeeper on api_token as permissive for select to bencao_owner using true;
create policy tenant on api_token as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on api_token to bencao_app;

create table api_token_key ( -- owned by bencao_owner
  enterprise_id uuid not null,
  token_id uuid not null,
  token_hash bytea not null,
  last_used_at timestamp with time zone,
  last_address text not null default ''::text,
  constraint api_token_key_pkey PRIMARY KEY (enterprise_id, token_id),
  constraint api_token_key_token_hash_key UNIQUE (token_hash),
  constraint api_token_key_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint api_token_key_enterprise_id_token_id_fkey FOREIGN KEY (enterprise_id, token_id) REFERENCES api_token(enterprise_id, id)
);
CREATE TRIGGER witnessed AFTER INSERT OR DELETE OR UPDATE ON public.api_token_key FOR EACH ROW EXECUTE FUNCTION write_witness('token_id', 'token_hash');
alter table api_token_key enable row level security;
alter table api_token_key force row level security;
create policy doorkeeper on api_token_key as permissive for all to bencao_owner using true with check true;
create policy tenant on api_token_key as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on api_token_key to bencao_app;

create table asset ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null,
  number text not null,
  name text not null,
  initials text not null,
  class text not null,
  place text not null,
  is_toxic boolean not null,
  clearance_hours integer not null,
  calibration_months integer,
  maintenance_months integer,
  calibrated_on date,
  calibration_result text,
  calibration_due date,
  serviced_on date,
  service_result text,
  service_due date,
  state text not null,
  use_id uuid,
  clearance_id uuid,
  cleared_until timestamp with time zone,
  is_freed boolean not null default false,
  row_version integer not null default 1,
  constraint asset_pkey PRIMARY KEY (enterprise_id, id),
  constraint asset_calibration_months_check CHECK (((calibration_months >= 1) AND (calibration_months <= 60))),
  constraint asset_calibration_result_check CHECK ((calibration_result = ANY (ARRAY['pass'::text, 'fail'::text]))),
  constraint asset_check CHECK (((kind <> 'scale'::text) OR (calibration_months IS NOT NULL))),
  constraint asset_check1 CHECK ((((calibrated_on IS NULL) = (calibration_result IS NULL)) AND ((calibration_due IS NULL) = (calibration_result IS DISTINCT FROM 'pass'::text)))),
  constraint asset_check2 CHECK ((((serviced_on IS NULL) = (service_result IS NULL)) AND ((service_due IS NULL) = (service_result IS DISTINCT FROM 'pass'::text)))),
  constraint asset_check3 CHECK (((state = 'in_use'::text) <= (use_id IS NOT NULL))),
  constraint asset_check4 CHECK ((((clearance_id IS NULL) = (cleared_until IS NULL)) AND ((clearance_id IS NULL) OR (state = 'clean'::text)) AND ((clearance_id IS NOT NULL) OR (NOT is_freed)))),
  constraint asset_clearance_hours_check CHECK (((clearance_hours >= 1) AND (clearance_hours <= 720))),
  constraint asset_kind_check CHECK ((kind = ANY (ARRAY['room'::text, 'line'::text, 'equipment'::text, 'scale'::text]))),
  constraint asset_maintenance_months_check CHECK (((maintenance_months >= 1) AND (maintenance_months <= 60))),
  constraint asset_name_check CHECK ((name <> ''::text)),
  constraint asset_number_check CHECK ((number <> ''::text)),
  constraint asset_place_check CHECK ((place <> ''::text)),
  constraint asset_service_result_check CHECK ((service_result = ANY (ARRAY['pass'::text, 'fail'::text]))),
  constraint asset_state_check CHECK ((state = ANY (ARRAY['clean'::text, 'in_use'::text, 'to_clean'::text, 'out_of_service'::text]))),
  constraint asset_enterprise_id_clearance_id_fkey FOREIGN KEY (enterprise_id, clearance_id) REFERENCES clearance(enterprise_id, id),
  constraint asset_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint asset_enterprise_id_use_id_fkey FOREIGN KEY (enterprise_id, use_id) REFERENCES asset_use(enterprise_id, id)
);
CREATE INDEX asset_by_kind ON public.asset USING btree (enterprise_id, kind, number);
CREATE UNIQUE INDEX asset_number ON public.asset USING btree (enterprise_id, upper(regexp_replace(NORMALIZE(number, NFKC), '\s'::text, ''::text, 'g'::text)));
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.asset FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE INSERT OR UPDATE ON public.asset FOR EACH ROW EXECUTE FUNCTION guard_asset();
CREATE TRIGGER renewal_settled AFTER UPDATE ON public.asset FOR EACH ROW WHEN (((old.calibration_due IS DISTINCT FROM new.calibration_due) OR (old.service_due IS DISTINCT FROM new.service_due) OR ((new.state = 'out_of_service'::text) AND (old.state <> 'out_of_service'::text)))) EXECUTE FUNCTION settle_renewal();
CREATE TRIGGER versioned BEFORE UPDATE ON public.asset FOR EACH ROW EXECUTE FUNCTION count_version();
alter table asset enable row level security;
alter table asset force row level security;
create policy tenant on asset as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on asset to bencao_app;

create table asset_breakdown ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  asset_id uuid not null,
  use_id uuid not null,
  found text not null,
  incident_id uuid not null,
  reported_by uuid not null,
  reported_at timestamp with time zone not null,
  constraint asset_breakdown_pkey PRIMARY KEY (enterprise_id, id),
  constraint asset_breakdown_of_use UNIQUE (enterprise_id, use_id),
  constraint asset_breakdown_found_check CHECK ((found <> ''::text)),
  constraint asset_breakdown_enterprise_id_asset_id_fkey FOREIGN KEY (enterprise_id, asset_id) REFERENCES asset(enterprise_id, id),
  constraint asset_breakdown_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint asset_breakdown_enterprise_id_incident_id_fkey FOREIGN KEY (enterprise_id, incident_id) REFERENCES incident(enterprise_id, id),
  constraint asset_breakdown_enterprise_id_reported_by_fkey FOREIGN KEY (enterprise_id, reported_by) REFERENCES account(enterprise_id, id),
  constraint asset_breakdown_enterprise_id_use_id_fkey FOREIGN KEY (enterprise_id, use_id) REFERENCES asset_use(enterprise_id, id)
);
CREATE INDEX asset_breakdown_by_asset ON public.asset_breakdown USING btree (enterprise_id, asset_id, id DESC);
CREATE INDEX asset_breakdown_by_incident ON public.asset_breakdown USING btree (enterprise_id, incident_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.asset_breakdown FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER broken AFTER INSERT ON public.asset_breakdown FOR EACH ROW EXECUTE FUNCTION stop_broken_asset();
CREATE TRIGGER guarded BEFORE INSERT ON public.asset_breakdown FOR EACH ROW EXECUTE FUNCTION guard_breakdown();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.asset_breakdown FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table asset_breakdown enable row level security;
alter table asset_breakdown force row level security;
create policy tenant on asset_breakdown as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on asset_breakdown to bencao_app;

create table asset_change ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  asset_id uuid not null,
  state text not null,
  reason text not null,
  use_id uuid,
  clearance_id uuid,
  changed_by uuid not null,
  approved_by uuid,
  changed_at timestamp with time zone not null,
  constraint asset_change_pkey PRIMARY KEY (enterprise_id, id),
  constraint asset_back_by_two CHECK ((approved_by <> changed_by)),
  constraint asset_change_reason_check CHECK ((reason <> ''::text)),
  constraint asset_change_state_check CHECK ((state = ANY (ARRAY['clean'::text, 'in_use'::text, 'to_clean'::text, 'out_of_service'::text]))),
  constraint asset_change_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint asset_change_enterprise_id_asset_id_fkey FOREIGN KEY (enterprise_id, asset_id) REFERENCES asset(enterprise_id, id),
  constraint asset_change_enterprise_id_changed_by_fkey FOREIGN KEY (enterprise_id, changed_by) REFERENCES account(enterprise_id, id),
  constraint asset_change_enterprise_id_clearance_id_fkey FOREIGN KEY (enterprise_id, clearance_id) REFERENCES clearance(enterprise_id, id),
  constraint asset_change_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint asset_change_enterprise_id_use_id_fkey FOREIGN KEY (enterprise_id, use_id) REFERENCES asset_use(enterprise_id, id)
);
CREATE INDEX asset_change_by_asset ON public.asset_change USING btree (enterprise_id, asset_id, id DESC);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.asset_change FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER guarded BEFORE INSERT ON public.asset_change FOR EACH ROW EXECUTE FUNCTION guard_asset_change();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.asset_change FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE TRIGGER state_kept AFTER INSERT ON public.asset_change FOR EACH ROW EXECUTE FUNCTION keep_asset_change();
alter table asset_change enable row level security;
alter table asset_change force row level security;
create policy tenant on asset_change as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on asset_change to bencao_app;

create table asset_service ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  asset_id uuid not null,
  kind text not null,
  done_on date not null,
  result text not null,
  done_by text not null,
  certificate_no text not null,
  next_due date,
  remark text not null,
  recorded_by uuid not null,
  recorded_at timestamp with time zone not null default now(),
  constraint asset_service_pkey PRIMARY KEY (enterprise_id, id),
  constraint asset_service_check CHECK ((((result = 'pass'::text) = (next_due IS NOT NULL)) AND (next_due > done_on))),
  constraint asset_service_check1 CHECK (((kind <> 'calibration'::text) OR (certificate_no <> ''::text))),
  constraint asset_service_done_by_check CHECK ((done_by <> ''::text)),
  constraint asset_service_kind_check CHECK ((kind = ANY (ARRAY['calibration'::text, 'maintenance'::text]))),
  constraint asset_service_result_check1 CHECK ((result = ANY (ARRAY['pass'::text, 'fail'::text]))),
  constraint asset_service_enterprise_id_asset_id_fkey FOREIGN KEY (enterprise_id, asset_id) REFERENCES asset(enterprise_id, id),
  constraint asset_service_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint asset_service_enterprise_id_recorded_by_fkey FOREIGN KEY (enterprise_id, recorded_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX asset_service_by_asset ON public.asset_service USING btree (enterprise_id, asset_id, done_on DESC, id DESC);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.asset_service FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.asset_service FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE TRIGGER service_kept AFTER INSERT ON public.asset_service FOR EACH ROW EXECUTE FUNCTION keep_asset_service();
alter table asset_service enable row level security;
alter table asset_service force row level security;
create policy tenant on asset_service as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on asset_service to bencao_app;

create table asset_use ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  asset_id uuid not null,
  production_order_id uuid,
  step_id uuid,
  packaging_order_id uuid,
  is_toxic boolean not null,
  clearance_id uuid,
  started_by uuid not null,
  started_at timestamp with time zone not null,
  ended_by uuid,
  ended_at timestamp with time zone,
  after_breakdown_id uuid,
  constraint asset_use_pkey PRIMARY KEY (enterprise_id, id),
  constraint asset_use_check CHECK ((num_nonnulls(production_order_id, packaging_order_id) = 1)),
  constraint asset_use_check1 CHECK (((step_id IS NULL) OR (production_order_id IS NOT NULL))),
  constraint asset_use_check2 CHECK ((((ended_by IS NULL) = (ended_at IS NULL)) AND (ended_at >= started_at))),
  constraint asset_use_enterprise_id_after_breakdown_id_fkey FOREIGN KEY (enterprise_id, after_breakdown_id) REFERENCES asset_breakdown(enterprise_id, id),
  constraint asset_use_enterprise_id_asset_id_fkey FOREIGN KEY (enterprise_id, asset_id) REFERENCES asset(enterprise_id, id),
  constraint asset_use_enterprise_id_clearance_id_asset_id_fkey FOREIGN KEY (enterprise_id, clearance_id, asset_id) REFERENCES clearance_asset(enterprise_id, clearance_id, asset_id),
  constraint asset_use_enterprise_id_ended_by_fkey FOREIGN KEY (enterprise_id, ended_by) REFERENCES account(enterprise_id, id),
  constraint asset_use_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint asset_use_enterprise_id_packaging_order_id_fkey FOREIGN KEY (enterprise_id, packaging_order_id) REFERENCES packaging_order(enterprise_id, id),
  constraint asset_use_enterprise_id_production_order_id_fkey FOREIGN KEY (enterprise_id, production_order_id) REFERENCES production_order(enterprise_id, id),
  constraint asset_use_enterprise_id_started_by_fkey FOREIGN KEY (enterprise_id, started_by) REFERENCES account(enterprise_id, id),
  constraint asset_use_enterprise_id_step_id_production_order_id_fkey FOREIGN KEY (enterprise_id, step_id, production_order_id) REFERENCES production_step(enterprise_id, id, order_id)
);
CREATE UNIQUE INDEX asset_one_use ON public.asset_use USING btree (enterprise_id, asset_id) WHERE (ended_at IS NULL);
CREATE INDEX asset_use_by_asset ON public.asset_use USING btree (enterprise_id, asset_id, started_at DESC, id DESC);
CREATE INDEX asset_use_by_packaging ON public.asset_use USING btree (enterprise_id, packaging_order_id) WHERE (packaging_order_id IS NOT NULL);
CREATE INDEX asset_use_by_production ON public.asset_use USING btree (enterprise_id, production_order_id) WHERE (production_order_id IS NOT NULL);
CREATE UNIQUE INDEX asset_use_of_clearance ON public.asset_use USING btree (enterprise_id, clearance_id, asset_id) WHERE (clearance_id IS NOT NULL);
CREATE UNIQUE INDEX asset_use_replaces ON public.asset_use USING btree (enterprise_id, after_breakdown_id) WHERE (after_breakdown_id IS NOT NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.asset_use FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER begun AFTER INSERT ON public.asset_use FOR EACH ROW WHEN ((new.ended_at IS NULL)) EXECUTE FUNCTION begin_asset_use();
CREATE TRIGGER ended AFTER UPDATE OF ended_at ON public.asset_use FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION end_asset_use();
CREATE TRIGGER guarded BEFORE INSERT ON public.asset_use FOR EACH ROW EXECUTE FUNCTION guard_asset_use();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON public.asset_use FOR EACH ROW EXECUTE FUNCTION keep_asset_use();
alter table asset_use enable row level security;
alter table asset_use force row level security;
create policy tenant on asset_use as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on asset_use to bencao_app;

create table attachment ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  owner_table text not null,
  owner_id uuid not null,
  digest text not null,
  name text not null,
  kind text not null,
  added_by uuid not null,
  added_at timestamp with time zone not null default now(),
  map_no text,
  constraint attachment_pkey PRIMARY KEY (enterprise_id, id),
  constraint attachment_kind_check CHECK ((kind <> ''::text)),
  constraint attachment_map_has_number CHECK (((kind = '公开地图'::text) = (map_no IS NOT NULL))),
  constraint attachment_map_no_check CHECK ((map_no <> ''::text)),
  constraint attachment_name_check CHECK (((name <> ''::text) AND (name !~ '[/\\]'::text))),
  constraint attachment_owner_table_check CHECK ((owner_table ~ '^[a-z_]+$'::text)),
  constraint attachment_enterprise_id_added_by_fkey FOREIGN KEY (enterprise_id, added_by) REFERENCES account(enterprise_id, id),
  constraint attachment_enterprise_id_digest_fkey FOREIGN KEY (enterprise_id, digest) REFERENCES stored_file(enterprise_id, digest),
  constraint attachment_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE INDEX attachment_by_file ON public.attachment USING btree (enterprise_id, digest);
CREATE INDEX attachment_by_owner ON public.attachment USING btree (enterprise_id, owner_table, owner_id);
CREATE INDEX attachment_shown ON public.attachment USING btree (digest) WHERE (kind = ANY (ARRAY['公开照片'::text, '公开地图'::text]));
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.attachment FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER guarded BEFORE INSERT ON public.attachment FOR EACH ROW EXECUTE FUNCTION guard_attachment();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.attachment FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE TRIGGER waiting_kept AFTER INSERT ON public.attachment FOR EACH ROW WHEN ((new.owner_table = 'disposal_case'::text)) EXECUTE FUNCTION keep_waiting_disposal('owner_id');
alter table attachment enable row level security;
alter table attachment force row level security;
create policy doorkeeper on attachment as permissive for select to bencao_owner using (kind = ANY (ARRAY['公开照片'::text, '公开地图'::text]));
create policy tenant on attachment as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on attachment to bencao_app;

create table attachment_void ( -- owned by bencao_owner
  enterprise_id uuid not null,
  attachment_id uuid not null,
  reason text not null,
  voided_by uuid not null,
  voided_at timestamp with time zone not null default now(),
  constraint attachment_void_pkey PRIMARY KEY (enterprise_id, attachment_id),
  constraint attachment_void_reason_check CHECK ((reason <> ''::text)),
  constraint attachment_void_enterprise_id_attachment_id_fkey FOREIGN KEY (enterprise_id, attachment_id) REFERENCES attachment(enterprise_id, id),
  constraint attachment_void_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint attachment_void_enterprise_id_voided_by_fkey FOREIGN KEY (enterprise_id, voided_by) REFERENCES account(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.attachment_void FOR EACH ROW EXECUTE FUNCTION write_audit_digest('attachment_id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.attachment_void FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE TRIGGER waiting_kept AFTER INSERT ON public.attachment_void FOR EACH ROW EXECUTE FUNCTION renew_disposal_of_photo();
alter table attachment_void enable row level security;
alter table attachment_void force row level security;
create policy doorkeeper on attachment_void as permissive for select to bencao_owner using true;
create policy tenant on attachment_void as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on attachment_void to bencao_app;

create table audit ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id bigint not null,
  xid xid8 not null,
  at timestamp with time zone,
  actor text,
  request text,
  reason text,
  table_name text not null,
  row_key text,
  op text not null,
  before text,
  after text,
  digest bytea not null,
  version smallint not null default 1,
  row_id uuid,
  row_digest bytea,
  constraint audit_op_check CHECK ((op = ANY (ARRAY['INSERT'::text, 'UPDATE'::text, 'DELETE'::text])))
);
CREATE INDEX audit_by_key ON public.audit USING btree (enterprise_id, table_name, row_key) WHERE ((row_key IS NOT NULL) AND (row_digest IS NULL));
CREATE INDEX audit_by_row ON public.audit USING btree (enterprise_id, table_name, row_id) WHERE ((row_id IS NOT NULL) AND (row_digest IS NULL));
CREATE INDEX audit_by_transaction ON public.audit USING btree (enterprise_id, xid);
CREATE INDEX audit_of_evidence ON public.audit USING btree (enterprise_id, table_name) WHERE (row_digest IS NOT NULL);
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table audit enable row level security;
alter table audit force row level security;
create policy tenant on audit as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant select on audit to bencao_app;

create view audit_entry with (security_invoker=true) as
 SELECT entry.enterprise_id,
    entry.id,
    entry.xid,
    COALESCE(entry.at, link.at) AS at,
    COALESCE(entry.actor, link.actor) AS actor,
    COALESCE(entry.request, link.request) AS request,
    entry.reason,
    entry.table_name,
    entry.row_id,
    entry.row_key,
    entry.row_digest,
    entry.op,
    entry.version,
    audit_change(entry.*)::jsonb AS change
   FROM audit entry
     LEFT JOIN audit_link link ON link.enterprise_id = entry.enterprise_id AND link.xid = entry.xid;
grant select on audit_entry to bencao_app;

create table audit_head ( -- owned by bencao_owner
  enterprise_id uuid not null,
  seq bigint not null default 0,
  hash bytea not null default sha256('\x62656e63616f206175646974207631'::bytea),
  constraint audit_head_pkey PRIMARY KEY (enterprise_id),
  constraint audit_head_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
) with (fillfactor=50);
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.audit_head FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table audit_head enable row level security;
alter table audit_head force row level security;
create policy sealer on audit_head as permissive for select to bencao_owner using true;
create policy tenant on audit_head as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant select on audit_head to bencao_app;

create table audit_link ( -- owned by bencao_owner
  enterprise_id uuid not null,
  seq bigint not null,
  xid xid8 not null,
  entries integer not null,
  entries_digest bytea not null,
  previous_hash bytea not null,
  hash bytea not null,
  at timestamp with time zone not null default now(),
  version smallint not null default 1,
  actor text,
  request text,
  constraint audit_link_pkey PRIMARY KEY (enterprise_id, seq),
  constraint audit_link_enterprise_id_xid_key UNIQUE (enterprise_id, xid),
  constraint audit_link_check CHECK ((hash = sha256((previous_hash || entries_digest)))),
  constraint audit_link_check1 CHECK (((version = 1) OR ((actor <> ''::text) AND (request IS NOT NULL)))),
  constraint audit_link_entries_check CHECK ((entries > 0))
);
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_link FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table audit_link enable row level security;
alter table audit_link force row level security;
create policy tenant on audit_link as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant select on audit_link to bencao_app;

create table authorisation ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  person_id uuid not null,
  activity text not null,
  training_id uuid not null,
  valid_until date not null,
  state text not null,
  basis text not null default ''::text,
  given_by uuid not null,
  given_at timestamp with time zone not null,
  approved_by uuid,
  approved_at timestamp with time zone,
  ended_by uuid,
  ended_at timestamp with time zone,
  end_reason text,
  row_version integer not null default 1,
  constraint authorisation_pkey PRIMARY KEY (enterprise_id, id),
  constraint authorisation_activity_check CHECK ((activity = ANY (ARRAY['sampling'::text, 'test_appearance'::text, 'test_identification'::text, 'test_check'::text, 'test_extract'::text, 'test_assay'::text, 'test_microbe'::text, 'test_other'::text, 'weighing'::text, 'release'::text]))),
  constraint authorisation_by_two CHECK ((approved_by <> given_by)),
  constraint authorisation_check CHECK ((((approved_by IS NULL) = (approved_at IS NULL)) AND ((state = ANY (ARRAY['proposed'::text, 'refused'::text])) OR (approved_by IS NOT NULL)))),
  constraint authorisation_check1 CHECK (((num_nulls(ended_by, ended_at, end_reason) = ANY (ARRAY[0, 3])) AND ((state = ANY (ARRAY['suspended'::text, 'refused'::text, 'withdrawn'::text])) <= (ended_at IS NOT NULL)))),
  constraint authorisation_end_reason_check CHECK ((end_reason <> ''::text)),
  constraint authorisation_ends CHECK ((valid_until <= (((given_at AT TIME ZONE 'Asia/Shanghai'::text))::date + 1096))),
  constraint authorisation_of_another CHECK (((person_id <> given_by) AND (person_id <> approved_by))),
  constraint authorisation_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'valid'::text, 'suspended'::text, 'refused'::text, 'withdrawn'::text, 'replaced'::text]))),
  constraint authorisation_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint authorisation_enterprise_id_ended_by_fkey FOREIGN KEY (enterprise_id, ended_by) REFERENCES account(enterprise_id, id),
  constraint authorisation_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint authorisation_enterprise_id_given_by_fkey FOREIGN KEY (enterprise_id, given_by) REFERENCES account(enterprise_id, id),
  constraint authorisation_enterprise_id_person_id_fkey FOREIGN KEY (enterprise_id, person_id) REFERENCES account(enterprise_id, id),
  constraint authorisation_enterprise_id_training_id_person_id_fkey FOREIGN KEY (enterprise_id, training_id, person_id) REFERENCES training(enterprise_id, id, person_id)
);
CREATE INDEX authorisation_by_time ON public.authorisation USING btree (enterprise_id, given_at DESC, id);
CREATE INDEX authorisation_by_training ON public.authorisation USING btree (enterprise_id, training_id);
CREATE UNIQUE INDEX authorisation_proposed ON public.authorisation USING btree (enterprise_id, person_id, activity) WHERE (state = 'proposed'::text);
CREATE UNIQUE INDEX authorisation_standing ON public.authorisation USING btree (enterprise_id, person_id, activity) WHERE (state = ANY (ARRAY['valid'::text, 'suspended'::text]));
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.authorisation FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE INSERT OR DELETE OR UPDATE ON public.authorisation FOR EACH ROW EXECUTE FUNCTION guard_authorisation();
CREATE TRIGGER messages_settled AFTER UPDATE ON public.authorisation FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER renewal_settled AFTER UPDATE ON public.authorisation FOR EACH ROW WHEN (((old.state = 'valid'::text) AND (new.state <> 'valid'::text))) EXECUTE FUNCTION settle_renewal();
CREATE TRIGGER versioned BEFORE UPDATE ON public.authorisation FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.authorisation FOR EACH ROW EXECUTE FUNCTION keep_waiting_authorisation();
alter table authorisation enable row level security;
alter table authorisation force row level security;
create policy tenant on authorisation as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on authorisation to bencao_app;

create table authorisation_rule_change ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  serial integer not null,
  asked_from date,
  reason text not null,
  changed_by uuid not null,
  approved_by uuid not null,
  changed_at timestamp with time zone not null,
  constraint authorisation_rule_change_pkey PRIMARY KEY (enterprise_id, id),
  constraint authorisation_rule_change_serial UNIQUE (enterprise_id, serial),
  constraint authorisation_rule_by_two CHECK ((approved_by <> changed_by)),
  constraint authorisation_rule_change_reason_check CHECK ((reason <> ''::text)),
  constraint authorisation_rule_change_serial_check CHECK ((serial > 0)),
  constraint authorisation_rule_change_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint authorisation_rule_change_enterprise_id_changed_by_fkey FOREIGN KEY (enterprise_id, changed_by) REFERENCES account(enterprise_id, id),
  constraint authorisation_rule_change_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.authorisation_rule_change FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER guarded BEFORE INSERT ON public.authorisation_rule_change FOR EACH ROW EXECUTE FUNCTION guard_authorisation_rule();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.authorisation_rule_change FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table authorisation_rule_change enable row level security;
alter table authorisation_rule_change force row level security;
create policy tenant on authorisation_rule_change as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on authorisation_rule_change to bencao_app;

create table authority_lock ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  level text not null,
  product_id uuid,
  authority text not null,
  authority_no text not null,
  ordered_on date not null,
  until_on date,
  reason text not null,
  placed_by uuid not null,
  placed_second_by uuid not null,
  placed_at timestamp with time zone not null,
  lifted_by uuid,
  lift_second_by uuid,
  lifted_at timestamp with time zone,
  lift_no text,
  lift_ordered_on date,
  conclusion text,
  row_version integer not null default 1,
  constraint authority_lock_pkey PRIMARY KEY (enterprise_id, id),
  constraint authority_lock_authority_check CHECK ((authority <> ''::text)),
  constraint authority_lock_authority_no_check CHECK ((authority_no <> ''::text)),
  constraint authority_lock_check CHECK ((until_on >= ordered_on)),
  constraint authority_lock_check1 CHECK (((level = 'product'::text) = (product_id IS NOT NULL))),
  constraint authority_lock_check2 CHECK ((num_nulls(lifted_by, lift_second_by, lifted_at, lift_no, lift_ordered_on, conclusion) = ANY (ARRAY[0, 6]))),
  constraint authority_lock_conclusion_check CHECK ((conclusion <> ''::text)),
  constraint authority_lock_level_check CHECK ((level = ANY (ARRAY['enterprise'::text, 'product'::text]))),
  constraint authority_lock_lift_no_check CHECK ((lift_no <> ''::text)),
  constraint authority_lock_lifted_by_two CHECK ((lift_second_by <> lifted_by)),
  constraint authority_lock_lifted_later CHECK (((lift_ordered_on >= ordered_on) AND (lift_no <> authority_no))),
  constraint authority_lock_placed_by_two CHECK ((placed_second_by <> placed_by)),
  constraint authority_lock_reason_check CHECK ((reason <> ''::text)),
  constraint authority_lock_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint authority_lock_enterprise_id_lift_second_by_fkey FOREIGN KEY (enterprise_id, lift_second_by) REFERENCES account(enterprise_id, id),
  constraint authority_lock_enterprise_id_lifted_by_fkey FOREIGN KEY (enterprise_id, lifted_by) REFERENCES account(enterprise_id, id),
  constraint authority_lock_enterprise_id_placed_by_fkey FOREIGN KEY (enterprise_id, placed_by) REFERENCES account(enterprise_id, id),
  constraint authority_lock_enterprise_id_placed_second_by_fkey FOREIGN KEY (enterprise_id, placed_second_by) REFERENCES account(enterprise_id, id),
  constraint authority_lock_enterprise_id_product_id_fkey FOREIGN KEY (enterprise_id, product_id) REFERENCES product(enterprise_id, id)
);
CREATE INDEX authority_lock_by_time ON public.authority_lock USING btree (enterprise_id, placed_at, id);
CREATE INDEX authority_lock_in_force ON public.authority_lock USING btree (enterprise_id, product_id) WHERE (lifted_at IS NULL);
CREATE INDEX authority_lock_of_product ON public.authority_lock USING btree (enterprise_id, product_id);
CREATE TRIGGER a_person_lifts BEFORE UPDATE OF lifted_at ON public.authority_lock FOR EACH ROW WHEN (((old.lifted_at IS NULL) AND (new.lifted_at IS NOT NULL))) EXECUTE FUNCTION refuse_program_lift();
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.authority_lock FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE INSERT OR UPDATE ON public.authority_lock FOR EACH ROW EXECUTE FUNCTION guard_authority_lock();
CREATE CONSTRAINT TRIGGER signed AFTER INSERT OR UPDATE ON public.authority_lock DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_authority_lock_signatures();
CREATE TRIGGER versioned BEFORE UPDATE ON public.authority_lock FOR EACH ROW EXECUTE FUNCTION count_version();
alter table authority_lock enable row level security;
alter table authority_lock force row level security;
create policy tenant on authority_lock as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on authority_lock to bencao_app;

create table avatar ( -- owned by bencao_owner
  enterprise_id uuid not null,
  account_id uuid not null,
  digest text not null,
  image bytea not null,
  changed_at timestamp with time zone not null default now(),
  constraint avatar_pkey PRIMARY KEY (enterprise_id, account_id),
  constraint avatar_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
  constraint avatar_image_check CHECK ((length(image) <= 65536)),
  constraint avatar_enterprise_id_account_id_fkey FOREIGN KEY (enterprise_id, account_id) REFERENCES account(enterprise_id, id)
);
CREATE TRIGGER witnessed AFTER INSERT OR DELETE OR UPDATE ON public.avatar FOR EACH ROW EXECUTE FUNCTION write_witness('account_id', 'digest', 'image', 'changed_at');
alter table avatar enable row level security;
alter table avatar force row level security;
create policy tenant on avatar as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant delete, insert, select, update on avatar to bencao_app;

create table box_content ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  box_range_id uuid not null,
  box_level smallint not null generated always as (3) stored,
  first_box bigint not null,
  last_box bigint not null,
  pack_range_id uuid not null,
  pack_level smallint not null generated always as (1) stored,
  first_pack bigint not null,
  last_pack bigint not null,
  packs_in_box integer not null,
  lot_id uuid not null,
  batch_no text not null,
  packed_at timestamp with time zone not null,
  opened_at timestamp with time zone,
  constraint box_content_pkey PRIMARY KEY (enterprise_id, id),
  constraint pack_in_one_box EXCLUDE USING gist (enterprise_id WITH =, pack_range_id WITH =, int8range(first_pack, last_pack, '[]'::text) WITH &&) WHERE ((opened_at IS NULL)),
  constraint box_content_check CHECK ((last_box >= first_box)),
  constraint box_content_check1 CHECK ((last_pack >= first_pack)),
  constraint box_content_check2 CHECK ((((last_pack - first_pack) + 1) = (((last_box - first_box) + 1) * packs_in_box))),
  constraint box_content_packs_in_box_check CHECK ((packs_in_box >= 1)),
  constraint box_content_enterprise_id_box_range_id_box_level_fkey FOREIGN KEY (enterprise_id, box_range_id, box_level) REFERENCES code_range(enterprise_id, id, level),
  constraint box_content_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint box_content_enterprise_id_pack_range_id_pack_level_fkey FOREIGN KEY (enterprise_id, pack_range_id, pack_level) REFERENCES code_range(enterprise_id, id, level)
);
CREATE INDEX box_content_by_box ON public.box_content USING btree (enterprise_id, box_range_id, first_box);
CREATE INDEX box_content_by_lot ON public.box_content USING btree (enterprise_id, lot_id);
CREATE UNIQUE INDEX box_content_by_pack ON public.box_content USING btree (enterprise_id, pack_range_id, first_pack) WHERE (opened_at IS NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.box_content FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded AFTER INSERT OR UPDATE ON public.box_content FOR EACH ROW EXECUTE FUNCTION guard_box();
alter table box_content enable row level security;
alter table box_content force row level security;
create policy tenant on box_content as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on box_content to bencao_app;

create table bulk_lot ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  production_date date not null,
  processing_method text not null,
  cut_spec text not null default ''::text,
  issued_quantity numeric(14,4) not null,
  returned_quantity numeric(14,4) not null,
  charged_quantity numeric(14,4) not null,
  auxiliary_quantity numeric(14,4) not null,
  water_quantity numeric(14,4) not null,
  output_quantity numeric(14,4) not null,
  loss_quantity numeric(20,4) not null,
  sampled_quantity numeric(14,4) not null,
  leftover_quantity numeric(14,4) not null,
  yield_percent numeric(26,4) not null,
  balance_percent numeric(26,4) not null,
  yield_min numeric(7,3) not null,
  yield_max numeric(7,3) not null,
  balance_min numeric(7,3) not null,
  balance_max numeric(7,3) not null,
  remark text not null default ''::text,
  clearance jsonb not null,
  cleared_until date not null,
  hold_id uuid,
  operator_ids uuid[] not null,
  finished_by uuid not null,
  finished_at timestamp with time zone not null,
  constraint bulk_lot_pkey PRIMARY KEY (enterprise_id, id),
  constraint bulk_lot_enterprise_id_order_id_key UNIQUE (enterprise_id, order_id),
  constraint bulk_lot_auxiliary_quantity_check CHECK ((auxiliary_quantity >= (0)::numeric)),
  constraint bulk_lot_charged_quantity_check CHECK ((charged_quantity > (0)::numeric)),
  constraint bulk_lot_check CHECK ((charged_quantity = (issued_quantity - returned_quantity))),
  constraint bulk_lot_check1 CHECK ((abs((yield_percent - ((output_quantity / charged_quantity) * (100)::numeric))) < 0.001)),
  constraint bulk_lot_issued_quantity_check CHECK ((issued_quantity > (0)::numeric)),
  constraint bulk_lot_leftover_quantity_check CHECK ((leftover_quantity >= (0)::numeric)),
  constraint bulk_lot_loss_quantity_check CHECK ((loss_quantity >= (0)::numeric)),
  constraint bulk_lot_output_quantity_check CHECK ((output_quantity > (0)::numeric)),
  constraint bulk_lot_returned_quantity_check CHECK ((returned_quantity >= (0)::numeric)),
  constraint bulk_lot_sampled_quantity_check CHECK ((sampled_quantity >= (0)::numeric)),
  constraint bulk_lot_water_quantity_check CHECK ((water_quantity >= (0)::numeric)),
  constraint bulk_lot_enterprise_id_finished_by_fkey FOREIGN KEY (enterprise_id, finished_by) REFERENCES account(enterprise_id, id),
  constraint bulk_lot_enterprise_id_hold_id_fkey FOREIGN KEY (enterprise_id, hold_id) REFERENCES hold(enterprise_id, id),
  constraint bulk_lot_enterprise_id_id_fkey FOREIGN KEY (enterprise_id, id) REFERENCES lot(enterprise_id, id),
  constraint bulk_lot_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES production_order(enterprise_id, id)
);
CREATE INDEX bulk_lot_by_finish ON public.bulk_lot USING btree (enterprise_id, finished_at DESC, id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.bulk_lot FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE CONSTRAINT TRIGGER charge_matched AFTER UPDATE OF issued_quantity, returned_quantity, charged_quantity, auxiliary_quantity ON public.bulk_lot DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION match_charge();
CREATE TRIGGER corrected BEFORE UPDATE ON public.bulk_lot FOR EACH ROW EXECUTE FUNCTION keep_unless_corrected('but', '{}', 'never idle');
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.bulk_lot FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE TRIGGER mass_guarded BEFORE INSERT OR UPDATE OF issued_quantity, returned_quantity, auxiliary_quantity, output_quantity, sampled_quantity, leftover_quantity, water_quantity, loss_quantity ON public.bulk_lot FOR EACH ROW EXECUTE FUNCTION guard_batch_mass();
CREATE TRIGGER recounted AFTER UPDATE OF yield_percent ON public.bulk_lot FOR EACH ROW WHEN ((new.yield_percent <> old.yield_percent)) EXECUTE FUNCTION recount_yield();
CREATE TRIGGER tallied AFTER INSERT ON public.bulk_lot REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_yield();
CREATE TRIGGER waits_for_case BEFORE INSERT ON public.bulk_lot FOR EACH ROW EXECUTE FUNCTION guard_batch_case();
alter table bulk_lot enable row level security;
alter table bulk_lot force row level security;
create policy tenant on bulk_lot as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on bulk_lot to bencao_app;

create table calibration ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  instrument_id uuid not null,
  calibrated_on date not null,
  result text not null,
  certificate_no text not null,
  calibrated_by text not null,
  next_due date,
  remark text not null,
  certificate_id uuid,
  recorded_by uuid not null,
  recorded_at timestamp with time zone not null default now(),
  constraint calibration_pkey PRIMARY KEY (enterprise_id, id),
  constraint calibration_calibrated_by_check CHECK ((calibrated_by <> ''::text)),
  constraint calibration_certificate_no_check CHECK ((certificate_no <> ''::text)),
  constraint calibration_check CHECK ((((result = 'pass'::text) = (next_due IS NOT NULL)) AND (next_due > calibrated_on))),
  constraint calibration_result_check CHECK ((result = ANY (ARRAY['pass'::text, 'fail'::text]))),
  constraint calibration_enterprise_id_certificate_id_fkey FOREIGN KEY (enterprise_id, certificate_id) REFERENCES attachment(enterprise_id, id),
  constraint calibration_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint calibration_enterprise_id_instrument_id_fkey FOREIGN KEY (enterprise_id, instrument_id) REFERENCES instrument(enterprise_id, id),
  constraint calibration_enterprise_id_recorded_by_fkey FOREIGN KEY (enterprise_id, recorded_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX calibration_by_instrument ON public.calibration USING btree (enterprise_id, instrument_id, calibrated_on DESC, id DESC);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.calibration FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER calibration_kept AFTER INSERT ON public.calibration FOR EACH ROW EXECUTE FUNCTION keep_calibration();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.calibration FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table calibration enable row level security;
alter table calibration force row level security;
create policy tenant on calibration as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on calibration to bencao_app;

create table carrier_claim ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  claim_no text not null,
  state text not null,
  shipment_id uuid not null,
  lot_id uuid not null,
  packs integer not null,
  quantity numeric(14,4) not null,
  return_id uuid,
  note text not null default ''::text,
  opened_by uuid not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  row_version integer not null default 1,
  constraint carrier_claim_pkey PRIMARY KEY (enterprise_id, id),
  constraint carrier_claim_enterprise_id_claim_no_key UNIQUE (enterprise_id, claim_no),
  constraint carrier_claim_check CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL))),
  constraint carrier_claim_packs_check CHECK ((packs > 0)),
  constraint carrier_claim_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint carrier_claim_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text]))),
  constraint carrier_claim_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint carrier_claim_enterprise_id_opened_by_fkey FOREIGN KEY (enterprise_id, opened_by) REFERENCES account(enterprise_id, id),
  constraint carrier_claim_enterprise_id_return_id_fkey FOREIGN KEY (enterprise_id, return_id) REFERENCES customer_return(enterprise_id, id),
  constraint carrier_claim_enterprise_id_shipment_id_lot_id_fkey FOREIGN KEY (enterprise_id, shipment_id, lot_id) REFERENCES shipment_line(enterprise_id, shipment_id, lot_id)
);
CREATE INDEX carrier_claim_by_shipment ON public.carrier_claim USING btree (enterprise_id, shipment_id);
CREATE INDEX carrier_claim_by_time ON public.carrier_claim USING btree (enterprise_id, opened_at, id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.carrier_claim FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE UPDATE ON public.carrier_claim FOR EACH ROW EXECUTE FUNCTION guard_carrier_claim();
CREATE TRIGGER messages_settled AFTER UPDATE ON public.carrier_claim FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER versioned BEFORE UPDATE ON public.carrier_claim FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.carrier_claim FOR EACH ROW EXECUTE FUNCTION keep_waiting_carrier_claim();
alter table carrier_claim enable row level security;
alter table carrier_claim force row level security;
create policy tenant on carrier_claim as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on carrier_claim to bencao_app;

create table change_request ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  case_id uuid not null,
  record text not null,
  record_id uuid not null,
  subject text not null,
  asked jsonb not null,
  reason text not null,
  effective_on date not null,
  state text not null default 'proposed'::text,
  proposed_by uuid not null,
  proposed_at timestamp with time zone not null default now(),
  approved_by uuid,
  approved_at timestamp with time zone,
  applied_at timestamp with time zone,
  ended_by uuid,
  ended_at timestamp with time zone,
  end_reason text,
  row_version integer not null default 1,
  constraint change_request_pkey PRIMARY KEY (enterprise_id, id),
  constraint change_request_enterprise_id_case_id_key UNIQUE (enterprise_id, case_id),
  constraint change_by_two CHECK ((approved_by <> proposed_by)),
  constraint change_request_asked_check CHECK (((jsonb_typeof(asked) = 'array'::text) AND (jsonb_array_length(asked) > 0))),
  constraint change_request_check CHECK ((((approved_at IS NULL) = (approved_by IS NULL)) AND ((state <> ALL (ARRAY['approved'::text, 'in_force'::text])) OR (approved_at IS NOT NULL)) AND ((state <> ALL (ARRAY['proposed'::text, 'refused'::text])) OR (approved_at IS NULL)))),
  constraint change_request_check1 CHECK (((state = 'in_force'::text) = (applied_at IS NOT NULL))),
  constraint change_request_check2 CHECK ((((state = ANY (ARRAY['refused'::text, 'cancelled'::text, 'lapsed'::text])) = (ended_at IS NOT NULL)) AND ((ended_at IS NULL) = (end_reason IS NULL)) AND ((ended_by IS NOT NULL) = (state = ANY (ARRAY['refused'::text, 'cancelled'::text]))))),
  constraint change_request_end_reason_check CHECK ((end_reason <> ''::text)),
  constraint change_request_reason_check CHECK ((reason <> ''::text)),
  constraint change_request_record_check CHECK ((record = ANY (ARRAY['material'::text, 'product'::text, 'supplier'::text]))),
  constraint change_request_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'in_force'::text, 'refused'::text, 'cancelled'::text, 'lapsed'::text]))),
  constraint change_request_subject_check CHECK ((subject <> ''::text)),
  constraint change_request_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint change_request_enterprise_id_case_id_fkey FOREIGN KEY (enterprise_id, case_id) REFERENCES quality_case(enterprise_id, id),
  constraint change_request_enterprise_id_ended_by_fkey FOREIGN KEY (enterprise_id, ended_by) REFERENCES account(enterprise_id, id),
  constraint change_request_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint change_request_enterprise_id_proposed_by_fkey FOREIGN KEY (enterprise_id, proposed_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX change_due ON public.change_request USING btree (enterprise_id, effective_on) WHERE (state = 'approved'::text);
CREATE UNIQUE INDEX change_open ON public.change_request USING btree (enterprise_id, record_id) WHERE (state = ANY (ARRAY['proposed'::text, 'approved'::text]));
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.change_request FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER day_guarded BEFORE INSERT ON public.change_request FOR EACH ROW EXECUTE FUNCTION guard_change_day();
CREATE TRIGGER kept BEFORE INSERT OR DELETE OR UPDATE ON public.change_request FOR EACH ROW EXECUTE FUNCTION keep_change();
CREATE TRIGGER messages_settled AFTER UPDATE ON public.change_request FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER versioned BEFORE UPDATE ON public.change_request FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.change_request FOR EACH ROW EXECUTE FUNCTION keep_waiting_change();
alter table change_request enable row level security;
alter table change_request force row level security;
create policy tenant on change_request as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on change_request to bencao_app;

create table claim_outcome ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  claim_id uuid not null,
  became text not null,
  packs integer not null,
  note text not null,
  return_id uuid,
  takes_back uuid,
  recorded_by uuid not null,
  second_by uuid,
  recorded_at timestamp with time zone not null,
  constraint claim_outcome_pkey PRIMARY KEY (enterprise_id, id),
  constraint claim_outcome_enterprise_id_takes_back_key UNIQUE (enterprise_id, takes_back),
  constraint claim_outcome_became_check CHECK ((became = ANY (ARRAY['delivered'::text, 'returning'::text, 'lost'::text]))),
  constraint claim_outcome_check CHECK ((((packs < 0) = (takes_back IS NOT NULL)) AND ((became = 'returning'::text) = (return_id IS NOT NULL)))),
  constraint claim_outcome_note_check CHECK ((note <> ''::text)),
  constraint claim_outcome_packs_check CHECK ((packs <> 0)),
  constraint loss_by_two CHECK ((((became = 'lost'::text) = (second_by IS NOT NULL)) AND (second_by <> recorded_by))),
  constraint claim_outcome_enterprise_id_claim_id_fkey FOREIGN KEY (enterprise_id, claim_id) REFERENCES carrier_claim(enterprise_id, id),
  constraint claim_outcome_enterprise_id_recorded_by_fkey FOREIGN KEY (enterprise_id, recorded_by) REFERENCES account(enterprise_id, id),
  constraint claim_outcome_enterprise_id_return_id_fkey FOREIGN KEY (enterprise_id, return_id) REFERENCES customer_return(enterprise_id, id),
  constraint claim_outcome_enterprise_id_second_by_fkey FOREIGN KEY (enterprise_id, second_by) REFERENCES account(enterprise_id, id),
  constraint claim_outcome_enterprise_id_takes_back_fkey FOREIGN KEY (enterprise_id, takes_back) REFERENCES claim_outcome(enterprise_id, id)
);
CREATE INDEX claim_outcome_by_claim ON public.claim_outcome USING btree (enterprise_id, claim_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.claim_outcome FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER guarded BEFORE INSERT ON public.claim_outcome FOR EACH ROW EXECUTE FUNCTION guard_claim_outcome();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.claim_outcome FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table claim_outcome enable row level security;
alter table claim_outcome force row level security;
create policy tenant on claim_outcome as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on claim_outcome to bencao_app;

create table clearance ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  clearance_no text not null,
  checks jsonb not null,
  frees_of_toxic boolean not null,
  remark text not null,
  cleaned_by uuid not null,
  cleaned_at timestamp with time zone not null,
  checked_by uuid not null,
  state text not null default 'valid'::text,
  withdrawn_by uuid,
  withdrawal_approved_by uuid,
  withdrawn_at timestamp with time zone,
  withdraw_reason text,
  constraint clearance_pkey PRIMARY KEY (enterprise_id, id),
  constraint clearance_enterprise_id_clearance_no_key UNIQUE (enterprise_id, clearance_no),
  constraint clearance_by_two CHECK ((checked_by <> cleaned_by)),
  constraint clearance_check CHECK (((num_nulls(withdrawn_by, withdrawal_approved_by, withdrawn_at, withdraw_reason) = ANY (ARRAY[0, 4])) AND ((state = 'withdrawn'::text) = (withdrawn_at IS NOT NULL)))),
  constraint clearance_state_check CHECK ((state = ANY (ARRAY['valid'::text, 'used'::text, 'withdrawn'::text]))),
  constraint clearance_withdraw_reason_check CHECK ((withdraw_reason <> ''::text)),
  constraint clearance_withdrawn_by_two CHECK ((withdrawal_approved_by <> withdrawn_by)),
  constraint clearance_enterprise_id_checked_by_fkey FOREIGN KEY (enterprise_id, checked_by) REFERENCES account(enterprise_id, id),
  constraint clearance_enterprise_id_cleaned_by_fkey FOREIGN KEY (enterprise_id, cleaned_by) REFERENCES account(enterprise_id, id),
  constraint clearance_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint clearance_enterprise_id_withdrawal_approved_by_fkey FOREIGN KEY (enterprise_id, withdrawal_approved_by) REFERENCES account(enterprise_id, id),
  constraint clearance_enterprise_id_withdrawn_by_fkey FOREIGN KEY (enterprise_id, withdrawn_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX clearance_by_time ON public.clearance USING btree (enterprise_id, cleaned_at DESC, id DESC);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.clearance FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE DELETE OR UPDATE ON public.clearance FOR EACH ROW EXECUTE FUNCTION guard_clearance();
CREATE TRIGGER withdrawn AFTER UPDATE ON public.clearance FOR EACH ROW WHEN ((new.state = 'withdrawn'::text)) EXECUTE FUNCTION withdraw_clearance();
alter table clearance enable row level security;
alter table clearance force row level security;
create policy tenant on clearance as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on clearance to bencao_app;

create table clearance_asset ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  clearance_id uuid not null,
  asset_id uuid not null,
  valid_until timestamp with time zone not null,
  last_use_id uuid,
  constraint clearance_asset_pkey PRIMARY KEY (enterprise_id, id),
  constraint clearance_asset_enterprise_id_clearance_id_asset_id_key UNIQUE (enterprise_id, clearance_id, asset_id),
  constraint clearance_asset_enterprise_id_asset_id_fkey FOREIGN KEY (enterprise_id, asset_id) REFERENCES asset(enterprise_id, id),
  constraint clearance_asset_enterprise_id_clearance_id_fkey FOREIGN KEY (enterprise_id, clearance_id) REFERENCES clearance(enterprise_id, id),
  constraint clearance_asset_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint clearance_asset_enterprise_id_last_use_id_fkey FOREIGN KEY (enterprise_id, last_use_id) REFERENCES asset_use(enterprise_id, id)
);
CREATE INDEX clearance_asset_by_asset ON public.clearance_asset USING btree (enterprise_id, asset_id, id DESC);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.clearance_asset FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER cleared AFTER INSERT ON public.clearance_asset FOR EACH ROW EXECUTE FUNCTION clear_asset();
CREATE TRIGGER guarded BEFORE INSERT ON public.clearance_asset FOR EACH ROW EXECUTE FUNCTION guard_clearance_asset();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.clearance_asset FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table clearance_asset enable row level security;
alter table clearance_asset force row level security;
create policy tenant on clearance_asset as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on clearance_asset to bencao_app;

create table climate_exposure ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  incident_id uuid not null,
  lot_id uuid not null,
  quantity numeric(14,4) not null,
  stood_at timestamp with time zone not null,
  constraint climate_exposure_pkey PRIMARY KEY (enterprise_id, id),
  constraint climate_exposed_once UNIQUE (enterprise_id, incident_id, lot_id),
  constraint climate_exposure_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint climate_exposure_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint climate_exposure_enterprise_id_incident_id_fkey FOREIGN KEY (enterprise_id, incident_id) REFERENCES incident(enterprise_id, id),
  constraint climate_exposure_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id)
);
CREATE INDEX climate_exposure_by_lot ON public.climate_exposure USING btree (enterprise_id, lot_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.climate_exposure FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.climate_exposure FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table climate_exposure enable row level security;
alter table climate_exposure force row level security;
create policy tenant on climate_exposure as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on climate_exposure to bencao_app;

create table climate_limit ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  point_id uuid not null,
  temperature_min numeric(5,2),
  temperature_max numeric(5,2),
  humidity_min numeric(5,2),
  humidity_max numeric(5,2),
  reason text not null,
  set_by uuid not null,
  approved_by uuid not null,
  set_at timestamp with time zone not null,
  constraint climate_limit_pkey PRIMARY KEY (enterprise_id, id),
  constraint climate_limit_by_two CHECK ((approved_by <> set_by)),
  constraint climate_limit_check CHECK ((num_nonnulls(temperature_min, temperature_max, humidity_min, humidity_max) > 0)),
  constraint climate_limit_check1 CHECK ((temperature_min < temperature_max)),
  constraint climate_limit_check2 CHECK ((humidity_min < humidity_max)),
  constraint climate_limit_humidity_max_check CHECK (((humidity_max >= (0)::numeric) AND (humidity_max <= (100)::numeric))),
  constraint climate_limit_humidity_min_check CHECK (((humidity_min >= (0)::numeric) AND (humidity_min <= (100)::numeric))),
  constraint climate_limit_reason_check CHECK ((reason <> ''::text)),
  constraint climate_limit_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint climate_limit_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint climate_limit_enterprise_id_point_id_fkey FOREIGN KEY (enterprise_id, point_id) REFERENCES climate_point(enterprise_id, id),
  constraint climate_limit_enterprise_id_set_by_fkey FOREIGN KEY (enterprise_id, set_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX climate_limit_of_point ON public.climate_limit USING btree (enterprise_id, point_id, id DESC);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.climate_limit FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.climate_limit FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table climate_limit enable row level security;
alter table climate_limit force row level security;
create policy tenant on climate_limit as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on climate_limit to bencao_app;

create table climate_point ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  number text not null,
  name text not null,
  initials text not null,
  warehouse text,
  room_id uuid,
  by_logger boolean not null,
  every_hours integer,
  state text not null,
  due_at timestamp with time zone not null,
  row_version integer not null default 1,
  constraint climate_point_pkey PRIMARY KEY (enterprise_id, id),
  constraint climate_point_number UNIQUE (enterprise_id, number),
  constraint climate_point_check CHECK ((num_nonnulls(warehouse, room_id) = 1)),
  constraint climate_point_check1 CHECK ((by_logger = (every_hours IS NOT NULL))),
  constraint climate_point_every_hours_check CHECK (((every_hours >= 1) AND (every_hours <= 24))),
  constraint climate_point_name_check CHECK ((name <> ''::text)),
  constraint climate_point_number_check CHECK ((number <> ''::text)),
  constraint climate_point_state_check CHECK ((state = ANY (ARRAY['current'::text, 'due'::text, 'disabled'::text]))),
  constraint climate_point_warehouse_check CHECK ((warehouse <> ''::text)),
  constraint climate_point_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint climate_point_enterprise_id_room_id_fkey FOREIGN KEY (enterprise_id, room_id) REFERENCES asset(enterprise_id, id)
);
CREATE INDEX climate_point_due ON public.climate_point USING btree (enterprise_id, state, due_at);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.climate_point FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE INSERT OR UPDATE ON public.climate_point FOR EACH ROW EXECUTE FUNCTION guard_climate_point();
CREATE TRIGGER versioned BEFORE UPDATE ON public.climate_point FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state, due_at ON public.climate_point FOR EACH ROW EXECUTE FUNCTION keep_waiting_climate_point();
alter table climate_point enable row level security;
alter table climate_point force row level security;
create policy tenant on climate_point as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on climate_point to bencao_app;

create table climate_reading ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  point_id uuid not null,
  limit_id uuid not null,
  measured_at timestamp with time zone not null,
  temperature numeric(5,2) not null,
  humidity numeric(5,2) not null,
  source text not null,
  is_out boolean not null,
  incident_id uuid,
  recorded_by uuid not null,
  recorded_at timestamp with time zone not null,
  constraint climate_reading_pkey PRIMARY KEY (enterprise_id, id),
  constraint climate_reading_once UNIQUE (enterprise_id, point_id, measured_at),
  constraint climate_reading_check CHECK ((is_out = (incident_id IS NOT NULL))),
  constraint climate_reading_humidity_check CHECK (((humidity >= (0)::numeric) AND (humidity <= (100)::numeric))),
  constraint climate_reading_source_check CHECK ((source = ANY (ARRAY['hand'::text, 'logger'::text, 'file'::text]))),
  constraint climate_reading_temperature_check CHECK (((temperature >= ('-100'::integer)::numeric) AND (temperature <= (100)::numeric))),
  constraint climate_reading_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint climate_reading_enterprise_id_incident_id_fkey FOREIGN KEY (enterprise_id, incident_id) REFERENCES incident(enterprise_id, id),
  constraint climate_reading_enterprise_id_limit_id_fkey FOREIGN KEY (enterprise_id, limit_id) REFERENCES climate_limit(enterprise_id, id),
  constraint climate_reading_enterprise_id_point_id_fkey FOREIGN KEY (enterprise_id, point_id) REFERENCES climate_point(enterprise_id, id),
  constraint climate_reading_enterprise_id_recorded_by_fkey FOREIGN KEY (enterprise_id, recorded_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX climate_reading_by_incident ON public.climate_reading USING btree (enterprise_id, incident_id) WHERE (incident_id IS NOT NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.climate_reading FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER due_kept AFTER INSERT ON public.climate_reading FOR EACH ROW EXECUTE FUNCTION keep_climate_due();
CREATE TRIGGER guarded BEFORE INSERT ON public.climate_reading FOR EACH ROW EXECUTE FUNCTION guard_climate_reading();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.climate_reading FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table climate_reading enable row level security;
alter table climate_reading force row level security;
create policy tenant on climate_reading as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on climate_reading to bencao_app;

create table climate_void ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  reading_id uuid not null,
  reason text not null,
  voided_by uuid not null,
  voided_at timestamp with time zone not null,
  constraint climate_void_pkey PRIMARY KEY (enterprise_id, id),
  constraint climate_voided_once UNIQUE (enterprise_id, reading_id),
  constraint climate_void_reason_check CHECK ((reason <> ''::text)),
  constraint climate_void_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint climate_void_enterprise_id_reading_id_fkey FOREIGN KEY (enterprise_id, reading_id) REFERENCES climate_reading(enterprise_id, id),
  constraint climate_void_enterprise_id_voided_by_fkey FOREIGN KEY (enterprise_id, voided_by) REFERENCES account(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.climate_void FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER due_renewed AFTER INSERT ON public.climate_void FOR EACH ROW EXECUTE FUNCTION renew_climate_due();
CREATE TRIGGER guarded BEFORE INSERT ON public.climate_void FOR EACH ROW EXECUTE FUNCTION guard_climate_void();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.climate_void FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table climate_void enable row level security;
alter table climate_void force row level security;
create policy tenant on climate_void as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on climate_void to bencao_app;

create table code_counter ( -- owned by bencao_owner
  enterprise_id uuid not null,
  scheme text not null,
  series text not null,
  next bigint not null,
  constraint code_counter_pkey PRIMARY KEY (enterprise_id, scheme, series),
  constraint code_counter_next_check CHECK ((next > 0)),
  constraint code_counter_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
) with (fillfactor=50);
alter table code_counter enable row level security;
alter table code_counter force row level security;
create policy tenant on code_counter as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on code_counter to bencao_app;

create table code_event ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  range_id uuid not null,
  first_index bigint not null,
  last_index bigint not null,
  state text not null,
  document_kind text not null,
  document_id uuid not null,
  document_no text not null,
  reason text not null default ''::text,
  by_id uuid not null,
  at timestamp with time zone not null default now(),
  constraint code_event_pkey PRIMARY KEY (enterprise_id, id),
  constraint code_event_check CHECK ((last_index >= first_index)),
  constraint code_event_state_check CHECK ((state = ANY (ARRAY['issued'::text, 'activated'::text, 'in_stock'::text, 'shipped'::text, 'returned'::text, 'sampled'::text, 'voided'::text, 'destroyed'::text, 'missing'::text]))),
  constraint code_event_enterprise_id_by_id_fkey FOREIGN KEY (enterprise_id, by_id) REFERENCES account(enterprise_id, id),
  constraint code_event_enterprise_id_range_id_fkey FOREIGN KEY (enterprise_id, range_id) REFERENCES code_range(enterprise_id, id)
);
CREATE INDEX code_event_by_document ON public.code_event USING btree (enterprise_id, document_id);
CREATE INDEX code_event_by_index ON public.code_event USING gist (enterprise_id, range_id, int8range(first_index, last_index, '[]'::text));
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.code_event FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER count_guarded BEFORE INSERT ON public.code_event FOR EACH ROW WHEN (((new.document_kind = 'stocktake'::text) AND (new.state = ANY (ARRAY['in_stock'::text, 'activated'::text])))) EXECUTE FUNCTION guard_counted_code();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.code_event FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE TRIGGER lock_kept BEFORE INSERT ON public.code_event FOR EACH ROW WHEN ((((new.state = 'shipped'::text) AND (new.document_kind = ANY (ARRAY['shipment'::text, 'correction'::text]))) OR ((new.state = 'in_stock'::text) AND (new.document_kind = 'customer_return'::text)) OR ((new.state = 'voided'::text) AND (new.document_kind = 'code_replacement'::text)))) EXECUTE FUNCTION guard_locked_code();
alter table code_event enable row level security;
alter table code_event force row level security;
create policy tenant on code_event as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on code_event to bencao_app;

create table code_lock ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  authority_no text not null,
  reason text not null,
  placed_by uuid not null,
  placed_at timestamp with time zone not null,
  lifted_by uuid,
  lift_second_by uuid,
  lifted_at timestamp with time zone,
  conclusion text,
  lift_evidence text,
  row_version integer not null default 1,
  constraint code_lock_pkey PRIMARY KEY (enterprise_id, id),
  constraint code_lock_authority_no_check CHECK ((authority_no <> ''::text)),
  constraint code_lock_check CHECK ((num_nulls(lifted_by, lift_second_by, lifted_at, conclusion, lift_evidence) = ANY (ARRAY[0, 5]))),
  constraint code_lock_conclusion_check CHECK ((conclusion <> ''::text)),
  constraint code_lock_lift_evidence_check CHECK ((lift_evidence <> ''::text)),
  constraint code_lock_lifted_by_two CHECK ((lift_second_by <> lifted_by)),
  constraint code_lock_reason_check CHECK ((reason <> ''::text)),
  constraint code_lock_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint code_lock_enterprise_id_lift_second_by_fkey FOREIGN KEY (enterprise_id, lift_second_by) REFERENCES account(enterprise_id, id),
  constraint code_lock_enterprise_id_lifted_by_fkey FOREIGN KEY (enterprise_id, lifted_by) REFERENCES account(enterprise_id, id),
  constraint code_lock_enterprise_id_placed_by_fkey FOREIGN KEY (enterprise_id, placed_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX code_lock_by_time ON public.code_lock USING btree (enterprise_id, placed_at, id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.code_lock FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE UPDATE ON public.code_lock FOR EACH ROW EXECUTE FUNCTION guard_code_lock();
CREATE TRIGGER versioned BEFORE UPDATE ON public.code_lock FOR EACH ROW EXECUTE FUNCTION count_version();
alter table code_lock enable row level security;
alter table code_lock force row level security;
create policy tenant on code_lock as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on code_lock to bencao_app;

create table code_lock_run ( -- owned by bencao_owner
  enterprise_id uuid not null,
  lock_id uuid not null,
  range_id uuid not null,
  first_index bigint not null,
  last_index bigint not null,
  lot_id uuid not null,
  constraint code_lock_run_pkey PRIMARY KEY (enterprise_id, lock_id, range_id, first_index),
  constraint code_lock_run_check CHECK ((last_index >= first_index)),
  constraint code_lock_run_enterprise_id_lock_id_fkey FOREIGN KEY (enterprise_id, lock_id) REFERENCES code_lock(enterprise_id, id),
  constraint code_lock_run_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint code_lock_run_enterprise_id_range_id_fkey FOREIGN KEY (enterprise_id, range_id) REFERENCES code_range(enterprise_id, id)
);
CREATE INDEX code_lock_run_by_range ON public.code_lock_run USING btree (enterprise_id, range_id, first_index);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.code_lock_run FOR EACH ROW EXECUTE FUNCTION write_audit_digest('lock_id', 'range_id', 'first_index');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.code_lock_run FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table code_lock_run enable row level security;
alter table code_lock_run force row level security;
create policy tenant on code_lock_run as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on code_lock_run to bencao_app;

create table code_range ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  packaging_order_id uuid not null,
  pack_spec_id uuid not null,
  level smallint not null,
  scheme text not null,
  series text not null,
  first_index bigint not null,
  last_index bigint not null,
  count bigint not null generated always as (((last_index - first_index) + 1)) stored,
  key_fingerprint text not null,
  issued_by uuid not null,
  issued_at timestamp with time zone not null default now(),
  constraint code_range_pkey PRIMARY KEY (enterprise_id, id),
  constraint code_range_enterprise_id_id_level_key UNIQUE (enterprise_id, id, level),
  constraint code_range_enterprise_id_id_packaging_order_id_key UNIQUE (enterprise_id, id, packaging_order_id),
  constraint code_issued_once EXCLUDE USING gist (enterprise_id WITH =, scheme WITH =, series WITH =, int8range(first_index, last_index, '[]'::text) WITH &&),
  constraint code_range_check CHECK (
CASE scheme
    WHEN 'NMPA20'::text THEN (series ~ '^\d{7}$'::text)
    WHEN 'GS1'::text THEN (series ~ '^\d{14}$'::text)
    ELSE (series = ''::text)
END),
  constraint code_range_check1 CHECK ((last_index >= first_index)),
  constraint code_range_first_index_check CHECK ((first_index >= 0)),
  constraint code_range_key_fingerprint_check CHECK ((key_fingerprint ~ '^[0-9a-f]{16}$'::text)),
  constraint code_range_level_check CHECK ((level = ANY (ARRAY[1, 3]))),
  constraint code_range_scheme_check CHECK ((scheme = ANY (ARRAY['NMPA20'::text, 'GS1'::text, 'INTERNAL'::text]))),
  constraint code_range_enterprise_id_issued_by_fkey FOREIGN KEY (enterprise_id, issued_by) REFERENCES account(enterprise_id, id),
  constraint code_range_enterprise_id_pack_spec_id_fkey FOREIGN KEY (enterprise_id, pack_spec_id) REFERENCES pack_spec(enterprise_id, id),
  constraint code_range_enterprise_id_packaging_order_id_fkey FOREIGN KEY (enterprise_id, packaging_order_id) REFERENCES packaging_order(enterprise_id, id)
);
CREATE INDEX code_range_by_age ON public.code_range USING btree (enterprise_id, issued_at, id);
CREATE UNIQUE INDEX code_range_by_first ON public.code_range USING btree (enterprise_id, scheme, series, first_index);
CREATE INDEX code_range_by_order ON public.code_range USING btree (enterprise_id, packaging_order_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.code_range FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.code_range FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table code_range enable row level security;
alter table code_range force row level security;
create policy tenant on code_range as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on code_range to bencao_app;

create table code_replacement ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  old_range_id uuid not null,
  old_index bigint not null,
  new_range_id uuid not null,
  new_index bigint not null,
  reason text not null,
  replaced_by uuid not null,
  checked_by uuid not null,
  replaced_at timestamp with time zone not null,
  constraint code_replacement_pkey PRIMARY KEY (enterprise_id, id),
  constraint code_replacement_enterprise_id_new_range_id_new_index_key UNIQUE (enterprise_id, new_range_id, new_index),
  constraint code_replacement_enterprise_id_old_range_id_old_index_key UNIQUE (enterprise_id, old_range_id, old_index),
  constraint code_replacement_by_two CHECK ((checked_by <> replaced_by)),
  constraint code_replacement_reason_check CHECK ((reason <> ''::text)),
  constraint code_replacement_enterprise_id_checked_by_fkey FOREIGN KEY (enterprise_id, checked_by) REFERENCES account(enterprise_id, id),
  constraint code_replacement_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint code_replacement_enterprise_id_new_range_id_fkey FOREIGN KEY (enterprise_id, new_range_id) REFERENCES code_range(enterprise_id, id),
  constraint code_replacement_enterprise_id_old_range_id_fkey FOREIGN KEY (enterprise_id, old_range_id) REFERENCES code_range(enterprise_id, id),
  constraint code_replacement_enterprise_id_replaced_by_fkey FOREIGN KEY (enterprise_id, replaced_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX code_replacement_by_lot ON public.code_replacement USING btree (enterprise_id, lot_id, id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.code_replacement FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE CONSTRAINT TRIGGER guarded AFTER INSERT ON public.code_replacement DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_replacement();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.code_replacement FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table code_replacement enable row level security;
alter table code_replacement force row level security;
create policy tenant on code_replacement as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on code_replacement to bencao_app;

create table code_scan ( -- owned by bencao_owner
  enterprise_id uuid not null,
  range_id uuid not null,
  code_index bigint not null,
  visit bytea not null,
  scanned_at timestamp with time zone not null default now(),
  constraint code_scan_pkey PRIMARY KEY (enterprise_id, range_id, code_index, visit),
  constraint code_scan_enterprise_id_range_id_fkey FOREIGN KEY (enterprise_id, range_id) REFERENCES code_range(enterprise_id, id)
);
CREATE INDEX code_scan_by_day ON public.code_scan USING btree (enterprise_id, scanned_at);
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.code_scan FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table code_scan enable row level security;
alter table code_scan force row level security;
create policy counted on code_scan as permissive for select to bencao_owner using true;
create policy counter on code_scan as permissive for insert to bencao_owner with check true;
create policy tenant on code_scan as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant select on code_scan to bencao_app;

create table code_scan_total ( -- owned by bencao_owner
  enterprise_id uuid not null,
  range_id uuid not null,
  code_index bigint not null,
  scans bigint not null,
  first_at timestamp with time zone not null,
  constraint code_scan_total_pkey PRIMARY KEY (enterprise_id, range_id, code_index),
  constraint code_scan_total_scans_check CHECK ((scans > 0)),
  constraint code_scan_total_enterprise_id_range_id_fkey FOREIGN KEY (enterprise_id, range_id) REFERENCES code_range(enterprise_id, id)
) with (fillfactor=70);
alter table code_scan_total enable row level security;
alter table code_scan_total force row level security;
create policy counter on code_scan_total as permissive for all to bencao_owner using true with check true;
create policy tenant on code_scan_total as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant select on code_scan_total to bencao_app;

create table code_span ( -- owned by bencao_owner
  enterprise_id uuid not null,
  range_id uuid not null,
  first_index bigint not null,
  last_index bigint not null,
  state text not null,
  lot_id uuid,
  constraint code_span_pkey PRIMARY KEY (enterprise_id, range_id, first_index),
  constraint code_in_one_state EXCLUDE USING gist (enterprise_id WITH =, range_id WITH =, int8range(first_index, last_index, '[]'::text) WITH &&),
  constraint code_span_check CHECK ((last_index >= first_index)),
  constraint code_span_check1 CHECK (
CASE
    WHEN (state = 'issued'::text) THEN (lot_id IS NULL)
    WHEN (state = 'voided'::text) THEN true
    ELSE (lot_id IS NOT NULL)
END),
  constraint code_span_state_check CHECK ((state = ANY (ARRAY['issued'::text, 'activated'::text, 'in_stock'::text, 'shipped'::text, 'returned'::text, 'sampled'::text, 'voided'::text, 'destroyed'::text, 'missing'::text]))),
  constraint code_span_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint code_span_enterprise_id_range_id_fkey FOREIGN KEY (enterprise_id, range_id) REFERENCES code_range(enterprise_id, id)
);
CREATE INDEX code_span_by_lot ON public.code_span USING btree (enterprise_id, lot_id, state, range_id, first_index) WHERE (lot_id IS NOT NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.code_span FOR EACH ROW EXECUTE FUNCTION write_audit('range_id', 'first_index');
CREATE CONSTRAINT TRIGGER covered AFTER INSERT OR DELETE OR UPDATE ON public.code_span DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cover_range();
CREATE TRIGGER kept BEFORE UPDATE ON public.code_span FOR EACH ROW EXECUTE FUNCTION keep_span();
CREATE TRIGGER packs_counted_in AFTER INSERT ON public.code_span REFERENCING NEW TABLE AS changed_spans FOR EACH STATEMENT EXECUTE FUNCTION count_packs_in_house();
CREATE TRIGGER packs_counted_out AFTER DELETE ON public.code_span REFERENCING OLD TABLE AS changed_spans FOR EACH STATEMENT EXECUTE FUNCTION count_packs_in_house();
CREATE TRIGGER picked_kept BEFORE INSERT ON public.code_span FOR EACH ROW WHEN ((new.state = 'sampled'::text)) EXECUTE FUNCTION refuse_picked_packs();
alter table code_span enable row level security;
alter table code_span force row level security;
create policy tenant on code_span as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant delete, insert, select, update on code_span to bencao_app;

create table code_void ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  range_id uuid not null,
  first_index bigint not null,
  last_index bigint not null,
  reason text not null,
  voided_by uuid not null,
  voided_at timestamp with time zone not null default now(),
  constraint code_void_pkey PRIMARY KEY (enterprise_id, id),
  constraint code_void_check CHECK ((last_index >= first_index)),
  constraint code_void_reason_check CHECK ((reason <> ''::text)),
  constraint code_void_enterprise_id_range_id_fkey FOREIGN KEY (enterprise_id, range_id) REFERENCES code_range(enterprise_id, id),
  constraint code_void_enterprise_id_voided_by_fkey FOREIGN KEY (enterprise_id, voided_by) REFERENCES account(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.code_void FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER guarded BEFORE INSERT ON public.code_void FOR EACH ROW EXECUTE FUNCTION guard_code_void();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.code_void FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table code_void enable row level security;
alter table code_void force row level security;
create policy tenant on code_void as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on code_void to bencao_app;

create table correction ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  correction_no text not null,
  record text not null,
  record_id uuid not null,
  subject text not null,
  lot_id uuid,
  asked jsonb not null,
  reason text not null,
  state text not null default 'proposed'::text,
  proposed_by uuid not null,
  proposed_at timestamp with time zone not null default now(),
  approved_by uuid,
  approved_at timestamp with time zone,
  ended_by uuid,
  ended_at timestamp with time zone,
  end_reason text,
  row_version integer not null default 1,
  constraint correction_pkey PRIMARY KEY (enterprise_id, id),
  constraint correction_enterprise_id_correction_no_key UNIQUE (enterprise_id, correction_no),
  constraint correction_asked_check CHECK (((jsonb_typeof(asked) = 'array'::text) AND (jsonb_array_length(asked) > 0))),
  constraint correction_by_two CHECK ((approved_by <> proposed_by)),
  constraint correction_check CHECK ((((state = 'approved'::text) = (approved_at IS NOT NULL)) AND ((approved_at IS NULL) = (approved_by IS NULL)))),
  constraint correction_check1 CHECK ((((state = ANY (ARRAY['refused'::text, 'cancelled'::text])) = (ended_at IS NOT NULL)) AND ((ended_at IS NULL) = (ended_by IS NULL)) AND ((ended_at IS NULL) = (end_reason IS NULL)))),
  constraint correction_end_reason_check CHECK ((end_reason <> ''::text)),
  constraint correction_reason_check CHECK ((reason <> ''::text)),
  constraint correction_record_check CHECK ((record = ANY (ARRAY['receipt_line'::text, 'production_step'::text, 'batch'::text, 'packaging'::text, 'shipment'::text, 'issue'::text, 'sampling'::text]))),
  constraint correction_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'refused'::text, 'cancelled'::text]))),
  constraint correction_subject_check CHECK ((subject <> ''::text)),
  constraint correction_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint correction_enterprise_id_ended_by_fkey FOREIGN KEY (enterprise_id, ended_by) REFERENCES account(enterprise_id, id),
  constraint correction_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint correction_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint correction_enterprise_id_proposed_by_fkey FOREIGN KEY (enterprise_id, proposed_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX correction_by_record ON public.correction USING btree (enterprise_id, record_id);
CREATE UNIQUE INDEX correction_open ON public.correction USING btree (enterprise_id, record_id) WHERE (state = 'proposed'::text);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.correction FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER kept BEFORE INSERT OR DELETE OR UPDATE ON public.correction FOR EACH ROW EXECUTE FUNCTION keep_correction();
CREATE TRIGGER messages_settled AFTER UPDATE ON public.correction FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER versioned BEFORE UPDATE ON public.correction FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.correction FOR EACH ROW EXECUTE FUNCTION keep_waiting_correction();
alter table correction enable row level security;
alter table correction force row level security;
create policy tenant on correction as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on correction to bencao_app;

create table correction_change ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  correction_id uuid not null,
  record_table text not null,
  record_id uuid not null,
  field text not null,
  old_value text,
  new_value text,
  constraint correction_change_pkey PRIMARY KEY (enterprise_id, id),
  constraint correction_change_enterprise_id_correction_id_record_table__key UNIQUE (enterprise_id, correction_id, record_table, record_id, field),
  constraint correction_change_check CHECK ((old_value IS DISTINCT FROM new_value)),
  constraint correction_change_record_table_check CHECK ((record_table = ANY (ARRAY['raw_lot'::text, 'receipt'::text, 'lot'::text, 'production_step'::text, 'bulk_lot'::text, 'packaging_record'::text, 'pack_lot'::text, 'pack_release'::text, 'shipment'::text, 'shipment_line'::text, 'production_issue'::text, 'sampling'::text, 'sample'::text]))),
  constraint correction_change_enterprise_id_correction_id_fkey FOREIGN KEY (enterprise_id, correction_id) REFERENCES correction(enterprise_id, id),
  constraint correction_change_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE INDEX correction_change_by_record ON public.correction_change USING btree (enterprise_id, record_id, field);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.correction_change FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.correction_change FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table correction_change enable row level security;
alter table correction_change force row level security;
create policy tenant on correction_change as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant select on correction_change to bencao_app;

create table count_tolerance ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  goods_class text not null,
  percent numeric(5,2) not null,
  reason text not null,
  set_by uuid not null,
  approved_by uuid not null,
  set_at timestamp with time zone not null,
  constraint count_tolerance_pkey PRIMARY KEY (enterprise_id, id),
  constraint count_tolerance_by_two CHECK ((approved_by <> set_by)),
  constraint count_tolerance_goods_class_check CHECK ((goods_class = ANY (ARRAY['raw'::text, 'auxiliary'::text, 'bulk'::text, 'toxic'::text]))),
  constraint count_tolerance_percent_check CHECK (((percent >= (0)::numeric) AND (percent <= (10)::numeric))),
  constraint count_tolerance_reason_check CHECK ((reason <> ''::text)),
  constraint count_tolerance_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint count_tolerance_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint count_tolerance_enterprise_id_set_by_fkey FOREIGN KEY (enterprise_id, set_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX count_tolerance_latest ON public.count_tolerance USING btree (enterprise_id, goods_class, id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.count_tolerance FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.count_tolerance FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table count_tolerance enable row level security;
alter table count_tolerance force row level security;
create policy tenant on count_tolerance as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on count_tolerance to bencao_app;

create table custody_entry ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id bigint not null generated always as identity,
  shipment_id uuid not null,
  lot_id uuid not null,
  from_fate text not null,
  to_fate text not null,
  packs integer not null,
  told_by text not null,
  document_id uuid not null,
  by_id uuid not null,
  at timestamp with time zone not null,
  constraint custody_entry_pkey PRIMARY KEY (enterprise_id, id),
  constraint custody_entry_check CHECK ((from_fate <> to_fate)),
  constraint custody_entry_from_fate_check CHECK ((from_fate = ANY (ARRAY['customer'::text, 'returning'::text, 'claimed'::text, 'lost'::text, 'returned'::text]))),
  constraint custody_entry_packs_check CHECK ((packs > 0)),
  constraint custody_entry_to_fate_check CHECK ((to_fate = ANY (ARRAY['customer'::text, 'returning'::text, 'claimed'::text, 'lost'::text, 'returned'::text]))),
  constraint custody_entry_told_by_check CHECK ((told_by = ANY (ARRAY['customer_return'::text, 'carrier_claim'::text]))),
  constraint custody_entry_enterprise_id_by_id_fkey FOREIGN KEY (enterprise_id, by_id) REFERENCES account(enterprise_id, id),
  constraint custody_entry_enterprise_id_shipment_id_lot_id_fkey FOREIGN KEY (enterprise_id, shipment_id, lot_id) REFERENCES shipment_line(enterprise_id, shipment_id, lot_id)
);
CREATE INDEX custody_entry_by_document ON public.custody_entry USING btree (enterprise_id, document_id);
CREATE INDEX custody_entry_by_line ON public.custody_entry USING btree (enterprise_id, shipment_id, lot_id);
CREATE INDEX custody_entry_by_lot ON public.custody_entry USING btree (enterprise_id, lot_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.custody_entry FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER guarded BEFORE INSERT ON public.custody_entry FOR EACH ROW EXECUTE FUNCTION guard_custody();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.custody_entry FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE CONSTRAINT TRIGGER matched AFTER INSERT ON public.custody_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION match_custody();
alter table custody_entry enable row level security;
alter table custody_entry force row level security;
create policy tenant on custody_entry as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on custody_entry to bencao_app;

create table customer ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  code text not null,
  name text not null,
  initials text not null default ''::text,
  kind text not null,
  credit_code text,
  licence_kind text not null,
  licence_no text not null,
  licence_valid_until date not null,
  scopes text[] not null,
  is_active boolean not null default true,
  row_version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  legal_person text not null default ''::text,
  quality_contact text not null default ''::text,
  phone text not null default ''::text,
  remark text not null default ''::text,
  email text not null default ''::text,
  constraint customer_pkey PRIMARY KEY (enterprise_id, id),
  constraint customer_enterprise_id_code_key UNIQUE (enterprise_id, code),
  constraint customer_credit_code_check CHECK ((credit_code ~ '^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$'::text)),
  constraint customer_name_check CHECK ((name <> ''::text)),
  constraint customer_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE INDEX customer_by_code_number ON public.customer USING btree (enterprise_id, (("substring"(code, '^C(\d{1,6})$'::text))::integer) DESC NULLS LAST);
CREATE INDEX customer_by_end ON public.customer USING btree (enterprise_id, licence_valid_until) WHERE (is_active AND (licence_valid_until IS NOT NULL));
CREATE INDEX customer_by_kind ON public.customer USING btree (enterprise_id, kind, id);
CREATE INDEX customer_by_name ON public.customer USING btree (enterprise_id, name);
CREATE UNIQUE INDEX customer_credit_code_once ON public.customer USING btree (enterprise_id, credit_code);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.customer FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER renewal_settled AFTER UPDATE ON public.customer FOR EACH ROW WHEN (((old.licence_valid_until IS DISTINCT FROM new.licence_valid_until) OR (NOT new.is_active))) EXECUTE FUNCTION settle_renewal();
CREATE TRIGGER versioned BEFORE UPDATE ON public.customer FOR EACH ROW EXECUTE FUNCTION count_version();
alter table customer enable row level security;
alter table customer force row level security;
create policy tenant on customer as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on customer to bencao_app;

create table customer_address ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  province text not null,
  city text not null,
  address text not null,
  contact text not null,
  phone text not null,
  is_active boolean not null default true,
  constraint customer_address_pkey PRIMARY KEY (enterprise_id, id),
  constraint customer_address_enterprise_id_customer_id_id_key UNIQUE (enterprise_id, customer_id, id),
  constraint customer_address_enterprise_id_customer_id_fkey FOREIGN KEY (enterprise_id, customer_id) REFERENCES customer(enterprise_id, id)
);
CREATE INDEX customer_address_by_customer ON public.customer_address USING btree (enterprise_id, customer_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.customer_address FOR EACH ROW EXECUTE FUNCTION write_audit('id');
alter table customer_address enable row level security;
alter table customer_address force row level security;
create policy tenant on customer_address as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on customer_address to bencao_app;

create table customer_return ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  return_no text not null,
  kind text not null,
  state text not null,
  shipment_id uuid not null,
  reason text not null,
  note text not null default ''::text,
  kept text not null default ''::text,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  approved_by uuid,
  approved_at timestamp with time zone,
  ended_by uuid,
  ended_at timestamp with time zone,
  end_reason text,
  row_version integer not null default 1,
  constraint customer_return_pkey PRIMARY KEY (enterprise_id, id),
  constraint customer_return_enterprise_id_return_no_key UNIQUE (enterprise_id, return_no),
  constraint customer_return_check CHECK ((((approved_by IS NULL) = (approved_at IS NULL)) AND ((kind = 'return'::text) OR (approved_by IS NULL)))),
  constraint customer_return_check1 CHECK (((kind <> 'return'::text) OR (state = ANY (ARRAY['requested'::text, 'declined'::text, 'cancelled'::text])) OR (approved_by IS NOT NULL))),
  constraint customer_return_check2 CHECK ((((state = ANY (ARRAY['declined'::text, 'cancelled'::text])) = (ended_at IS NOT NULL)) AND (num_nulls(ended_by, ended_at, end_reason) = ANY (ARRAY[0, 3])))),
  constraint customer_return_end_reason_check CHECK ((end_reason <> ''::text)),
  constraint customer_return_kind_check CHECK ((kind = ANY (ARRAY['return'::text, 'refused'::text, 'recall'::text]))),
  constraint customer_return_reason_check CHECK ((reason <> ''::text)),
  constraint customer_return_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'awaited'::text, 'received'::text, 'inspected'::text, 'restocking'::text, 'destroying'::text, 'closed'::text, 'declined'::text, 'cancelled'::text]))),
  constraint return_by_two CHECK ((approved_by <> created_by)),
  constraint customer_return_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint customer_return_enterprise_id_created_by_fkey FOREIGN KEY (enterprise_id, created_by) REFERENCES account(enterprise_id, id),
  constraint customer_return_enterprise_id_ended_by_fkey FOREIGN KEY (enterprise_id, ended_by) REFERENCES account(enterprise_id, id),
  constraint customer_return_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint customer_return_enterprise_id_shipment_id_fkey FOREIGN KEY (enterprise_id, shipment_id) REFERENCES shipment(enterprise_id, id)
);
CREATE INDEX customer_return_by_shipment ON public.customer_return USING btree (enterprise_id, shipment_id);
CREATE INDEX customer_return_by_time ON public.customer_return USING btree (enterprise_id, created_at, id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.customer_return FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE UPDATE ON public.customer_return FOR EACH ROW EXECUTE FUNCTION guard_customer_return();
CREATE TRIGGER messages_settled AFTER UPDATE ON public.customer_return FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER versioned BEFORE UPDATE ON public.customer_return FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE ON public.customer_return FOR EACH ROW EXECUTE FUNCTION keep_waiting_customer_return();
alter table customer_return enable row level security;
alter table customer_return force row level security;
create policy tenant on customer_return as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on customer_return to bencao_app;

create table customer_verdict ( -- owned by bencao_owner
  enterprise_id uuid not null,
  report_id uuid not null,
  standard_version_id uuid not null,
  lot_id uuid not null,
  customer_id uuid not null,
  conforms boolean not null,
  constraint customer_verdict_pkey PRIMARY KEY (enterprise_id, report_id, standard_version_id),
  constraint customer_verdict_enterprise_id_customer_id_fkey FOREIGN KEY (enterprise_id, customer_id) REFERENCES customer(enterprise_id, id),
  constraint customer_verdict_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint customer_verdict_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint customer_verdict_enterprise_id_report_id_fkey FOREIGN KEY (enterprise_id, report_id) REFERENCES report(enterprise_id, id),
  constraint customer_verdict_enterprise_id_standard_version_id_fkey FOREIGN KEY (enterprise_id, standard_version_id) REFERENCES standard_version(enterprise_id, id)
);
CREATE INDEX customer_verdict_by_lot ON public.customer_verdict USING btree (enterprise_id, lot_id, customer_id, report_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.customer_verdict FOR EACH ROW EXECUTE FUNCTION write_audit_digest('report_id', 'standard_version_id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.customer_verdict FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table customer_verdict enable row level security;
alter table customer_verdict force row level security;
create policy tenant on customer_verdict as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on customer_verdict to bencao_app;

create table definition_set ( -- owned by bencao_owner
  checksum text not null,
  applied_at timestamp with time zone not null,
  constraint definition_set_pkey PRIMARY KEY (checksum)
);

create table deputy ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  principal_id uuid not null,
  deputy_id uuid not null,
  duties text[] not null,
  valid_from date not null,
  valid_until date not null,
  reason text not null,
  state text not null,
  given_by uuid not null,
  given_at timestamp with time zone not null,
  confirmed_by uuid,
  confirmed_at timestamp with time zone,
  ended_by uuid,
  ended_at timestamp with time zone,
  end_reason text,
  row_version integer not null default 1,
  constraint deputy_pkey PRIMARY KEY (enterprise_id, id),
  constraint deputy_by_two CHECK ((confirmed_by <> given_by)),
  constraint deputy_check CHECK (((num_nulls(confirmed_by, confirmed_at) = ANY (ARRAY[0, 2])) AND ((state = 'valid'::text) <= (confirmed_by IS NOT NULL)))),
  constraint deputy_check1 CHECK (((num_nulls(ended_by, ended_at, end_reason) = ANY (ARRAY[0, 3])) AND ((state = ANY (ARRAY['refused'::text, 'ended'::text])) = (ended_at IS NOT NULL)))),
  constraint deputy_duties_check CHECK (((cardinality(duties) >= 1) AND (cardinality(duties) <= 60))),
  constraint deputy_end_reason_check CHECK ((end_reason <> ''::text)),
  constraint deputy_for_a_time CHECK (((valid_until >= valid_from) AND (valid_until <= (valid_from + 92)))),
  constraint deputy_is_another CHECK ((deputy_id <> principal_id)),
  constraint deputy_not_by_deputy CHECK (((given_by <> deputy_id) AND (confirmed_by <> deputy_id))),
  constraint deputy_reason_check CHECK ((reason <> ''::text)),
  constraint deputy_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'valid'::text, 'refused'::text, 'ended'::text]))),
  constraint deputy_enterprise_id_confirmed_by_fkey FOREIGN KEY (enterprise_id, confirmed_by) REFERENCES account(enterprise_id, id),
  constraint deputy_enterprise_id_deputy_id_fkey FOREIGN KEY (enterprise_id, deputy_id) REFERENCES account(enterprise_id, id),
  constraint deputy_enterprise_id_ended_by_fkey FOREIGN KEY (enterprise_id, ended_by) REFERENCES account(enterprise_id, id),
  constraint deputy_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint deputy_enterprise_id_given_by_fkey FOREIGN KEY (enterprise_id, given_by) REFERENCES account(enterprise_id, id),
  constraint deputy_enterprise_id_principal_id_fkey FOREIGN KEY (enterprise_id, principal_id) REFERENCES account(enterprise_id, id)
);
CREATE INDEX deputy_by_time ON public.deputy USING btree (enterprise_id, given_at DESC, id);
CREATE INDEX deputy_in_force ON public.deputy USING btree (enterprise_id, deputy_id) WHERE (state = 'valid'::text);
CREATE INDEX deputy_of_principal ON public.deputy USING btree (enterprise_id, principal_id, given_at DESC);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.deputy FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE INSERT OR DELETE OR UPDATE ON public.deputy FOR EACH ROW EXECUTE FUNCTION guard_deputy();
CREATE TRIGGER messages_settled AFTER UPDATE ON public.deputy FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER versioned BEFORE UPDATE ON public.deputy FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.deputy FOR EACH ROW EXECUTE FUNCTION keep_waiting_deputy();
alter table deputy enable row level security;
alter table deputy force row level security;
create policy doorkeeper on deputy as permissive for select to bencao_owner using true;
create policy tenant on deputy as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on deputy to bencao_app;

create table dictionary_item ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  type text not null,
  code text not null,
  label text not null,
  initials text not null default ''::text,
  sort integer not null default 1000,
  remark text not null default ''::text,
  is_active boolean not null default true,
  is_shipped boolean not null default false,
  is_locked boolean not null default false,
  row_version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  constraint dictionary_item_pkey PRIMARY KEY (enterprise_id, id),
  constraint dictionary_code_once UNIQUE (enterprise_id, type, code),
  constraint dictionary_label_once UNIQUE (enterprise_id, type, label),
  constraint dictionary_item_check CHECK ((is_active OR (NOT is_locked))),
  constraint dictionary_item_code_check CHECK ((code ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$'::text)),
  constraint dictionary_item_label_check CHECK ((label <> ''::text)),
  constraint dictionary_item_sort_check CHECK (((sort >= 1) AND (sort <= 100000))),
  constraint dictionary_item_type_check CHECK ((type ~ '^[a-z][a-z0-9_]*$'::text)),
  constraint dictionary_item_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.dictionary_item FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER code_kept BEFORE DELETE OR UPDATE ON public.dictionary_item FOR EACH ROW EXECUTE FUNCTION keep_dictionary_code();
CREATE TRIGGER versioned BEFORE UPDATE ON public.dictionary_item FOR EACH ROW EXECUTE FUNCTION count_version();
alter table dictionary_item enable row level security;
alter table dictionary_item force row level security;
create policy tenant on dictionary_item as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on dictionary_item to bencao_app;

create table disposal_case ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  disposal_no text not null,
  ground text not null,
  reason text not null,
  disposal_method text not null,
  state text not null,
  proposed_by uuid not null,
  proposed_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  opinion text,
  found_by uuid,
  found_at timestamp with time zone,
  found_reason text,
  redecided_by uuid,
  redecided_at timestamp with time zone,
  second_opinion text,
  cancelled_by uuid,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  carried_by uuid,
  witness_id uuid,
  carried_at timestamp with time zone,
  carrier text,
  certificate_no text,
  row_version integer not null default 1,
  constraint disposal_case_pkey PRIMARY KEY (enterprise_id, id),
  constraint disposal_case_enterprise_id_disposal_no_key UNIQUE (enterprise_id, disposal_no),
  constraint disposal_by_two CHECK (((decided_by <> proposed_by) AND (redecided_by <> proposed_by) AND (redecided_by <> found_by))),
  constraint disposal_carried_by_other CHECK ((((carried_by <> decided_by) AND (carried_by IS DISTINCT FROM redecided_by)) OR (carried_by IS NULL))),
  constraint disposal_case_cancel_reason_check CHECK ((cancel_reason <> ''::text)),
  constraint disposal_case_carrier_check CHECK ((carrier <> ''::text)),
  constraint disposal_case_certificate_no_check CHECK ((certificate_no <> ''::text)),
  constraint disposal_case_check CHECK ((num_nulls(found_by, found_at, found_reason) = ANY (ARRAY[0, 3]))),
  constraint disposal_case_check1 CHECK ((num_nulls(decided_by, decided_at, opinion) = ANY (ARRAY[0, 3]))),
  constraint disposal_case_check2 CHECK (((num_nulls(redecided_by, redecided_at, second_opinion) = ANY (ARRAY[0, 3])) AND ((redecided_at IS NULL) OR (found_at IS NOT NULL)))),
  constraint disposal_case_check3 CHECK (((state <> ALL (ARRAY['approved'::text, 'reported'::text, 'refused'::text, 'done'::text])) OR (decided_at IS NOT NULL))),
  constraint disposal_case_check4 CHECK (((state <> 'proposed'::text) OR (decided_at IS NULL))),
  constraint disposal_case_check5 CHECK (((found_at IS NULL) OR (decided_at IS NOT NULL))),
  constraint disposal_case_check6 CHECK (((state <> ALL (ARRAY['approved'::text, 'done'::text])) OR (found_at IS NULL) OR (redecided_at IS NOT NULL))),
  constraint disposal_case_check7 CHECK (((num_nulls(cancelled_by, cancelled_at, cancel_reason) = ANY (ARRAY[0, 3])) AND ((state = 'cancelled'::text) = (cancelled_at IS NOT NULL)))),
  constraint disposal_case_check8 CHECK (((num_nulls(carried_by, witness_id, carried_at, carrier) = ANY (ARRAY[0, 4])) AND ((state = 'done'::text) = (carried_at IS NOT NULL)))),
  constraint disposal_case_check9 CHECK (((certificate_no IS NULL) OR (carried_at IS NOT NULL))),
  constraint disposal_case_disposal_method_check CHECK ((disposal_method = ANY (ARRAY['burn'::text, 'crush'::text, 'chemical'::text, 'contractor'::text]))),
  constraint disposal_case_found_reason_check CHECK ((found_reason <> ''::text)),
  constraint disposal_case_ground_check CHECK ((ground = ANY (ARRAY['rejected'::text, 'expired'::text, 'returned'::text, 'damaged'::text]))),
  constraint disposal_case_opinion_check CHECK ((opinion <> ''::text)),
  constraint disposal_case_reason_check CHECK ((reason <> ''::text)),
  constraint disposal_case_second_opinion_check CHECK ((second_opinion <> ''::text)),
  constraint disposal_case_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'reported'::text, 'refused'::text, 'cancelled'::text, 'done'::text]))),
  constraint disposal_witness_is_other CHECK ((((witness_id <> proposed_by) AND (witness_id <> decided_by) AND (witness_id <> carried_by) AND (witness_id IS DISTINCT FROM redecided_by)) OR (witness_id IS NULL))),
  constraint disposal_case_enterprise_id_cancelled_by_fkey FOREIGN KEY (enterprise_id, cancelled_by) REFERENCES account(enterprise_id, id),
  constraint disposal_case_enterprise_id_carried_by_fkey FOREIGN KEY (enterprise_id, carried_by) REFERENCES account(enterprise_id, id),
  constraint disposal_case_enterprise_id_decided_by_fkey FOREIGN KEY (enterprise_id, decided_by) REFERENCES account(enterprise_id, id),
  constraint disposal_case_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint disposal_case_enterprise_id_found_by_fkey FOREIGN KEY (enterprise_id, found_by) REFERENCES account(enterprise_id, id),
  constraint disposal_case_enterprise_id_proposed_by_fkey FOREIGN KEY (enterprise_id, proposed_by) REFERENCES account(enterprise_id, id),
  constraint disposal_case_enterprise_id_redecided_by_fkey FOREIGN KEY (enterprise_id, redecided_by) REFERENCES account(enterprise_id, id),
  constraint disposal_case_enterprise_id_witness_id_fkey FOREIGN KEY (enterprise_id, witness_id) REFERENCES account(enterprise_id, id)
);
CREATE INDEX disposal_case_by_state ON public.disposal_case USING btree (enterprise_id, state, proposed_at);
CREATE INDEX disposal_case_by_time ON public.disposal_case USING btree (enterprise_id, proposed_at, id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.disposal_case FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE UPDATE ON public.disposal_case FOR EACH ROW EXECUTE FUNCTION guard_disposal_case();
CREATE TRIGGER messages_settled AFTER UPDATE ON public.disposal_case FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE CONSTRAINT TRIGGER signed AFTER UPDATE ON public.disposal_case DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = ANY (ARRAY['approved'::text, 'refused'::text, 'done'::text])))) EXECUTE FUNCTION guard_disposal_signatures();
CREATE TRIGGER versioned BEFORE UPDATE ON public.disposal_case FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.disposal_case FOR EACH ROW EXECUTE FUNCTION keep_waiting_disposal();
alter table disposal_case enable row level security;
alter table disposal_case force row level security;
create policy tenant on disposal_case as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on disposal_case to bencao_app;

create table disposal_code ( -- owned by bencao_owner
  enterprise_id uuid not null,
  case_id uuid not null,
  lot_id uuid not null,
  range_id uuid not null,
  first_index bigint not null,
  last_index bigint not null,
  constraint disposal_code_pkey PRIMARY KEY (enterprise_id, case_id, range_id, first_index),
  constraint disposal_code_check CHECK ((last_index >= first_index)),
  constraint disposal_code_enterprise_id_case_id_fkey FOREIGN KEY (enterprise_id, case_id) REFERENCES disposal_case(enterprise_id, id),
  constraint disposal_code_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint disposal_code_enterprise_id_range_id_fkey FOREIGN KEY (enterprise_id, range_id) REFERENCES code_range(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.disposal_code FOR EACH ROW EXECUTE FUNCTION write_audit_digest('case_id', 'range_id', 'first_index');
CREATE TRIGGER guarded BEFORE INSERT ON public.disposal_code FOR EACH ROW EXECUTE FUNCTION guard_disposal_code();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.disposal_code FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table disposal_code enable row level security;
alter table disposal_code force row level security;
create policy tenant on disposal_code as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on disposal_code to bencao_app;

create table disposal_line ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  case_id uuid not null,
  lot_id uuid not null,
  place_id uuid not null,
  quantity numeric(14,4) not null,
  packs integer,
  found numeric(14,4),
  weighed numeric(14,4),
  is_open boolean not null default true,
  constraint disposal_line_pkey PRIMARY KEY (enterprise_id, id),
  constraint disposal_line_enterprise_id_case_id_lot_id_place_id_key UNIQUE (enterprise_id, case_id, lot_id, place_id),
  constraint disposal_line_found_check CHECK ((found > (0)::numeric)),
  constraint disposal_line_packs_check CHECK ((packs > 0)),
  constraint disposal_line_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint disposal_line_weighed_check CHECK ((weighed > (0)::numeric)),
  constraint disposal_line_enterprise_id_case_id_fkey FOREIGN KEY (enterprise_id, case_id) REFERENCES disposal_case(enterprise_id, id),
  constraint disposal_line_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint disposal_line_enterprise_id_place_id_fkey FOREIGN KEY (enterprise_id, place_id) REFERENCES place(enterprise_id, id)
);
CREATE UNIQUE INDEX disposal_line_open ON public.disposal_line USING btree (enterprise_id, lot_id, place_id) WHERE is_open;
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.disposal_line FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE INSERT OR UPDATE ON public.disposal_line FOR EACH ROW EXECUTE FUNCTION guard_disposal_line();
alter table disposal_line enable row level security;
alter table disposal_line force row level security;
create policy tenant on disposal_line as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on disposal_line to bencao_app;

create table enterprise ( -- owned by bencao_owner
  id uuid not null default uuidv7(),
  number integer not null generated always as identity,
  name text not null,
  initials text not null default ''::text,
  credit_code text,
  licence_no text not null default ''::text,
  address text not null default ''::text,
  phone text not null default ''::text,
  introduction text not null default ''::text,
  is_operating boolean not null default false,
  is_demo boolean not null default false,
  row_version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  legal_person text not null default ''::text,
  province text not null default ''::text,
  city text not null default ''::text,
  contact text not null default ''::text,
  email text not null default ''::text,
  quality_head text not null default ''::text,
  node_code text,
  latitude numeric(9,6),
  longitude numeric(9,6),
  constraint enterprise_pkey PRIMARY KEY (id),
  constraint enterprise_credit_code_key UNIQUE (credit_code),
  constraint enterprise_number_key UNIQUE (number),
  constraint enterprise_credit_code_check CHECK ((credit_code ~ '^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$'::text)),
  constraint enterprise_latitude_check CHECK (((latitude >= ('-90'::integer)::numeric) AND (latitude <= (90)::numeric))),
  constraint enterprise_longitude_check CHECK (((longitude >= ('-180'::integer)::numeric) AND (longitude <= (180)::numeric))),
  constraint enterprise_name_check CHECK ((name <> ''::text)),
  constraint enterprise_node_code_check CHECK ((node_code ~ '^\d{14}$'::text))
);
CREATE UNIQUE INDEX one_operating_enterprise ON public.enterprise USING btree (is_operating) WHERE is_operating;
CREATE TRIGGER a_books_opened AFTER INSERT ON public.enterprise FOR EACH ROW EXECUTE FUNCTION open_books();
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.enterprise FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER credit_code_kept BEFORE UPDATE OF credit_code ON public.enterprise FOR EACH ROW WHEN (((old.credit_code IS NOT NULL) AND (new.credit_code IS DISTINCT FROM old.credit_code))) EXECUTE FUNCTION guard_credit_code();
CREATE TRIGGER versioned BEFORE UPDATE ON public.enterprise FOR EACH ROW EXECUTE FUNCTION count_version();
alter table enterprise enable row level security;
alter table enterprise force row level security;
create policy doorkeeper on enterprise as permissive for select to bencao_owner using true;
create policy tenant on enterprise as permissive for all to public using (id = ( SELECT current_enterprise() AS current_enterprise)) with check (id = current_enterprise());
grant insert, select, update on enterprise to bencao_app;

create table expiry_alert ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  subject text not null,
  subject_id uuid not null,
  valid_until date not null,
  days integer not null,
  told_at timestamp with time zone not null default now(),
  constraint expiry_alert_pkey PRIMARY KEY (enterprise_id, id),
  constraint expiry_alert_enterprise_id_subject_subject_id_valid_until_d_key UNIQUE (enterprise_id, subject, subject_id, valid_until, days),
  constraint expiry_alert_days_check CHECK ((days = ANY (ARRAY[90, 30, 7, 0]))),
  constraint expiry_alert_subject_check CHECK ((subject = ANY (ARRAY['licence'::text, 'supplier'::text, 'customer'::text, 'instrument'::text, 'reagent_lot'::text, 'outside_laboratory'::text, 'stability_point'::text, 'asset'::text, 'authorisation'::text]))),
  constraint expiry_alert_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.expiry_alert FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.expiry_alert FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table expiry_alert enable row level security;
alter table expiry_alert force row level security;
create policy tenant on expiry_alert as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on expiry_alert to bencao_app;

create table file_upload ( -- owned by bencao_owner
  enterprise_id uuid not null,
  digest text not null,
  account_id uuid not null,
  uploaded_at timestamp with time zone not null default now(),
  constraint file_upload_pkey PRIMARY KEY (enterprise_id, digest, account_id),
  constraint file_upload_enterprise_id_account_id_fkey FOREIGN KEY (enterprise_id, account_id) REFERENCES account(enterprise_id, id),
  constraint file_upload_enterprise_id_digest_fkey FOREIGN KEY (enterprise_id, digest) REFERENCES stored_file(enterprise_id, digest) ON DELETE CASCADE,
  constraint file_upload_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
alter table file_upload enable row level security;
alter table file_upload force row level security;
create policy caretaker on file_upload as permissive for all to bencao_owner using true with check true;
create policy tenant on file_upload as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on file_upload to bencao_app;

create table founding_end ( -- owned by bencao_owner
  enterprise_id uuid not null,
  ended_at timestamp with time zone not null default now(),
  first_id uuid not null,
  second_id uuid not null,
  constraint founding_end_pkey PRIMARY KEY (enterprise_id),
  constraint founding_end_check CHECK ((second_id <> first_id)),
  constraint founding_end_enterprise_id_first_id_fkey FOREIGN KEY (enterprise_id, first_id) REFERENCES account(enterprise_id, id),
  constraint founding_end_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint founding_end_enterprise_id_second_id_fkey FOREIGN KEY (enterprise_id, second_id) REFERENCES account(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.founding_end FOR EACH ROW EXECUTE FUNCTION write_audit_digest('enterprise_id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.founding_end FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table founding_end enable row level security;
alter table founding_end force row level security;
create policy tenant on founding_end as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on founding_end to bencao_app;

create table goods_name ( -- owned by bencao_owner
  enterprise_id uuid not null,
  name text not null,
  initials text not null,
  constraint goods_name_pkey PRIMARY KEY (enterprise_id, name),
  constraint goods_name_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
alter table goods_name enable row level security;
alter table goods_name force row level security;
create policy tenant on goods_name as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant select on goods_name to bencao_app;

create table hold ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  kind text not null,
  reason text not null,
  placed_by uuid not null,
  placed_at timestamp with time zone not null default now(),
  lifted_by uuid,
  lifted_at timestamp with time zone,
  conclusion text,
  reaches boolean,
  lift_second_by uuid,
  lift_evidence text,
  correction_id uuid,
  constraint hold_pkey PRIMARY KEY (enterprise_id, id),
  constraint hold_check CHECK ((((lifted_at IS NULL) = (lifted_by IS NULL)) AND ((lifted_at IS NULL) = (conclusion IS NULL)))),
  constraint hold_check1 CHECK (((lift_second_by IS NULL) OR (lifted_by IS NOT NULL))),
  constraint hold_check2 CHECK (((lift_evidence IS NULL) OR (lifted_by IS NOT NULL))),
  constraint hold_check3 CHECK (((reaches IS NULL) OR (kind = ANY (ARRAY['freeze'::text, 'deviation'::text, 'complaint'::text])))),
  constraint hold_check4 CHECK (((correction_id IS NULL) OR (kind = 'deviation'::text))),
  constraint hold_kind_check CHECK ((kind = ANY (ARRAY['freeze'::text, 'deviation'::text, 'oos'::text, 'doc_missing'::text, 'complaint'::text, 'recall'::text, 'regulator'::text, 'impact'::text]))),
  constraint hold_lift_evidence_check CHECK ((lift_evidence <> ''::text)),
  constraint hold_lifted_by_two CHECK ((lift_second_by <> lifted_by)),
  constraint hold_reason_check CHECK ((reason <> ''::text)),
  constraint hold_enterprise_id_correction_id_fkey FOREIGN KEY (enterprise_id, correction_id) REFERENCES correction(enterprise_id, id),
  constraint hold_enterprise_id_lift_second_by_fkey FOREIGN KEY (enterprise_id, lift_second_by) REFERENCES account(enterprise_id, id),
  constraint hold_enterprise_id_lifted_by_fkey FOREIGN KEY (enterprise_id, lifted_by) REFERENCES account(enterprise_id, id),
  constraint hold_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint hold_enterprise_id_placed_by_fkey FOREIGN KEY (enterprise_id, placed_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX hold_by_lot ON public.hold USING btree (enterprise_id, lot_id);
CREATE INDEX hold_of_regulator ON public.hold USING btree (enterprise_id, placed_at, id) WHERE (kind = 'regulator'::text);
CREATE TRIGGER a_person_lifts BEFORE UPDATE OF lifted_at ON public.hold FOR EACH ROW WHEN (((old.lifted_at IS NULL) AND (new.lifted_at IS NOT NULL))) EXECUTE FUNCTION refuse_program_lift();
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.hold FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER counted AFTER INSERT OR UPDATE ON public.hold FOR EACH ROW EXECUTE FUNCTION count_holds();
CREATE TRIGGER kept_by_count BEFORE UPDATE OF lifted_at ON public.hold FOR EACH ROW WHEN (((old.lifted_at IS NULL) AND (new.lifted_at IS NOT NULL) AND (new.kind = 'deviation'::text))) EXECUTE FUNCTION guard_stocktake_hold();
CREATE TRIGGER kept_by_incident BEFORE UPDATE OF lifted_at ON public.hold FOR EACH ROW WHEN (((old.lifted_at IS NULL) AND (new.lifted_at IS NOT NULL) AND (new.kind = ANY (ARRAY['deviation'::text, 'complaint'::text])))) EXECUTE FUNCTION guard_incident_hold();
CREATE TRIGGER kept_by_recall BEFORE UPDATE OF lifted_at ON public.hold FOR EACH ROW WHEN (((old.lifted_at IS NULL) AND (new.lifted_at IS NOT NULL) AND (new.kind = 'recall'::text))) EXECUTE FUNCTION guard_recall_hold();
CREATE TRIGGER lifted_by_others BEFORE UPDATE OF lifted_at ON public.hold FOR EACH ROW WHEN (((old.lifted_at IS NULL) AND (new.lifted_at IS NOT NULL) AND (new.kind <> ALL (ARRAY['oos'::text, 'impact'::text])))) EXECUTE FUNCTION guard_lifters();
alter table hold enable row level security;
alter table hold force row level security;
create policy tenant on hold as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on hold to bencao_app;

create table idempotent_answer ( -- owned by bencao_owner
  enterprise_id uuid not null,
  account_id uuid not null,
  key text not null,
  request_digest bytea not null,
  status integer not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotent_answer_pkey PRIMARY KEY (enterprise_id, account_id, key),
  constraint idempotent_answer_enterprise_id_account_id_fkey FOREIGN KEY (enterprise_id, account_id) REFERENCES account(enterprise_id, id)
);
CREATE INDEX idempotent_answer_by_age ON public.idempotent_answer USING btree (created_at);
alter table idempotent_answer enable row level security;
alter table idempotent_answer force row level security;
create policy keeper on idempotent_answer as permissive for all to bencao_owner using true with check true;
create policy tenant on idempotent_answer as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant delete, insert, select, update on idempotent_answer to bencao_app;

create table impact_lot ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  case_id uuid not null,
  lot_id uuid not null,
  hold_id uuid not null,
  decision text,
  conclusion text,
  decided_by uuid,
  decided_at timestamp with time zone,
  approved_by uuid,
  decided_with_table text,
  decided_with_id uuid,
  analyst_ids uuid[],
  producer_ids uuid[],
  row_version integer not null default 1,
  constraint impact_lot_pkey PRIMARY KEY (enterprise_id, id),
  constraint analyst_decides_impact CHECK ((decided_by <> ALL (analyst_ids))),
  constraint impact_decided_by_two CHECK ((approved_by <> decided_by)),
  constraint impact_lot_check CHECK ((((decided_with_table IS NULL) = (decided_with_id IS NULL)) AND ((decided_with_table IS NULL) OR (decision = 'reject'::text)))),
  constraint impact_lot_check1 CHECK (((decision IS NULL) OR (decided_with_table IS NOT NULL) OR ((analyst_ids IS NOT NULL) AND (producer_ids IS NOT NULL)))),
  constraint impact_lot_check2 CHECK ((((decision IS NULL) = (decided_at IS NULL)) AND ((decision IS NULL) = (decided_by IS NULL)) AND ((approved_by IS NULL) OR (decision IS NOT NULL)) AND ((decision IS NULL) = (conclusion IS NULL)))),
  constraint impact_lot_conclusion_check CHECK ((conclusion <> ''::text)),
  constraint impact_lot_decided_with_table_check CHECK ((decided_with_table <> ''::text)),
  constraint impact_lot_decision_check CHECK ((decision = ANY (ARRAY['clear'::text, 'reject'::text]))),
  constraint producer_clears_impact CHECK (((decision <> 'clear'::text) OR (decided_by <> ALL (producer_ids)))),
  constraint impact_lot_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint impact_lot_enterprise_id_case_id_fkey FOREIGN KEY (enterprise_id, case_id) REFERENCES quality_case(enterprise_id, id),
  constraint impact_lot_enterprise_id_decided_by_fkey FOREIGN KEY (enterprise_id, decided_by) REFERENCES account(enterprise_id, id),
  constraint impact_lot_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint impact_lot_enterprise_id_hold_id_fkey FOREIGN KEY (enterprise_id, hold_id) REFERENCES hold(enterprise_id, id),
  constraint impact_lot_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id)
);
CREATE INDEX impact_lot_by_hold ON public.impact_lot USING btree (enterprise_id, hold_id);
CREATE INDEX impact_lot_by_lot ON public.impact_lot USING btree (enterprise_id, lot_id);
CREATE UNIQUE INDEX impact_undecided ON public.impact_lot USING btree (enterprise_id, case_id, lot_id) WHERE (decision IS NULL);
CREATE CONSTRAINT TRIGGER approved AFTER INSERT OR UPDATE ON public.impact_lot DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.decision IS NOT NULL)) EXECUTE FUNCTION need_approval();
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.impact_lot FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER cleared BEFORE INSERT OR UPDATE ON public.impact_lot FOR EACH ROW WHEN ((new.decision = 'clear'::text)) EXECUTE FUNCTION guard_impact_decision();
CREATE TRIGGER decided_by_others BEFORE INSERT OR UPDATE OF decision, decided_by, approved_by ON public.impact_lot FOR EACH ROW WHEN (((new.decision IS NOT NULL) AND (new.decided_with_table IS NULL))) EXECUTE FUNCTION guard_impact_persons();
CREATE TRIGGER versioned BEFORE UPDATE ON public.impact_lot FOR EACH ROW EXECUTE FUNCTION count_version();
alter table impact_lot enable row level security;
alter table impact_lot force row level security;
create policy tenant on impact_lot as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on impact_lot to bencao_app;

create table incident ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  case_no text not null,
  kind text not null,
  area text not null,
  source_table text,
  source_id uuid,
  source_no text not null default ''::text,
  state text not null,
  subject text not null,
  description text not null default ''::text,
  place text not null default ''::text,
  measured text not null default ''::text,
  expected text not null default ''::text,
  found_by uuid,
  found_at timestamp with time zone not null,
  opened_by uuid,
  opened_at timestamp with time zone not null,
  in_state_since timestamp with time zone not null,
  late_told_for date,
  told_lot_id uuid,
  level text,
  due_on date,
  report_by date,
  reported_on date,
  reported_no text not null default ''::text,
  report_waived text not null default ''::text,
  immediate_action text not null default ''::text,
  cause jsonb,
  post text not null default ''::text,
  effects text not null default ''::text,
  investigated_by uuid,
  approved_by uuid,
  approved_at timestamp with time zone,
  closed_by uuid,
  closed_second_by uuid,
  closed_at timestamp with time zone,
  conclusion text,
  customer_id uuid,
  complainant text not null default ''::text,
  contact text not null default ''::text,
  code text not null default ''::text,
  picture text,
  public_token uuid,
  answer text,
  answered_by uuid,
  answered_at timestamp with time zone,
  row_version integer not null default 1,
  constraint incident_pkey PRIMARY KEY (enterprise_id, id),
  constraint incident_enterprise_id_case_no_key UNIQUE (enterprise_id, case_no),
  constraint incident_public_token_key UNIQUE (public_token),
  constraint incident_answer_check CHECK ((answer <> ''::text)),
  constraint incident_approved_by_another CHECK ((approved_by <> investigated_by)),
  constraint incident_area_check CHECK ((area = ANY (ARRAY['purchase'::text, 'storage'::text, 'production'::text, 'test'::text, 'packaging'::text, 'transport'::text, 'computer'::text, 'environment'::text, 'equipment'::text, 'people'::text, 'customer'::text]))),
  constraint incident_cause_check CHECK ((jsonb_typeof(cause) = 'object'::text)),
  constraint incident_check CHECK (((source_table IS NULL) = (source_id IS NULL))),
  constraint incident_check1 CHECK (((opened_by IS NOT NULL) OR ((kind = 'complaint'::text) AND (public_token IS NOT NULL)))),
  constraint incident_check10 CHECK ((num_nulls(answer, answered_by, answered_at) = ANY (ARRAY[0, 3]))),
  constraint incident_check2 CHECK (((kind = 'complaint'::text) OR ((public_token IS NULL) AND (answered_at IS NULL)))),
  constraint incident_check3 CHECK (((kind = 'adverse'::text) OR ((report_by IS NULL) AND (reported_on IS NULL) AND (report_waived = ''::text)))),
  constraint incident_check4 CHECK ((((reported_on IS NULL) = (reported_no = ''::text)) AND ((reported_on IS NULL) OR (report_waived = ''::text)))),
  constraint incident_check5 CHECK (((num_nulls(level, due_on) = ANY (ARRAY[0, 2])) AND ((state = ANY (ARRAY['open'::text, 'unfounded'::text])) OR (level IS NOT NULL)))),
  constraint incident_check6 CHECK (((kind <> 'adverse'::text) OR (level IS NULL) OR (report_by IS NOT NULL))),
  constraint incident_check7 CHECK ((((approved_by IS NULL) = (approved_at IS NULL)) AND ((state = ANY (ARRAY['approved'::text, 'closed'::text])) = (approved_at IS NOT NULL)))),
  constraint incident_check8 CHECK ((((state = ANY (ARRAY['closed'::text, 'unfounded'::text])) = (closed_at IS NOT NULL)) AND (num_nulls(closed_by, closed_at, conclusion) = ANY (ARRAY[0, 3])))),
  constraint incident_check9 CHECK (((state = 'unfounded'::text) = (closed_second_by IS NOT NULL))),
  constraint incident_conclusion_check CHECK ((conclusion <> ''::text)),
  constraint incident_kind_check CHECK ((kind = ANY (ARRAY['deviation'::text, 'complaint'::text, 'adverse'::text]))),
  constraint incident_level_check CHECK ((level = ANY (ARRAY['minor'::text, 'major'::text, 'critical'::text]))),
  constraint incident_source_table_check CHECK ((source_table <> ''::text)),
  constraint incident_state_check CHECK ((state = ANY (ARRAY['open'::text, 'investigating'::text, 'submitted'::text, 'approved'::text, 'closed'::text, 'unfounded'::text]))),
  constraint incident_subject_check CHECK ((subject <> ''::text)),
  constraint incident_unfounded_by_two CHECK ((closed_second_by <> closed_by)),
  constraint incident_enterprise_id_answered_by_fkey FOREIGN KEY (enterprise_id, answered_by) REFERENCES account(enterprise_id, id),
  constraint incident_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint incident_enterprise_id_closed_by_fkey FOREIGN KEY (enterprise_id, closed_by) REFERENCES account(enterprise_id, id),
  constraint incident_enterprise_id_closed_second_by_fkey FOREIGN KEY (enterprise_id, closed_second_by) REFERENCES account(enterprise_id, id),
  constraint incident_enterprise_id_customer_id_fkey FOREIGN KEY (enterprise_id, customer_id) REFERENCES customer(enterprise_id, id),
  constraint incident_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint incident_enterprise_id_found_by_fkey FOREIGN KEY (enterprise_id, found_by) REFERENCES account(enterprise_id, id),
  constraint incident_enterprise_id_investigated_by_fkey FOREIGN KEY (enterprise_id, investigated_by) REFERENCES account(enterprise_id, id),
  constraint incident_enterprise_id_opened_by_fkey FOREIGN KEY (enterprise_id, opened_by) REFERENCES account(enterprise_id, id),
  constraint incident_enterprise_id_picture_fkey FOREIGN KEY (enterprise_id, picture) REFERENCES stored_file(enterprise_id, digest),
  constraint incident_enterprise_id_told_lot_id_fkey FOREIGN KEY (enterprise_id, told_lot_id) REFERENCES lot(enterprise_id, id)
);
CREATE INDEX incident_by_opener ON public.incident USING btree (enterprise_id, opened_by, opened_at) WHERE (opened_by IS NOT NULL);
CREATE INDEX incident_by_source ON public.incident USING btree (enterprise_id, source_id) WHERE (source_id IS NOT NULL);
CREATE INDEX incident_by_time ON public.incident USING btree (enterprise_id, opened_at, id);
CREATE INDEX incident_by_told_lot ON public.incident USING btree (enterprise_id, told_lot_id) WHERE (told_lot_id IS NOT NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.incident FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE INSERT OR UPDATE ON public.incident FOR EACH ROW EXECUTE FUNCTION guard_incident();
CREATE TRIGGER messages_settled AFTER UPDATE ON public.incident FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER versioned BEFORE UPDATE ON public.incident FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state, due_on, report_by, reported_on, report_waived ON public.incident FOR EACH ROW EXECUTE FUNCTION keep_waiting_incident();
alter table incident enable row level security;
alter table incident force row level security;
create policy doorkeeper on incident as permissive for select to bencao_owner using true;
create policy tenant on incident as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on incident to bencao_app;

create table incident_lot ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  incident_id uuid not null,
  lot_id uuid not null,
  hold_id uuid,
  added_by uuid not null,
  added_at timestamp with time zone not null,
  decision text,
  conclusion text,
  decided_by uuid,
  approved_by uuid,
  decided_at timestamp with time zone,
  constraint incident_lot_pkey PRIMARY KEY (enterprise_id, id),
  constraint incident_lot_check CHECK (((num_nulls(decision, conclusion, decided_by, decided_at) = ANY (ARRAY[0, 4])) AND ((approved_by IS NULL) OR (decided_by IS NOT NULL)))),
  constraint incident_lot_conclusion_check CHECK ((conclusion <> ''::text)),
  constraint incident_lot_decided_by_two CHECK ((approved_by <> decided_by)),
  constraint incident_lot_decision_check CHECK ((decision = ANY (ARRAY['usable'::text, 'reject'::text, 'not_concerned'::text]))),
  constraint incident_lot_enterprise_id_added_by_fkey FOREIGN KEY (enterprise_id, added_by) REFERENCES account(enterprise_id, id),
  constraint incident_lot_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint incident_lot_enterprise_id_decided_by_fkey FOREIGN KEY (enterprise_id, decided_by) REFERENCES account(enterprise_id, id),
  constraint incident_lot_enterprise_id_hold_id_fkey FOREIGN KEY (enterprise_id, hold_id) REFERENCES hold(enterprise_id, id),
  constraint incident_lot_enterprise_id_incident_id_fkey FOREIGN KEY (enterprise_id, incident_id) REFERENCES incident(enterprise_id, id),
  constraint incident_lot_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id)
);
CREATE INDEX incident_lot_by_hold ON public.incident_lot USING btree (enterprise_id, hold_id) WHERE (hold_id IS NOT NULL);
CREATE INDEX incident_lot_by_lot ON public.incident_lot USING btree (enterprise_id, lot_id);
CREATE UNIQUE INDEX incident_lot_open ON public.incident_lot USING btree (enterprise_id, incident_id, lot_id) WHERE (decision IS NULL);
CREATE CONSTRAINT TRIGGER approved AFTER INSERT OR UPDATE ON public.incident_lot DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.decision IS NOT NULL)) EXECUTE FUNCTION need_approval();
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.incident_lot FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE INSERT OR UPDATE ON public.incident_lot FOR EACH ROW EXECUTE FUNCTION guard_incident_lot();
alter table incident_lot enable row level security;
alter table incident_lot force row level security;
create policy tenant on incident_lot as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on incident_lot to bencao_app;

create table incident_measure ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  incident_id uuid not null,
  serial integer not null,
  kind text not null,
  action text not null,
  owner_id uuid not null,
  past_owner_ids uuid[] not null default '{}'::uuid[],
  due_on date not null,
  late_told_for date,
  state text not null,
  proof text,
  done_at timestamp with time zone,
  effect text,
  verified_by uuid,
  verified_at timestamp with time zone,
  row_version integer not null default 1,
  constraint incident_measure_pkey PRIMARY KEY (enterprise_id, id),
  constraint incident_measure_enterprise_id_incident_id_serial_key UNIQUE (enterprise_id, incident_id, serial),
  constraint incident_measure_action_check CHECK ((action <> ''::text)),
  constraint incident_measure_check CHECK (((state = 'cancelled'::text) OR (((state = ANY (ARRAY['done'::text, 'effective'::text])) = (done_at IS NOT NULL)) AND ((done_at IS NULL) = (proof IS NULL))))),
  constraint incident_measure_check1 CHECK ((((state = 'effective'::text) = (verified_at IS NOT NULL)) AND (num_nulls(effect, verified_by, verified_at) = ANY (ARRAY[0, 3])))),
  constraint incident_measure_effect_check CHECK ((effect <> ''::text)),
  constraint incident_measure_kind_check CHECK ((kind = ANY (ARRAY['corrective'::text, 'preventive'::text]))),
  constraint incident_measure_proof_check CHECK ((proof <> ''::text)),
  constraint incident_measure_serial_check CHECK ((serial > 0)),
  constraint incident_measure_state_check CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'effective'::text, 'cancelled'::text]))),
  constraint incident_measure_verified_by_another CHECK (((verified_by <> owner_id) AND (verified_by <> ALL (past_owner_ids)))),
  constraint incident_measure_enterprise_id_incident_id_fkey FOREIGN KEY (enterprise_id, incident_id) REFERENCES incident(enterprise_id, id),
  constraint incident_measure_enterprise_id_owner_id_fkey FOREIGN KEY (enterprise_id, owner_id) REFERENCES account(enterprise_id, id),
  constraint incident_measure_enterprise_id_verified_by_fkey FOREIGN KEY (enterprise_id, verified_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX incident_measure_by_owner ON public.incident_measure USING btree (enterprise_id, owner_id) WHERE (state = ANY (ARRAY['open'::text, 'done'::text]));
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.incident_measure FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE INSERT OR UPDATE ON public.incident_measure FOR EACH ROW EXECUTE FUNCTION guard_incident_measure();
CREATE TRIGGER versioned BEFORE UPDATE ON public.incident_measure FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state, due_on ON public.incident_measure FOR EACH ROW EXECUTE FUNCTION keep_waiting_incident('incident_id');
alter table incident_measure enable row level security;
alter table incident_measure force row level security;
create policy tenant on incident_measure as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on incident_measure to bencao_app;

create table incident_step ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  incident_id uuid not null,
  step text not null,
  note text not null default ''::text,
  said jsonb not null default '{}'::jsonb,
  done_by uuid,
  second_by uuid,
  done_at timestamp with time zone not null,
  constraint incident_step_pkey PRIMARY KEY (enterprise_id, id),
  constraint incident_step_check CHECK (((done_by IS NOT NULL) OR (step = 'opened'::text))),
  constraint incident_step_said_check CHECK ((jsonb_typeof(said) = 'object'::text)),
  constraint incident_step_step_check CHECK ((step = ANY (ARRAY['opened'::text, 'classified'::text, 'recorded'::text, 'submitted'::text, 'sent_back'::text, 'approved'::text, 'closed'::text, 'unfounded'::text, 'reopened'::text, 'reported'::text, 'answered'::text, 'measure_ineffective'::text, 'measure_cancelled'::text, 'owner_replaced'::text]))),
  constraint incident_step_enterprise_id_done_by_fkey FOREIGN KEY (enterprise_id, done_by) REFERENCES account(enterprise_id, id),
  constraint incident_step_enterprise_id_incident_id_fkey FOREIGN KEY (enterprise_id, incident_id) REFERENCES incident(enterprise_id, id),
  constraint incident_step_enterprise_id_second_by_fkey FOREIGN KEY (enterprise_id, second_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX incident_step_by_incident ON public.incident_step USING btree (enterprise_id, incident_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.incident_step FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.incident_step FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE CONSTRAINT TRIGGER signed AFTER INSERT ON public.incident_step DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.step = ANY (ARRAY['classified'::text, 'submitted'::text, 'approved'::text, 'closed'::text, 'unfounded'::text, 'reopened'::text]))) EXECUTE FUNCTION need_step_signatures();
alter table incident_step enable row level security;
alter table incident_step force row level security;
create policy tenant on incident_step as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on incident_step to bencao_app;

create table inspection ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  request_no text not null,
  side text not null,
  request_kind text not null,
  state text not null default 'requested'::text,
  priority text not null,
  lot_id uuid not null,
  standard_version_id uuid not null,
  spec text not null default ''::text,
  supplier text not null default ''::text,
  origin text not null default ''::text,
  lot_quantity numeric(14,4) not null,
  package_count integer not null,
  required_packages integer not null,
  draw_seed text not null,
  department text not null,
  remark text not null default ''::text,
  requested_by uuid not null,
  requested_at timestamp with time zone not null default now(),
  accepted_by uuid,
  accepted_at timestamp with time zone,
  closed_by uuid,
  closed_at timestamp with time zone,
  close_reason text,
  row_version integer not null default 1,
  closed_second_by uuid,
  place_id uuid,
  stability_month integer,
  constraint inspection_pkey PRIMARY KEY (enterprise_id, id),
  constraint inspection_enterprise_id_id_lot_id_key UNIQUE (enterprise_id, id, lot_id),
  constraint inspection_enterprise_id_id_requested_by_key UNIQUE (enterprise_id, id, requested_by),
  constraint inspection_enterprise_id_request_no_key UNIQUE (enterprise_id, request_no),
  constraint inspection_check CHECK (((required_packages >= 1) AND (required_packages <= package_count))),
  constraint inspection_check1 CHECK (((accepted_by IS NULL) = (accepted_at IS NULL))),
  constraint inspection_check2 CHECK ((((state = ANY (ARRAY['returned'::text, 'cancelled'::text])) = (close_reason IS NOT NULL)) AND ((closed_by IS NULL) = (close_reason IS NULL)) AND ((closed_at IS NULL) = (close_reason IS NULL)))),
  constraint inspection_check3 CHECK (((accepted_by IS NOT NULL) OR (state = ANY (ARRAY['requested'::text, 'returned'::text, 'cancelled'::text])))),
  constraint inspection_close_reason_check CHECK ((close_reason <> ''::text)),
  constraint inspection_department_check CHECK ((department <> ''::text)),
  constraint inspection_draw_seed_check CHECK ((draw_seed ~ '^[0-9a-f]{32}$'::text)),
  constraint inspection_given_up_by_two CHECK ((closed_second_by <> closed_by)),
  constraint inspection_lot_quantity_check CHECK ((lot_quantity > (0)::numeric)),
  constraint inspection_of_place CHECK (((request_kind = ANY (ARRAY['return'::text, 'stability'::text])) = (place_id IS NOT NULL))),
  constraint inspection_package_count_check CHECK ((package_count >= 1)),
  constraint inspection_priority_check CHECK ((priority = ANY (ARRAY['normal'::text, 'urgent'::text]))),
  constraint inspection_request_kind_check CHECK ((request_kind = ANY (ARRAY['initial'::text, 'periodic'::text, 'supplementary'::text, 'investigation'::text, 'return'::text, 'stability'::text]))),
  constraint inspection_side_check CHECK ((side = ANY (ARRAY['raw'::text, 'bulk'::text]))),
  constraint inspection_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'accepted'::text, 'sampled'::text, 'submitted'::text, 'reviewed'::text, 'approved'::text, 'returned'::text, 'cancelled'::text]))),
  constraint requester_accepts CHECK ((accepted_by <> requested_by)),
  constraint stability_month_known CHECK (((stability_month >= 0) AND (stability_month <= 36))),
  constraint stability_month_of_test CHECK (((request_kind = 'stability'::text) = (stability_month IS NOT NULL))),
  constraint inspection_enterprise_id_accepted_by_fkey FOREIGN KEY (enterprise_id, accepted_by) REFERENCES account(enterprise_id, id),
  constraint inspection_enterprise_id_closed_by_fkey FOREIGN KEY (enterprise_id, closed_by) REFERENCES account(enterprise_id, id),
  constraint inspection_enterprise_id_closed_second_by_fkey FOREIGN KEY (enterprise_id, closed_second_by) REFERENCES account(enterprise_id, id),
  constraint inspection_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint inspection_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint inspection_enterprise_id_place_id_fkey FOREIGN KEY (enterprise_id, place_id) REFERENCES place(enterprise_id, id),
  constraint inspection_enterprise_id_requested_by_fkey FOREIGN KEY (enterprise_id, requested_by) REFERENCES account(enterprise_id, id),
  constraint inspection_enterprise_id_standard_version_id_fkey FOREIGN KEY (enterprise_id, standard_version_id) REFERENCES standard_version(enterprise_id, id)
);
CREATE INDEX inspection_by_lot ON public.inspection USING btree (enterprise_id, lot_id, id);
CREATE INDEX inspection_by_origin ON public.inspection USING btree (enterprise_id, origin, id);
CREATE INDEX inspection_by_request ON public.inspection USING btree (enterprise_id, side, requested_at, id);
CREATE INDEX inspection_by_standard ON public.inspection USING btree (enterprise_id, standard_version_id, requested_at, id);
CREATE INDEX inspection_by_state ON public.inspection USING btree (enterprise_id, side, state, id);
CREATE INDEX inspection_by_state_and_time ON public.inspection USING btree (enterprise_id, state, requested_at, id);
CREATE INDEX inspection_by_time ON public.inspection USING btree (enterprise_id, requested_at, id);
CREATE INDEX inspection_open ON public.inspection USING btree (enterprise_id, requested_by) WHERE (state <> ALL (ARRAY['approved'::text, 'returned'::text, 'cancelled'::text]));
CREATE INDEX inspection_written_by_standard ON public.inspection USING btree (enterprise_id, standard_version_id, requested_at, id) WHERE (state = ANY (ARRAY['submitted'::text, 'reviewed'::text, 'approved'::text]));
CREATE UNIQUE INDEX one_open_inspection ON public.inspection USING btree (enterprise_id, lot_id, place_id) NULLS NOT DISTINCT WHERE (state = ANY (ARRAY['requested'::text, 'accepted'::text, 'sampled'::text, 'submitted'::text, 'reviewed'::text]));
CREATE UNIQUE INDEX stability_month_tested ON public.inspection USING btree (enterprise_id, lot_id, stability_month) WHERE ((stability_month IS NOT NULL) AND (state <> ALL (ARRAY['returned'::text, 'cancelled'::text])));
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.inspection FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER closing_guarded BEFORE UPDATE OF state ON public.inspection FOR EACH ROW WHEN (((new.state = ANY (ARRAY['returned'::text, 'cancelled'::text])) AND (old.state <> new.state))) EXECUTE FUNCTION guard_closed_inspection();
CREATE TRIGGER messages_answered AFTER INSERT ON public.inspection FOR EACH ROW EXECUTE FUNCTION settle_about_lot('lot_id', 'request');
CREATE TRIGGER messages_settled AFTER UPDATE ON public.inspection FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER own_program_kept_apart BEFORE UPDATE OF accepted_by ON public.inspection FOR EACH ROW WHEN ((old.accepted_by IS DISTINCT FROM new.accepted_by)) EXECUTE FUNCTION refuse_own_program('accepted_by', 'requested_by');
CREATE CONSTRAINT TRIGGER point_matched AFTER INSERT OR UPDATE OF state ON public.inspection DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.stability_month IS NOT NULL)) EXECUTE FUNCTION match_stability_request();
CREATE TRIGGER stability_guarded BEFORE INSERT ON public.inspection FOR EACH ROW WHEN ((new.stability_month IS NOT NULL)) EXECUTE FUNCTION guard_stability_test();
CREATE TRIGGER standards_applied AFTER INSERT ON public.inspection FOR EACH ROW EXECUTE FUNCTION apply_standards();
CREATE TRIGGER versioned BEFORE UPDATE ON public.inspection FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.inspection FOR EACH ROW EXECUTE FUNCTION keep_waiting_inspection();
CREATE TRIGGER waiting_of_lot_kept AFTER INSERT OR UPDATE OF state ON public.inspection FOR EACH ROW EXECUTE FUNCTION keep_waiting_of_lot();
alter table inspection enable row level security;
alter table inspection force row level security;
create policy tenant on inspection as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on inspection to bencao_app;

create table inspection_standard ( -- owned by bencao_owner
  enterprise_id uuid not null,
  inspection_id uuid not null,
  standard_version_id uuid not null,
  authority text not null,
  constraint inspection_standard_pkey PRIMARY KEY (enterprise_id, inspection_id, standard_version_id),
  constraint inspection_standard_authority_check CHECK ((authority = ANY (ARRAY['legal'::text, 'internal'::text, 'customer'::text]))),
  constraint inspection_standard_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint inspection_standard_enterprise_id_inspection_id_fkey FOREIGN KEY (enterprise_id, inspection_id) REFERENCES inspection(enterprise_id, id),
  constraint inspection_standard_enterprise_id_standard_version_id_fkey FOREIGN KEY (enterprise_id, standard_version_id) REFERENCES standard_version(enterprise_id, id)
);
CREATE INDEX inspection_standard_by_version ON public.inspection_standard USING btree (enterprise_id, standard_version_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.inspection_standard FOR EACH ROW EXECUTE FUNCTION write_audit_digest('inspection_id', 'standard_version_id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.inspection_standard FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE TRIGGER standards_guarded BEFORE INSERT ON public.inspection_standard FOR EACH ROW EXECUTE FUNCTION guard_inspection_standard();
alter table inspection_standard enable row level security;
alter table inspection_standard force row level security;
create policy tenant on inspection_standard as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on inspection_standard to bencao_app;

create table instrument ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  number text not null,
  name text not null,
  initials text not null,
  model text not null,
  serial_no text not null,
  place text not null,
  interval_months integer not null,
  state text not null default 'in_use'::text,
  stop_reason text,
  calibrated_on date,
  calibration_result text,
  due_on date,
  row_version integer not null default 1,
  constraint instrument_pkey PRIMARY KEY (enterprise_id, id),
  constraint instrument_number UNIQUE (enterprise_id, number),
  constraint instrument_calibration_result_check CHECK ((calibration_result = ANY (ARRAY['pass'::text, 'fail'::text]))),
  constraint instrument_check CHECK (((state = 'out_of_service'::text) = (stop_reason IS NOT NULL))),
  constraint instrument_check1 CHECK ((((calibrated_on IS NULL) = (calibration_result IS NULL)) AND ((due_on IS NULL) = (calibration_result IS DISTINCT FROM 'pass'::text)))),
  constraint instrument_interval_months_check CHECK (((interval_months >= 1) AND (interval_months <= 60))),
  constraint instrument_name_check CHECK ((name <> ''::text)),
  constraint instrument_number_check CHECK ((number <> ''::text)),
  constraint instrument_state_check CHECK ((state = ANY (ARRAY['in_use'::text, 'out_of_service'::text]))),
  constraint instrument_stop_reason_check CHECK ((stop_reason <> ''::text)),
  constraint instrument_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.instrument FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE UPDATE ON public.instrument FOR EACH ROW EXECUTE FUNCTION guard_instrument();
CREATE TRIGGER renewal_settled AFTER UPDATE ON public.instrument FOR EACH ROW WHEN (((old.due_on IS DISTINCT FROM new.due_on) OR (new.state <> 'in_use'::text))) EXECUTE FUNCTION settle_renewal();
CREATE TRIGGER versioned BEFORE UPDATE ON public.instrument FOR EACH ROW EXECUTE FUNCTION count_version();
alter table instrument enable row level security;
alter table instrument force row level security;
create policy tenant on instrument as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on instrument to bencao_app;

create table instrument_change ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  instrument_id uuid not null,
  state text not null,
  reason text not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null default now(),
  constraint instrument_change_pkey PRIMARY KEY (enterprise_id, id),
  constraint instrument_change_reason_check CHECK ((reason <> ''::text)),
  constraint instrument_change_state_check CHECK ((state = ANY (ARRAY['in_use'::text, 'out_of_service'::text]))),
  constraint instrument_change_enterprise_id_changed_by_fkey FOREIGN KEY (enterprise_id, changed_by) REFERENCES account(enterprise_id, id),
  constraint instrument_change_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint instrument_change_enterprise_id_instrument_id_fkey FOREIGN KEY (enterprise_id, instrument_id) REFERENCES instrument(enterprise_id, id)
);
CREATE INDEX instrument_change_by_instrument ON public.instrument_change USING btree (enterprise_id, instrument_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.instrument_change FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.instrument_change FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table instrument_change enable row level security;
alter table instrument_change force row level security;
create policy tenant on instrument_change as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on instrument_change to bencao_app;

create table label_print ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  range_id uuid not null,
  first_index bigint not null,
  last_index bigint not null,
  reason text not null default ''::text,
  printed_by uuid not null,
  printed_at timestamp with time zone not null default now(),
  constraint label_print_pkey PRIMARY KEY (enterprise_id, id),
  constraint label_print_check CHECK ((last_index >= first_index)),
  constraint label_print_enterprise_id_printed_by_fkey FOREIGN KEY (enterprise_id, printed_by) REFERENCES account(enterprise_id, id),
  constraint label_print_enterprise_id_range_id_fkey FOREIGN KEY (enterprise_id, range_id) REFERENCES code_range(enterprise_id, id)
);
CREATE INDEX label_print_by_range ON public.label_print USING btree (enterprise_id, range_id, first_index);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.label_print FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE CONSTRAINT TRIGGER guarded AFTER INSERT ON public.label_print DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_label_print();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.label_print FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table label_print enable row level security;
alter table label_print force row level security;
create policy tenant on label_print as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on label_print to bencao_app;

create table label_run ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  run_no text not null,
  packaging_order_id uuid not null,
  serial integer not null,
  pack_range_id uuid not null,
  box_range_id uuid,
  reason text not null default ''::text,
  issued_by uuid not null,
  issued_at timestamp with time zone not null default now(),
  approved_by uuid,
  constraint label_run_pkey PRIMARY KEY (enterprise_id, id),
  constraint label_run_enterprise_id_box_range_id_key UNIQUE (enterprise_id, box_range_id),
  constraint label_run_enterprise_id_pack_range_id_key UNIQUE (enterprise_id, pack_range_id),
  constraint label_run_enterprise_id_packaging_order_id_serial_key UNIQUE (enterprise_id, packaging_order_id, serial),
  constraint label_run_enterprise_id_run_no_key UNIQUE (enterprise_id, run_no),
  constraint further_labels_need_reason CHECK (((serial = 1) OR (reason <> ''::text))),
  constraint label_run_approved_by_another CHECK ((approved_by <> issued_by)),
  constraint label_run_serial_check CHECK ((serial >= 1)),
  constraint label_run_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint label_run_enterprise_id_box_range_id_packaging_order_id_fkey FOREIGN KEY (enterprise_id, box_range_id, packaging_order_id) REFERENCES code_range(enterprise_id, id, packaging_order_id),
  constraint label_run_enterprise_id_issued_by_fkey FOREIGN KEY (enterprise_id, issued_by) REFERENCES account(enterprise_id, id),
  constraint label_run_enterprise_id_pack_range_id_packaging_order_id_fkey FOREIGN KEY (enterprise_id, pack_range_id, packaging_order_id) REFERENCES code_range(enterprise_id, id, packaging_order_id),
  constraint label_run_enterprise_id_packaging_order_id_fkey FOREIGN KEY (enterprise_id, packaging_order_id) REFERENCES packaging_order(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.label_run FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.label_run FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE CONSTRAINT TRIGGER plan_guarded AFTER INSERT ON public.label_run NOT DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW WHEN ((new.approved_by IS NULL)) EXECUTE FUNCTION guard_label_run();
alter table label_run enable row level security;
alter table label_run force row level security;
create policy tenant on label_run as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on label_run to bencao_app;

create table letterhead ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  version integer not null,
  digest text,
  reason text not null,
  written_by uuid not null,
  written_at timestamp with time zone not null default now(),
  constraint letterhead_pkey PRIMARY KEY (enterprise_id, id),
  constraint letterhead_version UNIQUE (enterprise_id, version),
  constraint letterhead_reason_check CHECK ((reason <> ''::text)),
  constraint letterhead_version_check CHECK ((version > 0)),
  constraint letterhead_enterprise_id_digest_fkey FOREIGN KEY (enterprise_id, digest) REFERENCES stored_file(enterprise_id, digest),
  constraint letterhead_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint letterhead_enterprise_id_written_by_fkey FOREIGN KEY (enterprise_id, written_by) REFERENCES account(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.letterhead FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER guarded BEFORE INSERT ON public.letterhead FOR EACH ROW EXECUTE FUNCTION guard_letterhead();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.letterhead FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table letterhead enable row level security;
alter table letterhead force row level security;
create policy tenant on letterhead as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on letterhead to bencao_app;

create table licence ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  supplier_id uuid,
  customer_id uuid,
  kind text not null,
  number text not null,
  scope text not null default ''::text,
  issued_by text not null default ''::text,
  valid_from date,
  valid_until date,
  is_active boolean not null default true,
  row_version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  constraint licence_pkey PRIMARY KEY (enterprise_id, id),
  constraint licence_check CHECK ((num_nonnulls(supplier_id, customer_id) <= 1)),
  constraint licence_check1 CHECK ((valid_until >= valid_from)),
  constraint licence_kind_check CHECK ((kind <> ''::text)),
  constraint licence_number_check CHECK ((number <> ''::text)),
  constraint licence_enterprise_id_customer_id_fkey FOREIGN KEY (enterprise_id, customer_id) REFERENCES customer(enterprise_id, id),
  constraint licence_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint licence_enterprise_id_supplier_id_fkey FOREIGN KEY (enterprise_id, supplier_id) REFERENCES supplier(enterprise_id, id)
);
CREATE INDEX licence_by_customer ON public.licence USING btree (enterprise_id, customer_id);
CREATE INDEX licence_by_end ON public.licence USING btree (enterprise_id, valid_until) WHERE (is_active AND (valid_until IS NOT NULL));
CREATE INDEX licence_by_supplier ON public.licence USING btree (enterprise_id, supplier_id);
CREATE UNIQUE INDEX licence_once ON public.licence USING btree (enterprise_id, supplier_id, customer_id, kind, number) NULLS NOT DISTINCT WHERE is_active;
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.licence FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER renewal_settled AFTER UPDATE ON public.licence FOR EACH ROW WHEN (((old.valid_until IS DISTINCT FROM new.valid_until) OR (NOT new.is_active))) EXECUTE FUNCTION settle_renewal();
CREATE TRIGGER versioned BEFORE UPDATE ON public.licence FOR EACH ROW EXECUTE FUNCTION count_version();
alter table licence enable row level security;
alter table licence force row level security;
create policy tenant on licence as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on licence to bencao_app;

create table log_seal ( -- owned by bencao_owner
  seq bigint not null,
  at timestamp with time zone not null,
  security_ids int8multirange not null,
  witness_ids int8multirange not null,
  security_reached bigint not null,
  witness_reached bigint not null,
  entries integer not null,
  entries_digest bytea not null,
  anchor bytea not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint log_seal_pkey PRIMARY KEY (seq),
  constraint log_seal_entries_check CHECK ((entries >= 0))
);
CREATE INDEX log_seal_by_age ON public.log_seal USING btree (at);
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.log_seal FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();

create table log_seal_head ( -- owned by bencao_owner
  the_only boolean not null default true,
  seq bigint not null default 0,
  hash bytea not null default sha256('\x62656e63616f206c6f6773207631'::bytea),
  anchors jsonb not null default '{}'::jsonb,
  constraint log_seal_head_pkey PRIMARY KEY (the_only),
  constraint log_seal_head_the_only_check CHECK (the_only)
) with (fillfactor=50);
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.log_seal_head FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();

create table lot ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null,
  lot_no text not null,
  batch_no text not null,
  state text not null default 'quarantine'::text,
  holds integer not null default 0,
  material_id uuid,
  product_id uuid,
  pack_spec_id uuid,
  name text not null,
  initials text not null default ''::text,
  quantity numeric(14,4) not null,
  born_on date not null,
  retest_on date,
  expires_on date,
  is_toxic boolean not null default false,
  row_version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  public_token uuid not null default gen_random_uuid(),
  constraint lot_pkey PRIMARY KEY (enterprise_id, id),
  constraint lot_enterprise_id_lot_no_key UNIQUE (enterprise_id, lot_no),
  constraint lot_of_kind UNIQUE (enterprise_id, id, kind),
  constraint lot_check CHECK (
CASE
    WHEN (kind = ANY (ARRAY['raw'::text, 'auxiliary'::text])) THEN ((material_id IS NOT NULL) AND (product_id IS NULL) AND (pack_spec_id IS NULL))
    WHEN (kind = 'bulk'::text) THEN ((product_id IS NOT NULL) AND (pack_spec_id IS NULL))
    ELSE ((product_id IS NOT NULL) AND (pack_spec_id IS NOT NULL) AND (expires_on IS NOT NULL))
END),
  constraint lot_check1 CHECK (
CASE state
    WHEN 'conforming'::text THEN (kind = 'bulk'::text)
    WHEN 'released'::text THEN (kind <> 'bulk'::text)
    ELSE true
END),
  constraint lot_holds_check CHECK ((holds >= 0)),
  constraint lot_kind_check CHECK ((kind = ANY (ARRAY['raw'::text, 'auxiliary'::text, 'bulk'::text, 'pack'::text]))),
  constraint lot_lot_no_check CHECK ((lot_no <> ''::text)),
  constraint lot_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint lot_reversed_check CHECK (((state <> 'reversed'::text) OR (kind = ANY (ARRAY['raw'::text, 'auxiliary'::text])))),
  constraint lot_state_check CHECK ((state = ANY (ARRAY['quarantine'::text, 'under_test'::text, 'conforming'::text, 'released'::text, 'rejected'::text, 'retest_due'::text, 'reversed'::text]))),
  constraint lot_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint lot_enterprise_id_material_id_fkey FOREIGN KEY (enterprise_id, material_id) REFERENCES material(enterprise_id, id),
  constraint lot_enterprise_id_name_fkey FOREIGN KEY (enterprise_id, name) REFERENCES goods_name(enterprise_id, name),
  constraint lot_enterprise_id_pack_spec_id_fkey FOREIGN KEY (enterprise_id, pack_spec_id) REFERENCES pack_spec(enterprise_id, id),
  constraint lot_enterprise_id_product_id_fkey FOREIGN KEY (enterprise_id, product_id) REFERENCES product(enterprise_id, id)
);
CREATE INDEX lot_bought_by_birth ON public.lot USING btree (enterprise_id, born_on DESC, id DESC) WHERE (kind = ANY (ARRAY['raw'::text, 'auxiliary'::text]));
CREATE INDEX lot_bought_by_state ON public.lot USING btree (enterprise_id, state, born_on DESC, id DESC) WHERE (kind = ANY (ARRAY['raw'::text, 'auxiliary'::text]));
CREATE INDEX lot_by_batch ON public.lot USING btree (enterprise_id, batch_no);
CREATE INDEX lot_by_birth ON public.lot USING btree (enterprise_id, kind, born_on, id);
CREATE INDEX lot_by_expiry ON public.lot USING btree (enterprise_id, kind, expires_on) WHERE (expires_on IS NOT NULL);
CREATE INDEX lot_by_kind_state ON public.lot USING btree (enterprise_id, kind, state, id);
CREATE INDEX lot_by_material ON public.lot USING btree (enterprise_id, material_id, state) WHERE (material_id IS NOT NULL);
CREATE INDEX lot_by_material_newest ON public.lot USING btree (enterprise_id, material_id, id) WHERE (material_id IS NOT NULL);
CREATE INDEX lot_by_name ON public.lot USING btree (enterprise_id, name, id);
CREATE INDEX lot_by_product ON public.lot USING btree (enterprise_id, product_id, state) WHERE (product_id IS NOT NULL);
CREATE INDEX lot_by_product_birth ON public.lot USING btree (enterprise_id, product_id, born_on) WHERE (product_id IS NOT NULL);
CREATE INDEX lot_by_product_newest ON public.lot USING btree (enterprise_id, product_id, id) WHERE (product_id IS NOT NULL);
CREATE UNIQUE INDEX lot_by_public_token ON public.lot USING btree (public_token);
CREATE INDEX lot_by_retest ON public.lot USING btree (enterprise_id, retest_on) WHERE ((state = 'released'::text) AND (retest_on IS NOT NULL));
CREATE INDEX lot_by_retest_day ON public.lot USING btree (enterprise_id, kind, retest_on) WHERE (retest_on IS NOT NULL);
CREATE INDEX lot_held ON public.lot USING btree (enterprise_id, kind) WHERE (holds > 0);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.lot FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER corrected BEFORE UPDATE ON public.lot FOR EACH ROW WHEN (((new.quantity IS DISTINCT FROM old.quantity) OR (new.born_on IS DISTINCT FROM old.born_on))) EXECUTE FUNCTION keep_unless_corrected('only', '{quantity,born_on}');
CREATE TRIGGER messages_settled AFTER UPDATE ON public.lot FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_lot();
CREATE TRIGGER name_known BEFORE INSERT OR UPDATE OF name ON public.lot FOR EACH ROW EXECUTE FUNCTION know_goods_name('name');
CREATE TRIGGER recounted AFTER UPDATE OF quantity, born_on ON public.lot FOR EACH ROW WHEN (((new.kind = 'pack'::text) AND ((new.quantity IS DISTINCT FROM old.quantity) OR (new.born_on IS DISTINCT FROM old.born_on)))) EXECUTE FUNCTION recount_output();
CREATE TRIGGER rejected_kept BEFORE UPDATE OF state ON public.lot FOR EACH ROW WHEN (((old.state = 'rejected'::text) AND (new.state <> 'rejected'::text))) EXECUTE FUNCTION keep_rejected();
CREATE TRIGGER reversal_guarded BEFORE UPDATE ON public.lot FOR EACH ROW WHEN ((new.state = 'reversed'::text)) EXECUTE FUNCTION guard_reversed_lot();
CREATE TRIGGER tallied AFTER INSERT ON public.lot REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_output();
CREATE TRIGGER versioned BEFORE UPDATE ON public.lot FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT ON public.lot FOR EACH ROW EXECUTE FUNCTION keep_lot();
CREATE TRIGGER waiting_renewed AFTER UPDATE OF state, holds, retest_on, expires_on ON public.lot FOR EACH ROW WHEN (((((old.state IS DISTINCT FROM new.state) OR (old.holds IS DISTINCT FROM new.holds)) OR (old.retest_on IS DISTINCT FROM new.retest_on)) OR (old.expires_on IS DISTINCT FROM new.expires_on))) EXECUTE FUNCTION keep_lot();
alter table lot enable row level security;
alter table lot force row level security;
create policy doorkeeper on lot as permissive for select to bencao_owner using true;
create policy tenant on lot as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on lot to bencao_app;

create table lot_at_hand ( -- owned by bencao_owner
  enterprise_id uuid not null,
  lot_id uuid not null,
  kind text not null,
  state text not null,
  is_held boolean not null,
  retest_on date,
  expires_on date,
  goods_id uuid not null,
  due_on date,
  constraint lot_at_hand_pkey PRIMARY KEY (enterprise_id, lot_id),
  constraint lot_at_hand_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id)
) with (fillfactor=80);
CREATE INDEX lot_at_hand_by_expiry ON public.lot_at_hand USING btree (enterprise_id, kind, expires_on) WHERE (expires_on IS NOT NULL);
CREATE INDEX lot_at_hand_by_retest ON public.lot_at_hand USING btree (enterprise_id, kind, retest_on) WHERE (retest_on IS NOT NULL);
CREATE INDEX lot_at_hand_by_state ON public.lot_at_hand USING btree (enterprise_id, kind, state);
CREATE INDEX lot_at_hand_held ON public.lot_at_hand USING btree (enterprise_id, kind) WHERE is_held;
CREATE INDEX lot_at_hand_in_turn ON public.lot_at_hand USING btree (enterprise_id, goods_id, due_on, lot_id);
alter table lot_at_hand enable row level security;
alter table lot_at_hand force row level security;
create policy tenant on lot_at_hand as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant select on lot_at_hand to bencao_app;

create view lot_document with (security_invoker=true) as
 SELECT raw.enterprise_id,
    raw.id AS lot_id,
    'purchase_order'::text AS kind,
    o.id,
    o.order_no AS no,
    o.created_at AS at
   FROM raw_lot raw
     JOIN purchase_order o ON o.enterprise_id = raw.enterprise_id AND o.id = raw.order_id
UNION ALL
 SELECT raw.enterprise_id,
    raw.id AS lot_id,
    'receipt'::text AS kind,
    r.id,
    r.receipt_no AS no,
    r.recorded_at AS at
   FROM raw_lot raw
     JOIN receipt r ON r.enterprise_id = raw.enterprise_id AND r.id = raw.receipt_id
UNION ALL
 SELECT inspection.enterprise_id,
    inspection.lot_id,
    'inspection'::text AS kind,
    inspection.id,
    inspection.request_no AS no,
    inspection.requested_at AS at
   FROM inspection
UNION ALL
 SELECT i.enterprise_id,
    i.lot_id,
    'sampling'::text AS kind,
    s.id,
    s.sampling_no AS no,
    s.sampled_at AS at
   FROM inspection i
     JOIN sampling s ON s.enterprise_id = i.enterprise_id AND s.inspection_id = i.id
UNION ALL
 SELECT i.enterprise_id,
    i.lot_id,
    'test_record'::text AS kind,
    t.id,
    i.request_no AS no,
    t.submitted_at AS at
   FROM inspection i
     JOIN test_record t ON t.enterprise_id = i.enterprise_id AND t.inspection_id = i.id
UNION ALL
 SELECT pack_retention.enterprise_id,
    pack_retention.lot_id,
    'pack_retention'::text AS kind,
    pack_retention.id,
    pack_retention.retention_no AS no,
    pack_retention.drawn_at AS at
   FROM pack_retention
UNION ALL
 SELECT report.enterprise_id,
    report.lot_id,
    'report'::text AS kind,
    report.id,
    report.report_no AS no,
    report.approved_at AS at
   FROM report
UNION ALL
 SELECT release_decision.enterprise_id,
    release_decision.lot_id,
    'release_decision'::text AS kind,
    release_decision.id,
    release_decision.release_no AS no,
    release_decision.decided_at AS at
   FROM release_decision
UNION ALL
 SELECT b.enterprise_id,
    b.id AS lot_id,
    'production_order'::text AS kind,
    o.id,
    o.order_no AS no,
    o.created_at AS at
   FROM bulk_lot b
     JOIN production_order o ON o.enterprise_id = b.enterprise_id AND o.id = b.order_id
UNION ALL
 SELECT b.enterprise_id,
    b.id AS lot_id,
    'production_issue'::text AS kind,
    i.id,
    i.issue_no AS no,
    i.issued_at AS at
   FROM bulk_lot b
     JOIN production_issue i ON i.enterprise_id = b.enterprise_id AND i.order_id = b.order_id
UNION ALL
 SELECT b.enterprise_id,
    b.id AS lot_id,
    'production_return'::text AS kind,
    r.id,
    r.return_no AS no,
    r.returned_at AS at
   FROM bulk_lot b
     JOIN production_return r ON r.enterprise_id = b.enterprise_id AND r.order_id = b.order_id
UNION ALL
 SELECT b.enterprise_id,
    b.id AS lot_id,
    'production_step'::text AS kind,
    s.id,
    concat(s.step_no, ' ', s.name) AS no,
    s.started_at AS at
   FROM bulk_lot b
     JOIN production_step s ON s.enterprise_id = b.enterprise_id AND s.order_id = b.order_id
UNION ALL
 SELECT p.enterprise_id,
    p.id AS lot_id,
    'packaging_order'::text AS kind,
    o.id,
    o.order_no AS no,
    o.created_at AS at
   FROM pack_lot p
     JOIN packaging_order o ON o.enterprise_id = p.enterprise_id AND o.id = p.packaging_order_id
UNION ALL
 SELECT p.enterprise_id,
    p.lot_id,
    'packaging_record'::text AS kind,
    p.id,
    o.order_no AS no,
    p.recorded_at AS at
   FROM packaging_record p
     JOIN packaging_order o ON o.enterprise_id = p.enterprise_id AND o.id = p.packaging_order_id
UNION ALL
 SELECT pack_release.enterprise_id,
    pack_release.lot_id,
    'pack_release'::text AS kind,
    pack_release.id,
    pack_release.release_no AS no,
    pack_release.decided_at AS at
   FROM pack_release
UNION ALL
 SELECT l.enterprise_id,
    l.lot_id,
    'picking'::text AS kind,
    s.picking_id AS id,
    o.order_no AS no,
    s.shipped_at AS at
   FROM shipment_line l
     JOIN shipment s ON s.enterprise_id = l.enterprise_id AND s.id = l.shipment_id
     JOIN sales_order o ON o.enterprise_id = s.enterprise_id AND o.id = s.order_id
UNION ALL
 SELECT l.enterprise_id,
    l.lot_id,
    'shipment'::text AS kind,
    s.id,
    s.shipment_no AS no,
    s.shipped_at AS at
   FROM shipment_line l
     JOIN shipment s ON s.enterprise_id = l.enterprise_id AND s.id = l.shipment_id;
grant select on lot_document to bencao_app;

create table lot_edge ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id bigint not null generated always as identity,
  from_lot_id uuid not null,
  to_lot_id uuid not null,
  step text not null,
  role text not null default 'main'::text,
  quantity numeric(14,4) not null,
  share numeric(9,6) not null,
  document_id uuid not null,
  document_no text not null,
  recorded_at timestamp with time zone not null default now(),
  constraint lot_edge_pkey PRIMARY KEY (enterprise_id, from_lot_id, to_lot_id, id),
  constraint lot_edge_check CHECK ((from_lot_id <> to_lot_id)),
  constraint lot_edge_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint lot_edge_role_check CHECK ((role = ANY (ARRAY['main'::text, 'auxiliary'::text]))),
  constraint lot_edge_share_check CHECK (((share > (0)::numeric) AND (share <= (1)::numeric))),
  constraint lot_edge_step_check CHECK ((step = ANY (ARRAY['production'::text, 'packaging'::text, 'rework'::text]))),
  constraint lot_edge_enterprise_id_from_lot_id_fkey FOREIGN KEY (enterprise_id, from_lot_id) REFERENCES lot(enterprise_id, id),
  constraint lot_edge_enterprise_id_to_lot_id_fkey FOREIGN KEY (enterprise_id, to_lot_id) REFERENCES lot(enterprise_id, id)
);
CREATE INDEX lot_edge_backward ON public.lot_edge USING btree (enterprise_id, to_lot_id, from_lot_id) INCLUDE (quantity, share, step);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.lot_edge FOR EACH ROW EXECUTE FUNCTION write_audit('from_lot_id', 'to_lot_id', 'id');
CREATE TRIGGER corrected BEFORE UPDATE ON public.lot_edge FOR EACH ROW EXECUTE FUNCTION keep_edge();
CREATE TRIGGER guarded BEFORE INSERT ON public.lot_edge FOR EACH ROW EXECUTE FUNCTION guard_lot_edge();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.lot_edge FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table lot_edge enable row level security;
alter table lot_edge force row level security;
create policy tenant on lot_edge as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on lot_edge to bencao_app;

create table lot_month ( -- owned by bencao_owner
  enterprise_id uuid not null,
  lot_id uuid not null,
  month date not null,
  kind text not null,
  brought numeric(18,4) not null,
  taken numeric(18,4) not null,
  constraint lot_month_pkey PRIMARY KEY (enterprise_id, lot_id, month, kind),
  constraint lot_month_brought_check CHECK ((brought >= (0)::numeric)),
  constraint lot_month_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint lot_month_taken_check CHECK ((taken >= (0)::numeric)),
  constraint lot_month_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id)
) with (fillfactor=70);
CREATE INDEX lot_month_by_month ON public.lot_month USING btree (enterprise_id, month, lot_id);
alter table lot_month enable row level security;
alter table lot_month force row level security;
create policy tenant on lot_month as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant select on lot_month to bencao_app;

create view lot_months with (security_invoker=true) as
 SELECT e.enterprise_id,
    e.lot_id,
    date_trunc('month'::text, (e.occurred_at AT TIME ZONE 'Asia/Shanghai'::text))::date AS month,
    e.kind,
    sum(
        CASE
            WHEN target.kind = 'bin'::text THEN e.quantity
            ELSE 0::numeric
        END)::numeric(18,4) AS brought,
    sum(
        CASE
            WHEN source.kind = 'bin'::text THEN e.quantity
            ELSE 0::numeric
        END)::numeric(18,4) AS taken
   FROM stock_entry e
     JOIN place source ON source.enterprise_id = e.enterprise_id AND source.id = e.from_place_id
     JOIN place target ON target.enterprise_id = e.enterprise_id AND target.id = e.to_place_id
  WHERE (source.kind = 'bin'::text) <> (target.kind = 'bin'::text)
  GROUP BY e.enterprise_id, e.lot_id, (date_trunc('month'::text, (e.occurred_at AT TIME ZONE 'Asia/Shanghai'::text))::date), e.kind;

create table lot_reservation ( -- owned by bencao_owner
  enterprise_id uuid not null,
  lot_id uuid not null,
  document_kind text not null,
  document_id uuid not null,
  quantity numeric(14,4) not null,
  constraint lot_reservation_pkey PRIMARY KEY (enterprise_id, lot_id, document_id),
  constraint lot_reservation_quantity_check CHECK ((quantity >= (0)::numeric)),
  constraint lot_reservation_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id)
);
CREATE INDEX lot_reservation_by_document ON public.lot_reservation USING btree (enterprise_id, document_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.lot_reservation FOR EACH ROW EXECUTE FUNCTION write_audit('lot_id', 'document_id');
CREATE TRIGGER waiting_of_lot_kept AFTER INSERT OR UPDATE OF quantity ON public.lot_reservation FOR EACH ROW WHEN ((new.document_kind = 'packaging_order'::text)) EXECUTE FUNCTION keep_waiting_of_lot();
alter table lot_reservation enable row level security;
alter table lot_reservation force row level security;
create policy tenant on lot_reservation as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on lot_reservation to bencao_app;

create view lots_at_hand with (security_invoker=true) as
 SELECT enterprise_id,
    id AS lot_id,
    kind,
    state,
    holds > 0 AS is_held,
    retest_on,
    expires_on,
    goods_of(l.*) AS goods_id,
    due_day_of(l.*) AS due_on
   FROM lot l
  WHERE (EXISTS ( SELECT
           FROM stock_balance b
             JOIN place p ON p.enterprise_id = b.enterprise_id AND p.id = b.place_id AND p.kind = 'bin'::text
          WHERE b.enterprise_id = l.enterprise_id AND b.lot_id = l.id AND b.is_real AND b.quantity > 0::numeric));

create table mail ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  to_address text not null,
  subject text not null,
  body text not null,
  link text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  useless_after timestamp with time zone not null,
  next_attempt_at timestamp with time zone not null default now(),
  attempts integer not null default 0,
  last_error text not null default ''::text,
  sent_at timestamp with time zone,
  given_up_at timestamp with time zone,
  constraint mail_pkey PRIMARY KEY (enterprise_id, id),
  constraint mail_check CHECK (((num_nonnulls(sent_at, given_up_at) = 0) OR ((body = ''::text) AND (link = ''::text)))),
  constraint mail_check1 CHECK ((num_nonnulls(sent_at, given_up_at) <= 1)),
  constraint mail_subject_check CHECK ((subject <> ''::text)),
  constraint mail_to_address_check CHECK ((to_address <> ''::text)),
  constraint mail_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
) with (fillfactor=70);
CREATE INDEX mail_waiting ON public.mail USING btree (next_attempt_at) WHERE ((sent_at IS NULL) AND (given_up_at IS NULL));
alter table mail enable row level security;
alter table mail force row level security;
create policy postman on mail as permissive for all to bencao_owner using true with check true;
create policy tenant on mail as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select (enterprise_id, id, to_address, subject, created_at, attempts, last_error, sent_at, given_up_at) on mail to bencao_app;

create table mail_link ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  account_id uuid not null,
  purpose text not null,
  token_hash bytea not null,
  email text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  secret_id uuid,
  constraint mail_link_pkey PRIMARY KEY (enterprise_id, id),
  constraint mail_link_token_hash_key UNIQUE (token_hash),
  constraint mail_link_check CHECK ((expires_at <= (created_at + '24:00:00'::interval))),
  constraint mail_link_purpose_check CHECK ((purpose = ANY (ARRAY['reset_password'::text, 'confirm_email'::text, 'confirm_secret'::text]))),
  constraint mail_link_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint mail_link_enterprise_id_account_id_fkey FOREIGN KEY (enterprise_id, account_id) REFERENCES account(enterprise_id, id),
  constraint mail_link_enterprise_id_secret_id_fkey FOREIGN KEY (enterprise_id, secret_id) REFERENCES secret_confirmation(enterprise_id, id)
);
CREATE INDEX mail_link_by_account ON public.mail_link USING btree (enterprise_id, account_id);
CREATE TRIGGER witnessed AFTER INSERT OR DELETE OR UPDATE ON public.mail_link FOR EACH ROW EXECUTE FUNCTION write_witness('id', 'account_id', 'purpose', 'token_hash', 'email', 'created_at', 'expires_at', 'used_at', 'secret_id');
alter table mail_link enable row level security;
alter table mail_link force row level security;
create policy doorkeeper on mail_link as permissive for all to bencao_owner using true with check true;
create policy tenant on mail_link as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on mail_link to bencao_app;

create table material ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  code text not null,
  category text not null,
  name text not null,
  initials text not null default ''::text,
  latin text not null default ''::text,
  species text[] not null default '{}'::text[],
  medicinal_part text not null default ''::text,
  usual_origin text not null default ''::text,
  usual_harvest text not null default ''::text,
  storage text not null default ''::text,
  is_toxic boolean not null default false,
  is_precious boolean not null default false,
  needs_growth_years boolean not null default false,
  retest_months integer not null default 12,
  is_active boolean not null default true,
  row_version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  material_class text not null default ''::text,
  test_amount numeric(10,1),
  retest_notice smallint not null default 30,
  retest_limit smallint,
  retention_months smallint not null default 12,
  constraint material_pkey PRIMARY KEY (enterprise_id, id),
  constraint material_enterprise_id_code_key UNIQUE (enterprise_id, code),
  constraint material_category_check CHECK ((category = ANY (ARRAY['crude_drug'::text, 'auxiliary'::text, 'packaging'::text]))),
  constraint material_name_check CHECK ((name <> ''::text)),
  constraint material_retention_months_check CHECK (((retention_months >= 12) AND (retention_months <= 240))),
  constraint material_retest_limit_check CHECK (((retest_limit >= 0) AND (retest_limit <= 20))),
  constraint material_retest_months_check CHECK (((retest_months >= 1) AND (retest_months <= 120))),
  constraint material_retest_notice_check CHECK (((retest_notice >= 0) AND (retest_notice <= 90))),
  constraint material_test_amount_check CHECK ((test_amount > (0)::numeric)),
  constraint material_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.material FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER code_kept BEFORE UPDATE ON public.material FOR EACH ROW WHEN ((new.code <> old.code)) EXECUTE FUNCTION keep_code();
CREATE TRIGGER critical_kept BEFORE UPDATE ON public.material FOR EACH ROW WHEN ((((new.is_toxic IS DISTINCT FROM old.is_toxic) OR (new.retest_months IS DISTINCT FROM old.retest_months)) OR (new.retention_months IS DISTINCT FROM old.retention_months))) EXECUTE FUNCTION keep_critical('{is_toxic,retest_months,retention_months}');
CREATE TRIGGER used_kept BEFORE UPDATE ON public.material FOR EACH ROW WHEN ((new.category <> old.category)) EXECUTE FUNCTION keep_used_material();
CREATE TRIGGER versioned BEFORE UPDATE ON public.material FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER UPDATE OF retest_notice ON public.material FOR EACH ROW WHEN ((old.retest_notice <> new.retest_notice)) EXECUTE FUNCTION keep_waiting_of_material();
alter table material enable row level security;
alter table material force row level security;
create policy tenant on material as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on material to bencao_app;

create table migration ( -- owned by bencao_owner
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (name)
);

create table month_tally ( -- owned by bencao_owner
  enterprise_id uuid not null,
  series text not null,
  month date not null,
  key text not null default ''::text,
  count integer not null,
  total numeric(20,4) not null,
  lowest numeric(14,4),
  highest numeric(14,4),
  constraint month_tally_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE INDEX month_tally_by_month ON public.month_tally USING btree (enterprise_id, series, month);
alter table month_tally enable row level security;
alter table month_tally force row level security;
create policy tenant on month_tally as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant select on month_tally to bencao_app;

create view months with (security_invoker=true) as
 SELECT lot.enterprise_id,
    'output'::text AS series,
    date_trunc('month'::text, lot.born_on::timestamp with time zone)::date AS month,
    ''::text AS key,
    count(*)::integer AS count,
    sum(lot.quantity) AS total,
    NULL::numeric AS lowest,
    NULL::numeric AS highest
   FROM lot
  WHERE lot.kind = 'pack'::text
  GROUP BY lot.enterprise_id, (date_trunc('month'::text, lot.born_on::timestamp with time zone)::date)
UNION ALL
 SELECT shipment.enterprise_id,
    'shipment'::text AS series,
    date_trunc('month'::text, (shipment.departed_at AT TIME ZONE 'Asia/Shanghai'::text))::date AS month,
    ''::text AS key,
    count(*)::integer AS count,
    sum(shipment.quantity) AS total,
    NULL::numeric AS lowest,
    NULL::numeric AS highest
   FROM shipment
  GROUP BY shipment.enterprise_id, (date_trunc('month'::text, (shipment.departed_at AT TIME ZONE 'Asia/Shanghai'::text))::date)
UNION ALL
 SELECT b.enterprise_id,
    'yield'::text AS series,
    date_trunc('month'::text, (b.finished_at AT TIME ZONE 'Asia/Shanghai'::text))::date AS month,
    o.product_name AS key,
    count(*)::integer AS count,
    sum(b.yield_percent) AS total,
    min(b.yield_percent) AS lowest,
    max(b.yield_percent) AS highest
   FROM bulk_lot b
     JOIN production_order o ON o.enterprise_id = b.enterprise_id AND o.id = b.order_id
  WHERE o.rework_of IS NULL
  GROUP BY b.enterprise_id, (date_trunc('month'::text, (b.finished_at AT TIME ZONE 'Asia/Shanghai'::text))::date), o.product_name;

create table notification ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  account_id uuid not null,
  title text not null,
  body text not null default ''::text,
  path text not null,
  created_at timestamp with time zone not null default now(),
  read_at timestamp with time zone,
  binned_at timestamp with time zone,
  record_table text,
  record_id uuid,
  asked text,
  done_at timestamp with time zone,
  lapses_at timestamp with time zone,
  constraint notification_pkey PRIMARY KEY (enterprise_id, id),
  constraint notification_asked_check CHECK ((asked <> ''::text)),
  constraint notification_check CHECK ((num_nonnulls(record_table, record_id, asked) = ANY (ARRAY[0, 3]))),
  constraint notification_check1 CHECK (((done_at IS NULL) OR (asked IS NOT NULL))),
  constraint notification_record_table_check CHECK ((record_table <> ''::text)),
  constraint notification_enterprise_id_account_id_fkey FOREIGN KEY (enterprise_id, account_id) REFERENCES account(enterprise_id, id)
);
CREATE INDEX notification_asked ON public.notification USING btree (enterprise_id, record_id) WHERE ((asked IS NOT NULL) AND (done_at IS NULL));
CREATE INDEX notification_binned ON public.notification USING btree (enterprise_id, account_id, created_at, id) WHERE (binned_at IS NOT NULL);
CREATE INDEX notification_by_account ON public.notification USING btree (enterprise_id, account_id, created_at DESC);
CREATE INDEX notification_unread ON public.notification USING btree (enterprise_id, account_id) WHERE ((read_at IS NULL) AND (binned_at IS NULL) AND (done_at IS NULL));
alter table notification enable row level security;
alter table notification force row level security;
create policy tenant on notification as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant delete, insert, select, update on notification to bencao_app;

create table number_counter ( -- owned by bencao_owner
  enterprise_id uuid not null,
  object text not null,
  day date not null,
  last integer not null,
  prefix text not null,
  date_part text not null,
  digits integer not null,
  constraint number_counter_pkey PRIMARY KEY (enterprise_id, object, prefix, day),
  constraint number_prefix_of_one_object EXCLUDE USING gist (enterprise_id WITH =, prefix WITH =, (((object || ' '::text) || date_part)) WITH <>),
  constraint number_counter_date_part_check CHECK ((date_part = ANY (ARRAY[''::text, 'YYYYMMDD'::text, 'YYMMDD'::text, 'YYYYMM'::text]))),
  constraint number_counter_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
) with (fillfactor=50);
alter table number_counter enable row level security;
alter table number_counter force row level security;
create policy tenant on number_counter as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on number_counter to bencao_app;

create view numbered_document with (security_invoker=true) as
 SELECT purchase_order.enterprise_id,
    'CG'::text AS object,
    purchase_order.order_no AS no
   FROM purchase_order
UNION ALL
 SELECT receipt.enterprise_id,
    'SH'::text AS object,
    receipt.receipt_no AS no
   FROM receipt
UNION ALL
 SELECT receipt_discrepancy.enterprise_id,
    'CY'::text AS object,
    receipt_discrepancy.discrepancy_no AS no
   FROM receipt_discrepancy
UNION ALL
 SELECT stock_transfer.enterprise_id,
    'YK'::text AS object,
    stock_transfer.transfer_no AS no
   FROM stock_transfer
UNION ALL
 SELECT inspection.enterprise_id,
    'QY'::text AS object,
    inspection.request_no AS no
   FROM inspection
UNION ALL
 SELECT sampling.enterprise_id,
    'QYD'::text AS object,
    sampling.sampling_no AS no
   FROM sampling
UNION ALL
 SELECT sample.enterprise_id,
    'YP'::text AS object,
    sample.sample_no AS no
   FROM sample
UNION ALL
 SELECT pack_retention.enterprise_id,
    'LY'::text AS object,
    pack_retention.retention_no AS no
   FROM pack_retention
UNION ALL
 SELECT report.enterprise_id,
    'BG'::text AS object,
    report.report_no AS no
   FROM report
UNION ALL
 SELECT oos_case.enterprise_id,
    'OOS'::text AS object,
    oos_case.case_no AS no
   FROM oos_case
  WHERE oos_case.case_no IS NOT NULL
UNION ALL
 SELECT release_decision.enterprise_id,
    'FX'::text AS object,
    release_decision.release_no AS no
   FROM release_decision
UNION ALL
 SELECT pack_release.enterprise_id,
    'FX'::text AS object,
    pack_release.release_no AS no
   FROM pack_release
UNION ALL
 SELECT production_order.enterprise_id,
    'SC'::text AS object,
    production_order.order_no AS no
   FROM production_order
UNION ALL
 SELECT production_issue.enterprise_id,
    'LL'::text AS object,
    production_issue.issue_no AS no
   FROM production_issue
UNION ALL
 SELECT production_return.enterprise_id,
    'TL'::text AS object,
    production_return.return_no AS no
   FROM production_return
UNION ALL
 SELECT packaging_order.enterprise_id,
    'BZ'::text AS object,
    packaging_order.order_no AS no
   FROM packaging_order
UNION ALL
 SELECT label_run.enterprise_id,
    'BQ'::text AS object,
    label_run.run_no AS no
   FROM label_run
UNION ALL
 SELECT sales_order.enterprise_id,
    'XS'::text AS object,
    sales_order.order_no AS no
   FROM sales_order
UNION ALL
 SELECT shipment.enterprise_id,
    'CK'::text AS object,
    shipment.shipment_no AS no
   FROM shipment
UNION ALL
 SELECT clearance.enterprise_id,
    'QC'::text AS object,
    clearance.clearance_no AS no
   FROM clearance
UNION ALL
 SELECT quality_case.enterprise_id,
    'SJ'::text AS object,
    quality_case.case_no AS no
   FROM quality_case
UNION ALL
 SELECT correction.enterprise_id,
    'GZ'::text AS object,
    correction.correction_no AS no
   FROM correction
UNION ALL
 SELECT recall_case.enterprise_id,
    'ZH'::text AS object,
    recall_case.case_no AS no
   FROM recall_case
UNION ALL
 SELECT disposal_case.enterprise_id,
    'CZ'::text AS object,
    disposal_case.disposal_no AS no
   FROM disposal_case
UNION ALL
 SELECT supplier_return.enterprise_id,
    'TG'::text AS object,
    supplier_return.return_no AS no
   FROM supplier_return
UNION ALL
 SELECT stocktake.enterprise_id,
    'PD'::text AS object,
    stocktake.count_no AS no
   FROM stocktake
UNION ALL
 SELECT stability_plan.enterprise_id,
    'WK'::text AS object,
    stability_plan.plan_no AS no
   FROM stability_plan
  WHERE stability_plan.version = 1
UNION ALL
 SELECT stock_ledger.enterprise_id,
    'TZ'::text AS object,
    stock_ledger.ledger_no AS no
   FROM stock_ledger
UNION ALL
 SELECT customer_return.enterprise_id,
    'TH'::text AS object,
    customer_return.return_no AS no
   FROM customer_return
UNION ALL
 SELECT carrier_claim.enterprise_id,
    'SP'::text AS object,
    carrier_claim.claim_no AS no
   FROM carrier_claim
UNION ALL
 SELECT incident.enterprise_id,
        CASE incident.kind
            WHEN 'deviation'::text THEN 'PC'::text
            WHEN 'complaint'::text THEN 'TS'::text
            ELSE 'BL'::text
        END AS object,
    incident.case_no AS no
   FROM incident
UNION ALL
 SELECT DISTINCT l.enterprise_id,
        CASE o.category
            WHEN 'crude_drug'::text THEN 'YL'::text
            WHEN 'auxiliary'::text THEN 'FL'::text
            ELSE 'BC'::text
        END AS object,
    "left"(l.lot_no, '-2'::integer) AS no
   FROM lot l
     JOIN raw_lot r ON r.enterprise_id = l.enterprise_id AND r.id = l.id
     JOIN purchase_order o ON o.enterprise_id = r.enterprise_id AND o.id = r.order_id
UNION ALL
 SELECT production_order.enterprise_id,
    'batch'::text AS object,
    production_order.batch_no AS no
   FROM production_order
  WHERE production_order.batch_no IS NOT NULL AND production_order.rework_of IS NULL
UNION ALL
 SELECT production_order.enterprise_id,
    'FG/'::text || regexp_replace(production_order.batch_no, '(?<=\d)R\d+$'::text, ''::text) AS object,
    production_order.batch_no AS no
   FROM production_order
  WHERE production_order.batch_no IS NOT NULL AND production_order.rework_of IS NOT NULL
UNION ALL
 SELECT lot.enterprise_id,
    'BZ/'::text || lot.batch_no AS object,
    lot.lot_no AS no
   FROM lot
  WHERE lot.kind = 'pack'::text;

create table numbering_rule ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  object text not null,
  prefix text not null,
  date_part text not null,
  digits integer not null,
  row_version integer not null default 1,
  constraint numbering_rule_pkey PRIMARY KEY (enterprise_id, id),
  constraint number_prefix_once UNIQUE (enterprise_id, prefix),
  constraint numbering_rule_enterprise_id_object_key UNIQUE (enterprise_id, object),
  constraint numbering_rule_check CHECK (((prefix ~ '^[A-Z]{1,6}$'::text) OR ((prefix = ''::text) AND (object = 'batch'::text)))),
  constraint numbering_rule_date_part_check CHECK ((date_part = ANY (ARRAY['YYYYMMDD'::text, 'YYMMDD'::text, 'YYYYMM'::text]))),
  constraint numbering_rule_digits_check CHECK (((digits >= 2) AND (digits <= 8))),
  constraint numbering_rule_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.numbering_rule FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER versioned BEFORE UPDATE ON public.numbering_rule FOR EACH ROW EXECUTE FUNCTION count_version();
alter table numbering_rule enable row level security;
alter table numbering_rule force row level security;
create policy tenant on numbering_rule as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on numbering_rule to bencao_app;

create table oos_case ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  inspection_id uuid not null,
  lot_id uuid not null,
  standard_item_id uuid not null,
  test_result_id uuid not null,
  hold_id uuid,
  state text not null default 'open'::text,
  opened_at timestamp with time zone not null default now(),
  conclusion text,
  concluded_by uuid,
  concluded_at timestamp with time zone,
  row_version integer not null default 1,
  kind text not null default 'oos'::text,
  plea text not null default ''::text,
  checklist jsonb,
  finding text,
  explanation text,
  proof_id uuid,
  checked_by uuid,
  checked_at timestamp with time zone,
  invalidated_by uuid,
  invalidated_at timestamp with time zone,
  invalid_reason text,
  retests smallint,
  retest_analyst uuid,
  retest_reason text,
  resampled boolean,
  retest_by uuid,
  retest_at timestamp with time zone,
  case_no text,
  constraint oos_case_pkey PRIMARY KEY (enterprise_id, id),
  constraint oos_case_no_once UNIQUE (enterprise_id, case_no),
  constraint oos_case_checked CHECK ((((checked_by IS NULL) = (checklist IS NULL)) AND ((checked_by IS NULL) = (checked_at IS NULL)) AND ((checked_by IS NULL) = (finding IS NULL)) AND ((checked_by IS NULL) = (explanation IS NULL)))),
  constraint oos_case_concluded CHECK ((((state = ANY (ARRAY['corrected'::text, 'repeated'::text, 'accepted'::text, 'confirmed'::text])) = (conclusion IS NOT NULL)) AND ((concluded_by IS NULL) = (conclusion IS NULL)) AND ((concluded_at IS NULL) = (conclusion IS NULL)))),
  constraint oos_case_conclusion_check CHECK ((conclusion <> ''::text)),
  constraint oos_case_explanation_check CHECK ((explanation <> ''::text)),
  constraint oos_case_finding_check CHECK ((finding = ANY (ARRAY['none'::text, 'laboratory_error'::text, 'sampling_error'::text, 'slip'::text]))),
  constraint oos_case_invalid_reason_check CHECK ((invalid_reason <> ''::text)),
  constraint oos_case_invalidated CHECK ((((invalidated_by IS NULL) = (invalidated_at IS NULL)) AND ((invalidated_by IS NULL) = (invalid_reason IS NULL)) AND ((invalidated_by IS NULL) OR (finding = ANY (ARRAY['laboratory_error'::text, 'sampling_error'::text]))))),
  constraint oos_case_kind_check CHECK ((kind = ANY (ARRAY['oos'::text, 'oot'::text, 'slip'::text]))),
  constraint oos_case_retest_reason_check CHECK ((retest_reason <> ''::text)),
  constraint oos_case_retested CHECK ((((retest_by IS NULL) = (retest_at IS NULL)) AND ((retest_by IS NULL) = (retests IS NULL)) AND ((retest_by IS NULL) = (retest_analyst IS NULL)) AND ((retest_by IS NULL) = (retest_reason IS NULL)) AND ((retest_by IS NULL) = (resampled IS NULL)))),
  constraint oos_case_retests_check CHECK (((retests >= 1) AND (retests <= 6))),
  constraint oos_case_slip_proved CHECK (((finding <> 'slip'::text) OR (proof_id IS NOT NULL))),
  constraint oos_case_state_check CHECK ((state = ANY (ARRAY['open'::text, 'checked'::text, 'invalidated'::text, 'retesting'::text, 'retested'::text, 'corrected'::text, 'repeated'::text, 'accepted'::text, 'confirmed'::text]))),
  constraint oos_checker_is_other CHECK (((((checked_by <> invalidated_by) AND (checked_by <> retest_by)) AND (checked_by <> retest_analyst)) AND ((checked_by <> concluded_by) OR (state = ANY (ARRAY['corrected'::text, 'repeated'::text]))))),
  constraint oos_resampled_for_cause CHECK (((resampled IS NOT TRUE) OR (finding = 'sampling_error'::text))),
  constraint oos_case_enterprise_id_checked_by_fkey FOREIGN KEY (enterprise_id, checked_by) REFERENCES account(enterprise_id, id),
  constraint oos_case_enterprise_id_concluded_by_fkey FOREIGN KEY (enterprise_id, concluded_by) REFERENCES account(enterprise_id, id),
  constraint oos_case_enterprise_id_hold_id_fkey FOREIGN KEY (enterprise_id, hold_id) REFERENCES hold(enterprise_id, id),
  constraint oos_case_enterprise_id_inspection_id_lot_id_fkey FOREIGN KEY (enterprise_id, inspection_id, lot_id) REFERENCES inspection(enterprise_id, id, lot_id),
  constraint oos_case_enterprise_id_invalidated_by_fkey FOREIGN KEY (enterprise_id, invalidated_by) REFERENCES account(enterprise_id, id),
  constraint oos_case_enterprise_id_proof_id_fkey FOREIGN KEY (enterprise_id, proof_id) REFERENCES attachment(enterprise_id, id),
  constraint oos_case_enterprise_id_retest_analyst_fkey FOREIGN KEY (enterprise_id, retest_analyst) REFERENCES account(enterprise_id, id),
  constraint oos_case_enterprise_id_retest_by_fkey FOREIGN KEY (enterprise_id, retest_by) REFERENCES account(enterprise_id, id),
  constraint oos_case_enterprise_id_standard_item_id_fkey FOREIGN KEY (enterprise_id, standard_item_id) REFERENCES standard_item(enterprise_id, id),
  constraint oos_case_enterprise_id_test_result_id_fkey FOREIGN KEY (enterprise_id, test_result_id) REFERENCES test_result(enterprise_id, id)
);
CREATE UNIQUE INDEX one_open_oos_case ON public.oos_case USING btree (enterprise_id, inspection_id, standard_item_id) WHERE (state = ANY (ARRAY['open'::text, 'checked'::text, 'invalidated'::text, 'retesting'::text, 'retested'::text]));
CREATE INDEX oos_case_by_item ON public.oos_case USING btree (enterprise_id, inspection_id, standard_item_id);
CREATE INDEX oos_case_by_lot ON public.oos_case USING btree (enterprise_id, lot_id);
CREATE INDEX oos_case_by_state ON public.oos_case USING btree (enterprise_id, state, opened_at) WHERE (state = ANY (ARRAY['open'::text, 'checked'::text, 'invalidated'::text, 'retesting'::text, 'retested'::text]));
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.oos_case FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE UPDATE ON public.oos_case FOR EACH ROW EXECUTE FUNCTION guard_oos_case();
CREATE TRIGGER messages_settled AFTER UPDATE ON public.oos_case FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER numbered BEFORE INSERT ON public.oos_case FOR EACH ROW WHEN ((new.case_no IS NULL)) EXECUTE FUNCTION number_oos_case();
CREATE TRIGGER versioned BEFORE UPDATE ON public.oos_case FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.oos_case FOR EACH ROW EXECUTE FUNCTION keep_waiting_oos();
alter table oos_case enable row level security;
alter table oos_case force row level security;
create policy tenant on oos_case as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on oos_case to bencao_app;

create table outside_laboratory ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  initials text not null,
  accreditation_no text not null,
  scope text[] not null,
  valid_from date not null,
  valid_until date not null,
  contact text not null,
  is_active boolean not null default true,
  row_version integer not null default 1,
  constraint outside_laboratory_pkey PRIMARY KEY (enterprise_id, id),
  constraint outside_laboratory_name UNIQUE (enterprise_id, name),
  constraint outside_laboratory_accreditation_no_check CHECK ((accreditation_no <> ''::text)),
  constraint outside_laboratory_days CHECK ((valid_until >= valid_from)),
  constraint outside_laboratory_name_check CHECK ((name <> ''::text)),
  constraint outside_laboratory_scope_check CHECK ((cardinality(scope) > 0)),
  constraint outside_laboratory_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.outside_laboratory FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER renewal_settled AFTER UPDATE ON public.outside_laboratory FOR EACH ROW WHEN (((old.valid_until IS DISTINCT FROM new.valid_until) OR (NOT new.is_active))) EXECUTE FUNCTION settle_renewal();
CREATE TRIGGER versioned BEFORE UPDATE ON public.outside_laboratory FOR EACH ROW EXECUTE FUNCTION count_version();
alter table outside_laboratory enable row level security;
alter table outside_laboratory force row level security;
create policy tenant on outside_laboratory as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on outside_laboratory to bencao_app;

create table pack_lot ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null,
  packaging_order_id uuid not null,
  bulk_lot_id uuid not null,
  packs integer not null,
  boxes integer not null,
  constraint pack_lot_pkey PRIMARY KEY (enterprise_id, id),
  constraint pack_lot_enterprise_id_packaging_order_id_key UNIQUE (enterprise_id, packaging_order_id),
  constraint pack_lot_boxes_check CHECK ((boxes > 0)),
  constraint pack_lot_packs_check CHECK ((packs > 0)),
  constraint pack_lot_enterprise_id_bulk_lot_id_fkey FOREIGN KEY (enterprise_id, bulk_lot_id) REFERENCES lot(enterprise_id, id),
  constraint pack_lot_enterprise_id_id_fkey FOREIGN KEY (enterprise_id, id) REFERENCES lot(enterprise_id, id),
  constraint pack_lot_enterprise_id_packaging_order_id_fkey FOREIGN KEY (enterprise_id, packaging_order_id) REFERENCES packaging_order(enterprise_id, id)
);
CREATE INDEX pack_lot_by_bulk ON public.pack_lot USING btree (enterprise_id, bulk_lot_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.pack_lot FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE CONSTRAINT TRIGGER codes_matched AFTER UPDATE ON public.pack_lot DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION match_codes();
CREATE TRIGGER corrected BEFORE UPDATE ON public.pack_lot FOR EACH ROW EXECUTE FUNCTION keep_unless_corrected('but', '{}', 'never idle');
CREATE TRIGGER count_guarded BEFORE UPDATE ON public.pack_lot FOR EACH ROW EXECUTE FUNCTION guard_pack_count();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.pack_lot FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table pack_lot enable row level security;
alter table pack_lot force row level security;
create policy tenant on pack_lot as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on pack_lot to bencao_app;

create table pack_release ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  release_no text not null,
  lot_id uuid not null,
  bulk_lot_id uuid not null,
  report_id uuid not null,
  decision text not null,
  checklist jsonb not null,
  reason text not null default ''::text,
  packs integer not null,
  quantity numeric(14,4) not null,
  analyst_ids uuid[] not null,
  producer_ids uuid[] not null,
  decided_by uuid not null,
  decided_at timestamp with time zone not null default now(),
  constraint pack_release_pkey PRIMARY KEY (enterprise_id, id),
  constraint pack_release_enterprise_id_release_no_key UNIQUE (enterprise_id, release_no),
  constraint analyst_releases_pack CHECK ((decided_by <> ALL (analyst_ids))),
  constraint pack_release_check CHECK (((decision = 'release'::text) OR (reason <> ''::text))),
  constraint pack_release_checklist_check CHECK ((jsonb_typeof(checklist) = 'array'::text)),
  constraint pack_release_decision_check CHECK ((decision = ANY (ARRAY['release'::text, 'reject'::text]))),
  constraint pack_release_packs_check CHECK ((packs > 0)),
  constraint pack_release_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint producer_releases_pack CHECK ((decided_by <> ALL (producer_ids))),
  constraint pack_release_enterprise_id_decided_by_fkey FOREIGN KEY (enterprise_id, decided_by) REFERENCES account(enterprise_id, id),
  constraint pack_release_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint pack_release_enterprise_id_report_id_bulk_lot_id_analy_fkey FOREIGN KEY (enterprise_id, report_id, bulk_lot_id, analyst_ids) REFERENCES report(enterprise_id, id, lot_id, analyst_ids)
);
CREATE INDEX pack_release_by_lot ON public.pack_release USING btree (enterprise_id, lot_id, id);
CREATE INDEX pack_release_by_time ON public.pack_release USING btree (enterprise_id, decided_at DESC, id);
CREATE CONSTRAINT TRIGGER approved AFTER INSERT ON public.pack_release DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.decision = 'reject'::text)) EXECUTE FUNCTION need_approval();
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.pack_release FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER authorised BEFORE INSERT ON public.pack_release FOR EACH ROW WHEN ((new.decision = 'release'::text)) EXECUTE FUNCTION need_authorisation('decided_by', 'decided_at', 'release');
CREATE TRIGGER breakdowns_ended BEFORE INSERT ON public.pack_release FOR EACH ROW WHEN ((new.decision = 'release'::text)) EXECUTE FUNCTION release_waits_for_breakdowns();
CREATE TRIGGER corrected BEFORE UPDATE ON public.pack_release FOR EACH ROW EXECUTE FUNCTION keep_unless_corrected('but', '{}', 'never idle');
CREATE TRIGGER guarded BEFORE INSERT ON public.pack_release FOR EACH ROW EXECUTE FUNCTION guard_pack_release();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.pack_release FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table pack_release enable row level security;
alter table pack_release force row level security;
create policy tenant on pack_release as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on pack_release to bencao_app;

create table pack_retention ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  retention_no text not null,
  lot_id uuid not null,
  packs integer not null,
  remark text not null default ''::text,
  drawn_by uuid not null,
  witnessed_by uuid,
  drawn_at timestamp with time zone not null,
  constraint pack_retention_pkey PRIMARY KEY (enterprise_id, id),
  constraint pack_retention_enterprise_id_retention_no_key UNIQUE (enterprise_id, retention_no),
  constraint pack_retention_packs_check CHECK ((packs > 0)),
  constraint pack_retention_retention_no_check CHECK ((retention_no <> ''::text)),
  constraint retention_second_person CHECK ((drawn_by <> witnessed_by)),
  constraint pack_retention_enterprise_id_drawn_by_fkey FOREIGN KEY (enterprise_id, drawn_by) REFERENCES account(enterprise_id, id),
  constraint pack_retention_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint pack_retention_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint pack_retention_enterprise_id_witnessed_by_fkey FOREIGN KEY (enterprise_id, witnessed_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX pack_retention_by_lot ON public.pack_retention USING btree (enterprise_id, lot_id, id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.pack_retention FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.pack_retention FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE CONSTRAINT TRIGGER packs_matched AFTER INSERT ON public.pack_retention DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION match_kept_packs();
alter table pack_retention enable row level security;
alter table pack_retention force row level security;
create policy tenant on pack_retention as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on pack_retention to bencao_app;

create table pack_spec ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  product_id uuid not null,
  name text not null,
  net_quantity numeric(14,4) not null,
  pack_unit text not null default '袋'::text,
  packs_per_box integer not null,
  code_scheme text not null,
  pack_identification text,
  box_identification text,
  pack_gtin text,
  box_gtin text,
  is_active boolean not null default true,
  row_version integer not null default 1,
  constraint pack_spec_pkey PRIMARY KEY (enterprise_id, id),
  constraint pack_spec_enterprise_id_product_id_name_key UNIQUE (enterprise_id, product_id, name),
  constraint pack_spec_box_gtin_check CHECK ((box_gtin ~ '^\d{14}$'::text)),
  constraint pack_spec_box_identification_check CHECK ((box_identification ~ '^\d{7}$'::text)),
  constraint pack_spec_check CHECK (((code_scheme <> 'NMPA20'::text) OR ((pack_identification IS NOT NULL) AND (box_identification IS NOT NULL) AND (pack_identification <> box_identification)))),
  constraint pack_spec_check1 CHECK (((code_scheme <> 'GS1'::text) OR ((pack_gtin IS NOT NULL) AND (box_gtin IS NOT NULL) AND (pack_gtin <> box_gtin)))),
  constraint pack_spec_code_scheme_check CHECK ((code_scheme = ANY (ARRAY['NMPA20'::text, 'GS1'::text, 'INTERNAL'::text]))),
  constraint pack_spec_gtin_check_digit CHECK (((has_check_digit(pack_gtin) IS NOT FALSE) AND (has_check_digit(box_gtin) IS NOT FALSE))),
  constraint pack_spec_net_quantity_check CHECK ((net_quantity > (0)::numeric)),
  constraint pack_spec_numbers_of_scheme CHECK ((((code_scheme = 'NMPA20'::text) OR (num_nonnulls(pack_identification, box_identification) = 0)) AND ((code_scheme = 'GS1'::text) OR (num_nonnulls(pack_gtin, box_gtin) = 0)))),
  constraint pack_spec_pack_gtin_check CHECK ((pack_gtin ~ '^\d{14}$'::text)),
  constraint pack_spec_pack_identification_check CHECK ((pack_identification ~ '^\d{7}$'::text)),
  constraint pack_spec_packs_per_box_check CHECK (((packs_per_box >= 1) AND (packs_per_box <= 100000))),
  constraint pack_spec_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint pack_spec_enterprise_id_product_id_fkey FOREIGN KEY (enterprise_id, product_id) REFERENCES product(enterprise_id, id)
);
CREATE UNIQUE INDEX box_gtin_once ON public.pack_spec USING btree (box_gtin);
CREATE UNIQUE INDEX box_identification_once ON public.pack_spec USING btree (box_identification);
CREATE UNIQUE INDEX pack_gtin_once ON public.pack_spec USING btree (pack_gtin);
CREATE UNIQUE INDEX pack_identification_once ON public.pack_spec USING btree (pack_identification);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.pack_spec FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER numbers_apart BEFORE INSERT OR UPDATE ON public.pack_spec FOR EACH ROW WHEN ((num_nonnulls(new.pack_identification, new.pack_gtin) > 0)) EXECUTE FUNCTION keep_pack_numbers_apart();
CREATE TRIGGER used_kept BEFORE UPDATE ON public.pack_spec FOR EACH ROW WHEN (((to_jsonb(new.*) - '{is_active,row_version}'::text[]) <> (to_jsonb(old.*) - '{is_active,row_version}'::text[]))) EXECUTE FUNCTION keep_used_pack_spec();
CREATE TRIGGER versioned BEFORE UPDATE ON public.pack_spec FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF net_quantity, is_active ON public.pack_spec FOR EACH ROW EXECUTE FUNCTION keep_waiting_of_product();
alter table pack_spec enable row level security;
alter table pack_spec force row level security;
create policy doorkeeper on pack_spec as permissive for select to bencao_owner using true;
create policy tenant on pack_spec as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on pack_spec to bencao_app;

create table packaging_order ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_no text not null,
  state text not null default 'draft'::text,
  bulk_lot_id uuid not null,
  pack_spec_id uuid not null,
  planned_packs integer not null,
  packaging_material text not null,
  label_version text not null,
  remark text not null default ''::text,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  approved_by uuid,
  approved_at timestamp with time zone,
  label jsonb,
  cancelled_by uuid,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  row_version integer not null default 1,
  constraint packaging_order_pkey PRIMARY KEY (enterprise_id, id),
  constraint packaging_order_enterprise_id_order_no_key UNIQUE (enterprise_id, order_no),
  constraint packaging_author_approves CHECK ((approved_by <> created_by)),
  constraint packaging_order_cancel_reason_check CHECK ((cancel_reason <> ''::text)),
  constraint packaging_order_check CHECK ((num_nonnulls(approved_by, approved_at, label) = ANY (ARRAY[0, 3]))),
  constraint packaging_order_check1 CHECK (((state = ANY (ARRAY['draft'::text, 'cancelled'::text])) OR (approved_by IS NOT NULL))),
  constraint packaging_order_check2 CHECK ((((state = 'cancelled'::text) = (cancel_reason IS NOT NULL)) AND (num_nonnulls(cancelled_by, cancelled_at, cancel_reason) = ANY (ARRAY[0, 3])))),
  constraint packaging_order_label_check CHECK ((jsonb_typeof(label) = 'object'::text)),
  constraint packaging_order_label_version_check CHECK ((label_version <> ''::text)),
  constraint packaging_order_packaging_material_check CHECK ((packaging_material <> ''::text)),
  constraint packaging_order_planned_packs_check CHECK ((planned_packs > 0)),
  constraint packaging_order_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'approved'::text, 'in_progress'::text, 'completed'::text, 'cancelled'::text]))),
  constraint packaging_order_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint packaging_order_enterprise_id_bulk_lot_id_fkey FOREIGN KEY (enterprise_id, bulk_lot_id) REFERENCES lot(enterprise_id, id),
  constraint packaging_order_enterprise_id_cancelled_by_fkey FOREIGN KEY (enterprise_id, cancelled_by) REFERENCES account(enterprise_id, id),
  constraint packaging_order_enterprise_id_created_by_fkey FOREIGN KEY (enterprise_id, created_by) REFERENCES account(enterprise_id, id),
  constraint packaging_order_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint packaging_order_enterprise_id_pack_spec_id_fkey FOREIGN KEY (enterprise_id, pack_spec_id) REFERENCES pack_spec(enterprise_id, id)
);
CREATE INDEX packaging_order_by_age ON public.packaging_order USING btree (enterprise_id, created_at, id);
CREATE INDEX packaging_order_by_bulk ON public.packaging_order USING btree (enterprise_id, bulk_lot_id);
CREATE INDEX packaging_order_by_spec ON public.packaging_order USING btree (enterprise_id, pack_spec_id, id);
CREATE INDEX packaging_order_by_state ON public.packaging_order USING btree (enterprise_id, state, created_at, id);
CREATE INDEX packaging_order_open ON public.packaging_order USING btree (enterprise_id, created_by) WHERE (state <> ALL (ARRAY['completed'::text, 'cancelled'::text]));
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.packaging_order FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER messages_answered AFTER INSERT ON public.packaging_order FOR EACH ROW EXECUTE FUNCTION settle_about_lot('bulk_lot_id', 'pack');
CREATE TRIGGER messages_settled AFTER UPDATE ON public.packaging_order FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER uses_ended AFTER UPDATE OF state ON public.packaging_order FOR EACH ROW WHEN (((new.state = ANY (ARRAY['completed'::text, 'cancelled'::text])) AND (old.state = 'in_progress'::text))) EXECUTE FUNCTION end_uses_of_packaging();
CREATE TRIGGER versioned BEFORE UPDATE ON public.packaging_order FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.packaging_order FOR EACH ROW EXECUTE FUNCTION keep_waiting_packaging();
CREATE TRIGGER waiting_of_lot_kept AFTER INSERT OR UPDATE OF state, planned_packs, pack_spec_id ON public.packaging_order FOR EACH ROW EXECUTE FUNCTION keep_waiting_of_lot();
alter table packaging_order enable row level security;
alter table packaging_order force row level security;
create policy tenant on packaging_order as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on packaging_order to bencao_app;

create table packaging_record ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  packaging_order_id uuid not null,
  bulk_lot_id uuid not null,
  lot_id uuid not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  packs integer not null,
  boxes integer not null,
  charged numeric(14,4) not null,
  packed numeric(14,4) not null,
  remainder numeric(14,4) not null,
  loss numeric(14,4) not null,
  balance numeric(7,3) not null,
  deviation text not null default ''::text,
  labels_issued integer not null,
  labels_used integer not null,
  labels_spoiled integer not null,
  labels_destroyed integer not null,
  labels_sampled integer not null,
  codes_activated integer not null,
  codes_voided integer not null,
  weight_checks numeric(9,2)[] not null,
  first_piece text not null,
  clearance text not null,
  remark text not null default ''::text,
  operator_id uuid not null,
  checked_by uuid,
  recorded_at timestamp with time zone not null default now(),
  beyond_plan_by uuid,
  labels_lost integer not null default 0,
  constraint packaging_record_pkey PRIMARY KEY (enterprise_id, id),
  constraint packaging_record_enterprise_id_lot_id_key UNIQUE (enterprise_id, lot_id),
  constraint packaging_record_enterprise_id_packaging_order_id_key UNIQUE (enterprise_id, packaging_order_id),
  constraint codes_reconciled CHECK (((codes_activated = labels_used) AND (labels_used = packs) AND (labels_issued = (codes_activated + codes_voided)))),
  constraint labels_reconciled CHECK ((labels_issued = ((((labels_used + labels_spoiled) + labels_destroyed) + labels_sampled) + labels_lost))),
  constraint packaging_beyond_plan_by_another CHECK (((beyond_plan_by <> operator_id) AND (beyond_plan_by <> checked_by))),
  constraint packaging_operator_checks CHECK ((checked_by <> operator_id)),
  constraint packaging_record_boxes_check CHECK ((boxes > 0)),
  constraint packaging_record_charged_check CHECK ((charged > (0)::numeric)),
  constraint packaging_record_check CHECK ((finished_at >= started_at)),
  constraint packaging_record_check1 CHECK ((abs((balance - ((((packed + remainder) + loss) / charged) * (100)::numeric))) < 0.001)),
  constraint packaging_record_check2 CHECK (((balance >= (99)::numeric) OR (deviation <> ''::text))),
  constraint packaging_record_clearance_check CHECK ((clearance <> ''::text)),
  constraint packaging_record_first_piece_check CHECK ((first_piece <> ''::text)),
  constraint packaging_record_labels_destroyed_check CHECK ((labels_destroyed >= 0)),
  constraint packaging_record_labels_lost_check CHECK ((labels_lost >= 0)),
  constraint packaging_record_labels_sampled_check CHECK ((labels_sampled >= 0)),
  constraint packaging_record_labels_spoiled_check CHECK ((labels_spoiled >= 0)),
  constraint packaging_record_loss_check CHECK ((loss >= (0)::numeric)),
  constraint packaging_record_packed_check CHECK ((packed > (0)::numeric)),
  constraint packaging_record_packs_check CHECK ((packs > 0)),
  constraint packaging_record_remainder_check CHECK ((remainder >= (0)::numeric)),
  constraint packaging_record_weight_checks_check CHECK ((cardinality(weight_checks) >= 1)),
  constraint packed_from_charge CHECK ((((packed + remainder) + loss) <= charged)),
  constraint packaging_record_enterprise_id_beyond_plan_by_fkey FOREIGN KEY (enterprise_id, beyond_plan_by) REFERENCES account(enterprise_id, id),
  constraint packaging_record_enterprise_id_bulk_lot_id_fkey FOREIGN KEY (enterprise_id, bulk_lot_id) REFERENCES lot(enterprise_id, id),
  constraint packaging_record_enterprise_id_checked_by_fkey FOREIGN KEY (enterprise_id, checked_by) REFERENCES account(enterprise_id, id),
  constraint packaging_record_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint packaging_record_enterprise_id_operator_id_fkey FOREIGN KEY (enterprise_id, operator_id) REFERENCES account(enterprise_id, id),
  constraint packaging_record_enterprise_id_packaging_order_id_fkey FOREIGN KEY (enterprise_id, packaging_order_id) REFERENCES packaging_order(enterprise_id, id)
);
CREATE INDEX packaging_record_by_finish ON public.packaging_record USING btree (enterprise_id, finished_at DESC, id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.packaging_record FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER corrected BEFORE UPDATE ON public.packaging_record FOR EACH ROW EXECUTE FUNCTION keep_unless_corrected('but', '{}');
CREATE TRIGGER edge_told AFTER UPDATE ON public.packaging_record FOR EACH ROW WHEN ((new.packed <> old.packed)) EXECUTE FUNCTION tell_edge();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.packaging_record FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE CONSTRAINT TRIGGER lost_guarded AFTER INSERT ON public.packaging_record DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.labels_lost > 0)) EXECUTE FUNCTION guard_lost_labels();
CREATE TRIGGER mass_guarded BEFORE INSERT OR UPDATE ON public.packaging_record FOR EACH ROW EXECUTE FUNCTION guard_packed_mass();
CREATE CONSTRAINT TRIGGER more_lost_guarded AFTER UPDATE ON public.packaging_record DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.labels_lost > old.labels_lost)) EXECUTE FUNCTION guard_lost_labels();
CREATE TRIGGER plan_guarded BEFORE INSERT ON public.packaging_record FOR EACH ROW WHEN ((new.beyond_plan_by IS NULL)) EXECUTE FUNCTION guard_packed_plan();
alter table packaging_record enable row level security;
alter table packaging_record force row level security;
create policy tenant on packaging_record as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on packaging_record to bencao_app;

create view packs_by_codes with (security_invoker=true) as
 SELECT s.enterprise_id,
    s.lot_id,
    sum(s.last_index - s.first_index + 1)::bigint AS packs
   FROM code_span s
     JOIN code_range r ON r.enterprise_id = s.enterprise_id AND r.id = s.range_id AND r.level = 1
  WHERE s.lot_id IS NOT NULL AND (s.state = ANY (ARRAY['activated'::text, 'in_stock'::text, 'returned'::text, 'voided'::text]))
  GROUP BY s.enterprise_id, s.lot_id;

create table packs_in_house ( -- owned by bencao_owner
  enterprise_id uuid not null,
  lot_id uuid not null,
  packs bigint not null,
  constraint packs_in_house_pkey PRIMARY KEY (enterprise_id, lot_id),
  constraint packs_in_house_packs_check CHECK ((packs >= 0)),
  constraint packs_in_house_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id)
) with (fillfactor=70);
CREATE CONSTRAINT TRIGGER codes_matched AFTER INSERT OR UPDATE ON public.packs_in_house DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION match_codes_and_stock();
alter table packs_in_house enable row level security;
alter table packs_in_house force row level security;
create policy tenant on packs_in_house as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant select on packs_in_house to bencao_app;

create table paper_form ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null,
  version integer not null,
  form_no text not null,
  retention text not null,
  reason text not null,
  written_by uuid not null,
  written_at timestamp with time zone not null default now(),
  constraint paper_form_pkey PRIMARY KEY (enterprise_id, id),
  constraint paper_form_version UNIQUE (enterprise_id, kind, version),
  constraint paper_form_kind_check CHECK ((kind ~ '^[a-z_]+$'::text)),
  constraint paper_form_reason_check CHECK ((reason <> ''::text)),
  constraint paper_form_version_check CHECK ((version > 0)),
  constraint paper_form_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint paper_form_enterprise_id_written_by_fkey FOREIGN KEY (enterprise_id, written_by) REFERENCES account(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.paper_form FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER guarded BEFORE INSERT ON public.paper_form FOR EACH ROW EXECUTE FUNCTION guard_paper_form();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.paper_form FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table paper_form enable row level security;
alter table paper_form force row level security;
create policy tenant on paper_form as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on paper_form to bencao_app;

create table paper_print ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null,
  record_id uuid not null,
  document_no text not null,
  print_no integer not null,
  form_id uuid,
  letterhead_id uuid,
  marks text[] not null,
  pages integer not null,
  digest text not null,
  reason text not null,
  printed_by uuid not null,
  printed_at timestamp with time zone not null,
  constraint paper_print_pkey PRIMARY KEY (enterprise_id, id),
  constraint paper_print_once UNIQUE (enterprise_id, kind, record_id, print_no),
  constraint paper_print_document_no_check CHECK ((document_no <> ''::text)),
  constraint paper_print_kind_check CHECK ((kind ~ '^[a-z_]+$'::text)),
  constraint paper_print_pages_check CHECK ((pages > 0)),
  constraint paper_print_print_no_check CHECK ((print_no > 0)),
  constraint reprint_has_reason CHECK (((print_no = 1) OR (reason <> ''::text))),
  constraint paper_print_enterprise_id_digest_fkey FOREIGN KEY (enterprise_id, digest) REFERENCES stored_file(enterprise_id, digest),
  constraint paper_print_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint paper_print_enterprise_id_form_id_fkey FOREIGN KEY (enterprise_id, form_id) REFERENCES paper_form(enterprise_id, id),
  constraint paper_print_enterprise_id_letterhead_id_fkey FOREIGN KEY (enterprise_id, letterhead_id) REFERENCES letterhead(enterprise_id, id),
  constraint paper_print_enterprise_id_printed_by_fkey FOREIGN KEY (enterprise_id, printed_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX paper_print_by_file ON public.paper_print USING btree (enterprise_id, digest);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.paper_print FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER guarded BEFORE INSERT ON public.paper_print FOR EACH ROW EXECUTE FUNCTION guard_paper_print();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.paper_print FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table paper_print enable row level security;
alter table paper_print force row level security;
create policy tenant on paper_print as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on paper_print to bencao_app;

create table picking ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  state text not null default 'picked'::text,
  packs integer not null,
  content jsonb not null,
  picked_by uuid not null,
  picked_at timestamp with time zone not null default now(),
  checked_by uuid,
  checked_at timestamp with time zone,
  row_version integer not null default 1,
  constraint picking_pkey PRIMARY KEY (enterprise_id, id),
  constraint picker_does_not_check CHECK ((checked_by <> picked_by)),
  constraint picking_check CHECK (((checked_at IS NULL) = (checked_by IS NULL))),
  constraint picking_check1 CHECK (((state <> 'checked'::text) OR (checked_by IS NOT NULL))),
  constraint picking_content_check CHECK ((jsonb_typeof(content) = 'array'::text)),
  constraint picking_packs_check CHECK ((packs > 0)),
  constraint picking_state_check CHECK ((state = ANY (ARRAY['picked'::text, 'checked'::text, 'void'::text]))),
  constraint picking_enterprise_id_checked_by_fkey FOREIGN KEY (enterprise_id, checked_by) REFERENCES account(enterprise_id, id),
  constraint picking_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES sales_order(enterprise_id, id),
  constraint picking_enterprise_id_picked_by_fkey FOREIGN KEY (enterprise_id, picked_by) REFERENCES account(enterprise_id, id)
);
CREATE UNIQUE INDEX one_open_picking ON public.picking USING btree (enterprise_id, order_id) WHERE (state <> 'void'::text);
CREATE INDEX picking_by_order ON public.picking USING btree (enterprise_id, order_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.picking FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER versioned BEFORE UPDATE ON public.picking FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.picking FOR EACH ROW EXECUTE FUNCTION keep_waiting_sale('order_id');
alter table picking enable row level security;
alter table picking force row level security;
create policy tenant on picking as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on picking to bencao_app;

create table picking_code ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  picking_id uuid not null,
  lot_id uuid not null,
  range_id uuid not null,
  level smallint not null,
  first_index bigint not null,
  last_index bigint not null,
  is_open boolean not null default true,
  constraint picking_code_pkey PRIMARY KEY (enterprise_id, id),
  constraint code_picked_once EXCLUDE USING gist (enterprise_id WITH =, range_id WITH =, int8range(first_index, last_index, '[]'::text) WITH &&) WHERE (is_open),
  constraint picking_code_check CHECK ((last_index >= first_index)),
  constraint picking_code_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint picking_code_enterprise_id_picking_id_fkey FOREIGN KEY (enterprise_id, picking_id) REFERENCES picking(enterprise_id, id),
  constraint picking_code_enterprise_id_range_id_level_fkey FOREIGN KEY (enterprise_id, range_id, level) REFERENCES code_range(enterprise_id, id, level)
);
CREATE INDEX picking_code_by_lot ON public.picking_code USING btree (enterprise_id, lot_id);
CREATE INDEX picking_code_by_picking ON public.picking_code USING btree (enterprise_id, picking_id, lot_id, level, first_index);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.picking_code FOR EACH ROW EXECUTE FUNCTION write_audit('id');
alter table picking_code enable row level security;
alter table picking_code force row level security;
create policy tenant on picking_code as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on picking_code to bencao_app;

create table place ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  code text not null,
  name text not null,
  kind text not null,
  is_real boolean not null generated always as ((kind = ANY (ARRAY['bin'::text, 'laboratory'::text, 'retention'::text, 'production'::text, 'packing'::text]))) stored,
  warehouse text not null default ''::text,
  zone text,
  storage_condition text not null default ''::text,
  is_active boolean not null default true,
  initials text not null default ''::text,
  remark text not null default ''::text,
  row_version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  constraint place_pkey PRIMARY KEY (enterprise_id, id),
  constraint place_enterprise_id_code_key UNIQUE (enterprise_id, code),
  constraint place_enterprise_id_id_is_real_key UNIQUE (enterprise_id, id, is_real),
  constraint place_check CHECK (((kind = 'bin'::text) = (zone IS NOT NULL))),
  constraint place_kind_check CHECK ((kind = ANY (ARRAY['bin'::text, 'laboratory'::text, 'retention'::text, 'production'::text, 'packing'::text, 'supplier'::text, 'customer'::text, 'loss'::text, 'adjustment'::text, 'transformation'::text]))),
  constraint place_zone_check CHECK ((zone = ANY (ARRAY['quarantine'::text, 'released'::text, 'rejected'::text, 'returned'::text, 'bulk'::text, 'pack_quarantine'::text, 'pack_released'::text]))),
  constraint place_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.place FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER stock_kept BEFORE UPDATE ON public.place FOR EACH ROW EXECUTE FUNCTION keep_place_of_stock();
CREATE TRIGGER versioned BEFORE UPDATE ON public.place FOR EACH ROW EXECUTE FUNCTION count_version();
alter table place enable row level security;
alter table place force row level security;
create policy tenant on place as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on place to bencao_app;

create table process_auxiliary ( -- owned by bencao_owner
  enterprise_id uuid not null,
  process_version_id uuid not null,
  material_id uuid not null,
  ratio numeric(9,4) not null,
  tolerance numeric(7,3) not null default 2,
  constraint process_auxiliary_pkey PRIMARY KEY (enterprise_id, process_version_id, material_id),
  constraint process_auxiliary_ratio_check CHECK ((ratio > (0)::numeric)),
  constraint process_auxiliary_tolerance_check CHECK ((tolerance >= (0)::numeric)),
  constraint process_auxiliary_enterprise_id_material_id_fkey FOREIGN KEY (enterprise_id, material_id) REFERENCES material(enterprise_id, id),
  constraint process_auxiliary_enterprise_id_process_version_id_fkey FOREIGN KEY (enterprise_id, process_version_id) REFERENCES process_version(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.process_auxiliary FOR EACH ROW EXECUTE FUNCTION write_audit('process_version_id', 'material_id');
CREATE TRIGGER written_kept BEFORE INSERT OR DELETE OR UPDATE ON public.process_auxiliary FOR EACH ROW EXECUTE FUNCTION keep_written_process_part();
alter table process_auxiliary enable row level security;
alter table process_auxiliary force row level security;
create policy tenant on process_auxiliary as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant delete, insert, select, update on process_auxiliary to bencao_app;

create table process_step ( -- owned by bencao_owner
  enterprise_id uuid not null,
  process_version_id uuid not null,
  step_no integer not null,
  name text not null,
  option text not null default ''::text,
  is_critical boolean not null default false,
  parameters jsonb not null default '[]'::jsonb,
  instruction text not null default ''::text,
  equipment text not null default ''::text,
  hold_hours numeric(7,2),
  constraint process_step_pkey PRIMARY KEY (enterprise_id, process_version_id, step_no),
  constraint process_step_hold_hours_check CHECK ((hold_hours > (0)::numeric)),
  constraint process_step_parameters_check CHECK ((jsonb_typeof(parameters) = 'array'::text)),
  constraint process_step_step_no_check CHECK ((step_no >= 1)),
  constraint process_step_enterprise_id_process_version_id_fkey FOREIGN KEY (enterprise_id, process_version_id) REFERENCES process_version(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.process_step FOR EACH ROW EXECUTE FUNCTION write_audit('process_version_id', 'step_no');
CREATE TRIGGER written_kept BEFORE INSERT OR DELETE OR UPDATE ON public.process_step FOR EACH ROW EXECUTE FUNCTION keep_written_process_part();
alter table process_step enable row level security;
alter table process_step force row level security;
create policy tenant on process_step as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant delete, insert, select, update on process_step to bencao_app;

create table process_version ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  product_id uuid not null,
  version integer not null,
  code text not null,
  state text not null default 'draft'::text,
  effective_from date,
  yield_min numeric(7,3) not null,
  yield_max numeric(7,3) not null,
  balance_min numeric(7,3) not null,
  balance_max numeric(7,3) not null,
  max_batch numeric(14,4) not null,
  allows_blending boolean not null default false,
  row_version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  effective_to date,
  basis text not null default ''::text,
  is_initial boolean not null default false,
  content jsonb,
  written_by uuid,
  submitted_at timestamp with time zone,
  reviewed_by uuid,
  reviewed_at timestamp with time zone,
  approved_by uuid,
  approved_at timestamp with time zone,
  return_reason text not null default ''::text,
  voided_by uuid,
  voided_at timestamp with time zone,
  void_reason text,
  constraint process_version_pkey PRIMARY KEY (enterprise_id, id),
  constraint process_version_enterprise_id_product_id_version_key UNIQUE (enterprise_id, product_id, version),
  constraint one_effective_process EXCLUDE USING gist (enterprise_id WITH =, product_id WITH =, daterange(effective_from, effective_to) WITH &&) WHERE ((state = 'approved'::text)),
  constraint process_author_approves CHECK ((approved_by <> written_by)),
  constraint process_author_reviews CHECK ((reviewed_by <> written_by)),
  constraint process_reviewer_approves CHECK ((approved_by <> reviewed_by)),
  constraint process_version_balance_min_check CHECK ((balance_min >= (0)::numeric)),
  constraint process_version_check CHECK (((yield_min <= yield_max) AND (balance_min <= balance_max))),
  constraint process_version_check1 CHECK ((effective_to >= effective_from)),
  constraint process_version_check2 CHECK ((is_initial OR (written_by IS NOT NULL))),
  constraint process_version_check3 CHECK (((state = ANY (ARRAY['draft'::text, 'void'::text])) OR is_initial OR ((submitted_at IS NOT NULL) AND (content IS NOT NULL)))),
  constraint process_version_check4 CHECK (((state = ANY (ARRAY['draft'::text, 'submitted'::text, 'void'::text])) OR is_initial OR ((reviewed_by IS NOT NULL) AND (reviewed_at IS NOT NULL)))),
  constraint process_version_check5 CHECK (((state <> 'approved'::text) OR is_initial OR ((approved_by IS NOT NULL) AND (approved_at IS NOT NULL)))),
  constraint process_version_check6 CHECK (((state <> 'approved'::text) OR (effective_from IS NOT NULL))),
  constraint process_version_check7 CHECK ((((state = 'void'::text) = (voided_at IS NOT NULL)) AND ((state <> 'void'::text) OR ((voided_by IS NOT NULL) AND (void_reason <> ''::text))))),
  constraint process_version_content_check CHECK ((jsonb_typeof(content) = 'object'::text)),
  constraint process_version_max_batch_check CHECK ((max_batch > (0)::numeric)),
  constraint process_version_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'submitted'::text, 'reviewed'::text, 'approved'::text, 'void'::text]))),
  constraint process_version_version_check CHECK ((version >= 1)),
  constraint process_version_yield_min_check CHECK ((yield_min >= (0)::numeric)),
  constraint process_version_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint process_version_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint process_version_enterprise_id_product_id_fkey FOREIGN KEY (enterprise_id, product_id) REFERENCES product(enterprise_id, id),
  constraint process_version_enterprise_id_reviewed_by_fkey FOREIGN KEY (enterprise_id, reviewed_by) REFERENCES account(enterprise_id, id),
  constraint process_version_enterprise_id_voided_by_fkey FOREIGN KEY (enterprise_id, voided_by) REFERENCES account(enterprise_id, id),
  constraint process_version_enterprise_id_written_by_fkey FOREIGN KEY (enterprise_id, written_by) REFERENCES account(enterprise_id, id)
);
CREATE UNIQUE INDEX one_open_process ON public.process_version USING btree (enterprise_id, product_id) WHERE (state = ANY (ARRAY['draft'::text, 'submitted'::text, 'reviewed'::text]));
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.process_version FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER messages_settled AFTER UPDATE ON public.process_version FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER versioned BEFORE UPDATE ON public.process_version FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE ON public.process_version FOR EACH ROW EXECUTE FUNCTION keep_waiting_process();
CREATE TRIGGER written_kept BEFORE DELETE OR UPDATE ON public.process_version FOR EACH ROW EXECUTE FUNCTION keep_written_process();
alter table process_version enable row level security;
alter table process_version force row level security;
create policy tenant on process_version as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on process_version to bencao_app;

create table processing_method ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  initials text not null default ''::text,
  how text not null default ''::text,
  auxiliary text not null default ''::text,
  to_record text not null default ''::text,
  is_active boolean not null default true,
  row_version integer not null default 1,
  constraint processing_method_pkey PRIMARY KEY (enterprise_id, id),
  constraint processing_method_enterprise_id_name_key UNIQUE (enterprise_id, name),
  constraint processing_method_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.processing_method FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER versioned BEFORE UPDATE ON public.processing_method FOR EACH ROW EXECUTE FUNCTION count_version();
alter table processing_method enable row level security;
alter table processing_method force row level security;
create policy tenant on processing_method as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on processing_method to bencao_app;

create table product ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  code text not null,
  name text not null,
  initials text not null default ''::text,
  material_id uuid not null,
  processing_method text not null,
  cut_spec text not null default ''::text,
  storage text not null default ''::text,
  shelf_life_months integer not null,
  is_toxic boolean not null default false,
  is_direct_oral boolean not null default false,
  is_active boolean not null default true,
  row_version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  licence_scopes text[] not null default '{}'::text[],
  gbt31774_code text,
  nhsa_code text,
  test_amount numeric(10,1),
  retention_months smallint not null default 12,
  constraint product_pkey PRIMARY KEY (enterprise_id, id),
  constraint product_enterprise_id_code_key UNIQUE (enterprise_id, code),
  constraint product_gbt31774_code_check CHECK ((gbt31774_code ~ '^\d{17}$'::text)),
  constraint product_name_check CHECK ((name <> ''::text)),
  constraint product_nhsa_code_check CHECK ((nhsa_code ~ '^T\d{9}$'::text)),
  constraint product_retention_months_check CHECK (((retention_months >= 12) AND (retention_months <= 240))),
  constraint product_shelf_life_months_check CHECK (((shelf_life_months >= 1) AND (shelf_life_months <= 120))),
  constraint product_test_amount_check CHECK ((test_amount > (0)::numeric)),
  constraint product_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint product_enterprise_id_material_id_fkey FOREIGN KEY (enterprise_id, material_id) REFERENCES material(enterprise_id, id)
);
CREATE INDEX product_by_material ON public.product USING btree (enterprise_id, material_id);
CREATE INDEX product_by_name ON public.product USING btree (enterprise_id, name);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.product FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER code_kept BEFORE UPDATE ON public.product FOR EACH ROW WHEN ((new.code <> old.code)) EXECUTE FUNCTION keep_code();
CREATE TRIGGER critical_kept BEFORE UPDATE ON public.product FOR EACH ROW WHEN ((((new.is_toxic IS DISTINCT FROM old.is_toxic) OR (new.shelf_life_months IS DISTINCT FROM old.shelf_life_months)) OR (new.retention_months IS DISTINCT FROM old.retention_months))) EXECUTE FUNCTION keep_critical('{is_toxic,shelf_life_months,retention_months}');
CREATE TRIGGER used_kept BEFORE UPDATE ON public.product FOR EACH ROW WHEN (((((new.name IS DISTINCT FROM old.name) OR (new.material_id IS DISTINCT FROM old.material_id)) OR (new.processing_method IS DISTINCT FROM old.processing_method)) OR (new.cut_spec IS DISTINCT FROM old.cut_spec))) EXECUTE FUNCTION keep_used_product();
CREATE TRIGGER versioned BEFORE UPDATE ON public.product FOR EACH ROW EXECUTE FUNCTION count_version();
alter table product enable row level security;
alter table product force row level security;
create policy tenant on product as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on product to bencao_app;

create table production_deviation ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  step_no integer,
  kind text not null,
  finding text not null,
  note text not null,
  found_by uuid not null,
  found_at timestamp with time zone not null default now(),
  incident_id uuid,
  constraint production_deviation_pkey PRIMARY KEY (enterprise_id, id),
  constraint production_deviation_kind_check CHECK ((kind = ANY (ARRAY['parameter'::text, 'yield'::text, 'balance'::text, 'gain'::text, 'event'::text, 'hold_time'::text, 'surplus'::text]))),
  constraint production_deviation_note_check CHECK ((note <> ''::text)),
  constraint production_deviation_enterprise_id_found_by_fkey FOREIGN KEY (enterprise_id, found_by) REFERENCES account(enterprise_id, id),
  constraint production_deviation_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES production_order(enterprise_id, id)
);
CREATE INDEX production_deviation_by_order ON public.production_deviation USING btree (enterprise_id, order_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.production_deviation FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER case_guarded BEFORE INSERT ON public.production_deviation FOR EACH ROW WHEN ((new.incident_id IS NOT NULL)) EXECUTE FUNCTION guard_deviation_case();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.production_deviation FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table production_deviation enable row level security;
alter table production_deviation force row level security;
create policy tenant on production_deviation as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on production_deviation to bencao_app;

create table production_ending ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  lot_id uuid,
  charged numeric(14,4) not null,
  water numeric(14,4) not null,
  losses numeric(18,4) not null,
  remains numeric(14,4) not null,
  scattered numeric(18,4) not null,
  clearance jsonb not null,
  cleared_until date not null,
  ended_by uuid not null,
  ended_at timestamp with time zone not null,
  constraint production_ending_pkey PRIMARY KEY (enterprise_id, id),
  constraint production_ending_enterprise_id_lot_id_key UNIQUE (enterprise_id, lot_id),
  constraint production_ending_enterprise_id_order_id_key UNIQUE (enterprise_id, order_id),
  constraint ending_closes CHECK (((charged + water) = ((losses + remains) + scattered))),
  constraint ending_from_nothing CHECK ((remains <= ((charged + water) * 1.02))),
  constraint production_ending_charged_check CHECK ((charged >= (0)::numeric)),
  constraint production_ending_check CHECK (((remains > (0)::numeric) = (lot_id IS NOT NULL))),
  constraint production_ending_losses_check CHECK ((losses >= (0)::numeric)),
  constraint production_ending_remains_check CHECK ((remains >= (0)::numeric)),
  constraint production_ending_water_check CHECK ((water >= (0)::numeric)),
  constraint production_ending_enterprise_id_ended_by_fkey FOREIGN KEY (enterprise_id, ended_by) REFERENCES account(enterprise_id, id),
  constraint production_ending_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint production_ending_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES production_order(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.production_ending FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER guarded BEFORE INSERT ON public.production_ending FOR EACH ROW EXECUTE FUNCTION guard_ending();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.production_ending FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table production_ending enable row level security;
alter table production_ending force row level security;
create policy tenant on production_ending as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on production_ending to bencao_app;

create table production_input ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  is_blend boolean not null,
  lot_id uuid not null,
  material_id uuid not null,
  role text not null,
  quantity numeric(14,4) not null,
  ratio numeric(9,4),
  tolerance numeric(7,3),
  reason text not null default ''::text,
  constraint production_input_pkey PRIMARY KEY (enterprise_id, id),
  constraint production_input_enterprise_id_order_id_lot_id_key UNIQUE (enterprise_id, order_id, lot_id),
  constraint production_input_check CHECK ((((role = 'auxiliary'::text) = (ratio IS NOT NULL)) AND ((ratio IS NULL) = (tolerance IS NULL)))),
  constraint production_input_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint production_input_role_check CHECK ((role = ANY (ARRAY['main'::text, 'auxiliary'::text]))),
  constraint production_input_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint production_input_enterprise_id_material_id_fkey FOREIGN KEY (enterprise_id, material_id) REFERENCES material(enterprise_id, id),
  constraint production_input_enterprise_id_order_id_is_blend_fkey FOREIGN KEY (enterprise_id, order_id, is_blend) REFERENCES production_order(enterprise_id, id, is_blend)
);
CREATE UNIQUE INDEX one_main_lot ON public.production_input USING btree (enterprise_id, order_id) WHERE ((role = 'main'::text) AND (NOT is_blend));
CREATE INDEX production_input_by_lot ON public.production_input USING btree (enterprise_id, lot_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.production_input FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER charge_guarded BEFORE INSERT ON public.production_input FOR EACH ROW EXECUTE FUNCTION guard_charge();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.production_input FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE TRIGGER messages_answered AFTER INSERT ON public.production_input FOR EACH ROW EXECUTE FUNCTION settle_about_lot('lot_id', 'charge');
alter table production_input enable row level security;
alter table production_input force row level security;
create policy tenant on production_input as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on production_input to bencao_app;

create table production_issue ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  issue_no text not null,
  order_id uuid not null,
  scale_no text not null,
  scale_valid_until date not null,
  weighings jsonb not null,
  reason text not null default ''::text,
  issued_by uuid not null,
  issued_at timestamp with time zone not null,
  checked_by uuid,
  restrictions text,
  is_supplement boolean not null default false,
  approved_by uuid,
  scale_id uuid,
  constraint production_issue_pkey PRIMARY KEY (enterprise_id, id),
  constraint production_issue_enterprise_id_issue_no_key UNIQUE (enterprise_id, issue_no),
  constraint production_issue_restrictions_check CHECK ((restrictions <> ''::text)),
  constraint production_issue_weighings_check CHECK (((jsonb_typeof(weighings) = 'array'::text) AND (jsonb_array_length(weighings) > 0))),
  constraint production_issuer_checks CHECK ((checked_by <> issued_by)),
  constraint production_supplement_approved CHECK (((is_supplement = (approved_by IS NOT NULL)) AND ((NOT is_supplement) OR (reason <> ''::text)))),
  constraint production_supplement_third_person CHECK (((approved_by <> issued_by) AND (approved_by <> checked_by))),
  constraint production_issue_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint production_issue_enterprise_id_checked_by_fkey FOREIGN KEY (enterprise_id, checked_by) REFERENCES account(enterprise_id, id),
  constraint production_issue_enterprise_id_issued_by_fkey FOREIGN KEY (enterprise_id, issued_by) REFERENCES account(enterprise_id, id),
  constraint production_issue_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES production_order(enterprise_id, id),
  constraint production_issue_enterprise_id_scale_id_fkey FOREIGN KEY (enterprise_id, scale_id) REFERENCES asset(enterprise_id, id)
);
CREATE UNIQUE INDEX production_first_issue ON public.production_issue USING btree (enterprise_id, order_id) WHERE (NOT is_supplement);
CREATE INDEX production_issue_by_order ON public.production_issue USING btree (enterprise_id, order_id, id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.production_issue FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER authorised BEFORE INSERT ON public.production_issue FOR EACH ROW EXECUTE FUNCTION need_authorisation('issued_by', 'issued_at', 'weighing');
CREATE TRIGGER corrected BEFORE UPDATE ON public.production_issue FOR EACH ROW EXECUTE FUNCTION keep_unless_corrected('but', '{}');
CREATE CONSTRAINT TRIGGER issue_matched AFTER UPDATE OF weighings ON public.production_issue DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION match_issue();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.production_issue FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE TRIGGER lock_kept BEFORE INSERT ON public.production_issue FOR EACH ROW EXECUTE FUNCTION guard_locked_product();
CREATE TRIGGER scale_named BEFORE INSERT ON public.production_issue FOR EACH ROW EXECUTE FUNCTION name_scale();
CREATE TRIGGER supplement_guarded AFTER INSERT ON public.production_issue FOR EACH ROW WHEN (new.is_supplement) EXECUTE FUNCTION guard_supplement();
alter table production_issue enable row level security;
alter table production_issue force row level security;
create policy tenant on production_issue as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on production_issue to bencao_app;

create table production_order ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_no text not null,
  product_id uuid not null,
  product_name text not null,
  initials text not null default ''::text,
  cut_spec text not null default ''::text,
  processing_method text not null,
  shelf_life_months integer not null,
  is_toxic boolean not null default false,
  standard_version_id uuid not null,
  standard_name text not null,
  process_version_id uuid not null,
  process jsonb not null,
  planned_input numeric(14,4) not null,
  charge text not null,
  is_blend boolean not null,
  workshop text not null,
  line text not null,
  remark text not null default ''::text,
  state text not null default 'pending'::text,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  approved_by uuid,
  approved_at timestamp with time zone,
  blend_approved_by uuid,
  batch_no text,
  production_date date,
  operator_ids uuid[],
  pause_reason text,
  completed_by uuid,
  completed_at timestamp with time zone,
  deviation_conclusion text,
  reviewed_by uuid,
  reviewed_at timestamp with time zone,
  cancel_reason text,
  cancelled_by uuid,
  cancelled_at timestamp with time zone,
  row_version integer not null default 1,
  termination_approved_by uuid,
  line_id uuid,
  rework_of uuid,
  rework_reason text,
  rework_case_table text,
  rework_case_id uuid,
  rework_approved_by uuid,
  constraint production_order_pkey PRIMARY KEY (enterprise_id, id),
  constraint production_order_enterprise_id_batch_no_key UNIQUE (enterprise_id, batch_no),
  constraint production_order_enterprise_id_id_is_blend_key UNIQUE (enterprise_id, id, is_blend),
  constraint production_order_enterprise_id_order_no_key UNIQUE (enterprise_id, order_no),
  constraint production_author_approves CHECK (((approved_by <> created_by) AND (blend_approved_by <> created_by))),
  constraint production_batch_fed CHECK ((((batch_no IS NULL) = (production_date IS NULL)) AND ((state = 'cancelled'::text) OR ((batch_no IS NULL) = (state = ANY (ARRAY['pending'::text, 'approved'::text, 'issued'::text])))))),
  constraint production_batch_too_large CHECK ((planned_input <= ((process ->> 'maxBatch'::text))::numeric)),
  constraint production_blend_needs_qa CHECK (((NOT is_blend) OR (blend_approved_by IS NOT NULL) OR (state = ANY (ARRAY['pending'::text, 'cancelled'::text])))),
  constraint production_blend_not_allowed CHECK (((NOT is_blend) OR ((process ->> 'allowsBlending'::text))::boolean)),
  constraint production_operator_reviews CHECK (((reviewed_by <> created_by) AND (reviewed_by <> ALL (operator_ids)))),
  constraint production_order_check CHECK ((((approved_by IS NULL) = (approved_at IS NULL)) AND ((approved_by IS NOT NULL) OR (state = ANY (ARRAY['pending'::text, 'cancelled'::text]))))),
  constraint production_order_check3 CHECK ((((completed_by IS NOT NULL) = (state = ANY (ARRAY['completed'::text, 'sent_back'::text, 'reviewed'::text]))) AND ((completed_by IS NULL) = (completed_at IS NULL)))),
  constraint production_order_check4 CHECK ((((reviewed_by IS NOT NULL) OR (state <> 'reviewed'::text)) AND ((reviewed_by IS NULL) = (reviewed_at IS NULL)))),
  constraint production_order_check5 CHECK ((((cancelled_by IS NOT NULL) OR (state <> 'cancelled'::text)) AND (num_nulls(cancel_reason, cancelled_by, cancelled_at) = ANY (ARRAY[0, 3])))),
  constraint production_order_planned_input_check CHECK ((planned_input > (0)::numeric)),
  constraint production_order_process_check CHECK (((jsonb_typeof((process -> 'steps'::text)) = 'array'::text) AND (jsonb_array_length((process -> 'steps'::text)) > 0))),
  constraint production_order_rework_case_table_check CHECK ((rework_case_table = ANY (ARRAY['incident'::text, 'oos_case'::text]))),
  constraint production_order_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'issued'::text, 'in_progress'::text, 'paused'::text, 'completed'::text, 'sent_back'::text, 'reviewed'::text, 'cancelled'::text]))),
  constraint production_pause_reason CHECK (((state = 'cancelled'::text) OR ((state = 'paused'::text) = (pause_reason IS NOT NULL)))),
  constraint production_rework_needs_quality_head CHECK (
CASE
    WHEN (rework_of IS NULL) THEN (rework_approved_by IS NULL)
    ELSE ((rework_approved_by IS NOT NULL) OR (state = ANY (ARRAY['pending'::text, 'cancelled'::text])))
END),
  constraint production_rework_third_person CHECK (((rework_approved_by <> created_by) AND (rework_approved_by <> approved_by))),
  constraint production_rework_whole CHECK (((num_nulls(rework_of, rework_reason, rework_case_table, rework_case_id) = ANY (ARRAY[0, 4])) AND (rework_reason <> ''::text) AND (NOT ((rework_of IS NOT NULL) AND is_blend)))),
  constraint production_terminated_by_two CHECK ((((state = 'cancelled'::text) AND (batch_no IS NOT NULL)) = (termination_approved_by IS NOT NULL))),
  constraint production_termination_second_person CHECK ((termination_approved_by <> cancelled_by)),
  constraint production_order_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint production_order_enterprise_id_blend_approved_by_fkey FOREIGN KEY (enterprise_id, blend_approved_by) REFERENCES account(enterprise_id, id),
  constraint production_order_enterprise_id_cancelled_by_fkey FOREIGN KEY (enterprise_id, cancelled_by) REFERENCES account(enterprise_id, id),
  constraint production_order_enterprise_id_completed_by_fkey FOREIGN KEY (enterprise_id, completed_by) REFERENCES account(enterprise_id, id),
  constraint production_order_enterprise_id_created_by_fkey FOREIGN KEY (enterprise_id, created_by) REFERENCES account(enterprise_id, id),
  constraint production_order_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint production_order_enterprise_id_line_id_fkey FOREIGN KEY (enterprise_id, line_id) REFERENCES asset(enterprise_id, id),
  constraint production_order_enterprise_id_process_version_id_fkey FOREIGN KEY (enterprise_id, process_version_id) REFERENCES process_version(enterprise_id, id),
  constraint production_order_enterprise_id_product_id_fkey FOREIGN KEY (enterprise_id, product_id) REFERENCES product(enterprise_id, id),
  constraint production_order_enterprise_id_product_name_fkey FOREIGN KEY (enterprise_id, product_name) REFERENCES goods_name(enterprise_id, name),
  constraint production_order_enterprise_id_reviewed_by_fkey FOREIGN KEY (enterprise_id, reviewed_by) REFERENCES account(enterprise_id, id),
  constraint production_order_enterprise_id_rework_approved_by_fkey FOREIGN KEY (enterprise_id, rework_approved_by) REFERENCES account(enterprise_id, id),
  constraint production_order_enterprise_id_rework_of_fkey FOREIGN KEY (enterprise_id, rework_of) REFERENCES lot(enterprise_id, id),
  constraint production_order_enterprise_id_standard_version_id_fkey FOREIGN KEY (enterprise_id, standard_version_id) REFERENCES standard_version(enterprise_id, id),
  constraint production_order_enterprise_id_termination_approved_by_fkey FOREIGN KEY (enterprise_id, termination_approved_by) REFERENCES account(enterprise_id, id)
);
CREATE UNIQUE INDEX production_line_busy ON public.production_order USING btree (enterprise_id, workshop, line) WHERE (state = ANY (ARRAY['in_progress'::text, 'paused'::text]));
CREATE INDEX production_order_by_name ON public.production_order USING btree (enterprise_id, product_name, created_at, id);
CREATE INDEX production_order_by_product ON public.production_order USING btree (enterprise_id, product_id, id);
CREATE INDEX production_order_by_rework ON public.production_order USING btree (enterprise_id, rework_of) WHERE (rework_of IS NOT NULL);
CREATE INDEX production_order_by_state ON public.production_order USING btree (enterprise_id, state, created_at, id);
CREATE INDEX production_order_by_time ON public.production_order USING btree (enterprise_id, created_at, id);
CREATE INDEX production_order_open ON public.production_order USING btree (enterprise_id, created_by) WHERE (state <> ALL (ARRAY['reviewed'::text, 'cancelled'::text]));
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.production_order FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER breakdowns_ended BEFORE UPDATE OF state ON public.production_order FOR EACH ROW WHEN (((new.state = 'reviewed'::text) AND (old.state <> 'reviewed'::text))) EXECUTE FUNCTION review_waits_for_breakdowns();
CREATE TRIGGER line_named BEFORE INSERT ON public.production_order FOR EACH ROW EXECUTE FUNCTION name_line();
CREATE TRIGGER messages_settled AFTER UPDATE ON public.production_order FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER name_known BEFORE INSERT OR UPDATE OF product_name ON public.production_order FOR EACH ROW EXECUTE FUNCTION know_goods_name('product_name');
CREATE TRIGGER returns_matched BEFORE UPDATE OF state ON public.production_order FOR EACH ROW WHEN ((new.state = ANY (ARRAY['completed'::text, 'sent_back'::text, 'reviewed'::text]))) EXECUTE FUNCTION match_record_returns();
CREATE TRIGGER rework_guarded BEFORE INSERT OR UPDATE ON public.production_order FOR EACH ROW EXECUTE FUNCTION guard_rework();
CREATE CONSTRAINT TRIGGER rework_signed AFTER INSERT OR UPDATE OF rework_approved_by ON public.production_order DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.rework_approved_by IS NOT NULL)) EXECUTE FUNCTION guard_rework_signature();
CREATE TRIGGER terminated_with_account BEFORE UPDATE OF state ON public.production_order FOR EACH ROW WHEN (((new.state = 'cancelled'::text) AND (old.state = ANY (ARRAY['in_progress'::text, 'paused'::text])))) EXECUTE FUNCTION guard_termination();
CREATE TRIGGER uses_ended AFTER UPDATE OF state ON public.production_order FOR EACH ROW WHEN (((new.state = ANY (ARRAY['completed'::text, 'cancelled'::text])) AND (old.state = ANY (ARRAY['in_progress'::text, 'paused'::text])))) EXECUTE FUNCTION end_uses_of_production();
CREATE TRIGGER versioned BEFORE UPDATE ON public.production_order FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.production_order FOR EACH ROW EXECUTE FUNCTION keep_waiting_production();
alter table production_order enable row level security;
alter table production_order force row level security;
create policy tenant on production_order as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on production_order to bencao_app;

create table production_pause ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  reason text not null,
  kept text not null,
  paused_by uuid not null,
  paused_at timestamp with time zone not null,
  found text,
  resumed_by uuid,
  resumed_at timestamp with time zone,
  constraint production_pause_pkey PRIMARY KEY (enterprise_id, id),
  constraint production_pause_check CHECK ((num_nulls(found, resumed_by, resumed_at) = ANY (ARRAY[0, 3]))),
  constraint production_pause_check1 CHECK ((resumed_at >= paused_at)),
  constraint production_pause_found_check CHECK ((found <> ''::text)),
  constraint production_pause_kept_check CHECK ((kept <> ''::text)),
  constraint production_pause_reason_check CHECK ((reason <> ''::text)),
  constraint production_pause_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES production_order(enterprise_id, id),
  constraint production_pause_enterprise_id_paused_by_fkey FOREIGN KEY (enterprise_id, paused_by) REFERENCES account(enterprise_id, id),
  constraint production_pause_enterprise_id_resumed_by_fkey FOREIGN KEY (enterprise_id, resumed_by) REFERENCES account(enterprise_id, id)
);
CREATE UNIQUE INDEX production_one_pause ON public.production_pause USING btree (enterprise_id, order_id) WHERE (resumed_at IS NULL);
CREATE INDEX production_pause_by_order ON public.production_pause USING btree (enterprise_id, order_id, id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.production_pause FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON public.production_pause FOR EACH ROW EXECUTE FUNCTION keep_pause();
alter table production_pause enable row level security;
alter table production_pause force row level security;
create policy tenant on production_pause as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on production_pause to bencao_app;

create table production_return ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  return_no text not null,
  order_id uuid not null,
  scale_no text not null,
  scale_valid_until date not null,
  weighings jsonb not null,
  reason text not null,
  returned_by uuid not null,
  returned_at timestamp with time zone not null,
  checked_by uuid not null,
  scale_id uuid,
  constraint production_return_pkey PRIMARY KEY (enterprise_id, id),
  constraint production_return_enterprise_id_return_no_key UNIQUE (enterprise_id, return_no),
  constraint production_return_checked CHECK ((checked_by <> returned_by)),
  constraint production_return_reason_check CHECK ((reason <> ''::text)),
  constraint production_return_weighings_check CHECK (((jsonb_typeof(weighings) = 'array'::text) AND (jsonb_array_length(weighings) > 0))),
  constraint production_return_enterprise_id_checked_by_fkey FOREIGN KEY (enterprise_id, checked_by) REFERENCES account(enterprise_id, id),
  constraint production_return_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES production_order(enterprise_id, id),
  constraint production_return_enterprise_id_returned_by_fkey FOREIGN KEY (enterprise_id, returned_by) REFERENCES account(enterprise_id, id),
  constraint production_return_enterprise_id_scale_id_fkey FOREIGN KEY (enterprise_id, scale_id) REFERENCES asset(enterprise_id, id)
);
CREATE INDEX production_return_by_order ON public.production_return USING btree (enterprise_id, order_id, id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.production_return FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER guarded AFTER INSERT ON public.production_return FOR EACH ROW EXECUTE FUNCTION guard_return();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.production_return FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE TRIGGER scale_named BEFORE INSERT ON public.production_return FOR EACH ROW EXECUTE FUNCTION name_scale();
alter table production_return enable row level security;
alter table production_return force row level security;
create policy tenant on production_return as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on production_return to bencao_app;

create table production_step ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  step_no integer not null,
  name text not null,
  option text not null default ''::text,
  is_critical boolean not null,
  pre_checks jsonb not null,
  room text not null,
  temperature numeric(6,2) not null,
  humidity numeric(6,2) not null,
  equipment text[] not null,
  is_late_entry boolean not null,
  started_by uuid not null,
  started_at timestamp with time zone not null,
  input_quantity numeric(14,4) not null,
  ended_by uuid,
  ended_at timestamp with time zone,
  output_quantity numeric(14,4),
  water_quantity numeric(14,4),
  losses jsonb,
  parameters jsonb,
  remark text,
  checked_by uuid,
  restrictions text,
  time_reason text,
  room_id uuid,
  constraint production_step_pkey PRIMARY KEY (enterprise_id, id),
  constraint production_step_enterprise_id_order_id_step_no_key UNIQUE (enterprise_id, order_id, step_no),
  constraint production_step_of_order UNIQUE (enterprise_id, id, order_id),
  constraint production_steps_overlap EXCLUDE USING gist (enterprise_id WITH =, order_id WITH =, tstzrange(started_at, ended_at) WITH &&),
  constraint production_operator_checks CHECK (((checked_by <> ended_by) AND (checked_by <> started_by))),
  constraint production_step_check CHECK ((ended_at > started_at)),
  constraint production_step_check1 CHECK ((num_nulls(ended_by, ended_at, output_quantity, water_quantity, losses, parameters, remark) = ANY (ARRAY[0, 7]))),
  constraint production_step_check2 CHECK (((checked_by IS NULL) OR (ended_by IS NOT NULL))),
  constraint production_step_equipment_check CHECK ((cardinality(equipment) > 0)),
  constraint production_step_humidity_check CHECK (((humidity >= (0)::numeric) AND (humidity <= (100)::numeric))),
  constraint production_step_input_quantity_check CHECK ((input_quantity > (0)::numeric)),
  constraint production_step_output_quantity_check CHECK ((output_quantity > (0)::numeric)),
  constraint production_step_restrictions_check CHECK ((restrictions <> ''::text)),
  constraint production_step_step_no_check CHECK ((step_no >= 1)),
  constraint production_step_time_reason_check CHECK ((time_reason <> ''::text)),
  constraint production_step_water_quantity_check CHECK ((water_quantity >= (0)::numeric)),
  constraint production_step_enterprise_id_checked_by_fkey FOREIGN KEY (enterprise_id, checked_by) REFERENCES account(enterprise_id, id),
  constraint production_step_enterprise_id_ended_by_fkey FOREIGN KEY (enterprise_id, ended_by) REFERENCES account(enterprise_id, id),
  constraint production_step_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES production_order(enterprise_id, id),
  constraint production_step_enterprise_id_room_id_fkey FOREIGN KEY (enterprise_id, room_id) REFERENCES asset(enterprise_id, id),
  constraint production_step_enterprise_id_started_by_fkey FOREIGN KEY (enterprise_id, started_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX production_step_by_name ON public.production_step USING btree (enterprise_id, name, started_at) WHERE (ended_at IS NOT NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.production_step FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER breakdowns_within BEFORE UPDATE OF started_at, ended_at ON public.production_step FOR EACH ROW EXECUTE FUNCTION guard_step_breakdowns();
CREATE TRIGGER corrected BEFORE UPDATE ON public.production_step FOR EACH ROW EXECUTE FUNCTION keep_unless_corrected('but', '{is_late_entry}');
CREATE TRIGGER hold_time_guarded BEFORE INSERT ON public.production_step FOR EACH ROW EXECUTE FUNCTION guard_hold_time();
CREATE TRIGGER mass_guarded BEFORE INSERT OR UPDATE OF input_quantity, output_quantity, water_quantity, losses ON public.production_step FOR EACH ROW EXECUTE FUNCTION guard_step_mass();
CREATE TRIGGER room_named BEFORE INSERT ON public.production_step FOR EACH ROW EXECUTE FUNCTION name_room();
CREATE TRIGGER times_guarded BEFORE INSERT OR UPDATE OF started_at, ended_at, parameters ON public.production_step FOR EACH ROW EXECUTE FUNCTION guard_step_times();
CREATE TRIGGER uses_ended AFTER UPDATE OF started_at, ended_at ON public.production_step FOR EACH ROW WHEN ((new.ended_at IS NOT NULL)) EXECUTE FUNCTION end_uses_of_step();
CREATE CONSTRAINT TRIGGER uses_required AFTER INSERT ON public.production_step DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_uses();
CREATE TRIGGER waits_for_case BEFORE UPDATE OF ended_at ON public.production_step FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION guard_step_case();
CREATE TRIGGER words_known AFTER INSERT OR UPDATE OF equipment ON public.production_step FOR EACH ROW EXECUTE FUNCTION know_recall_word();
alter table production_step enable row level security;
alter table production_step force row level security;
create policy tenant on production_step as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on production_step to bencao_app;

create table purchase_approval ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  round integer not null,
  step integer not null,
  buyer_id uuid not null,
  approved_by uuid not null,
  approved_at timestamp with time zone not null default now(),
  constraint purchase_approval_pkey PRIMARY KEY (enterprise_id, id),
  constraint purchase_approval_enterprise_id_order_id_round_step_key UNIQUE (enterprise_id, order_id, round, step),
  constraint purchase_approver_again UNIQUE (enterprise_id, order_id, round, approved_by),
  constraint purchase_approval_round_check CHECK ((round >= 1)),
  constraint purchase_approval_step_check CHECK (((step >= 1) AND (step <= 5))),
  constraint purchase_author_approves_step CHECK ((approved_by <> buyer_id)),
  constraint purchase_approval_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint purchase_approval_enterprise_id_buyer_id_fkey FOREIGN KEY (enterprise_id, buyer_id) REFERENCES account(enterprise_id, id),
  constraint purchase_approval_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint purchase_approval_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES purchase_order(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.purchase_approval FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER guarded BEFORE INSERT ON public.purchase_approval FOR EACH ROW EXECUTE FUNCTION guard_purchase_approval();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.purchase_approval FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE TRIGGER own_program_kept_apart BEFORE INSERT ON public.purchase_approval FOR EACH ROW EXECUTE FUNCTION refuse_own_program('approved_by', 'buyer_id');
CREATE TRIGGER waiting_kept AFTER INSERT ON public.purchase_approval FOR EACH ROW EXECUTE FUNCTION keep_waiting_purchase('order_id');
alter table purchase_approval enable row level security;
alter table purchase_approval force row level security;
create policy tenant on purchase_approval as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on purchase_approval to bencao_app;

create table purchase_line ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  line_no integer not null,
  material_id uuid not null,
  standard_version_id uuid,
  grade text not null default ''::text,
  agreed_province text not null default ''::text,
  agreed_city text not null default ''::text,
  agreed_county text not null default ''::text,
  quantity numeric(14,4) not null,
  unit_price numeric(12,4),
  constraint purchase_line_pkey PRIMARY KEY (enterprise_id, id),
  constraint purchase_line_enterprise_id_id_order_id_key UNIQUE (enterprise_id, id, order_id),
  constraint purchase_line_enterprise_id_order_id_line_no_key UNIQUE (enterprise_id, order_id, line_no),
  constraint purchase_line_line_no_check CHECK (((line_no >= 1) AND (line_no <= 50))),
  constraint purchase_line_quantity_check CHECK (((quantity > (0)::numeric) AND (quantity <= (999999)::numeric))),
  constraint purchase_line_unit_price_check CHECK ((unit_price >= (0)::numeric)),
  constraint purchase_line_enterprise_id_material_id_fkey FOREIGN KEY (enterprise_id, material_id) REFERENCES material(enterprise_id, id),
  constraint purchase_line_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES purchase_order(enterprise_id, id),
  constraint purchase_line_enterprise_id_standard_version_id_fkey FOREIGN KEY (enterprise_id, standard_version_id) REFERENCES standard_version(enterprise_id, id)
);
CREATE INDEX purchase_line_by_material ON public.purchase_line USING btree (enterprise_id, material_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.purchase_line FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER no_standard_chosen BEFORE INSERT OR UPDATE OF standard_version_id ON public.purchase_line FOR EACH ROW EXECUTE FUNCTION refuse_chosen_standard();
CREATE TRIGGER submitted_kept BEFORE INSERT OR DELETE OR UPDATE ON public.purchase_line FOR EACH ROW EXECUTE FUNCTION keep_submitted_lines();
alter table purchase_line enable row level security;
alter table purchase_line force row level security;
create policy tenant on purchase_line as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant delete, insert, select, update on purchase_line to bencao_app;

create table purchase_order ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_no text not null,
  category text not null,
  state text not null default 'draft'::text,
  supplier_id uuid not null,
  supplier_kind text not null,
  contract_no text not null default ''::text,
  quality_agreement_no text not null default ''::text,
  purchased_on date not null,
  expected_on date,
  remark text not null default ''::text,
  buyer_id uuid not null,
  submitted_at timestamp with time zone,
  approved_by uuid,
  approved_at timestamp with time zone,
  return_reason text not null default ''::text,
  ended_by uuid,
  ended_at timestamp with time zone,
  end_reason text not null default ''::text,
  invoice_no text not null default ''::text,
  row_version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  approval_round integer not null default 1,
  constraint purchase_order_pkey PRIMARY KEY (enterprise_id, id),
  constraint purchase_order_enterprise_id_order_no_key UNIQUE (enterprise_id, order_no),
  constraint purchase_order_of_supplier UNIQUE (enterprise_id, id, supplier_id, buyer_id),
  constraint purchase_author_approves CHECK ((approved_by <> buyer_id)),
  constraint purchase_order_approval_round_check CHECK ((approval_round >= 1)),
  constraint purchase_order_category_check CHECK ((category = ANY (ARRAY['crude_drug'::text, 'auxiliary'::text, 'packaging'::text]))),
  constraint purchase_order_check CHECK ((expected_on >= purchased_on)),
  constraint purchase_order_check1 CHECK (((approved_by IS NULL) = (approved_at IS NULL))),
  constraint purchase_order_check2 CHECK (((approved_by IS NOT NULL) OR (state <> ALL (ARRAY['approved'::text, 'partially_received'::text, 'received'::text, 'closed'::text])))),
  constraint purchase_order_check3 CHECK ((((ended_by IS NULL) = (ended_at IS NULL)) AND ((ended_by IS NOT NULL) = (state = ANY (ARRAY['closed'::text, 'cancelled'::text]))))),
  constraint purchase_order_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'submitted'::text, 'half_approved'::text, 'returned'::text, 'approved'::text, 'partially_received'::text, 'received'::text, 'closed'::text, 'cancelled'::text]))),
  constraint purchase_order_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint purchase_order_enterprise_id_buyer_id_fkey FOREIGN KEY (enterprise_id, buyer_id) REFERENCES account(enterprise_id, id),
  constraint purchase_order_enterprise_id_ended_by_fkey FOREIGN KEY (enterprise_id, ended_by) REFERENCES account(enterprise_id, id),
  constraint purchase_order_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint purchase_order_enterprise_id_supplier_id_fkey FOREIGN KEY (enterprise_id, supplier_id) REFERENCES supplier(enterprise_id, id)
);
CREATE INDEX purchase_order_by_day ON public.purchase_order USING btree (enterprise_id, purchased_on DESC, id);
CREATE INDEX purchase_order_by_state ON public.purchase_order USING btree (enterprise_id, state, purchased_on DESC, id);
CREATE INDEX purchase_order_by_supplier ON public.purchase_order USING btree (enterprise_id, supplier_id, id);
CREATE INDEX purchase_order_by_time ON public.purchase_order USING btree (enterprise_id, created_at, id);
CREATE INDEX purchase_order_open ON public.purchase_order USING btree (enterprise_id, buyer_id) WHERE (state <> ALL (ARRAY['received'::text, 'closed'::text, 'cancelled'::text]));
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.purchase_order FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER discrepancies_settled BEFORE UPDATE ON public.purchase_order FOR EACH ROW WHEN (((old.state <> 'closed'::text) AND (new.state = 'closed'::text))) EXECUTE FUNCTION guard_closed_order();
CREATE TRIGGER guarded BEFORE INSERT OR UPDATE ON public.purchase_order FOR EACH ROW EXECUTE FUNCTION guard_purchase_order();
CREATE TRIGGER messages_settled AFTER UPDATE ON public.purchase_order FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER own_program_kept_apart BEFORE UPDATE OF approved_by ON public.purchase_order FOR EACH ROW WHEN ((old.approved_by IS DISTINCT FROM new.approved_by)) EXECUTE FUNCTION refuse_own_program('approved_by', 'buyer_id');
CREATE TRIGGER versioned BEFORE UPDATE ON public.purchase_order FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE ON public.purchase_order FOR EACH ROW EXECUTE FUNCTION keep_waiting_purchase();
alter table purchase_order enable row level security;
alter table purchase_order force row level security;
create policy tenant on purchase_order as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on purchase_order to bencao_app;

create table purchase_rule ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_back_days integer not null default 30,
  receipt_back_days integer not null default 7,
  row_version integer not null default 1,
  approvals_above numeric(14,2)[] not null default '{}'::numeric[],
  constraint purchase_rule_pkey PRIMARY KEY (enterprise_id, id),
  constraint purchase_rule_once UNIQUE (enterprise_id),
  constraint purchase_rule_order_back_days_check CHECK (((order_back_days >= 0) AND (order_back_days <= 3650))),
  constraint purchase_rule_receipt_back_days_check CHECK (((receipt_back_days >= 0) AND (receipt_back_days <= 3650))),
  constraint purchase_steps_ascend CHECK (((cardinality(approvals_above) <= 4) AND (array_position(approvals_above, NULL::numeric) IS NULL) AND ((approvals_above[1] IS NULL) OR (approvals_above[1] >= (0)::numeric)) AND ((approvals_above[2] IS NULL) OR (approvals_above[2] > approvals_above[1])) AND ((approvals_above[3] IS NULL) OR (approvals_above[3] > approvals_above[2])) AND ((approvals_above[4] IS NULL) OR (approvals_above[4] > approvals_above[3])))),
  constraint purchase_rule_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.purchase_rule FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE INSERT OR UPDATE ON public.purchase_rule FOR EACH ROW EXECUTE FUNCTION guard_purchase_rule();
CREATE TRIGGER versioned BEFORE UPDATE ON public.purchase_rule FOR EACH ROW EXECUTE FUNCTION count_version();
alter table purchase_rule enable row level security;
alter table purchase_rule force row level security;
create policy tenant on purchase_rule as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on purchase_rule to bencao_app;

create table purchase_rule_change ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  approvals_above numeric(14,2)[] not null,
  order_back_days integer not null,
  receipt_back_days integer not null,
  reason text not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null default now(),
  approved_by uuid,
  row_version integer not null default 1,
  constraint purchase_rule_change_pkey PRIMARY KEY (enterprise_id, id),
  constraint purchase_rule_by_two CHECK ((approved_by <> changed_by)),
  constraint purchase_rule_change_reason_check CHECK ((reason <> ''::text)),
  constraint purchase_rule_change_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint purchase_rule_change_enterprise_id_changed_by_fkey FOREIGN KEY (enterprise_id, changed_by) REFERENCES account(enterprise_id, id),
  constraint purchase_rule_change_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.purchase_rule_change FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER kept BEFORE INSERT OR DELETE OR UPDATE ON public.purchase_rule_change FOR EACH ROW EXECUTE FUNCTION keep_purchase_rule_change();
CREATE TRIGGER versioned BEFORE UPDATE ON public.purchase_rule_change FOR EACH ROW EXECUTE FUNCTION count_version();
alter table purchase_rule_change enable row level security;
alter table purchase_rule_change force row level security;
create policy tenant on purchase_rule_change as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on purchase_rule_change to bencao_app;

create table quality_case ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  case_no text not null,
  kind text not null,
  state text not null,
  lot_id uuid,
  reason text not null,
  document_kind text not null default ''::text,
  document_id uuid,
  document_no text not null default ''::text,
  opened_by uuid not null,
  opened_at timestamp with time zone not null default now(),
  closed_by uuid,
  closed_at timestamp with time zone,
  row_version integer not null default 1,
  constraint quality_case_pkey PRIMARY KEY (enterprise_id, id),
  constraint quality_case_enterprise_id_case_no_key UNIQUE (enterprise_id, case_no),
  constraint quality_case_check CHECK (((kind = 'impact'::text) = (lot_id IS NOT NULL))),
  constraint quality_case_check1 CHECK ((((state = 'closed'::text) = (closed_at IS NOT NULL)) AND ((closed_at IS NULL) = (closed_by IS NULL)))),
  constraint quality_case_kind_check CHECK ((kind = ANY (ARRAY['impact'::text, 'change'::text]))),
  constraint quality_case_reason_check CHECK ((reason <> ''::text)),
  constraint quality_case_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text]))),
  constraint quality_case_enterprise_id_closed_by_fkey FOREIGN KEY (enterprise_id, closed_by) REFERENCES account(enterprise_id, id),
  constraint quality_case_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint quality_case_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint quality_case_enterprise_id_opened_by_fkey FOREIGN KEY (enterprise_id, opened_by) REFERENCES account(enterprise_id, id)
);
CREATE UNIQUE INDEX impact_case_open ON public.quality_case USING btree (enterprise_id, lot_id) WHERE ((kind = 'impact'::text) AND (state = 'open'::text));
CREATE INDEX quality_case_by_lot ON public.quality_case USING btree (enterprise_id, lot_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.quality_case FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER messages_settled AFTER UPDATE ON public.quality_case FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER versioned BEFORE UPDATE ON public.quality_case FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.quality_case FOR EACH ROW EXECUTE FUNCTION keep_waiting_impact();
alter table quality_case enable row level security;
alter table quality_case force row level security;
create policy tenant on quality_case as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on quality_case to bencao_app;

create table raw_lot ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null,
  kind text not null,
  receipt_id uuid not null,
  order_id uuid not null,
  purchase_line_id uuid not null,
  line_no integer not null,
  supplier_id uuid not null,
  name_on_note text not null,
  supplier_lot_no text not null,
  upstream_trace_code text not null default ''::text,
  grade text not null default ''::text,
  species text not null default ''::text,
  medicinal_part text not null default ''::text,
  source_kind text,
  province text not null default ''::text,
  city text not null default ''::text,
  county text not null default ''::text,
  town text not null default ''::text,
  village text not null default ''::text,
  harvest_from date,
  harvest_to date,
  growth_years numeric(4,1),
  primary_processing text[] not null default '{}'::text[],
  is_fresh_cut boolean not null default false,
  fresh_cut_basis text not null default ''::text,
  sulfur text,
  import_approval_no text not null default ''::text,
  customs_no text not null default ''::text,
  made_on date,
  package_kind text not null,
  package_count integer not null,
  note_quantity numeric(14,4) not null,
  gross numeric(14,4) not null,
  tare numeric(14,4) not null,
  net numeric(14,4) not null,
  package_intact boolean not null,
  label_complete boolean not null,
  defects text[] not null default '{}'::text[],
  exception_note text not null default ''::text,
  line_note numeric(14,4),
  county_code text not null default ''::text,
  doubts text[] not null default '{}'::text[],
  doubt_reason text not null default ''::text,
  abnormal text,
  door_line integer,
  line_packages integer,
  line_net numeric(14,4),
  net_reason text not null default ''::text,
  constraint raw_lot_pkey PRIMARY KEY (enterprise_id, id),
  constraint raw_lot_enterprise_id_receipt_id_line_no_key UNIQUE (enterprise_id, receipt_id, line_no),
  constraint doubt_is_explained CHECK (((doubt_reason <> ''::text) OR (cardinality(doubts) = 0))),
  constraint exception_is_explained CHECK (((exception_note <> ''::text) OR (package_intact AND label_complete AND (cardinality(defects) = 0) AND (abs((net - note_quantity)) <= (note_quantity * 0.005))))),
  constraint net_is_gross_less_tare CHECK ((abs((net - (gross - tare))) <= ((gross - tare) * 0.001))),
  constraint raw_lot_abnormal_check CHECK ((abnormal = ANY (ARRAY['mould'::text, 'insects'::text, 'mixed'::text, 'unlabelled'::text]))),
  constraint raw_lot_check CHECK (((kind <> 'raw'::text) OR ((species <> ''::text) AND (medicinal_part <> ''::text) AND (source_kind IS NOT NULL) AND (province <> ''::text) AND (city <> ''::text) AND (county <> ''::text) AND (village <> ''::text) AND (harvest_from IS NOT NULL) AND (harvest_to IS NOT NULL) AND (cardinality(primary_processing) > 0) AND (sulfur IS NOT NULL)))),
  constraint raw_lot_check1 CHECK ((harvest_from <= harvest_to)),
  constraint raw_lot_check2 CHECK (((NOT is_fresh_cut) OR (fresh_cut_basis <> ''::text))),
  constraint raw_lot_check3 CHECK (((source_kind <> 'imported'::text) OR ((import_approval_no <> ''::text) AND (customs_no <> ''::text)))),
  constraint raw_lot_check4 CHECK (((abnormal IS NULL) OR (exception_note <> ''::text))),
  constraint raw_lot_check5 CHECK ((num_nulls(door_line, line_packages, line_net) = ANY (ARRAY[0, 3]))),
  constraint raw_lot_check6 CHECK (((line_net >= net) AND (line_packages >= package_count))),
  constraint raw_lot_county_code_check CHECK ((county_code ~ '^(\d{6})?$'::text)),
  constraint raw_lot_door_line_check CHECK (((door_line >= 1) AND (door_line <= 50))),
  constraint raw_lot_doubts_check CHECK ((doubts <@ ARRAY['harvest_old'::text, 'harvest_long'::text, 'origin_differs'::text, 'origin_not_approved'::text, 'lot_again'::text, 'keeps_long'::text])),
  constraint raw_lot_growth_years_check CHECK ((growth_years > (0)::numeric)),
  constraint raw_lot_kind_check CHECK ((kind = ANY (ARRAY['raw'::text, 'auxiliary'::text]))),
  constraint raw_lot_line_note_check CHECK ((line_note > (0)::numeric)),
  constraint raw_lot_name_on_note_check CHECK ((name_on_note <> ''::text)),
  constraint raw_lot_net_check CHECK ((net > (0)::numeric)),
  constraint raw_lot_note_quantity_check CHECK ((note_quantity > (0)::numeric)),
  constraint raw_lot_package_count_check CHECK ((package_count >= 1)),
  constraint raw_lot_source_kind_check CHECK ((source_kind = ANY (ARRAY['cultivated'::text, 'wild'::text, 'wild_imitating'::text, 'wild_tended'::text, 'farmed'::text, 'imported'::text]))),
  constraint raw_lot_sulfur_check CHECK ((sulfur = ANY (ARRAY['no'::text, 'unknown'::text]))),
  constraint raw_lot_supplier_lot_no_check CHECK ((supplier_lot_no <> ''::text)),
  constraint raw_lot_tare_check CHECK ((tare >= (0)::numeric)),
  constraint raw_lot_enterprise_id_id_kind_fkey FOREIGN KEY (enterprise_id, id, kind) REFERENCES lot(enterprise_id, id, kind),
  constraint raw_lot_enterprise_id_purchase_line_id_order_id_fkey FOREIGN KEY (enterprise_id, purchase_line_id, order_id) REFERENCES purchase_line(enterprise_id, id, order_id),
  constraint raw_lot_enterprise_id_receipt_id_order_id_fkey FOREIGN KEY (enterprise_id, receipt_id, order_id) REFERENCES receipt(enterprise_id, id, order_id),
  constraint raw_lot_enterprise_id_supplier_id_fkey FOREIGN KEY (enterprise_id, supplier_id) REFERENCES supplier(enterprise_id, id)
);
CREATE INDEX raw_lot_by_line ON public.raw_lot USING btree (enterprise_id, purchase_line_id);
CREATE INDEX raw_lot_by_order ON public.raw_lot USING btree (enterprise_id, order_id);
CREATE INDEX raw_lot_by_supplier ON public.raw_lot USING btree (enterprise_id, supplier_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.raw_lot FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER corrected BEFORE UPDATE ON public.raw_lot FOR EACH ROW EXECUTE FUNCTION keep_unless_corrected('but', '{}', 'never idle');
CREATE CONSTRAINT TRIGGER discrepancy_kept AFTER INSERT ON public.raw_lot DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.door_line IS NOT NULL) AND ((new.abnormal IS NOT NULL) OR (NOT new.package_intact) OR (NOT new.label_complete) OR (cardinality(new.defects) > 0) OR (abs((new.line_net - new.line_note)) > (new.line_note * 0.005))))) EXECUTE FUNCTION guard_door_line();
CREATE TRIGGER guarded BEFORE INSERT ON public.raw_lot FOR EACH ROW EXECUTE FUNCTION guard_raw_lot();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.raw_lot FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE TRIGGER number_known AFTER INSERT OR UPDATE OF supplier_lot_no ON public.raw_lot FOR EACH ROW EXECUTE FUNCTION know_supplier_number();
CREATE TRIGGER words_known AFTER INSERT OR UPDATE OF province, city, county ON public.raw_lot FOR EACH ROW EXECUTE FUNCTION know_recall_word();
alter table raw_lot enable row level security;
alter table raw_lot force row level security;
create policy tenant on raw_lot as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on raw_lot to bencao_app;

create table reagent_draw ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  reagent_lot_id uuid not null,
  inspection_id uuid not null,
  quantity numeric(14,4) not null,
  drawn_by uuid not null,
  drawn_at timestamp with time zone not null,
  constraint reagent_draw_pkey PRIMARY KEY (enterprise_id, id),
  constraint reagent_draw_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint reagent_draw_enterprise_id_drawn_by_fkey FOREIGN KEY (enterprise_id, drawn_by) REFERENCES account(enterprise_id, id),
  constraint reagent_draw_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint reagent_draw_enterprise_id_inspection_id_fkey FOREIGN KEY (enterprise_id, inspection_id) REFERENCES inspection(enterprise_id, id),
  constraint reagent_draw_enterprise_id_reagent_lot_id_fkey FOREIGN KEY (enterprise_id, reagent_lot_id) REFERENCES reagent_lot(enterprise_id, id)
);
CREATE INDEX reagent_draw_by_inspection ON public.reagent_draw USING btree (enterprise_id, inspection_id);
CREATE INDEX reagent_draw_by_lot ON public.reagent_draw USING btree (enterprise_id, reagent_lot_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.reagent_draw FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER draw_guarded BEFORE INSERT ON public.reagent_draw FOR EACH ROW EXECUTE FUNCTION guard_reagent_draw();
CREATE TRIGGER drawn AFTER INSERT ON public.reagent_draw FOR EACH ROW EXECUTE FUNCTION draw_reagent();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reagent_draw FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table reagent_draw enable row level security;
alter table reagent_draw force row level security;
create policy tenant on reagent_draw as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on reagent_draw to bencao_app;

create table reagent_lot ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  number text not null,
  kind text not null,
  name text not null,
  initials text not null,
  lot_no text not null,
  maker text not null,
  purity text not null,
  received_on date not null,
  opened_on date,
  use_by date not null,
  days_after_opening integer,
  unit text not null,
  amount numeric(14,4) not null,
  amount_left numeric(14,4) not null,
  state text not null default 'in_use'::text,
  ended_reason text,
  row_version integer not null default 1,
  constraint reagent_lot_pkey PRIMARY KEY (enterprise_id, id),
  constraint reagent_number UNIQUE (enterprise_id, number),
  constraint reagent_days CHECK (((use_by > received_on) AND (opened_on >= received_on))),
  constraint reagent_lot_amount_check CHECK ((amount > (0)::numeric)),
  constraint reagent_lot_check CHECK ((amount_left <= amount)),
  constraint reagent_lot_check1 CHECK (((state = 'in_use'::text) = (ended_reason IS NULL))),
  constraint reagent_lot_days_after_opening_check CHECK (((days_after_opening >= 1) AND (days_after_opening <= 3650))),
  constraint reagent_lot_ended_reason_check CHECK ((ended_reason <> ''::text)),
  constraint reagent_lot_kind_check CHECK ((kind = ANY (ARRAY['reagent'::text, 'standard_solution'::text, 'reference_substance'::text]))),
  constraint reagent_lot_lot_no_check CHECK ((lot_no <> ''::text)),
  constraint reagent_lot_name_check CHECK ((name <> ''::text)),
  constraint reagent_lot_number_check CHECK ((number <> ''::text)),
  constraint reagent_lot_state_check CHECK ((state = ANY (ARRAY['in_use'::text, 'used_up'::text, 'discarded'::text]))),
  constraint reagent_lot_unit_check CHECK ((unit <> ''::text)),
  constraint reagent_remaining CHECK ((amount_left >= (0)::numeric)),
  constraint reagent_lot_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE INDEX reagent_lot_by_end ON public.reagent_lot USING btree (enterprise_id, use_by) WHERE (state = 'in_use'::text);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.reagent_lot FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE UPDATE ON public.reagent_lot FOR EACH ROW EXECUTE FUNCTION guard_reagent_lot();
CREATE TRIGGER renewal_settled AFTER UPDATE ON public.reagent_lot FOR EACH ROW WHEN (((new.state <> 'in_use'::text) OR (old.opened_on IS DISTINCT FROM new.opened_on))) EXECUTE FUNCTION settle_renewal();
CREATE TRIGGER versioned BEFORE UPDATE ON public.reagent_lot FOR EACH ROW EXECUTE FUNCTION count_version();
alter table reagent_lot enable row level security;
alter table reagent_lot force row level security;
create policy tenant on reagent_lot as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on reagent_lot to bencao_app;

create table recall_case ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  case_no text not null,
  kind text not null,
  recall_class text not null,
  question jsonb not null,
  subject text not null,
  reason text not null,
  advice text not null,
  authority_no text not null default ''::text,
  state text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  cancelled_by uuid,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  started_by uuid,
  started_at timestamp with time zone,
  notify_by timestamp with time zone,
  made numeric(20,4),
  in_house numeric(20,4),
  shipped numeric(20,4),
  other numeric(20,4),
  seconds numeric(8,3),
  closed_by uuid,
  closed_at timestamp with time zone,
  conclusion text,
  recovered_percent numeric(5,2),
  known_percent numeric(5,2),
  row_version integer not null default 1,
  withdrawn_by uuid,
  withdrawn_second uuid,
  withdrawn_at timestamp with time zone,
  withdraw_reason text,
  final_by date,
  constraint recall_case_pkey PRIMARY KEY (enterprise_id, id),
  constraint recall_case_enterprise_id_case_no_key UNIQUE (enterprise_id, case_no),
  constraint recall_by_two CHECK ((started_by <> created_by)),
  constraint recall_case_advice_check CHECK ((advice <> ''::text)),
  constraint recall_case_cancel_reason_check CHECK ((cancel_reason <> ''::text)),
  constraint recall_case_check CHECK (((kind = 'ordered'::text) = (authority_no <> ''::text))),
  constraint recall_case_check1 CHECK ((((state = 'cancelled'::text) = (cancelled_at IS NOT NULL)) AND ((cancelled_at IS NULL) = (cancelled_by IS NULL)) AND ((cancelled_at IS NULL) = (cancel_reason IS NULL)))),
  constraint recall_case_check2 CHECK ((((kind = 'drill'::text) = (seconds IS NOT NULL)) AND ((kind <> 'drill'::text) OR ((state = 'closed'::text) AND (started_at IS NULL) AND (recovered_percent IS NULL))))),
  constraint recall_case_check3 CHECK (((kind = 'drill'::text) OR ((state = ANY (ARRAY['started'::text, 'closed'::text, 'withdrawn'::text])) = (started_at IS NOT NULL)))),
  constraint recall_case_check4 CHECK ((((started_at IS NULL) = (started_by IS NULL)) AND ((started_at IS NULL) = (notify_by IS NULL)))),
  constraint recall_case_check5 CHECK ((((made IS NOT NULL) = (state = ANY (ARRAY['started'::text, 'closed'::text, 'withdrawn'::text]))) AND (num_nulls(made, in_house, shipped, other) = ANY (ARRAY[0, 4])))),
  constraint recall_case_check6 CHECK ((((state = 'closed'::text) = (closed_at IS NOT NULL)) AND ((closed_at IS NULL) = (closed_by IS NULL)))),
  constraint recall_case_check7 CHECK (((((state = 'closed'::text) AND (kind <> 'drill'::text)) = (conclusion IS NOT NULL)) AND ((conclusion IS NULL) = (recovered_percent IS NULL)) AND ((conclusion IS NULL) = (known_percent IS NULL)))),
  constraint recall_case_conclusion_check CHECK ((conclusion <> ''::text)),
  constraint recall_case_kind_check CHECK ((kind = ANY (ARRAY['real'::text, 'ordered'::text, 'drill'::text]))),
  constraint recall_case_known_percent_check CHECK (((known_percent >= (0)::numeric) AND (known_percent <= (100)::numeric))),
  constraint recall_case_question_check CHECK ((jsonb_typeof(question) = 'object'::text)),
  constraint recall_case_reason_check CHECK ((reason <> ''::text)),
  constraint recall_case_recall_class_check CHECK ((recall_class = ANY (ARRAY['I'::text, 'II'::text, 'III'::text]))),
  constraint recall_case_recovered_percent_check CHECK (((recovered_percent >= (0)::numeric) AND (recovered_percent <= (100)::numeric))),
  constraint recall_case_seconds_check CHECK ((seconds >= (0)::numeric)),
  constraint recall_case_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'started'::text, 'closed'::text, 'withdrawn'::text, 'cancelled'::text]))),
  constraint recall_case_subject_check CHECK ((subject <> ''::text)),
  constraint recall_case_withdraw_reason_check CHECK ((withdraw_reason <> ''::text)),
  constraint recall_withdrawn CHECK ((((state = 'withdrawn'::text) = (withdrawn_at IS NOT NULL)) AND (num_nulls(withdrawn_by, withdrawn_second, withdrawn_at, withdraw_reason) = ANY (ARRAY[0, 4])))),
  constraint recall_withdrawn_by_two CHECK ((withdrawn_second <> withdrawn_by)),
  constraint recall_case_enterprise_id_cancelled_by_fkey FOREIGN KEY (enterprise_id, cancelled_by) REFERENCES account(enterprise_id, id),
  constraint recall_case_enterprise_id_closed_by_fkey FOREIGN KEY (enterprise_id, closed_by) REFERENCES account(enterprise_id, id),
  constraint recall_case_enterprise_id_created_by_fkey FOREIGN KEY (enterprise_id, created_by) REFERENCES account(enterprise_id, id),
  constraint recall_case_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint recall_case_enterprise_id_started_by_fkey FOREIGN KEY (enterprise_id, started_by) REFERENCES account(enterprise_id, id),
  constraint recall_case_enterprise_id_withdrawn_by_fkey FOREIGN KEY (enterprise_id, withdrawn_by) REFERENCES account(enterprise_id, id),
  constraint recall_case_enterprise_id_withdrawn_second_fkey FOREIGN KEY (enterprise_id, withdrawn_second) REFERENCES account(enterprise_id, id)
);
CREATE INDEX recall_case_by_time ON public.recall_case USING btree (enterprise_id, created_at, id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.recall_case FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE UPDATE ON public.recall_case FOR EACH ROW EXECUTE FUNCTION guard_recall_case();
CREATE TRIGGER messages_settled AFTER UPDATE ON public.recall_case FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER versioned BEFORE UPDATE ON public.recall_case FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.recall_case FOR EACH ROW EXECUTE FUNCTION keep_waiting_recall();
alter table recall_case enable row level security;
alter table recall_case force row level security;
create policy tenant on recall_case as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on recall_case to bencao_app;

create table recall_customer ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  case_id uuid not null,
  customer_id uuid not null,
  name text not null,
  deliveries integer not null,
  packs integer not null,
  quantity numeric(20,4) not null,
  public_token uuid,
  notified_at timestamp with time zone,
  acknowledged_at timestamp with time zone,
  acknowledged_name text,
  noted_by uuid,
  silence_reason text,
  silence_by uuid,
  silence_at timestamp with time zone,
  row_version integer not null default 1,
  mailed_to text,
  mailed_at timestamp with time zone,
  constraint recall_customer_pkey PRIMARY KEY (enterprise_id, id),
  constraint recall_customer_enterprise_id_case_id_customer_id_key UNIQUE (enterprise_id, case_id, customer_id),
  constraint recall_customer_public_token_key UNIQUE (public_token),
  constraint recall_customer_acknowledged_name_check CHECK ((acknowledged_name <> ''::text)),
  constraint recall_customer_check CHECK (((public_token IS NULL) = (notified_at IS NULL))),
  constraint recall_customer_check1 CHECK ((((acknowledged_at IS NULL) = (acknowledged_name IS NULL)) AND ((acknowledged_at IS NULL) OR (notified_at IS NOT NULL)))),
  constraint recall_customer_check2 CHECK (((noted_by IS NULL) OR (acknowledged_at IS NOT NULL))),
  constraint recall_customer_check3 CHECK (((num_nulls(silence_reason, silence_by, silence_at) = ANY (ARRAY[0, 3])) AND ((silence_at IS NULL) OR (notified_at IS NOT NULL)))),
  constraint recall_customer_check4 CHECK ((((mailed_to IS NULL) = (mailed_at IS NULL)) AND ((mailed_at IS NULL) OR (notified_at IS NOT NULL)))),
  constraint recall_customer_deliveries_check CHECK ((deliveries > 0)),
  constraint recall_customer_mailed_to_check CHECK ((mailed_to <> ''::text)),
  constraint recall_customer_name_check CHECK ((name <> ''::text)),
  constraint recall_customer_packs_check CHECK ((packs > 0)),
  constraint recall_customer_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint recall_customer_silence_reason_check CHECK ((silence_reason <> ''::text)),
  constraint recall_customer_enterprise_id_case_id_fkey FOREIGN KEY (enterprise_id, case_id) REFERENCES recall_case(enterprise_id, id),
  constraint recall_customer_enterprise_id_customer_id_fkey FOREIGN KEY (enterprise_id, customer_id) REFERENCES customer(enterprise_id, id),
  constraint recall_customer_enterprise_id_noted_by_fkey FOREIGN KEY (enterprise_id, noted_by) REFERENCES account(enterprise_id, id),
  constraint recall_customer_enterprise_id_silence_by_fkey FOREIGN KEY (enterprise_id, silence_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX recall_customer_unanswered ON public.recall_customer USING btree (enterprise_id, case_id) WHERE ((notified_at IS NOT NULL) AND (acknowledged_at IS NULL) AND (silence_at IS NULL));
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.recall_customer FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER versioned BEFORE UPDATE ON public.recall_customer FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF acknowledged_at, silence_at ON public.recall_customer FOR EACH ROW EXECUTE FUNCTION keep_waiting_recall('case_id');
alter table recall_customer enable row level security;
alter table recall_customer force row level security;
create policy doorkeeper on recall_customer as permissive for select to bencao_owner using true;
create policy tenant on recall_customer as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on recall_customer to bencao_app;

create view recall_line with (security_invoker=true) as
 SELECT had.enterprise_id,
    had.case_id,
    had.recall_customer_id,
    had.lot_id,
    (had.packs + told.returned::numeric)::integer AS packs,
    had.quantity + told.returned_quantity AS quantity,
    told.known::integer AS known_packs
   FROM ( SELECT c.enterprise_id,
            c.case_id,
            c.id AS recall_customer_id,
            line.lot_id,
            sum(line.packs - away.packs) AS packs,
            sum((line.quantity * (line.packs - away.packs)::numeric / line.packs::numeric)::numeric(14,4)) AS quantity
           FROM recall_customer c
             JOIN shipment s ON s.enterprise_id = c.enterprise_id AND s.customer_id = c.customer_id
             JOIN shipment_line line ON line.enterprise_id = s.enterprise_id AND line.shipment_id = s.id AND line.packs > 0
             JOIN recall_lot l ON l.enterprise_id = c.enterprise_id AND l.case_id = c.case_id AND l.lot_id = line.lot_id
             CROSS JOIN LATERAL ( SELECT COALESCE(sum(
                        CASE
                            WHEN e.from_fate = 'customer'::text THEN e.packs
                            WHEN e.to_fate = 'customer'::text THEN - e.packs
                            ELSE 0
                        END), 0::bigint) AS packs
                   FROM custody_entry e
                  WHERE e.enterprise_id = line.enterprise_id AND e.shipment_id = line.shipment_id AND e.lot_id = line.lot_id) away
          GROUP BY c.enterprise_id, c.case_id, c.id, line.lot_id) had
     CROSS JOIN LATERAL ( SELECT COALESCE(sum(r.packs) FILTER (WHERE r.return_id IS NOT NULL), 0::bigint) AS returned,
            COALESCE(sum(r.quantity) FILTER (WHERE r.return_id IS NOT NULL), 0::numeric) AS returned_quantity,
            COALESCE(sum(r.packs), 0::bigint) AS known
           FROM recall_recovery r
          WHERE r.enterprise_id = had.enterprise_id AND r.recall_customer_id = had.recall_customer_id AND r.lot_id = had.lot_id) told
  WHERE (had.packs + told.returned::numeric) > 0::numeric OR told.known > 0;
grant select on recall_line to bencao_app;

create table recall_lot ( -- owned by bencao_owner
  enterprise_id uuid not null,
  case_id uuid not null,
  lot_id uuid not null,
  role text not null,
  quantity numeric(14,4) not null,
  in_house numeric(20,4) not null,
  shipped numeric(20,4) not null,
  other numeric(20,4) not null,
  hold_id uuid,
  constraint recall_lot_pkey PRIMARY KEY (enterprise_id, case_id, lot_id),
  constraint recall_lot_role_check CHECK ((role = ANY (ARRAY['source'::text, 'made'::text]))),
  constraint recall_lot_enterprise_id_case_id_fkey FOREIGN KEY (enterprise_id, case_id) REFERENCES recall_case(enterprise_id, id),
  constraint recall_lot_enterprise_id_hold_id_fkey FOREIGN KEY (enterprise_id, hold_id) REFERENCES hold(enterprise_id, id),
  constraint recall_lot_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id)
);
CREATE INDEX recall_lot_by_hold ON public.recall_lot USING btree (enterprise_id, hold_id) WHERE (hold_id IS NOT NULL);
CREATE INDEX recall_lot_by_lot ON public.recall_lot USING btree (enterprise_id, lot_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.recall_lot FOR EACH ROW EXECUTE FUNCTION write_audit_digest('case_id', 'lot_id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.recall_lot FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table recall_lot enable row level security;
alter table recall_lot force row level security;
create policy tenant on recall_lot as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on recall_lot to bencao_app;

create table recall_recovery ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  recall_customer_id uuid not null,
  lot_id uuid not null,
  became text not null,
  packs integer not null,
  quantity numeric(14,4) not null,
  note text not null default ''::text,
  takes_back uuid,
  recorded_by uuid not null,
  recorded_at timestamp with time zone not null,
  return_id uuid,
  constraint recall_recovery_pkey PRIMARY KEY (enterprise_id, id),
  constraint recall_recovery_enterprise_id_takes_back_key UNIQUE (enterprise_id, takes_back),
  constraint recall_recovery_became_check CHECK ((became = ANY (ARRAY['recovered'::text, 'consumed'::text, 'destroyed'::text, 'unaccounted'::text]))),
  constraint recall_recovery_check CHECK ((((packs < 0) = (takes_back IS NOT NULL)) AND ((packs < 0) = (quantity < (0)::numeric)))),
  constraint recall_recovery_check1 CHECK (((note <> ''::text) OR ((became <> 'unaccounted'::text) AND (takes_back IS NULL)))),
  constraint recall_recovery_packs_check CHECK ((packs <> 0)),
  constraint recovered_by_return CHECK (((return_id IS NULL) OR (became = 'recovered'::text))),
  constraint recall_recovery_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint recall_recovery_enterprise_id_recall_customer_id_fkey FOREIGN KEY (enterprise_id, recall_customer_id) REFERENCES recall_customer(enterprise_id, id),
  constraint recall_recovery_enterprise_id_recorded_by_fkey FOREIGN KEY (enterprise_id, recorded_by) REFERENCES account(enterprise_id, id),
  constraint recall_recovery_enterprise_id_return_id_fkey FOREIGN KEY (enterprise_id, return_id) REFERENCES customer_return(enterprise_id, id),
  constraint recall_recovery_enterprise_id_takes_back_fkey FOREIGN KEY (enterprise_id, takes_back) REFERENCES recall_recovery(enterprise_id, id)
);
CREATE INDEX recall_recovery_by_customer ON public.recall_recovery USING btree (enterprise_id, recall_customer_id);
CREATE INDEX recall_recovery_by_return ON public.recall_recovery USING btree (enterprise_id, return_id) WHERE (return_id IS NOT NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.recall_recovery FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER guarded BEFORE INSERT ON public.recall_recovery FOR EACH ROW EXECUTE FUNCTION guard_recovery();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.recall_recovery FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table recall_recovery enable row level security;
alter table recall_recovery force row level security;
create policy tenant on recall_recovery as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on recall_recovery to bencao_app;

create table recall_reminder ( -- owned by bencao_owner
  enterprise_id uuid not null,
  case_id uuid not null,
  due text not null,
  constraint recall_reminder_pkey PRIMARY KEY (enterprise_id, case_id, due),
  constraint recall_reminder_due_check CHECK ((due <> ''::text)),
  constraint recall_reminder_enterprise_id_case_id_fkey FOREIGN KEY (enterprise_id, case_id) REFERENCES recall_case(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.recall_reminder FOR EACH ROW EXECUTE FUNCTION write_audit_digest('case_id', 'due');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.recall_reminder FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table recall_reminder enable row level security;
alter table recall_reminder force row level security;
create policy tenant on recall_reminder as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on recall_reminder to bencao_app;

create table recall_report ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  case_id uuid not null,
  stage text not null,
  authority text not null,
  document_no text not null default ''::text,
  sent_at timestamp with time zone not null,
  note text not null,
  customers integer not null,
  unanswered integer not null,
  shipped numeric(20,4) not null,
  recovered_percent numeric(5,2) not null,
  known_percent numeric(5,2) not null,
  takes_back uuid,
  recorded_by uuid not null,
  recorded_at timestamp with time zone not null,
  constraint recall_report_pkey PRIMARY KEY (enterprise_id, id),
  constraint recall_report_enterprise_id_takes_back_key UNIQUE (enterprise_id, takes_back),
  constraint recall_report_authority_check CHECK ((authority <> ''::text)),
  constraint recall_report_customers_check CHECK ((customers >= 0)),
  constraint recall_report_known_percent_check CHECK (((known_percent >= (0)::numeric) AND (known_percent <= (100)::numeric))),
  constraint recall_report_note_check CHECK ((note <> ''::text)),
  constraint recall_report_recovered_percent_check CHECK (((recovered_percent >= (0)::numeric) AND (recovered_percent <= (100)::numeric))),
  constraint recall_report_shipped_check CHECK ((shipped >= (0)::numeric)),
  constraint recall_report_stage_check CHECK ((stage = ANY (ARRAY['progress'::text, 'final'::text]))),
  constraint recall_report_unanswered_check CHECK ((unanswered >= 0)),
  constraint recall_report_enterprise_id_case_id_fkey FOREIGN KEY (enterprise_id, case_id) REFERENCES recall_case(enterprise_id, id),
  constraint recall_report_enterprise_id_recorded_by_fkey FOREIGN KEY (enterprise_id, recorded_by) REFERENCES account(enterprise_id, id),
  constraint recall_report_enterprise_id_takes_back_fkey FOREIGN KEY (enterprise_id, takes_back) REFERENCES recall_report(enterprise_id, id)
);
CREATE INDEX recall_report_by_case ON public.recall_report USING btree (enterprise_id, case_id, id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.recall_report FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER guarded BEFORE INSERT ON public.recall_report FOR EACH ROW EXECUTE FUNCTION guard_recall_report();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.recall_report FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE TRIGGER waiting_kept AFTER INSERT ON public.recall_report FOR EACH ROW EXECUTE FUNCTION keep_waiting_recall('case_id');
alter table recall_report enable row level security;
alter table recall_report force row level security;
create policy tenant on recall_report as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on recall_report to bencao_app;

create view recall_report_in_force with (security_invoker=true) as
 SELECT enterprise_id,
    id,
    case_id,
    stage,
    sent_at
   FROM recall_report r
  WHERE takes_back IS NULL AND NOT (EXISTS ( SELECT
           FROM recall_report later
          WHERE later.enterprise_id = r.enterprise_id AND later.takes_back = r.id));
grant select on recall_report_in_force to bencao_app;

create table recall_word ( -- owned by bencao_owner
  enterprise_id uuid not null,
  node text not null,
  word text not null,
  constraint recall_word_pkey PRIMARY KEY (enterprise_id, node, word),
  constraint recall_word_node_check CHECK ((node = ANY (ARRAY['origin'::text, 'equipment'::text]))),
  constraint recall_word_word_check CHECK ((word <> ''::text)),
  constraint recall_word_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
alter table recall_word enable row level security;
alter table recall_word force row level security;
create policy tenant on recall_word as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant select on recall_word to bencao_app;

create view recall_words with (security_invoker=true) as
 SELECT r.enterprise_id,
    'origin'::text AS node,
    word.word
   FROM raw_lot r
     CROSS JOIN LATERAL origin_words(r.province, r.city, r.county) word(word)
UNION
 SELECT s.enterprise_id,
    'equipment'::text AS node,
    word.word
   FROM production_step s
     CROSS JOIN LATERAL unnest(s.equipment) word(word)
  WHERE word.word <> ''::text;

create table receipt ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  receipt_no text not null,
  order_id uuid not null,
  arrived_at timestamp with time zone not null,
  delivery_note_no text not null,
  transport text not null default ''::text,
  remark text not null default ''::text,
  result text not null,
  lot_count integer not null,
  refused_count integer not null,
  net_total numeric(14,4) not null,
  received_by uuid not null,
  recorded_at timestamp with time zone not null default now(),
  checked_by uuid,
  supplier_id uuid,
  buyer_id uuid,
  doubts text[] not null default '{}'::text[],
  doubt_reason text not null default ''::text,
  reversed_at timestamp with time zone,
  reversed_by uuid,
  reversal_approved_by uuid,
  reversal_reason text,
  constraint receipt_pkey PRIMARY KEY (enterprise_id, id),
  constraint receipt_enterprise_id_id_order_id_key UNIQUE (enterprise_id, id, order_id),
  constraint receipt_enterprise_id_receipt_no_key UNIQUE (enterprise_id, receipt_no),
  constraint arrival_doubt_is_explained CHECK (((doubt_reason <> ''::text) OR (NOT (doubts && ARRAY['recorded_late'::text, 'before_order'::text])))),
  constraint buyer_checks_receipt CHECK ((checked_by <> buyer_id)),
  constraint buyer_receives CHECK ((received_by <> buyer_id)),
  constraint receipt_check CHECK (((lot_count + refused_count) > 0)),
  constraint receipt_check1 CHECK ((result =
CASE
    WHEN (lot_count = 0) THEN 'refused'::text
    WHEN (refused_count = 0) THEN 'accepted'::text
    ELSE 'partly'::text
END)),
  constraint receipt_check2 CHECK ((((reversed_at IS NULL) = (reversed_by IS NULL)) AND ((reversed_at IS NULL) = (reversal_reason IS NULL)) AND ((reversal_approved_by IS NULL) OR (reversed_at IS NOT NULL)))),
  constraint receipt_delivery_note_no_check CHECK ((delivery_note_no <> ''::text)),
  constraint receipt_doubts_check CHECK ((doubts <@ ARRAY['recorded_late'::text, 'before_order'::text, 'harvest_old'::text, 'harvest_long'::text, 'origin_differs'::text, 'origin_not_approved'::text, 'lot_again'::text, 'keeps_long'::text])),
  constraint receipt_lot_count_check CHECK ((lot_count >= 0)),
  constraint receipt_net_total_check CHECK ((net_total >= (0)::numeric)),
  constraint receipt_refused_count_check CHECK ((refused_count >= 0)),
  constraint receipt_result_check CHECK ((result = ANY (ARRAY['accepted'::text, 'partly'::text, 'refused'::text]))),
  constraint receipt_reversal_reason_check CHECK ((reversal_reason <> ''::text)),
  constraint receipt_reversed_by_two CHECK ((reversal_approved_by <> reversed_by)),
  constraint receiver_checks CHECK ((checked_by <> received_by)),
  constraint receipt_enterprise_id_checked_by_fkey FOREIGN KEY (enterprise_id, checked_by) REFERENCES account(enterprise_id, id),
  constraint receipt_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES purchase_order(enterprise_id, id),
  constraint receipt_enterprise_id_order_id_supplier_id_buyer_id_fkey FOREIGN KEY (enterprise_id, order_id, supplier_id, buyer_id) REFERENCES purchase_order(enterprise_id, id, supplier_id, buyer_id),
  constraint receipt_enterprise_id_received_by_fkey FOREIGN KEY (enterprise_id, received_by) REFERENCES account(enterprise_id, id),
  constraint receipt_enterprise_id_reversal_approved_by_fkey FOREIGN KEY (enterprise_id, reversal_approved_by) REFERENCES account(enterprise_id, id),
  constraint receipt_enterprise_id_reversed_by_fkey FOREIGN KEY (enterprise_id, reversed_by) REFERENCES account(enterprise_id, id)
);
CREATE UNIQUE INDEX delivery_note_once ON public.receipt USING btree (enterprise_id, supplier_id, order_id, upper(replace(NORMALIZE(delivery_note_no, NFKC), ' '::text, ''::text))) WHERE ((lot_count > 0) AND (reversed_at IS NULL));
CREATE INDEX receipt_by_arrival ON public.receipt USING btree (enterprise_id, arrived_at DESC, id);
CREATE INDEX receipt_by_order ON public.receipt USING btree (enterprise_id, order_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.receipt FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER corrected BEFORE UPDATE ON public.receipt FOR EACH ROW EXECUTE FUNCTION keep_unless_corrected('but', '{}');
CREATE TRIGGER guarded BEFORE INSERT OR UPDATE ON public.receipt FOR EACH ROW EXECUTE FUNCTION guard_receipt();
CREATE TRIGGER number_known AFTER INSERT ON public.receipt FOR EACH ROW WHEN ((new.lot_count > 0)) EXECUTE FUNCTION know_supplier_number();
CREATE TRIGGER reversal_guarded BEFORE UPDATE ON public.receipt FOR EACH ROW EXECUTE FUNCTION guard_receipt_reversal();
alter table receipt enable row level security;
alter table receipt force row level security;
create policy tenant on receipt as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on receipt to bencao_app;

create table receipt_discrepancy ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  discrepancy_no text not null,
  receipt_id uuid not null,
  order_id uuid not null,
  supplier_id uuid not null,
  purchase_line_id uuid not null,
  door_line integer,
  refused_line integer,
  kinds text[] not null,
  noted numeric(14,4) not null,
  net numeric(14,4) not null,
  refused numeric(14,4) not null,
  name_on_note text not null,
  supplier_lot_no text not null,
  note text not null,
  state text not null,
  opened_by uuid not null,
  opened_at timestamp with time zone not null,
  answered_by uuid,
  answered_at timestamp with time zone,
  answered_on date,
  answered_person text,
  answer text,
  sent_back_reason text,
  settled_as text,
  paper_no text,
  replaced_by uuid,
  conclusion text,
  closed_by uuid,
  closed_at timestamp with time zone,
  row_version integer not null default 1,
  constraint receipt_discrepancy_pkey PRIMARY KEY (enterprise_id, id),
  constraint receipt_discrepancy_enterprise_id_discrepancy_no_key UNIQUE (enterprise_id, discrepancy_no),
  constraint discrepancy_closed_by_other CHECK ((closed_by <> answered_by)),
  constraint discrepancy_not_replaced CHECK ((((replaced_by IS NOT NULL) = COALESCE((settled_as = 'replaced'::text), false)) AND (replaced_by <> receipt_id))),
  constraint discrepancy_unproven CHECK (((paper_no IS NOT NULL) = COALESCE((settled_as = ANY (ARRAY['credited'::text, 'compensated'::text])), false))),
  constraint receipt_discrepancy_answer_check CHECK ((answer <> ''::text)),
  constraint receipt_discrepancy_answered_person_check CHECK ((answered_person <> ''::text)),
  constraint receipt_discrepancy_check CHECK ((num_nulls(door_line, refused_line) = 1)),
  constraint receipt_discrepancy_check1 CHECK ((((refused_line IS NOT NULL) = ('refused'::text = ANY (kinds))) AND ((refused_line IS NOT NULL) = (refused > (0)::numeric)))),
  constraint receipt_discrepancy_check2 CHECK ((num_nulls(answered_by, answered_at, answered_on, answered_person, answer) = ANY (ARRAY[0, 5]))),
  constraint receipt_discrepancy_check3 CHECK (((state <> 'open'::text) OR (answered_at IS NULL))),
  constraint receipt_discrepancy_check4 CHECK (((state <> ALL (ARRAY['answered'::text, 'closed'::text])) OR (answered_at IS NOT NULL))),
  constraint receipt_discrepancy_check5 CHECK ((num_nulls(settled_as, conclusion, closed_by, closed_at) = ANY (ARRAY[0, 4]))),
  constraint receipt_discrepancy_check6 CHECK (
CASE state
    WHEN 'closed'::text THEN (closed_at IS NOT NULL)
    WHEN 'void'::text THEN true
    ELSE (closed_at IS NULL)
END),
  constraint receipt_discrepancy_conclusion_check CHECK ((conclusion <> ''::text)),
  constraint receipt_discrepancy_kinds_check CHECK (((cardinality(kinds) > 0) AND (kinds <@ ARRAY['short'::text, 'over'::text, 'package'::text, 'label'::text, 'appearance'::text, 'set_apart'::text, 'refused'::text]))),
  constraint receipt_discrepancy_net_check CHECK ((net >= (0)::numeric)),
  constraint receipt_discrepancy_noted_check CHECK ((noted > (0)::numeric)),
  constraint receipt_discrepancy_paper_no_check CHECK ((paper_no <> ''::text)),
  constraint receipt_discrepancy_refused_check CHECK ((refused >= (0)::numeric)),
  constraint receipt_discrepancy_sent_back_reason_check CHECK ((sent_back_reason <> ''::text)),
  constraint receipt_discrepancy_settled_as_check CHECK ((settled_as = ANY (ARRAY['replaced'::text, 'credited'::text, 'compensated'::text, 'accepted'::text, 'corrected'::text]))),
  constraint receipt_discrepancy_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text, 'void'::text]))),
  constraint receipt_discrepancy_enterprise_id_answered_by_fkey FOREIGN KEY (enterprise_id, answered_by) REFERENCES account(enterprise_id, id),
  constraint receipt_discrepancy_enterprise_id_closed_by_fkey FOREIGN KEY (enterprise_id, closed_by) REFERENCES account(enterprise_id, id),
  constraint receipt_discrepancy_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint receipt_discrepancy_enterprise_id_opened_by_fkey FOREIGN KEY (enterprise_id, opened_by) REFERENCES account(enterprise_id, id),
  constraint receipt_discrepancy_enterprise_id_purchase_line_id_order_i_fkey FOREIGN KEY (enterprise_id, purchase_line_id, order_id) REFERENCES purchase_line(enterprise_id, id, order_id),
  constraint receipt_discrepancy_enterprise_id_receipt_id_order_id_fkey FOREIGN KEY (enterprise_id, receipt_id, order_id) REFERENCES receipt(enterprise_id, id, order_id),
  constraint receipt_discrepancy_enterprise_id_receipt_id_refused_line_fkey FOREIGN KEY (enterprise_id, receipt_id, refused_line) REFERENCES refused_delivery(enterprise_id, receipt_id, line_no),
  constraint receipt_discrepancy_enterprise_id_replaced_by_fkey FOREIGN KEY (enterprise_id, replaced_by) REFERENCES receipt(enterprise_id, id),
  constraint receipt_discrepancy_enterprise_id_supplier_id_fkey FOREIGN KEY (enterprise_id, supplier_id) REFERENCES supplier(enterprise_id, id)
);
CREATE INDEX receipt_discrepancy_by_order ON public.receipt_discrepancy USING btree (enterprise_id, order_id);
CREATE INDEX receipt_discrepancy_by_receipt ON public.receipt_discrepancy USING btree (enterprise_id, receipt_id);
CREATE INDEX receipt_discrepancy_by_replacement ON public.receipt_discrepancy USING btree (enterprise_id, replaced_by) WHERE (replaced_by IS NOT NULL);
CREATE INDEX receipt_discrepancy_by_state ON public.receipt_discrepancy USING btree (enterprise_id, state, opened_at);
CREATE INDEX receipt_discrepancy_by_supplier ON public.receipt_discrepancy USING btree (enterprise_id, supplier_id);
CREATE INDEX receipt_discrepancy_by_time ON public.receipt_discrepancy USING btree (enterprise_id, opened_at, id);
CREATE UNIQUE INDEX receipt_discrepancy_of_line ON public.receipt_discrepancy USING btree (enterprise_id, receipt_id, door_line, refused_line) NULLS NOT DISTINCT WHERE (state <> 'void'::text);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.receipt_discrepancy FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE INSERT OR UPDATE ON public.receipt_discrepancy FOR EACH ROW EXECUTE FUNCTION guard_discrepancy();
CREATE TRIGGER messages_settled AFTER UPDATE ON public.receipt_discrepancy FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE CONSTRAINT TRIGGER signed AFTER UPDATE ON public.receipt_discrepancy DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = 'closed'::text))) EXECUTE FUNCTION guard_discrepancy_signature();
CREATE TRIGGER versioned BEFORE UPDATE ON public.receipt_discrepancy FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.receipt_discrepancy FOR EACH ROW EXECUTE FUNCTION keep_waiting_discrepancy();
alter table receipt_discrepancy enable row level security;
alter table receipt_discrepancy force row level security;
create policy tenant on receipt_discrepancy as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on receipt_discrepancy to bencao_app;

create table record_return ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_id uuid not null,
  part text not null,
  step_no integer,
  reason text not null,
  sent_by uuid not null,
  sent_at timestamp with time zone not null,
  answer text,
  answered_by uuid,
  answered_at timestamp with time zone,
  constraint record_return_pkey PRIMARY KEY (enterprise_id, id),
  constraint record_return_answer_check CHECK ((answer <> ''::text)),
  constraint record_return_answered_by_another CHECK ((answered_by <> sent_by)),
  constraint record_return_check CHECK (((part = 'step'::text) = (step_no IS NOT NULL))),
  constraint record_return_check1 CHECK ((num_nulls(answer, answered_by, answered_at) = ANY (ARRAY[0, 3]))),
  constraint record_return_part_check CHECK ((part = ANY (ARRAY['issue'::text, 'step'::text, 'balance'::text]))),
  constraint record_return_reason_check CHECK ((reason <> ''::text)),
  constraint record_return_enterprise_id_answered_by_fkey FOREIGN KEY (enterprise_id, answered_by) REFERENCES account(enterprise_id, id),
  constraint record_return_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES production_order(enterprise_id, id),
  constraint record_return_enterprise_id_sent_by_fkey FOREIGN KEY (enterprise_id, sent_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX record_return_by_order ON public.record_return USING btree (enterprise_id, order_id, id);
CREATE UNIQUE INDEX record_return_open ON public.record_return USING btree (enterprise_id, order_id, part, step_no) NULLS NOT DISTINCT WHERE (answered_at IS NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.record_return FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE INSERT OR DELETE OR UPDATE ON public.record_return FOR EACH ROW EXECUTE FUNCTION guard_record_return();
alter table record_return enable row level security;
alter table record_return force row level security;
create policy tenant on record_return as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on record_return to bencao_app;

create table refused_delivery ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  receipt_id uuid not null,
  order_id uuid not null,
  purchase_line_id uuid not null,
  line_no integer not null,
  name_on_note text not null,
  supplier_lot_no text not null default ''::text,
  package_count integer not null,
  quantity numeric(14,4) not null,
  cause text not null,
  reason text not null,
  constraint refused_delivery_pkey PRIMARY KEY (enterprise_id, id),
  constraint refused_delivery_enterprise_id_receipt_id_line_no_key UNIQUE (enterprise_id, receipt_id, line_no),
  constraint refused_delivery_cause_check CHECK ((cause = ANY (ARRAY['sulfur'::text, 'origin'::text, 'appearance'::text, 'mixed'::text, 'package'::text, 'label'::text, 'weight'::text, 'papers'::text, 'other'::text]))),
  constraint refused_delivery_name_on_note_check CHECK ((name_on_note <> ''::text)),
  constraint refused_delivery_package_count_check CHECK ((package_count >= 1)),
  constraint refused_delivery_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint refused_delivery_reason_check CHECK ((reason <> ''::text)),
  constraint refused_delivery_enterprise_id_purchase_line_id_order_id_fkey FOREIGN KEY (enterprise_id, purchase_line_id, order_id) REFERENCES purchase_line(enterprise_id, id, order_id),
  constraint refused_delivery_enterprise_id_receipt_id_order_id_fkey FOREIGN KEY (enterprise_id, receipt_id, order_id) REFERENCES receipt(enterprise_id, id, order_id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.refused_delivery FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE CONSTRAINT TRIGGER discrepancy_kept AFTER INSERT ON public.refused_delivery DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_refused_line();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.refused_delivery FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table refused_delivery enable row level security;
alter table refused_delivery force row level security;
create policy tenant on refused_delivery as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on refused_delivery to bencao_app;

create table registration ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null,
  for_platform boolean not null,
  state text not null default 'unconfirmed'::text,
  enterprise_name text not null,
  credit_code text not null,
  licence_kind text,
  licence_no text,
  licence_valid_until date,
  licence_digest text,
  licence_file text,
  user_name text not null,
  name text not null,
  initials text not null default ''::text,
  post text not null default ''::text,
  phone text not null,
  email text not null,
  password_hash text not null,
  confirm_hash bytea not null,
  confirm_until timestamp with time zone not null,
  email_confirmed_at timestamp with time zone,
  request_key bytea,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text not null default ''::text,
  account_id uuid,
  founded_id uuid,
  row_version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  constraint registration_pkey PRIMARY KEY (enterprise_id, id),
  constraint registration_confirm_hash_key UNIQUE (confirm_hash),
  constraint registration_enterprise_id_request_key_key UNIQUE (enterprise_id, request_key),
  constraint registration_check CHECK (((kind = 'join'::text) OR (for_platform AND (licence_kind IS NOT NULL) AND (licence_no IS NOT NULL)))),
  constraint registration_check1 CHECK (((licence_digest IS NULL) = (licence_file IS NULL))),
  constraint registration_check2 CHECK (((state = ANY (ARRAY['unconfirmed'::text, 'lapsed'::text, 'refused'::text])) OR (email_confirmed_at IS NOT NULL))),
  constraint registration_check3 CHECK (((state = ANY (ARRAY['approved'::text, 'refused'::text])) = ((decided_by IS NOT NULL) AND (decided_at IS NOT NULL)))),
  constraint registration_check4 CHECK (((state <> 'refused'::text) OR (reason <> ''::text))),
  constraint registration_check5 CHECK (((state = 'approved'::text) OR (num_nonnulls(account_id, founded_id) = 0))),
  constraint registration_check6 CHECK (((state <> 'approved'::text) OR ((kind = 'join'::text) AND (account_id IS NOT NULL) AND (founded_id IS NULL)) OR ((kind = 'new'::text) AND (founded_id IS NOT NULL) AND (account_id IS NULL) AND (licence_digest IS NOT NULL)))),
  constraint registration_check7 CHECK (((state <> ALL (ARRAY['approved'::text, 'refused'::text, 'lapsed'::text])) OR (password_hash = ''::text))),
  constraint registration_confirm_hash_check CHECK ((octet_length(confirm_hash) = 32)),
  constraint registration_credit_code_check CHECK ((credit_code ~ '^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$'::text)),
  constraint registration_email_check CHECK ((email <> ''::text)),
  constraint registration_enterprise_name_check CHECK ((enterprise_name <> ''::text)),
  constraint registration_kind_check CHECK ((kind = ANY (ARRAY['new'::text, 'join'::text]))),
  constraint registration_name_check CHECK ((name <> ''::text)),
  constraint registration_phone_check CHECK ((phone <> ''::text)),
  constraint registration_state_check CHECK ((state = ANY (ARRAY['unconfirmed'::text, 'pending'::text, 'approved'::text, 'refused'::text, 'lapsed'::text]))),
  constraint registration_user_name_check CHECK ((user_name <> ''::text)),
  constraint registration_enterprise_id_account_id_fkey FOREIGN KEY (enterprise_id, account_id) REFERENCES account(enterprise_id, id),
  constraint registration_enterprise_id_decided_by_fkey FOREIGN KEY (enterprise_id, decided_by) REFERENCES account(enterprise_id, id),
  constraint registration_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint registration_enterprise_id_licence_digest_fkey FOREIGN KEY (enterprise_id, licence_digest) REFERENCES stored_file(enterprise_id, digest),
  constraint registration_founded_id_fkey FOREIGN KEY (founded_id) REFERENCES enterprise(id)
);
CREATE INDEX registration_by_age ON public.registration USING btree (enterprise_id, created_at DESC);
CREATE INDEX registration_file ON public.registration USING btree (enterprise_id, licence_digest);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.registration FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER messages_settled AFTER UPDATE ON public.registration FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER versioned BEFORE UPDATE ON public.registration FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.registration FOR EACH ROW EXECUTE FUNCTION keep_waiting_registration();
alter table registration enable row level security;
alter table registration force row level security;
create policy doorkeeper on registration as permissive for select to bencao_owner using true;
create policy tenant on registration as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on registration to bencao_app;

create view regulator_lock with (security_invoker=true) as
 SELECT k.enterprise_id,
    k.id,
    k.level,
    COALESCE(( SELECT p.name
           FROM product p
          WHERE p.enterprise_id = k.enterprise_id AND p.id = k.product_id), ''::text) AS subject,
    k.authority,
    k.authority_no,
    k.ordered_on,
    k.until_on,
    k.reason,
    k.placed_by,
    k.placed_second_by,
    k.placed_at,
    k.lifted_by,
    k.lift_second_by,
    k.lifted_at,
    k.lift_no,
    k.conclusion,
    k.row_version
   FROM authority_lock k
UNION ALL
 SELECT h.enterprise_id,
    h.id,
    'lot'::text AS level,
    ( SELECT (l.name || ' '::text) || l.lot_no
           FROM lot l
          WHERE l.enterprise_id = h.enterprise_id AND l.id = h.lot_id) AS subject,
    ''::text AS authority,
    ''::text AS authority_no,
    NULL::date AS ordered_on,
    NULL::date AS until_on,
    h.reason,
    h.placed_by,
    NULL::uuid AS placed_second_by,
    h.placed_at,
    h.lifted_by,
    h.lift_second_by,
    h.lifted_at,
    h.lift_evidence AS lift_no,
    h.conclusion,
    0 AS row_version
   FROM hold h
  WHERE h.kind = 'regulator'::text
UNION ALL
 SELECT k.enterprise_id,
    k.id,
    'code'::text AS level,
    ((COALESCE(( SELECT string_agg(DISTINCT (l.name || ' '::text) || l.lot_no, '、'::text) AS string_agg
           FROM code_lock_run r
             JOIN lot l ON l.enterprise_id = r.enterprise_id AND l.id = r.lot_id
          WHERE r.enterprise_id = k.enterprise_id AND r.lock_id = k.id), ''::text) || '，'::text) || (( SELECT sum(r.last_index - r.first_index + 1) AS sum
           FROM code_lock_run r
          WHERE r.enterprise_id = k.enterprise_id AND r.lock_id = k.id))) || ' 袋'::text AS subject,
    ''::text AS authority,
    k.authority_no,
    NULL::date AS ordered_on,
    NULL::date AS until_on,
    k.reason,
    k.placed_by,
    NULL::uuid AS placed_second_by,
    k.placed_at,
    k.lifted_by,
    k.lift_second_by,
    k.lifted_at,
    k.lift_evidence AS lift_no,
    k.conclusion,
    k.row_version
   FROM code_lock k;
grant select on regulator_lock to bencao_app;

create table release_decision ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  release_no text not null,
  lot_id uuid not null,
  report_id uuid,
  decision text not null,
  state text not null,
  quantity numeric(14,4) not null,
  retest_on date,
  checklist jsonb not null,
  restriction text not null default ''::text,
  basis text not null default ''::text,
  analyst_ids uuid[] not null,
  buyer_id uuid,
  receiver_ids uuid[] not null,
  decided_by uuid not null,
  decided_at timestamp with time zone not null default now(),
  withdrawn_by uuid,
  withdrawn_at timestamp with time zone,
  withdrawal_reason text,
  row_version integer not null default 1,
  approved_by uuid,
  extensions smallint not null default 0,
  constraint release_decision_pkey PRIMARY KEY (enterprise_id, id),
  constraint release_decision_enterprise_id_release_no_key UNIQUE (enterprise_id, release_no),
  constraint release_decision_enterprise_id_report_id_key UNIQUE (enterprise_id, report_id),
  constraint analyst_releases CHECK ((decided_by <> ALL (analyst_ids))),
  constraint buyer_releases CHECK ((decided_by <> buyer_id)),
  constraint receiver_releases CHECK ((decided_by <> ALL (receiver_ids))),
  constraint rejection_approved_by_other CHECK ((approved_by <> decided_by)),
  constraint release_decision_check CHECK (((decision = 'release'::text) = (retest_on IS NOT NULL))),
  constraint release_decision_check1 CHECK (((decision = 'release'::text) OR (basis <> ''::text))),
  constraint release_decision_check2 CHECK (
CASE decision
    WHEN 'release'::text THEN (state = ANY (ARRAY['released'::text, 'withdrawn'::text]))
    ELSE (state = 'rejected'::text)
END),
  constraint release_decision_check3 CHECK ((((state = 'withdrawn'::text) = (withdrawal_reason IS NOT NULL)) AND ((withdrawn_by IS NULL) = (withdrawal_reason IS NULL)) AND ((withdrawn_at IS NULL) = (withdrawal_reason IS NULL)))),
  constraint release_decision_checklist_check CHECK ((jsonb_typeof(checklist) = 'array'::text)),
  constraint release_decision_decision_check CHECK ((decision = ANY (ARRAY['release'::text, 'reject'::text]))),
  constraint release_decision_extensions_check CHECK (((extensions >= 0) AND (extensions <= 240))),
  constraint release_decision_quantity_check CHECK ((quantity >= (0)::numeric)),
  constraint release_decision_state_check CHECK ((state = ANY (ARRAY['released'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint release_decision_withdrawal_reason_check CHECK ((withdrawal_reason <> ''::text)),
  constraint release_decision_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint release_decision_enterprise_id_buyer_id_fkey FOREIGN KEY (enterprise_id, buyer_id) REFERENCES account(enterprise_id, id),
  constraint release_decision_enterprise_id_decided_by_fkey FOREIGN KEY (enterprise_id, decided_by) REFERENCES account(enterprise_id, id),
  constraint release_decision_enterprise_id_report_id_lot_id_analyst_id_fkey FOREIGN KEY (enterprise_id, report_id, lot_id, analyst_ids) REFERENCES report(enterprise_id, id, lot_id, analyst_ids),
  constraint release_decision_enterprise_id_withdrawn_by_fkey FOREIGN KEY (enterprise_id, withdrawn_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX release_decision_by_lot ON public.release_decision USING btree (enterprise_id, lot_id, id);
CREATE INDEX release_decision_by_state ON public.release_decision USING btree (enterprise_id, state, lot_id);
CREATE INDEX release_decision_by_time ON public.release_decision USING btree (enterprise_id, decided_at DESC, id);
CREATE CONSTRAINT TRIGGER approved AFTER INSERT ON public.release_decision DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.decision = 'reject'::text)) EXECUTE FUNCTION need_approval();
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.release_decision FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER authorised BEFORE INSERT ON public.release_decision FOR EACH ROW WHEN ((new.decision = 'release'::text)) EXECUTE FUNCTION need_authorisation('decided_by', 'decided_at', 'release');
CREATE TRIGGER extensions_guarded BEFORE INSERT ON public.release_decision FOR EACH ROW WHEN ((new.decision = 'release'::text)) EXECUTE FUNCTION guard_extensions();
CREATE TRIGGER messages_answered AFTER INSERT ON public.release_decision FOR EACH ROW EXECUTE FUNCTION settle_about_lot('lot_id', 'decide');
CREATE TRIGGER report_stands BEFORE INSERT ON public.release_decision FOR EACH ROW EXECUTE FUNCTION guard_released_report();
CREATE TRIGGER retention_kept AFTER INSERT ON public.release_decision FOR EACH ROW EXECUTE FUNCTION keep_retention_day();
CREATE TRIGGER versioned BEFORE UPDATE ON public.release_decision FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_of_lot_kept AFTER INSERT ON public.release_decision FOR EACH ROW EXECUTE FUNCTION keep_waiting_of_lot();
alter table release_decision enable row level security;
alter table release_decision force row level security;
create policy tenant on release_decision as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on release_decision to bencao_app;

create table report ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  report_no text not null,
  inspection_id uuid not null,
  lot_id uuid not null,
  test_record_id uuid not null,
  version integer not null default 1,
  state text not null default 'approved'::text,
  conforms boolean not null,
  sheet jsonb not null,
  analyst_ids uuid[] not null,
  reviewed_by uuid not null,
  approved_by uuid not null,
  approved_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  replaces_id uuid,
  correction_id uuid,
  reissue_reason text,
  reissue_second_by uuid,
  constraint report_pkey PRIMARY KEY (enterprise_id, id),
  constraint report_enterprise_id_id_lot_id_analyst_ids_key UNIQUE (enterprise_id, id, lot_id, analyst_ids),
  constraint report_enterprise_id_inspection_id_version_key UNIQUE (enterprise_id, inspection_id, version),
  constraint report_enterprise_id_report_no_key UNIQUE (enterprise_id, report_no),
  constraint analyst_approves CHECK (((reviewed_by <> ALL (analyst_ids)) AND (approved_by <> ALL (analyst_ids)) AND (approved_by <> reviewed_by))),
  constraint reissued_by_two CHECK (((reissue_second_by IS NULL) OR ((reissue_second_by <> approved_by) AND (reissue_second_by <> reviewed_by) AND (reissue_second_by <> ALL (analyst_ids))))),
  constraint report_check1 CHECK (((version = 1) = (replaces_id IS NULL))),
  constraint report_reissue_reason_check CHECK ((reissue_reason <> ''::text)),
  constraint report_replaced_why CHECK ((((reissue_reason IS NULL) = (reissue_second_by IS NULL)) AND ((replaces_id IS NOT NULL) = ((correction_id IS NOT NULL) OR (reissue_reason IS NOT NULL))) AND ((correction_id IS NULL) OR (reissue_reason IS NULL)))),
  constraint report_sheet_check CHECK ((jsonb_typeof(sheet) = 'object'::text)),
  constraint report_state_check CHECK ((state = ANY (ARRAY['approved'::text, 'superseded'::text]))),
  constraint report_version_check CHECK ((version >= 1)),
  constraint report_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint report_enterprise_id_correction_id_fkey FOREIGN KEY (enterprise_id, correction_id) REFERENCES correction(enterprise_id, id),
  constraint report_enterprise_id_inspection_id_lot_id_fkey FOREIGN KEY (enterprise_id, inspection_id, lot_id) REFERENCES inspection(enterprise_id, id, lot_id),
  constraint report_enterprise_id_reissue_second_by_fkey FOREIGN KEY (enterprise_id, reissue_second_by) REFERENCES account(enterprise_id, id),
  constraint report_enterprise_id_replaces_id_fkey FOREIGN KEY (enterprise_id, replaces_id) REFERENCES report(enterprise_id, id),
  constraint report_enterprise_id_reviewed_by_fkey FOREIGN KEY (enterprise_id, reviewed_by) REFERENCES account(enterprise_id, id),
  constraint report_enterprise_id_test_record_id_analyst_ids_fkey FOREIGN KEY (enterprise_id, test_record_id, analyst_ids) REFERENCES test_record(enterprise_id, id, analyst_ids)
);
CREATE INDEX report_beside_broken ON public.report USING btree (enterprise_id, inspection_id) WHERE ((state = 'approved'::text) AND jsonb_path_exists(sheet, '$."others"[*]."items"[*]?(@."verdict" == "FAIL")'::jsonpath));
CREATE INDEX report_by_approval ON public.report USING btree (enterprise_id, approved_at, id);
CREATE INDEX report_by_lot ON public.report USING btree (enterprise_id, lot_id, id);
CREATE UNIQUE INDEX report_replaced_once ON public.report USING btree (enterprise_id, replaces_id) WHERE (replaces_id IS NOT NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.report FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON public.report FOR EACH ROW EXECUTE FUNCTION keep_report();
CREATE TRIGGER reissue_guarded BEFORE INSERT ON public.report FOR EACH ROW WHEN ((new.replaces_id IS NOT NULL)) EXECUTE FUNCTION guard_reissue();
CREATE TRIGGER values_settled BEFORE INSERT ON public.report FOR EACH ROW EXECUTE FUNCTION refuse_open_oos();
CREATE TRIGGER versioned BEFORE UPDATE ON public.report FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_of_lot_kept AFTER INSERT OR UPDATE OF state ON public.report FOR EACH ROW EXECUTE FUNCTION keep_waiting_of_lot();
alter table report enable row level security;
alter table report force row level security;
create policy tenant on report as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on report to bencao_app;

create table result_commission ( -- owned by bencao_owner
  enterprise_id uuid not null,
  test_result_id uuid not null,
  laboratory_id uuid not null,
  accreditation_no text not null,
  valid_until date not null,
  reported_on date not null,
  certificate_id uuid not null,
  constraint result_commission_pkey PRIMARY KEY (enterprise_id, test_result_id),
  constraint result_commission_enterprise_id_certificate_id_fkey FOREIGN KEY (enterprise_id, certificate_id) REFERENCES attachment(enterprise_id, id),
  constraint result_commission_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint result_commission_enterprise_id_laboratory_id_fkey FOREIGN KEY (enterprise_id, laboratory_id) REFERENCES outside_laboratory(enterprise_id, id),
  constraint result_commission_enterprise_id_test_result_id_fkey FOREIGN KEY (enterprise_id, test_result_id) REFERENCES test_result(enterprise_id, id)
);
CREATE INDEX result_commission_by_laboratory ON public.result_commission USING btree (enterprise_id, laboratory_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.result_commission FOR EACH ROW EXECUTE FUNCTION write_audit_digest('test_result_id');
CREATE TRIGGER guarded BEFORE INSERT ON public.result_commission FOR EACH ROW EXECUTE FUNCTION guard_result_commission();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.result_commission FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table result_commission enable row level security;
alter table result_commission force row level security;
create policy tenant on result_commission as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on result_commission to bencao_app;

create table result_environment ( -- owned by bencao_owner
  enterprise_id uuid not null,
  test_result_id uuid not null,
  temperature numeric(4,1) not null,
  humidity numeric(4,1) not null,
  constraint result_environment_pkey PRIMARY KEY (enterprise_id, test_result_id),
  constraint result_environment_humidity_check CHECK (((humidity >= (0)::numeric) AND (humidity <= (100)::numeric))),
  constraint result_environment_temperature_check CHECK (((temperature >= ('-40'::integer)::numeric) AND (temperature <= (60)::numeric))),
  constraint result_environment_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint result_environment_enterprise_id_test_result_id_fkey FOREIGN KEY (enterprise_id, test_result_id) REFERENCES test_result(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.result_environment FOR EACH ROW EXECUTE FUNCTION write_audit_digest('test_result_id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.result_environment FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table result_environment enable row level security;
alter table result_environment force row level security;
create policy tenant on result_environment as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on result_environment to bencao_app;

create table result_means ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  test_result_id uuid not null,
  instrument_id uuid,
  reagent_lot_id uuid,
  used_on date not null,
  number text not null,
  name text not null,
  detail text not null,
  good_until date not null,
  constraint result_means_pkey PRIMARY KEY (enterprise_id, id),
  constraint result_means_enterprise_id_test_result_id_instrument_id_key UNIQUE (enterprise_id, test_result_id, instrument_id),
  constraint result_means_enterprise_id_test_result_id_reagent_lot_id_key UNIQUE (enterprise_id, test_result_id, reagent_lot_id),
  constraint result_means_check CHECK ((num_nonnulls(instrument_id, reagent_lot_id) = 1)),
  constraint result_means_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint result_means_enterprise_id_instrument_id_fkey FOREIGN KEY (enterprise_id, instrument_id) REFERENCES instrument(enterprise_id, id),
  constraint result_means_enterprise_id_reagent_lot_id_fkey FOREIGN KEY (enterprise_id, reagent_lot_id) REFERENCES reagent_lot(enterprise_id, id),
  constraint result_means_enterprise_id_test_result_id_fkey FOREIGN KEY (enterprise_id, test_result_id) REFERENCES test_result(enterprise_id, id)
);
CREATE INDEX result_means_by_instrument ON public.result_means USING btree (enterprise_id, instrument_id, used_on DESC, id DESC) WHERE (instrument_id IS NOT NULL);
CREATE INDEX result_means_by_reagent ON public.result_means USING btree (enterprise_id, reagent_lot_id, used_on DESC, id DESC) WHERE (reagent_lot_id IS NOT NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.result_means FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER guarded BEFORE INSERT ON public.result_means FOR EACH ROW EXECUTE FUNCTION guard_result_means();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.result_means FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table result_means enable row level security;
alter table result_means force row level security;
create policy tenant on result_means as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on result_means to bencao_app;

create table return_code ( -- owned by bencao_owner
  enterprise_id uuid not null,
  item_id uuid not null,
  range_id uuid not null,
  first_index bigint not null,
  last_index bigint not null,
  constraint return_code_pkey PRIMARY KEY (enterprise_id, item_id, range_id, first_index),
  constraint return_code_check CHECK ((last_index >= first_index)),
  constraint return_code_enterprise_id_item_id_fkey FOREIGN KEY (enterprise_id, item_id) REFERENCES return_item(enterprise_id, id),
  constraint return_code_enterprise_id_range_id_fkey FOREIGN KEY (enterprise_id, range_id) REFERENCES code_range(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.return_code FOR EACH ROW EXECUTE FUNCTION write_audit_digest('item_id', 'range_id', 'first_index');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.return_code FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table return_code enable row level security;
alter table return_code force row level security;
create policy tenant on return_code as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on return_code to bencao_app;

create table return_decision ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  receipt_id uuid not null,
  conclusion text not null,
  decided_by uuid not null,
  second_by uuid not null,
  decided_at timestamp with time zone not null,
  withdrawn_by uuid,
  withdrawn_second uuid,
  withdrawn_at timestamp with time zone,
  withdraw_reason text,
  row_version integer not null default 1,
  constraint return_decision_pkey PRIMARY KEY (enterprise_id, id),
  constraint return_decided_by_two CHECK ((second_by <> decided_by)),
  constraint return_decision_check CHECK ((num_nulls(withdrawn_by, withdrawn_second, withdrawn_at, withdraw_reason) = ANY (ARRAY[0, 4]))),
  constraint return_decision_conclusion_check CHECK ((conclusion <> ''::text)),
  constraint return_decision_withdraw_reason_check CHECK ((withdraw_reason <> ''::text)),
  constraint return_decision_withdrawn_by_two CHECK ((withdrawn_second <> withdrawn_by)),
  constraint return_decision_enterprise_id_decided_by_fkey FOREIGN KEY (enterprise_id, decided_by) REFERENCES account(enterprise_id, id),
  constraint return_decision_enterprise_id_receipt_id_fkey FOREIGN KEY (enterprise_id, receipt_id) REFERENCES return_receipt(enterprise_id, id),
  constraint return_decision_enterprise_id_second_by_fkey FOREIGN KEY (enterprise_id, second_by) REFERENCES account(enterprise_id, id),
  constraint return_decision_enterprise_id_withdrawn_by_fkey FOREIGN KEY (enterprise_id, withdrawn_by) REFERENCES account(enterprise_id, id),
  constraint return_decision_enterprise_id_withdrawn_second_fkey FOREIGN KEY (enterprise_id, withdrawn_second) REFERENCES account(enterprise_id, id)
);
CREATE UNIQUE INDEX return_decision_in_force ON public.return_decision USING btree (enterprise_id, receipt_id) WHERE (withdrawn_at IS NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.return_decision FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER kept BEFORE UPDATE ON public.return_decision FOR EACH ROW EXECUTE FUNCTION keep_return_record();
CREATE TRIGGER versioned BEFORE UPDATE ON public.return_decision FOR EACH ROW EXECUTE FUNCTION count_version();
alter table return_decision enable row level security;
alter table return_decision force row level security;
create policy tenant on return_decision as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on return_decision to bencao_app;

create table return_inspection ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  receipt_id uuid not null,
  conforms boolean not null,
  findings text not null,
  inspected_by uuid not null,
  inspected_at timestamp with time zone not null,
  constraint return_inspection_pkey PRIMARY KEY (enterprise_id, id),
  constraint return_inspection_findings_check CHECK ((findings <> ''::text)),
  constraint return_inspection_enterprise_id_inspected_by_fkey FOREIGN KEY (enterprise_id, inspected_by) REFERENCES account(enterprise_id, id),
  constraint return_inspection_enterprise_id_receipt_id_fkey FOREIGN KEY (enterprise_id, receipt_id) REFERENCES return_receipt(enterprise_id, id)
);
CREATE INDEX return_inspection_by_receipt ON public.return_inspection USING btree (enterprise_id, receipt_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.return_inspection FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.return_inspection FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table return_inspection enable row level security;
alter table return_inspection force row level security;
create policy tenant on return_inspection as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on return_inspection to bencao_app;

create table return_item ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  receipt_id uuid not null,
  lot_id uuid not null,
  condition text not null,
  packs integer not null,
  quantity numeric(14,4) not null,
  decision text,
  settled_at timestamp with time zone,
  row_version integer not null default 1,
  constraint return_item_pkey PRIMARY KEY (enterprise_id, id),
  constraint opened_pack_stays_out CHECK (((decision <> 'restock'::text) OR (condition = 'intact'::text))),
  constraint return_item_check CHECK (((settled_at IS NULL) OR (decision IS NOT NULL))),
  constraint return_item_condition_check CHECK ((condition = ANY (ARRAY['intact'::text, 'opened'::text, 'damaged'::text, 'unreadable'::text]))),
  constraint return_item_decision_check CHECK ((decision = ANY (ARRAY['restock'::text, 'destroy'::text]))),
  constraint return_item_packs_check CHECK ((packs > 0)),
  constraint return_item_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint return_item_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint return_item_enterprise_id_receipt_id_fkey FOREIGN KEY (enterprise_id, receipt_id) REFERENCES return_receipt(enterprise_id, id)
);
CREATE INDEX return_item_by_lot ON public.return_item USING btree (enterprise_id, lot_id);
CREATE INDEX return_item_by_receipt ON public.return_item USING btree (enterprise_id, receipt_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.return_item FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE UPDATE ON public.return_item FOR EACH ROW EXECUTE FUNCTION guard_return_item();
CREATE TRIGGER versioned BEFORE UPDATE ON public.return_item FOR EACH ROW EXECUTE FUNCTION count_version();
alter table return_item enable row level security;
alter table return_item force row level security;
create policy tenant on return_item as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on return_item to bencao_app;

create table return_line ( -- owned by bencao_owner
  enterprise_id uuid not null,
  return_id uuid not null,
  lot_id uuid not null,
  packs integer not null,
  constraint return_line_pkey PRIMARY KEY (enterprise_id, return_id, lot_id),
  constraint return_line_packs_check CHECK ((packs > 0)),
  constraint return_line_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint return_line_enterprise_id_return_id_fkey FOREIGN KEY (enterprise_id, return_id) REFERENCES customer_return(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.return_line FOR EACH ROW EXECUTE FUNCTION write_audit_digest('return_id', 'lot_id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.return_line FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table return_line enable row level security;
alter table return_line force row level security;
create policy tenant on return_line as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on return_line to bencao_app;

create table return_receipt ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  return_id uuid not null,
  place_id uuid not null,
  "position" text not null,
  arrived_at timestamp with time zone not null,
  transport text not null default ''::text,
  appearance text not null,
  received_by uuid not null,
  received_at timestamp with time zone not null,
  taken_back_by uuid,
  taken_back_second uuid,
  taken_back_at timestamp with time zone,
  taken_back_reason text,
  cleared_at timestamp with time zone,
  row_version integer not null default 1,
  constraint return_receipt_pkey PRIMARY KEY (enterprise_id, id),
  constraint receipt_of_return_taken_back_by_two CHECK ((taken_back_second <> taken_back_by)),
  constraint return_receipt_appearance_check CHECK ((appearance <> ''::text)),
  constraint return_receipt_check CHECK ((num_nulls(taken_back_by, taken_back_second, taken_back_at, taken_back_reason) = ANY (ARRAY[0, 4]))),
  constraint return_receipt_check1 CHECK (((taken_back_at IS NULL) OR (cleared_at IS NOT NULL))),
  constraint return_receipt_position_check CHECK (("position" <> ''::text)),
  constraint return_receipt_taken_back_reason_check CHECK ((taken_back_reason <> ''::text)),
  constraint return_receipt_enterprise_id_place_id_fkey FOREIGN KEY (enterprise_id, place_id) REFERENCES place(enterprise_id, id),
  constraint return_receipt_enterprise_id_received_by_fkey FOREIGN KEY (enterprise_id, received_by) REFERENCES account(enterprise_id, id),
  constraint return_receipt_enterprise_id_return_id_fkey FOREIGN KEY (enterprise_id, return_id) REFERENCES customer_return(enterprise_id, id),
  constraint return_receipt_enterprise_id_taken_back_by_fkey FOREIGN KEY (enterprise_id, taken_back_by) REFERENCES account(enterprise_id, id),
  constraint return_receipt_enterprise_id_taken_back_second_fkey FOREIGN KEY (enterprise_id, taken_back_second) REFERENCES account(enterprise_id, id)
);
CREATE UNIQUE INDEX return_position_alone ON public.return_receipt USING btree (enterprise_id, place_id, "position") WHERE (cleared_at IS NULL);
CREATE UNIQUE INDEX return_receipt_in_force ON public.return_receipt USING btree (enterprise_id, return_id) WHERE (taken_back_at IS NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.return_receipt FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER kept BEFORE UPDATE ON public.return_receipt FOR EACH ROW EXECUTE FUNCTION keep_return_record();
CREATE TRIGGER recovery_taken_back AFTER UPDATE OF taken_back_at ON public.return_receipt FOR EACH ROW WHEN (((old.taken_back_at IS NULL) AND (new.taken_back_at IS NOT NULL))) EXECUTE FUNCTION take_back_recovery();
CREATE TRIGGER versioned BEFORE UPDATE ON public.return_receipt FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF taken_back_at ON public.return_receipt FOR EACH ROW EXECUTE FUNCTION keep_waiting_customer_return('return_id');
alter table return_receipt enable row level security;
alter table return_receipt force row level security;
create policy tenant on return_receipt as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on return_receipt to bencao_app;

create table rights_proposal ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  role_id uuid not null,
  role_name text not null,
  account_id uuid,
  rights text[] not null,
  proposed_by uuid not null,
  proposed_at timestamp with time zone not null default now(),
  state text not null default 'waiting'::text,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text not null default ''::text,
  row_version integer not null default 1,
  constraint rights_proposal_pkey PRIMARY KEY (enterprise_id, id),
  constraint rights_approved_by_another CHECK (((state <> 'approved'::text) OR ((decided_by <> proposed_by) AND (decided_by IS DISTINCT FROM account_id)))),
  constraint rights_decided_whole CHECK ((((state = 'waiting'::text) = (decided_at IS NULL)) AND ((decided_at IS NULL) = (decided_by IS NULL)))),
  constraint rights_not_for_oneself CHECK ((proposed_by <> account_id)),
  constraint rights_proposal_rights_check CHECK ((cardinality(rights) > 0)),
  constraint rights_proposal_role_name_check CHECK ((role_name <> ''::text)),
  constraint rights_proposal_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'refused'::text]))),
  constraint rights_refused_with_reason CHECK (((state <> 'refused'::text) OR (reason <> ''::text))),
  constraint rights_proposal_enterprise_id_account_id_fkey FOREIGN KEY (enterprise_id, account_id) REFERENCES account(enterprise_id, id),
  constraint rights_proposal_enterprise_id_decided_by_fkey FOREIGN KEY (enterprise_id, decided_by) REFERENCES account(enterprise_id, id),
  constraint rights_proposal_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint rights_proposal_enterprise_id_proposed_by_fkey FOREIGN KEY (enterprise_id, proposed_by) REFERENCES account(enterprise_id, id)
);
CREATE UNIQUE INDEX rights_proposal_waiting ON public.rights_proposal USING btree (enterprise_id, role_id, account_id) NULLS NOT DISTINCT WHERE (state = 'waiting'::text);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.rights_proposal FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER messages_settled AFTER UPDATE ON public.rights_proposal FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER proposal_begins BEFORE INSERT ON public.rights_proposal FOR EACH ROW EXECUTE FUNCTION guard_beginning();
CREATE TRIGGER proposal_decided_once BEFORE UPDATE ON public.rights_proposal FOR EACH ROW EXECUTE FUNCTION guard_decision();
CREATE TRIGGER versioned BEFORE UPDATE ON public.rights_proposal FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.rights_proposal FOR EACH ROW EXECUTE FUNCTION keep_waiting_proposal();
CREATE TRIGGER wider_role_approved BEFORE UPDATE ON public.rights_proposal FOR EACH ROW EXECUTE FUNCTION guard_wider_role();
alter table rights_proposal enable row level security;
alter table rights_proposal force row level security;
create policy tenant on rights_proposal as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on rights_proposal to bencao_app;

create table role ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  built_in boolean not null default false,
  row_version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  constraint role_pkey PRIMARY KEY (enterprise_id, id),
  constraint role_enterprise_id_name_key UNIQUE (enterprise_id, name),
  constraint role_name_check CHECK ((name <> ''::text)),
  constraint role_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.role FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER versioned BEFORE UPDATE ON public.role FOR EACH ROW EXECUTE FUNCTION count_version();
alter table role enable row level security;
alter table role force row level security;
create policy doorkeeper on role as permissive for select to bencao_owner using true;
create policy tenant on role as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant delete, insert, select, update on role to bencao_app;

create table role_right ( -- owned by bencao_owner
  enterprise_id uuid not null,
  role_id uuid not null,
  right_code text not null,
  constraint role_right_pkey PRIMARY KEY (enterprise_id, role_id, right_code),
  constraint role_right_right_code_check CHECK ((right_code ~ '^\d{2,3}(:[a-z_]+)?$'::text)),
  constraint role_right_enterprise_id_role_id_fkey FOREIGN KEY (enterprise_id, role_id) REFERENCES role(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.role_right FOR EACH ROW EXECUTE FUNCTION write_audit('role_id', 'right_code');
CREATE TRIGGER platform_right_guarded BEFORE INSERT ON public.role_right FOR EACH ROW EXECUTE FUNCTION guard_platform_right();
CREATE TRIGGER role_right_guarded BEFORE INSERT OR UPDATE ON public.role_right FOR EACH ROW EXECUTE FUNCTION guard_role_right();
alter table role_right enable row level security;
alter table role_right force row level security;
create policy doorkeeper on role_right as permissive for select to bencao_owner using true;
create policy tenant on role_right as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant delete, insert, select, update on role_right to bencao_app;

create table sales_allocation ( -- owned by bencao_owner
  enterprise_id uuid not null,
  order_id uuid not null,
  lot_id uuid not null,
  line integer not null,
  packs integer not null,
  quantity numeric(14,4) not null,
  constraint sales_allocation_pkey PRIMARY KEY (enterprise_id, order_id, lot_id),
  constraint sales_allocation_packs_check CHECK ((packs > 0)),
  constraint sales_allocation_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint sales_allocation_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint sales_allocation_enterprise_id_order_id_line_fkey FOREIGN KEY (enterprise_id, order_id, line) REFERENCES sales_line(enterprise_id, order_id, line)
);
CREATE INDEX sales_allocation_by_lot ON public.sales_allocation USING btree (enterprise_id, lot_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.sales_allocation FOR EACH ROW EXECUTE FUNCTION write_audit('order_id', 'lot_id');
CREATE TRIGGER customer_standard_kept BEFORE INSERT ON public.sales_allocation FOR EACH ROW EXECUTE FUNCTION guard_customer_standard();
CREATE TRIGGER messages_answered AFTER INSERT ON public.sales_allocation FOR EACH ROW EXECUTE FUNCTION settle_about_lot('lot_id', 'sell');
alter table sales_allocation enable row level security;
alter table sales_allocation force row level security;
create policy tenant on sales_allocation as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant delete, insert, select, update on sales_allocation to bencao_app;

create table sales_line ( -- owned by bencao_owner
  enterprise_id uuid not null,
  order_id uuid not null,
  line integer not null,
  pack_spec_id uuid not null,
  packs integer not null,
  constraint sales_line_pkey PRIMARY KEY (enterprise_id, order_id, line),
  constraint sales_line_enterprise_id_order_id_pack_spec_id_key UNIQUE (enterprise_id, order_id, pack_spec_id),
  constraint sales_line_line_check CHECK ((line >= 1)),
  constraint sales_line_packs_check CHECK ((packs > 0)),
  constraint sales_line_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES sales_order(enterprise_id, id),
  constraint sales_line_enterprise_id_pack_spec_id_fkey FOREIGN KEY (enterprise_id, pack_spec_id) REFERENCES pack_spec(enterprise_id, id)
);
CREATE INDEX sales_line_by_spec ON public.sales_line USING btree (enterprise_id, pack_spec_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.sales_line FOR EACH ROW EXECUTE FUNCTION write_audit('order_id', 'line');
alter table sales_line enable row level security;
alter table sales_line force row level security;
create policy tenant on sales_line as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant delete, insert, select, update on sales_line to bencao_app;

create table sales_order ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  order_no text not null,
  state text not null default 'draft'::text,
  customer_id uuid not null,
  address_id uuid not null,
  remark text not null default ''::text,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  submitted_by uuid,
  submitted_at timestamp with time zone,
  approved_by uuid,
  approved_at timestamp with time zone,
  allocated_by uuid,
  allocated_at timestamp with time zone,
  cancelled_by uuid,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  row_version integer not null default 1,
  constraint sales_order_pkey PRIMARY KEY (enterprise_id, id),
  constraint sales_order_enterprise_id_order_no_key UNIQUE (enterprise_id, order_no),
  constraint sale_author_does_not_approve CHECK (((approved_by <> created_by) AND (approved_by <> submitted_by))),
  constraint sales_order_check CHECK (((state = ANY (ARRAY['draft'::text, 'submitted'::text, 'cancelled'::text])) OR ((submitted_by IS NOT NULL) AND (approved_by IS NOT NULL)))),
  constraint sales_order_check1 CHECK (((state = 'cancelled'::text) = ((cancelled_at IS NOT NULL) AND (cancelled_by IS NOT NULL) AND (cancel_reason IS NOT NULL)))),
  constraint sales_order_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'submitted'::text, 'approved'::text, 'allocated'::text, 'picked'::text, 'checked'::text, 'shipped'::text, 'delivered'::text, 'partly_delivered'::text, 'refused'::text, 'cancelled'::text]))),
  constraint sales_order_enterprise_id_allocated_by_fkey FOREIGN KEY (enterprise_id, allocated_by) REFERENCES account(enterprise_id, id),
  constraint sales_order_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint sales_order_enterprise_id_cancelled_by_fkey FOREIGN KEY (enterprise_id, cancelled_by) REFERENCES account(enterprise_id, id),
  constraint sales_order_enterprise_id_created_by_fkey FOREIGN KEY (enterprise_id, created_by) REFERENCES account(enterprise_id, id),
  constraint sales_order_enterprise_id_customer_id_address_id_fkey FOREIGN KEY (enterprise_id, customer_id, address_id) REFERENCES customer_address(enterprise_id, customer_id, id),
  constraint sales_order_enterprise_id_customer_id_fkey FOREIGN KEY (enterprise_id, customer_id) REFERENCES customer(enterprise_id, id),
  constraint sales_order_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint sales_order_enterprise_id_submitted_by_fkey FOREIGN KEY (enterprise_id, submitted_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX sales_order_by_age ON public.sales_order USING btree (enterprise_id, created_at, id);
CREATE INDEX sales_order_by_customer ON public.sales_order USING btree (enterprise_id, customer_id, created_at DESC);
CREATE INDEX sales_order_by_state ON public.sales_order USING btree (enterprise_id, state, created_at, id);
CREATE INDEX sales_order_open ON public.sales_order USING btree (enterprise_id, created_by) WHERE (state <> ALL (ARRAY['delivered'::text, 'cancelled'::text]));
CREATE INDEX sales_order_open_by_customer ON public.sales_order USING btree (enterprise_id, customer_id) WHERE (state <> ALL (ARRAY['delivered'::text, 'partly_delivered'::text, 'refused'::text, 'cancelled'::text]));
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.sales_order FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER messages_settled AFTER UPDATE ON public.sales_order FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER own_program_kept_apart BEFORE UPDATE OF approved_by ON public.sales_order FOR EACH ROW WHEN ((old.approved_by IS DISTINCT FROM new.approved_by)) EXECUTE FUNCTION refuse_own_program('approved_by', 'created_by', 'submitted_by');
CREATE TRIGGER versioned BEFORE UPDATE ON public.sales_order FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.sales_order FOR EACH ROW EXECUTE FUNCTION keep_waiting_sale();
alter table sales_order enable row level security;
alter table sales_order force row level security;
create policy tenant on sales_order as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on sales_order to bencao_app;

create table sample ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  sampling_id uuid,
  sample_no text not null,
  kind text not null,
  quantity numeric(10,1) not null,
  state text not null default 'collected'::text,
  container text,
  shelf text,
  received_by uuid,
  received_at timestamp with time zone,
  observe_on date,
  retain_until date,
  pack_retention_id uuid,
  lot_id uuid not null,
  opened_quantity numeric(10,1),
  constraint sample_pkey PRIMARY KEY (enterprise_id, id),
  constraint sample_enterprise_id_sample_no_key UNIQUE (enterprise_id, sample_no),
  constraint sample_enterprise_id_sampling_id_kind_key UNIQUE (enterprise_id, sampling_id, kind),
  constraint sample_of_packs UNIQUE (enterprise_id, pack_retention_id),
  constraint sample_container_check CHECK ((container <> ''::text)),
  constraint sample_drawn_once CHECK (((num_nonnulls(sampling_id, pack_retention_id) = 1) AND ((pack_retention_id IS NULL) OR (kind = 'retention'::text)))),
  constraint sample_kept CHECK (((observe_on IS NULL) OR (kind = 'retention'::text))),
  constraint sample_kind_check CHECK ((kind = ANY (ARRAY['test'::text, 'recheck'::text, 'retention'::text]))),
  constraint sample_opened CHECK ((((opened_quantity > (0)::numeric) AND (opened_quantity < quantity) AND (pack_retention_id IS NOT NULL)) OR (opened_quantity IS NULL))),
  constraint sample_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint sample_received CHECK ((((received_by IS NULL) = (received_at IS NULL)) AND ((received_by IS NULL) = (container IS NULL)) AND ((received_by IS NULL) = (shelf IS NULL)))),
  constraint sample_shelf_check CHECK ((shelf <> ''::text)),
  constraint sample_state_check CHECK ((state = ANY (ARRAY['collected'::text, 'received'::text, 'in_test'::text, 'tested'::text, 'retained'::text, 'insufficient'::text, 'lost'::text, 'returned'::text, 'scrapped'::text, 'disposed'::text]))),
  constraint sample_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint sample_enterprise_id_pack_retention_id_fkey FOREIGN KEY (enterprise_id, pack_retention_id) REFERENCES pack_retention(enterprise_id, id),
  constraint sample_enterprise_id_received_by_fkey FOREIGN KEY (enterprise_id, received_by) REFERENCES account(enterprise_id, id),
  constraint sample_enterprise_id_sampling_id_fkey FOREIGN KEY (enterprise_id, sampling_id) REFERENCES sampling(enterprise_id, id)
);
CREATE INDEX sample_by_due_day ON public.sample USING btree (enterprise_id, LEAST(observe_on, (retain_until + 1))) WHERE (state = 'retained'::text);
CREATE INDEX sample_by_lot ON public.sample USING btree (enterprise_id, lot_id, id);
CREATE INDEX sample_by_state ON public.sample USING btree (enterprise_id, state, sample_no);
CREATE TRIGGER amount_guarded BEFORE INSERT OR UPDATE OF quantity ON public.sample FOR EACH ROW EXECUTE FUNCTION guard_sample_amount();
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.sample FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER corrected BEFORE UPDATE ON public.sample FOR EACH ROW EXECUTE FUNCTION keep_unless_corrected('but', '{state,observe_on,retain_until,opened_quantity}', 'never idle');
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.sample FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE TRIGGER life_guarded BEFORE UPDATE ON public.sample FOR EACH ROW EXECUTE FUNCTION guard_sample();
CREATE CONSTRAINT TRIGGER opened_matched AFTER UPDATE OF opened_quantity ON public.sample DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.pack_retention_id IS NOT NULL)) EXECUTE FUNCTION match_opened_packs();
CREATE CONSTRAINT TRIGGER sampling_matched AFTER UPDATE OF quantity ON public.sample DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION match_sampling();
CREATE CONSTRAINT TRIGGER stability_packs_kept AFTER UPDATE OF state ON public.sample DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.state = 'retained'::text) AND (new.state = ANY (ARRAY['returned'::text, 'scrapped'::text, 'disposed'::text])) AND (new.pack_retention_id IS NOT NULL))) EXECUTE FUNCTION keep_stability_packs();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state, observe_on, retain_until ON public.sample FOR EACH ROW EXECUTE FUNCTION keep_waiting_sample();
alter table sample enable row level security;
alter table sample force row level security;
create policy tenant on sample as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update (state, container, shelf, received_by, received_at, observe_on, retain_until, opened_quantity) on sample to bencao_app;

create table sample_event ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  sample_id uuid not null,
  kind text not null,
  is_changed boolean,
  note text not null default ''::text,
  left_over numeric(10,1),
  by_id uuid not null,
  witness_id uuid,
  happened_at timestamp with time zone not null,
  constraint sample_event_pkey PRIMARY KEY (enterprise_id, id),
  constraint sample_event_kind_check CHECK ((kind = ANY (ARRAY['received'::text, 'observed'::text, 'opened'::text, 'lost'::text, 'insufficient'::text, 'returned'::text, 'scrapped'::text, 'disposed'::text]))),
  constraint sample_event_left_over_check CHECK ((left_over >= (0)::numeric)),
  constraint sample_event_said CHECK ((((kind = 'observed'::text) = (is_changed IS NOT NULL)) AND ((is_changed IS NOT TRUE) OR (note <> ''::text)) AND ((kind <> ALL (ARRAY['lost'::text, 'insufficient'::text, 'returned'::text, 'scrapped'::text, 'disposed'::text])) OR (note <> ''::text)) AND ((kind <> 'disposed'::text) OR ((left_over IS NOT NULL) AND (witness_id IS NOT NULL))))),
  constraint sample_witness_is_other CHECK ((witness_id <> by_id)),
  constraint sample_event_enterprise_id_by_id_fkey FOREIGN KEY (enterprise_id, by_id) REFERENCES account(enterprise_id, id),
  constraint sample_event_enterprise_id_sample_id_fkey FOREIGN KEY (enterprise_id, sample_id) REFERENCES sample(enterprise_id, id),
  constraint sample_event_enterprise_id_witness_id_fkey FOREIGN KEY (enterprise_id, witness_id) REFERENCES account(enterprise_id, id)
);
CREATE INDEX sample_event_by_sample ON public.sample_event USING btree (enterprise_id, sample_id, id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.sample_event FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.sample_event FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table sample_event enable row level security;
alter table sample_event force row level security;
create policy tenant on sample_event as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on sample_event to bencao_app;

create table sampling ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  inspection_id uuid not null,
  sampling_no text not null,
  package_numbers integer[] not null,
  sampling_point text not null,
  method text not null,
  place text not null,
  temperature numeric(4,1) not null,
  humidity numeric(4,1) not null,
  test_need numeric(10,1) not null,
  total numeric(10,1) not null,
  field_note text not null,
  requested_by uuid not null,
  sampled_by uuid not null,
  witnessed_by uuid,
  sampled_at timestamp with time zone not null default now(),
  replaced_at timestamp with time zone,
  replace_reason text,
  constraint sampling_pkey PRIMARY KEY (enterprise_id, id),
  constraint sampling_enterprise_id_sampling_no_key UNIQUE (enterprise_id, sampling_no),
  constraint requester_samples CHECK (((sampled_by <> requested_by) AND (witnessed_by IS DISTINCT FROM requested_by))),
  constraint sampling_field_note_check CHECK ((field_note <> ''::text)),
  constraint sampling_humidity_check CHECK (((humidity >= (0)::numeric) AND (humidity <= (100)::numeric))),
  constraint sampling_method_check CHECK ((method <> ''::text)),
  constraint sampling_package_numbers_check CHECK ((cardinality(package_numbers) >= 1)),
  constraint sampling_place_check CHECK ((place <> ''::text)),
  constraint sampling_replace_reason_check CHECK ((replace_reason <> ''::text)),
  constraint sampling_replaced CHECK (((replaced_at IS NULL) = (replace_reason IS NULL))),
  constraint sampling_sampling_point_check CHECK ((sampling_point <> ''::text)),
  constraint sampling_second_person CHECK ((sampled_by <> witnessed_by)),
  constraint sampling_temperature_check CHECK (((temperature >= ('-40'::integer)::numeric) AND (temperature <= (60)::numeric))),
  constraint sampling_test_need_check CHECK ((test_need > (0)::numeric)),
  constraint sampling_enterprise_id_inspection_id_requested_by_fkey FOREIGN KEY (enterprise_id, inspection_id, requested_by) REFERENCES inspection(enterprise_id, id, requested_by),
  constraint sampling_enterprise_id_sampled_by_fkey FOREIGN KEY (enterprise_id, sampled_by) REFERENCES account(enterprise_id, id),
  constraint sampling_enterprise_id_witnessed_by_fkey FOREIGN KEY (enterprise_id, witnessed_by) REFERENCES account(enterprise_id, id)
);
CREATE UNIQUE INDEX one_standing_sampling ON public.sampling USING btree (enterprise_id, inspection_id) WHERE (replaced_at IS NULL);
CREATE INDEX sampling_by_inspection ON public.sampling USING btree (enterprise_id, inspection_id, id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.sampling FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER authorised BEFORE INSERT ON public.sampling FOR EACH ROW EXECUTE FUNCTION need_authorisation('sampled_by', 'sampled_at', 'sampling');
CREATE TRIGGER corrected BEFORE UPDATE ON public.sampling FOR EACH ROW EXECUTE FUNCTION keep_unless_corrected('but', '{}');
CREATE TRIGGER inspector_is_other BEFORE INSERT OR UPDATE ON public.sampling FOR EACH ROW EXECUTE FUNCTION guard_inspector();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.sampling FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE CONSTRAINT TRIGGER packs_matched AFTER INSERT OR UPDATE OF total ON public.sampling DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION match_sampled_packs();
CREATE CONSTRAINT TRIGGER sampling_matched AFTER UPDATE OF total ON public.sampling DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION match_sampling();
CREATE TRIGGER total_guarded BEFORE INSERT OR UPDATE OF total, test_need ON public.sampling FOR EACH ROW EXECUTE FUNCTION guard_sampling_total();
alter table sampling enable row level security;
alter table sampling force row level security;
create policy tenant on sampling as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on sampling to bencao_app;

create table second_factor ( -- owned by bencao_owner
  enterprise_id uuid not null,
  account_id uuid not null,
  secret_box bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  recovery_hashes bytea[] not null default '{}'::bytea[],
  created_at timestamp with time zone not null default now(),
  constraint second_factor_pkey PRIMARY KEY (enterprise_id, account_id),
  constraint second_factor_enterprise_id_account_id_fkey FOREIGN KEY (enterprise_id, account_id) REFERENCES account(enterprise_id, id)
);
CREATE TRIGGER witnessed AFTER INSERT OR DELETE OR UPDATE ON public.second_factor FOR EACH ROW EXECUTE FUNCTION write_witness('account_id', 'secret_box', 'confirmed_at', 'recovery_hashes', 'created_at');
alter table second_factor enable row level security;
alter table second_factor force row level security;
create policy doorkeeper on second_factor as permissive for all to bencao_owner using true with check true;
create policy tenant on second_factor as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant delete, insert, select, update on second_factor to bencao_app;

create table secret_confirmation ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  account_id uuid not null,
  what text not null,
  set_by uuid not null,
  set_at timestamp with time zone not null default now(),
  mailbox text,
  state text not null default 'waiting'::text,
  confirmed_how text,
  confirmed_by uuid,
  confirmed_at timestamp with time zone,
  note text not null default ''::text,
  row_version integer not null default 1,
  constraint secret_confirmation_pkey PRIMARY KEY (enterprise_id, id),
  constraint secret_confirmation_confirmed_how_check CHECK ((confirmed_how = ANY (ARRAY['mailbox'::text, 'administrator'::text, 'founding'::text]))),
  constraint secret_confirmation_mailbox_check CHECK ((mailbox <> ''::text)),
  constraint secret_confirmation_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'confirmed'::text, 'replaced'::text]))),
  constraint secret_confirmation_what_check CHECK ((what = ANY (ARRAY['account'::text, 'password'::text, 'second_factor'::text, 'email'::text]))),
  constraint secret_confirmed_by_another CHECK (
CASE confirmed_how
    WHEN 'mailbox'::text THEN ((confirmed_by IS NULL) AND (mailbox IS NOT NULL))
    WHEN 'administrator'::text THEN ((confirmed_by IS NOT NULL) AND (confirmed_by <> set_by) AND (confirmed_by <> account_id) AND (note <> ''::text))
    WHEN 'founding'::text THEN ((confirmed_by IS NOT NULL) AND (confirmed_by = set_by))
    ELSE (confirmed_by IS NULL)
END),
  constraint secret_confirmed_whole CHECK ((((state = 'confirmed'::text) = (confirmed_at IS NOT NULL)) AND ((confirmed_at IS NULL) = (confirmed_how IS NULL)))),
  constraint secret_of_another CHECK ((set_by <> account_id)),
  constraint secret_confirmation_enterprise_id_account_id_fkey FOREIGN KEY (enterprise_id, account_id) REFERENCES account(enterprise_id, id),
  constraint secret_confirmation_enterprise_id_confirmed_by_fkey FOREIGN KEY (enterprise_id, confirmed_by) REFERENCES account(enterprise_id, id),
  constraint secret_confirmation_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint secret_confirmation_enterprise_id_set_by_fkey FOREIGN KEY (enterprise_id, set_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX secret_confirmation_by_account ON public.secret_confirmation USING btree (enterprise_id, account_id) WHERE (state = 'waiting'::text);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.secret_confirmation FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER messages_settled AFTER UPDATE ON public.secret_confirmation FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER own_password_first BEFORE UPDATE ON public.secret_confirmation FOR EACH ROW EXECUTE FUNCTION guard_confirmation();
CREATE TRIGGER secret_begins BEFORE INSERT ON public.secret_confirmation FOR EACH ROW EXECUTE FUNCTION guard_beginning();
CREATE TRIGGER secret_decided_once BEFORE UPDATE ON public.secret_confirmation FOR EACH ROW EXECUTE FUNCTION guard_decision();
CREATE TRIGGER secret_links_ended AFTER UPDATE OF state ON public.secret_confirmation FOR EACH ROW WHEN (((old.state = 'waiting'::text) AND (new.state <> 'waiting'::text))) EXECUTE FUNCTION end_secret_links();
CREATE TRIGGER versioned BEFORE UPDATE ON public.secret_confirmation FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.secret_confirmation FOR EACH ROW EXECUTE FUNCTION keep_waiting_secret();
alter table secret_confirmation enable row level security;
alter table secret_confirmation force row level security;
create policy tenant on secret_confirmation as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on secret_confirmation to bencao_app;

create table security_log ( -- owned by bencao_owner
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  enterprise_id uuid,
  account_id uuid,
  event text not null,
  user_name text not null default ''::text,
  address text not null default ''::text,
  request text not null default ''::text,
  facts jsonb not null default '{}'::jsonb,
  constraint security_log_pkey PRIMARY KEY (id),
  constraint security_log_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE INDEX security_log_of_account ON public.security_log USING btree (enterprise_id, account_id, id);
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.security_log FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table security_log enable row level security;
alter table security_log force row level security;
create policy sealer on security_log as permissive for select to bencao_owner using true;
create policy tenant on security_log as permissive for select to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise));
create policy writer on security_log as permissive for insert to bencao_owner with check true;
grant select on security_log to bencao_app;

create table session ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  account_id uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  idle_seconds integer not null,
  user_agent text not null default ''::text,
  address text not null default ''::text,
  revoked_at timestamp with time zone,
  constraint session_pkey PRIMARY KEY (enterprise_id, id),
  constraint session_token_hash_key UNIQUE (token_hash),
  constraint session_enterprise_id_account_id_fkey FOREIGN KEY (enterprise_id, account_id) REFERENCES account(enterprise_id, id)
);
CREATE INDEX session_by_account ON public.session USING btree (enterprise_id, account_id);
CREATE INDEX session_by_end ON public.session USING btree (expires_at);
CREATE TRIGGER witnessed AFTER INSERT OR DELETE OR UPDATE ON public.session FOR EACH ROW EXECUTE FUNCTION write_witness('id', 'account_id', 'token_hash', 'created_at', 'expires_at', 'idle_seconds', 'user_agent', 'address', 'revoked_at');
alter table session enable row level security;
alter table session force row level security;
create policy doorkeeper on session as permissive for all to bencao_owner using true with check true;
create policy tenant on session as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on session to bencao_app;

create table shipment ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  shipment_no text not null,
  order_id uuid not null,
  order_no text not null,
  picking_id uuid not null,
  state text not null default 'shipped'::text,
  customer_id uuid not null,
  customer_name text not null,
  licence_no text not null,
  licence_valid_until date not null,
  province text not null,
  city text not null,
  address text not null,
  contact text not null,
  phone text not null,
  packs integer not null,
  quantity numeric(14,4) not null,
  transport_mode text not null,
  carrier text not null,
  vehicle_no text not null,
  driver text not null,
  driver_phone text not null,
  temperature text not null default ''::text,
  departed_at timestamp with time zone not null,
  shipped_by uuid not null,
  shipped_at timestamp with time zone not null default now(),
  receiver text,
  arrived_at timestamp with time zone,
  exception text,
  exception_note text,
  delivered_by uuid,
  delivered_at timestamp with time zone,
  row_version integer not null default 1,
  note_version integer not null default 1,
  constraint shipment_pkey PRIMARY KEY (enterprise_id, id),
  constraint shipment_enterprise_id_order_id_key UNIQUE (enterprise_id, order_id),
  constraint shipment_enterprise_id_shipment_no_key UNIQUE (enterprise_id, shipment_no),
  constraint shipment_check CHECK (((state = 'shipped'::text) = (delivered_at IS NULL))),
  constraint shipment_check1 CHECK ((((delivered_at IS NULL) = (arrived_at IS NULL)) AND ((delivered_at IS NULL) = (receiver IS NULL)) AND ((delivered_at IS NULL) = (delivered_by IS NULL)))),
  constraint shipment_check2 CHECK ((arrived_at >= departed_at)),
  constraint shipment_note_version_check CHECK ((note_version > 0)),
  constraint shipment_packs_check CHECK ((packs > 0)),
  constraint shipment_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint shipment_state_check CHECK ((state = ANY (ARRAY['shipped'::text, 'delivered'::text, 'partly_delivered'::text, 'refused'::text]))),
  constraint shipment_enterprise_id_customer_id_fkey FOREIGN KEY (enterprise_id, customer_id) REFERENCES customer(enterprise_id, id),
  constraint shipment_enterprise_id_delivered_by_fkey FOREIGN KEY (enterprise_id, delivered_by) REFERENCES account(enterprise_id, id),
  constraint shipment_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES sales_order(enterprise_id, id),
  constraint shipment_enterprise_id_picking_id_fkey FOREIGN KEY (enterprise_id, picking_id) REFERENCES picking(enterprise_id, id),
  constraint shipment_enterprise_id_shipped_by_fkey FOREIGN KEY (enterprise_id, shipped_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX shipment_by_customer ON public.shipment USING btree (enterprise_id, customer_id, departed_at DESC);
CREATE INDEX shipment_by_departure ON public.shipment USING btree (enterprise_id, departed_at DESC, id);
CREATE INDEX shipment_by_picking ON public.shipment USING btree (enterprise_id, picking_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.shipment FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER corrected BEFORE UPDATE ON public.shipment FOR EACH ROW WHEN ((((new.packs IS DISTINCT FROM old.packs) OR (new.quantity IS DISTINCT FROM old.quantity)) OR (new.note_version IS DISTINCT FROM old.note_version))) EXECUTE FUNCTION keep_unless_corrected('only', '{packs,quantity,note_version}');
CREATE TRIGGER customer_standard_kept BEFORE INSERT ON public.shipment FOR EACH ROW EXECUTE FUNCTION guard_customer_standard();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE ON public.shipment FOR EACH ROW EXECUTE FUNCTION keep_shipment();
CREATE TRIGGER recounted AFTER UPDATE OF quantity ON public.shipment FOR EACH ROW WHEN ((new.quantity <> old.quantity)) EXECUTE FUNCTION recount_shipment();
CREATE CONSTRAINT TRIGGER summed AFTER INSERT OR UPDATE ON public.shipment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_shipment();
CREATE TRIGGER tallied AFTER INSERT ON public.shipment REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_shipment();
CREATE TRIGGER versioned BEFORE UPDATE ON public.shipment FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT ON public.shipment FOR EACH ROW EXECUTE FUNCTION keep_waiting_sale('order_id');
alter table shipment enable row level security;
alter table shipment force row level security;
create policy tenant on shipment as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on shipment to bencao_app;

create view shipment_custody with (security_invoker=true) as
 SELECT enterprise_id,
    shipment_id,
    lot_id,
    sum(
        CASE
            WHEN to_fate = 'returning'::text THEN packs
            WHEN from_fate = 'returning'::text THEN - packs
            ELSE 0
        END)::integer AS "returning",
    sum(
        CASE
            WHEN to_fate = 'claimed'::text THEN packs
            WHEN from_fate = 'claimed'::text THEN - packs
            ELSE 0
        END)::integer AS claimed,
    sum(
        CASE
            WHEN to_fate = 'lost'::text THEN packs
            WHEN from_fate = 'lost'::text THEN - packs
            ELSE 0
        END)::integer AS lost,
    sum(
        CASE
            WHEN to_fate = 'returned'::text THEN packs
            WHEN from_fate = 'returned'::text THEN - packs
            ELSE 0
        END)::integer AS returned,
    sum(
        CASE
            WHEN from_fate = 'customer'::text THEN packs
            WHEN to_fate = 'customer'::text THEN - packs
            ELSE 0
        END)::integer AS away
   FROM custody_entry e
  GROUP BY enterprise_id, shipment_id, lot_id;
grant select on shipment_custody to bencao_app;

create table shipment_line ( -- owned by bencao_owner
  enterprise_id uuid not null,
  shipment_id uuid not null,
  lot_id uuid not null,
  pack_spec_id uuid not null,
  packs integer not null,
  quantity numeric(14,4) not null,
  id uuid not null default uuidv7(),
  constraint shipment_line_pkey PRIMARY KEY (enterprise_id, shipment_id, lot_id),
  constraint shipment_line_id UNIQUE (enterprise_id, id),
  constraint shipment_line_packs_check CHECK ((packs >= 0)),
  constraint shipment_line_quantity_check CHECK (((quantity >= (0)::numeric) AND ((packs = 0) = (quantity = (0)::numeric)))),
  constraint shipment_line_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint shipment_line_enterprise_id_pack_spec_id_fkey FOREIGN KEY (enterprise_id, pack_spec_id) REFERENCES pack_spec(enterprise_id, id),
  constraint shipment_line_enterprise_id_shipment_id_fkey FOREIGN KEY (enterprise_id, shipment_id) REFERENCES shipment(enterprise_id, id)
);
CREATE INDEX shipment_line_by_lot ON public.shipment_line USING btree (enterprise_id, lot_id, shipment_id) INCLUDE (packs, quantity);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.shipment_line FOR EACH ROW EXECUTE FUNCTION write_audit('shipment_id', 'lot_id');
CREATE TRIGGER corrected BEFORE UPDATE ON public.shipment_line FOR EACH ROW EXECUTE FUNCTION keep_unless_corrected('but', '{}', 'never idle');
CREATE TRIGGER guarded BEFORE INSERT ON public.shipment_line FOR EACH ROW EXECUTE FUNCTION guard_shipment_line();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON public.shipment_line FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE CONSTRAINT TRIGGER matched AFTER UPDATE ON public.shipment_line DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION match_shipment_line();
CREATE TRIGGER returned_kept AFTER UPDATE ON public.shipment_line FOR EACH ROW WHEN ((new.packs < old.packs)) EXECUTE FUNCTION keep_returned();
CREATE CONSTRAINT TRIGGER summed AFTER INSERT OR UPDATE ON public.shipment_line DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_shipment();
alter table shipment_line enable row level security;
alter table shipment_line force row level security;
create policy tenant on shipment_line as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on shipment_line to bencao_app;

create table sign_in_rule ( -- owned by bencao_owner
  enterprise_id uuid not null,
  second_factor_required boolean not null,
  row_version integer not null default 1,
  constraint sign_in_rule_pkey PRIMARY KEY (enterprise_id),
  constraint sign_in_rule_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.sign_in_rule FOR EACH ROW EXECUTE FUNCTION write_audit('enterprise_id');
CREATE TRIGGER versioned BEFORE UPDATE ON public.sign_in_rule FOR EACH ROW EXECUTE FUNCTION count_version();
alter table sign_in_rule enable row level security;
alter table sign_in_rule force row level security;
create policy doorkeeper on sign_in_rule as permissive for select to bencao_owner using true;
create policy tenant on sign_in_rule as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on sign_in_rule to bencao_app;

create table signature ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  record_table text not null,
  record_id uuid not null,
  signer_id uuid not null,
  signer_name text not null,
  meaning text not null,
  comment text not null default ''::text,
  signed_at timestamp with time zone not null default now(),
  method text not null default 'password'::text,
  digest_algorithm text not null default 'sha256'::text,
  content text not null,
  digest bytea not null,
  constraint signature_pkey PRIMARY KEY (enterprise_id, id),
  constraint signature_check CHECK ((digest = sha256(convert_to(content, 'UTF8'::name)))),
  constraint signature_meaning_check CHECK ((meaning <> ''::text)),
  constraint signature_signer_name_check CHECK ((signer_name <> ''::text)),
  constraint signature_enterprise_id_signer_id_fkey FOREIGN KEY (enterprise_id, signer_id) REFERENCES account(enterprise_id, id)
);
CREATE INDEX signature_by_record ON public.signature USING btree (enterprise_id, record_table, record_id);
CREATE INDEX signature_by_signer ON public.signature USING btree (enterprise_id, signer_id, id);
CREATE TRIGGER a_person_signs BEFORE INSERT ON public.signature FOR EACH ROW EXECUTE FUNCTION refuse_token_signature();
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.signature FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER deputy_is_another BEFORE INSERT ON public.signature FOR EACH ROW EXECUTE FUNCTION refuse_deputy_of_first();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.signature FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table signature enable row level security;
alter table signature force row level security;
create policy tenant on signature as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on signature to bencao_app;

create table spreadsheet_import ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  subject text not null,
  digest text not null,
  name text not null,
  rows integer not null,
  imported_by uuid not null,
  imported_at timestamp with time zone not null default now(),
  constraint spreadsheet_import_pkey PRIMARY KEY (enterprise_id, id),
  constraint spreadsheet_import_name_check CHECK ((name <> ''::text)),
  constraint spreadsheet_import_rows_check CHECK ((rows > 0)),
  constraint spreadsheet_import_subject_check CHECK ((subject <> ''::text)),
  constraint spreadsheet_import_enterprise_id_digest_fkey FOREIGN KEY (enterprise_id, digest) REFERENCES stored_file(enterprise_id, digest),
  constraint spreadsheet_import_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint spreadsheet_import_enterprise_id_imported_by_fkey FOREIGN KEY (enterprise_id, imported_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX spreadsheet_import_by_file ON public.spreadsheet_import USING btree (enterprise_id, digest);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.spreadsheet_import FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.spreadsheet_import FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table spreadsheet_import enable row level security;
alter table spreadsheet_import force row level security;
create policy tenant on spreadsheet_import as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on spreadsheet_import to bencao_app;

create table stability_lot ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  plan_id uuid not null,
  lot_id uuid not null,
  put_on_by uuid not null,
  put_on_at timestamp with time zone not null,
  taken_off_by uuid,
  taken_off_second_by uuid,
  taken_off_at timestamp with time zone,
  take_off_reason text,
  constraint stability_lot_pkey PRIMARY KEY (enterprise_id, id),
  constraint stability_lot_check CHECK ((num_nulls(taken_off_by, taken_off_second_by, taken_off_at, take_off_reason) = ANY (ARRAY[0, 4]))),
  constraint stability_lot_take_off_reason_check CHECK ((take_off_reason <> ''::text)),
  constraint stability_lot_taken_off_by_two CHECK ((taken_off_second_by <> taken_off_by)),
  constraint stability_lot_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint stability_lot_enterprise_id_plan_id_fkey FOREIGN KEY (enterprise_id, plan_id) REFERENCES stability_plan(enterprise_id, id),
  constraint stability_lot_enterprise_id_put_on_by_fkey FOREIGN KEY (enterprise_id, put_on_by) REFERENCES account(enterprise_id, id),
  constraint stability_lot_enterprise_id_taken_off_by_fkey FOREIGN KEY (enterprise_id, taken_off_by) REFERENCES account(enterprise_id, id),
  constraint stability_lot_enterprise_id_taken_off_second_by_fkey FOREIGN KEY (enterprise_id, taken_off_second_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX stability_lot_by_plan ON public.stability_lot USING btree (enterprise_id, plan_id);
CREATE UNIQUE INDEX stability_lot_once ON public.stability_lot USING btree (enterprise_id, lot_id) WHERE (taken_off_at IS NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.stability_lot FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER lot_guarded BEFORE INSERT OR UPDATE ON public.stability_lot FOR EACH ROW EXECUTE FUNCTION guard_stability_lot();
CREATE CONSTRAINT TRIGGER packs_matched AFTER INSERT ON public.stability_lot DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION match_stability_packs();
alter table stability_lot enable row level security;
alter table stability_lot force row level security;
create policy tenant on stability_lot as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on stability_lot to bencao_app;

create table stability_plan ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  plan_no text not null,
  version integer not null,
  product_id uuid not null,
  storage_condition text not null,
  months integer[] not null,
  items text[] not null,
  packs_per_point integer not null,
  window_days integer not null,
  remark text not null default ''::text,
  state text not null,
  written_by uuid not null,
  written_at timestamp with time zone not null,
  approved_by uuid,
  approved_at timestamp with time zone,
  ended_by uuid,
  ended_second_by uuid,
  ended_at timestamp with time zone,
  end_reason text,
  row_version integer not null default 1,
  constraint stability_plan_pkey PRIMARY KEY (enterprise_id, id),
  constraint stability_plan_enterprise_id_plan_no_version_key UNIQUE (enterprise_id, plan_no, version),
  constraint stability_plan_approved_by_another CHECK ((approved_by <> written_by)),
  constraint stability_plan_check CHECK (((num_nulls(approved_by, approved_at) = ANY (ARRAY[0, 2])) AND ((approved_at IS NOT NULL) OR (state = ANY (ARRAY['draft'::text, 'discarded'::text]))))),
  constraint stability_plan_check1 CHECK (((state <> 'draft'::text) OR (approved_at IS NULL))),
  constraint stability_plan_check2 CHECK (((num_nulls(ended_by, ended_at, end_reason) = ANY (ARRAY[0, 3])) AND ((state = ANY (ARRAY['ended'::text, 'discarded'::text])) = (ended_at IS NOT NULL)))),
  constraint stability_plan_check3 CHECK (((state = 'ended'::text) = (ended_second_by IS NOT NULL))),
  constraint stability_plan_end_reason_check CHECK ((end_reason <> ''::text)),
  constraint stability_plan_ended_by_two CHECK ((ended_second_by <> ended_by)),
  constraint stability_plan_items_check CHECK (((cardinality(items) >= 1) AND (cardinality(items) <= 100))),
  constraint stability_plan_months_check CHECK ((((cardinality(months) >= 1) AND (cardinality(months) <= 8)) AND (months <@ ARRAY[0, 3, 6, 9, 12, 18, 24, 36]))),
  constraint stability_plan_packs_per_point_check CHECK (((packs_per_point >= 1) AND (packs_per_point <= 200))),
  constraint stability_plan_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'approved'::text, 'superseded'::text, 'ended'::text, 'discarded'::text]))),
  constraint stability_plan_storage_condition_check CHECK ((storage_condition = ANY (ARRAY['rt'::text, 'cool'::text, 'cool_dark'::text, 'cold'::text]))),
  constraint stability_plan_version_check CHECK ((version > 0)),
  constraint stability_plan_window_days_check CHECK (((window_days >= 0) AND (window_days <= 60))),
  constraint stability_plan_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint stability_plan_enterprise_id_ended_by_fkey FOREIGN KEY (enterprise_id, ended_by) REFERENCES account(enterprise_id, id),
  constraint stability_plan_enterprise_id_ended_second_by_fkey FOREIGN KEY (enterprise_id, ended_second_by) REFERENCES account(enterprise_id, id),
  constraint stability_plan_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint stability_plan_enterprise_id_product_id_fkey FOREIGN KEY (enterprise_id, product_id) REFERENCES product(enterprise_id, id),
  constraint stability_plan_enterprise_id_written_by_fkey FOREIGN KEY (enterprise_id, written_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX stability_plan_by_time ON public.stability_plan USING btree (enterprise_id, written_at, id);
CREATE UNIQUE INDEX stability_plan_draft_open ON public.stability_plan USING btree (enterprise_id, plan_no) WHERE (state = 'draft'::text);
CREATE UNIQUE INDEX stability_plan_exists ON public.stability_plan USING btree (enterprise_id, product_id, storage_condition) WHERE (state = 'approved'::text);
CREATE UNIQUE INDEX stability_plan_one_in_force ON public.stability_plan USING btree (enterprise_id, plan_no) WHERE (state = 'approved'::text);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.stability_plan FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER messages_settled AFTER UPDATE ON public.stability_plan FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER plan_guarded BEFORE INSERT OR UPDATE ON public.stability_plan FOR EACH ROW EXECUTE FUNCTION guard_stability_plan();
CREATE TRIGGER versioned BEFORE UPDATE ON public.stability_plan FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE ON public.stability_plan FOR EACH ROW EXECUTE FUNCTION keep_waiting_stability_plan();
alter table stability_plan enable row level security;
alter table stability_plan force row level security;
create policy tenant on stability_plan as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on stability_plan to bencao_app;

create table stability_point ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  stability_lot_id uuid not null,
  lot_id uuid not null,
  month integer not null,
  test_on date not null,
  opens_on date not null,
  closes_on date not null,
  state text not null,
  items text[],
  inspection_id uuid,
  missed_by uuid,
  missed_at timestamp with time zone,
  miss_reason text,
  constraint stability_point_pkey PRIMARY KEY (enterprise_id, id),
  constraint stability_point_check CHECK (((opens_on <= test_on) AND (test_on <= closes_on))),
  constraint stability_point_check1 CHECK (((state = ANY (ARRAY['begun'::text, 'done'::text])) = (inspection_id IS NOT NULL))),
  constraint stability_point_check2 CHECK (((inspection_id IS NOT NULL) = (items IS NOT NULL))),
  constraint stability_point_check3 CHECK (((num_nulls(missed_by, missed_at, miss_reason) = ANY (ARRAY[0, 3])) AND ((state = 'missed'::text) = (missed_at IS NOT NULL)))),
  constraint stability_point_miss_reason_check CHECK ((miss_reason <> ''::text)),
  constraint stability_point_month_check CHECK (((month >= 0) AND (month <= 36))),
  constraint stability_point_state_check CHECK ((state = ANY (ARRAY['open'::text, 'begun'::text, 'done'::text, 'missed'::text, 'dropped'::text]))),
  constraint stability_point_enterprise_id_inspection_id_fkey FOREIGN KEY (enterprise_id, inspection_id) REFERENCES inspection(enterprise_id, id),
  constraint stability_point_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint stability_point_enterprise_id_missed_by_fkey FOREIGN KEY (enterprise_id, missed_by) REFERENCES account(enterprise_id, id),
  constraint stability_point_enterprise_id_stability_lot_id_fkey FOREIGN KEY (enterprise_id, stability_lot_id) REFERENCES stability_lot(enterprise_id, id)
);
CREATE INDEX stability_point_by_day ON public.stability_point USING btree (enterprise_id, test_on, id);
CREATE UNIQUE INDEX stability_point_by_inspection ON public.stability_point USING btree (enterprise_id, inspection_id) WHERE (inspection_id IS NOT NULL);
CREATE UNIQUE INDEX stability_point_once ON public.stability_point USING btree (enterprise_id, stability_lot_id, month) WHERE (state <> 'dropped'::text);
CREATE INDEX stability_point_open ON public.stability_point USING btree (enterprise_id, lot_id, month) WHERE (state = 'open'::text);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.stability_point FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER point_guarded BEFORE INSERT OR UPDATE ON public.stability_point FOR EACH ROW EXECUTE FUNCTION guard_stability_point();
CREATE TRIGGER renewal_settled AFTER UPDATE ON public.stability_point FOR EACH ROW WHEN ((new.state <> 'open'::text)) EXECUTE FUNCTION settle_renewal();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state, opens_on, closes_on ON public.stability_point FOR EACH ROW EXECUTE FUNCTION keep_waiting_stability_point();
alter table stability_point enable row level security;
alter table stability_point force row level security;
create policy tenant on stability_point as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on stability_point to bencao_app;

create table standard ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  material_id uuid,
  product_id uuid,
  kind text not null,
  name text not null,
  initials text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  customer_id uuid,
  constraint standard_pkey PRIMARY KEY (enterprise_id, id),
  constraint standard_check CHECK ((num_nonnulls(material_id, product_id) = 1)),
  constraint standard_of_customer CHECK (((customer_id IS NULL) OR (kind = '客户标准'::text))),
  constraint standard_enterprise_id_customer_id_fkey FOREIGN KEY (enterprise_id, customer_id) REFERENCES customer(enterprise_id, id),
  constraint standard_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint standard_enterprise_id_material_id_fkey FOREIGN KEY (enterprise_id, material_id) REFERENCES material(enterprise_id, id),
  constraint standard_enterprise_id_product_id_fkey FOREIGN KEY (enterprise_id, product_id) REFERENCES product(enterprise_id, id)
);
CREATE INDEX standard_by_material ON public.standard USING btree (enterprise_id, material_id);
CREATE INDEX standard_by_product ON public.standard USING btree (enterprise_id, product_id);
CREATE UNIQUE INDEX standard_once ON public.standard USING btree (enterprise_id, material_id, product_id, customer_id, kind, name) NULLS NOT DISTINCT;
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.standard FOR EACH ROW EXECUTE FUNCTION write_audit('id');
alter table standard enable row level security;
alter table standard force row level security;
create policy tenant on standard as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on standard to bencao_app;

create table standard_item ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  standard_version_id uuid not null,
  line integer not null,
  item_group text not null,
  name text not null,
  spec_text text not null,
  operator text not null,
  low text,
  high text,
  internal_low text,
  internal_high text,
  unit text not null default ''::text,
  method text not null default ''::text,
  parallels integer not null default 2,
  is_mandatory boolean not null default true,
  quoted_allowed boolean not null default false,
  outsourced_allowed boolean not null default false,
  formula text not null default 'direct'::text,
  dry_basis boolean not null default false,
  deviation_limit text,
  plausible_low text,
  plausible_high text,
  words text[] not null default '{}'::text[],
  constraint standard_item_pkey PRIMARY KEY (enterprise_id, id),
  constraint standard_item_enterprise_id_standard_version_id_line_key UNIQUE (enterprise_id, standard_version_id, line),
  constraint standard_item_calculated CHECK (((formula = 'direct'::text) OR (operator = ANY (ARRAY['le'::text, 'ge'::text, 'range'::text])))),
  constraint standard_item_check CHECK (
CASE operator
    WHEN 'le'::text THEN ((low IS NULL) AND (high IS NOT NULL))
    WHEN 'ge'::text THEN ((low IS NOT NULL) AND (high IS NULL))
    WHEN 'range'::text THEN ((low IS NOT NULL) AND (high IS NOT NULL))
    WHEN 'eq'::text THEN ((low IS NOT NULL) AND (high IS NULL))
    ELSE ((low IS NULL) AND (high IS NULL))
END),
  constraint standard_item_check1 CHECK (((name <> ''::text) AND (spec_text <> ''::text))),
  constraint standard_item_deviation_limit_check CHECK ((deviation_limit ~ '^\d+(\.\d+)?$'::text)),
  constraint standard_item_dry_basis CHECK (((NOT dry_basis) OR (formula = ANY (ARRAY['extractives'::text, 'assay_external'::text])))),
  constraint standard_item_formula_check CHECK ((formula = ANY (ARRAY['direct'::text, 'foreign_matter'::text, 'moisture_drying'::text, 'moisture_toluene'::text, 'total_ash'::text, 'acid_insoluble_ash'::text, 'extractives'::text, 'sulphur_dioxide'::text, 'volatile_oil'::text, 'assay_external'::text]))),
  constraint standard_item_high_check CHECK ((high ~ '^\d+(\.\d+)?$'::text)),
  constraint standard_item_internal CHECK ((((internal_low IS NULL) OR ((low IS NOT NULL) AND ((internal_low)::numeric >= (low)::numeric))) AND ((internal_high IS NULL) OR ((high IS NOT NULL) AND ((internal_high)::numeric <= (high)::numeric))) AND ((COALESCE(internal_low, low))::numeric <= (COALESCE(internal_high, high))::numeric) AND ((operator <> 'eq'::text) OR (internal_low IS NULL)))),
  constraint standard_item_internal_high_check CHECK ((internal_high ~ '^\d+(\.\d+)?$'::text)),
  constraint standard_item_internal_low_check CHECK ((internal_low ~ '^\d+(\.\d+)?$'::text)),
  constraint standard_item_item_group_check CHECK ((item_group = ANY (ARRAY['性状'::text, '鉴别'::text, '检查'::text, '浸出物'::text, '含量测定'::text, '微生物'::text, '其它'::text]))),
  constraint standard_item_low_check CHECK ((low ~ '^\d+(\.\d+)?$'::text)),
  constraint standard_item_operator_check CHECK ((operator = ANY (ARRAY['le'::text, 'ge'::text, 'range'::text, 'eq'::text, 'absent'::text, 'qualitative'::text]))),
  constraint standard_item_parallels_check CHECK (((parallels >= 1) AND (parallels <= 6))),
  constraint standard_item_plausible_high_check CHECK ((plausible_high ~ '^\d+(\.\d+)?$'::text)),
  constraint standard_item_plausible_low_check CHECK ((plausible_low ~ '^\d+(\.\d+)?$'::text)),
  constraint standard_item_range CHECK (((low)::numeric <= (high)::numeric)),
  constraint standard_item_enterprise_id_standard_version_id_fkey FOREIGN KEY (enterprise_id, standard_version_id) REFERENCES standard_version(enterprise_id, id)
);
CREATE UNIQUE INDEX standard_item_once ON public.standard_item USING btree (enterprise_id, standard_version_id, item_group, name);
CREATE TRIGGER approved_kept BEFORE INSERT OR DELETE OR UPDATE ON public.standard_item FOR EACH ROW EXECUTE FUNCTION keep_approved_standard();
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.standard_item FOR EACH ROW EXECUTE FUNCTION write_audit('id');
alter table standard_item enable row level security;
alter table standard_item force row level security;
create policy tenant on standard_item as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant delete, insert, select, update on standard_item to bencao_app;

create table standard_version ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  standard_id uuid not null,
  version integer not null,
  edition text not null,
  effective_from date not null,
  effective_to date,
  state text not null default 'draft'::text,
  written_by uuid,
  approved_by uuid,
  row_version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  remark text not null default ''::text,
  content jsonb,
  written_at timestamp with time zone,
  approved_at timestamp with time zone,
  sent_back_reason text not null default ''::text,
  withdrawn_by uuid,
  withdrawal_approved_by uuid,
  withdrawn_at timestamp with time zone,
  withdrawal_reason text,
  typed_items text[] not null default '{}'::text[],
  typed_accepted boolean,
  constraint standard_version_pkey PRIMARY KEY (enterprise_id, id),
  constraint standard_version_enterprise_id_standard_id_version_key UNIQUE (enterprise_id, standard_id, version),
  constraint one_standard_in_force EXCLUDE USING gist (enterprise_id WITH =, standard_id WITH =, daterange(effective_from, effective_to) WITH &&) WHERE ((state = 'approved'::text)),
  constraint standard_is_signed CHECK (((state <> 'written'::text) OR ((written_by IS NOT NULL) AND (content IS NOT NULL)))),
  constraint standard_version_check CHECK (((effective_to IS NULL) OR (effective_to > effective_from))),
  constraint standard_version_check1 CHECK (((approved_by IS NULL) OR (approved_by <> written_by))),
  constraint standard_version_content_check CHECK (((jsonb_typeof(content) = 'array'::text) AND (jsonb_array_length(content) > 0))),
  constraint standard_version_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'written'::text, 'approved'::text, 'withdrawn'::text, 'discarded'::text]))),
  constraint standard_version_typed_accepted_check CHECK (typed_accepted),
  constraint standard_version_version_check CHECK ((version >= 1)),
  constraint standard_version_withdrawal_reason_check CHECK ((withdrawal_reason <> ''::text)),
  constraint standard_withdrawn CHECK ((((state = 'withdrawn'::text) = (withdrawn_by IS NOT NULL)) AND ((withdrawn_by IS NULL) = (withdrawn_at IS NULL)) AND ((withdrawn_by IS NULL) = (withdrawal_reason IS NULL)) AND ((withdrawn_by IS NULL) = (withdrawal_approved_by IS NULL)))),
  constraint standard_withdrawn_by_two CHECK ((withdrawal_approved_by <> withdrawn_by)),
  constraint typed_items_accepted CHECK (((state <> 'approved'::text) OR (typed_items = '{}'::text[]) OR (typed_accepted IS NOT NULL))),
  constraint standard_version_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint standard_version_enterprise_id_standard_id_fkey FOREIGN KEY (enterprise_id, standard_id) REFERENCES standard(enterprise_id, id),
  constraint standard_version_enterprise_id_withdrawal_approved_by_fkey FOREIGN KEY (enterprise_id, withdrawal_approved_by) REFERENCES account(enterprise_id, id),
  constraint standard_version_enterprise_id_withdrawn_by_fkey FOREIGN KEY (enterprise_id, withdrawn_by) REFERENCES account(enterprise_id, id),
  constraint standard_version_enterprise_id_written_by_fkey FOREIGN KEY (enterprise_id, written_by) REFERENCES account(enterprise_id, id)
);
CREATE UNIQUE INDEX one_draft_of_standard ON public.standard_version USING btree (enterprise_id, standard_id) WHERE (state = ANY (ARRAY['draft'::text, 'written'::text]));
CREATE TRIGGER approved_kept BEFORE DELETE OR UPDATE ON public.standard_version FOR EACH ROW EXECUTE FUNCTION keep_approved_standard();
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.standard_version FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER messages_settled AFTER UPDATE ON public.standard_version FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER versioned BEFORE UPDATE ON public.standard_version FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE ON public.standard_version FOR EACH ROW EXECUTE FUNCTION keep_waiting_standard();
alter table standard_version enable row level security;
alter table standard_version force row level security;
create policy tenant on standard_version as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on standard_version to bencao_app;

create table step_limit ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  life text not null,
  state text not null,
  hours integer,
  row_version integer not null default 1,
  constraint step_limit_pkey PRIMARY KEY (enterprise_id, id),
  constraint step_limit_once UNIQUE (enterprise_id, life, state),
  constraint step_limit_hours_check CHECK (((hours >= 1) AND (hours <= 8760))),
  constraint step_limit_life_check CHECK ((life <> ''::text)),
  constraint step_limit_state_check CHECK ((state <> ''::text)),
  constraint step_limit_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.step_limit FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER versioned BEFORE UPDATE ON public.step_limit FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF hours ON public.step_limit FOR EACH ROW EXECUTE FUNCTION renew_due();
alter table step_limit enable row level security;
alter table step_limit force row level security;
create policy tenant on step_limit as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on step_limit to bencao_app;

create table stock_balance ( -- owned by bencao_owner
  enterprise_id uuid not null,
  lot_id uuid not null,
  place_id uuid not null,
  is_real boolean not null,
  quantity numeric(14,4) not null,
  constraint stock_balance_pkey PRIMARY KEY (enterprise_id, lot_id, place_id),
  constraint no_negative_stock CHECK (((quantity >= (0)::numeric) OR (NOT is_real))),
  constraint stock_balance_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint stock_balance_enterprise_id_place_id_is_real_fkey FOREIGN KEY (enterprise_id, place_id, is_real) REFERENCES place(enterprise_id, id, is_real)
) with (fillfactor=70);
CREATE INDEX stock_balance_at_hand ON public.stock_balance USING btree (enterprise_id, lot_id, place_id) WHERE (is_real AND (quantity > (0)::numeric));
CREATE INDEX stock_balance_by_place ON public.stock_balance USING btree (enterprise_id, place_id) WHERE (quantity <> (0)::numeric);
CREATE CONSTRAINT TRIGGER codes_matched AFTER UPDATE OF quantity ON public.stock_balance DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.is_real AND (old.quantity <> new.quantity))) EXECUTE FUNCTION match_codes_and_stock();
CREATE TRIGGER waiting_kept AFTER UPDATE OF quantity ON public.stock_balance FOR EACH ROW WHEN ((new.is_real AND (old.quantity <> new.quantity))) EXECUTE FUNCTION keep_lot_of_balance();
alter table stock_balance enable row level security;
alter table stock_balance force row level security;
create policy tenant on stock_balance as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant select on stock_balance to bencao_app;

create table stock_entry ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id bigint not null generated always as identity,
  lot_id uuid not null,
  from_place_id uuid not null,
  to_place_id uuid not null,
  quantity numeric(14,4) not null,
  kind text not null,
  document_kind text not null,
  document_id uuid not null,
  document_no text not null,
  reason text not null default ''::text,
  reverses bigint,
  by_id uuid not null,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null default now(),
  constraint stock_entry_pkey PRIMARY KEY (enterprise_id, id),
  constraint stock_entry_check CHECK ((from_place_id <> to_place_id)),
  constraint stock_entry_check1 CHECK (((kind = 'reversal'::text) = (reverses IS NOT NULL))),
  constraint stock_entry_kind_check CHECK ((kind = ANY (ARRAY['receipt'::text, 'sample'::text, 'retention'::text, 'issue'::text, 'return_from_production'::text, 'transfer'::text, 'supplier_return'::text, 'destroy'::text, 'gain'::text, 'shortage'::text, 'production_input'::text, 'production_output'::text, 'pack_input'::text, 'pack_output'::text, 'pack_loss'::text, 'process_loss'::text, 'ship'::text, 'sales_return'::text, 'reversal'::text]))),
  constraint stock_entry_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint stock_entry_enterprise_id_by_id_fkey FOREIGN KEY (enterprise_id, by_id) REFERENCES account(enterprise_id, id),
  constraint stock_entry_enterprise_id_from_place_id_fkey FOREIGN KEY (enterprise_id, from_place_id) REFERENCES place(enterprise_id, id),
  constraint stock_entry_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint stock_entry_enterprise_id_reverses_fkey FOREIGN KEY (enterprise_id, reverses) REFERENCES stock_entry(enterprise_id, id),
  constraint stock_entry_enterprise_id_to_place_id_fkey FOREIGN KEY (enterprise_id, to_place_id) REFERENCES place(enterprise_id, id)
);
CREATE UNIQUE INDEX reversed_once ON public.stock_entry USING btree (enterprise_id, reverses) WHERE (reverses IS NOT NULL);
CREATE INDEX stock_entry_by_document ON public.stock_entry USING btree (enterprise_id, document_id);
CREATE INDEX stock_entry_by_lot ON public.stock_entry USING btree (enterprise_id, lot_id, id);
CREATE INDEX stock_entry_by_number ON public.stock_entry USING btree (enterprise_id, document_no);
CREATE INDEX stock_entry_by_time ON public.stock_entry USING btree (enterprise_id, occurred_at, id);
CREATE TRIGGER adjustment_counted BEFORE INSERT ON public.stock_entry FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['gain'::text, 'shortage'::text]))) EXECUTE FUNCTION guard_count_entry();
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.stock_entry FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER balanced AFTER INSERT ON public.stock_entry FOR EACH ROW EXECUTE FUNCTION keep_balance();
CREATE CONSTRAINT TRIGGER custody_matched AFTER INSERT ON public.stock_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.document_kind = ANY (ARRAY['customer_return'::text, 'carrier_claim'::text])) AND (new.kind <> 'transfer'::text))) EXECUTE FUNCTION match_custody();
CREATE TRIGGER destruction_decided BEFORE INSERT ON public.stock_entry FOR EACH ROW WHEN ((new.kind = 'destroy'::text)) EXECUTE FUNCTION guard_destruction();
CREATE TRIGGER double_locked BEFORE INSERT ON public.stock_entry FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['receipt'::text, 'transfer'::text, 'production_output'::text, 'pack_output'::text, 'sales_return'::text, 'return_from_production'::text]))) EXECUTE FUNCTION guard_double_lock();
CREATE TRIGGER guarded BEFORE INSERT ON public.stock_entry FOR EACH ROW EXECUTE FUNCTION guard_stock_entry();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.stock_entry FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE TRIGGER month_kept AFTER INSERT ON public.stock_entry FOR EACH ROW EXECUTE FUNCTION keep_lot_month();
CREATE TRIGGER returned_kept BEFORE INSERT ON public.stock_entry FOR EACH ROW EXECUTE FUNCTION guard_returned_goods();
CREATE TRIGGER returns_settled AFTER INSERT ON public.stock_entry FOR EACH ROW WHEN ((new.kind = 'destroy'::text)) EXECUTE FUNCTION settle_destroyed();
CREATE TRIGGER reversal_guarded BEFORE INSERT ON public.stock_entry FOR EACH ROW WHEN ((new.reverses IS NOT NULL)) EXECUTE FUNCTION guard_reversal();
CREATE TRIGGER supplier_return_decided BEFORE INSERT ON public.stock_entry FOR EACH ROW WHEN ((new.kind = 'supplier_return'::text)) EXECUTE FUNCTION guard_supplier_entry();
alter table stock_entry enable row level security;
alter table stock_entry force row level security;
create policy tenant on stock_entry as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on stock_entry to bencao_app;

create table stock_ledger ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  ledger_no text not null,
  goods_class text not null,
  month date not null,
  version integer not null,
  lines jsonb not null default '[]'::jsonb,
  entries jsonb not null default '[]'::jsonb,
  opening numeric(18,4) not null default 0,
  brought numeric(18,4) not null default 0,
  taken numeric(18,4) not null default 0,
  closing numeric(18,4) not null default 0,
  reason text not null default ''::text,
  signed_by uuid not null,
  checked_by uuid not null,
  signed_at timestamp with time zone not null,
  constraint stock_ledger_pkey PRIMARY KEY (enterprise_id, id),
  constraint stock_ledger_enterprise_id_goods_class_month_version_key UNIQUE (enterprise_id, goods_class, month, version),
  constraint stock_ledger_enterprise_id_ledger_no_key UNIQUE (enterprise_id, ledger_no),
  constraint stock_ledger_again_explained CHECK (((version = 1) OR (reason <> ''::text))),
  constraint stock_ledger_by_two CHECK ((checked_by <> signed_by)),
  constraint stock_ledger_closes CHECK ((((opening + brought) - taken) = closing)),
  constraint stock_ledger_entries_check CHECK ((jsonb_typeof(entries) = 'array'::text)),
  constraint stock_ledger_goods_class_check CHECK ((goods_class = ANY (ARRAY['raw'::text, 'auxiliary'::text, 'bulk'::text, 'pack'::text, 'toxic'::text]))),
  constraint stock_ledger_lines_check CHECK ((jsonb_typeof(lines) = 'array'::text)),
  constraint stock_ledger_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint stock_ledger_version_check CHECK ((version > 0)),
  constraint stock_ledger_enterprise_id_checked_by_fkey FOREIGN KEY (enterprise_id, checked_by) REFERENCES account(enterprise_id, id),
  constraint stock_ledger_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint stock_ledger_enterprise_id_signed_by_fkey FOREIGN KEY (enterprise_id, signed_by) REFERENCES account(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.stock_ledger FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER filled BEFORE INSERT ON public.stock_ledger FOR EACH ROW EXECUTE FUNCTION fill_stock_ledger();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.stock_ledger FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE CONSTRAINT TRIGGER signed AFTER INSERT ON public.stock_ledger DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_ledger_signatures();
alter table stock_ledger enable row level security;
alter table stock_ledger force row level security;
create policy tenant on stock_ledger as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on stock_ledger to bencao_app;

create table stock_transfer ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  transfer_no text not null,
  lot_id uuid not null,
  from_place_id uuid not null,
  to_place_id uuid not null,
  quantity numeric(14,4) not null,
  reason text not null,
  moved_by uuid not null,
  moved_at timestamp with time zone not null default now(),
  checked_by uuid,
  constraint stock_transfer_pkey PRIMARY KEY (enterprise_id, id),
  constraint stock_transfer_enterprise_id_transfer_no_key UNIQUE (enterprise_id, transfer_no),
  constraint stock_transfer_by_two CHECK ((checked_by <> moved_by)),
  constraint stock_transfer_check CHECK ((from_place_id <> to_place_id)),
  constraint stock_transfer_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint stock_transfer_reason_check CHECK ((reason <> ''::text)),
  constraint stock_transfer_enterprise_id_checked_by_fkey FOREIGN KEY (enterprise_id, checked_by) REFERENCES account(enterprise_id, id),
  constraint stock_transfer_enterprise_id_from_place_id_fkey FOREIGN KEY (enterprise_id, from_place_id) REFERENCES place(enterprise_id, id),
  constraint stock_transfer_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint stock_transfer_enterprise_id_moved_by_fkey FOREIGN KEY (enterprise_id, moved_by) REFERENCES account(enterprise_id, id),
  constraint stock_transfer_enterprise_id_to_place_id_fkey FOREIGN KEY (enterprise_id, to_place_id) REFERENCES place(enterprise_id, id)
);
CREATE INDEX stock_transfer_by_lot ON public.stock_transfer USING btree (enterprise_id, lot_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.stock_transfer FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.stock_transfer FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE TRIGGER toxic_by_two BEFORE INSERT ON public.stock_transfer FOR EACH ROW WHEN ((new.checked_by IS NULL)) EXECUTE FUNCTION guard_toxic_transfer();
alter table stock_transfer enable row level security;
alter table stock_transfer force row level security;
create policy tenant on stock_transfer as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on stock_transfer to bencao_app;

create table stocktake ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  count_no text not null,
  scope text not null,
  subject text not null,
  state text not null,
  planned_by uuid not null,
  planned_at timestamp with time zone not null,
  settled_by uuid,
  approver_id uuid,
  settled_at timestamp with time zone,
  cancelled_by uuid,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  row_version integer not null default 1,
  constraint stocktake_pkey PRIMARY KEY (enterprise_id, id),
  constraint stocktake_enterprise_id_count_no_key UNIQUE (enterprise_id, count_no),
  constraint stocktake_by_two CHECK ((approver_id <> settled_by)),
  constraint stocktake_cancel_reason_check CHECK ((cancel_reason <> ''::text)),
  constraint stocktake_check CHECK (((num_nulls(settled_by, approver_id, settled_at) = ANY (ARRAY[0, 3])) AND ((state = 'settled'::text) = (settled_at IS NOT NULL)))),
  constraint stocktake_check1 CHECK (((num_nulls(cancelled_by, cancelled_at, cancel_reason) = ANY (ARRAY[0, 3])) AND ((state = 'cancelled'::text) = (cancelled_at IS NOT NULL)))),
  constraint stocktake_scope_check CHECK ((scope = ANY (ARRAY['room'::text, 'herb'::text, 'class'::text, 'cycle'::text]))),
  constraint stocktake_state_check CHECK ((state = ANY (ARRAY['counting'::text, 'settled'::text, 'cancelled'::text]))),
  constraint stocktake_subject_check CHECK ((subject <> ''::text)),
  constraint stocktake_enterprise_id_approver_id_fkey FOREIGN KEY (enterprise_id, approver_id) REFERENCES account(enterprise_id, id),
  constraint stocktake_enterprise_id_cancelled_by_fkey FOREIGN KEY (enterprise_id, cancelled_by) REFERENCES account(enterprise_id, id),
  constraint stocktake_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint stocktake_enterprise_id_planned_by_fkey FOREIGN KEY (enterprise_id, planned_by) REFERENCES account(enterprise_id, id),
  constraint stocktake_enterprise_id_settled_by_fkey FOREIGN KEY (enterprise_id, settled_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX stocktake_by_time ON public.stocktake USING btree (enterprise_id, planned_at, id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.stocktake FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE UPDATE ON public.stocktake FOR EACH ROW EXECUTE FUNCTION guard_stocktake();
CREATE TRIGGER messages_settled AFTER UPDATE ON public.stocktake FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE CONSTRAINT TRIGGER signed AFTER UPDATE ON public.stocktake DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = 'settled'::text))) EXECUTE FUNCTION guard_stocktake_signatures();
CREATE TRIGGER versioned BEFORE UPDATE ON public.stocktake FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.stocktake FOR EACH ROW EXECUTE FUNCTION keep_waiting_stocktake();
alter table stocktake enable row level security;
alter table stocktake force row level security;
create policy tenant on stocktake as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on stocktake to bencao_app;

create table stocktake_code ( -- owned by bencao_owner
  enterprise_id uuid not null,
  tally_id uuid not null,
  range_id uuid not null,
  first_index bigint not null,
  last_index bigint not null,
  constraint stocktake_code_pkey PRIMARY KEY (enterprise_id, tally_id, range_id, first_index),
  constraint stocktake_code_check CHECK ((last_index >= first_index)),
  constraint stocktake_code_enterprise_id_range_id_fkey FOREIGN KEY (enterprise_id, range_id) REFERENCES code_range(enterprise_id, id),
  constraint stocktake_code_enterprise_id_tally_id_fkey FOREIGN KEY (enterprise_id, tally_id) REFERENCES stocktake_tally(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.stocktake_code FOR EACH ROW EXECUTE FUNCTION write_audit_digest('tally_id', 'range_id', 'first_index');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.stocktake_code FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table stocktake_code enable row level security;
alter table stocktake_code force row level security;
create policy tenant on stocktake_code as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on stocktake_code to bencao_app;

create table stocktake_decision ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  line_id uuid not null,
  round integer not null,
  remedy text not null,
  cause text not null,
  note text not null,
  decided_by uuid not null,
  approved_by uuid not null,
  decided_at timestamp with time zone not null,
  constraint stocktake_decision_pkey PRIMARY KEY (enterprise_id, id),
  constraint stocktake_decision_enterprise_id_line_id_round_key UNIQUE (enterprise_id, line_id, round),
  constraint stocktake_decision_by_two CHECK ((approved_by <> decided_by)),
  constraint stocktake_decision_cause_check CHECK ((cause = ANY (ARRAY['moisture'::text, 'scale'::text, 'handling'::text, 'damage'::text, 'unknown'::text]))),
  constraint stocktake_decision_note_check CHECK ((note <> ''::text)),
  constraint stocktake_decision_remedy_check CHECK ((remedy = ANY (ARRAY['adjust'::text, 'recount'::text]))),
  constraint stocktake_decision_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint stocktake_decision_enterprise_id_decided_by_fkey FOREIGN KEY (enterprise_id, decided_by) REFERENCES account(enterprise_id, id),
  constraint stocktake_decision_enterprise_id_line_id_round_fkey FOREIGN KEY (enterprise_id, line_id, round) REFERENCES stocktake_tally(enterprise_id, line_id, round)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.stocktake_decision FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.stocktake_decision FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE CONSTRAINT TRIGGER signed AFTER INSERT ON public.stocktake_decision DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_stocktake_decision();
alter table stocktake_decision enable row level security;
alter table stocktake_decision force row level security;
create policy tenant on stocktake_decision as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on stocktake_decision to bencao_app;

create table stocktake_line ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  stocktake_id uuid not null,
  lot_id uuid not null,
  place_id uuid not null,
  state text not null,
  difference numeric(14,4),
  packs_apart integer,
  cause text,
  note text,
  hold_id uuid,
  constraint stocktake_line_pkey PRIMARY KEY (enterprise_id, id),
  constraint stocktake_line_enterprise_id_stocktake_id_lot_id_place_id_key UNIQUE (enterprise_id, stocktake_id, lot_id, place_id),
  constraint stocktake_line_cause_check CHECK ((cause = ANY (ARRAY['moisture'::text, 'scale'::text, 'handling'::text, 'damage'::text, 'unknown'::text]))),
  constraint stocktake_line_check CHECK (((state <> 'beyond'::text) OR (hold_id IS NOT NULL))),
  constraint stocktake_line_check1 CHECK (((state <> ALL (ARRAY['even'::text, 'within'::text, 'beyond'::text, 'adjusted'::text])) OR (difference IS NOT NULL))),
  constraint stocktake_line_note_check CHECK ((note <> ''::text)),
  constraint stocktake_line_state_check CHECK ((state = ANY (ARRAY['open'::text, 'recount'::text, 'even'::text, 'within'::text, 'beyond'::text, 'adjusted'::text, 'ended'::text]))),
  constraint stocktake_line_enterprise_id_hold_id_fkey FOREIGN KEY (enterprise_id, hold_id) REFERENCES hold(enterprise_id, id),
  constraint stocktake_line_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint stocktake_line_enterprise_id_place_id_fkey FOREIGN KEY (enterprise_id, place_id) REFERENCES place(enterprise_id, id),
  constraint stocktake_line_enterprise_id_stocktake_id_fkey FOREIGN KEY (enterprise_id, stocktake_id) REFERENCES stocktake(enterprise_id, id)
);
CREATE INDEX stocktake_line_by_hold ON public.stocktake_line USING btree (enterprise_id, hold_id) WHERE (hold_id IS NOT NULL);
CREATE UNIQUE INDEX stocktake_line_open ON public.stocktake_line USING btree (enterprise_id, lot_id, place_id) WHERE (state = ANY (ARRAY['open'::text, 'recount'::text, 'even'::text, 'within'::text, 'beyond'::text]));
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.stocktake_line FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE UPDATE ON public.stocktake_line FOR EACH ROW EXECUTE FUNCTION guard_stocktake_line();
CREATE TRIGGER messages_settled AFTER UPDATE ON public.stocktake_line FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
alter table stocktake_line enable row level security;
alter table stocktake_line force row level security;
create policy tenant on stocktake_line as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on stocktake_line to bencao_app;

create table stocktake_tally ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  line_id uuid not null,
  round integer not null,
  counted numeric(14,4) not null,
  book numeric(14,4) not null,
  counted_by uuid not null,
  second_id uuid,
  counted_at timestamp with time zone not null,
  constraint stocktake_tally_pkey PRIMARY KEY (enterprise_id, id),
  constraint stocktake_tally_enterprise_id_line_id_round_key UNIQUE (enterprise_id, line_id, round),
  constraint stocktake_second_is_other CHECK ((second_id <> counted_by)),
  constraint stocktake_tally_book_check CHECK ((book >= (0)::numeric)),
  constraint stocktake_tally_counted_check CHECK ((counted >= (0)::numeric)),
  constraint stocktake_tally_round_check CHECK ((round > 0)),
  constraint stocktake_tally_enterprise_id_counted_by_fkey FOREIGN KEY (enterprise_id, counted_by) REFERENCES account(enterprise_id, id),
  constraint stocktake_tally_enterprise_id_line_id_fkey FOREIGN KEY (enterprise_id, line_id) REFERENCES stocktake_line(enterprise_id, id),
  constraint stocktake_tally_enterprise_id_second_id_fkey FOREIGN KEY (enterprise_id, second_id) REFERENCES account(enterprise_id, id)
);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.stocktake_tally FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER guarded BEFORE INSERT ON public.stocktake_tally FOR EACH ROW EXECUTE FUNCTION guard_stocktake_tally();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.stocktake_tally FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table stocktake_tally enable row level security;
alter table stocktake_tally force row level security;
create policy tenant on stocktake_tally as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on stocktake_tally to bencao_app;

create table stored_file ( -- owned by bencao_owner
  enterprise_id uuid not null,
  digest text not null,
  media_type text not null,
  size integer not null,
  stored_at timestamp with time zone not null default now(),
  is_used boolean not null default false,
  constraint stored_file_pkey PRIMARY KEY (enterprise_id, digest),
  constraint stored_file_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
  constraint stored_file_media_type_check CHECK ((media_type <> ''::text)),
  constraint stored_file_size_check CHECK (((size >= 1) AND (size <= 20971520))),
  constraint stored_file_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE INDEX stored_file_by_digest ON public.stored_file USING btree (digest);
CREATE INDEX stored_file_unused ON public.stored_file USING btree (stored_at) WHERE (NOT is_used);
CREATE TRIGGER witnessed AFTER INSERT OR DELETE OR UPDATE ON public.stored_file FOR EACH ROW EXECUTE FUNCTION write_witness('digest', 'media_type', 'size');
alter table stored_file enable row level security;
alter table stored_file force row level security;
create policy caretaker on stored_file as permissive for all to bencao_owner using true with check true;
create policy tenant on stored_file as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on stored_file to bencao_app;

create table supplier ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  code text not null,
  name text not null,
  initials text not null default ''::text,
  kind text not null,
  credit_code text,
  address text not null default ''::text,
  contact text not null default ''::text,
  phone text not null default ''::text,
  categories text[] not null,
  state text not null default 'candidate'::text,
  audited_on date,
  valid_until date,
  row_version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  legal_person text not null default ''::text,
  province text not null default ''::text,
  latitude numeric(9,6),
  longitude numeric(9,6),
  remark text not null default ''::text,
  state_reason text not null default ''::text,
  created_by uuid,
  qualified_by uuid,
  qualified_at timestamp with time zone,
  constraint supplier_pkey PRIMARY KEY (enterprise_id, id),
  constraint supplier_enterprise_id_code_key UNIQUE (enterprise_id, code),
  constraint supplier_audited_before_end CHECK ((valid_until >= audited_on)),
  constraint supplier_author_qualifies CHECK ((qualified_by <> created_by)),
  constraint supplier_check CHECK (((state <> 'qualified'::text) OR ((audited_on IS NOT NULL) AND (valid_until IS NOT NULL)))),
  constraint supplier_check1 CHECK (((qualified_by IS NULL) = (qualified_at IS NULL))),
  constraint supplier_credit_code_check CHECK ((credit_code ~ '^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$'::text)),
  constraint supplier_latitude_check CHECK (((latitude >= ('-90'::integer)::numeric) AND (latitude <= (90)::numeric))),
  constraint supplier_longitude_check CHECK (((longitude >= ('-180'::integer)::numeric) AND (longitude <= (180)::numeric))),
  constraint supplier_name_check CHECK ((name <> ''::text)),
  constraint supplier_state_check CHECK ((state = ANY (ARRAY['candidate'::text, 'qualified'::text, 'stopped'::text, 'suspended'::text, 'removed'::text]))),
  constraint supplier_enterprise_id_created_by_fkey FOREIGN KEY (enterprise_id, created_by) REFERENCES account(enterprise_id, id),
  constraint supplier_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint supplier_enterprise_id_qualified_by_fkey FOREIGN KEY (enterprise_id, qualified_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX supplier_by_code_number ON public.supplier USING btree (enterprise_id, (("substring"(code, '^S(\d{1,6})$'::text))::integer) DESC NULLS LAST);
CREATE INDEX supplier_by_end ON public.supplier USING btree (enterprise_id, valid_until) WHERE ((state <> 'removed'::text) AND (valid_until IS NOT NULL));
CREATE INDEX supplier_by_name ON public.supplier USING btree (enterprise_id, name);
CREATE UNIQUE INDEX supplier_credit_code_once ON public.supplier USING btree (enterprise_id, credit_code) WHERE (state <> 'removed'::text);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.supplier FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER judged_kept BEFORE UPDATE ON public.supplier FOR EACH ROW WHEN (((((new.name IS DISTINCT FROM old.name) OR (new.kind IS DISTINCT FROM old.kind)) OR (new.credit_code IS DISTINCT FROM old.credit_code)) OR (NOT (new.categories <@ old.categories)))) EXECUTE FUNCTION keep_judged_supplier();
CREATE TRIGGER messages_settled AFTER UPDATE ON public.supplier FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE TRIGGER renewal_settled AFTER UPDATE ON public.supplier FOR EACH ROW WHEN (((old.valid_until IS DISTINCT FROM new.valid_until) OR ((new.state = 'removed'::text) AND (old.state <> 'removed'::text)))) EXECUTE FUNCTION settle_renewal();
CREATE TRIGGER state_guarded BEFORE INSERT OR UPDATE ON public.supplier FOR EACH ROW EXECUTE FUNCTION guard_supplier_state();
CREATE TRIGGER versioned BEFORE UPDATE ON public.supplier FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.supplier FOR EACH ROW EXECUTE FUNCTION keep_waiting_supplier();
alter table supplier enable row level security;
alter table supplier force row level security;
create policy tenant on supplier as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on supplier to bencao_app;

create table supplier_audit ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  supplier_id uuid not null,
  kind text not null,
  audited_on date not null,
  auditors text not null,
  result text not null,
  valid_until date,
  findings text not null default ''::text,
  corrective_actions text not null default ''::text,
  recorded_by uuid not null,
  recorded_at timestamp with time zone not null default now(),
  constraint supplier_audit_pkey PRIMARY KEY (enterprise_id, id),
  constraint supplier_audit_auditors_check CHECK ((auditors <> ''::text)),
  constraint supplier_audit_check CHECK (((valid_until IS NULL) = (result = 'failed'::text))),
  constraint supplier_audit_check1 CHECK ((valid_until > audited_on)),
  constraint supplier_audit_check2 CHECK (((result <> 'conditional'::text) OR (corrective_actions <> ''::text))),
  constraint supplier_audit_kind_check CHECK ((kind = ANY (ARRAY['first'::text, 'periodic'::text, 'for_cause'::text]))),
  constraint supplier_audit_result_check CHECK ((result = ANY (ARRAY['passed'::text, 'conditional'::text, 'failed'::text]))),
  constraint supplier_audit_enterprise_id_recorded_by_fkey FOREIGN KEY (enterprise_id, recorded_by) REFERENCES account(enterprise_id, id),
  constraint supplier_audit_enterprise_id_supplier_id_fkey FOREIGN KEY (enterprise_id, supplier_id) REFERENCES supplier(enterprise_id, id)
);
CREATE INDEX supplier_audit_by_supplier ON public.supplier_audit USING btree (enterprise_id, supplier_id, audited_on DESC);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.supplier_audit FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.supplier_audit FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table supplier_audit enable row level security;
alter table supplier_audit force row level security;
create policy tenant on supplier_audit as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on supplier_audit to bencao_app;

create table supplier_material ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  supplier_id uuid not null,
  material_id uuid not null,
  province text not null default ''::text,
  city text not null default ''::text,
  county text not null default ''::text,
  constraint supplier_material_pkey PRIMARY KEY (enterprise_id, id),
  constraint supplier_material_enterprise_id_supplier_id_material_id_pro_key UNIQUE (enterprise_id, supplier_id, material_id, province, city, county),
  constraint supplier_material_check CHECK (((province <> ''::text) OR (city = ''::text))),
  constraint supplier_material_check1 CHECK (((city <> ''::text) OR (county = ''::text))),
  constraint supplier_material_enterprise_id_material_id_fkey FOREIGN KEY (enterprise_id, material_id) REFERENCES material(enterprise_id, id),
  constraint supplier_material_enterprise_id_supplier_id_fkey FOREIGN KEY (enterprise_id, supplier_id) REFERENCES supplier(enterprise_id, id)
);
CREATE INDEX supplier_material_by_material ON public.supplier_material USING btree (enterprise_id, material_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.supplier_material FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER scope_guarded BEFORE INSERT OR UPDATE ON public.supplier_material FOR EACH ROW EXECUTE FUNCTION guard_supplier_scope();
alter table supplier_material enable row level security;
alter table supplier_material force row level security;
create policy tenant on supplier_material as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant delete, insert, select, update on supplier_material to bencao_app;

create table supplier_number ( -- owned by bencao_owner
  enterprise_id uuid not null,
  supplier_id uuid not null,
  paper text not null,
  number text not null,
  record_id uuid not null,
  constraint supplier_number_pkey PRIMARY KEY (enterprise_id, supplier_id, paper, number, record_id),
  constraint supplier_number_paper_check CHECK ((paper = ANY (ARRAY['note'::text, 'lot'::text]))),
  constraint supplier_number_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint supplier_number_enterprise_id_supplier_id_fkey FOREIGN KEY (enterprise_id, supplier_id) REFERENCES supplier(enterprise_id, id)
);
alter table supplier_number enable row level security;
alter table supplier_number force row level security;
create policy tenant on supplier_number as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant select on supplier_number to bencao_app;

create view supplier_numbers with (security_invoker=true) as
 SELECT r.enterprise_id,
    o.supplier_id,
    'note'::text AS paper,
    same_number(r.delivery_note_no) AS number,
    r.id AS record_id
   FROM receipt r
     JOIN purchase_order o ON o.enterprise_id = r.enterprise_id AND o.id = r.order_id
  WHERE r.lot_count > 0
UNION ALL
 SELECT l.enterprise_id,
    l.supplier_id,
    'lot'::text AS paper,
    same_number(l.supplier_lot_no) AS number,
    l.id AS record_id
   FROM raw_lot l;

create table supplier_return ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  return_no text not null,
  lot_id uuid not null,
  supplier_id uuid not null,
  place_id uuid not null,
  quantity numeric(14,4) not null,
  reason text not null,
  state text not null,
  proposed_by uuid not null,
  proposed_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  opinion text,
  ended_by uuid,
  ended_at timestamp with time zone,
  end_reason text,
  weighed numeric(14,4),
  missing numeric(14,4),
  sent_by uuid,
  checked_by uuid,
  sent_at timestamp with time zone,
  carrier text,
  confirmed_by uuid,
  confirmed_at timestamp with time zone,
  confirmed_on date,
  confirmed_quantity numeric(14,4),
  confirmed_person text,
  confirmation_no text,
  difference_reason text,
  unconfirmed_by uuid,
  unconfirmed_at timestamp with time zone,
  unconfirm_reason text,
  back_by uuid,
  back_checked_by uuid,
  back_at timestamp with time zone,
  back_place_id uuid,
  back_weight numeric(14,4),
  back_reason text,
  row_version integer not null default 1,
  constraint supplier_return_pkey PRIMARY KEY (enterprise_id, id),
  constraint supplier_return_enterprise_id_return_no_key UNIQUE (enterprise_id, return_no),
  constraint supplier_return_back_reason_check CHECK ((back_reason <> ''::text)),
  constraint supplier_return_back_weight_check CHECK ((back_weight >= (0)::numeric)),
  constraint supplier_return_by_two CHECK ((decided_by <> proposed_by)),
  constraint supplier_return_carrier_check CHECK ((carrier <> ''::text)),
  constraint supplier_return_check CHECK ((num_nulls(decided_by, decided_at, opinion) = ANY (ARRAY[0, 3]))),
  constraint supplier_return_check1 CHECK (((num_nulls(ended_by, ended_at, end_reason) = ANY (ARRAY[0, 3])) AND ((state = ANY (ARRAY['cancelled'::text, 'declined'::text])) = (ended_at IS NOT NULL)))),
  constraint supplier_return_check2 CHECK (((num_nulls(sent_by, checked_by, sent_at, carrier, weighed, missing) = ANY (ARRAY[0, 6])) AND ((state = ANY (ARRAY['sent'::text, 'confirmed'::text, 'back'::text])) = (sent_at IS NOT NULL)))),
  constraint supplier_return_check3 CHECK (((num_nulls(confirmed_by, confirmed_at, confirmed_on, confirmed_quantity, confirmed_person, confirmation_no, difference_reason) = ANY (ARRAY[0, 7])) AND ((state = 'confirmed'::text) = (confirmed_at IS NOT NULL)))),
  constraint supplier_return_check4 CHECK ((num_nulls(unconfirmed_by, unconfirmed_at, unconfirm_reason) = ANY (ARRAY[0, 3]))),
  constraint supplier_return_check5 CHECK (((num_nulls(back_by, back_checked_by, back_at, back_weight, back_reason) = ANY (ARRAY[0, 5])) AND ((state = 'back'::text) = (back_at IS NOT NULL)) AND ((back_place_id IS NOT NULL) = COALESCE((back_weight > (0)::numeric), false)))),
  constraint supplier_return_check6 CHECK (((state <> ALL (ARRAY['approved'::text, 'refused'::text, 'sent'::text, 'confirmed'::text, 'back'::text])) OR (decided_at IS NOT NULL))),
  constraint supplier_return_check7 CHECK (((state <> 'proposed'::text) OR (decided_at IS NULL))),
  constraint supplier_return_checked_by_other CHECK (((checked_by <> sent_by) AND (back_checked_by <> back_by))),
  constraint supplier_return_confirmed_person_check CHECK ((confirmed_person <> ''::text)),
  constraint supplier_return_confirmed_quantity_check CHECK ((confirmed_quantity > (0)::numeric)),
  constraint supplier_return_end_reason_check CHECK ((end_reason <> ''::text)),
  constraint supplier_return_missing_check CHECK ((missing >= (0)::numeric)),
  constraint supplier_return_opinion_check CHECK ((opinion <> ''::text)),
  constraint supplier_return_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint supplier_return_reason_check CHECK ((reason <> ''::text)),
  constraint supplier_return_sent_by_other CHECK (((sent_by <> decided_by) AND (checked_by <> decided_by))),
  constraint supplier_return_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'refused'::text, 'cancelled'::text, 'declined'::text, 'sent'::text, 'confirmed'::text, 'back'::text]))),
  constraint supplier_return_unconfirm_reason_check CHECK ((unconfirm_reason <> ''::text)),
  constraint supplier_return_weighed_check CHECK ((weighed > (0)::numeric)),
  constraint supplier_return_enterprise_id_back_by_fkey FOREIGN KEY (enterprise_id, back_by) REFERENCES account(enterprise_id, id),
  constraint supplier_return_enterprise_id_back_checked_by_fkey FOREIGN KEY (enterprise_id, back_checked_by) REFERENCES account(enterprise_id, id),
  constraint supplier_return_enterprise_id_back_place_id_fkey FOREIGN KEY (enterprise_id, back_place_id) REFERENCES place(enterprise_id, id),
  constraint supplier_return_enterprise_id_checked_by_fkey FOREIGN KEY (enterprise_id, checked_by) REFERENCES account(enterprise_id, id),
  constraint supplier_return_enterprise_id_confirmed_by_fkey FOREIGN KEY (enterprise_id, confirmed_by) REFERENCES account(enterprise_id, id),
  constraint supplier_return_enterprise_id_decided_by_fkey FOREIGN KEY (enterprise_id, decided_by) REFERENCES account(enterprise_id, id),
  constraint supplier_return_enterprise_id_ended_by_fkey FOREIGN KEY (enterprise_id, ended_by) REFERENCES account(enterprise_id, id),
  constraint supplier_return_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint supplier_return_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id),
  constraint supplier_return_enterprise_id_place_id_fkey FOREIGN KEY (enterprise_id, place_id) REFERENCES place(enterprise_id, id),
  constraint supplier_return_enterprise_id_proposed_by_fkey FOREIGN KEY (enterprise_id, proposed_by) REFERENCES account(enterprise_id, id),
  constraint supplier_return_enterprise_id_sent_by_fkey FOREIGN KEY (enterprise_id, sent_by) REFERENCES account(enterprise_id, id),
  constraint supplier_return_enterprise_id_supplier_id_fkey FOREIGN KEY (enterprise_id, supplier_id) REFERENCES supplier(enterprise_id, id),
  constraint supplier_return_enterprise_id_unconfirmed_by_fkey FOREIGN KEY (enterprise_id, unconfirmed_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX supplier_return_by_state ON public.supplier_return USING btree (enterprise_id, state, proposed_at);
CREATE INDEX supplier_return_by_supplier ON public.supplier_return USING btree (enterprise_id, supplier_id, proposed_at);
CREATE INDEX supplier_return_by_time ON public.supplier_return USING btree (enterprise_id, proposed_at, id);
CREATE UNIQUE INDEX supplier_return_open ON public.supplier_return USING btree (enterprise_id, lot_id, place_id) WHERE (state = ANY (ARRAY['proposed'::text, 'approved'::text]));
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.supplier_return FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE INSERT OR UPDATE ON public.supplier_return FOR EACH ROW EXECUTE FUNCTION guard_supplier_return();
CREATE CONSTRAINT TRIGGER matched AFTER UPDATE ON public.supplier_return DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = ANY (ARRAY['sent'::text, 'confirmed'::text, 'back'::text])))) EXECUTE FUNCTION match_supplier_return();
CREATE TRIGGER messages_settled AFTER UPDATE ON public.supplier_return FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION settle_left_state();
CREATE CONSTRAINT TRIGGER signed AFTER UPDATE ON public.supplier_return DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = ANY (ARRAY['approved'::text, 'refused'::text, 'sent'::text, 'back'::text])))) EXECUTE FUNCTION guard_supplier_return_signatures();
CREATE TRIGGER versioned BEFORE UPDATE ON public.supplier_return FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.supplier_return FOR EACH ROW EXECUTE FUNCTION keep_waiting_supplier_return();
alter table supplier_return enable row level security;
alter table supplier_return force row level security;
create policy tenant on supplier_return as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on supplier_return to bencao_app;

create table supplier_scope_change ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  supplier_id uuid not null,
  added jsonb not null,
  reason text not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null default now(),
  approved_by uuid,
  row_version integer not null default 1,
  constraint supplier_scope_change_pkey PRIMARY KEY (enterprise_id, id),
  constraint supplier_scope_by_two CHECK ((approved_by <> changed_by)),
  constraint supplier_scope_change_added_check CHECK ((jsonb_typeof(added) = 'array'::text)),
  constraint supplier_scope_change_reason_check CHECK ((reason <> ''::text)),
  constraint supplier_scope_change_enterprise_id_approved_by_fkey FOREIGN KEY (enterprise_id, approved_by) REFERENCES account(enterprise_id, id),
  constraint supplier_scope_change_enterprise_id_changed_by_fkey FOREIGN KEY (enterprise_id, changed_by) REFERENCES account(enterprise_id, id),
  constraint supplier_scope_change_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint supplier_scope_change_enterprise_id_supplier_id_fkey FOREIGN KEY (enterprise_id, supplier_id) REFERENCES supplier(enterprise_id, id)
);
CREATE INDEX supplier_scope_change_by_supplier ON public.supplier_scope_change USING btree (enterprise_id, supplier_id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.supplier_scope_change FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER kept BEFORE INSERT OR DELETE OR UPDATE ON public.supplier_scope_change FOR EACH ROW EXECUTE FUNCTION keep_supplier_scope_change();
CREATE TRIGGER versioned BEFORE UPDATE ON public.supplier_scope_change FOR EACH ROW EXECUTE FUNCTION count_version();
alter table supplier_scope_change enable row level security;
alter table supplier_scope_change force row level security;
create policy tenant on supplier_scope_change as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on supplier_scope_change to bencao_app;

create table supplier_stop ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  supplier_id uuid not null,
  cause text not null,
  reason text not null,
  placed_by uuid not null,
  placed_at timestamp with time zone not null default now(),
  ended_as text,
  conclusion text,
  ended_by uuid,
  ended_at timestamp with time zone,
  row_version integer not null default 1,
  constraint supplier_stop_pkey PRIMARY KEY (enterprise_id, id),
  constraint supplier_stop_by_two CHECK ((ended_by <> placed_by)),
  constraint supplier_stop_cause_check CHECK ((cause = ANY (ARRAY['urgent'::text, 'audit'::text, 'edit'::text]))),
  constraint supplier_stop_check CHECK ((((ended_as IS NULL) = (ended_at IS NULL)) AND ((ended_at IS NULL) = (ended_by IS NULL)) AND ((ended_at IS NULL) = (conclusion IS NULL)))),
  constraint supplier_stop_conclusion_check CHECK ((conclusion <> ''::text)),
  constraint supplier_stop_ended_as_check CHECK ((ended_as = ANY (ARRAY['confirmed'::text, 'lifted'::text]))),
  constraint supplier_stop_reason_check CHECK ((reason <> ''::text)),
  constraint supplier_stop_enterprise_id_ended_by_fkey FOREIGN KEY (enterprise_id, ended_by) REFERENCES account(enterprise_id, id),
  constraint supplier_stop_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint supplier_stop_enterprise_id_placed_by_fkey FOREIGN KEY (enterprise_id, placed_by) REFERENCES account(enterprise_id, id),
  constraint supplier_stop_enterprise_id_supplier_id_fkey FOREIGN KEY (enterprise_id, supplier_id) REFERENCES supplier(enterprise_id, id)
);
CREATE INDEX supplier_stop_by_supplier ON public.supplier_stop USING btree (enterprise_id, supplier_id);
CREATE UNIQUE INDEX supplier_stop_open ON public.supplier_stop USING btree (enterprise_id, supplier_id) WHERE (ended_at IS NULL);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.supplier_stop FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER kept BEFORE INSERT OR DELETE OR UPDATE ON public.supplier_stop FOR EACH ROW EXECUTE FUNCTION keep_supplier_stop();
CREATE TRIGGER versioned BEFORE UPDATE ON public.supplier_stop FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF ended_at ON public.supplier_stop FOR EACH ROW EXECUTE FUNCTION keep_waiting_supplier('supplier_id');
alter table supplier_stop enable row level security;
alter table supplier_stop force row level security;
create policy tenant on supplier_stop as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on supplier_stop to bencao_app;

create table test_record ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  inspection_id uuid not null,
  revision integer not null,
  state text not null default 'submitted'::text,
  results jsonb not null,
  verdict text not null,
  analyst_ids uuid[] not null,
  submitted_by uuid not null,
  submitted_at timestamp with time zone not null default now(),
  reviewed_by uuid,
  reviewed_at timestamp with time zone,
  returned_by uuid,
  returned_at timestamp with time zone,
  return_reason text,
  row_version integer not null default 1,
  constraint test_record_pkey PRIMARY KEY (enterprise_id, id),
  constraint test_record_enterprise_id_id_analyst_ids_key UNIQUE (enterprise_id, id, analyst_ids),
  constraint test_record_enterprise_id_inspection_id_revision_key UNIQUE (enterprise_id, inspection_id, revision),
  constraint analyst_reviews CHECK ((reviewed_by <> ALL (analyst_ids))),
  constraint test_record_check CHECK ((submitted_by = ANY (analyst_ids))),
  constraint test_record_check1 CHECK (((reviewed_by IS NULL) = (reviewed_at IS NULL))),
  constraint test_record_check2 CHECK ((((state = 'returned'::text) = (return_reason IS NOT NULL)) AND ((returned_by IS NULL) = (return_reason IS NULL)) AND ((returned_at IS NULL) = (return_reason IS NULL)))),
  constraint test_record_results_check CHECK ((jsonb_typeof(results) = 'array'::text)),
  constraint test_record_return_reason_check CHECK ((return_reason <> ''::text)),
  constraint test_record_revision_check CHECK ((revision >= 1)),
  constraint test_record_state_check CHECK ((state = ANY (ARRAY['submitted'::text, 'reviewed'::text, 'returned'::text]))),
  constraint test_record_verdict_check CHECK ((verdict = ANY (ARRAY['PASS'::text, 'FAIL'::text]))),
  constraint test_record_enterprise_id_inspection_id_fkey FOREIGN KEY (enterprise_id, inspection_id) REFERENCES inspection(enterprise_id, id),
  constraint test_record_enterprise_id_returned_by_fkey FOREIGN KEY (enterprise_id, returned_by) REFERENCES account(enterprise_id, id),
  constraint test_record_enterprise_id_reviewed_by_fkey FOREIGN KEY (enterprise_id, reviewed_by) REFERENCES account(enterprise_id, id),
  constraint test_record_enterprise_id_submitted_by_fkey FOREIGN KEY (enterprise_id, submitted_by) REFERENCES account(enterprise_id, id)
);
CREATE UNIQUE INDEX one_standing_record ON public.test_record USING btree (enterprise_id, inspection_id) WHERE (state <> 'returned'::text);
CREATE INDEX test_record_failed ON public.test_record USING btree (enterprise_id, inspection_id) WHERE (verdict = 'FAIL'::text);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.test_record FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER basis_current BEFORE INSERT ON public.test_record FOR EACH ROW EXECUTE FUNCTION refuse_stale_basis();
CREATE TRIGGER inspector_is_other BEFORE INSERT ON public.test_record FOR EACH ROW EXECUTE FUNCTION guard_inspector();
CREATE TRIGGER values_settled BEFORE INSERT ON public.test_record FOR EACH ROW EXECUTE FUNCTION refuse_open_oos();
CREATE TRIGGER versioned BEFORE UPDATE ON public.test_record FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER waiting_kept AFTER INSERT OR UPDATE OF state ON public.test_record FOR EACH ROW EXECUTE FUNCTION keep_waiting_inspection('inspection_id');
CREATE TRIGGER waiting_of_lot_kept AFTER UPDATE OF state ON public.test_record FOR EACH ROW EXECUTE FUNCTION keep_waiting_of_lot();
alter table test_record enable row level security;
alter table test_record force row level security;
create policy tenant on test_record as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on test_record to bencao_app;

create table test_result ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  inspection_id uuid not null,
  standard_item_id uuid not null,
  revision integer not null,
  source text not null,
  individual text[] not null default '{}'::text[],
  words text not null default ''::text,
  reference_no text not null default ''::text,
  laboratory text not null default ''::text,
  instrument text not null default ''::text,
  verdict text not null,
  reason text not null,
  mean text,
  deviation text,
  out_of_trend boolean not null,
  near_limit boolean not null,
  correction text not null default ''::text,
  entered_by uuid not null,
  entered_at timestamp with time zone not null default now(),
  part text not null default 'first'::text,
  case_id uuid,
  raw jsonb,
  formula text,
  formula_version smallint,
  moisture_result_id uuid,
  constraint test_result_pkey PRIMARY KEY (enterprise_id, id),
  constraint test_result_enterprise_id_inspection_id_standard_item_id_re_key UNIQUE (enterprise_id, inspection_id, standard_item_id, revision),
  constraint test_result_by_case CHECK (((part = ANY (ARRAY['first'::text, 'recalculated'::text])) = (case_id IS NULL))),
  constraint test_result_calculated CHECK ((((raw IS NULL) = (formula IS NULL)) AND ((raw IS NULL) = (formula_version IS NULL)) AND ((moisture_result_id IS NULL) OR (formula = ANY (ARRAY['extractives'::text, 'assay_external'::text]))))),
  constraint test_result_check CHECK (((cardinality(individual) > 0) OR (words <> ''::text))),
  constraint test_result_check1 CHECK (((source = 'measured'::text) OR (reference_no <> ''::text))),
  constraint test_result_check2 CHECK (((revision = 1) OR (correction <> ''::text))),
  constraint test_result_each_parallel CHECK (((raw IS NULL) OR (jsonb_array_length(raw) = cardinality(individual)))),
  constraint test_result_formula_check CHECK ((formula = ANY (ARRAY['foreign_matter'::text, 'moisture_drying'::text, 'moisture_toluene'::text, 'total_ash'::text, 'acid_insoluble_ash'::text, 'extractives'::text, 'sulphur_dioxide'::text, 'volatile_oil'::text, 'assay_external'::text]))),
  constraint test_result_formula_version_check CHECK ((formula_version >= 1)),
  constraint test_result_part_check CHECK ((part = ANY (ARRAY['first'::text, 'repeat'::text, 'retest'::text, 'correction'::text, 'recalculated'::text]))),
  constraint test_result_raw_check CHECK ((jsonb_typeof(raw) = 'array'::text)),
  constraint test_result_revision_check CHECK ((revision >= 1)),
  constraint test_result_source_check CHECK ((source = ANY (ARRAY['measured'::text, 'quoted'::text, 'outsourced'::text]))),
  constraint test_result_verdict_check CHECK ((verdict = ANY (ARRAY['PASS'::text, 'FAIL'::text, 'INCONCLUSIVE'::text]))),
  constraint test_result_enterprise_id_case_id_fkey FOREIGN KEY (enterprise_id, case_id) REFERENCES oos_case(enterprise_id, id),
  constraint test_result_enterprise_id_entered_by_fkey FOREIGN KEY (enterprise_id, entered_by) REFERENCES account(enterprise_id, id),
  constraint test_result_enterprise_id_inspection_id_fkey FOREIGN KEY (enterprise_id, inspection_id) REFERENCES inspection(enterprise_id, id),
  constraint test_result_enterprise_id_moisture_result_id_fkey FOREIGN KEY (enterprise_id, moisture_result_id) REFERENCES test_result(enterprise_id, id),
  constraint test_result_enterprise_id_standard_item_id_fkey FOREIGN KEY (enterprise_id, standard_item_id) REFERENCES standard_item(enterprise_id, id)
);
CREATE INDEX test_result_beside_passed ON public.test_result USING btree (enterprise_id, verdict, entered_at, id) WHERE (verdict <> 'PASS'::text);
CREATE INDEX test_result_by_analyst ON public.test_result USING btree (enterprise_id, entered_by, entered_at, id);
CREATE INDEX test_result_by_item ON public.test_result USING btree (enterprise_id, standard_item_id, entered_at, id);
CREATE INDEX test_result_by_moisture ON public.test_result USING btree (enterprise_id, moisture_result_id) WHERE (moisture_result_id IS NOT NULL);
CREATE INDEX test_result_by_time ON public.test_result USING btree (enterprise_id, entered_at, id);
CREATE INDEX test_result_near_limit ON public.test_result USING btree (enterprise_id, entered_at, id) WHERE near_limit;
CREATE INDEX test_result_out_of_trend ON public.test_result USING btree (enterprise_id, entered_at, id) WHERE out_of_trend;
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.test_result FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER authorised BEFORE INSERT ON public.test_result FOR EACH ROW WHEN (((new.source = 'measured'::text) AND (new.part <> ALL (ARRAY['correction'::text, 'recalculated'::text])))) EXECUTE FUNCTION need_authorisation('entered_by', 'entered_at');
CREATE TRIGGER inspector_is_other BEFORE INSERT ON public.test_result FOR EACH ROW EXECUTE FUNCTION guard_inspector();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.test_result FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
CREATE CONSTRAINT TRIGGER means_required AFTER INSERT ON public.test_result DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_means();
CREATE TRIGGER quote_guarded BEFORE INSERT ON public.test_result FOR EACH ROW WHEN ((new.source = 'quoted'::text)) EXECUTE FUNCTION guard_quoted_result();
CREATE TRIGGER sample_received BEFORE INSERT ON public.test_result FOR EACH ROW WHEN (((new.source = 'measured'::text) AND (new.part = ANY (ARRAY['first'::text, 'repeat'::text, 'retest'::text])))) EXECUTE FUNCTION need_received_sample();
CREATE TRIGGER value_guarded BEFORE INSERT ON public.test_result FOR EACH ROW EXECUTE FUNCTION guard_test_result();
alter table test_result enable row level security;
alter table test_result force row level security;
create policy tenant on test_result as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on test_result to bencao_app;

create table throttle ( -- owned by bencao_owner
  key text not null,
  window_started_at timestamp with time zone not null default now(),
  hits integer not null default 1,
  constraint throttle_pkey PRIMARY KEY (key)
) with (fillfactor=50);

create table trace_event ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  lot_id uuid not null,
  kind text not null,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null default now(),
  place text not null default ''::text,
  by_id uuid not null,
  document_no text not null default ''::text,
  public_facts jsonb not null default '{}'::jsonb,
  private_facts jsonb not null default '{}'::jsonb,
  constraint trace_event_pkey PRIMARY KEY (enterprise_id, id),
  constraint trace_event_private_facts_check CHECK ((jsonb_typeof(private_facts) = 'object'::text)),
  constraint trace_event_public_facts_check CHECK ((jsonb_typeof(public_facts) = 'object'::text)),
  constraint trace_event_enterprise_id_by_id_fkey FOREIGN KEY (enterprise_id, by_id) REFERENCES account(enterprise_id, id),
  constraint trace_event_enterprise_id_lot_id_fkey FOREIGN KEY (enterprise_id, lot_id) REFERENCES lot(enterprise_id, id)
);
CREATE INDEX trace_event_by_document ON public.trace_event USING btree (enterprise_id, document_no) WHERE (document_no <> ''::text);
CREATE INDEX trace_event_by_lot ON public.trace_event USING btree (enterprise_id, lot_id, occurred_at, id);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.trace_event FOR EACH ROW EXECUTE FUNCTION write_audit_digest('id');
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.trace_event FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table trace_event enable row level security;
alter table trace_event force row level security;
create policy tenant on trace_event as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select on trace_event to bencao_app;

create table training ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id uuid not null default uuidv7(),
  person_id uuid not null,
  course text not null,
  held_on date not null,
  class_hours numeric(5,1) not null,
  trainer text not null,
  result text not null,
  remark text not null default ''::text,
  recorded_by uuid not null,
  recorded_at timestamp with time zone not null,
  voided_by uuid,
  voided_at timestamp with time zone,
  void_reason text,
  row_version integer not null default 1,
  constraint training_pkey PRIMARY KEY (enterprise_id, id),
  constraint training_enterprise_id_id_person_id_key UNIQUE (enterprise_id, id, person_id),
  constraint training_check CHECK ((num_nulls(voided_by, voided_at, void_reason) = ANY (ARRAY[0, 3]))),
  constraint training_class_hours_check CHECK (((class_hours > (0)::numeric) AND (class_hours <= (400)::numeric))),
  constraint training_course_check CHECK ((course <> ''::text)),
  constraint training_of_another CHECK ((recorded_by <> person_id)),
  constraint training_result_check CHECK ((result = ANY (ARRAY['passed'::text, 'failed'::text]))),
  constraint training_trainer_check CHECK ((trainer <> ''::text)),
  constraint training_void_reason_check CHECK ((void_reason <> ''::text)),
  constraint training_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint training_enterprise_id_person_id_fkey FOREIGN KEY (enterprise_id, person_id) REFERENCES account(enterprise_id, id),
  constraint training_enterprise_id_recorded_by_fkey FOREIGN KEY (enterprise_id, recorded_by) REFERENCES account(enterprise_id, id),
  constraint training_enterprise_id_voided_by_fkey FOREIGN KEY (enterprise_id, voided_by) REFERENCES account(enterprise_id, id)
);
CREATE INDEX training_by_day ON public.training USING btree (enterprise_id, held_on DESC, id);
CREATE INDEX training_by_person ON public.training USING btree (enterprise_id, person_id, held_on DESC);
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON public.training FOR EACH ROW EXECUTE FUNCTION write_audit('id');
CREATE TRIGGER guarded BEFORE DELETE OR UPDATE ON public.training FOR EACH ROW EXECUTE FUNCTION guard_training();
CREATE TRIGGER versioned BEFORE UPDATE ON public.training FOR EACH ROW EXECUTE FUNCTION count_version();
alter table training enable row level security;
alter table training force row level security;
create policy tenant on training as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant insert, select, update on training to bencao_app;

create table waiting ( -- owned by bencao_owner
  enterprise_id uuid not null,
  about uuid not null,
  life text not null,
  id uuid not null,
  state text not null,
  since timestamp with time zone not null,
  ends timestamp with time zone,
  due timestamp with time zone,
  standing jsonb,
  constraint waiting_pkey PRIMARY KEY (enterprise_id, about, life, id),
  constraint waiting_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
) with (fillfactor=80);
CREATE INDEX waiting_by_age ON public.waiting USING btree (enterprise_id, life, state, since, id);
CREATE INDEX waiting_by_due ON public.waiting USING btree (enterprise_id, life, state, due, id) WHERE (due IS NOT NULL);
alter table waiting enable row level security;
alter table waiting force row level security;
create policy tenant on waiting as permissive for all to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise)) with check (enterprise_id = current_enterprise());
grant select on waiting to bencao_app;

create view waits with (security_invoker=true) as
 SELECT waits_bought_lot.enterprise_id,
    waits_bought_lot.about,
    waits_bought_lot.life,
    waits_bought_lot.id,
    waits_bought_lot.state,
    waits_bought_lot.since,
    waits_bought_lot.ends,
    waits_bought_lot.standing
   FROM waits_bought_lot
UNION ALL
 SELECT waits_batch.enterprise_id,
    waits_batch.about,
    waits_batch.life,
    waits_batch.id,
    waits_batch.state,
    waits_batch.since,
    waits_batch.ends,
    waits_batch.standing
   FROM waits_batch
UNION ALL
 SELECT waits_pack_lot.enterprise_id,
    waits_pack_lot.about,
    waits_pack_lot.life,
    waits_pack_lot.id,
    waits_pack_lot.state,
    waits_pack_lot.since,
    waits_pack_lot.ends,
    waits_pack_lot.standing
   FROM waits_pack_lot
UNION ALL
 SELECT waits_purchase.enterprise_id,
    waits_purchase.about,
    waits_purchase.life,
    waits_purchase.id,
    waits_purchase.state,
    waits_purchase.since,
    waits_purchase.ends,
    waits_purchase.standing
   FROM waits_purchase
UNION ALL
 SELECT waits_inspection.enterprise_id,
    waits_inspection.about,
    waits_inspection.life,
    waits_inspection.id,
    waits_inspection.state,
    waits_inspection.since,
    waits_inspection.ends,
    waits_inspection.standing
   FROM waits_inspection
UNION ALL
 SELECT waits_production.enterprise_id,
    waits_production.about,
    waits_production.life,
    waits_production.id,
    waits_production.state,
    waits_production.since,
    waits_production.ends,
    waits_production.standing
   FROM waits_production
UNION ALL
 SELECT waits_packaging.enterprise_id,
    waits_packaging.about,
    waits_packaging.life,
    waits_packaging.id,
    waits_packaging.state,
    waits_packaging.since,
    waits_packaging.ends,
    waits_packaging.standing
   FROM waits_packaging
UNION ALL
 SELECT waits_sale.enterprise_id,
    waits_sale.about,
    waits_sale.life,
    waits_sale.id,
    waits_sale.state,
    waits_sale.since,
    waits_sale.ends,
    waits_sale.standing
   FROM waits_sale
UNION ALL
 SELECT waits_supplier.enterprise_id,
    waits_supplier.about,
    waits_supplier.life,
    waits_supplier.id,
    waits_supplier.state,
    waits_supplier.since,
    waits_supplier.ends,
    waits_supplier.standing
   FROM waits_supplier
UNION ALL
 SELECT waits_process.enterprise_id,
    waits_process.about,
    waits_process.life,
    waits_process.id,
    waits_process.state,
    waits_process.since,
    waits_process.ends,
    waits_process.standing
   FROM waits_process
UNION ALL
 SELECT waits_standard.enterprise_id,
    waits_standard.about,
    waits_standard.life,
    waits_standard.id,
    waits_standard.state,
    waits_standard.since,
    waits_standard.ends,
    waits_standard.standing
   FROM waits_standard
UNION ALL
 SELECT waits_correction.enterprise_id,
    waits_correction.about,
    waits_correction.life,
    waits_correction.id,
    waits_correction.state,
    waits_correction.since,
    waits_correction.ends,
    waits_correction.standing
   FROM waits_correction
UNION ALL
 SELECT waits_change.enterprise_id,
    waits_change.about,
    waits_change.life,
    waits_change.id,
    waits_change.state,
    waits_change.since,
    waits_change.ends,
    waits_change.standing
   FROM waits_change
UNION ALL
 SELECT waits_impact.enterprise_id,
    waits_impact.about,
    waits_impact.life,
    waits_impact.id,
    waits_impact.state,
    waits_impact.since,
    waits_impact.ends,
    waits_impact.standing
   FROM waits_impact
UNION ALL
 SELECT waits_oos.enterprise_id,
    waits_oos.about,
    waits_oos.life,
    waits_oos.id,
    waits_oos.state,
    waits_oos.since,
    waits_oos.ends,
    waits_oos.standing
   FROM waits_oos
UNION ALL
 SELECT waits_sample.enterprise_id,
    waits_sample.about,
    waits_sample.life,
    waits_sample.id,
    waits_sample.state,
    waits_sample.since,
    waits_sample.ends,
    waits_sample.standing
   FROM waits_sample
UNION ALL
 SELECT waits_stability_plan.enterprise_id,
    waits_stability_plan.about,
    waits_stability_plan.life,
    waits_stability_plan.id,
    waits_stability_plan.state,
    waits_stability_plan.since,
    waits_stability_plan.ends,
    waits_stability_plan.standing
   FROM waits_stability_plan
UNION ALL
 SELECT waits_stability_point.enterprise_id,
    waits_stability_point.about,
    waits_stability_point.life,
    waits_stability_point.id,
    waits_stability_point.state,
    waits_stability_point.since,
    waits_stability_point.ends,
    waits_stability_point.standing
   FROM waits_stability_point
UNION ALL
 SELECT waits_recall.enterprise_id,
    waits_recall.about,
    waits_recall.life,
    waits_recall.id,
    waits_recall.state,
    waits_recall.since,
    waits_recall.ends,
    waits_recall.standing
   FROM waits_recall
UNION ALL
 SELECT waits_customer_return.enterprise_id,
    waits_customer_return.about,
    waits_customer_return.life,
    waits_customer_return.id,
    waits_customer_return.state,
    waits_customer_return.since,
    waits_customer_return.ends,
    waits_customer_return.standing
   FROM waits_customer_return
UNION ALL
 SELECT waits_carrier_claim.enterprise_id,
    waits_carrier_claim.about,
    waits_carrier_claim.life,
    waits_carrier_claim.id,
    waits_carrier_claim.state,
    waits_carrier_claim.since,
    waits_carrier_claim.ends,
    waits_carrier_claim.standing
   FROM waits_carrier_claim
UNION ALL
 SELECT waits_incident.enterprise_id,
    waits_incident.about,
    waits_incident.life,
    waits_incident.id,
    waits_incident.state,
    waits_incident.since,
    waits_incident.ends,
    waits_incident.standing
   FROM waits_incident
UNION ALL
 SELECT waits_disposal.enterprise_id,
    waits_disposal.about,
    waits_disposal.life,
    waits_disposal.id,
    waits_disposal.state,
    waits_disposal.since,
    waits_disposal.ends,
    waits_disposal.standing
   FROM waits_disposal
UNION ALL
 SELECT waits_supplier_return.enterprise_id,
    waits_supplier_return.about,
    waits_supplier_return.life,
    waits_supplier_return.id,
    waits_supplier_return.state,
    waits_supplier_return.since,
    waits_supplier_return.ends,
    waits_supplier_return.standing
   FROM waits_supplier_return
UNION ALL
 SELECT waits_discrepancy.enterprise_id,
    waits_discrepancy.about,
    waits_discrepancy.life,
    waits_discrepancy.id,
    waits_discrepancy.state,
    waits_discrepancy.since,
    waits_discrepancy.ends,
    waits_discrepancy.standing
   FROM waits_discrepancy
UNION ALL
 SELECT waits_stocktake.enterprise_id,
    waits_stocktake.about,
    waits_stocktake.life,
    waits_stocktake.id,
    waits_stocktake.state,
    waits_stocktake.since,
    waits_stocktake.ends,
    waits_stocktake.standing
   FROM waits_stocktake
UNION ALL
 SELECT waits_registration.enterprise_id,
    waits_registration.about,
    waits_registration.life,
    waits_registration.id,
    waits_registration.state,
    waits_registration.since,
    waits_registration.ends,
    waits_registration.standing
   FROM waits_registration
UNION ALL
 SELECT waits_secret.enterprise_id,
    waits_secret.about,
    waits_secret.life,
    waits_secret.id,
    waits_secret.state,
    waits_secret.since,
    waits_secret.ends,
    waits_secret.standing
   FROM waits_secret
UNION ALL
 SELECT waits_proposal.enterprise_id,
    waits_proposal.about,
    waits_proposal.life,
    waits_proposal.id,
    waits_proposal.state,
    waits_proposal.since,
    waits_proposal.ends,
    waits_proposal.standing
   FROM waits_proposal
UNION ALL
 SELECT waits_authorisation.enterprise_id,
    waits_authorisation.about,
    waits_authorisation.life,
    waits_authorisation.id,
    waits_authorisation.state,
    waits_authorisation.since,
    waits_authorisation.ends,
    waits_authorisation.standing
   FROM waits_authorisation
UNION ALL
 SELECT waits_deputy.enterprise_id,
    waits_deputy.about,
    waits_deputy.life,
    waits_deputy.id,
    waits_deputy.state,
    waits_deputy.since,
    waits_deputy.ends,
    waits_deputy.standing
   FROM waits_deputy
UNION ALL
 SELECT waits_climate_point.enterprise_id,
    waits_climate_point.about,
    waits_climate_point.life,
    waits_climate_point.id,
    waits_climate_point.state,
    waits_climate_point.since,
    waits_climate_point.ends,
    waits_climate_point.standing
   FROM waits_climate_point;

create view waits_authorisation with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'authorisation'::text AS life,
    id,
    state,
        CASE state
            WHEN 'proposed'::text THEN given_at
            WHEN 'suspended'::text THEN ended_at
            ELSE GREATEST(approved_at, ((valid_until - 30)::timestamp without time zone AT TIME ZONE 'Asia/Shanghai'::text))
        END AS since,
        CASE
            WHEN state = 'valid'::text THEN last_moment_of(valid_until)
            ELSE NULL::timestamp with time zone
        END AS ends,
    NULL::jsonb AS standing
   FROM authorisation a
  WHERE state = ANY (ARRAY['proposed'::text, 'valid'::text, 'suspended'::text]);

create view waits_batch with (security_invoker=true) as
 SELECT l.enterprise_id,
    l.id AS about,
    'bulk_request'::text AS life,
    l.id,
    'waiting'::text AS state,
    l.created_at AS since,
    NULL::timestamp with time zone AS ends,
    jsonb_build_object('state', 'waiting') AS standing
   FROM lot l
  WHERE l.kind = 'bulk'::text AND l.state = 'quarantine'::text AND NOT is_inspected(l.*)
UNION ALL
 SELECT l.enterprise_id,
    l.id AS about,
    'failed_batch'::text AS life,
    i.id,
    'approved'::text AS state,
    t.reviewed_at AS since,
    NULL::timestamp with time zone AS ends,
    jsonb_build_object('state', 'approved', 'verdict', t.verdict, 'lotState', l.state, 'analystIds', t.analyst_ids) AS standing
   FROM lot l
     JOIN inspection i ON i.enterprise_id = l.enterprise_id AND i.lot_id = l.id AND i.side = 'bulk'::text AND i.state = 'approved'::text
     JOIN test_record t ON t.enterprise_id = i.enterprise_id AND t.inspection_id = i.id AND t.state <> 'returned'::text AND t.verdict = 'FAIL'::text
  WHERE l.kind = 'bulk'::text AND l.state = 'under_test'::text
UNION ALL
 SELECT l.enterprise_id,
    l.id AS about,
    'unpacked_batch'::text AS life,
    l.id,
    'waiting'::text AS state,
    COALESCE(( SELECT max(r.approved_at) AS max
           FROM report r
          WHERE r.enterprise_id = l.enterprise_id AND r.lot_id = l.id), l.created_at) AS since,
    NULL::timestamp with time zone AS ends,
    jsonb_build_object('state', 'waiting') AS standing
   FROM lot l
  WHERE l.kind = 'bulk'::text AND l.state = 'conforming'::text AND l.holds = 0 AND left_to_pack(l.*) >= GREATEST(( SELECT min(spec.net_quantity) AS min
           FROM pack_spec spec
          WHERE spec.enterprise_id = l.enterprise_id AND spec.product_id = l.product_id AND spec.is_active), 0.0001);

create view waits_bought_lot with (security_invoker=true) as
 SELECT l.enterprise_id,
    l.id AS about,
    'raw_request'::text AS life,
    l.id,
    'waiting'::text AS state,
        CASE
            WHEN l.state = 'quarantine'::text THEN l.created_at
            ELSE ((l.retest_on - m.retest_notice::integer)::timestamp without time zone AT TIME ZONE 'Asia/Shanghai'::text)
        END AS since,
        CASE
            WHEN l.state <> 'quarantine'::text THEN last_moment_of(l.retest_on)
            ELSE NULL::timestamp with time zone
        END AS ends,
    jsonb_build_object('state', 'waiting') AS standing
   FROM lot l
     JOIN material m ON m.enterprise_id = l.enterprise_id AND m.id = l.material_id
  WHERE (l.kind = ANY (ARRAY['raw'::text, 'auxiliary'::text])) AND (l.state = 'quarantine'::text OR (l.state = ANY (ARRAY['released'::text, 'retest_due'::text])) AND l.retest_on IS NOT NULL AND (EXISTS ( SELECT
           FROM lot_at_hand h
          WHERE h.enterprise_id = l.enterprise_id AND h.lot_id = l.id))) AND NOT is_inspected(l.*)
UNION ALL
 SELECT l.enterprise_id,
    l.id AS about,
    'raw_release'::text AS life,
    r.id,
    'pending'::text AS state,
    r.approved_at AS since,
    NULL::timestamp with time zone AS ends,
    jsonb_build_object('state', 'pending', 'conforms', r.conforms, 'holds', l.holds, 'lotState', l.state, 'analystIds', r.analyst_ids, 'buyerId', o.buyer_id, 'receiverIds', array_remove(ARRAY[c.received_by, c.checked_by], NULL::uuid), 'isLatest', NOT (EXISTS ( SELECT
           FROM report later
          WHERE later.enterprise_id = r.enterprise_id AND later.lot_id = r.lot_id AND later.id > r.id))) AS standing
   FROM lot l
     JOIN raw_lot w ON w.enterprise_id = l.enterprise_id AND w.id = l.id
     JOIN report r ON r.enterprise_id = l.enterprise_id AND r.lot_id = l.id AND r.state = 'approved'::text
     JOIN receipt c ON c.enterprise_id = w.enterprise_id AND c.id = w.receipt_id
     JOIN purchase_order o ON o.enterprise_id = w.enterprise_id AND o.id = w.order_id
  WHERE l.state <> 'rejected'::text AND NOT (r.conforms AND (EXISTS ( SELECT
           FROM inspection i
          WHERE i.enterprise_id = r.enterprise_id AND i.id = r.inspection_id AND i.request_kind = 'investigation'::text))) AND NOT (EXISTS ( SELECT
           FROM release_decision d
             JOIN report version ON version.enterprise_id = d.enterprise_id AND version.id = d.report_id
          WHERE d.enterprise_id = r.enterprise_id AND d.lot_id = r.lot_id AND version.inspection_id = r.inspection_id));

create view waits_carrier_claim with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'carrier_claim'::text AS life,
    id,
    state,
    opened_at AS since,
    NULL::timestamp with time zone AS ends,
    jsonb_build_object('state', state) AS standing
   FROM carrier_claim c
  WHERE state = 'open'::text;

create view waits_change with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'change'::text AS life,
    id,
    state,
    proposed_at AS since,
    last_moment_of(effective_on) AS ends,
    jsonb_build_object('state', state, 'proposedBy', jsonb_build_object('id', proposed_by)) AS standing
   FROM change_request c
  WHERE state = 'proposed'::text;

create view waits_climate_point with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'climate_point'::text AS life,
    id,
    state,
    due_at AS since,
    NULL::timestamp with time zone AS ends,
    jsonb_build_object('state', state, 'isRoom', room_id IS NOT NULL) AS standing
   FROM climate_point p
  WHERE state = 'due'::text;

create view waits_correction with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'correction'::text AS life,
    id,
    state,
    proposed_at AS since,
    NULL::timestamp with time zone AS ends,
    jsonb_build_object('state', state, 'proposedBy', jsonb_build_object('id', proposed_by)) AS standing
   FROM correction c
  WHERE state = 'proposed'::text;

create view waits_customer_return with (security_invoker=true) as
 SELECT r.enterprise_id,
    r.id AS about,
    'customer_return'::text AS life,
    r.id,
    r.state,
    COALESCE(d.decided_at, i.inspected_at, c.received_at, r.approved_at, r.created_at) AS since,
    NULL::timestamp with time zone AS ends,
    jsonb_build_object('state', r.state, 'kind', r.kind, 'createdBy', jsonb_build_object('id', r.created_by)) AS standing
   FROM customer_return r
     LEFT JOIN return_receipt c ON c.enterprise_id = r.enterprise_id AND c.return_id = r.id AND c.taken_back_at IS NULL
     LEFT JOIN LATERAL ( SELECT max(x.inspected_at) AS inspected_at
           FROM return_inspection x
          WHERE x.enterprise_id = c.enterprise_id AND x.receipt_id = c.id) i ON true
     LEFT JOIN return_decision d ON d.enterprise_id = c.enterprise_id AND d.receipt_id = c.id AND d.withdrawn_at IS NULL
  WHERE r.state = ANY (ARRAY['requested'::text, 'awaited'::text, 'received'::text, 'inspected'::text, 'restocking'::text]);

create view waits_deputy with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'deputy'::text AS life,
    id,
    state,
    given_at AS since,
    last_moment_of(valid_from) AS ends,
    NULL::jsonb AS standing
   FROM deputy d
  WHERE state = 'proposed'::text;

create view waits_discrepancy with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'discrepancy'::text AS life,
    id,
    state,
    COALESCE(answered_at, opened_at) AS since,
    NULL::timestamp with time zone AS ends,
    jsonb_build_object('state', state, 'answeredBy', answered_by) AS standing
   FROM receipt_discrepancy d
  WHERE state = ANY (ARRAY['open'::text, 'answered'::text]);

create view waits_disposal with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'disposal'::text AS life,
    id,
    state,
    COALESCE(redecided_at, found_at, decided_at, proposed_at) AS since,
    NULL::timestamp with time zone AS ends,
    jsonb_build_object('state', state, 'proposedBy', jsonb_build_object('id', proposed_by), 'foundBy', found_by, 'decidedBy', COALESCE(redecided_by, decided_by), 'photos', ( SELECT count(*) AS count
           FROM attachment a
          WHERE a.enterprise_id = c.enterprise_id AND a.owner_table = 'disposal_case'::text AND a.owner_id = c.id AND a.kind = '照片'::text AND NOT (EXISTS ( SELECT
                   FROM attachment_void v
                  WHERE v.enterprise_id = a.enterprise_id AND v.attachment_id = a.id)))) AS standing
   FROM disposal_case c
  WHERE state = ANY (ARRAY['proposed'::text, 'approved'::text, 'reported'::text]);

create view waits_impact with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'impact'::text AS life,
    id,
    state,
    opened_at AS since,
    NULL::timestamp with time zone AS ends,
    jsonb_build_object('state', state, 'analystIds', '[]'::jsonb, 'producerIds', '[]'::jsonb) AS standing
   FROM quality_case c
  WHERE kind = 'impact'::text AND state = 'open'::text;

create view waits_incident with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'incident'::text AS life,
    id,
    state,
    in_state_since AS since,
    LEAST(last_moment_of(due_on),
        CASE
            WHEN reported_on IS NULL AND report_waived = ''::text THEN last_moment_of(report_by)
            ELSE NULL::timestamp with time zone
        END, last_moment_of(( SELECT min(m.due_on) AS min
           FROM incident_measure m
          WHERE m.enterprise_id = c.enterprise_id AND m.incident_id = c.id AND m.state = 'open'::text))) AS ends,
    NULL::jsonb AS standing
   FROM incident c
  WHERE state = ANY (ARRAY['open'::text, 'investigating'::text, 'submitted'::text, 'approved'::text]);

create view waits_inspection with (security_invoker=true) as
 SELECT i.enterprise_id,
    i.id AS about,
    i.side || '_inspection'::text AS life,
    i.id,
    i.state,
    COALESCE(t.reviewed_at, t.submitted_at, i.accepted_at, i.requested_at) AS since,
    NULL::timestamp with time zone AS ends,
    jsonb_build_object('state', i.state, 'requestedBy', i.requested_by, 'analystIds', COALESCE(t.analyst_ids, '{}'::uuid[]), 'reviewedBy', t.reviewed_by, 'buyerId', o.buyer_id, 'receiverIds', array_remove(ARRAY[r.received_by, r.checked_by], NULL::uuid)) AS standing
   FROM inspection i
     LEFT JOIN test_record t ON t.enterprise_id = i.enterprise_id AND t.inspection_id = i.id AND t.state <> 'returned'::text
     LEFT JOIN raw_lot b ON b.enterprise_id = i.enterprise_id AND b.id = i.lot_id
     LEFT JOIN receipt r ON r.enterprise_id = b.enterprise_id AND r.id = b.receipt_id
     LEFT JOIN purchase_order o ON o.enterprise_id = b.enterprise_id AND o.id = b.order_id
  WHERE i.state = ANY (ARRAY['requested'::text, 'accepted'::text, 'sampled'::text, 'submitted'::text, 'reviewed'::text]);

create view waits_oos with (security_invoker=true) as
 SELECT c.enterprise_id,
    c.id AS about,
    i.side || '_oos'::text AS life,
    c.id,
    c.state,
    COALESCE(
        CASE
            WHEN c.state = 'retested'::text THEN ( SELECT max(r.entered_at) AS max
               FROM test_result r
              WHERE r.enterprise_id = c.enterprise_id AND r.case_id = c.id AND r.part = 'retest'::text)
            ELSE NULL::timestamp with time zone
        END, c.retest_at, c.checked_at, c.opened_at) AS since,
    NULL::timestamp with time zone AS ends,
    NULL::jsonb AS standing
   FROM oos_case c
     JOIN inspection i ON i.enterprise_id = c.enterprise_id AND i.id = c.inspection_id
  WHERE c.state = ANY (ARRAY['open'::text, 'checked'::text, 'retesting'::text, 'retested'::text]);

create view waits_pack_lot with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'pack_release'::text AS life,
    id,
    state,
    created_at AS since,
    NULL::timestamp with time zone AS ends,
    NULL::jsonb AS standing
   FROM lot l
  WHERE kind = 'pack'::text AND state = 'quarantine'::text;

create view waits_packaging with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'packaging'::text AS life,
    id,
    state,
    COALESCE(approved_at, created_at) AS since,
    NULL::timestamp with time zone AS ends,
    jsonb_build_object('state', state, 'createdBy', jsonb_build_object('id', created_by)) AS standing
   FROM packaging_order o
  WHERE state = ANY (ARRAY['draft'::text, 'approved'::text, 'in_progress'::text]);

create view waits_process with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'process'::text AS life,
    id,
    state,
    COALESCE(reviewed_at, submitted_at, created_at) AS since,
    NULL::timestamp with time zone AS ends,
    jsonb_build_object('state', state, 'writtenBy', jsonb_build_object('id', written_by), 'reviewedBy', jsonb_build_object('id', reviewed_by)) AS standing
   FROM process_version v
  WHERE state = ANY (ARRAY['draft'::text, 'submitted'::text, 'reviewed'::text]);

create view waits_production with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'production'::text AS life,
    id,
    state,
    COALESCE(completed_at, approved_at, created_at) AS since,
    NULL::timestamp with time zone AS ends,
        CASE
            WHEN state <> ALL (ARRAY['in_progress'::text, 'paused'::text]) THEN jsonb_build_object('state', state, 'createdBy', created_by, 'operatorIds', COALESCE(operator_ids, '{}'::uuid[]), 'stepsTotal', jsonb_array_length(process -> 'steps'::text), 'stepsDone',
            CASE
                WHEN state = ANY (ARRAY['completed'::text, 'sent_back'::text]) THEN jsonb_array_length(process -> 'steps'::text)
                ELSE 0
            END, 'isStepRunning', false, 'isChargeDoubtful', false)
            ELSE NULL::jsonb
        END AS standing
   FROM production_order o
  WHERE state = ANY (ARRAY['pending'::text, 'approved'::text, 'issued'::text, 'in_progress'::text, 'paused'::text, 'completed'::text, 'sent_back'::text]);

create view waits_proposal with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'proposal'::text AS life,
    id,
    state,
    proposed_at AS since,
    NULL::timestamp with time zone AS ends,
    NULL::jsonb AS standing
   FROM rights_proposal p
  WHERE state = 'waiting'::text;

create view waits_purchase with (security_invoker=true) as
 SELECT o.enterprise_id,
    o.id AS about,
    'purchase'::text AS life,
    o.id,
    o.state,
    COALESCE(o.approved_at, given.latest, o.submitted_at, o.created_at) AS since,
        CASE
            WHEN o.state = ANY (ARRAY['approved'::text, 'partially_received'::text]) THEN last_moment_of(o.expected_on)
            ELSE NULL::timestamp with time zone
        END AS ends,
    jsonb_build_object('state', o.state, 'buyer', jsonb_build_object('id', o.buyer_id), 'approvals', COALESCE(given.approvals, '[]'::jsonb)) AS standing
   FROM purchase_order o
     LEFT JOIN LATERAL ( SELECT max(a.approved_at) AS latest,
            jsonb_agg(jsonb_build_object('by', jsonb_build_object('id', a.approved_by)) ORDER BY a.step) AS approvals
           FROM purchase_approval a
          WHERE a.enterprise_id = o.enterprise_id AND a.order_id = o.id AND a.round = o.approval_round) given ON true
  WHERE o.state = ANY (ARRAY['draft'::text, 'returned'::text, 'submitted'::text, 'half_approved'::text, 'approved'::text, 'partially_received'::text, 'received'::text]);

create view waits_recall with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'recall'::text AS life,
    id,
    state,
    COALESCE(started_at, created_at) AS since,
    LEAST(
        CASE
            WHEN (EXISTS ( SELECT
               FROM recall_customer n
              WHERE n.enterprise_id = c.enterprise_id AND n.case_id = c.id AND n.acknowledged_at IS NULL AND n.silence_at IS NULL)) THEN notify_by
            ELSE NULL::timestamp with time zone
        END, recall_report_due(c.*)) AS ends,
    jsonb_build_object('state', state, 'createdBy', jsonb_build_object('id', created_by)) AS standing
   FROM recall_case c
  WHERE state = ANY (ARRAY['draft'::text, 'started'::text]);

create view waits_registration with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
        CASE
            WHEN for_platform THEN 'founding'::text
            ELSE 'joining'::text
        END AS life,
    id,
    state,
    COALESCE(email_confirmed_at, created_at) AS since,
    NULL::timestamp with time zone AS ends,
    jsonb_build_object('state', state, 'kind', kind) AS standing
   FROM registration r
  WHERE state = 'pending'::text;

create view waits_sale with (security_invoker=true) as
 SELECT o.enterprise_id,
    o.id AS about,
    'sale'::text AS life,
    o.id,
    o.state,
    COALESCE(s.shipped_at, p.checked_at, p.picked_at, o.allocated_at, o.approved_at, o.submitted_at, o.created_at) AS since,
    NULL::timestamp with time zone AS ends,
    jsonb_build_object('state', o.state, 'createdBy', jsonb_build_object('id', o.created_by), 'submittedBy', jsonb_build_object('id', o.submitted_by), 'pickedBy', jsonb_build_object('id', p.picked_by)) AS standing
   FROM sales_order o
     LEFT JOIN picking p ON p.enterprise_id = o.enterprise_id AND p.order_id = o.id AND p.state <> 'void'::text
     LEFT JOIN shipment s ON s.enterprise_id = o.enterprise_id AND s.order_id = o.id
  WHERE o.state = ANY (ARRAY['draft'::text, 'submitted'::text, 'approved'::text, 'allocated'::text, 'picked'::text, 'checked'::text, 'shipped'::text]);

create view waits_sample with (security_invoker=true) as
 SELECT s.enterprise_id,
    s.id AS about,
    COALESCE(i.side, 'bulk'::text) || '_sample'::text AS life,
    s.id,
    s.state,
        CASE s.state
            WHEN 'collected'::text THEN COALESCE(g.sampled_at, r.drawn_at)
            ELSE (LEAST(s.observe_on, s.retain_until + 1)::timestamp without time zone AT TIME ZONE 'Asia/Shanghai'::text)
        END AS since,
    NULL::timestamp with time zone AS ends,
    NULL::jsonb AS standing
   FROM sample s
     LEFT JOIN sampling g ON g.enterprise_id = s.enterprise_id AND g.id = s.sampling_id
     LEFT JOIN inspection i ON i.enterprise_id = g.enterprise_id AND i.id = g.inspection_id
     LEFT JOIN pack_retention r ON r.enterprise_id = s.enterprise_id AND r.id = s.pack_retention_id
  WHERE s.state = 'collected'::text OR s.state = 'retained'::text AND LEAST(s.observe_on, s.retain_until + 1) IS NOT NULL;

create view waits_secret with (security_invoker=true) as
 SELECT s.enterprise_id,
    s.id AS about,
    'secret'::text AS life,
    s.id,
    s.state,
    s.set_at AS since,
        CASE
            WHEN (s.what = ANY (ARRAY['account'::text, 'password'::text])) AND person.must_change_password THEN person.one_time_until
            ELSE NULL::timestamp with time zone
        END AS ends,
    NULL::jsonb AS standing
   FROM secret_confirmation s
     JOIN account person ON person.enterprise_id = s.enterprise_id AND person.id = s.account_id
  WHERE s.state = 'waiting'::text;

create view waits_stability_plan with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'stability_plan'::text AS life,
    id,
    state,
    written_at AS since,
    NULL::timestamp with time zone AS ends,
    jsonb_build_object('state', state, 'writtenBy', jsonb_build_object('id', written_by)) AS standing
   FROM stability_plan p
  WHERE state = 'draft'::text;

create view waits_stability_point with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'stability_point'::text AS life,
    id,
    state,
    (opens_on::timestamp without time zone AT TIME ZONE 'Asia/Shanghai'::text) AS since,
    last_moment_of(closes_on) AS ends,
    NULL::jsonb AS standing
   FROM stability_point t
  WHERE state = 'open'::text;

create view waits_standard with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'standard'::text AS life,
    id,
    state,
    COALESCE(written_at, created_at) AS since,
        CASE
            WHEN state = 'written'::text THEN last_moment_of(effective_from)
            ELSE NULL::timestamp with time zone
        END AS ends,
    NULL::jsonb AS standing
   FROM standard_version v
  WHERE state = ANY (ARRAY['draft'::text, 'written'::text]);

create view waits_stocktake with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'stocktake'::text AS life,
    id,
    state,
    planned_at AS since,
    NULL::timestamp with time zone AS ends,
    NULL::jsonb AS standing
   FROM stocktake c
  WHERE state = 'counting'::text;

create view waits_supplier with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'supplier'::text AS life,
    id,
    state,
    COALESCE(( SELECT stop.placed_at
           FROM supplier_stop stop
          WHERE stop.enterprise_id = s.enterprise_id AND stop.supplier_id = s.id AND stop.ended_at IS NULL), created_at) AS since,
    NULL::timestamp with time zone AS ends,
    NULL::jsonb AS standing
   FROM supplier s
  WHERE state = ANY (ARRAY['candidate'::text, 'stopped'::text]);

create view waits_supplier_return with (security_invoker=true) as
 SELECT enterprise_id,
    id AS about,
    'supplier_return'::text AS life,
    id,
    state,
    COALESCE(unconfirmed_at, sent_at, decided_at, proposed_at) AS since,
    NULL::timestamp with time zone AS ends,
    jsonb_build_object('state', state, 'proposedBy', jsonb_build_object('id', proposed_by), 'decidedBy', decided_by, 'confirmedBy', confirmed_by) AS standing
   FROM supplier_return r
  WHERE state = ANY (ARRAY['proposed'::text, 'approved'::text, 'sent'::text]);

create table witness ( -- owned by bencao_owner
  enterprise_id uuid not null,
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  table_name text not null,
  row_key text not null,
  op text not null,
  columns text[] not null,
  digest bytea,
  written_by text not null default SESSION_USER,
  constraint witness_pkey PRIMARY KEY (id),
  constraint witness_check CHECK (((op = 'DELETE'::text) = (digest IS NULL))),
  constraint witness_digest_check CHECK ((length(digest) = 32)),
  constraint witness_op_check CHECK ((op = ANY (ARRAY['INSERT'::text, 'UPDATE'::text, 'DELETE'::text]))),
  constraint witness_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES enterprise(id)
);
CREATE INDEX witness_by_row ON public.witness USING btree (enterprise_id, table_name, row_key, id);
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.witness FOR EACH STATEMENT EXECUTE FUNCTION keep_forever();
alter table witness enable row level security;
alter table witness force row level security;
create policy tenant on witness as permissive for select to public using (enterprise_id = ( SELECT current_enterprise() AS current_enterprise));
create policy writer on witness as permissive for all to bencao_owner using true with check true;
grant select on witness to bencao_app;

alter default privileges for bencao_owner on functions: bencao_owner=X/bencao_owner;

grant usage on schema public to bencao_app;
grant usage on schema public to public;
