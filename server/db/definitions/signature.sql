-- Signatures: what is signed, whether it still holds, who may not sign.

-- What a person signs: every column of the row that is filled in now, but for the ones that merely say how far it has come.
-- A column filled in later leaves the signature whole; a signed column that changes breaks it. Asked in a session whose days are UTC, as the server's are.
-- Only the row's own empty columns are left out: jsonb_strip_nulls would also reach into a signed document.
create or replace function signed_text(row_value jsonb) returns text language sql stable
  return (select jsonb_object_agg(key, value)::text from jsonb_each(row_value - array['state', 'row_version', 'holds']) where value <> 'null');
grant execute on function signed_text(jsonb) to bencao_app;

-- Whether a row says what was signed: with that put into it, it stays as it is.
create or replace function signature_says(given signature, row_now jsonb) returns boolean language sql stable parallel safe
  return case when given.digest = sha256(convert_to(given.content, 'UTF8')) and given.content is json object
    then row_now || present_image(present_table(given.record_table), given.content::jsonb) = row_now end;
grant execute on function signature_says(signature, jsonb) to bencao_app;

-- Whether the record still says what was signed.
create or replace function signature_holds(given signature) returns boolean language plpgsql stable set timezone = 'UTC' as $$
declare
  signed_table text := present_table(given.record_table);
  row_now jsonb;
begin
  if given.digest <> sha256(convert_to(given.content, 'UTF8')) or given.content is not json object or to_regclass(signed_table) is null then return false; end if;
  execute format('select to_jsonb(r) from %I r where enterprise_id = $1 and id = $2', signed_table) into row_now using given.enterprise_id, given.record_id;
  return coalesce(signature_says(given, row_now), false);
end $$;
grant execute on function signature_holds(signature) to bencao_app;

-- A program signs nothing, in nobody's name; and no person signs as the second person what their own program wrote before programs stood for
-- their makers.
create or replace function refuse_token_signature() returns trigger language plpgsql as $$
begin
  if exists (select from api_token where enterprise_id = new.enterprise_id and (id = new.signer_id or id::text = current_setting('app.actor', true))) then
    raise exception using errcode = 'BC001', message = 'token_cannot_sign';
  end if;
  if exists (select from api_token where enterprise_id = new.enterprise_id and maker_id = new.signer_id and strpos(new.content, id::text) > 0) then
    raise exception using errcode = 'BC001', message = 'own_token';
  end if;
  -- Who set it may be who uses it.
  if exists (select from secret_confirmation where enterprise_id = new.enterprise_id and account_id = new.signer_id and state = 'waiting') then
    raise exception using errcode = 'BC001', message = 'secret_unconfirmed';
  end if;
  return new;
end $$;
create or replace trigger a_person_signs before insert on signature for each row execute function refuse_token_signature();
