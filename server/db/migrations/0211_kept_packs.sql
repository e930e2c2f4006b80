-- 成品留样: whole packs of a packed lot are taken out of stock with their codes, and kept.
create table pack_retention (
  enterprise_id uuid not null references enterprise (id),
  id uuid not null default uuidv7(),
  retention_no text not null check (retention_no <> ''),
  lot_id uuid not null,
  packs integer not null check (packs > 0),
  remark text not null default '',
  drawn_by uuid not null,
  -- The second person of toxic goods.
  witnessed_by uuid,
  drawn_at timestamptz not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, retention_no),
  foreign key (enterprise_id, lot_id) references lot (enterprise_id, id),
  foreign key (enterprise_id, drawn_by) references account (enterprise_id, id),
  foreign key (enterprise_id, witnessed_by) references account (enterprise_id, id),
  constraint retention_second_person check (drawn_by <> witnessed_by)
);
create index pack_retention_by_lot on pack_retention (enterprise_id, lot_id, id);
call make_evidence_table('pack_retention');

-- A sample is a part of a sampling, or packs that are kept. Of which lot it is stands in its own row, by which it is found.
alter table sample
  alter column sampling_id drop not null,
  add column pack_retention_id uuid,
  add column lot_id uuid,
  add foreign key (enterprise_id, pack_retention_id) references pack_retention (enterprise_id, id),
  add foreign key (enterprise_id, lot_id) references lot (enterprise_id, id),
  add constraint sample_drawn_once check (num_nonnulls(sampling_id, pack_retention_id) = 1 and (pack_retention_id is null or kind = 'retention')),
  add constraint sample_of_packs unique (enterprise_id, pack_retention_id);
alter table sample no force row level security, disable trigger user;
alter table sampling no force row level security;
alter table inspection no force row level security;
update sample s set lot_id = i.lot_id
from sampling g join inspection i on i.enterprise_id = g.enterprise_id and i.id = g.inspection_id
where g.enterprise_id = s.enterprise_id and g.id = s.sampling_id;
alter table sample force row level security, enable trigger user, alter column lot_id set not null;
alter table sampling force row level security;
alter table inspection force row level security;
create index sample_by_lot on sample (enterprise_id, lot_id, id);
