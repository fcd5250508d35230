-- A number is given out without waiting for the disk. What is on the disk is only up to where numbers may have been given
-- out (always that far or farther); the last one that was is kept in a table that a crash of Postgres empties, and then
-- they go on behind what is reserved.
alter table app.document_number rename column last to reserved;

create unlogged table app.document_number_given (
  kind text primary key references app.document_number,
  last bigint not null
);
insert into app.document_number_given (kind, last) select kind, reserved from app.document_number;

-- A request that is repeated after a crash may ask the ledger with another number: the ledger answers with the first.
drop table app.assigned_number;
