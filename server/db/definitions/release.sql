-- The release and the rejection of lots.

-- The persons of the packaging record are always among the producers.
create or replace function guard_pack_release() returns trigger language plpgsql as $$
begin
  if exists (select from packaging_record r where r.enterprise_id = new.enterprise_id and r.lot_id = new.lot_id
      and (r.operator_id <> all (new.producer_ids) or r.checked_by <> all (new.producer_ids)))
  then raise exception 'the persons of the packaging record are missing' using errcode = 'BC002';
  end if;
  if new.decision = 'release' and not ancestors_allow(new.lot_id) then
    raise exception 'ancestor_unfit' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on pack_release for each row execute function guard_pack_release();

-- 不合格 is approved by the 质量负责人, and no hold ends by one signature (domain §2.3): a second person has signed the same record. Asked at the end of the
-- transaction, since a signature is given on the written row.
create or replace function need_approval() returns trigger language plpgsql as $$
begin
  if not exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = tg_table_name and s.record_id = new.id
      and s.meaning = '批准' and s.signer_id <> new.decided_by)
  then raise exception 'a rejection is approved by a second person' using errcode = 'BC002';
  end if;
  return null;
end $$;
drop trigger if exists approved on release_decision;
create constraint trigger approved after insert on release_decision deferrable initially deferred for each row
  when (new.decision = 'reject') execute function need_approval();
drop trigger if exists approved on pack_release;
create constraint trigger approved after insert on pack_release deferrable initially deferred for each row
  when (new.decision = 'reject') execute function need_approval();
drop trigger if exists approved on impact_lot;
create constraint trigger approved after insert or update on impact_lot deferrable initially deferred for each row
  when (new.decision is not null) execute function need_approval();
