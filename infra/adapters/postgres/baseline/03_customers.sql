-- Customers' accounts: all that names a person. What an account may do is the ledger's (read.customers).

-- The key of each customer's notes, itself sealed under the installation's key. Erasing it erases the notes for good,
-- while the events that hold them, and their hash chain, stay as they are.
create table app.customer_key (
  customer_id uuid primary key,
  key_sealed bytea,
  created_at timestamptz not null default now(),
  erased_at timestamptz,
  check ((key_sealed is null) = (erased_at is not null))
);

create table app.account (
  customer_id uuid primary key,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 200),
  password_hash text not null,
  email_verified_at timestamptz,
  -- A new address, until its link was followed.
  pending_email text check (pending_email = lower(pending_email)),
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A frozen account signs in nobody and takes no key.
  frozen_at timestamptz,
  frozen_by uuid,
  frozen_reason_sealed text,
  -- As in app.sign_up.
  accepted_texts jsonb
);
create unique index account_email on app.account (email);
create index account_name_search on app.account using gin (name public.gin_trgm_ops);
create index account_email_search on app.account using gin (email public.gin_trgm_ops);

-- A sign-up waits with a name and a password of its own until a link proves the address: nobody's later sign-up replaces an earlier one.
create table app.sign_up (
  sign_up_id uuid primary key,
  customer_id uuid not null references app.account on delete cascade,
  name text not null check (length(name) between 1 and 200),
  password_hash text not null,
  -- The browser that asked: a link acts at once there, and anywhere else by a press.
  browser_hash bytea not null,
  created_at timestamptz not null default now(),
  -- Which versions of the seller's texts were accepted at a sign-up, and when: {"at": …, "versions": {"terms": 12}}. Null: none was asked for.
  accepted_texts jsonb
);
create unique index sign_up_browser on app.sign_up (customer_id, browser_hash);
create index sign_up_age on app.sign_up (created_at);

-- Links mailed to an address: to verify it, to choose a new password, to take a change of address or a new second factor back. Only hashes are kept;
-- each works once.
create table app.account_token (
  token_hash bytea primary key,
  customer_id uuid not null references app.account on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password', 'restore-email', 'undo-factor')),
  -- The address it was mailed to: a link to an older address verifies nothing.
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  sign_up_id uuid references app.sign_up on delete set null,
  browser_hash bytea,
  -- The second factor that the link removes.
  factor_id uuid
);
create index account_token_customer on app.account_token (customer_id, purpose, created_at desc);
create index account_token_held_address on app.account_token (email) where purpose = 'restore-email' and used_at is null;
create index account_token_sign_up on app.account_token (sign_up_id) where sign_up_id is not null;
create index account_token_expiry on app.account_token (expires_at);

-- Signed-in browsers. A session lives as long as its refresh tokens are rotated; ending it ends them all.
create table app.session (
  session_id uuid primary key,
  customer_id uuid not null references app.account on delete cascade,
  remember boolean not null,
  mfa_confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_reason text check (ended_reason in (
    'signed-out', 'signed-out-elsewhere', 'password-changed', 'email-restored', 'token-reused', 'second-factor-enabled', 'second-factor-reset',
    'factor-undone', 'ended-by-support', 'frozen', 'erased')),
  -- What the list of sessions shows.
  user_agent text,
  address text,
  last_used_at timestamptz not null default now(),
  -- When it was last proven, by a password or a code, that the owner sits at the device.
  confirmed_at timestamptz not null default now()
);
create index session_customer on app.session (customer_id) where ended_at is null;
create index session_created on app.session (created_at);

create table app.refresh_token (
  token_hash bytea primary key,
  session_id uuid not null references app.session on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Set when it was exchanged; one that comes again after that ends the session.
  rotated_at timestamptz,
  -- The old token and this value make the successor, so that an answer that was lost can be given again. The token itself is nowhere kept.
  successor_nonce bytea
);
create index refresh_token_session on app.refresh_token (session_id);
create index refresh_token_expiry on app.refresh_token (expires_at);

