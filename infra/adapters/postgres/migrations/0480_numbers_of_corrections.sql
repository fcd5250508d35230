alter table app.document_number drop constraint document_number_kind_check,
  add constraint document_number_kind_check check (kind in ('order', 'deposit', 'withdrawal', 'correction'));
insert into app.document_number (kind, reserved) values ('correction', 0);
insert into app.document_number_given (kind, last) values ('correction', 0);
