-- Under row security `@>` on a range is a filter, not an index condition: a code is found by the greatest first index that is not beyond it (decision 0049).
create unique index code_range_by_first on code_range (enterprise_id, scheme, series, first_index);
create unique index box_content_by_pack on box_content (enterprise_id, pack_range_id, first_pack) where opened_at is null;

-- How often a code was looked at, and first when: kept by count_scans beside code_scan, so that the page of a code that is looked at a hundred
-- thousand times costs what any other costs.
create table code_scan_total (
  enterprise_id uuid not null,
  range_id uuid not null,
  code_index bigint not null,
  scans bigint not null check (scans > 0),
  first_at timestamptz not null,
  primary key (enterprise_id, range_id, code_index),
  foreign key (enterprise_id, range_id) references code_range (enterprise_id, id)
) with (fillfactor = 70);
alter table code_scan_total enable row level security;
alter table code_scan_total force row level security;
create policy tenant on code_scan_total using (enterprise_id = (select current_enterprise())) with check (enterprise_id = current_enterprise());
create policy counter on code_scan_total to bencao_owner using (true) with check (true);
grant select on code_scan_total to bencao_app;
insert into code_scan_total (enterprise_id, range_id, code_index, scans, first_at)
select enterprise_id, range_id, code_index, count(*), min(scanned_at) from code_scan group by 1, 2, 3;
