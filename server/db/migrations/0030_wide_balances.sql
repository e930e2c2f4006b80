-- What steps recorded before their masses were weighed (server/db/definitions/making.sql) may sum up to more than a mass or a percentage
-- could hold: such a batch could never be finished, and kept its line.
alter table bulk_lot
  alter column loss_quantity type numeric(20, 4),
  alter column yield_percent type numeric(26, 4),
  alter column balance_percent type numeric(26, 4);
