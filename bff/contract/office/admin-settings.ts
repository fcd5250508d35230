import { z } from 'zod';
import { Currency, dataOf, named, Timestamp, Uuid } from '#bff/contract/base/common.ts';
import { oneFile, routesFor } from '#bff/contract/base/route.ts';
import { IMAGE_RULES } from '#bff/contract/base/upload-rules.ts';
import { TEXT_NAMES } from '#core/aggregates/settings/texts.ts';
import { AccountsForm, AccountsValue } from './settings/accounts.ts';
import { settingsChange } from './settings/fields.ts';
import { LookForm, LookValue, StorePicture } from './settings/look.ts';
import { SellerForm, SellerValue } from './settings/seller.ts';

const Who = z.object({ id: z.string(), name: z.string() });

/** A change that waits: for a second owner while it has no time, for its time otherwise. */
const waitingOf = <Value extends z.ZodType>(value: Value) =>
  z.object({
    id: Uuid,
    value,
    why: z.string(),
    by: Who,
    at: Timestamp,
    confirmed_by: Who.nullable(),
    due_at: Timestamp.nullable(),
    may_confirm: z.boolean(),
  });
const sectionOf = <Value extends z.ZodType>(value: Value) =>
  z.object({
    /** Null: nothing was set yet. */
    value: value.nullable(),
    /** Of the settings, when the section was changed last; 0 before. */
    version: z.int(),
    waiting: waitingOf(value).nullable(),
  });

/** The sections as the API names them, a line each. */
const sections = { seller: sectionOf(SellerValue), accounts: sectionOf(AccountsValue), look: sectionOf(LookValue) };
type SettingsSection = keyof typeof sections;

export const AdminSettings = named('AdminSettings', {
  /** How many changes took effect. */
  version: z.int(),
  ...sections,
  /** The currencies of the store: each needs an account. */
  currencies: z.array(Currency),
  /** How long a confirmed change that concerns money waits. */
  wait_hours: z.int(),
  /** No other owner can confirm the reader's changes: they wait for their time alone. */
  is_alone: z.boolean(),
  /** Why customers cannot make deposits, a sentence each; empty where they can. */
  missing: z.array(z.string()),
});
export type AdminSettings = z.infer<typeof AdminSettings>;

export const SettingsEntry = named('SettingsEntry', {
  position: z.string(),
  title: z.string(),
  section: z.enum([...(Object.keys(sections) as SettingsSection[]), ...TEXT_NAMES]),
  step: z.enum(['proposed', 'confirmed', 'withdrawn', 'changed']),
  /** Of a change that counts. */
  version: z.int().nullable(),
  why: z.string().nullable(),
  /** Null: the program, for example the demonstration. */
  by: Who.nullable(),
  at: Timestamp,
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export type SettingsEntry = z.infer<typeof SettingsEntry>;

const SettingsSaved = z.object({ message: z.string(), data: AdminSettings });

const PublicSeller = named('Seller', {
  /** Of the store, or of its company where it has no other. */
  name: z.string(),
  /** The company with its address, in one line. */
  legal: z.string(),
  vat_id: z.string().nullable(),
  registration: z.string().nullable(),
  support_email: z.string().nullable(),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  /** `#` and six digits; null: the product's own. */
  accent: z.string().nullable(),
  logo: StorePicture.nullable(),
  /** Null: `logo` stands on dark pages, too. */
  logo_on_dark: StorePicture.nullable(),
});
export type PublicSeller = z.infer<typeof PublicSeller>;

const visitor = routesFor({ auth: 'public', tag: 'Store' });

export const sellerRoutes = {
  getSeller: visitor.get(
    '/seller',
    'Who runs the store; null where that is not said yet, or cannot be read at the moment.',
    dataOf(PublicSeller.nullable()),
  ),
};

const desk = routesFor({ auth: 'administrator', permission: 'settings:read', tag: 'Admin: settings' });
const change = { permission: 'settings:change', step_up: true } as const;

export const adminSettingsRoutes = {
  getSettings: desk.get('/admin/settings', 'What the store says of itself, and what waits.', dataOf(AdminSettings)),
  listSettingsHistory: desk.get(
    '/admin/settings/history',
    'Who changed what and why, the newest first.',
    dataOf(z.array(SettingsEntry)),
  ),
  changeSeller: desk.put(
    '/admin/settings/seller',
    'Change who sells. It counts at once, for new papers; another country, VAT number or sender takes a second owner and a wait, as accounts do.',
    SettingsSaved,
    {
      ...change,
      body: SellerForm.extend(settingsChange),
      expects: ['expect_version'],
    },
  ),
  changeAccounts: desk.put(
    '/admin/settings/accounts',
    'Propose the accounts that customers pay into. A second owner confirms them, and they count after a wait.',
    SettingsSaved,
    { ...change, body: AccountsForm.safeExtend(settingsChange), expects: ['expect_version'] },
  ),
  changeLook: desk.put(
    '/admin/settings/look',
    'Change the logo and the accent colour. It counts at once.',
    SettingsSaved,
    {
      ...change,
      body: LookForm.extend(settingsChange),
      expects: ['expect_version'],
    },
  ),
  uploadStorePicture: desk.post(
    '/admin/settings/pictures',
    'Upload a picture for the look. It is kept for a day, and for good once the look has it.',
    dataOf(StorePicture),
    { permission: 'settings:change', multipart: oneFile('picture', IMAGE_RULES.maxBytes), status: 201 },
  ),
  confirmSettingsChange: desk.post(
    '/admin/settings/changes/:id/confirm',
    'Confirm a change that another owner proposed.',
    SettingsSaved,
    { ...change, expects: { nothing: 'a proposal has an id of its own, and never changes' } },
  ),
  withdrawSettingsChange: desk.post(
    '/admin/settings/changes/:id/withdraw',
    'Withdraw a change that waits.',
    SettingsSaved,
    { permission: 'settings:change' },
  ),
};
