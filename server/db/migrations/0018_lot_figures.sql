-- What the dashboard asks of lots beside their state: held, near the retest day, near the last good day.

create index lot_held on lot (enterprise_id, kind) where holds > 0;
create index lot_by_retest_day on lot (enterprise_id, kind, retest_on) where retest_on is not null;
create index lot_by_expiry on lot (enterprise_id, kind, expires_on) where expires_on is not null;
