import { z } from 'zod';
import { ACCEPTED_TEXTS, TEXT_NAMES } from '#core/aggregates/settings/texts.ts';
import { named, Timestamp } from './common.ts';

const TextNumber = z.int().min(0).max(2_147_483_647);

/** The version of each text that somebody saw and accepts; those that the seller has not written are left out. */
export const AcceptedVersions = z.object(
  Object.fromEntries(ACCEPTED_TEXTS.map((name) => [name, TextNumber.optional()])) as Record<
    (typeof ACCEPTED_TEXTS)[number],
    z.ZodOptional<typeof TextNumber>
  >,
);
export type AcceptedVersions = z.infer<typeof AcceptedVersions>;

/** What a customer accepted at sign-up. */
export const AcceptedTexts = named('AcceptedTexts', {
  at: Timestamp,
  texts: z.array(
    z.object({
      name: z.enum(TEXT_NAMES),
      title: z.string(),
      version: z.int(),
      /** When that version was written. */
      since: Timestamp.nullable(),
    }),
  ),
});
export type AcceptedTexts = z.infer<typeof AcceptedTexts>;
