-- The release of pack lots.

-- The persons of the packaging record are always among the producers.
create or replace function guard_pack_release() returns trigger language plpgsql as $$
begin
  if exists (select from packaging_record r where r.enterprise_id = new.enterprise_id and r.lot_id = new.lot_id
      and (r.operator_id <> all (new.producer_ids) or r.checked_by <> all (new.producer_ids)))
  then raise exception 'the persons of the packaging record are missing' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on pack_release for each row execute function guard_pack_release();
