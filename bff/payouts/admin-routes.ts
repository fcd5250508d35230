import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type RecordingCall, recordAction } from '#bff/audit/record-action.ts';
import { adminPayoutRoutes, type PayoutBatch } from '#bff/contract/admin-payout-routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import { requirePermission } from '#bff/http/authorize.ts';
import { registerRoutes } from '#bff/http/register-routes.ts';
import { conflict, found } from '#bff/lib/api-error.ts';
import { sendDownload } from '#bff/lib/send-file.ts';
import { sql } from '#bff/lib/sql.ts';
import { findBatch, listBatches, lockBatches } from './batch-store.ts';
import { makeBatch, type Source, withdrawalsOf } from './make-batch.ts';
import { requireMayWithdraw, requireUnpaid } from './may-withdraw.ts';
import { returnsOf } from './returns.ts';

/** The permission to make files of a kind is needed for the later steps, too. */
const MAKING = { withdrawals: 'withdrawals:decide', returns: 'bank:suspense' } as const;
const Sealed = z.object({ sealed: z.instanceof(Buffer) });

export function registerAdminPayouts(app: FastifyInstance, deps: BffDeps): void {
  const { database, crypto, clock } = deps;
  const find = async (id: string) => found(await findBatch(database, id), 'There is no such file of payouts.');
  const facts = ({ reference, transfers }: PayoutBatch) => ({ number: reference, transfers: String(transfers) });
  const make = async (call: RecordingCall, source: Source) => {
    const id = call.newId('payout-batch');
    await makeBatch(deps, source, { id, actor: call.actor, newId: call.newId });
    const data = await find(id);
    await recordAction(call, 'payouts-exported', ['payout-batch', id], facts(data));
    return { message: `${data.reference} is ready for the bank`, data };
  };
  registerRoutes(app, deps, adminPayoutRoutes, {
    list: ({ query }) => listBatches(database, query),
    create: (call) => make(call, withdrawalsOf(deps, call.body.withdrawal_ids)),
    createReturns: (call) => make(call, returnsOf(deps, call.body.line_ids)),
    file: async (call) => {
      const { id } = call.params;
      const batch = await find(id);
      requirePermission(call.actor, MAKING[batch.kind]);
      const { sealed } = await database.one(
        sql.type(Sealed)`select file_sealed as sealed from app.payout_batch where batch_id = ${id}`,
      );
      await recordAction(call, 'payouts-fetched', ['payout-batch', id], facts(batch));
      return sendDownload(call.reply, {
        ...{ name: `${batch.reference}.xml`, contentType: 'application/xml' },
        body: crypto.open('payoutBatch', id, sealed),
      });
    },
    withdraw: async (call) => {
      const { id } = call.params;
      requirePermission(call.actor, MAKING[(await find(id)).kind]);
      await requireMayWithdraw(deps, call.actor, id);
      await database.transaction(async (transaction) => {
        await lockBatches(transaction);
        const batch = found(await findBatch(transaction, id), 'There is no such file of payouts.');
        if (batch.withdrawn_at !== null) return;
        if (batch.completed > 0) {
          const message = `${batch.completed} of its transfers are completed: the bank has had ${batch.reference}. Nothing was changed.`;
          throw conflict('batch_paid', message);
        }
        await requireUnpaid(transaction, crypto, batch);
        await transaction.query(sql.void`update app.payout_batch
          set withdrawn_by = ${call.actor.administratorId}, withdrawn_at = ${sql.timestamp(clock())} where batch_id = ${id}`);
        await transaction.query(sql.void`update app.payout_batch_item set is_open = false where batch_id = ${id}`);
      });
      const data = await find(id);
      await recordAction(call, 'payouts-withdrawn', ['payout-batch', id], facts(data));
      return { data };
    },
  });
}
