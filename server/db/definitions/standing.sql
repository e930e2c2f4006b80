-- Where a lot stands: the worst over itself and all its ancestors (decision 0022). Every step, the history and the public page ask here.

-- What each of these lots passes on to everything that is made of it: its rejection, its withdrawn release and the holds that reach. A retest that is due,
-- or a day that passes later, says nothing about what was made before. A bought lot that is in quarantine or under test again has lost its
-- release; one that is only being retested has not.
create or replace function reasons_passed_on(given uuid[]) returns table (kind text, lot_id uuid, lot_no text, lot_name text) language sql stable as $$
  with source as materialized (
    select l.id, l.kind, l.state, l.holds, l.lot_no, l.name from lot l where l.enterprise_id = (select current_enterprise()) and l.id = any (given)
      and (l.holds > 0 or l.state in ('rejected', 'quarantine', 'under_test'))
  )
  select 'rejected', id, lot_no, name from source where state = 'rejected'
  union all
  select 'withdrawn', id, lot_no, name from source where state in ('quarantine', 'under_test') and (kind not in ('raw', 'auxiliary') or (
    select d.state from release_decision d where d.enterprise_id = (select current_enterprise()) and d.lot_id = source.id order by d.id desc limit 1) = 'withdrawn')
  union all
  select h.kind, s.id, s.lot_no, s.name from source s join hold h on h.enterprise_id = (select current_enterprise()) and h.lot_id = s.id and h.lifted_at is null
  where s.holds > 0 and (h.kind in ('recall', 'regulator', 'oos') or h.kind in ('freeze', 'deviation', 'complaint') and coalesce(h.reaches, true));
$$;
grant execute on function reasons_passed_on(uuid[]) to bencao_app;

-- What speaks against everything that is made of these lots: what they and all their ancestors pass on. A batch that was worked again (返工) has its
-- rejection behind it, and everything else of it before it.
create or replace function reasons_reaching(given uuid[]) returns table (kind text, lot_id uuid, lot_no text, lot_name text) language sql stable as $$
  with recursive up (id, reworked) as (
    select unnest(given), false
    union select e.from_lot_id, e.step = 'rework' from up join lot_edge e on e.enterprise_id = current_enterprise() and e.to_lot_id = up.id
  )
  -- Asked beside and not within the call: PostgreSQL then plans it as a part of this statement.
  select passed.* from (select array(select id from up) as ids, array(select id from up group by id having bool_and(reworked)) as reworked) above
    cross join lateral reasons_passed_on(above.ids) passed
  where not (passed.kind = 'rejected' and passed.lot_id = any (above.reworked));
$$;
grant execute on function reasons_reaching(uuid[]) to bencao_app;

-- Everything that speaks against each of these lots. A row about the lot itself has its own id. Each lot is read once; what may be the matter with it is looked
-- for among those rows, which costs a tenth of asking each lot all of it. Enterprise and day are subselects: asked once, not for each row.
create or replace function reasons_of(given uuid[]) returns table (of_lot uuid, kind text, lot_id uuid, lot_no text, lot_name text) language sql stable as $$
  with recursive up (of_lot, id, reworked) as (
    select e.to_lot_id, e.from_lot_id, e.step = 'rework' from lot_edge e where e.enterprise_id = (select current_enterprise()) and e.to_lot_id = any (given)
    union select up.of_lot, e.from_lot_id, e.step = 'rework' from up join lot_edge e on e.enterprise_id = (select current_enterprise()) and e.to_lot_id = up.id
  ), passed as materialized (
    select passed.* from (select array(select distinct id from up) as ids) above cross join lateral reasons_passed_on(above.ids) passed
  ), own as materialized (
    select * from (
      select l.enterprise_id, l.id, l.lot_no, l.name, l.state, l.holds > 0 as is_held, l.retest_on <= (select today()) as is_due, l.expires_on < (select today()) as is_over,
        l.state <> case l.kind when 'bulk' then 'conforming' else 'released' end as is_unusable,
        -- Mostly nothing is locked: that is asked once.
        (select exists (select from authority_lock k where k.enterprise_id = (select current_enterprise()) and k.lifted_at is null))
          and exists (select from authority_locks_on(l.product_id)) as is_locked
      from lot l where l.enterprise_id = (select current_enterprise()) and l.id = any (given)) asked
    where is_held or is_due or is_over or is_unusable or is_locked
  )
  select above.of_lot, passed.kind, passed.lot_id, passed.lot_no, passed.lot_name
  from (select of_lot, id, bool_and(reworked) as reworked from up group by of_lot, id) above join passed on passed.lot_id = above.id
  where not (passed.kind = 'rejected' and above.reworked)
  union all select id, 'rejected', id, lot_no, name from own where state = 'rejected'
  union all select own.id, h.kind, own.id, own.lot_no, own.name
    from own join hold h on h.enterprise_id = own.enterprise_id and h.lot_id = own.id and h.lifted_at is null where is_held
  union all select id, 'regulator', id, lot_no, name from own where is_locked
  union all select id, 'not_released', id, lot_no, name from own where state not in ('rejected', 'retest_due') and is_unusable
  union all select id, 'retest_due', id, lot_no, name from own where state = 'retest_due' or is_due
  union all select id, 'expired', id, lot_no, name from own where is_over;
