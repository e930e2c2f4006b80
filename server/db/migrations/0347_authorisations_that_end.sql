-- Who may do what by name is told before it ends, as papers and calibrations are.
alter table expiry_alert drop constraint expiry_alert_subject_check;
alter table expiry_alert add constraint expiry_alert_subject_check
  check (subject in ('licence', 'supplier', 'customer', 'instrument', 'reagent_lot', 'outside_laboratory', 'stability_point', 'asset', 'authorisation'));
