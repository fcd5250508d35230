-- The smaller sizes of a picture, made by a job. A null file says that the picture cannot be read: it is not tried again.
create table app.image_variant (
  file_id uuid not null,
  size text not null check (size in ('small', 'medium', 'medium-large', 'large')),
  variant_file_id uuid,
  made_at timestamptz not null default now(),
  primary key (file_id, size)
);
