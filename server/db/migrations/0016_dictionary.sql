-- Page 36: dictionary, places, numbering, and quality standards that two people answer for.

-- ── 数据字典 ──────────────────────────────────────────────────────────────────────────────────────────────────────────

-- The words that forms offer. Types, and the items of system types, stand in the program; here are those a factory may change.
create table dictionary_item (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  type text not null check (type ~ '^[a-z][a-z0-9_]*$'),
  -- Stored in records, so it never changes and is never used again for something else.
  code text not null check (code ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$'),
  label text not null check (label <> ''),
  initials text not null default '',
  -- Its place in the list, from the top.
  sort integer not null default 1000 check (sort between 1 and 100000),
  remark text not null default '',
  is_active boolean not null default true,
  -- Came with the program.
  is_shipped boolean not null default false,
  -- The program looks for this very word: 双锁.
  is_locked boolean not null default false,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  constraint dictionary_code_once unique (enterprise_id, type, code),
  constraint dictionary_label_once unique (enterprise_id, type, label),
  check (is_active or not is_locked)
);

create function keep_dictionary_code() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.type, new.code, new.is_shipped, new.is_locked) is distinct from (old.type, old.code, old.is_shipped, old.is_locked)
    or old.is_locked and new.label <> old.label then
    raise exception 'a code of the dictionary is kept for ever' using errcode = 'BC002';
  end if;
  return new;
end $$;
create trigger code_kept before update or delete on dictionary_item for each row execute function keep_dictionary_code();

call make_tenant_table('dictionary_item');

-- ── 库位 ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

alter table place add column initials text not null default '',
  add column remark text not null default '',
  add column row_version integer not null default 1,
  add column created_at timestamptz not null default now();
create trigger versioned before update on place for each row execute function count_version();

-- Goods lie where their state says (domain §2.4): a place that holds some keeps its zone and its lock, and stays in use. Whoever
-- puts goods in holds a key lock on the place, so the two never pass each other.
create function keep_place_of_stock() returns trigger language plpgsql as $$
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
end $$;
create trigger stock_kept before update on place for each row execute function keep_place_of_stock();

-- ── 编号规则 ──────────────────────────────────────────────────────────────────────────────────────────────────────────

-- How an object is numbered where the factory wants it otherwise than usual (domain §3.1).
create table numbering_rule (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  object text not null,
  -- Letters alone: a digit follows, so that numbers of different prefixes never meet. Only the batch number does without.
  prefix text not null check (prefix ~ '^[A-Z]{1,6}$' or prefix = '' and object = 'batch'),
  date_part text not null check (date_part in ('YYYYMMDD', 'YYMMDD', 'YYYYMM')),
  digits integer not null check (digits between 2 and 8),
  row_version integer not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, object),
  constraint number_prefix_once unique (enterprise_id, prefix)
);
call make_tenant_table('numbering_rule');

-- A counter says how its numbers read, so that every number ever given can be written again from it. A prefix belongs to one object
-- and one date part for ever: two numbers can never be the same.
alter table number_counter add column prefix text, add column date_part text, add column digits integer;
do $$ declare given uuid; begin
  for given in select id from enterprise loop
    perform set_config('app.enterprise', given::text, true);
    update number_counter set
      prefix = case when object = 'batch' then '' when object like 'BZ/%' then substr(object, 4) || '-' else object end,
      date_part = case when object like 'BZ/%' then '' when object in ('batch', 'YL', 'FL', 'BC') then 'YYMMDD' else 'YYYYMMDD' end,
      digits = case when object like 'BZ/%' or object in ('batch', 'YL', 'FL', 'BC') then 2 else 3 end
    where enterprise_id = given;
  end loop;
  perform set_config('app.enterprise', '', true);
end $$;
alter table number_counter alter column prefix set not null, alter column date_part set not null, alter column digits set not null,
  drop constraint number_counter_pkey,
  add primary key (enterprise_id, object, prefix, day),
  add check (date_part in ('', 'YYYYMMDD', 'YYMMDD', 'YYYYMM')),
  add constraint number_prefix_of_one_object exclude using gist (enterprise_id with =, prefix with =, (object || ' ' || date_part) with <>);

