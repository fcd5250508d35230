import type { z } from 'zod';
import type { adminBankRoutes } from '#bff/contract/money/admin-bank-routes.ts';
import type { SplitLineForm } from '#bff/contract/money/bank-line-form.ts';
import { approveBy } from '#bff/kit/approvals/approve.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Handlers } from '#bff/kit/http/register-routes.ts';
import { conflict, found, invalidField } from '#bff/kit/lib/api-error.ts';
import { requireShown, requireShownAmount } from '#bff/kit/lib/as-shown.ts';
import { sealNote } from '#bff/kit/lib/notes.ts';
import type { Queryable } from '#bff/kit/tables/sql.ts';
import { waitingWith } from '#bff/money/bank/waiting-with.ts';
import { requireInNoFile, withLine } from '#bff/money/bank/with-line.ts';
import { returnSubjectOf } from '#bff/money/payouts/returns.ts';
import { depositFee } from '#core/aggregates/deposit/fees.ts';
import { formatMoney, money } from '#core/kernel/money/money.ts';
import { findBookedLine } from '#projections/models/booked-lines.ts';
import { type DepositListItem, findDeposit } from '#projections/models/deposits.ts';

type Asked = z.output<typeof SplitLineForm>;
type SplitHandlers = Pick<Handlers<typeof adminBankRoutes>, 'splitBankLine' | 'rejectBankLineSplit'>;

/** All of the deposits are approved, or none. */
export function splitHandlers(deps: BffDeps): SplitHandlers {
  const { database, rules } = deps;
  return {
    splitBankLine: async (call) => {
      const { body, params } = call;
      const { id } = params;
      const ids = body.deposits.map((each) => each.id);
      if (new Set(ids).size < ids.length) throw invalidField('deposits', 'A deposit is named twice.');
      if (await isDone(database, id, ids)) return { message: DONE };
      const deposits: DepositListItem[] = [];
      for (const asked of body.deposits) {
        const deposit = found(await findDeposit(database, asked.id), 'There is no such deposit.');
        requireAsShown(deposit, asked);
        deposits.push(deposit);
      }
      const percent = (text: string) => `${text} %`;
      requireShown(
        'The fee',
        body.expect_fee_percent && percent(body.expect_fee_percent),
        percent(rules().depositFeePercent),
      );
      const amount = sumOf(deposits);
      const isProven = deposits.every(({ hasPaymentProof }) => hasPaymentProof);
      const isWaiting = (await findBookedLine(database, id))?.firstBy != null;
      if (!isProven && body.admin_notes === null && !isWaiting) {
        throw invalidField('admin_notes', 'There is no payment proof of each: say in a note why they are approved.');
      }
      // Deposits of several customers, or without a proof, take two administrators, as does their sum above the threshold.
      const takesTwo = !isProven || new Set(deposits.map(({ customerId }) => customerId)).size > 1;
      const parts = await Promise.all(
        deposits.map(async ({ depositId, number, customerId, amount: minor, currency, proofFileId }) => ({
          document: { kind: 'deposit' as const, id: depositId, number },
          amount: money(minor, currency),
          fee: depositFee(money(minor, currency), rules()),
          note: await sealNote(deps.notes, customerId, body.admin_notes),
          proof: proofFileId,
        })),
      );
      const execute: typeof call.execute = (command, options) =>
        withLine(
          deps,
          id,
          async (line, receivedOn) => {
            await requireOpen(database, id, deposits);
            if (line.amount !== amount.amount || line.currency !== amount.currency) {
              throw invalidField(
                'deposits',
                `The line is of ${formatMoney(line)}, and they are of ${formatMoney(amount)}.`,
              );
            }
            return call.execute(command.type === 'SplitBankLine' ? { ...command, receivedOn } : command, options);
          },
          ids,
        );
      // Where they are of several customers it takes two, so nothing is added up.
      const customerId = deposits[0]?.customerId ?? '';
      await approveBy(
        deps,
        { ...call, execute },
        { kind: 'deposit', customerId, subject: returnSubjectOf(id), amount, takesTwo },
        (by) => ({
          type: 'SplitBankLine',
          lineId: id,
          amount,
          by,
          parts,
          takesTwo,
          receivedOn: body.value_date ?? '',
          valueDate: body.value_date,
        }),
      );
      return { message: await outcome(database, id, deposits) };
    },
    rejectBankLineSplit: ({ params: { id }, actor, execute }) =>
      withLine(deps, id, async () => {
        const by = actor.administratorId;
        await execute({ type: 'RejectBankLineSplit', lineId: id, by }, { wait: 'shown' });
        return { message: 'The first approval is taken back. The line is in suspense.' };
      }),
  };
}

