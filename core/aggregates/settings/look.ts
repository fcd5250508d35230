import { z } from 'zod';

/** A picture in the store of files, with its size in pixels: pages keep its place free. */
const Logo = z.strictObject({
  fileId: z.uuid(),
  width: z.int().min(1).max(10_000),
  height: z.int().min(1).max(10_000),
});
export type Logo = z.infer<typeof Logo>;

/** How pages, mails and papers look: whatever is null looks as the product does. */
const Look = z.strictObject({
  /** `#` and six digits, in small letters. White text on it can be read. */
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable(),
  logo: Logo.nullable(),
  /** Null: `logo` stands on dark ground, too. */
  logoOnDark: Logo.nullable(),
});
export type Look = z.infer<typeof Look>;

export const lookSection = { title: 'Look', value: Look, standard: null, isMoney: () => false };
