-- Schema app holds what no event can bring back: accounts, catalogue, carts, codes, papers. What is derived from events is in schema read,
-- which the read models make themselves. All tables here are as release 0.2.0 left them; ../migrations has what came after.
create schema app;
create schema notary;

create extension pg_trgm with schema public;
create extension fuzzystrmatch with schema public;
