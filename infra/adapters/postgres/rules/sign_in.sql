-- What slows guessing down, and the record of attacks.

-- Counts a try before it is judged; false where there were too many, and then it is not counted. The lock makes simultaneous tries wait for each
-- other, so that all are counted.
create or replace function app.count_attempt(own bytea, strangers bytea, is_known boolean, most float8, most_of_strangers float8, within interval)
returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(encode(strangers, 'hex'), 0));
  if (select count(*) from app.sign_in_attempt where subject_hash = own and attempted_at > now() - within) >= most then
    return false;
  end if;
  if not is_known and (select count(*) from app.sign_in_attempt
      where subject_hash = strangers and attempted_at > now() - within) >= most_of_strangers then
    return false;
  end if;
  insert into app.sign_in_attempt (subject_hash)
    select subject from (values (own, true), (strangers, not is_known)) as try (subject, counts) where counts;
  return true;
end $$;

-- A security event is written once. Nobody changes what the log says; the cleaning job alone deletes, and nothing that is younger than a week.
create or replace function app.security_event_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.last_at < now() - interval '7 days' then return old; end if;
  raise exception 'security events are appended, never changed' using errcode = 'insufficient_privilege';
end $$;