const DONE = 'The deposits have been approved';
const APPROVED_ONCE =
  'Your approval is saved. A second administrator has to confirm it before the wallets are credited. The line is in suspense until then.';

/** Whether the line pays these deposits already. */
async function isDone(database: Queryable, lineId: string, ids: readonly string[]): Promise<boolean> {
  const booked = await findBookedLine(database, lineId);
  return booked?.splitLeft != null && booked.splitInto?.split(',').toSorted().join() === ids.toSorted().join();
}

/** What the approval did. A deposit has no part of the line if it is decided, or gets a new payment proof, at the same moment. */
async function outcome(database: Queryable, lineId: string, asked: readonly DepositListItem[]): Promise<string> {
  const ids = asked.map(({ depositId }) => depositId);
  if (await isDone(database, lineId, ids)) return DONE;
  const booked = await findBookedLine(database, lineId);
  if (booked?.firstBy != null) return APPROVED_ONCE;
  const now = new Map(
    (await Promise.all(ids.map((id) => findDeposit(database, id)))).map((each) => [each?.depositId, each]),
  );
  const others = asked.filter(({ depositId }) => now.get(depositId)?.bankLineId !== lineId);
  const numbers = new Intl.ListFormat('en').format(others.map(({ number }) => number));
  const left = booked ? formatMoney(money(booked.splitReleased ?? booked.amount, booked.currency)) : 'Its part';
  const rest = others.length < asked.length ? 'The other deposits have been approved.' : 'No deposit was approved.';
  return `Decided otherwise, or given a new payment proof, at the same moment: ${numbers}. ${left} of the line stays in suspense. ${rest}`;
}

/** @throws ApiError 409 where the deposit is not the one that was shown */
function requireAsShown(
  deposit: DepositListItem,
  { expect_amount, expect_proof }: Omit<Asked['deposits'][number], 'id'>,
): void {
  requireShownAmount('deposits', `The amount of ${deposit.number}`, expect_amount, deposit.amount, deposit.currency);
  if (expect_proof === undefined || expect_proof === deposit.proofFileId) return;
  throw conflict(
    'changed_since_shown',
    `The payment proof of ${deposit.number} is another one than you were shown. Nothing was changed: look at it again, then decide.`,
  );
}

/** @throws ApiError 422 at the deposits, where they are of several currencies */
function sumOf(deposits: readonly DepositListItem[]) {
  const [currency, ...others] = new Set(deposits.map((each) => each.currency));
  if (!currency || others.length > 0) throw invalidField('deposits', 'They are of several currencies.');
  return money(
    deposits.reduce((sum, { amount }) => sum + amount, 0n),
    currency,
  );
}

/**
 * Requires that each deposit still waits for its first decision, with the same proof, and that the line pays nothing yet. Nobody else decides
 * about them meanwhile.
 * @throws ApiError 409 line_taken, invalid_state, changed_since_shown
 */
async function requireOpen(database: Queryable, lineId: string, deposits: readonly DepositListItem[]): Promise<void> {
  const booked = await findBookedLine(database, lineId);
  if (booked && booked.state !== 'held')
    throw conflict('line_taken', 'This line of the bank is booked already. Nothing was changed.');
  await requireInNoFile(database, lineId);
  const waiting = await waitingWith(database, lineId);
  if (waiting) {
    throw conflict('line_taken', `${waiting} waits for a second administrator with this line. Reject it first.`);
  }
  for (const { depositId, proofFileId } of deposits) {
    const deposit = found(await findDeposit(database, depositId), 'There is no such deposit.');
    const { number, status, awaitsSecond } = deposit;
    if (status !== 'pending') throw conflict('invalid_state', `${number} is ${status} already. Nothing was changed.`);
    if (awaitsSecond) {
      const message = `${number} waits for a second administrator by itself. Confirm or reject that first. Nothing was changed.`;
      throw conflict('invalid_state', message);
    }
    requireAsShown(deposit, { expect_proof: proofFileId });
  }
}
