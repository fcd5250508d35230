import type { AccountsForm, AccountsValue } from '#bff/contract/office/settings/accounts.ts';
import type { SellerAccount } from '#core/aggregates/settings/accounts.ts';
import type { ValueOf } from '#core/aggregates/settings/sections.ts';
import { accountOf } from '#core/finance/bank/iban.ts';
import type { SectionDesk } from './desk.ts';

/** An account keeps its id, because deposits name it; a new one gets one. */
export const accountsOf = ({ accounts }: AccountsForm, newId: (at: number) => string): ValueOf<'accounts'> => ({
  accounts: accounts.map(({ id, currency, is_standard, beneficiary, bank, number, bic, routing }, at) => ({
    id: id || newId(at),
    currency,
    isStandard: is_standard,
    beneficiary,
    bank,
    number,
    bic: bic === null ? null : accountOf(bic),
    routing,
  })),
});

const words = ({ beneficiary, bank, number, bic, routing, isStandard }: SellerAccount): string =>
  [
    ...[beneficiary, bank, number],
    ...(routing === null ? [] : [`routing ${routing}`]),
    ...(bic === null ? [] : [bic]),
    ...(isStandard ? ['new deposits are sent to it'] : []),
  ].join(', ');

export const accountsDesk: SectionDesk<'accounts', AccountsValue> = {
  show: ({ accounts }) => ({
    accounts: accounts.map(({ isStandard, ...account }) => ({ ...account, is_standard: isStandard })),
  }),
  rows: ({ accounts }) => accounts.map((account) => [`${account.currency}, account ${account.id}`, words(account)]),
};
