import { minorJson } from '#bff/contract/base/money-json.ts';
import { transactionRoutes } from '#bff/contract/money/transaction.ts';
import { walletRoutes } from '#bff/contract/money/wallet.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { found } from '#bff/kit/lib/api-error.ts';
import { daysAsked, pageAsked } from '#bff/kit/lib/asked.ts';
import { presentList } from '#bff/kit/lib/present.ts';
import { presentWallet } from '#bff/kit/lib/present-wallet.ts';
import { sendLineProof, sendStatement, sendStatementProof } from '#bff/papers/statements/statement-proofs.ts';
import { findOwnMovement, listOwnTransactions } from '#projections/models/transactions.ts';
import { balanceOverTime } from '#projections/models/wallets.ts';
import { findOwnWallet, walletsAt } from './own-wallet.ts';
import { presentTransaction } from './present.ts';

export const registerWallets = feature({ ...walletRoutes, ...transactionRoutes }, (deps) => {
  const { database } = deps;

  return {
    async listWallets({ actor, query }) {
      return { data: (await walletsAt(database, actor.customerId, query)).map(presentWallet) };
    },
    async getWalletHistory({ actor, params, query }) {
      const wallet = await findOwnWallet(database, actor.customerId, params.id);
      const to = query.until ?? utcDay(deps.clock());
      const points = await balanceOverTime(database, wallet.walletId, {
        from: utcDay(new Date(Date.parse(to) - (query.days - 1) * DAY_MS)),
        to,
      });
      return {
        data: points.map((point) => ({ date: point.day, balance: minorJson(point.balance, wallet.currency) })),
      };
    },
    async downloadStatement({ actor, params, query, reply }) {
      const { walletId } = await findOwnWallet(database, actor.customerId, params.id);
      return sendStatement(deps, reply, { walletId, customerId: actor.customerId }, query);
    },
    async getWalletStatementProof({ actor, params, query, reply }) {
      return sendStatementProof(deps, reply, await findOwnWallet(database, actor.customerId, params.id), query);
    },
    async listTransactions({ actor, query }) {
      const page = await listOwnTransactions(database, actor.customerId, {
        ...pageAsked(query),
        ...daysAsked(query),
        sortOrder: query.sort_order,
        walletId: query.wallet_id,
        type: query.type,
      });
      return presentList(page, presentTransaction);
    },
    async getTransactionProof({ actor, params, reply }) {
      const movement = found(await findOwnMovement(database, actor.customerId, params.id), 'Transaction not found');
      return sendLineProof(deps, reply, movement);
    },
  };
});

const DAY_MS = 86_400_000;
const utcDay = (time: Date) => time.toISOString().slice(0, 10);
