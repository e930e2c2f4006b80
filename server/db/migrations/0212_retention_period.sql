-- How long samples are kept, by material and product: beyond the decision about a bought lot, beyond the last good day of a batch and of packs. Never less than
-- a year (domain §3.7). It becomes another by a change of two persons, from its day on.
alter table material add column retention_months smallint not null default 12 check (retention_months between 12 and 240);
alter table product add column retention_months smallint not null default 12 check (retention_months between 12 and 240);
