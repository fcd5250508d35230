create table app.administrator (
  administrator_id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  password_hash text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  last_sign_in_at timestamptz
);

create table app.administrator_session (
  session_id uuid primary key,
  administrator_id uuid not null references app.administrator on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index administrator_session_administrator on app.administrator_session (administrator_id);
