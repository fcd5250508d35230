import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { settingsChange } from '#bff/contract/office/settings/fields.ts';
import { SellerForm, type SellerValue } from '#bff/contract/office/settings/seller.ts';
import type { SELLER_MONEY } from '#core/aggregates/settings/limits.ts';
import { readerZone } from '#web/lib/words/dates.ts';
import { CountryField } from '#web/ui/form/controls/country-field.tsx';
import { TimeZoneField } from '#web/ui/form/controls/time-zone-field.tsx';
import { control, note, text } from '#web/ui/form/fields.tsx';
import { LinesField } from './lines-field.tsx';
import { sectionForm } from './section-form.tsx';
import { waitOf } from './wait-text.ts';

const EMPTY: SellerValue = {
  name: '',
  trade_name: '',
  address: '',
  country: '',
  vat_id: '',
  registration: '',
  email: '',
  support_email: '',
  mail_from: '',
  links: [],
  time_zone: readerZone(),
};

/** As the form names what a change of waits for. */
const WAITS = {
  country: 'country',
  vatId: 'VAT number',
  mailFrom: 'sender email',
} as const satisfies Record<(typeof SELLER_MONEY)[number], string>;

export const SellerDialog = sectionForm('seller', {
  title: ({ seller }) => (seller.value ? 'Change the seller' : 'Who sells'),
  description: descriptionOf,
  schema: SellerForm.extend(settingsChange),
  valuesOf: ({ seller }) => seller.value ?? EMPTY,
  failed: 'The seller was not changed',
  fields: () => [
    text('name', 'Name of the company', { autofocus: true }),
    text('trade_name', 'Store name', {
      optional: true,
      hint: 'At the head of papers, where it has another one.',
    }),
    note('address', 'Address', { rows: 3, hint: 'A line each, without the country.' }),
    control('country', 'Country', (held) => <CountryField {...held} />, { hint: 'Where VAT is paid.' }),
    text('vat_id', 'VAT number', { optional: true }),
    text('registration', 'Register number', { optional: true }),
    text('email', 'Email on papers', { type: 'email' }),
    text('support_email', 'Support email', { optional: true, type: 'email' }),
    text('mail_from', 'Sender email', {
      optional: true,
      type: 'email',
      hint: 'Your mail server must allow it.',
    }),
    control('time_zone', 'Time zone', (held) => <TimeZoneField {...held} value={held.value ?? ''} />, {
      hint: 'Where your days begin: a plan of prices counts from its midnight. Papers and the ledger count days of UTC.',
    }),
    control('links', 'Links', (held) => <LinesField {...held} read={linkIn} write={textOfLink} />, {
      optional: true,
      hint: 'A line each: a name and a web address, such as Blog https://…',
    }),
  ],
});

/** How a change comes to count. The first seller waits for nobody where no customer was asked to pay yet. */
function descriptionOf(settings: AdminSettings, isSetup: boolean): string {
  const issued = 'Invoices that were issued keep the seller that they have.';
  if (settings.seller.value === null) {
    if (isSetup) return `It counts at once, for papers that are made from now on. ${issued}`;
    return `${waitOf(settings, 'the first seller')} Where no customer was asked to pay yet, it does not wait. ${issued}`;
  }
  const waiting = `a change of ${new Intl.ListFormat('en', { type: 'disjunction' }).format(Object.values(WAITS))}`;
  return `${waitOf(settings, waiting)} Anything else counts at once, for papers that are made from now on. ${issued}`;
}

type Link = SellerValue['links'][number];
const textOfLink = ({ label, url }: Link): string => `${label} ${url}`.trim();
/** The last word of a line is the address, the rest its name. */
const linkIn = (line: string): Link => {
  const [, label = '', url = line] = /^(.*?)\s*(\S+)$/.exec(line) ?? [];
  return { label, url };
};
