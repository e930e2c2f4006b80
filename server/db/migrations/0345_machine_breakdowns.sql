-- A machine that breaks while it works: what was found, who told it, the case about it, and what the batch went on with (decision 0085).
create table asset_breakdown (
  enterprise_id uuid not null references enterprise,
  id uuid not null default uuidv7(),
  asset_id uuid not null,
  -- The use in which it broke; it ends with that.
  use_id uuid not null,
  found text not null check (found <> ''),
  incident_id uuid not null,
  reported_by uuid not null,
  reported_at timestamptz not null,
  primary key (enterprise_id, id),
  -- What is in use breaks once: of two who tell it at once the second is refused.
  constraint asset_breakdown_of_use unique (enterprise_id, use_id),
  foreign key (enterprise_id, asset_id) references asset,
  foreign key (enterprise_id, use_id) references asset_use,
  foreign key (enterprise_id, incident_id) references incident,
  foreign key (enterprise_id, reported_by) references account
);
create index asset_breakdown_by_asset on asset_breakdown (enterprise_id, asset_id, id desc);
create index asset_breakdown_by_incident on asset_breakdown (enterprise_id, incident_id);
call make_evidence_table('asset_breakdown');

-- The use with which the batch went on. A broken machine is replaced by one.
alter table asset_use add column after_breakdown_id uuid;
alter table asset_use add foreign key (enterprise_id, after_breakdown_id) references asset_breakdown;
create unique index asset_use_replaces on asset_use (enterprise_id, after_breakdown_id) where after_breakdown_id is not null;
