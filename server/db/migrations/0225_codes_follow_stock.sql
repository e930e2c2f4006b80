-- Codes follow stock (decision 0066): how many packs of a lot their codes say are in the house, kept beside the balances so that the two are compared in
-- constant time at the end of every transaction.
alter table code_span drop constraint code_span_state_check;
alter table code_span add constraint code_span_state_check
  check (state in ('issued', 'activated', 'in_stock', 'shipped', 'returned', 'sampled', 'voided', 'destroyed'));
alter table code_event drop constraint code_event_state_check;
alter table code_event add constraint code_event_state_check
  check (state in ('issued', 'activated', 'in_stock', 'shipped', 'returned', 'sampled', 'voided', 'destroyed'));

create table packs_in_house (
  enterprise_id uuid not null,
  lot_id uuid not null,
  packs bigint not null check (packs >= 0),
  primary key (enterprise_id, lot_id),
  foreign key (enterprise_id, lot_id) references lot
) with (fillfactor = 70);
call make_tenant_table('packs_in_house', 'lot_id');
drop trigger audited on packs_in_house;
revoke insert, update on packs_in_house from bencao_app;
-- What was there before is counted by the definitions, which run after this.
