-- A person's picture: 256 × 256 WebP made by the server, so small that it may lie in its row. No evidence and no business: no audit.
create table avatar (
  enterprise_id uuid not null,
  account_id uuid not null,
  -- SHA-256 of the picture, in its address: another picture has another address, so every answer may be kept.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  image bytea not null check (length(image) <= 65536),
  changed_at timestamptz not null default now(),
  primary key (enterprise_id, account_id),
  foreign key (enterprise_id, account_id) references account
);
alter table avatar enable row level security;
alter table avatar force row level security;
create policy tenant on avatar using (enterprise_id = current_enterprise()) with check (enterprise_id = current_enterprise());
grant select, insert, update, delete on avatar to bencao_app;

-- What one signed oneself, the latest first.
create index signature_by_signer on signature (enterprise_id, signer_id, id);
