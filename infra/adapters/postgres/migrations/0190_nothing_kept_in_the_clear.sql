-- Kept answers hold what was answered: bank data, notes, new API keys. They are sealed from now on; those of before go, because a
-- repetition makes its answer again from what the ledger has.
delete from app.idempotency_key where response is not null;
alter table app.idempotency_key
  drop column response,
  add column answer_id uuid not null unique default gen_random_uuid(),
  add column response_sealed bytea;

-- What a job is about, until it is done: mails with their links and names. The queue has only the id.
create table app.job_payload (
  job_id text primary key,
  payload_sealed bytea not null,
  created_at timestamptz not null default now()
);
create index job_payload_created on app.job_payload (created_at);

-- Jobs of before that are done hold their mails in the clear. Those that wait are still worked on.
do $$
begin
  if to_regclass('bullmq.job') is not null then
    execute $sql$ delete from bullmq.job where queue in ('mail', 'account-link') and state in ('completed', 'failed') $sql$;
  end if;
  if to_regclass('bullmq.event') is not null then
    execute $sql$ delete from bullmq.event where queue in ('mail', 'account-link') $sql$;
  end if;
end $$;
