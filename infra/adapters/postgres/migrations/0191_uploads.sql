-- The papers that customers sent: counted against what they may send, and removed when they have served their time. Those of before
-- get their rows, and are sealed, by the job that cleans up.
create table app.upload (
  file_id uuid primary key,
  customer_id uuid not null,
  -- Of a proof; a company document names its file itself.
  deposit_id uuid,
  -- Until it is received, the most that it may be.
  size_bytes bigint not null,
  received_at timestamptz not null default now(),
  -- What it was sent for has it. Null for one whose form was never finished.
  attached_at timestamptz,
  -- Nothing names it any more: another one took its place, or it was taken back.
  superseded_at timestamptz,
  -- What the scanner found in it: no route opens it.
  infected_with text,
  -- The file is gone; the row says since when.
  removed_at timestamptz
);
create index upload_customer on app.upload (customer_id, received_at);
create index company_document_file on app.company_document (file_id);
