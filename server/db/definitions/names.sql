-- Names the database no longer uses (decision 0020). The migrator runs this file before any migration too: what a migration tells the audit has to
-- find the older entries.

-- Which names the database once used, so that what was written with them stays readable: signatures and audit entries keep table names,
-- column names and words in their text and are never rewritten. A former name is never given to anything else. `changed` says what the name
-- belongs to: a table; a column of table `owner`; a word in column `owner_column` of table `owner`. `owner` is today's table name.
create or replace function former_names() returns table (since text, changed text, owner text, owner_column text, former text, present text)
language sql immutable parallel safe
begin atomic
  select * from (values
    ('0024', 'table', 'bulk_lot', null, 'slice_batch', 'bulk_lot'),
    ('0024', 'table', 'pack_release', null, 'finished_release', 'pack_release'),
    ('0024', 'word', 'lot', 'kind', 'finished', 'pack'),
    ('0024', 'word', 'inspection', 'side', 'slice', 'bulk'),
    ('0024', 'word', 'place', 'zone', 'finished_quarantine', 'pack_quarantine'),
    ('0024', 'word', 'place', 'zone', 'finished_released', 'pack_released')
  ) as known (since, changed, owner, owner_column, former, present);
end;

-- What a table is called today.
create or replace function present_table(given text) returns text language sql immutable parallel safe
  return coalesce((select present from former_names() where changed = 'table' and former = given), given);

-- Every name a table has had, for looking it up in evidence; `at` is the number of the migration up to which names are known.
create or replace function table_names(given text, at text default '9999') returns text[] language sql immutable parallel safe
  return array[given] || array(select former from former_names() where changed = 'table' and present = given and since <= at);

-- An image of a row, as it was once written, in the names and words that are used since migration `at`.
create or replace function present_image(of_table text, image jsonb, at text default '9999') returns jsonb language sql immutable parallel safe
  return case when exists (select from former_names() where owner = of_table and changed <> 'table' and since <= at)
    then (select jsonb_object_agg(coalesce(renamed.present, key), coalesce(to_jsonb(word.present), value))
      from jsonb_each(image)
      left join former_names() renamed on renamed.changed = 'column' and renamed.owner = of_table and renamed.former = key and renamed.since <= at
      left join former_names() word on word.changed = 'word' and word.owner = of_table and word.owner_column = coalesce(renamed.present, key)
        and to_jsonb(word.former) = value and word.since <= at)
    else image end;
-- A word of a column as it is written today, for snapshots that keep it: a report keeps the side of its inspection.
create or replace function present_word(of_table text, of_column text, given text) returns text language sql immutable parallel safe
  return coalesce((select present from former_names() where changed = 'word' and owner = of_table and owner_column = of_column and former = given), given);
revoke execute on function former_names(), present_table(text), table_names(text, text), present_image(text, jsonb, text), present_word(text, text, text) from public;
grant execute on function former_names(), present_table(text), table_names(text, text), present_image(text, jsonb, text), present_word(text, text, text) to bencao_app;
