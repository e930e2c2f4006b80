-- Why rights are reviewed: the quarter, or something that happened.
alter table rights_review add occasion text not null default '';
