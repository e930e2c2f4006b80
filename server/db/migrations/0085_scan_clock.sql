-- A scan is counted at the time of its transaction's clock (decision 0037): the function took one argument less.
drop function if exists count_scan(uuid, uuid, bigint, bytea);
