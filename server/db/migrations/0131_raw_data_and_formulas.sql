-- What a result is calculated from is written down, and the server calculates (domain §2.2, §3.6, decision 0055). An item says by which formula, whether on the
-- dried substance, how far its parallels may lie apart and what it can give at all. Items and results of before keep what they have: they are read as they are.
alter table standard_item
  add column formula text not null default 'direct' check (formula in ('direct', 'foreign_matter', 'moisture_drying', 'moisture_toluene', 'total_ash',
    'acid_insoluble_ash', 'extractives', 'sulphur_dioxide', 'volatile_oil', 'assay_external')),
  add column dry_basis boolean not null default false,
  -- Percent, as text: its decimals are those that a deviation is rounded to.
  add column deviation_limit text check (deviation_limit ~ '^\d+(\.\d+)?$'),
  add column plausible_low text check (plausible_low ~ '^\d+(\.\d+)?$'),
  add column plausible_high text check (plausible_high ~ '^\d+(\.\d+)?$'),
  -- The only words that the method answers with; none means the usual ones.
  add column words text[] not null default '{}',
  add constraint standard_item_calculated check (formula = 'direct' or operator in ('le', 'ge', 'range')),
  add constraint standard_item_dry_basis check (not dry_basis or formula in ('extractives', 'assay_external'));

alter table test_result
  -- The readings of each parallel, by name, and the formula that made the values of them.
  add column raw jsonb check (jsonb_typeof(raw) = 'array'),
  add column formula text check (formula in ('foreign_matter', 'moisture_drying', 'moisture_toluene', 'total_ash', 'acid_insoluble_ash', 'extractives',
    'sulphur_dioxide', 'volatile_oil', 'assay_external')),
  add column formula_version smallint check (formula_version >= 1),
  -- The moisture that was taken off.
  add column moisture_result_id uuid,
  add constraint test_result_calculated check ((raw is null) = (formula is null) and (raw is null) = (formula_version is null)
    and (moisture_result_id is null or formula in ('extractives', 'assay_external'))),
  add constraint test_result_each_parallel check (raw is null or jsonb_array_length(raw) = cardinality(individual)),
  add foreign key (enterprise_id, moisture_result_id) references test_result (enterprise_id, id),
  drop constraint test_result_part_check,
  drop constraint test_result_by_case,
  add constraint test_result_part_check check (part in ('first', 'repeat', 'retest', 'correction', 'recalculated')),
  add constraint test_result_by_case check ((part in ('first', 'recalculated')) = (case_id is null));

create index test_result_by_moisture on test_result (enterprise_id, moisture_result_id) where moisture_result_id is not null;
