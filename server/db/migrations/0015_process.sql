-- 加工管理 (domain §2.12, code 35): what the office keeps of materials, products, pack specifications and methods, and the life of a
-- process version: written, reviewed and approved by three persons, one in effect on any day, unchangeable once approved.

-- ── Materials and products ───────────────────────────────────────────────────────────────────────────────────────────

alter table material add material_class text not null default '';

alter table product
  -- Kinds of processing that the production licence must name (dictionary license_scope); toxic and direct-oral follow from the flags.
  add licence_scopes text[] not null default '{}',
  -- GB/T 31774 and the code of the medical insurance: given by others, never invented.
  add gbt31774_code text check (gbt31774_code ~ '^\d{17}$'),
  add nhsa_code text check (nhsa_code ~ '^T\d{9}$');
create index product_by_name on product (enterprise_id, name);

create function keep_code() returns trigger language plpgsql as $$
begin
  raise exception 'the code of a % is never changed, so that it never means two things', tg_table_name using errcode = 'BC002';
end $$;
create trigger code_kept before update on material for each row when (new.code <> old.code) execute function keep_code();
create trigger code_kept before update on product for each row when (new.code <> old.code) execute function keep_code();

-- A bought or planned material stays what it is: its lots are tested, stored and issued by its category.
create function keep_used_material() returns trigger language plpgsql as $$
begin
  if exists (select from lot l where l.enterprise_id = old.enterprise_id and l.material_id = old.id)
    or exists (select from purchase_line l where l.enterprise_id = old.enterprise_id and l.material_id = old.id)
    or exists (select from product p where p.enterprise_id = old.enterprise_id and p.material_id = old.id)
    or exists (select from process_auxiliary a where a.enterprise_id = old.enterprise_id and a.material_id = old.id)
  then raise exception 'material_used' using errcode = 'BC001';
  end if;
  return new;
end $$;
create trigger used_kept before update on material for each row when (new.category <> old.category) execute function keep_used_material();

-- Variety, processing and cut make the product (domain §2.12): once it was planned or made, another of them is another product.
create function keep_used_product() returns trigger language plpgsql as $$
begin
  if exists (select from production_order o where o.enterprise_id = old.enterprise_id and o.product_id = old.id)
    or exists (select from lot l where l.enterprise_id = old.enterprise_id and l.product_id = old.id)
  then raise exception 'product_used' using errcode = 'BC001';
  end if;
  return new;
end $$;
create trigger used_kept before update on product for each row
  when ((new.name, new.material_id, new.processing_method, new.cut_spec) is distinct from (old.name, old.material_id, old.processing_method, old.cut_spec))
  execute function keep_used_product();

-- ── Pack specifications ──────────────────────────────────────────────────────────────────────────────────────────────

-- The last digit of a GS1 key (General Specifications §7.9): weights 3 and 1 from the right, the sum a multiple of ten.
create function has_check_digit(key text) returns boolean language sql immutable strict parallel safe
  return (select sum(substr(key, place, 1)::integer * case when (length(key) - place) % 2 = 1 then 3 else 1 end) % 10 = 0
    from generate_series(1, length(key)) place);
grant execute on function has_check_digit(text) to bencao_app;

alter table pack_spec
  add constraint pack_spec_gtin_check_digit check (has_check_digit(pack_gtin) is not false and has_check_digit(box_gtin) is not false),
  -- A number stands only where its scheme prints it.
  add constraint pack_spec_numbers_of_scheme check (
    (code_scheme = 'NMPA20' or num_nonnulls(pack_identification, box_identification) = 0)
    and (code_scheme = 'GS1' or num_nonnulls(pack_gtin, box_gtin) = 0));

-- One number never means a pack here and a box there, in the whole installation: a scan begins with nothing else. As definer, since the
-- other holder may be another enterprise.
create function keep_pack_numbers_apart() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('pack numbers'));
  if exists (select from pack_spec s where s.id <> new.id
    and (s.box_identification = new.pack_identification or s.pack_identification = new.box_identification
      or s.box_gtin = new.pack_gtin or s.pack_gtin = new.box_gtin))
  then raise exception 'pack_number_taken' using errcode = 'BC001';
  end if;
  return new;
end $$;
create trigger numbers_apart before insert or update on pack_spec for each row
  when (num_nonnulls(new.pack_identification, new.pack_gtin) > 0) execute function keep_pack_numbers_apart();

