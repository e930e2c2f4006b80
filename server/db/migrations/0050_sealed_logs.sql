-- The security log gets a chain, and what the audit cannot hold (secrets, files) gets a witness: the digest of each row, in a log of its own.
-- Both logs are sealed in batches, so that those who sign in do not wait for each other.

-- Which row of which table was written how, without what it says. `columns` are those that the digest covers; none for a row that was removed.
create table witness (
  enterprise_id uuid not null references enterprise,
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  table_name text not null,
  row_key text not null,
  op text not null check (op in ('INSERT', 'UPDATE', 'DELETE')),
  columns text[] not null,
  digest bytea check (length(digest) = 32),
  -- The role that was signed in to the database: that of the server, or somebody else's.
  written_by text not null default session_user,
  check ((op = 'DELETE') = (digest is null))
);
create index witness_by_row on witness (enterprise_id, table_name, row_key, id);

-- One link of the chain: the entries of both logs, by their ids, that had come since the link before. `reached` are the highest ids so far.
create table log_seal (
  seq bigint primary key,
  at timestamptz not null,
  security_ids int8multirange not null,
  witness_ids int8multirange not null,
  security_reached bigint not null,
  witness_reached bigint not null,
  entries integer not null check (entries >= 0),
  entries_digest bytea not null,
  -- Of the heads of all audit chains at that moment, which the head of this chain spells out: a tail cut off there is missed here.
  anchor bytea not null,
  previous_hash bytea not null,
  hash bytea not null
);
create index log_seal_by_age on log_seal (at);

create table log_seal_head (
  the_only boolean primary key default true check (the_only),
  seq bigint not null default 0,
  hash bytea not null default sha256('bencao logs v1'),
  anchors jsonb not null default '{}'
) with (fillfactor = 50);
insert into log_seal_head default values;

alter table witness enable row level security;
alter table witness force row level security;
create policy tenant on witness for select using (enterprise_id = (select current_enterprise()));
create policy writer on witness for all to bencao_owner using (true) with check (true);
grant select on witness to bencao_app;
create policy sealer on security_log for select to bencao_owner using (true);
create policy sealer on audit_head for select to bencao_owner using (true);
create trigger kept before update or delete or truncate on witness for each statement execute function keep_forever();
create trigger kept before update or delete or truncate on log_seal for each statement execute function keep_forever();
create trigger kept before delete or truncate on log_seal_head for each statement execute function keep_forever();

-- What is there already is witnessed as it is. The digest is the one of row_digest() in definitions/witness.sql.
do $$
declare
  tenant uuid;
  witnessed record;
begin
  set local timezone = 'UTC';
  set local bytea_output = 'hex';
  for tenant in select id from enterprise loop
    perform set_config('app.enterprise', tenant::text, true);
    for witnessed in select * from (values
      ('session', 'id', array['account_id', 'token_hash', 'created_at', 'expires_at', 'idle_seconds', 'user_agent', 'address', 'revoked_at']),
      ('api_token_key', 'token_id', array['token_hash']),
      ('second_factor', 'account_id', array['secret_box', 'confirmed_at', 'recovery_hashes', 'created_at']),
      ('mail_link', 'id', array['account_id', 'purpose', 'token_hash', 'email', 'created_at', 'expires_at', 'used_at']),
      ('avatar', 'account_id', array['digest', 'image', 'changed_at']),
      ('stored_file', 'digest', array['media_type', 'size'])) as listed (name, key, columns)
    loop
      execute format($insert$insert into witness (enterprise_id, table_name, row_key, op, columns, written_by, digest)
        select enterprise_id, %L, %I::text, 'INSERT', $2, 'migration', sha256(convert_to((select jsonb_object_agg(name, to_jsonb(t) -> name) from unnest($2) name)::text, 'UTF8'))
        from %I t where enterprise_id = $1 order by 3$insert$, witnessed.name, witnessed.key, witnessed.name) using tenant, witnessed.columns;
    end loop;
  end loop;
end $$;
