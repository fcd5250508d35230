import { z } from 'zod';
import type { EventOf } from '#core/kernel/log/event.ts';
import { MAX_SETTINGS_REASON } from './limits.ts';
import { SECTION_NAMES, SettingsValue } from './sections.ts';

const By = z.string().min(1).max(64);
const change = {
  section: z.enum(SECTION_NAMES),
  before: SettingsValue.nullable(),
  after: SettingsValue,
  why: z.string().min(1).max(MAX_SETTINGS_REASON),
  /** What of `after` this version does not know: a newer one wrote it. Made when it is read (`read-newer.ts`), never stored. */
  newer: z.array(z.string()).optional(),
};

/** What the seller decides about the store. There is one stream, so that its changes have one order. */
export const settingsEvents = {
  SettingsChangeProposed: z.object({
    ...change,
    proposalId: z.uuid(),
    by: By,
    /** It takes effect then without a second owner, because nobody else can confirm it; null: it waits for one. */
    dueAt: z.iso.datetime().nullable(),
  }),
  SettingsChangeConfirmed: z.object({
    section: z.enum(SECTION_NAMES),
    proposalId: z.uuid(),
    by: By,
    /** When it takes effect, unless an owner withdraws it before. */
    dueAt: z.iso.datetime(),
  }),
  SettingsChangeWithdrawn: z.object({
    section: z.enum(SECTION_NAMES),
    proposalId: z.uuid(),
    /** Null: it was due, and who proposed or confirmed it may not do so any more. */
    by: By.nullable(),
  }),
  /** From here on it counts. */
  SettingsChanged: z.object({
    ...change,
    /** Of the settings as a whole: one more than before. */
    version: z.int().min(1),
    /** Null: the demonstration, or what an older configuration said. */
    by: By.nullable(),
    confirmedBy: By.optional(),
    proposalId: z.uuid().optional(),
  }),
} as const;
export type SettingsEvent = EventOf<typeof settingsEvents>;

/** There is one stream of settings. */
export const SETTINGS_ID = '7d0c5b52-3f0e-4a53-8a6f-0d9be1c2a761';
