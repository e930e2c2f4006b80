-- Quality standards.

-- The items of a draft alone are changed; what was approved is changed in its last day only, as long as that has not come. Signed by two persons, in
-- that order. An edition is withdrawn before its first day or never.
create or replace function keep_approved_standard() returns trigger language plpgsql as $$
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
end $$;
create or replace trigger approved_kept before update or delete on standard_version for each row execute function keep_approved_standard();
create or replace trigger approved_kept before insert or update or delete on standard_item for each row execute function keep_approved_standard();

-- Who bought a lot, received it or checked its receipt neither samples nor tests it (domain I7).
create or replace function guard_inspector() returns trigger language plpgsql as $$
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
end $$;
create or replace trigger inspector_is_other before insert or update on sampling for each row execute function guard_inspector();
create or replace trigger inspector_is_other before insert on test_result for each row execute function guard_inspector();
create or replace trigger inspector_is_other before insert on test_record for each row execute function guard_inspector();

-- Who looked into a value of an inspection, or decided about one.
create or replace function investigators_of(given_enterprise uuid, given_inspection uuid) returns uuid[] language sql stable
  return array(select distinct person from oos_case c cross join unnest(array[c.checked_by, c.invalidated_by, c.retest_by,
      case when c.state in ('accepted', 'confirmed', 'corrected') then c.concluded_by end]) person
    where c.enterprise_id = given_enterprise and c.inspection_id = given_inspection and person is not null);
grant execute on function investigators_of(uuid, uuid) to bencao_app;

-- A value is added and never replaced: the first one, the rest of its parallels, one that a case allows to this person (decision 0053), or one that is calculated
-- again from the same readings because its moisture no longer counts (decision 0055).
create or replace function guard_test_result() returns trigger language plpgsql as $$
declare
  earlier test_result;
  opened oos_case;
begin
  -- Two people at one item come one after the other.
  perform from inspection where enterprise_id = new.enterprise_id and id = new.inspection_id for update;
  perform check_readings(new);
  -- Nor does whoever looked into one of its values write another, but for the slip that they put right.
  if new.part <> 'correction' and new.entered_by = any (investigators_of(new.enterprise_id, new.inspection_id)) then
    raise exception 'investigator_tests' using errcode = 'BC001';
  end if;
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
end $$;
create or replace trigger value_guarded before insert on test_result for each row execute function guard_test_result();

-- Who may be what in a case, and that it ends once. Whoever wrote a value of the inspection neither looks into it nor decides about it.
create or replace function guard_oos_case() returns trigger language plpgsql as $$
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
end $$;
create or replace trigger guarded before update on oos_case for each row execute function guard_oos_case();

-- Cases of before they were numbered have no number; every new one has.
create or replace function number_oos_case() returns trigger language plpgsql as $$
begin
  raise exception 'a case has a number' using errcode = 'BC002';
end $$;
create or replace trigger numbered before insert on oos_case for each row when (new.case_no is null) execute function number_oos_case();

-- Nothing is submitted or reported while a value is looked into.
create or replace function refuse_open_oos() returns trigger language plpgsql as $$
begin
  if exists (select from oos_case c where c.enterprise_id = new.enterprise_id and c.inspection_id = new.inspection_id
      and c.state in ('open', 'checked', 'invalidated', 'retesting', 'retested')) then
    raise exception 'oos_open' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger values_settled before insert on test_record for each row execute function refuse_open_oos();
create or replace trigger values_settled before insert on report for each row execute function refuse_open_oos();

-- What is measured here of an item with a formula is calculated from its readings, and on the dried substance with the moisture of the same inspection that
-- counts. Items of before have no formula, so what was written about them stays as it is.
create or replace function check_readings(given test_result) returns void language plpgsql as $$
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
end $$;

-- Nothing is submitted that was counted with a moisture that no longer counts. A confirmed failure stands as it is.
create or replace function refuse_stale_basis() returns trigger language plpgsql as $$
begin
  if exists (select from test_result r join test_result m on m.enterprise_id = r.enterprise_id and m.id = r.moisture_result_id
      where r.enterprise_id = new.enterprise_id and r.inspection_id = new.inspection_id and result_counts(r) and not result_counts(m)
        and not exists (select from oos_case c where c.enterprise_id = r.enterprise_id and c.inspection_id = r.inspection_id
          and c.standard_item_id = r.standard_item_id and c.state = 'confirmed')) then
    raise exception 'dry_basis_stale' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger basis_current before insert on test_record for each row execute function refuse_stale_basis();

