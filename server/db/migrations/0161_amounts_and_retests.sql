-- What one full test needs of a material or product, g: no sampling takes less than its tests and what is kept of it need (domain §3.2, §2.6).
-- From how many days before its retest day a lot may be tested again, and how often its life is made longer (domain §2.4).
alter table material
  add column test_amount numeric(10, 1) check (test_amount > 0),
  add column retest_notice smallint not null default 30 check (retest_notice between 0 and 90),
  add column retest_limit smallint check (retest_limit between 0 and 20);
alter table product
  add column test_amount numeric(10, 1) check (test_amount > 0);

-- 调查检验: asked for by quality assurance, about a lot in any state.
alter table inspection
  drop constraint inspection_request_kind_check,
  add constraint inspection_request_kind_check check (request_kind in ('initial', 'periodic', 'supplementary', 'investigation'));
