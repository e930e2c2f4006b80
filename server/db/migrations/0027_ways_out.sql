-- 终止: a batch on the line whose charge may not be used any more ends without a lot (decision 0022). It keeps its batch number and why it was
-- paused; two persons end it.
alter table production_order
  add column termination_approved_by uuid,
  add foreign key (enterprise_id, termination_approved_by) references account (enterprise_id, id),
  drop constraint production_order_check1,
  drop constraint production_order_check2,
  add constraint production_batch_fed check ((batch_no is null) = (production_date is null)
    and (state = 'cancelled' or (batch_no is null) = (state in ('pending', 'approved', 'issued')))),
  add constraint production_pause_reason check (state = 'cancelled' or (state = 'paused') = (pause_reason is not null)),
  add constraint production_terminated_by_two check ((state = 'cancelled' and batch_no is not null) = (termination_approved_by is not null)),
  add constraint production_termination_second_person check (termination_approved_by <> cancelled_by);

-- What the delivery note says of the whole line at the door, kg; packages set apart have no note of their own. Null in lots of before.
alter table raw_lot add column line_note numeric(14, 4) check (line_note > 0);
