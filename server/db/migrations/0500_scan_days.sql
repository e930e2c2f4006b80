-- Scans are counted for several enterprises at once, outside any: their days are tallied there as well.
create policy scan_days_counted on month_tally for insert to bencao_owner with check (series = 'scan_day');
