import { z } from 'zod';
import { isReadableAccent, unreadableAccent } from '#bff/contract/base/accent.ts';
import { named, Uuid } from '#bff/contract/base/common.ts';

/** A picture of the store. `url` is in its original size; `width` and `height` are in pixels. */
export const StorePicture = named('StorePicture', {
  id: Uuid,
  url: z.string(),
  width: z.int(),
  height: z.int(),
});
export type StorePicture = z.infer<typeof StorePicture>;

const COLOUR = /^#[0-9a-f]{6}$/;
const accent = z
  .string()
  .trim()
  .toLowerCase()
  .refine((text) => text === '' || COLOUR.test(text), 'Please write the colour as # and six digits, such as #0f766e')
  .refine((text) => !COLOUR.test(text) || isReadableAccent(text), {
    error: ({ input }) => unreadableAccent(String(input)),
  })
  .meta({ examples: ['#0f766e'] })
  .nullish()
  .transform((text) => text || null);
const picture = Uuid.nullish().transform((id) => id ?? null);

export const LookForm = z.object({
  /** `#` and six digits; null for the product's own. White text on it has a contrast of 4.5 to 1. */
  accent,
  /** Of `POST /admin/settings/pictures`; null: the name in letters. */
  logo: picture,
  /** Null: `logo` stands on dark pages, too. */
  logo_on_dark: picture,
});
export type LookForm = z.infer<typeof LookForm>;

export const LookValue = named('SettingsLook', {
  accent: z.string().nullable(),
  logo: StorePicture.nullable(),
  logo_on_dark: StorePicture.nullable(),
});
export type LookValue = z.infer<typeof LookValue>;
