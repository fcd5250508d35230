-- A size of a picture has a file of each format. A null AVIF says that it is no smaller than the WebP, which is then sent instead.
-- The default is what a part of the version before writes while an update replaces one part after the other.
alter table app.image_variant
  add column format text not null default 'webp' check (format in ('webp', 'avif')),
  drop constraint image_variant_pkey,
  add primary key (file_id, size, format),
  -- What a phone shows of a banner.
  drop constraint image_variant_size_check,
  add constraint image_variant_size_check check (size in ('small', 'medium', 'medium-large', 'large', 'narrow'));
