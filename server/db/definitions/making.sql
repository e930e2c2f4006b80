-- Materials, products and process versions: what was used or signed is not rewritten.

-- A code is in records and on labels.
create or replace function keep_code() returns trigger language plpgsql as $$
begin
  raise exception 'the code of a % is never changed, so that it never means two things', tg_table_name using errcode = 'BC002';
end $$;
create or replace trigger code_kept before update on material for each row when (new.code <> old.code) execute function keep_code();
create or replace trigger code_kept before update on product for each row when (new.code <> old.code) execute function keep_code();

-- A bought or planned material stays what it is: its lots are tested, stored and issued by its category.
create or replace function keep_used_material() returns trigger language plpgsql as $$
begin
  if exists (select from lot l where l.enterprise_id = old.enterprise_id and l.material_id = old.id)
    or exists (select from purchase_line l where l.enterprise_id = old.enterprise_id and l.material_id = old.id)
    or exists (select from product p where p.enterprise_id = old.enterprise_id and p.material_id = old.id)
    or exists (select from process_auxiliary a where a.enterprise_id = old.enterprise_id and a.material_id = old.id)
  then raise exception 'material_used' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger used_kept before update on material for each row when (new.category <> old.category) execute function keep_used_material();

-- Variety, processing and cut make the product (domain §2.12): once it was planned or made, another of them is another product.
create or replace function keep_used_product() returns trigger language plpgsql as $$
begin
  if exists (select from production_order o where o.enterprise_id = old.enterprise_id and o.product_id = old.id)
    or exists (select from lot l where l.enterprise_id = old.enterprise_id and l.product_id = old.id)
  then raise exception 'product_used' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger used_kept before update on product for each row
  when ((new.name, new.material_id, new.processing_method, new.cut_spec) is distinct from (old.name, old.material_id, old.processing_method, old.cut_spec))
  execute function keep_used_product();

-- What is being signed is not rewritten meanwhile; what was approved is never changed, only succeeded or withdrawn.
create or replace function keep_written_process() returns trigger language plpgsql as $$
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
end $$;
create or replace trigger written_kept before update or delete on process_version for each row execute function keep_written_process();

-- Steps and auxiliaries are rewritten with their version only.
create or replace function keep_written_process_part() returns trigger language plpgsql as $$
declare
  part jsonb := to_jsonb(coalesce(new, old));
begin
  if tg_op = 'UPDATE' and new.process_version_id <> old.process_version_id
    or (select state from process_version v where v.enterprise_id = (part ->> 'enterprise_id')::uuid and v.id = (part ->> 'process_version_id')::uuid) <> 'draft'
  then raise exception 'a process version is only rewritten as a draft' using errcode = 'BC002';
  end if;
  return coalesce(new, old);
end $$;
create or replace trigger written_kept before insert or update or delete on process_step for each row execute function keep_written_process_part();
create or replace trigger written_kept before insert or update or delete on process_auxiliary for each row execute function keep_written_process_part();
