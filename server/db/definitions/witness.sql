-- What the audit cannot hold is witnessed, and the logs are sealed (decision 0032).

-- The digest of some columns of a row. The verifier calculates it again: a change of it makes every row look altered.
create or replace function row_digest(row_value jsonb, columns text[]) returns bytea language sql immutable parallel safe
  return sha256(convert_to((select jsonb_object_agg(name, row_value -> name) from unnest(columns) name)::text, 'UTF8'));

-- Notes the digest of a row that was written. Its arguments are the column that names the row, then those that the digest covers.
create or replace function write_witness() returns trigger language plpgsql security definer
set search_path = public, pg_temp set timezone = 'UTC' set bytea_output = 'hex' as $$
declare
  columns text[] := tg_argv[1:];
  was bytea := case when tg_op <> 'INSERT' then row_digest(to_jsonb(old), columns) end;
  is_ bytea := case when tg_op <> 'DELETE' then row_digest(to_jsonb(new), columns) end;
  image jsonb := to_jsonb(coalesce(new, old));
begin
  if was = is_ then return null; end if;
  insert into witness (enterprise_id, table_name, row_key, op, columns, digest)
  values ((image ->> 'enterprise_id')::uuid, tg_table_name, image ->> tg_argv[0], tg_op, columns, is_);
  return null;
end $$;

-- Being seen and being used are noted all the time and prove nothing, so no digest covers them.
create or replace trigger witnessed after insert or update or delete on session for each row
  execute function write_witness('id', 'account_id', 'token_hash', 'created_at', 'expires_at', 'idle_seconds', 'user_agent', 'address', 'revoked_at');
create or replace trigger witnessed after insert or update or delete on api_token_key for each row
  execute function write_witness('token_id', 'token_hash');
create or replace trigger witnessed after insert or update or delete on second_factor for each row
  execute function write_witness('account_id', 'secret_box', 'confirmed_at', 'recovery_hashes', 'created_at');
create or replace trigger witnessed after insert or update or delete on mail_link for each row
  execute function write_witness('id', 'account_id', 'purpose', 'token_hash', 'email', 'created_at', 'expires_at', 'used_at', 'secret_id');
create or replace trigger witnessed after insert or update or delete on avatar for each row
  execute function write_witness('account_id', 'digest', 'image', 'changed_at');
create or replace trigger witnessed after insert or update or delete on stored_file for each row
  execute function write_witness('digest', 'media_type', 'size');

-- The digests of an entry of each log. `v1` names this way of calculating them.
create or replace function security_digest(entry security_log) returns bytea language sql immutable parallel safe
  return sha256(convert_to(jsonb_build_array('security v1', entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.enterprise_id, entry.account_id,
    entry.event, entry.user_name, entry.address, entry.request, entry.facts)::text, 'UTF8'));

create or replace function witness_digest(entry witness) returns bytea language sql immutable parallel safe
  return sha256(convert_to(jsonb_build_array('witness v1', entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.enterprise_id, entry.table_name,
    entry.row_key, entry.op, to_jsonb(entry.columns), encode(entry.digest, 'hex'), entry.written_by)::text, 'UTF8'));

-- Links what both logs have got since the last time into their chain, and says how many entries that were. The ids say what is linked, so an entry
-- whose transaction ends late is taken the next time. Where another process is at it already, there is nothing to do.
create or replace function seal_logs() returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head log_seal_head;
  anchored jsonb;
  -- What lies behind so far has come to its end; only what is later is looked at.
  settled log_seal;
  link log_seal;
begin
  select * into head from log_seal_head for update skip locked;
  if not found then return 0; end if;
  select coalesce(jsonb_object_agg(enterprise_id, jsonb_build_array(seq, encode(hash, 'hex'))), '{}') into anchored from audit_head;
  select * into settled from log_seal where at < now() - interval '15 minutes' order by at desc, seq desc limit 1;
  with sealed as (
      select coalesce(range_agg(security_ids), '{}') as security_ids, coalesce(range_agg(witness_ids), '{}') as witness_ids
      from log_seal where seq > coalesce(settled.seq, 0)),
    security as (
      select entry.id, security_digest(entry) as digest from security_log entry, sealed
      where entry.id > coalesce(settled.security_reached, 0) and not sealed.security_ids @> entry.id),
    witnesses as (
      select entry.id, witness_digest(entry) as digest from witness entry, sealed
      where entry.id > coalesce(settled.witness_reached, 0) and not sealed.witness_ids @> entry.id),
    both_logs as (
      select 1 as log, id, digest from security union all select 2, id, digest from witnesses)
  select head.seq + 1, clock_timestamp(),
    coalesce((select range_agg(int8range(id, id, '[]')) from security), '{}'), coalesce((select range_agg(int8range(id, id, '[]')) from witnesses), '{}'),
    greatest((select max(id) from security), (select security_reached from log_seal where seq = head.seq), 0),
    greatest((select max(id) from witnesses), (select witness_reached from log_seal where seq = head.seq), 0),
    count(*), sha256(coalesce(string_agg(digest, ''::bytea order by log, id), '')), sha256(convert_to(anchored::text, 'UTF8')), head.hash, null
  into link from both_logs;
  -- With nothing new in the logs, the heads of the audit chains are taken down now and then.
  if link.entries = 0 and (anchored = head.anchors or exists (select from log_seal where seq = head.seq and at > now() - interval '10 minutes')) then return 0; end if;
  link.hash := seal_hash(link);
  insert into log_seal select link.*;
  update log_seal_head set seq = link.seq, hash = link.hash, anchors = anchored;
  return link.entries;
end $$;
grant execute on function seal_logs() to bencao_app;

-- The hash of a link covers everything that the link says.
create or replace function seal_hash(link log_seal) returns bytea language sql immutable parallel safe
  return sha256(convert_to(jsonb_build_array('seal v1', link.seq, (extract(epoch from link.at) * 1000000)::bigint, link.security_ids::text, link.witness_ids::text,
    link.security_reached, link.witness_reached, link.entries, encode(link.entries_digest, 'hex'), encode(link.anchor, 'hex'), encode(link.previous_hash, 'hex'))::text, 'UTF8'));
