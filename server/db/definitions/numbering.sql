-- Numbers of documents and lots.

-- A number as it is printed: prefix, date, and the serial number with at least `digits` digits.
create or replace function number_text(prefix text, date_part text, day date, digits integer, serial integer) returns text language sql stable
  return prefix || case date_part when '' then '' else to_char(day, date_part) end || lpad(serial::text, greatest(digits, length(serial::text)), '0');
grant execute on function number_text(text, text, date, integer, integer) to bencao_app;

-- The next number of an object on a day, gap-free: the counter row stays locked until the transaction ends. By the factory's own rule,
-- else as it is usual. The digits of a period that has begun stay as they are.
create or replace function take_number(given_object text, given_day date, usual_prefix text, usual_date_part text, usual_digits integer)
returns text language sql as $$
  with rule as (
    select coalesce(own.prefix, usual_prefix) as prefix, coalesce(own.date_part, usual_date_part) as date_part, coalesce(own.digits, usual_digits) as digits
    from (values (1)) one left join numbering_rule own on own.enterprise_id = current_enterprise() and own.object = given_object)
  insert into number_counter as c (enterprise_id, object, prefix, date_part, digits, day, last)
  select current_enterprise(), given_object, prefix, date_part, digits,
    case date_part when 'YYYYMM' then date_trunc('month', given_day)::date else given_day end, 1 from rule
  on conflict (enterprise_id, object, prefix, day) do update set last = c.last + 1
  returning number_text(c.prefix, c.date_part, c.day, c.digits, c.last);
$$;
grant execute on function take_number(text, date, text, text, integer) to bencao_app;

-- Every number that was given, by its object: the verifier finds here that none is missing and none was given twice. It reads as the
-- administrator, so the server has no right to the view.
create or replace view numbered_document with (security_invoker = true) as
  select enterprise_id, 'CG' as object, order_no as no from purchase_order
  union all select enterprise_id, 'SH', receipt_no from receipt
  union all select enterprise_id, 'CY', discrepancy_no from receipt_discrepancy
  union all select enterprise_id, 'YK', transfer_no from stock_transfer
  union all select enterprise_id, 'QY', request_no from inspection
  union all select enterprise_id, 'QYD', sampling_no from sampling
  union all select enterprise_id, 'YP', sample_no from sample
  union all select enterprise_id, 'LY', retention_no from pack_retention
  union all select enterprise_id, 'BG', report_no from report
  union all select enterprise_id, 'FX', release_no from release_decision
  union all select enterprise_id, 'FX', release_no from pack_release
  union all select enterprise_id, 'SC', order_no from production_order
  union all select enterprise_id, 'LL', issue_no from production_issue
  union all select enterprise_id, 'TL', return_no from production_return
  union all select enterprise_id, 'BZ', order_no from packaging_order
  union all select enterprise_id, 'BQ', run_no from label_run
  union all select enterprise_id, 'XS', order_no from sales_order
  union all select enterprise_id, 'CK', shipment_no from shipment
  union all select enterprise_id, 'QC', clearance_no from clearance
  union all select enterprise_id, 'SJ', case_no from quality_case
  union all select enterprise_id, 'GZ', correction_no from correction
  union all select enterprise_id, 'ZH', case_no from recall_case
  union all select enterprise_id, 'CZ', disposal_no from disposal_case
  union all select enterprise_id, 'TG', return_no from supplier_return
  union all select enterprise_id, 'YS', acceptance_no from pack_acceptance
  union all select enterprise_id, 'PD', count_no from stocktake
  union all select enterprise_id, 'WK', plan_no from stability_plan where version = 1
  union all select enterprise_id, 'TZ', ledger_no from stock_ledger
  union all select enterprise_id, 'TH', return_no from customer_return
  union all select enterprise_id, 'SP', claim_no from carrier_claim
  union all select enterprise_id, case kind when 'deviation' then 'PC' when 'complaint' then 'TS' else 'BL' end, case_no from incident
  -- YL, FL, BC: the lots of one receipt share its number; the line follows it.
  union all
  select distinct l.enterprise_id, case o.category when 'crude_drug' then 'YL' when 'auxiliary' then 'FL' else 'BC' end, left(l.lot_no, -2)
  from lot l join raw_lot r on r.enterprise_id = l.enterprise_id and r.id = l.id
    join purchase_order o on o.enterprise_id = r.enterprise_id and o.id = r.order_id
  -- 批号: taken when the first step begins. A rework has that of its batch, with the suffix R and a count.
  union all select enterprise_id, 'batch', batch_no from production_order where batch_no is not null and rework_of is null
  union all select enterprise_id, 'FG/' || regexp_replace(batch_no, '(?<=\d)R\d+$', ''), batch_no from production_order where batch_no is not null and rework_of is not null
  -- 分装: what was packed of one batch is counted under its number.
  union all select enterprise_id, 'BZ/' || batch_no, lot_no from lot where kind = 'pack';
