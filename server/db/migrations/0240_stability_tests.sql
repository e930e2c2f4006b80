-- 稳定性考察: packs that are kept are opened and tested at a time point, counted in months from the day of birth of their lot. They lie in the retention room, so that
-- is the place that the request is about. Each time point of a lot is tested once.
alter table inspection
  add column stability_month integer,
  drop constraint inspection_request_kind_check,
  add constraint inspection_request_kind_check check (request_kind in ('initial', 'periodic', 'supplementary', 'investigation', 'return', 'stability')),
  drop constraint inspection_of_place,
  add constraint inspection_of_place check ((request_kind in ('return', 'stability')) = (place_id is not null)),
  add constraint stability_month_of_test check ((request_kind = 'stability') = (stability_month is not null)),
  add constraint stability_month_known check (stability_month between 0 and 36);
create unique index stability_month_tested on inspection (enterprise_id, lot_id, stability_month)
  where stability_month is not null and state not in ('returned', 'cancelled');

-- 取用检验: some of the packs of a sample were opened for a test.
alter table sample_event
  drop constraint sample_event_kind_check,
  add constraint sample_event_kind_check check (kind in ('received', 'observed', 'opened', 'lost', 'insufficient', 'returned', 'scrapped', 'disposed'));

-- What was opened of it, in g. The amount that was taken stays as it was written.
alter table sample
  add column opened_quantity numeric(10, 1),
  add constraint sample_opened check (opened_quantity > 0 and opened_quantity < quantity and pack_retention_id is not null or opened_quantity is null);
grant update (opened_quantity) on sample to bencao_app;
