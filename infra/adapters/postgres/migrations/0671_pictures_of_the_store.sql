-- Pictures that owners upload for the store's look. They are public; which of them it has is a setting.
create table app.store_picture (
  file_id uuid primary key,
  width int not null,
  height int not null,
  uploaded_at timestamptz not null default now()
);
create index store_picture_oldest on app.store_picture (uploaded_at);
