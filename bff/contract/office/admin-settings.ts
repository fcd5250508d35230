import { z } from 'zod';
import { Currency, dataOf, named, Timestamp, Uuid } from '#bff/contract/base/common.ts';
import { oneFile, routesFor } from '#bff/contract/base/route.ts';
import { IMAGE_RULES } from '#bff/contract/base/upload-rules.ts';
import { TEXT_NAMES } from '#core/aggregates/settings/texts.ts';
import { AccountsForm, AccountsValue } from './settings/accounts.ts';
import { ApprovalsForm, ApprovalsValue } from './settings/approvals.ts';
import { settingsChange } from './settings/fields.ts';
import { LookForm, LookValue, StorePicture } from './settings/look.ts';
import { MoneyForm, MoneyValue } from './settings/money.ts';
import { RetentionForm, RetentionValue, WaitsForm, WaitsValue } from './settings/numbers.ts';
import { OrdersForm, OrdersValue } from './settings/orders.ts';
import { AskedAccount, RecallForm, RecallsValue } from './settings/recalls.ts';
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

const Change = named('SettingsDifference', {
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
const Said = named('SettingsRow', { field: z.string(), text: z.string().nullable() });

/** A section that says something from the beginning, with its values in words. */
const rulesOf = <Value extends z.ZodType>(value: Value) =>
  z.object({
    value,
    said: z.array(Said),
    version: z.int(),
    waiting: waitingOf(value)
      .extend({ changes: z.array(Change) })
      .nullable(),
  });

/** The sections as the API names them, a line each. */
const sections = {
  seller: sectionOf(SellerValue),
  accounts: sectionOf(AccountsValue),
  recalls: rulesOf(RecallsValue),
  look: sectionOf(LookValue),
  money: rulesOf(MoneyValue),
  approvals: rulesOf(ApprovalsValue),
  waits: rulesOf(WaitsValue),
  orders: rulesOf(OrdersValue),
  retention: rulesOf(RetentionValue),
};
type SettingsSection = keyof typeof sections;

export const AdminSettings = named('AdminSettings', {
  /** How many changes took effect. */
  version: z.int(),
  ...sections,
  /** The currencies of the store: each needs an account. */
  currencies: z.array(Currency),
  /** Every account that customers were ever asked to pay into: those of now, then the latest ones. */
  asked_accounts: z.array(AskedAccount),
  /** Pending deposits that ask to pay into an account that was recalled. */
  deposits_into_recalled: z.int(),
  /** What a newer version of the store wrote and this server does not know, by the section's title. It cannot be changed here. */
  newer: z.array(z.object({ title: z.string(), names: z.array(z.string()) })),
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
  section: z.enum([...(Object.keys(sections) as SettingsSection[]), 'demonstration', 'newer', ...TEXT_NAMES]),
  step: z.enum(['proposed', 'confirmed', 'withdrawn', 'changed']),
  /** Of a change that counts. */
  version: z.int().nullable(),
  why: z.string().nullable(),
  /** Null: the program, for example the demonstration. */
  by: Who.nullable(),
  at: Timestamp,
  changes: z.array(Change),
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
  /** IANA: where its days begin, as those of plans of prices. */
  time_zone: z.string(),
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
/** Saves a section, which was shown before. */
const save = <const Name extends string, Body extends z.ZodType>(section: Name, summary: string, body: Body) =>
  desk.put(`/admin/settings/${section}`, summary, SettingsSaved, { ...change, body, expects: ['expect_version'] });

export const adminSettingsRoutes = {
  getSettings: desk.get('/admin/settings', 'What the store says of itself, and what waits.', dataOf(AdminSettings)),
  listSettingsHistory: desk.get(
    '/admin/settings/history',
    'Who changed what and why, the newest first.',
    dataOf(z.array(SettingsEntry)),
  ),
  changeSeller: save(
    'seller',
    'Change who sells. It counts at once, for new papers; another country, VAT number or sender takes a second owner and a wait, as accounts do.',
    SellerForm.extend(settingsChange),
  ),
  changeAccounts: save(
    'accounts',
    'Propose the accounts that customers pay into. A second owner confirms them, and they count after a wait.',
    AccountsForm.safeExtend(settingsChange),
  ),
  changeRecalls: save(
    'recalls',
    'Recall an account that was wrong. A second owner confirms it, and it counts at once; taking it back waits.',
    RecallForm.extend(settingsChange),
  ),
  changeLook: save(
    'look',
    'Change the logo and the accent colour. It counts at once.',
    LookForm.extend(settingsChange),
  ),
  uploadStorePicture: desk.post(
    '/admin/settings/pictures',
    'Upload a picture for the look. It is kept for a day, and for good once the look has it.',
    dataOf(StorePicture),
    { permission: 'settings:change', multipart: oneFile('picture', IMAGE_RULES.maxBytes), status: 201 },
  ),
  changeMoney: save(
    'money',
    'Propose currencies, fees, VAT and the accounts of payouts.',
    MoneyForm.extend(settingsChange),
  ),
  changeApprovals: save(
    'approvals',
    'Propose what one administrator may decide alone.',
    ApprovalsForm.extend(settingsChange),
  ),
  changeWaits: save('waits', 'Propose waiting times and lengths of sessions.', WaitsForm.extend(settingsChange)),
  changeOrders: save(
    'orders',
    'Change how long orders wait, delivery in part, and reminders of credit. It counts at once.',
    OrdersForm.safeExtend(settingsChange),
  ),
  changeRetention: save(
    'retention',
    'Change how long things are kept. A longer time counts at once, a shorter one takes a second owner and a wait.',
    RetentionForm.extend(settingsChange),
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
