-- The dictionary and the files beside records.

-- Records hold the code of a word, so it keeps its meaning; a word that the program looks for keeps its label too.
create or replace function keep_dictionary_code() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.type, new.code, new.is_shipped, new.is_locked) is distinct from (old.type, old.code, old.is_shipped, old.is_locked)
    or old.is_locked and new.label <> old.label then
    raise exception 'a code of the dictionary is kept for ever' using errcode = 'BC002';
  end if;
  return new;
end $$;
create or replace trigger code_kept before update or delete on dictionary_item for each row execute function keep_dictionary_code();

-- A file is attached to a record of its own enterprise or not at all; row-level security decides what "own" is.
create or replace function guard_attachment() returns trigger language plpgsql as $$
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
end $$;
create or replace trigger guarded before insert on attachment for each row execute function guard_attachment();

-- The clean-up of what was uploaded and never used. It works across enterprises, since equal files are kept once.
create or replace function unused_files() returns setof text language sql stable security definer set search_path = public, pg_temp as $$
  select distinct digest from stored_file where not is_used and stored_at < now() - interval '1 day' limit 200;
$$;
grant execute on function unused_files() to bencao_app;

-- Forgets a file where nothing points to it; true when no enterprise holds it any more and its bytes may go. The caller holds
-- the file's lock until they are gone.
create or replace function forget_file(given text) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
grant execute on function forget_file(text) to bencao_app;

-- A message that asks for a step is done for everybody once somebody took it, in the same transaction. It asks in a state of its record and is
-- done when the record leaves that state. Only the few messages of this one record are looked at.
create or replace function settle_left_state() returns trigger language plpgsql as $$
begin
  update notification set done_at = now()
  where enterprise_id = new.enterprise_id and record_id = new.id and asked = old.state and done_at is null;
  return null;
end $$;
create or replace trigger messages_settled after update on purchase_order for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on receipt_discrepancy for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on inspection for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on oos_case for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on standard_version for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on process_version for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on production_order for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on packaging_order for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on sales_order for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on supplier for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on quality_case for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on correction for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on change_request for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on recall_case for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on disposal_case for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on supplier_return for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on stocktake for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on stocktake_line for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on customer_return for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on carrier_claim for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on registration for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on secret_confirmation for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on rights_proposal for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on deputy for each row when (old.state is distinct from new.state) execute function settle_left_state();
create or replace trigger messages_settled after update on authorisation for each row when (old.state is distinct from new.state) execute function settle_left_state();

-- A lot also asks to be used while it is released, and asks nothing more once it is rejected or its receipt was taken back.
create or replace function settle_lot() returns trigger language plpgsql as $$
begin
  update notification set done_at = now()
  where enterprise_id = new.enterprise_id and record_id = new.id and asked is not null and done_at is null
    and (asked = old.state or new.state in ('rejected', 'reversed') or old.state = 'released' and asked in ('charge', 'sell'));
  return null;
end $$;
create or replace trigger messages_settled after update on lot for each row when (old.state is distinct from new.state) execute function settle_lot();

-- What is asked of a lot is answered by a document of its own: the column that names the lot, and what was asked.
create or replace function settle_about_lot() returns trigger language plpgsql as $$
begin
  update notification set done_at = now()
  where enterprise_id = new.enterprise_id and record_id = (to_jsonb(new) ->> tg_argv[0])::uuid and asked = tg_argv[1] and done_at is null;
  return null;
end $$;
create or replace trigger messages_answered after insert on inspection for each row execute function settle_about_lot('lot_id', 'request');
create or replace trigger messages_answered after insert on pack_acceptance for each row execute function settle_about_lot('lot_id', 'accept');
create or replace trigger messages_answered after insert on release_decision for each row execute function settle_about_lot('lot_id', 'decide');
create or replace trigger messages_answered after insert on production_input for each row execute function settle_about_lot('lot_id', 'charge');
create or replace trigger messages_answered after insert on packaging_order for each row
  when (new.repack_of is null) execute function settle_about_lot('bulk_lot_id', 'pack');
create or replace trigger messages_answered after insert on sales_allocation for each row execute function settle_about_lot('lot_id', 'sell');

-- A paper that was renewed or put aside ends no more.
create or replace function settle_renewal() returns trigger language plpgsql as $$
begin
  update notification set done_at = now() where enterprise_id = new.enterprise_id and record_id = new.id and asked = 'renew' and done_at is null;
  return null;
end $$;
create or replace trigger renewal_settled after update on licence for each row
  when (old.valid_until is distinct from new.valid_until or not new.is_active) execute function settle_renewal();
create or replace trigger renewal_settled after update on supplier for each row
  when (old.valid_until is distinct from new.valid_until or new.state = 'removed' and old.state <> 'removed') execute function settle_renewal();
create or replace trigger renewal_settled after update on customer for each row
  when (old.licence_valid_until is distinct from new.licence_valid_until or not new.is_active) execute function settle_renewal();

-- An authorisation that was taken away or replaced ends no more.
create or replace trigger renewal_settled after update on authorisation for each row
  when (old.state = 'valid' and new.state <> 'valid') execute function settle_renewal();
