-- The version of the settings by which a checkout was priced: its order follows it, also where a later attempt places it.
alter table app.checkout add column settings_version int4;
