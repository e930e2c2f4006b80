-- Who is told of a step looks for the deputies of today, among those of all years.
create index deputy_until on deputy (enterprise_id, valid_until) where state = 'valid';
