-- Documents on paper.

-- Versions of a form and prints of a record are counted without a gap: a number that is left out would be a paper that nobody knows of.
create or replace function guard_paper_form() returns trigger language plpgsql as $$
begin
  if new.version <> (select count(*) + 1 from paper_form where enterprise_id = new.enterprise_id and kind = new.kind) then
    raise exception 'stale' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on paper_form for each row execute function guard_paper_form();

create or replace function guard_letterhead() returns trigger language plpgsql as $$
begin
  if new.version <> (select count(*) + 1 from letterhead where enterprise_id = new.enterprise_id) then
    raise exception 'stale' using errcode = 'BC001';
  end if;
  if new.digest is not null and not exists (
    select from stored_file f where f.enterprise_id = new.enterprise_id and f.digest = new.digest and f.media_type in ('image/png', 'image/jpeg'))
  then raise exception 'logo_type' using errcode = 'BC001'; end if;
  return new;
end $$;
create or replace trigger guarded before insert on letterhead for each row execute function guard_letterhead();

create or replace function guard_paper_print() returns trigger language plpgsql as $$
begin
  if new.print_no <> (select count(*) + 1 from paper_print where enterprise_id = new.enterprise_id and kind = new.kind and record_id = new.record_id) then
    raise exception 'stale' using errcode = 'BC001';
  end if;
  return new;
end $$;
create or replace trigger guarded before insert on paper_print for each row execute function guard_paper_print();
