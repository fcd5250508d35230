-- What may be an attack. A row stands for what one kind, account and address did within a minute, `times` over.
create table app.security_event (
  id uuid primary key,
  kind text not null,
  account_id uuid,
  address text not null default '',
  detail text not null default '',
  times int not null check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index security_event_last on app.security_event (last_at desc, id);
create index security_event_kind on app.security_event (kind, last_at desc);
create index security_event_account on app.security_event (account_id, last_at desc) where account_id is not null;

-- Written once. Nobody changes what the log says; the cleaning job alone deletes, and nothing that is younger than a week.
create function app.security_event_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.last_at < now() - interval '7 days' then return old; end if;
  raise exception 'security events are appended, never changed' using errcode = 'insufficient_privilege';
end $$;
create trigger security_event_stays before update or delete on app.security_event
  for each row execute function app.security_event_stays();
create trigger security_event_not_truncated before truncate on app.security_event
  for each statement execute function app.security_event_stays();

-- When a mail of a kind went to an address, by a hash of both: what the cool-downs of mails count.
create table app.mail_sent (
  subject_hash bytea not null,
  sent_at timestamptz not null default now()
);
create index mail_sent_subject on app.mail_sent (subject_hash, sent_at);
create index mail_sent_at on app.mail_sent (sent_at);
