import { z } from 'zod';
import type { adminBankRoutes } from '#bff/contract/admin-bank-routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import type { Handlers } from '#bff/http/register-routes.ts';
import { conflict, found, invalidField } from '#bff/lib/api-error.ts';
import { approverOf } from '#bff/lib/approver.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';
import { money } from '#core/kernel/money.ts';
import { findBookedLine } from '#projections/booked-lines/queries.ts';
import { findDeposit } from '#projections/deposits/queries.ts';
import { withLine } from './line-lock.ts';
import { listSuspense } from './suspense.ts';

type SuspenseHandlers = Pick<Handlers<typeof adminBankRoutes>, 'suspense' | 'hold' | 'assign' | 'returnToSender'>;

/** Money received from nobody known: into suspense, and out of it. */
export function suspenseHandlers(deps: BffDeps): SuspenseHandlers {
  const { database } = deps;
  return {
    suspense: ({ query }) => listSuspense(deps, query),
    hold: ({ params: { id }, body, actor, execute }) =>
      withLine(database, id, async (amount, transaction) => {
        if (amount.amount < 0n) throw conflict('line_paid_out', 'Only money that came in can be in suspense.');
        const booked = await findBookedLine(transaction, id);
        if (booked?.state === 'booked') {
          throw conflict('line_taken', 'This line of the bank is booked already. Nothing was changed.');
        }
        const valueDate = body.value_date;
        await execute(
          { type: 'HoldBankLine', lineId: id, amount, by: actor.administratorId, ...(valueDate && { valueDate }) },
          { wait: 'shown' },
        );
        return { message: 'The line is in suspense' };
      }),
    assign: ({ params: { id }, body, execute }) =>
      withLine(database, id, async (amount, transaction) => {
        const { depositId, number, status, approvedAmount, currency, valueDate, bankLineId } = found(
          await findDeposit(transaction, body.deposit_id),
          'There is no such deposit.',
        );
        if (status !== 'approved') {
          throw invalidField('deposit_id', `${number} is ${status}: it takes the line with its approval.`);
        }
        if (bankLineId !== null && bankLineId !== id) {
          throw conflict('line_taken', `${number} was approved from another line of the bank. Nothing was changed.`);
        }
        if (await isPaidByAnother(transaction, id, depositId)) {
          throw conflict('line_taken', `Another line of the bank is ${number} already. Nothing was changed.`);
        }
        await execute(
          {
            ...{ type: 'AssignBankLine', lineId: id, amount: money(approvedAmount ?? amount.amount, currency) },
            document: { kind: 'deposit', id: depositId, number },
            ...(valueDate && { valueDate }),
          },
          { wait: 'shown' },
        );
        return { message: `The line is ${number} now` };
      }),
    returnToSender: async ({ params: { id }, body, actor, execute }) => {
      const held = found(await findBookedLine(database, id), 'This line of the bank is not in suspense.');
      const by = await approverOf(actor, deps, 'payout', money(held.amount, held.currency));
      return withLine(database, id, async (_amount, transaction) => {
        const waiting = await waitingWith(transaction, id);
        if (waiting) {
          throw conflict('line_taken', `${waiting} waits for a second administrator with this line. Reject it first.`);
        }
        const valueDate = body.value_date;
        await execute({ type: 'ReturnBankLine', lineId: id, by, ...(valueDate && { valueDate }) }, { wait: 'shown' });
        return { message: 'The line went back to its sender' };
      });
    },
  };
}

/** A deposit that a first administrator has approved from the line. */
async function waitingWith(database: Queryable, lineId: string): Promise<string | undefined> {
  const rows = await database.any(
    sql.type(z.object({ number: z.string() }))`select number from read.deposits
        where status = 'pending' and awaits_second and bank_line_id = ${lineId}`,
  );
  return rows[0]?.number;
}

const isPaidByAnother = (database: Queryable, lineId: string, depositId: string): Promise<boolean> =>
  database.exists(
    sql.typeAlias('void')`select from read.booked_lines where document_id = ${depositId} and line_id <> ${lineId}`,
  );
