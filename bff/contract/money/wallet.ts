import { z } from 'zod';
import { AsOfQuery } from '#bff/contract/base/as-of.ts';
import { DateOnly, dataOf, Money, wholeNumberInput } from '#bff/contract/base/common.ts';
import { ANY_FILE, routesFor } from '#bff/contract/base/route.ts';
import { Wallet } from '#bff/contract/base/wallet.ts';
import { StatementProofQuery, StatementQuery } from './transaction.ts';

export const WalletList = dataOf(z.array(Wallet));

const MAX_HISTORY_DAYS = 366;
const WalletHistoryQuery = z.object({
  days: wholeNumberInput(z.int().min(1).max(MAX_HISTORY_DAYS)).default(90),
  /** The last day; today where it is left out. */
  until: DateOnly.optional(),
});

/** The balance at the end of each day (UTC), oldest first, one point a day. */
export const WalletHistory = dataOf(z.array(z.object({ date: DateOnly, balance: Money })));
export type WalletHistory = z.infer<typeof WalletHistory>;

const own = routesFor({ auth: 'customer', tag: 'Wallets' });
const signedIn = routesFor({ auth: 'customer-any-state', tag: 'Wallets' });

export const walletRoutes = {
  listWallets: signedIn.get('/wallets', 'The customer’s wallets, now or at the end of a day.', WalletList, {
    ability: 'wallets:read',
    query: AsOfQuery,
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
