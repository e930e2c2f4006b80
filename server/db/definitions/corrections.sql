-- 更正: what was signed changes through one door only, with an approved correction (decision 0035).

-- The columns that a correction may change, and those that follow from them.
create or replace function correctable_columns() returns table (of_table text, of_column text) language sql immutable parallel safe
begin atomic
  select t, unnest(columns) from (values
    ('raw_lot', '{gross,tare,net,package_count,supplier_lot_no,harvest_from,harvest_to,province,city,county,county_code,town,village,exception_note,doubts,doubt_reason,line_net,line_packages}'::text[]),
    ('receipt', '{arrived_at,net_total}'),
    ('lot', '{quantity,born_on,retest_on}'),
    ('production_step', '{started_at,ended_at,input_quantity,output_quantity,water_quantity,co_product_quantity,losses,parameters}'),
    ('production_co_product', '{quantity,share}'),
    ('bulk_lot', '{issued_quantity,returned_quantity,charged_quantity,auxiliary_quantity,output_quantity,sampled_quantity,leftover_quantity,loss_quantity,co_product_quantity,water_quantity,yield_percent,balance_percent}'),
    ('production_issue', '{weighings}'),
    ('sampling', '{total}'),
    ('sample', '{quantity}'),
    ('packaging_record', '{packs,boxes,charged,packed,remainder,loss,balance,deviation,labels_used,labels_spoiled,labels_destroyed,labels_sampled,labels_lost,codes_activated,codes_voided}'),
    ('pack_lot', '{packs,boxes}'),
    ('pack_release', '{packs,quantity}'),
    ('shipment', '{packs,quantity,note_version}'),
    ('shipment_line', '{packs,quantity}')
  ) as known (t, columns);
end;
grant execute on function correctable_columns() to bencao_app;

-- Whether an impact case about a lot or an ancestor of it is open.
create or replace function impact_is_open(given_lot uuid) returns boolean language sql stable
  return exists (
    with recursive above(id) as (
      select given_lot union
      select e.from_lot_id from above join lot_edge e on e.enterprise_id = current_enterprise() and e.to_lot_id = above.id)
    select from above join quality_case c on c.enterprise_id = current_enterprise() and c.lot_id = above.id
    where c.kind = 'impact' and c.state = 'open');
grant execute on function impact_is_open(uuid) to bencao_app;

-- Whether some of a lot, or of what was made of it, was shipped and no impact case about it or an ancestor of it is open.
create or replace function goods_have_left(given_lot uuid) returns boolean language sql stable
  return exists (
    with recursive below(id) as (
      select given_lot union
      select e.to_lot_id from below join lot_edge e on e.enterprise_id = current_enterprise() and e.from_lot_id = below.id)
    select from below join shipment_line l on l.enterprise_id = current_enterprise() and l.lot_id = below.id where l.packs > 0)
  and not impact_is_open(given_lot);
grant execute on function goods_have_left(uuid) to bencao_app;

-- Whether the customer has signed for a shipment and no impact case about any of these lots or an ancestor is open: what the customer has in
-- hand is put right only while somebody looks at what came of it.
create or replace function goods_signed_for(given_shipment uuid, given_lots uuid[]) returns boolean language sql stable
  return exists (select from shipment s where s.enterprise_id = current_enterprise() and s.id = given_shipment and s.state <> 'shipped')
    and not exists (select from unnest(given_lots) lot where impact_is_open(lot));
grant execute on function goods_signed_for(uuid, uuid[]) to bencao_app;

