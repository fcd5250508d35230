import { z } from 'zod';
import { adminPayoutRoutes, type PayoutBatch } from '#bff/contract/money/admin-payout-routes.ts';
import { recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sendDownload } from '#bff/kit/files/send-file.ts';
import { requirePermission } from '#bff/kit/http/authorize.ts';
import { feature, type Handlers } from '#bff/kit/http/register-routes.ts';
import { requireCurrent } from '#bff/kit/http/require-current.ts';
import { found } from '#bff/kit/lib/api-error.ts';
import { withLease } from '#bff/kit/tables/lease.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { findBatch, leaseOfWithdrawal, listBatches, lockBatches, paidBy } from '#bff/money/bank/batch-store.ts';
import { leaseOfLine } from '#bff/money/bank/with-line.ts';
import {
  confirmBatch,
  facts,
  lookedForPaid,
  MAKING,
  requireFetchable,
  type Step,
  type StepCall,
  withdrawBatch,
} from './batch-steps.ts';
import { makeBatch, type Source, withdrawalsOf } from './make-batch.ts';
import { requireNoneCompleted } from './may-withdraw.ts';
import { returnsOf } from './returns.ts';
import { requireNoneStopped } from './stopped.ts';

const Sealed = z.object({ sealed: z.instanceof(Buffer) });

export const registerAdminPayouts = feature(adminPayoutRoutes, (deps) => {
  const { database } = deps;
  const find = async (id: string, from: Queryable = database) =>
    found(await findBatch(from, id), 'There is no such file of payouts.');
  const make = async (call: StepCall, source: Source) => {
    const id = call.newId('payout-batch');
    await makeBatch(deps, source, { id, actor: call.actor, newId: call.newId });
    const data = await find(id);
    const waits = data.awaits_second ? '. A second administrator has to confirm it before it is given out' : '';
    return { message: `${data.reference} is ready for the bank${waits}`, data };
  };
  const stepOf =
    ({ actor }: StepCall): Step =>
    async (id, work) => {
      const leases = (await paidBy(database, id)).map(({ withdrawalId, lineId }) =>
        lineId === null ? leaseOfWithdrawal(withdrawalId ?? '') : leaseOfLine(lineId),
      );
      await withLease(database, leases, async (requireTime) => {
        // What is completed stays of a file that is withdrawn for the rest.
        await requireCurrent(deps);
        requireTime();
        await recordedTransaction(deps, actor, async (transaction, record) => {
          await lockBatches(transaction);
          const batch = await find(id, transaction);
          const action = await work(transaction, batch);
          if (action) await record(action, ['payout-batch', id], facts(batch));
        });
      });
    };
  return {
    listPayoutBatches: ({ query }) => listBatches(database, query),
    createPayoutBatch: (call) => make(call, withdrawalsOf(deps, call.body.withdrawal_ids)),
    createReturnsBatch: (call) => make(call, returnsOf(deps, call.body.line_ids)),
    confirmPayoutBatch: async (call) => {
      const { id } = call.params;
      const batch = await find(id);
      requirePermission(call.actor, MAKING[batch.kind]);
      await confirmBatch(deps, call, batch, stepOf(call));
      const data = await find(id);
      return { message: `${data.reference} is confirmed: it can be given to the bank`, data };
    },
    downloadPayoutBatch: fileOf(deps, find, stepOf),
    withdrawPayoutBatch: async (call) => {
      const batch = await find(call.params.id);
      requirePermission(call.actor, MAKING[batch.kind]);
      await withdrawBatch(deps, call, batch, stepOf(call));
      return { data: await find(batch.id) };
    },
  };
});

const wouldBePaidAgain = ({ reference }: PayoutBatch): string =>
  `the bank would pay again by ${reference}. Withdraw ${reference}, and make another file of what is left`;

const fileOf =
  (
    deps: BffDeps,
    find: (id: string) => Promise<PayoutBatch>,
    stepOf: (call: StepCall) => Step,
  ): Handlers<typeof adminPayoutRoutes>['downloadPayoutBatch'] =>
  async (call) => {
    const { database, crypto, clock } = deps;
    const { id } = call.params;
    const before = await find(id);
    requirePermission(call.actor, MAKING[before.kind]);
    // What was paid otherwise meanwhile would be paid again. Once it was fetched, it is shown.
    const requireAsLooked =
      before.fetched_at === null ? await lookedForPaid(deps, before, wouldBePaidAgain) : undefined;
    await stepOf(call)(id, async (transaction, batch) => {
      requireFetchable(batch);
      await requireNoneStopped(transaction, batch);
      if (batch.fetched_at === null) {
        requireNoneCompleted(batch, wouldBePaidAgain);
        await requireAsLooked?.(transaction, batch);
      }
      await transaction.query(
        sql.void`update app.payout_batch set fetched_at = ${sql.timestamp(clock())}, withdraw_first_by = null,
          withdraw_first_at = null where batch_id = ${id}`,
      );
      return 'payouts-fetched';
    });
    const batch = await find(id);
    const { sealed } = await database.one(
      sql.type(Sealed)`select file_sealed as sealed from app.payout_batch where batch_id = ${id}`,
    );
    return sendDownload(call.reply, {
      name: `${batch.reference}.xml`,
      contentType: 'application/xml',
      body: crypto.open('payoutBatch', id, sealed),
    });
  };
