-- Ids of new orders stand in the order of their time: what is new lies together in each index, so a purchase writes few pages of it.
alter table app.cart alter column next_order_id set default uuidv7();
