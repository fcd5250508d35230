import type { BffDeps } from '#bff/kit/deps.ts';
import { invalidField } from '#bff/kit/lib/api-error.ts';
import { standardAccount } from '#bff/papers/invoices/paid-into.ts';
import { foreignCurrencyOf, type OwnAccount, ownAccountOf } from '#core/finance/bank/own-accounts.ts';
import type { Statement } from '#core/finance/bank/statements/statement.ts';
import { compactIban } from '#core/finance/bank/statements/statement.ts';
import { CURRENCY_CODES, type Currency } from '#core/kernel/money/currencies.ts';
import { accountsEver } from '#core/ledger/settings.ts';

type Deps = Pick<BffDeps, 'rules' | 'settings'>;

/** The accounts that payouts leave from, and those that customers were ever asked to pay into: they may still do. */
export function ownAccounts({ rules, settings }: Deps): readonly OwnAccount[] {
  const asked = accountsEver(settings.now()).map(({ number, currency }) => ({
    account: compactIban(number),
    currency,
  }));
  const paying = CURRENCY_CODES.flatMap((currency) => {
    const account = rules().payoutAccounts[currency]?.account;
    return account ? [{ account, currency }] : [];
  });
  const uses = [...asked, ...paying];
  return [...Map.groupBy(uses, ({ account }) => account)].map(([account, own]) => ({
    account,
    currencies: [...new Set(own.map(({ currency }) => currency))],
  }));
}

/** The account that payouts in a currency leave from: the one that is configured, or else the one that customers pay into. */
export function payingAccount({ rules, settings }: Deps, currency: Currency): { account: string; bic: string } | null {
  const configured = rules().payoutAccounts[currency];
  if (configured) return configured;
  const standard = standardAccount(settings.now().values, currency);
  return standard?.bic ? { account: compactIban(standard.number), bic: standard.bic } : null;
}

/**
 * Requires that the statements of a file are of our own accounts, in their currencies. Where an account is unknown or the file names none,
 * somebody has to confirm it, because it may not be configured yet. Returns the words of that question; empty where there is none.
 * @throws ApiError 422 at the field
 */
export function requireOwnAccounts(deps: Deps, statements: readonly Statement[], field: string): string {
  const own = ownAccounts(deps);
  const filled = statements.filter(({ lines }) => lines.length > 0);
  for (const statement of filled) {
    const account = ownAccountOf(statement.account, own);
    const foreign = account && foreignCurrencyOf(statement, account);
    if (!foreign) continue;
    const message = `The statement is of ${account.account}, our account in ${listed(account.currencies)}, and has lines in ${foreign}. Nothing was imported.`;
    throw invalidField(field, message);
  }
  const strange = filled.filter(({ account }) => !ownAccountOf(account, own)).map(({ account }) => account);
  if (strange.length === 0) return '';
  const named = [...new Set(strange.filter((account) => account !== ''))];
  const what = [
    ...(named.length > 0 ? [`It is of ${listed(named)}, which is not among our accounts.`] : []),
    ...(strange.includes('') ? ['The file does not say which account it is of.'] : []),
  ];
  const ours = own.map(({ account, currencies }) => `${account} (${listed(currencies)})`);
  return `${what.join(' ')} Ours are ${listed(ours)}.`;
}

const MOST_NAMED = 5;
const listed = (names: readonly string[]): string =>
  names.length > MOST_NAMED
    ? `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more`
    : new Intl.ListFormat('en').format(names);