$$;
grant execute on function reasons_of(uuid[]) to bencao_app;

-- Everything that speaks against one lot.
create or replace function lot_reasons(given uuid) returns table (kind text, lot_id uuid, lot_no text, lot_name text) language sql stable as $$
  select kind, lot_id, lot_no, lot_name from reasons_of(array[given]);
$$;
grant execute on function lot_reasons(uuid) to bencao_app;

-- Whether the ancestors of a lot allow its use.
create or replace function ancestors_allow(given uuid) returns boolean language sql stable as $$
  with recursive up (id, reworked) as (
    select e.from_lot_id, e.step = 'rework' from lot_edge e where e.enterprise_id = current_enterprise() and e.to_lot_id = given
    union select e.from_lot_id, e.step = 'rework' from up join lot_edge e on e.enterprise_id = current_enterprise() and e.to_lot_id = up.id
  )
  select not exists (
    select from (select array(select id from up) as ids, array(select id from up group by id having bool_and(reworked)) as reworked) above
      cross join lateral reasons_passed_on(above.ids) passed
    where not (passed.kind = 'rejected' and passed.lot_id = any (above.reworked)));
$$;
grant execute on function ancestors_allow(uuid) to bencao_app;

-- All lots that were made of one, at any depth, itself not among them.
create or replace function lots_made_of(given uuid) returns setof uuid language sql stable as $$
  with recursive down (id) as (
    select e.to_lot_id from lot_edge e where e.enterprise_id = current_enterprise() and e.from_lot_id = given
    union select e.to_lot_id from down join lot_edge e on e.enterprise_id = current_enterprise() and e.from_lot_id = down.id
  ) select id from down;
$$;
grant execute on function lots_made_of(uuid) to bencao_app;

-- Nothing is made of what may not be used, also when the doubt came while the batch was on the line. The share lock lets a decision about the
-- parent that is under way come first: it then finds this lot among those that were made of it, or this step finds the decision.
create or replace function guard_lot_edge() returns trigger language plpgsql as $$
begin
  perform from lot where enterprise_id = new.enterprise_id and id = new.from_lot_id for share;
  if (new.role = 'packaging') <> (select unit <> 'kg' from lot where enterprise_id = new.enterprise_id and id = new.from_lot_id) then
    raise exception 'packs have an edge to counted material that says so' using errcode = 'BC002';
  end if;
  -- Packs come of a batch, or of packs that were opened for them: of the same batch and product, born on the same day, and good for no longer.
  if new.role = 'main' and (new.step = 'repack') <> (select kind = 'pack' from lot where enterprise_id = new.enterprise_id and id = new.from_lot_id)
    or new.step = 'repack' and not exists (select from packaging_order o join lot source on source.enterprise_id = o.enterprise_id and source.id = o.repack_of
        join lot packed on packed.enterprise_id = o.enterprise_id and packed.id = new.to_lot_id
      where o.enterprise_id = new.enterprise_id and o.id = new.document_id and o.repack_of = new.from_lot_id and packed.kind = 'pack'
        and (packed.batch_no, packed.product_id, packed.born_on) is not distinct from (source.batch_no, source.product_id, source.born_on)
        and packed.expires_on <= source.expires_on)
  then raise exception 'packs are packed anew of the packs that were opened' using errcode = 'BC002';
  end if;
  -- What is left of a batch that was ended is rejected before anything is said of what it was made of.
  if (select state from lot where enterprise_id = new.enterprise_id and id = new.to_lot_id) = 'rejected' then return new; end if;
  -- Of a rejected batch nothing is made but its rework.
  if new.step = 'rework' and not exists (select from production_order o where o.enterprise_id = new.enterprise_id and o.id = new.document_id and o.rework_of = new.from_lot_id) then
    raise exception 'a rework has an order' using errcode = 'BC002';
  end if;
  if exists (select from reasons_reaching(array[new.from_lot_id]) r
    where not (new.step = 'rework' and r.kind = 'rejected' and r.lot_id = new.from_lot_id)) then
    raise exception 'ancestor_unfit' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on lot_edge for each row execute function guard_lot_edge();