-- Goods, labels and codes of a specification carry what it said: once it is ordered, other numbers are another specification.
create function keep_used_pack_spec() returns trigger language plpgsql as $$
begin
  if exists (select from packaging_order o where o.enterprise_id = old.enterprise_id and o.pack_spec_id = old.id)
    or exists (select from sales_line l where l.enterprise_id = old.enterprise_id and l.pack_spec_id = old.id)
  then raise exception 'pack_spec_used' using errcode = 'BC001';
  end if;
  return new;
end $$;
create trigger used_kept before update on pack_spec for each row
  when (to_jsonb(new) - '{is_active,row_version}'::text[] <> to_jsonb(old) - '{is_active,row_version}'::text[])
  execute function keep_used_pack_spec();

-- ── Methods ──────────────────────────────────────────────────────────────────────────────────────────────────────────

alter table processing_method
  add is_active boolean not null default true,
  add row_version integer not null default 1;
create trigger versioned before update on processing_method for each row execute function count_version();

-- ── Process versions ─────────────────────────────────────────────────────────────────────────────────────────────────

drop index one_effective_process;
alter table process_version
  drop constraint process_version_state_check,
  add constraint process_version_state_check check (state in ('draft', 'submitted', 'reviewed', 'approved', 'void')),
  -- Decided at the approval.
  alter effective_from drop not null,
  -- The day from which another version is in effect, or this one was withdrawn.
  add effective_to date check (effective_to >= effective_from),
  -- 编制依据 or, of a later version, what is changed and why (变更控制).
  add basis text not null default '',
  -- Came with the initial set-up and was never signed here.
  add is_initial boolean not null default true,
  -- Steps, parameters and auxiliaries as they are signed; the signature covers this row.
  add content jsonb check (jsonb_typeof(content) = 'object'),
  add written_by uuid,
  add submitted_at timestamptz,
  add reviewed_by uuid,
  add reviewed_at timestamptz,
  add approved_by uuid,
  add approved_at timestamptz,
  add return_reason text not null default '',
  add voided_by uuid,
  add voided_at timestamptz,
  add void_reason text,
  add foreign key (enterprise_id, written_by) references account,
  add foreign key (enterprise_id, reviewed_by) references account,
  add foreign key (enterprise_id, approved_by) references account,
  add foreign key (enterprise_id, voided_by) references account,
  add constraint process_author_reviews check (reviewed_by <> written_by),
  add constraint process_author_approves check (approved_by <> written_by),
  add constraint process_reviewer_approves check (approved_by <> reviewed_by),
  add check (is_initial or written_by is not null),
  add check (state in ('draft', 'void') or is_initial or (submitted_at is not null and content is not null)),
  add check (state in ('draft', 'submitted', 'void') or is_initial or (reviewed_by is not null and reviewed_at is not null)),
  add check (state <> 'approved' or is_initial or (approved_by is not null and approved_at is not null)),
  add check (state <> 'approved' or effective_from is not null),
  add check ((state = 'void') = (voided_at is not null) and (state <> 'void' or (voided_by is not null and void_reason <> ''))),
  -- Only one version of a product is in effect on any day.
  add constraint one_effective_process exclude using gist
    (enterprise_id with =, product_id with =, daterange(effective_from, effective_to) with &&) where (state = 'approved');
-- What stood before this migration came with the set-up; what is made from now on is written by somebody.
alter table process_version alter is_initial set default false;
-- Nobody works on two next versions of one product.
create unique index one_open_process on process_version (enterprise_id, product_id) where state in ('draft', 'submitted', 'reviewed');

alter table process_step
  -- 操作要求 and 设备, as the procedure prints them.
  add instruction text not null default '',
  add equipment text not null default '',
  -- 存放时限: hours until the next step must have begun.
  add hold_hours numeric(7, 2) check (hold_hours > 0);

grant delete on process_step, process_auxiliary to bencao_app;

-- What is being signed is not rewritten meanwhile; what was approved is never changed, only succeeded or withdrawn.
create function keep_written_process() returns trigger language plpgsql as $$
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
create trigger written_kept before update or delete on process_version for each row execute function keep_written_process();

create function keep_written_process_part() returns trigger language plpgsql as $$
declare
  part jsonb := to_jsonb(coalesce(new, old));
begin
  if tg_op = 'UPDATE' and new.process_version_id <> old.process_version_id
    or (select state from process_version v where v.enterprise_id = (part ->> 'enterprise_id')::uuid and v.id = (part ->> 'process_version_id')::uuid) <> 'draft'
  then raise exception 'a process version is only rewritten as a draft' using errcode = 'BC002';
  end if;
  return coalesce(new, old);
end $$;
create trigger written_kept before insert or update or delete on process_step for each row execute function keep_written_process_part();
create trigger written_kept before insert or update or delete on process_auxiliary for each row execute function keep_written_process_part();
