import type { AccountsValue, SellerValue } from '#bff/contract/office/admin-settings.ts';
import { type AccountsForm, linesIn, type SellerForm } from '#bff/contract/office/settings-form.ts';
import type { Section, Seller, SellerAccount, ValueOf } from '#core/aggregates/settings/sections.ts';
import { accountOf } from '#core/finance/bank/iban.ts';

export const sellerOf = (form: SellerForm): Seller => ({
  ...{ name: form.name, tradeName: form.trade_name, address: linesIn(form.address), country: form.country },
  ...{ vatId: form.vat_id, registration: form.registration, email: form.email },
  ...{ supportEmail: form.support_email, mailFrom: form.mail_from },
  links: form.links,
});

/** An account keeps its id, because deposits name it; a new one gets one. */
export const accountsOf = ({ accounts }: AccountsForm, newId: (at: number) => string): ValueOf<'accounts'> => ({
  accounts: accounts.map(({ id, currency, is_standard, beneficiary, bank, number, bic, routing }, at) => ({
    ...{ id: id || newId(at), currency, isStandard: is_standard, beneficiary, bank, number },
    ...{ bic: bic === null ? null : accountOf(bic), routing },
  })),
});

const showSeller = (seller: Seller): SellerValue => ({
  ...{ name: seller.name, trade_name: seller.tradeName, address: seller.address.join('\n'), country: seller.country },
  ...{ vat_id: seller.vatId, registration: seller.registration, email: seller.email },
  ...{ support_email: seller.supportEmail, mail_from: seller.mailFrom, links: seller.links },
});

const showAccounts = ({ accounts }: ValueOf<'accounts'>): AccountsValue => ({
  accounts: accounts.map(({ isStandard, ...account }) => ({ ...account, is_standard: isStandard })),
});

export const SHOW = { seller: showSeller, accounts: showAccounts } as const;

/** A value in words, a row each, for the history: the rows that differ are what a change changed. */
const ROWS: { readonly [Name in Section]: (value: ValueOf<Name>) => readonly (readonly [string, string | null])[] } = {
  seller: ({ address, links, ...seller }) => [
    ['Name', seller.name],
    ['Store name', seller.tradeName],
    ['Address', address.join(', ')],
    ['Country', seller.country],
    ['VAT number', seller.vatId],
    ['Register number', seller.registration],
    ['Email on papers', seller.email],
    ['Support email', seller.supportEmail],
    ['Sender email', seller.mailFrom],
    ['Links', links.map(({ label, url }) => `${label} ${url}`).join(', ') || null],
  ],
  accounts: ({ accounts }) => accounts.map((account) => [`${account.currency}, account ${account.id}`, words(account)]),
};

const words = ({ beneficiary, bank, number, bic, routing, isStandard }: SellerAccount): string =>
  [
    ...[beneficiary, bank, number],
    ...(routing === null ? [] : [`routing ${routing}`]),
    ...(bic === null ? [] : [bic]),
    ...(isStandard ? ['new deposits are sent to it'] : []),
  ].join(', ');

type Difference = { readonly field: string; readonly before: string | null; readonly after: string | null };

/** In words. */
export function differences(section: Section, before: ValueOf | null, after: ValueOf): Difference[] {
  const rowsOf = (value: ValueOf | null) =>
    new Map(
      value === null ? [] : (ROWS[section] as (value: ValueOf) => readonly (readonly [string, string | null])[])(value),
    );
  const [old, now] = [rowsOf(before), rowsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field) ?? null, after: now.get(field) ?? null };
    return change.before === change.after ? [] : [change];
  });
}
