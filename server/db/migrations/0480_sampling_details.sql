-- 取样单 (decision 0111): whether the pooled sample was made smaller by coning and quartering, and which packages were not like the others, with what was seen.
alter table sampling
  add column quartered boolean not null default false,
  add column abnormal_units jsonb not null default '[]' check (jsonb_typeof(abnormal_units) = 'array');
