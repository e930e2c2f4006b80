-- Reports of which another standard than those that decide is not kept: rare, and found without reading the others.
create index report_beside_broken on report (enterprise_id, inspection_id)
  where state = 'approved' and jsonb_path_exists(sheet, '$.others[*].items[*] ? (@.verdict == "FAIL")');
