-- Every number that was given out, read back from the documents and lots that carry it: object and day as number_counter counts
-- them (the day as YYYYMMDD), and the serial. The verifier compares the two: 1 to the counter's last, each once (domain §3.1).
-- A number that is none reads as null, so that a falsified one is found and not an error.
create view numbered_document with (security_invoker = true) as
  select enterprise_id, substring(no from '^[A-Z]+') as object, substring(no from '^[A-Z]+(\d{8})') as day,
    substring(no from '^[A-Z]+\d{8}(\d+)$')::numeric as serial, no
  from (
    select enterprise_id, order_no as no from purchase_order
    union all select enterprise_id, receipt_no from receipt
    union all select enterprise_id, transfer_no from stock_transfer
    union all select enterprise_id, request_no from inspection
    union all select enterprise_id, sampling_no from sampling
    union all select enterprise_id, sample_no from sample
    union all select enterprise_id, report_no from report
    union all select enterprise_id, release_no from release_decision
    union all select enterprise_id, release_no from finished_release
    union all select enterprise_id, order_no from production_order
    union all select enterprise_id, issue_no from production_issue
    union all select enterprise_id, order_no from packaging_order
    union all select enterprise_id, run_no from label_run
    union all select enterprise_id, order_no from sales_order
    union all select enterprise_id, shipment_no from shipment
  ) document
  -- YL, FL, BC: the lots of one receipt share its serial; behind it stands the line.
  union all
  select l.enterprise_id, left(l.lot_no, 2), to_char(l.born_on, 'YYYYMMDD'), substring(l.lot_no from '^[A-Z]{2}\d{6}(\d+)\d{2}$')::numeric, l.lot_no
  from lot l join raw_lot r on r.enterprise_id = l.enterprise_id and r.id = l.id
  -- 批号: taken when the first step begins.
  union all
  select enterprise_id, 'batch', '20' || left(batch_no, 6), substring(batch_no from '^\d{6}(\d+)$')::numeric, batch_no
  from production_order where batch_no is not null
  -- 分装: what was packed of one batch is counted under its number.
  union all
  select enterprise_id, 'BZ/' || batch_no, to_char(born_on, 'YYYYMMDD'), substring(lot_no from '-(\d+)$')::numeric, lot_no
  from lot where kind = 'finished';