-- Whether a value is the one that counts for its item: the same answer as `countingResults` of the contract gives for one inspection. As a table it becomes
-- part of a list that asks it of a thousand rows; PostgreSQL puts no function that looks something up into an expression.
create or replace function counting(given test_result) returns table (counts boolean) language sql stable as $$
  select coalesce((
      select c.test_result_id = given.id from oos_case c where c.enterprise_id = given.enterprise_id and c.inspection_id = given.inspection_id
        and c.standard_item_id = given.standard_item_id and c.state = 'confirmed' order by c.opened_at desc, c.id desc limit 1),
    not exists (select from oos_case c where c.enterprise_id = given.enterprise_id and c.inspection_id = given.inspection_id
        and c.standard_item_id = given.standard_item_id and c.test_result_id = given.id and c.state in ('invalidated', 'repeated', 'corrected'))
    and (given.part <> 'retest' or exists (select from oos_case c where c.enterprise_id = given.enterprise_id and c.id = given.case_id and c.state = 'accepted'))
    and not exists (select from test_result later left join oos_case c on later.part = 'retest' and c.enterprise_id = later.enterprise_id and c.id = later.case_id
      where later.enterprise_id = given.enterprise_id and later.inspection_id = given.inspection_id and later.standard_item_id = given.standard_item_id
        and later.revision > given.revision and (later.part <> 'retest' or c.state = 'accepted')))
$$;
create or replace function result_counts(given test_result) returns boolean language sql stable as $$
  select counts from counting(given)
$$;
grant execute on function counting(test_result), result_counts(test_result) to bencao_app;
grant execute on function check_readings(test_result) to bencao_app;

-- 检验依据 as the trade writes it: 《中国药典》2025年版一部; a firm's own and a customer's by its number.
create or replace function title_of_standard(kind text, edition text) returns text language sql immutable as $$
  select case when kind in ('企业标准', '客户标准') then kind || ' ' || edition else '《' || kind || '》' || edition end;
$$;
grant execute on function title_of_standard(text, text) to bencao_app;

-- What a standard has to say: the law's decides, a firm's own is kept beside it, a customer's is asked about that customer alone. A kind that the firm
-- added counts as law, which is the strictest.
create or replace function authority_of(kind text, customer_id uuid) returns text language sql immutable as $$
  select case when customer_id is not null then 'customer' when kind = '企业标准' then 'internal' else 'legal' end;
$$;
grant execute on function authority_of(text, uuid) to bencao_app;

-- The standards by which a lot is tested that is requested on a day, the one that leads first: all that are in force, and the one that its order named, where
-- no later edition has taken over from it.
create or replace function standards_applying(given lot, on_day date) returns table (standard_version_id uuid, authority text, turn bigint)
language sql stable as $$
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
$$;
grant execute on function standards_applying(lot, date) to bencao_app;

-- A request takes all of them, and nobody leaves one out or adds one.
create or replace function apply_standards() returns trigger language plpgsql as $$
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
end $$;
create or replace trigger standards_applied after insert on inspection for each row execute function apply_standards();

create or replace function guard_inspection_standard() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'the standards of an inspection are those in force on its day' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger standards_guarded before insert on inspection_standard for each row execute function guard_inspection_standard();

-- What an inspection is judged by; before 0141 it was one standard.
create or replace function standards_of_inspection(given inspection) returns table (standard_version_id uuid, authority text) language sql stable as $$
  select a.standard_version_id, a.authority from inspection_standard a where a.enterprise_id = given.enterprise_id and a.inspection_id = given.id
  union all
  select v.id, authority_of(s.kind, s.customer_id) from standard_version v join standard s on s.enterprise_id = v.enterprise_id and s.id = v.standard_id
  where v.enterprise_id = given.enterprise_id and v.id = given.standard_version_id
    and not exists (select from inspection_standard a where a.enterprise_id = given.enterprise_id and a.inspection_id = given.id)
$$;
grant execute on function standards_of_inspection(inspection) to bencao_app;

-- The line by whose formula an item of an inspection is calculated: its own, and where that leaves the formula open the next of the law's or of the firm's own
-- that asks for the same item (`measuredAs` of the contract says the same).
create or replace function measuring_line(given_inspection uuid, given_item uuid) returns standard_item language sql stable as $$
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
$$;
grant execute on function measuring_line(uuid, uuid) to bencao_app;

-- Whether the latest report of a lot, or of what it was made of, failed the standard of a customer.
create or replace function barred_for(given_lot uuid, given_customer uuid) returns boolean language sql stable as $$
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
$$;
grant execute on function barred_for(uuid, uuid) to bencao_app;

-- What a customer's standard bars is neither set aside for that customer nor sent to them.
create or replace function guard_customer_standard() returns trigger language plpgsql as $$
declare
  row_now jsonb := to_jsonb(new);
  to_whom uuid := coalesce((row_now ->> 'customer_id')::uuid, (select o.customer_id from sales_order o where o.enterprise_id = new.enterprise_id and o.id = new.order_id));
begin
  if exists (select from sales_allocation a where a.enterprise_id = new.enterprise_id and a.order_id = new.order_id and barred_for(a.lot_id, to_whom))
    or row_now ? 'lot_id' and barred_for((row_now ->> 'lot_id')::uuid, to_whom) then
    raise exception 'customer_barred' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger customer_standard_kept before insert on sales_allocation for each row execute function guard_customer_standard();
