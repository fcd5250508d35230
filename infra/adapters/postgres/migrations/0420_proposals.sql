-- What one administrator proposes and another one confirms, where it is no command of the ledger: a change to an administrator, a low price.
create table app.proposal (
  proposal_id uuid primary key,
  kind text not null check (kind in ('administrator', 'price')),
  -- The administrator, or the product. Somebody who is invited has this id from then on.
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
  check ((ended_at is null) = (ended is null) and (ended_at is null) = (end_id is null))
);
create unique index proposal_open on app.proposal (kind, subject_id) where ended_at is null;
create index proposal_newest on app.proposal (proposed_at desc);
create index proposal_ended on app.proposal (ended_at desc) where ended_at is not null;

-- Who brought an administrator in, by an invitation, new rights or a new link, and when. For a time they are not two people who can
-- decide together.
create table app.administrator_tie (
  administrator_id uuid not null references app.administrator on delete cascade,
  brought_in_by uuid not null references app.administrator on delete cascade,
  tied_at timestamptz not null,
  primary key (administrator_id, brought_in_by)
);
create index administrator_tie_by on app.administrator_tie (brought_in_by);

-- Records of actions that wait for their way into the log. They are written in one transaction with what they record.
create table app.action_record (
  command_id uuid primary key,
  command jsonb not null,
  actor jsonb not null,
  written_at timestamptz not null default now()
);
create index action_record_oldest on app.action_record (written_at);

-- What a product's variant cost, from each change on: a low price is compared with the highest of the last days.
create table app.price_change (
  variant_id uuid not null references app.product_variant on delete cascade,
  changed_at timestamptz not null,
  -- Until then.
  price_minor bigint not null,
  currency text not null
);
create index price_change_newest on app.price_change (variant_id, changed_at desc);
