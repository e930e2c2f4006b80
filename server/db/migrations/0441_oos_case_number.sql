-- An investigation of a result has a number of its own: two of one inspection bore the number of the request on their papers (domain §2.0). Those of before
-- have none, and keep that number.
alter table oos_case add column case_no text, add constraint oos_case_no_once unique (enterprise_id, case_no);
