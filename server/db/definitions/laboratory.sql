-- Quality standards.

-- The items of a draft alone are changed; what was approved is changed in its last day only. Signed by two persons, in that order.
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
  if old.state in ('approved', 'discarded') and to_jsonb(new) - '{effective_to,row_version}'::text[] <> to_jsonb(old) - '{effective_to,row_version}'::text[]
    or old.state = 'draft' and new.state = 'approved' or new.state = 'approved' and (new.written_by is null or new.approved_by is null) and old.state <> 'approved'
    or old.state = 'written' and new.state = 'written' and (new.content, new.edition, new.effective_from, new.standard_id) is distinct from (old.content, old.edition, old.effective_from, old.standard_id) then
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
