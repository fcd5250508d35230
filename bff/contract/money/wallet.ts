import { z } from 'zod';
import { Currency, DateOnly, dataOf, Money, named, Uuid, wholeNumberInput } from '#bff/contract/base/common.ts';
import { ANY_FILE, routesFor } from '#bff/contract/base/route.ts';
import { TIMES } from '#core/aggregates/period/times.ts';
import { StatementProofQuery, StatementQuery } from './transaction.ts';

export const Wallet = named('Wallet', {
  id: Uuid,
  name: z.string(),
  currency: Currency,
  /** What the customer owns. */
  balance: Money,
  /** What can be spent now: balance − held + credit limit. */
  available: Money,
  /** Set aside for withdrawals that are under way. */
  held: Money,
  credit_limit: Money,
});
export type Wallet = z.infer<typeof Wallet>;

export const WalletList = dataOf(z.array(Wallet));

const MAX_HISTORY_DAYS = 366;
const WalletHistoryQuery = z.object({
  days: wholeNumberInput(z.int().min(1).max(MAX_HISTORY_DAYS)).default(90),
  /** The last day; today where it is left out. */
  until: DateOnly.optional(),
});

/** The wallets at the end of a day, by the time of recording or by value date; without a day, now. */
const WalletListQuery = z.object({ at: DateOnly.optional(), by: z.enum(TIMES).default('recorded') });

/** The balance at the end of each day (UTC), oldest first, one point a day. */
export const WalletHistory = dataOf(z.array(z.object({ date: DateOnly, balance: Money })));
export type WalletHistory = z.infer<typeof WalletHistory>;

const own = routesFor({ auth: 'customer', tag: 'Wallets' });
const signedIn = routesFor({ auth: 'customer-any-state', tag: 'Wallets' });

export const walletRoutes = {
  listWallets: signedIn.get('/wallets', 'The customer’s wallets, now or at the end of a day.', WalletList, {
    ability: 'wallets:read',
    query: WalletListQuery,
  }),
  getWalletHistory: own.get('/wallets/:id/balance-history', 'The balance at the end of each day.', WalletHistory, {
    ability: 'wallets:read',
    query: WalletHistoryQuery,
  }),
  downloadStatement: own.file(
    '/wallets/:id/statement',
    'The statement of a wallet as CSV, or as a PDF that carries its proof.',
    ANY_FILE,
    { ability: 'transactions:read', query: StatementQuery },
  ),
  getWalletStatementProof: own.file(
    '/wallets/:id/statement-proof',
    'The statement of a wallet as a file that anybody can check, by the log’s published key alone.',
    'application/json',
    { ability: 'transactions:read', query: StatementProofQuery },
  ),
};
