import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { settingsChange } from '#bff/contract/office/settings/fields.ts';
import { MONEY_LABELS, MoneyForm, ROUNDING_WORDS, VOUCHER_WORDS } from '#bff/contract/office/settings/money.ts';
import { VOUCHER_KINDS } from '#core/aggregates/settings/limits.ts';
import { BASE_CURRENCY, CURRENCIES, CURRENCY_CODES, type Currency } from '#core/kernel/money/currencies.ts';
import { ROUNDINGS } from '#core/kernel/money/rounding.ts';
import { Checkbox } from '#web/ui/form/controls/checkbox.tsx';
import { control, select, text } from '#web/ui/form/fields.tsx';
import { LinesField } from './lines-field.tsx';
import { RulesCard } from './rules-card.tsx';
import { REASON, RulesDialog } from './rules-dialog.tsx';
import { useSettingsWrites } from './settings-api.ts';
import { waitOf } from './wait-text.ts';

const FORM = MoneyForm.extend(settingsChange);
const PERCENT = { inputMode: 'decimal', autoComplete: 'off' } as const;

export const MoneyCard = ({ settings }: { settings: AdminSettings }) => (
  <RulesCard
    settings={settings}
    section="money"
    title="Money"
    description={waitOf(settings, 'each change')}
    compare="New orders, deposits, payouts and invoices follow it. Compare each account with a paper of the bank."
    dialog={(onClose) => <MoneyDialog settings={settings} onClose={onClose} />}
  />
);

type MoneyDialogProps = {
  settings: AdminSettings;
  /** Given at the setup, which asks for the currencies alone: the rest stays as it is. */
  why?: string;
  onClose: () => void;
};

export function MoneyDialog({ settings, why, onClose }: MoneyDialogProps) {
  const { changeMoney } = useSettingsWrites();
  const { value, version } = settings.money;
  return (
    <RulesDialog
      section="money"
      title={why === undefined ? 'Change money' : MONEY_LABELS.currencies}
      description={
        why === undefined
          ? 'Orders, deposits and invoices that are there already keep what they say.'
          : 'Customers get a wallet in each. Fees and VAT are in the settings.'
      }
      schema={FORM}
      defaults={{ ...value, why: why ?? '', expect_version: version }}
      decide={(body) => changeMoney.mutateAsync({ body })}
      onClose={onClose}
      fields={() => [
        control('currencies', MONEY_LABELS.currencies, (held) => <CurrenciesField {...held} />, {
          hint: 'Each needs a rate in Ledger, Exchange rates, and an account to pay into.',
        }),
        ...(why === undefined ? OTHER_FIELDS : []),
      ]}
    />
  );
}

const OTHER_FIELDS = [
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
  REASON,
] as const;

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
