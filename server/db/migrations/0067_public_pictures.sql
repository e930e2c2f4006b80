-- Pictures that an enterprise shows on the public pages: attachments of two kinds. A map is shown under the number it was approved by (审图号).

alter table attachment add column map_no text check (map_no <> '');
alter table attachment add constraint attachment_map_has_number check ((kind = '公开地图') = (map_no is not null));

-- The public pages ask by digest alone, across enterprises.
create index attachment_shown on attachment (digest) where kind in ('公开照片', '公开地图');

-- public_picture() looks for a stranger, before any enterprise is known.
create policy doorkeeper on attachment for select to bencao_owner using (kind in ('公开照片', '公开地图'));
create policy doorkeeper on attachment_void for select to bencao_owner using (true);
