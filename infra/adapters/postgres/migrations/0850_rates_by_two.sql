-- A rate far from the last one waits for a second administrator, who is kept with it.
alter table app.exchange_rate add column confirmed_by uuid;
alter table app.proposal drop constraint proposal_kind_check;
alter table app.proposal add constraint proposal_kind_check check (kind in ('administrator', 'price', 'catalogue', 'rate')) not valid;
