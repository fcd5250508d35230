-- Administrators find customers by the name of their company too.
create index company_name_search on app.company using gin (company_name public.gin_trgm_ops);
