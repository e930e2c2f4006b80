-- One word for each kind of lot: raw, auxiliary, bulk, pack (decision 0020). Finished goods had four.
-- Nothing a person recorded changes, so no row gets a new version and the audit gets no entry: `former_names()` tells readers and the
-- verifier which words the older signatures and audit entries use.

alter table slice_batch rename to bulk_lot;
alter table finished_release rename to pack_release;
alter function guard_finished_release() rename to guard_pack_release;
alter table pack_release rename constraint analyst_releases_finished to analyst_releases_pack;
alter table pack_release rename constraint producer_releases_finished to producer_releases_pack;

do $$
declare
  found record;
begin
  for found in select conrelid::regclass as owner, conname as was, replace(replace(conname, 'slice_batch', 'bulk_lot'), 'finished_release', 'pack_release') as now
    from pg_constraint where conname ~ '^(slice_batch|finished_release)_'
  loop
    execute format('alter table %s rename constraint %I to %I', found.owner, found.was, found.now);
  end loop;
  for found in select oid::regclass as owner, replace(replace(relname, 'slice_batch', 'bulk_lot'), 'finished_release', 'pack_release') as now
    from pg_class where relkind = 'i' and relname ~ '^(slice_batch|finished_release)_'
  loop
    execute format('alter index %s rename to %I', found.owner, found.now);
  end loop;
end $$;

-- The words in the rows. Triggers and row security rest meanwhile: the owner changes how a thing is written, for every enterprise.
alter table lot drop constraint lot_kind_check;
alter table inspection drop constraint inspection_side_check;
alter table place drop constraint place_zone_check;
alter table lot no force row level security, disable trigger user;
alter table inspection no force row level security, disable trigger user;
alter table place no force row level security, disable trigger user;
update lot set kind = 'pack' where kind = 'finished';
update inspection set side = 'bulk' where side = 'slice';
update place set zone = 'pack' || substr(zone, length('finished') + 1) where zone in ('finished_quarantine', 'finished_released');
alter table lot force row level security, enable trigger user;
alter table inspection force row level security, enable trigger user;
alter table place force row level security, enable trigger user;
alter table lot add constraint lot_kind_check check (kind in ('raw', 'auxiliary', 'bulk', 'pack'));
alter table inspection add constraint inspection_side_check check (side in ('raw', 'bulk'));
alter table place add constraint place_zone_check
  check (zone in ('quarantine', 'released', 'rejected', 'returned', 'bulk', 'pack_quarantine', 'pack_released'));
