-- Deputies (decision 0073): who stands in for whom today, and what that does not allow.

-- The duties that an account has today because it stands in for somebody who still holds them by a role of their own. `begin_request` asks this only
-- where there is a deputy who is valid today: who changes here when one counts, changes it there.
create or replace function deputed_rights(enterprise uuid, account uuid) returns table (right_code text, principal_id uuid) language sql stable as $$
  select duty, d.principal_id from deputy d cross join unnest(d.duties) duty
    join account p on p.enterprise_id = d.enterprise_id and p.id = d.principal_id and p.state = 'active'
  where d.enterprise_id = enterprise and d.deputy_id = account and d.state = 'valid' and today() between d.valid_from and d.valid_until
    and exists (select from account_role held join role_right r on r.enterprise_id = held.enterprise_id and r.role_id = held.role_id
      where held.enterprise_id = d.enterprise_id and held.account_id = d.principal_id and r.right_code = duty)
$$;
grant execute on function deputed_rights(uuid, uuid) to bencao_app;

-- Whom an account stands in for under this duty; null where it holds the duty itself, or not at all.
create or replace function stands_in_for(account uuid, duty text) returns jsonb language sql stable as $$
  select jsonb_build_object('id', p.id, 'name', p.name) from deputed_rights(current_enterprise(), account) d
    join account p on p.enterprise_id = current_enterprise() and p.id = d.principal_id
  where d.right_code = duty and not exists (select from account_role held join role_right r on r.enterprise_id = held.enterprise_id and r.role_id = held.role_id
    where held.enterprise_id = current_enterprise() and held.account_id = account and r.right_code = duty)
  order by p.id limit 1
$$;
grant execute on function stands_in_for(uuid, text) to bencao_app;

-- What is handed over is signed for, does not administer, and is held by the person themselves.
create or replace function guard_deputy() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'a deputy is kept' using errcode = 'BC002'; end if;
  if tg_op = 'INSERT' and (new.state <> 'proposed' or new.confirmed_by is not null) then raise exception 'a deputy begins as a proposal' using errcode = 'BC002'; end if;
  if tg_op = 'UPDATE' and ((new.principal_id, new.deputy_id, new.duties, new.valid_from, new.valid_until, new.reason, new.given_by, new.given_at)
      is distinct from (old.principal_id, old.deputy_id, old.duties, old.valid_from, old.valid_until, old.reason, old.given_by, old.given_at)
    or old.confirmed_by is not null and (new.confirmed_by, new.confirmed_at) is distinct from (old.confirmed_by, old.confirmed_at)
    or new.state <> old.state and (old.state, new.state) not in (('proposed', 'valid'), ('proposed', 'refused'), ('proposed', 'ended'), ('valid', 'ended'))) then
    raise exception 'a deputy is not rewritten' using errcode = 'BC002';
  end if;
  if new.state in ('proposed', 'valid') and (not new.duties <@ rights_by_two() or new.duties && array['31:manage', '31:qualify', '31:authorise', '32:manage', '33:platform']
      or not new.duties <@ array(select r.right_code from account_role held join role_right r on r.enterprise_id = held.enterprise_id and r.role_id = held.role_id
        where held.enterprise_id = new.enterprise_id and held.account_id = new.principal_id)) then
    raise exception 'duty_not_held' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert or update or delete on deputy for each row execute function guard_deputy();

-- Who signs 代 another is their deputy; and a person and their deputy are one where two are asked: the deputy signs nothing that the person took part
-- in, nor the person what was signed in their name.
create or replace function refuse_deputy_of_first() returns trigger language plpgsql as $$
declare
  own_name text := (select a.name from account a where a.enterprise_id = new.enterprise_id and a.id = new.signer_id);
  principal uuid;
begin
  if strpos(new.signer_name, '（代 ') > 0 then
    select p.id into principal from deputy d join account p on p.enterprise_id = d.enterprise_id and p.id = d.principal_id
    where d.enterprise_id = new.enterprise_id and d.deputy_id = new.signer_id and d.state = 'valid' and today() between d.valid_from and d.valid_until
      and new.signer_name = own_name || '（代 ' || p.name || '）';
    if principal is null then raise exception 'nobody signs in the name of another whose deputy they are not' using errcode = 'BC002'; end if;
    if strpos(new.content, principal::text) > 0 or exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = new.record_table
        and s.record_id = new.record_id and s.signer_id = principal) then
      raise exception 'deputy_of_first' using errcode = 'BC001';
    end if;
  elsif exists (select from signature s where s.enterprise_id = new.enterprise_id and s.record_table = new.record_table and s.record_id = new.record_id
      and right(s.signer_name, length(own_name) + 4) = '（代 ' || own_name || '）') then
    raise exception 'deputy_of_first' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger deputy_is_another before insert on signature for each row execute function refuse_deputy_of_first();

-- A name that says 代 would look like a signature for somebody else.
create or replace function guard_name_without_deputy() returns trigger language plpgsql as $$
begin
  if new.name ~ '[（(]\s*代' then raise exception 'name_of_signer' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger name_without_deputy before insert or update of name on account for each row execute function guard_name_without_deputy();
