import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { settingsChange } from '#bff/contract/office/settings/fields.ts';
import { MONEY_LABELS, MoneyForm, ROUNDING_WORDS, VOUCHER_WORDS } from '#bff/contract/office/settings/money.ts';
import { VOUCHER_KINDS } from '#core/aggregates/settings/limits.ts';
import { BASE_CURRENCY, CURRENCIES, CURRENCY_CODES, type Currency } from '#core/kernel/money/currencies.ts';
import { ROUNDINGS } from '#core/kernel/money/rounding.ts';
import { Checkbox } from '#web/ui/form/controls/checkbox.tsx';
import { control, select, text } from '#web/ui/form/fields.tsx';
import { LinesField } from './lines-field.tsx';
import { rulesSection } from './section-card.tsx';
import { waitOf } from './wait-text.ts';

const PERCENT = { inputMode: 'decimal', autoComplete: 'off' } as const;

/** The setup asks for the currencies alone: the rest stays as it is. */
export const money = rulesSection('money', {
  title: 'Money',
  description: (settings) => waitOf(settings, 'each change'),
  compare: 'New orders, deposits, payouts and invoices follow it. Compare each account with a paper of the bank.',
  form: {
    title: (_settings, isSetup) => (isSetup ? MONEY_LABELS.currencies : 'Change money'),
    description: (_settings, isSetup) =>
      isSetup
        ? 'Customers get a wallet in each. Fees and VAT are in the settings.'
        : 'Orders, deposits and invoices that are there already keep what they say.',
    schema: MoneyForm.extend(settingsChange),
    fields: (_form, _settings, isSetup) => [
      control('currencies', MONEY_LABELS.currencies, (held) => <CurrenciesField {...held} />, {
        hint: 'Each needs a rate in Ledger, Exchange rates, and an account to pay into.',
      }),
      ...(isSetup ? [] : otherFields()),
    ],
  },
});

const otherFields = () => [
  text('conversion_fee_percent', `${MONEY_LABELS.conversionFeePercent} (%)`, {
    ...PERCENT,
    hint: 'On a line whose price has another currency than the wallet.',
  }),
  text('deposit_fee_percent', `${MONEY_LABELS.depositFeePercent} (%)`, {
    ...PERCENT,
    hint: 'On an approved deposit.',
  }),
  select(
    'voucher_vat',
    MONEY_LABELS.voucherVat,
    VOUCHER_KINDS.map((kind) => ({ value: kind, label: VOUCHER_WORDS[kind] })),
    { hint: 'On invoices of sales from then on.' },
  ),
  text('vat_percent', `${MONEY_LABELS.vatPercent} (%)`, {
    ...PERCENT,
    hint: 'Of your country, where gift cards are single-purpose.',
  }),
  select(
    'rounding',
    MONEY_LABELS.rounding,
    ROUNDINGS.map((each) => ({ value: each, label: ROUNDING_WORDS[each] })),
    {
      hint: 'Where discounts, fees or the VAT within an invoice come to half of the smallest unit. Conversions are always rounded half to even.',
    },
  ),
  control(
    'payout_accounts',
    MONEY_LABELS.payoutAccounts,
    (held) => <LinesField {...held} read={accountIn} write={textOfAccount} />,
    {
      optional: true,
      hint: 'A line each: currency, account and BIC, such as EUR DE89… COBADEFFXXX. A currency without one is paid from the account that customers pay into.',
    },
  ),
];

type Account = AdminSettings['money']['value']['payout_accounts'][number];
const textOfAccount = ({ currency, account, bic }: Account): string => [currency, account, bic].join(' ').trim();
/** The last word is the BIC, the first the currency. */
const accountIn = (line: string): Account => {
  const [, currency = line, account = '', bic = ''] = /^(\S+)\s+(.*\S)\s+(\S+)$/.exec(line) ?? [];
  return { currency: currency.toUpperCase() as Currency, account, bic };
};

type CurrenciesProps = { name: string; value: Currency[]; onChange: (codes: Currency[]) => void; onBlur: () => void };

function CurrenciesField({ name, value, onChange, onBlur }: CurrenciesProps) {
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {CURRENCY_CODES.map((code) => (
        <Checkbox
          key={code}
          name={name}
          label={`${code}, ${CURRENCIES[code].name}`}
          checked={value.includes(code)}
          disabled={code === BASE_CURRENCY}
          onBlur={onBlur}
          onChange={({ target }) =>
            onChange(CURRENCY_CODES.filter((each) => (each === code ? target.checked : value.includes(each))))
          }
        />
      ))}
    </div>
  );
}
