-- What an administrator may do. Those of before there were roles could do everything.
alter table app.administrator add column roles text[] not null default '{owner}'
  check (cardinality(roles) > 0 and roles <@ array['owner', 'approver', 'catalogue', 'support', 'finance', 'auditor']);
alter table app.administrator alter column roles drop default;
