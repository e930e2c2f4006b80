-- 净重 is what the scale says less the packages. Another number is written down with its reason (guard_raw_lot asks for it); lots of former
-- times have none.
alter table raw_lot add column net_reason text not null default '';
