-- By how many intervals a release after a retest makes the life of its lot longer: one, or as many as its lateness used up (domain §2.4).
alter table release_decision add column extensions smallint not null default 0 check (extensions between 0 and 240);
alter table release_decision no force row level security, disable trigger user;
alter table report no force row level security;
alter table inspection no force row level security;
update release_decision d set extensions = 1
from report r join inspection i on i.enterprise_id = r.enterprise_id and i.id = r.inspection_id and i.request_kind = 'periodic'
where r.enterprise_id = d.enterprise_id and r.id = d.report_id and d.decision = 'release';
alter table release_decision force row level security, enable trigger user;
alter table report force row level security;
alter table inspection force row level security;