-- The lots that a record is about.
create or replace function lots_of_record(given_table text, given_record uuid) returns setof uuid language sql stable
begin atomic
  select given_record where given_table in ('raw_lot', 'lot', 'bulk_lot', 'pack_lot')
  union all select p.lot_id from packaging_record p where given_table = 'packaging_record' and p.enterprise_id = current_enterprise() and p.id = given_record
  union all select p.lot_id from pack_release p where given_table = 'pack_release' and p.enterprise_id = current_enterprise() and p.id = given_record
  union all select r.id from raw_lot r where given_table = 'receipt' and r.enterprise_id = current_enterprise() and r.receipt_id = given_record
  union all select b.lot_id from production_step s join made_lot b on b.enterprise_id = s.enterprise_id and b.order_id = s.order_id
    where given_table = 'production_step' and s.enterprise_id = current_enterprise() and s.id = given_record
  union all select b.lot_id from production_issue i join made_lot b on b.enterprise_id = i.enterprise_id and b.order_id = i.order_id
    where given_table = 'production_issue' and i.enterprise_id = current_enterprise() and i.id = given_record
  union all select c.lot_id from production_co_product c
    where given_table = 'production_co_product' and c.enterprise_id = current_enterprise() and c.id = given_record and c.lot_id is not null
  union all select i.lot_id from sampling s join inspection i on i.enterprise_id = s.enterprise_id and i.id = s.inspection_id
    where given_table in ('sampling', 'sample') and s.enterprise_id = current_enterprise()
      and s.id = (case given_table when 'sampling' then given_record else (select p.sampling_id from sample p where p.enterprise_id = current_enterprise() and p.id = given_record) end);
end;
grant execute on function lots_of_record(text, uuid) to bencao_app;

-- A correction begins as a proposal and stays as it was asked for; it ends once, and its approval is of the moment in which its effects are
-- written.
create or replace function keep_correction() returns trigger language plpgsql as $$
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
end $$;
create or replace trigger kept before insert or update or delete on correction for each row execute function keep_correction();

