-- Room in the page for what changes when a code is sold and shown. Rows that are there stay as they are.
alter table app.gift_code set (fillfactor = 50);
-- What names an order or says that there is none would change with each sale. Release 0.2.0 finds an order's codes without them, by reading all codes.
drop index app.gift_code_free;
drop index app.gift_code_order;
drop index app.gift_code_newest;