create or replace trigger customer_standard_kept before insert on shipment for each row execute function guard_customer_standard();

-- A lot is released by the report that stands, never by one that another took the place of.
create or replace function guard_released_report() returns trigger language plpgsql as $$
begin
  if new.decision = 'release' and exists (select from report r where r.enterprise_id = new.enterprise_id and r.id = new.report_id and r.state = 'superseded') then
    raise exception 'report_superseded' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger report_stands before insert on release_decision for each row execute function guard_released_report();
-- Each part of a sampling holds what it is for: a test, its recheck, and what is kept; a batch keeps twice a test (domain §3.2, §2.6). Where the material
-- or product says what one full test needs, nobody says less.
create or replace function guard_sample_amount() returns trigger language plpgsql as $$
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
end $$;
create or replace trigger amount_guarded before insert or update of quantity on sample for each row execute function guard_sample_amount();

-- Three times what one test needs are drawn (ChP 通则 0211); twice of packs that are kept, of which others stay whole.
create or replace function guard_sampling_total() returns trigger language plpgsql as $$
begin
  if new.total < new.test_need * (select case when i.request_kind = 'stability' then 2 else 3 end from inspection i
      where i.enterprise_id = new.enterprise_id and i.id = new.inspection_id) then
    raise exception 'sample_too_small' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger total_guarded before insert or update of total, test_need on sampling for each row execute function guard_sampling_total();

-- 包件异常: packages of what was asked about, each once, with what was seen of it (decision 0111).
create or replace function guard_abnormal_units() returns trigger language plpgsql as $$
declare
  packages integer;
begin
  if new.abnormal_units = '[]' then return new; end if;
  select i.package_count into strict packages from inspection i where i.enterprise_id = new.enterprise_id and i.id = new.inspection_id;
  if exists (select from jsonb_to_recordset(new.abnormal_units) unit (number integer, seen text)
      where unit.number between 1 and packages is not true or btrim(unit.seen) <> '' is not true)
    or (select count(*) <> count(distinct unit.number) or bool_or(unit.number = any (new.package_numbers))
      from jsonb_to_recordset(new.abnormal_units) unit (number integer, seen text)) then
    raise exception 'an abnormal package is one of those that there are, once, with what was seen, and none that was sampled' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger abnormal_units_guarded before insert on sampling for each row execute function guard_abnormal_units();

-- The life of a sample (decision 0058). Who drew it does not receive it; what has gone stays gone; what is kept is kept until its day.
create or replace function guard_sample() returns trigger language plpgsql as $$
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
end $$;
create or replace trigger life_guarded before update on sample for each row execute function guard_sample();

-- Nothing is measured of a sample that the laboratory does not have; what is tested again in a case may be of what was drawn for that.
create or replace function need_received_sample() returns trigger language plpgsql as $$
begin
  if not exists (select from sampling s join sample p on p.enterprise_id = s.enterprise_id and p.sampling_id = s.id
      where s.enterprise_id = new.enterprise_id and s.inspection_id = new.inspection_id and s.replaced_at is null
        and (p.kind = 'test' or p.kind = 'recheck' and new.part <> 'first') and p.state in ('received', 'in_test')) then
    raise exception 'sample_not_received' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger sample_received before insert on test_result for each row
  when (new.source = 'measured' and new.part in ('first', 'repeat', 'retest')) execute function need_received_sample();

-- A sampled request is given up by two, and only while nothing was measured: a value that was saved is reported.
create or replace function guard_closed_inspection() returns trigger language plpgsql as $$
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
end $$;
create or replace trigger closing_guarded before update of state on inspection for each row
  when (new.state in ('returned', 'cancelled') and old.state <> new.state) execute function guard_closed_inspection();

-- What is kept of a bought lot is kept so many months after the decision about it as its material says that day; of a batch or packs, so many beyond the last
-- good day as the product says, which is known when it is received.
create or replace function keep_retention_day() returns trigger language plpgsql as $$
declare
  until date;
begin
  select ((new.decided_at at time zone 'Asia/Shanghai')::date + make_interval(months => m.retention_months))::date into until
  from lot l join material m on m.enterprise_id = l.enterprise_id and m.id = l.material_id where l.enterprise_id = new.enterprise_id and l.id = new.lot_id;
  update sample s set retain_until = greatest(s.retain_until, until)
  where s.enterprise_id = new.enterprise_id and s.lot_id = new.lot_id and s.kind = 'retention' and s.state in ('collected', 'retained')
    and s.retain_until is distinct from greatest(s.retain_until, until);
  return null;
end $$;
create or replace trigger retention_kept after insert on release_decision for each row execute function keep_retention_day();

-- A retest makes the life of its lot longer by intervals from the day that it had: by one, or by as many as bring it beyond today where it ended late. Each counts against the
-- number that the material allows (domain §2.4).
create or replace function guard_extensions() returns trigger language plpgsql as $$
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
end $$;
create or replace trigger extensions_guarded before insert on release_decision for each row when (new.decision = 'release') execute function guard_extensions();
