-- Administrators, and what they decide together.

create table app.administrator (
  administrator_id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  password_hash text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  last_sign_in_at timestamptz,
  roles text[] not null
    check (cardinality(roles) > 0 and roles <@ array['owner', 'approver', 'catalogue', 'support', 'finance', 'auditor'])
);

-- It ends when it is not used.
create table app.administrator_session (
  session_id uuid primary key,
  administrator_id uuid not null references app.administrator on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- What the list of sessions shows.
  user_agent text,
  address text,
  last_used_at timestamptz not null default now(),
  -- When it was last proven, by a password or a code, that the owner sits at the device.
  confirmed_at timestamptz not null default now()
);
create index administrator_session_administrator on app.administrator_session (administrator_id);
create index administrator_session_expiry on app.administrator_session (expires_at);

-- A link by which an administrator chooses a password: the first one, or a new one. Only its hash is kept; it works once.
create table app.administrator_token (
  token_hash bytea primary key,
  administrator_id uuid not null references app.administrator on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index administrator_token_administrator on app.administrator_token (administrator_id);

-- Who brought an administrator in, by an invitation, new rights or a new link, and when. For a time they are not two people who can
-- decide together.
create table app.administrator_tie (
  administrator_id uuid not null references app.administrator on delete cascade,
  brought_in_by uuid not null references app.administrator on delete cascade,
  tied_at timestamptz not null,
  primary key (administrator_id, brought_in_by)
);
create index administrator_tie_by on app.administrator_tie (brought_in_by);

-- What one administrator proposes and another one confirms, where it is no command of the ledger: a change to an administrator, a low price, a
-- change of the catalogue.
create table app.proposal (
  proposal_id uuid primary key,
  kind text not null check (kind in ('administrator', 'price', 'catalogue')),
  -- The administrator, the product, or the change. Somebody who is invited has this id from then on.
  subject_id uuid not null,
  change jsonb not null,
  -- Null: the command line.
  proposed_by uuid references app.administrator,
  proposed_at timestamptz not null,
  -- It is carried out then, unless it is refused before. Null: only when a second administrator confirms it.
  due_at timestamptz,
  ended_at timestamptz,
  ended text check (ended in ('confirmed', 'refused', 'taken-back', 'carried-out', 'lapsed')),
  ended_by uuid references app.administrator,
  -- The end rings the bell by this id, as the proposal does by its own.
  end_id uuid,
  -- When owners were told by mail of a change to an administrator, and of how it ended: the job tells what a crash left untold.
  proposed_told_at timestamptz,
  ended_told_at timestamptz,
  check ((ended_at is null) = (ended is null) and (ended_at is null) = (end_id is null))
);
create unique index proposal_open on app.proposal (kind, subject_id) where ended_at is null;
create index proposal_newest on app.proposal (proposed_at desc);
create index proposal_ended on app.proposal (ended_at desc) where ended_at is not null;
create index proposal_untold on app.proposal (proposed_at)
  where kind = 'administrator' and (proposed_told_at is null or (ended_at is not null and ended_told_at is null));

-- Records of actions that wait for their way into the log. They are written in one transaction with what they record.
create table app.action_record (
  command_id uuid primary key,
  command jsonb not null,
  actor jsonb not null,
  written_at timestamptz not null default now()
);
create index action_record_oldest on app.action_record (written_at);

-- What each administrator said yes to, in minor units of the base currency: their limit a day is held against it. A row stands for a
-- request, and stays where nobody knows whether it was stored; several of one subject count once.
create table app.approval_of_day (
  request_id uuid not null,
  administrator_id uuid not null references app.administrator on delete cascade,
  day date not null,
  subject text not null,
  worth bigint not null,
  primary key (request_id, subject)
);
create index approval_of_day_administrator on app.approval_of_day (administrator_id, day);

-- What one administrator decided without a second one, by whom it was about: a customer, the digest of a bank account, or the administrator
-- of discounts. Many small ones within some days are held against the threshold of one.
create table app.decided_alone (
  request_id uuid not null,
  kind text not null check (kind in ('deposit', 'payout', 'credit', 'discount')),
  party text not null,
  subject text not null,
  -- Minor units of the base currency; 1 for a discount.
  worth bigint not null,
  decided_at timestamptz not null,
  primary key (request_id, subject, party)
);
create index decided_alone_by_party on app.decided_alone (kind, party, decided_at);
create index decided_alone_by_age on app.decided_alone (decided_at);
