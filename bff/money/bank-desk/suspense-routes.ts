import type { adminBankRoutes } from '#bff/contract/money/admin-bank-routes.ts';
import { approve } from '#bff/kit/approvals/approve.ts';
import { tiedTo } from '#bff/kit/approvals/approver.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Handlers } from '#bff/kit/http/register-routes.ts';
import { conflict, found, invalidField } from '#bff/kit/lib/api-error.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { openBatchesOfLines, requireFetched } from '#bff/money/bank/batch-store.ts';
import { sourcesOf } from '#bff/money/bank/line-source.ts';
import { waitingWith } from '#bff/money/bank/waiting-with.ts';
import { requireFree, requireInNoFile, withLine } from '#bff/money/bank/with-line.ts';
import { returnSubjectOf } from '#bff/money/payouts/returns.ts';
import { monthOf } from '#core/aggregates/period/months.ts';
import { datedBy } from '#core/kernel/log/value-date.ts';
import { money } from '#core/kernel/money/money.ts';
import { findBookedLine } from '#projections/models/booked-lines.ts';
import { findDeposit } from '#projections/models/deposits.ts';
import { monthsOfBooks } from '#projections/models/periods.ts';
import { listSuspense } from './suspense.ts';

type SuspenseHandlers = Pick<
  Handlers<typeof adminBankRoutes>,
  'listSuspense' | 'holdBankLine' | 'assignBankLine' | 'takeBackBankLine' | 'returnBankLine'
>;

export function suspenseHandlers(deps: BffDeps): SuspenseHandlers {
  const { database } = deps;
  return {
    listSuspense: ({ query }) => listSuspense(deps, query),
    holdBankLine: ({ params: { id }, body, actor, execute }) =>
      withLine(deps, id, async (amount, receivedOn) => {
        if (amount.amount < 0n) throw conflict('line_paid_out', 'Only money that came in can be in suspense.');
        await requireFree(database, id);
        const by = actor.administratorId;
        await execute(
          { type: 'HoldBankLine', lineId: id, amount, by, receivedOn, ...datedBy(body.value_date) },
          { wait: 'shown' },
        );
        return { message: 'The line is in suspense' };
      }),
    assignBankLine: ({ params: { id }, body, execute }) =>
      withLine(
        deps,
        id,
        async (amount) => {
          const { depositId, number, status, approvedAmount, currency, valueDate } = found(
            await findDeposit(database, body.deposit_id),
            'There is no such deposit.',
          );
          if (status !== 'approved') {
            throw invalidField('deposit_id', `${number} is ${status}: it takes the line with its approval.`);
          }
          await requireFree(database, id, depositId);
          await requireInNoFile(database, id);
          if (await isPaidByAnother(database, id, depositId)) {
            throw conflict('line_taken', `Another line of the bank is ${number} already. Nothing was changed.`);
          }
          // The value date is the deposit's day. Where that month is closed, the correction is booked today.
          const { closedThrough } = await monthsOfBooks(database);
          const held = await findBookedLine(database, id);
          const isOpen =
            valueDate !== null &&
            valueDate >= (held?.heldOn ?? valueDate) &&
            (closedThrough === null || monthOf(valueDate) > closedThrough);
          await execute(
            {
              type: 'AssignBankLine',
              lineId: id,
              amount: money(approvedAmount ?? amount.amount, currency),
              document: { kind: 'deposit', id: depositId, number },
              ...(isOpen && { valueDate }),
            },
            { wait: 'shown' },
          );
          return { message: `The line is ${number} now` };
        },
        // Each line has a stream of its own, so two of them at once would both find that the deposit has none yet.
        [body.deposit_id],
      ),
    takeBackBankLine: (call) => takeBackLine(deps, call),
    returnBankLine: async (call) => {
      const { id } = call.params;
      const held = found(await findBookedLine(database, id), 'This line of the bank is not in suspense.');
      requireNotBefore(call.body.value_date, held.heldOn);
      const amount = money(held.amount, held.currency);
      const statement = found(
        (await sourcesOf(database, deps, [id])).get(id),
        'There is no such line of a bank statement.',
      );
      const execute: typeof call.execute = (command, options) =>
        withLine(deps, id, async () => {
          await requireFree(database, id);
          requireFetched((await openBatchesOfLines(database, [id]))[0]);
          const waiting = await waitingWith(database, id);
          if (!waiting) return call.execute(command, options);
          throw conflict('line_taken', `${waiting} waits for a second administrator with this line. Reject it first.`);
        });
      const { administratorId } = call.actor;
      const by = { id: administratorId, tied: await tiedTo(deps, administratorId) };
      const command = { type: 'ReturnBankLine', lineId: id, by, statement, ...datedBy(call.body.value_date) } as const;
      // A return in a file was already counted for the day of the administrator who made the file.
      if ((await openBatchesOfLines(database, [id])).length > 0) await execute(command, { wait: 'shown' });
      else await approve(deps, { ...call, execute }, { subject: returnSubjectOf(id), amount }, command);
      return { message: 'The line went back to its sender' };
    },
  };
}

/** Of two lines that one deposit has, as in books of before the second one was refused, one is held again. */
const takeBackLine = (
  deps: BffDeps,
  { params: { id }, body, actor, execute }: Parameters<SuspenseHandlers['takeBackBankLine']>[0],
) =>
  withLine(
    deps,
    id,
    async () => {
      const { depositId, number, bankLineId } = found(
        await findDeposit(deps.database, body.deposit_id),
        'There is no such deposit.',
      );
      if (bankLineId === id) {
        throw conflict(
          'line_taken',
          `${number} was approved from this line: take back the other one. Nothing was changed.`,
        );
      }
      if (!(await isPaidByAnother(deps.database, id, depositId))) {
        throw conflict('line_taken', `No other line of the bank is ${number}. Nothing was changed.`);
      }
      const command = {
        type: 'TakeBackBankLine',
        lineId: id,
        document: { kind: 'deposit', id: depositId, number },
        by: actor.administratorId,
        // It was missing until now: the month of its assignment may be closed.
        valueDate: deps.clock().toISOString().slice(0, 'YYYY-MM-DD'.length),
      } as const;
      await execute(command, { wait: 'shown' });
      return { message: 'The line is in suspense again' };
    },
    // Of two that are asked for at once, one stays with the deposit.
    [body.deposit_id],
  );

/** Lines of before a hold was of the line's day are in suspense from the day on which somebody put them there. */
function requireNotBefore(day: string | undefined, heldOn: string | null): void {
  if (day === undefined || heldOn === null || day >= heldOn) return;
  throw invalidField('value_date', `The line is in suspense from ${heldOn} on: it cannot have gone back before.`);
}

/** Whether the deposit was approved from another line, or has another one, or a part of one. */
const isPaidByAnother = (database: Queryable, lineId: string, depositId: string): Promise<boolean> =>
  database.exists(sql.void`select from read.line_documents
    where document_kind = 'deposit' and document_id = ${depositId} and line_id <> ${lineId}`);
