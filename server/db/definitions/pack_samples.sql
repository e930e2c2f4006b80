-- Samples of packed goods are whole packs: what leaves the bin is the content of the packs whose codes the document names.

create or replace function match_sampled_packs() returns trigger language plpgsql as $$
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
end $$;
drop trigger if exists packs_matched on sampling;
create constraint trigger packs_matched after insert or update of total on sampling deferrable initially deferred
  for each row execute function match_sampled_packs();

-- What is kept of a packed lot is one sample of whole packs, booked as such. Where the product says what one full test needs, two of them are kept (domain §2.9).
create or replace function match_kept_packs() returns trigger language plpgsql as $$
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
end $$;
drop trigger if exists packs_matched on pack_retention;
create constraint trigger packs_matched after insert on pack_retention deferrable initially deferred
  for each row execute function match_kept_packs();

-- Some of the packs that are kept are opened for a stability test: how much of the sample that is, the codes say.
create or replace function match_opened_packs() returns trigger language plpgsql as $$
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
end $$;
drop trigger if exists opened_matched on sample;
create constraint trigger opened_matched after update of opened_quantity on sample deferrable initially deferred
  for each row when (new.pack_retention_id is not null) execute function match_opened_packs();

-- A time point of a stability test is asked for from the first of its days on, if the plan of the lot has it and nobody missed it, of packs, in the place
-- where they are kept.
create or replace function guard_stability_test() returns trigger language plpgsql as $$
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
end $$;
create or replace trigger stability_guarded before insert on inspection for each row when (new.stability_month is not null) execute function guard_stability_test();

-- A pack lies ready for an order, or is kept; never both.
create or replace function refuse_picked_packs() returns trigger language plpgsql as $$
begin
  if exists (select from picking_code p where p.enterprise_id = new.enterprise_id and p.lot_id = new.lot_id and p.is_open and p.level = 1
      and p.range_id = new.range_id and p.first_index <= new.last_index and p.last_index >= new.first_index) then
    raise exception 'code_twice' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger picked_kept before insert on code_span for each row when (new.state = 'sampled') execute function refuse_picked_packs();
