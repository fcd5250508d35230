-- Schema app holds what no event can bring back: accounts, catalogue, carts, codes, papers. What is derived from events is in schema read,
-- which the read models make themselves. All tables here are as release 0.2.0 left them; ../migrations has what came after.
create schema app;
create schema notary;

-- They outlive the schemas of a database that a restore makes again.
create extension if not exists pg_trgm with schema public;
create extension if not exists fuzzystrmatch with schema public;
