-- 返工 (domain §2.5, §3.1): a rejected batch is worked again under its number with the suffix R, on a concluded case, with the signature of the 质量负责人
-- (decision 0083).
alter table production_order
  add rework_of uuid,
  add rework_reason text,
  -- The case that ended with the rejection.
  add rework_case_table text check (rework_case_table in ('incident', 'oos_case')),
  add rework_case_id uuid,
  add rework_approved_by uuid,
  add foreign key (enterprise_id, rework_of) references lot,
  add foreign key (enterprise_id, rework_approved_by) references account,
  add constraint production_rework_whole check (num_nulls(rework_of, rework_reason, rework_case_table, rework_case_id) in (0, 4)
    and rework_reason <> '' and not (rework_of is not null and is_blend)),
  add constraint production_rework_needs_quality_head check (case when rework_of is null then rework_approved_by is null
    else rework_approved_by is not null or state in ('pending', 'cancelled') end),
  add constraint production_rework_third_person check (rework_approved_by <> created_by and rework_approved_by <> approved_by);
create index production_order_by_rework on production_order (enterprise_id, rework_of) where rework_of is not null;
-- What a lot passes on depends on how the next one was made of it.
drop index lot_edge_backward;
create index lot_edge_backward on lot_edge (enterprise_id, to_lot_id, from_lot_id) include (quantity, share, step);