create function number_text(prefix text, date_part text, day date, digits integer, serial integer) returns text language sql stable
  return prefix || case date_part when '' then '' else to_char(day, date_part) end || lpad(serial::text, greatest(digits, length(serial::text)), '0');

-- The next number of an object on a day, gap-free: the counter row stays locked until the transaction ends. By the factory's own rule,
-- else as it is usual. The digits of a period that has begun stay as they are.
create function take_number(given_object text, given_day date, usual_prefix text, usual_date_part text, usual_digits integer)
returns text language sql as $$
  with rule as (
    select coalesce(own.prefix, usual_prefix) as prefix, coalesce(own.date_part, usual_date_part) as date_part, coalesce(own.digits, usual_digits) as digits
    from (values (1)) one left join numbering_rule own on own.enterprise_id = current_enterprise() and own.object = given_object)
  insert into number_counter as c (enterprise_id, object, prefix, date_part, digits, day, last)
  select current_enterprise(), given_object, prefix, date_part, digits,
    case date_part when 'YYYYMM' then date_trunc('month', given_day)::date else given_day end, 1 from rule
  on conflict (enterprise_id, object, prefix, day) do update set last = c.last + 1
  returning number_text(c.prefix, c.date_part, c.day, c.digits, c.last);
$$;
drop function next_number(text, date);
grant execute on function number_text(text, text, date, integer, integer), take_number(text, date, text, text, integer) to bencao_app;

-- Every number that was given out, read back from the documents and lots that carry it.
drop view numbered_document;
create view numbered_document with (security_invoker = true) as
  select enterprise_id, 'CG' as object, order_no as no from purchase_order
  union all select enterprise_id, 'SH', receipt_no from receipt
  union all select enterprise_id, 'YK', transfer_no from stock_transfer
  union all select enterprise_id, 'QY', request_no from inspection
  union all select enterprise_id, 'QYD', sampling_no from sampling
  union all select enterprise_id, 'YP', sample_no from sample
  union all select enterprise_id, 'BG', report_no from report
  union all select enterprise_id, 'FX', release_no from release_decision
  union all select enterprise_id, 'FX', release_no from finished_release
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
  union all select enterprise_id, 'BZ/' || batch_no, lot_no from lot where kind = 'finished';

-- ── 质量标准 ──────────────────────────────────────────────────────────────────────────────────────────────────────────

-- 编制 → 批准 by another person; a draft may be given up. What was signed stays as it is.
alter table standard add column initials text not null default '', add column created_at timestamptz not null default now();
create unique index standard_once on standard (enterprise_id, material_id, product_id, kind, name) nulls not distinct;

alter table standard_version add column remark text not null default '',
  -- The items as they were signed.
  add column content jsonb check (jsonb_typeof(content) = 'array' and jsonb_array_length(content) > 0),
  add column written_at timestamptz,
  add column approved_at timestamptz,
  add column sent_back_reason text not null default '',
  drop constraint standard_version_state_check,
  add check (state in ('draft', 'written', 'approved', 'discarded')),
  add constraint standard_is_signed check (state <> 'written' or written_by is not null and content is not null);
create unique index one_draft_of_standard on standard_version (enterprise_id, standard_id) where state in ('draft', 'written');
-- On any day one version of a standard is in force.
alter table standard_version add constraint one_standard_in_force
  exclude using gist (enterprise_id with =, standard_id with =, daterange(effective_from, effective_to) with &&) where (state = 'approved');

alter table standard_item
  add constraint standard_item_range check (low::numeric <= high::numeric),
  -- 内控 is at least as tight as the legal limit, and stands on the same side.
  add constraint standard_item_internal check ((internal_low is null or low is not null and internal_low::numeric >= low::numeric)
    and (internal_high is null or high is not null and internal_high::numeric <= high::numeric)
    and coalesce(internal_low, low)::numeric <= coalesce(internal_high, high)::numeric and (operator <> 'eq' or internal_low is null)),
  add check (item_group in ('性状', '鉴别', '检查', '浸出物', '含量测定', '微生物', '其它')),
  add check (name <> '' and spec_text <> '');
create unique index standard_item_once on standard_item (enterprise_id, standard_version_id, item_group, name);
grant delete on standard_item to bencao_app;

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
drop trigger approved_kept on standard_item;
create trigger approved_kept before insert or update or delete on standard_item for each row execute function keep_approved_standard();