-- The door. Writes the values of `patch` into a record and keeps the old ones beside them. Only within the transaction that
-- approves the correction, only in the columns named above, and not once goods have left, unless their impact is being looked at.
-- As definer: the server's role may not update evidence.
create or replace function correct_record(given_correction uuid, given_table text, given_record uuid, patch jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
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
end $$;
revoke execute on function correct_record(uuid, text, uuid, jsonb) from public;
grant execute on function correct_record(uuid, text, uuid, jsonb) to bencao_app;

-- What is filled in stays, unless a correction that is approved in this transaction says so, value by value. `only` the columns named
-- are kept so, or all `but` them; a third word also refuses the update that changes nothing.
create or replace function keep_unless_corrected() returns trigger language plpgsql set timezone = 'UTC' as $$
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
end $$;
create or replace trigger corrected before update on raw_lot for each row execute function keep_unless_corrected('but', '{}', 'never idle');
create or replace trigger corrected before update on bulk_lot for each row execute function keep_unless_corrected('but', '{}', 'never idle');
create or replace trigger corrected before update on production_co_product for each row execute function keep_unless_corrected('but', '{}', 'never idle');
create or replace trigger corrected before update on receipt for each row execute function keep_unless_corrected('but', '{}');
create or replace trigger corrected before update on packaging_record for each row execute function keep_unless_corrected('but', '{}');
create or replace trigger corrected before update on pack_lot for each row execute function keep_unless_corrected('but', '{}', 'never idle');
create or replace trigger corrected before update on pack_release for each row execute function keep_unless_corrected('but', '{}', 'never idle');
create or replace trigger corrected before update on shipment_line for each row execute function keep_unless_corrected('but', '{}', 'never idle');
create or replace trigger corrected before update on shipment for each row
  when ((new.packs, new.quantity, new.note_version) is distinct from (old.packs, old.quantity, old.note_version))
  execute function keep_unless_corrected('only', '{packs,quantity,note_version}');
create or replace trigger corrected before update on production_issue for each row execute function keep_unless_corrected('but', '{}');
create or replace trigger corrected before update on sampling for each row execute function keep_unless_corrected('but', '{}');
create or replace trigger corrected before update on sample for each row
  execute function keep_unless_corrected('but', '{state,observe_on,retain_until,opened_quantity}', 'never idle');
-- What its co-products come to is held by their rows (co_products_matched).
create or replace trigger corrected before update on production_step for each row execute function keep_unless_corrected('but', '{is_late_entry,co_product_quantity}');
create or replace trigger corrected before update on lot for each row
  when ((new.quantity, new.born_on) is distinct from (old.quantity, old.born_on) and not (new.born_on = old.born_on and grows_in_parts(new)))
  execute function keep_unless_corrected('only', '{quantity,born_on}');

-- Whether a stock entry is written by a correction that is approved in this transaction.
create or replace function is_correcting(given stock_entry) returns boolean language sql stable
  return given.document_kind = 'correction' and exists (select from correction c where c.enterprise_id = given.enterprise_id
    and c.id = given.document_id and c.state = 'approved' and c.approved_at = now());
grant execute on function is_correcting(stock_entry) to bencao_app;

-- Packs that are spoken for are not counted again, and none come into being: a void code stays void.
create or replace function guard_pack_count() returns trigger language plpgsql as $$
begin
  if exists (select from lot_reservation r where r.enterprise_id = new.enterprise_id and r.lot_id = new.id and r.quantity > 0) then
    raise exception 'packs_allocated' using errcode = 'BC001';
  end if;
  if new.packs > old.packs then raise exception 'packs_not_added' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger count_guarded before update on pack_lot for each row execute function guard_pack_count();

-- At the end of the transaction a pack lot that was counted anew has as many codes as packs.
create or replace function match_codes() returns trigger language plpgsql as $$
begin
  if new.packs <> (select coalesce(sum(s.last_index - s.first_index + 1), 0) from code_span s
      join code_range r on r.enterprise_id = s.enterprise_id and r.id = s.range_id and r.level = 1
      where s.enterprise_id = new.enterprise_id and s.lot_id = new.id)
  then raise exception 'a pack lot has as many codes as packs' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists codes_matched on pack_lot;
create constraint trigger codes_matched after update on pack_lot deferrable initially deferred for each row execute function match_codes();

-- What the ledger says that production drew from each lot of a batch, in kg, and which share of the whole that is: what was not taken back, less what went
-- into its co-products.
create or replace function drawn_into(given_batch uuid) returns table (lot_id uuid, quantity numeric, share numeric) language sql stable
begin atomic
  select drawn.lot_id, drawn.quantity, round(drawn.quantity / sum(drawn.quantity) over (), 6) from (
    select e.lot_id, sum(e.quantity) - drawn_for_co_products(b.order_id, e.lot_id) as quantity
    from bulk_lot b join stock_entry e on e.enterprise_id = b.enterprise_id and e.kind = 'production_input' and e.document_id in (
      select b.order_id
      union all select c.id from production_issue i join correction c on c.enterprise_id = i.enterprise_id and c.record_id = i.id
        where i.enterprise_id = b.enterprise_id and i.order_id = b.order_id
      union all select c.id from production_step s join correction c on c.enterprise_id = s.enterprise_id and c.record_id = s.id
        where s.enterprise_id = b.enterprise_id and s.order_id = b.order_id)
    where b.enterprise_id = current_enterprise() and b.id = given_batch
      and not exists (select from stock_entry later where later.enterprise_id = e.enterprise_id and later.reverses = e.id)
    group by b.order_id, e.lot_id) drawn;
end;
grant execute on function drawn_into(uuid) to bencao_app;

-- What went into a pack lot is what was packed, and what went into a batch is what the ledger says that production drew: the edge follows the
-- corrected record, and changes in no other way. As definer: the server's role may not update evidence.
create or replace function tell_edge() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update lot_edge set quantity = new.packed where enterprise_id = new.enterprise_id and to_lot_id = new.lot_id and step in ('packaging', 'repack') and role = 'main';
  return null;
end $$;
create or replace trigger edge_told after update on packaging_record for each row when (new.packed <> old.packed) execute function tell_edge();
create or replace function tell_edges(given_batch uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update lot_edge e set quantity = drawn.quantity, share = drawn.share from drawn_into(given_batch) drawn
  where e.enterprise_id = current_enterprise() and e.to_lot_id = given_batch and e.from_lot_id = drawn.lot_id and e.step in ('production', 'rework')
    and (e.quantity, e.share) is distinct from (drawn.quantity, drawn.share);
end $$;
revoke execute on function tell_edges(uuid) from public;
grant execute on function tell_edges(uuid) to bencao_app;
-- What each lot of a charge gave to a co-product whose weight was corrected: in the shares in which it gave before.
create or replace function tell_co_product_edges(given_lot uuid, parts jsonb) returns void language sql security definer set search_path = public, pg_temp as $$
  update lot_edge e set quantity = (part ->> 'quantity')::numeric from jsonb_array_elements(parts) part
  where e.enterprise_id = current_enterprise() and e.to_lot_id = given_lot and e.from_lot_id = (part ->> 'lotId')::uuid and e.step = 'production'
    and e.quantity <> (part ->> 'quantity')::numeric
$$;
revoke execute on function tell_co_product_edges(uuid, jsonb) from public;
grant execute on function tell_co_product_edges(uuid, jsonb) to bencao_app;
create or replace function keep_edge() returns trigger language plpgsql as $$
declare
  follows text[] := case when new.step in ('production', 'rework') then '{quantity,share}'::text[] else '{quantity}'::text[] end;
begin
  if to_jsonb(new) = to_jsonb(old) or to_jsonb(new) - follows <> to_jsonb(old) - follows or not (
    new.step in ('packaging', 'repack') and new.role = 'main' and exists (
      select from packaging_record r where r.enterprise_id = new.enterprise_id and r.lot_id = new.to_lot_id and r.packed = new.quantity)
    or new.step in ('production', 'rework') and exists (
      select from drawn_into(new.to_lot_id) d where d.lot_id = new.from_lot_id and d.quantity = new.quantity and d.share = new.share)
    -- All of them together are as heavy as the co-product (co_products_matched).
    or new.step = 'production' and new.share = old.share and exists (
      select from production_co_product p join correction_change change on change.enterprise_id = p.enterprise_id and change.record_table = 'production_co_product'
          and change.record_id = p.id and change.field = 'quantity'
        join correction c on c.enterprise_id = change.enterprise_id and c.id = change.correction_id and c.state = 'approved' and c.approved_at = now()
      where p.enterprise_id = new.enterprise_id and p.lot_id = new.to_lot_id))
  then raise exception 'lot_edge is evidence: it follows the packaging record and the ledger alone' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger corrected before update on lot_edge for each row execute function keep_edge();

-- At the end of the transaction what was weighed out is what the ledger issued, lot by lot, and what the steps took is still there: the step is
-- corrected first. A step that was recorded before masses were weighed may give more than it took; it locks no issue whose auxiliaries stay.
create or replace function match_issue() returns trigger language plpgsql as $$
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
end $$;
drop trigger if exists issue_matched on production_issue;
create constraint trigger issue_matched after update of weighings on production_issue deferrable initially deferred for each row execute function match_issue();

-- At the end of the transaction a batch whose charge was corrected took in what its edges say, and was issued what was weighed out.
create or replace function match_charge() returns trigger language plpgsql as $$
declare
  batch bulk_lot;
begin
  select * into strict batch from bulk_lot b where b.enterprise_id = new.enterprise_id and b.id = new.id;
  if batch.issued_quantity <> issued_mass(batch.enterprise_id, batch.order_id, 'main') or exists (
    select from (values ('main', batch.charged_quantity), ('auxiliary', batch.auxiliary_quantity)) said (role, quantity)
    where said.quantity <> (select coalesce(sum(e.quantity), 0) from lot_edge e
      where e.enterprise_id = batch.enterprise_id and e.step in ('production', 'rework') and e.role = said.role and e.to_lot_id = any (array(
        select batch.id union all select c.lot_id from production_co_product c
          where c.enterprise_id = batch.enterprise_id and c.order_id = batch.order_id and c.lot_id is not null))))
  then raise exception 'the charge of a batch is what its edges say' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists charge_matched on bulk_lot;
create constraint trigger charge_matched after update of issued_quantity, returned_quantity, charged_quantity, auxiliary_quantity on bulk_lot
  deferrable initially deferred for each row execute function match_charge();

-- At the end of the transaction a sampling that was corrected is the sum of its parts, and what the ledger took out of the warehouse.
create or replace function match_sampling() returns trigger language plpgsql as $$
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
end $$;
drop trigger if exists sampling_matched on sampling;
create constraint trigger sampling_matched after update of total on sampling deferrable initially deferred for each row execute function match_sampling();
drop trigger if exists sampling_matched on sample;
create constraint trigger sampling_matched after update of quantity on sample deferrable initially deferred for each row execute function match_sampling();

-- The corrections of a record, oldest first: what each changed, from what to what. By the ids of the changes, which are drawn under the
-- record's lock: a transaction that began first may have waited for it and come second.
create or replace function corrections_of(given_table text, given_record uuid) returns jsonb language sql stable
  return (select coalesce(jsonb_agg(jsonb_build_object('correctionNo', c.correction_no, 'field', change.field, 'old', change.old_value, 'new', change.new_value)
      order by change.id), '[]')
    from correction_change change join correction c on c.enterprise_id = change.enterprise_id and c.id = change.correction_id
    where change.enterprise_id = current_enterprise() and change.record_table = given_table and change.record_id = given_record);
grant execute on function corrections_of(text, uuid) to bencao_app;

-- The corrections that took a signature's place: every value that differs from what was signed was led there by them. Null when the
-- signature holds, and when anything was changed without a correction. Before and after is told by the ids, which count moments, not
-- transactions.
create or replace function signature_superseded(given signature) returns text language plpgsql stable set timezone = 'UTC' as $$
declare
  signed_table text := present_table(given.record_table);
  row_now jsonb;
  numbers text;
begin
  -- Nearly always: the rest is asked for what a correction has changed.
  if not exists (select from correction_change change
      where change.enterprise_id = given.enterprise_id and change.record_table = signed_table and change.record_id = given.record_id and change.id > given.id)
  then return null; end if;
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
end $$;
grant execute on function signature_superseded(signature) to bencao_app;

-- A reversal takes back one whole entry of the same lot, which is no reversal itself.
create or replace function guard_reversal() returns trigger language plpgsql as $$
begin
  if not exists (select from stock_entry e where e.enterprise_id = new.enterprise_id and e.id = new.reverses
      and e.lot_id = new.lot_id and e.quantity = new.quantity and e.kind <> 'reversal' and e.from_place_id = new.to_place_id) -- out of the bin where the goods lie now
  then raise exception 'a reversal takes back one whole entry' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger reversal_guarded before insert on stock_entry for each row when (new.reverses is not null) execute function guard_reversal();

-- A report is never rewritten: it is superseded by the one that was issued in its place.
create or replace function keep_report() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or to_jsonb(new) - '{state,row_version}'::text[] <> to_jsonb(old) - '{state,row_version}'::text[]
    or new.state <> old.state and not (new.state = 'superseded'
      and exists (select from report later where later.enterprise_id = old.enterprise_id and later.replaces_id = old.id))
  then raise exception 'a report is never rewritten' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger kept before update or delete on report for each row execute function keep_report();

-- A later version of a report is of the same record, and finds what the one before it found. Without a correction only its heading may differ.
create or replace function guard_reissue() returns trigger language plpgsql as $$
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
end $$;
create or replace trigger reissue_guarded before insert on report for each row when (new.replaces_id is not null) execute function guard_reissue();

-- A receipt is taken back only while nothing was done with its lots: tested, sampled, weighed out, reserved, decided about. What is on hold
-- stays where it is until two persons have lifted it.
create or replace function guard_receipt_reversal() returns trigger language plpgsql as $$
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
end $$;
create or replace trigger reversal_guarded before update on receipt for each row execute function guard_receipt_reversal();

-- Only the lots of a receipt that is taken back end so, and nothing of them is left.
create or replace function guard_reversed_lot() returns trigger language plpgsql as $$
begin
  if not exists (select from raw_lot r join receipt c on c.enterprise_id = r.enterprise_id and c.id = r.receipt_id
      where r.enterprise_id = new.enterprise_id and r.id = new.id and c.reversed_at is not null)
    or exists (select from stock_balance b where b.enterprise_id = new.enterprise_id and b.lot_id = new.id and b.is_real and b.quantity <> 0)
  then raise exception 'a lot ends so with its receipt alone' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger reversal_guarded before update on lot for each row when (new.state = 'reversed') execute function guard_reversed_lot();
