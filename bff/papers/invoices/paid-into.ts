import type { BffDeps } from '#bff/kit/deps.ts';
import { conflict } from '#bff/kit/lib/api-error.ts';
import { refusedExample } from '#bff/kit/lib/examples.ts';
import type { SellerAccount } from '#core/aggregates/settings/accounts.ts';
import { isRecalled, isSameAccount } from '#core/aggregates/settings/recalls.ts';
import type { SettingsValues } from '#core/aggregates/settings/sections.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import {
  accountsEver,
  isBeingRecalled,
  notUnderstood,
  requireUnderstood,
  type Settings,
  valuesAt,
  valuesOf,
} from '#core/ledger/settings.ts';
import type { DepositView } from '#projections/models/deposits.ts';
import { type BankRow, bankRows } from './seller.ts';

/** The standard account of a currency; null also where it was recalled. */
export const standardAccount = (values: SettingsValues, currency: Currency): SellerAccount | null =>
  values.accounts?.accounts.find(
    (account) => account.currency === currency && account.isStandard && !isRecalled(values, account),
  ) ?? null;

/** The accounts of a currency that nobody recalled or asks to recall, the standard one first. */
const rightAccounts = (settings: Settings, currency: Currency): readonly SellerAccount[] =>
  (settings.values.accounts?.accounts ?? [])
    .filter((account) => account.currency === currency)
    .filter((account) => !isRecalled(settings.values, account) && !isBeingRecalled(settings, account))
    .toSorted((one, other) => Number(other.isStandard) - Number(one.isStandard));

/** The account that new deposits of a currency are sent to: the standard one, or another one where that is wrong. */
export const accountNow = (settings: Settings, currency: Currency): SellerAccount | null =>
  rightAccounts(settings, currency)[0] ?? null;

/** Why no account of a currency is asked for. */
export function whyNoAccount(settings: Settings, currency: Currency): 'none' | 'recalled' | 'being-recalled' {
  const own = settings.values.accounts?.accounts.filter((account) => account.currency === currency) ?? [];
  if (own.length === 0) return 'none';
  return own.some((account) => isBeingRecalled(settings, account)) ? 'being-recalled' : 'recalled';
}

/** Customers may be asked to pay into it: it is said who sells and where to pay to, and neither is an example. */
function openAccount(deps: Pick<BffDeps, 'config'>, settings: Settings, currency: Currency): SellerAccount | null {
  requireUnderstood(settings, 'accounts', 'recalls', 'seller');
  // Nobody here knows which account a newer version asks to recall.
  if ((settings.waiting.recalls?.newer ?? []).length > 0) throw notUnderstood('recalls');
  const { seller } = settings.values;
  const account = accountNow(settings, currency);
  return seller && account && refusedExample(deps, settings, { seller, account }) === null ? account : null;
}

/** The accounts that customers are asked to pay into now, by currency; a currency without one is left out. */
export function accountsOpen(
  deps: Pick<BffDeps, 'config' | 'settings' | 'rules'>,
): { currency: Currency; account: BankRow[] }[] {
  const settings = deps.settings.held();
  return deps.rules().currencies.flatMap((currency) => {
    const account = openAccount(deps, settings, currency);
    return account ? [{ currency, account: [...bankRows(account)] }] : [];
  });
}

/**
 * The account for a deposit that is asked for now, with its place in the settings. One version of them decides all of it.
 * @throws ApiError 409 deposits_closed; DomainError unavailable
 */
export function accountForDeposits(deps: Pick<BffDeps, 'config' | 'settings'>, currency: Currency) {
  const settings = deps.settings.held();
  const account = openAccount(deps, settings, currency);
  if (account) return { account, payInto: { settingsVersion: settings.version, accountId: account.id } };
  const why =
    whyNoAccount(settings, currency) === 'being-recalled'
      ? `Deposits in ${currency} wait: the store checks the account that they are paid into.`
      : `Deposits in ${currency} are not open: the store does not say where they are paid to.`;
  throw conflict(
    'deposits_closed',
    `${why} Nothing was requested, so please do not transfer anything. Ask the store, or try again later.`,
  );
}

/**
 * The account that a deposit's paper asked to pay into: it stays, whatever the settings say today. A deposit of before there were settings
 * has the first one that was set.
 */
export function accountPrinted(
  settings: Settings,
  { currency, settingsVersion, accountId }: Pick<DepositView, 'currency' | 'settingsVersion' | 'accountId'>,
): SellerAccount | null {
  if (settingsVersion !== null && accountId !== null) {
    const { accounts } = valuesOf(settings, settingsVersion);
    return accounts?.accounts.find(({ id }) => id === accountId) ?? null;
  }
  const first = settings.history.find(({ type, data }) => type === 'SettingsChanged' && data.section === 'accounts');
  return first ? standardAccount(valuesAt(settings, first.position), currency) : null;
}

/**
 * Where a deposit is paid to now. `recalled`: where the account that it asked to pay into was wrong, this one and the others of its currency
 * that were, because a mail may have named one of them instead. The account is null where there is none that is right.
 */
export type PayTo = { readonly account: SellerAccount | null; readonly recalled: readonly SellerAccount[] };

export function payToNow(
  settings: Settings,
  deposit: Pick<DepositView, 'currency' | 'settingsVersion' | 'accountId'>,
): PayTo {
  requireUnderstood(settings, 'accounts', 'recalls');
  const printed = accountPrinted(settings, deposit);
  if (!printed || !isRecalled(settings.values, printed)) return { account: printed, recalled: [] };
  const wrong = [printed, ...accountsEver(settings).toReversed()].filter(
    (account) => account.currency === deposit.currency && isRecalled(settings.values, account),
  );
  return { account: accountNow(settings, deposit.currency), recalled: eachOnce(wrong) };
}

/** Accounts as papers print them; of one that was entered several times, the first. */
export const eachOnce = (accounts: readonly SellerAccount[]): readonly SellerAccount[] =>
  accounts.filter((account, at) => accounts.findIndex((each) => isSameAccount(each, account)) === at);
