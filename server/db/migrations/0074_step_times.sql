-- Why a step lasted less than a parameter of it says that something lasted (guard_step_times asks for it); null where the times agree.
alter table production_step add column time_reason text check (time_reason <> '');
