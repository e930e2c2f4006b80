-- A use is itself the change of its asset (decision 0121); what changes wrote of uses until now is said by the uses.
drop index asset_change_by_asset;
create index asset_change_by_asset on asset_change (enterprise_id, asset_id, id desc) where use_id is null;
