import { z } from 'zod';
import { DateOnly, dataOf, named, Timestamp, wholeNumberInput } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { TEXT_NAMES } from '#core/aggregates/settings/texts.ts';
import { Block } from './settings/text-blocks.ts';
import { TextForm } from './settings/text-form.ts';

const Name = z.enum(TEXT_NAMES);
export const TextParams = z.object({ name: Name });

/** Which one of a text: the one that a change of the settings made, or the one that held at the end of a day in UTC. */
export const TextQuery = z
  .object({
    version: wholeNumberInput(z.int().min(0).max(2_147_483_647)).optional(),
    on: DateOnly.optional(),
  })
  .refine(({ version, on }) => version === undefined || on === undefined, {
    error: 'Ask for a version or for a day',
    path: ['on'],
  });
export type TextQuery = z.infer<typeof TextQuery>;

/** `version`: of the settings, when it was written; 0 for the store's standard text, its day (20261127) for later words of that. */
const Version = z.object({ version: z.int(), since: Timestamp });

const PublicText = named('StoreText', {
  name: Name,
  title: z.string(),
  version: z.int(),
  since: Timestamp,
  /** When another one replaced it; null where it holds. */
  until: Timestamp.nullable(),
  /** Empty where this version is that there is none. Null: a page of the store's own. */
  blocks: z.array(Block).nullable(),
  /** Every one that there was, the newest first. */
  versions: z.array(Version),
});
export type PublicText = z.infer<typeof PublicText>;

const StoreTextEntry = named('StoreTextEntry', {
  name: Name,
  title: z.string(),
  version: z.int(),
  since: Timestamp,
  /** Whether a new customer accepts it at sign-up. */
  to_accept: z.boolean(),
});
export type StoreTextEntry = z.infer<typeof StoreTextEntry>;

const visitor = routesFor({ auth: 'public', tag: 'Store' });

export const textRoutes = {
  listTexts: visitor.get('/texts', 'Which texts the store shows, such as its terms.', dataOf(z.array(StoreTextEntry))),
  getText: visitor.get(
    '/texts/:name',
    'A text of the store, as it is now, as it was at the end of a day (UTC), or one version of it; null where there is none.',
    dataOf(PublicText.nullable()),
    { params: TextParams, query: TextQuery },
  ),
};

const Who = z.object({ id: z.string(), name: z.string() });

const TextVersion = named('SettingsTextVersion', {
  version: z.int(),
  since: Timestamp,
  until: Timestamp.nullable(),
  /** Null: the program, for the standard text. */
  by: Who.nullable(),
  why: z.string().nullable(),
  /** False: the seller's own was taken away. */
  is_written: z.boolean(),
  characters: z.int(),
});

const AdminText = named('SettingsText', {
  name: Name,
  title: z.string(),
  /** As it is written; null for none, and for a page of the store's own. */
  text: z.string().nullable(),
  shown: TextVersion.nullable(),
  /** Of the section, for the next change. */
  version: z.int(),
  /** The store's standard text, to begin with; null where it has none. */
  standard: z.string().nullable(),
  /** The newest first. */
  versions: z.array(TextVersion),
});
export type AdminText = z.infer<typeof AdminText>;

const AdminTexts = named('SettingsTexts', {
  texts: z.array(
    z.object({
      name: Name,
      title: z.string(),
      /** Whether the seller has written it; otherwise there is the standard text, or none. */
      is_written: z.boolean(),
      has_standard: z.boolean(),
      changed_at: Timestamp.nullable(),
      changed_by: Who.nullable(),
    }),
  ),
  /** What a store in production must not be without, a sentence each. */
  missing: z.array(z.string()),
});
export type AdminTexts = z.infer<typeof AdminTexts>;

const desk = routesFor({ auth: 'administrator', permission: 'settings:read', tag: 'Admin: settings' });

export const adminTextRoutes = {
  listSettingsTexts: desk.get(
    '/admin/settings/texts',
    'The texts that the seller writes, and which are missing.',
    dataOf(AdminTexts),
  ),
  getSettingsText: desk.get(
    '/admin/settings/texts/:name',
    'A text as it is written, with its versions: which one held on a day, who wrote it and why.',
    dataOf(AdminText),
    { params: TextParams, query: TextQuery },
  ),
  changeText: desk.put(
    '/admin/settings/texts/:name',
    'Write a text of the store, or take the own one away. It is shown at once.',
    z.object({ message: z.string(), data: AdminText }),
    { permission: 'settings:change', step_up: true, params: TextParams, body: TextForm, expects: ['expect_version'] },
  ),
};