create table app.api_key (
  key_id uuid primary key,
  customer_id uuid not null references app.account on delete cascade,
  key_hash bytea not null unique,
  name text not null,
  abilities text[] not null,
  last_four text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- A key stops working first and is revoked in the ledger after that: what was cut off in between is found here and done.
  is_revocation_booked boolean not null default false,
  -- A key for trying: it reads, and its writes are checked but not done. A customer may have one of each kind.
  is_test boolean not null default false
);
create unique index api_key_in_use on app.api_key (customer_id, is_test) where revoked_at is null;
create index api_key_revocation_to_book on app.api_key (customer_id) where revoked_at is not null and not is_revocation_booked;

create table app.company (
  company_id uuid primary key,
  customer_id uuid not null unique references app.account on delete cascade,
  company_name text not null,
  business_type text not null,
  full_company_address text not null,
  phone_number text not null,
  company_email text not null,
  website text,
  contact_person text not null,
  contact_number text not null,
  contact_email text not null,
  company_registration_no text not null,
  date_of_incorporation date not null,
  vat_tax_registration text not null,
  country_of_registration text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- Administrators find customers by the name of their company too.
create index company_name_search on app.company using gin (company_name public.gin_trgm_ops);

create table app.company_document (
  document_id uuid primary key,
  customer_id uuid not null references app.account on delete cascade,
  -- In the file store.
  file_id uuid not null,
  -- As the sender named it; shown, never used as a path.
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create index company_document_customer on app.company_document (customer_id, created_at) where removed_at is null;
create index company_document_file on app.company_document (file_id);

-- Bank data is sealed as one piece; only its last four characters can be read without the key.
create table app.banking_detail (
  banking_detail_id uuid primary key,
  customer_id uuid not null unique references app.account on delete cascade,
  sealed bytea not null,
  account_last_four text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The identity of a company as it was approved last, while a changed one waits for approval: payouts are frozen as long as there is a row.
create table app.identity_change (
  customer_id uuid primary key references app.account on delete cascade,
  company_name text not null,
  company_registration_no text not null,
  country_of_registration text not null,
  vat_tax_registration text not null,
  changed_at timestamptz not null default now()
);

-- The papers that customers sent: counted against what they may send, and removed when they have served their time.
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
create index upload_not_attached on app.upload (file_id) where attached_at is null and infected_with is null;

-- What a customer chose for their orders in their settings, each choice with its time: the last one holds.
create table app.delivery_choice (
  choice_id uuid primary key,
  customer_id uuid not null references app.account on delete cascade,
  in_part boolean not null,
  chosen_at timestamptz not null
);
create index delivery_choice_by_customer on app.delivery_choice (customer_id, chosen_at desc);

-- Mails about money that a customer has switched off.
create table app.money_mail_off (
  customer_id uuid not null references app.account on delete cascade,
  kind text not null,
  primary key (customer_id, kind)
);

-- What customers ask for about their own data: a copy of it, or to be forgotten. A row outlives its customer and names nobody.
create table app.personal_data_request (
  request_id uuid primary key,
  customer_id uuid not null,
  kind text not null check (kind in ('export', 'erasure')),
  status text not null default 'requested' check (status in ('requested', 'taken-back', 'refused', 'confirmed', 'done')),
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references app.administrator,
  -- The owner's words to the customer, sealed under the customer's key: they go with it.
  note_sealed text,
  -- The last mail before an erasure went out, or could not.
  told_at timestamptz,
  -- What an erasure removed, counted: tables, files, jobs.
  report jsonb not null default '{}',
  done_at timestamptz
);
create index personal_data_request_customer on app.personal_data_request (customer_id, requested_at desc);
create index personal_data_request_list on app.personal_data_request (requested_at desc, request_id);
create unique index personal_data_request_open on app.personal_data_request (customer_id, kind)
  where status in ('requested', 'confirmed');
