import { minorJson } from '#bff/contract/base/money-json.ts';
import { may } from '#bff/contract/base/roles.ts';
import { adminCorrectionRoutes, type Correction } from '#bff/contract/money/admin-correction-routes.ts';
import { amongColleagues, tiedTo } from '#bff/kit/approvals/approver.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { requireStrangers } from '#bff/kit/http/own-customer.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { requireCurrent } from '#bff/kit/http/require-current.ts';
import { ApiError, conflict, found, invalidField, NOT_CURRENT } from '#bff/kit/lib/api-error.ts';
import { requireShown } from '#bff/kit/lib/as-shown.ts';
import { pageAsked } from '#bff/kit/lib/asked.ts';
import { presentList, timeOrNull } from '#bff/kit/lib/present.ts';
import { readAmount } from '#bff/kit/lib/read-amount.ts';
import { nextNumber } from '#bff/kit/tables/document-numbers.ts';
import { listFollowers } from '#bff/kit/tables/followers.ts';
import { withLease } from '#bff/kit/tables/lease.ts';
import type { Queryable } from '#bff/kit/tables/sql.ts';
import { requireFree, requireNotBeforeLine, withLine } from '#bff/money/bank/with-line.ts';
import type { CorrectionCommands } from '#core/aggregates/correction/commands.ts';
import { CORRECTIONS, type CorrectionKind } from '#core/aggregates/correction/kinds.ts';
import { formatMoney, type Money, money } from '#core/kernel/money/money.ts';
import { correctionIdOf } from '#core/ledger/correction-stream.ts';
import { findBookedLine } from '#projections/models/booked-lines.ts';
import {
  type CorrectionView,
  correctionsOfLines,
  findCorrection,
  findReceivable,
  listCorrections,
  takenBackAfter,
} from '#projections/models/corrections.ts';
import { listDeposits } from '#projections/models/deposits.ts';
import { listWithdrawals } from '#projections/models/withdrawals.ts';
import { requireOnlyOne } from './like-correction.ts';

/** Without this permission, who proposed a correction is not the first of two any more. */
const PROPOSING = 'bank:suspense';
const WAITS = 'It waits for a second administrator';
/** A number is found by its end, too: so many may have the same. */
const MAX_FOUND = 20;

export const registerAdminCorrections = feature(adminCorrectionRoutes, (deps) => {
  const { database } = deps;
  const find = async (id: string) => found(await findCorrection(database, id), 'There is no such correction.');
  const show = async (row: CorrectionView, actor: AdministratorActor) =>
    present(row, actor, await tiedTo(deps, actor.administratorId));
  const saved = async (message: string, id: string, actor: AdministratorActor) => ({
    message,
    data: await show(await find(id), actor),
  });

  return {
    listCorrections: async ({ query, actor }) => {
      const tied = await tiedTo(deps, actor.administratorId);
      return presentList(await listCorrections(database, { ...pageAsked(query), status: query.status }), (row) =>
        present(row, actor, tied),
      );
    },
    getCorrection: async ({ params, actor }) => ({ data: await show(await find(params.id), actor) }),
    proposeCorrection: async (call) => {
      const { body, actor, execute } = call;
      const { kind, bank_line_id: lineId, reason, paper } = body;
      const { customerId, subject, ...about } = await documentOf(deps, kind, body.document);
      if (customerId !== undefined) await requireStrangers(deps, actor, [customerId]);
      const number = await nextNumber(database, 'correction');
      const propose = async (correctionId: string, amount: Money, valueDate: string) => {
        await execute(
          {
            type: 'ProposeCorrection',
            correctionId,
            number,
            kind,
            amount,
            reason,
            valueDate,
            by: actor.administratorId,
            ...about,
            ...(paper !== null && { paper }),
            ...(lineId !== undefined && { bankLineId: lineId }),
          },
          { wait: 'shown' },
        );
        return correctionId;
      };
      // A deposit or payout is corrected once, and so is a line of the bank; by hand, a request is.
      const asked = { isConfirmed: body.confirmed, nothing: 'Nothing was proposed yet.' };
      if (lineId === undefined) {
        const amount = byHand(body);
        const id = subject === undefined ? call.newId('correction') : correctionIdOf(subject);
        const valueDate = body.value_date ?? '';
        await requireOnlyOne(database, { id, lineId: null, kind, amount, valueDate }, asked);
        return saved(WAITS, await propose(id, amount, valueDate), actor);
      }
      const proposed = await withLine(deps, lineId, async (amount, receivedOn) => {
        const id = correctionIdOf(subject ?? lineId);
        await requireUntouched(database, lineId, id);
        requireNotBeforeLine(body.value_date, receivedOn);
        await requireOnlyOne(database, { id, lineId, kind, amount, valueDate: receivedOn }, asked);
        return propose(id, amount, body.value_date ?? receivedOn);
      });
      return saved(WAITS, proposed, actor);
    },
    confirmCorrection: async (call) => {
      const correction = await find(call.params.id);
      await book(deps, call, correction);
      return saved(`${correction.number} is booked`, correction.correctionId, call.actor);
    },
    rejectCorrection: async ({ params: { id }, actor, execute }) => {
      const correction = await find(id);
      const isOwn = correction.proposedBy === actor.administratorId;
      if (!isOwn && !may(actor.roles, 'corrections:decide')) {
        throw new ApiError(403, 'role_missing', 'Only an owner or approver rejects what somebody else proposed.');
      }
      await execute({ type: 'RejectCorrection', correctionId: id, by: actor.administratorId }, { wait: 'shown' });
      return saved(isOwn ? `${correction.number} is taken back` : `${correction.number} is rejected`, id, actor);
    },
  };
});

/** @throws ApiError 409; DomainError invalid_state as the correction refuses it */
async function book(
  deps: BffDeps,
  { body, actor, execute }: Call<typeof adminCorrectionRoutes.confirmCorrection>,
  correction: CorrectionView,
): Promise<void> {
  const { database } = deps;
  const { correctionId: id, number, kind, status, bankLineId, ...proposed } = correction;
  requireShown('The correction', body.expect_reference, number);
  const amount = money(BigInt(body.expect_amount ?? proposed.amount), proposed.currency);
  const valueDate = body.expect_value_date ?? proposed.valueDate;
  const { id: by, ...others } = await amongColleagues(deps, actor, PROPOSING);
  const command = { type: 'ConfirmCorrection', correctionId: id, by, number, amount, valueDate, ...others } as const;
  const confirm = () => execute(command, { wait: 'shown' });
  const asked = { isConfirmed: body.confirmed || status !== 'proposed', nothing: 'Nothing was booked yet.' };
  await requireOnlyOne(database, { id, lineId: bankLineId, kind, amount, valueDate }, asked);
  if (kind === 'write-off') await whileOwed(deps, correction, confirm);
  else if (bankLineId === null) await confirm();
  else {
    await withLine(deps, bankLineId, async () => {
      await requireUntouched(database, bankLineId, id);
      return confirm();
    });
  }
}

/**
 * Books a write-off while as much is owed. Since it was proposed, the wallet may have given up its part, or another write-off been booked.
 * @throws ApiError 409 invalid_state; 503
 */
const whileOwed = (deps: BffDeps, { correctionId, currency }: CorrectionView, confirm: () => Promise<unknown>) =>
  withLease(deps.database, [`receivables:${currency}`], async (requireTime) => {
    await requireWalletsDebited(deps, currency);
    requireTime();
    const now = await findCorrection(deps.database, correctionId);
    if (now?.status === 'proposed' && now.documentId !== null) {
      const left = (await findReceivable(deps.database, now.documentId))?.left ?? 0n;
      if (now.amount > left) {
        const [amount, owed] = [formatMoney(money(now.amount, currency)), formatMoney(money(left, currency))];
        const message = `${now.number} is of ${amount}, and ${owed} are left to write off. Reject it, and propose what is left. Nothing was changed.`;
        throw conflict('invalid_state', message);
      }
    }
    await confirm();
  });

/**
 * Requires that each wallet has given up its part of what the bank took back in the currency, and that the lists show it: before, more seems to be
 * owed than is. The place of the processes is asked first, because they may go on while the lists are waited for. @throws ApiError 503
 */
async function requireWalletsDebited(deps: BffDeps, currency: Money['currency']): Promise<void> {
  const processes = (await listFollowers(deps.database)).find(({ name }) => name === 'processes');
  await requireCurrent(deps);
  const followed = processes?.haltedReason === null ? processes.position : -1n;
  const number = await takenBackAfter(deps.database, currency, followed);
  if (number === null) return;
  const message = `The wallet does not show yet that ${number} was taken back. Nothing was changed: please try again in a moment.`;
  throw new ApiError(503, NOT_CURRENT, message, { retryAfterS: 2 });
}

/** The amount of a correction without a line of the bank, with its sign. */
function byHand({
  kind,
  amount: decimal = '',
  currency,
  direction,
}: {
  readonly kind: CorrectionKind;
  readonly amount?: string | undefined;
  readonly currency?: Money['currency'] | undefined;
  readonly direction?: 'in' | 'out' | undefined;
}): Money {
  if (currency === undefined) throw invalidField('currency', 'Choose the currency');
  const { amount } = readAmount('amount', decimal, currency);
  const { sign } = CORRECTIONS[kind];
  const isOut = sign === 'both' ? direction === 'out' : sign === 'out';
  return money(isOut ? -amount : amount, currency);
}

type Corrected = Pick<CorrectionCommands['ProposeCorrection'], 'corrects' | 'walletId' | 'most'> & {
  readonly customerId?: string;
  /** What is corrected once. */
  readonly subject?: string;
};

/** The deposit or payout that a correction of this kind is of, whose it is, and how much it may be at most. */
async function documentOf(deps: BffDeps, kind: CorrectionKind, named: string | null): Promise<Corrected> {
  const { database } = deps;
  const { document } = CORRECTIONS[kind];
  if (document === null || named === null) return {};
  const number = named.toUpperCase();
  const request = { search: number, perPage: MAX_FOUND };
  if (document === 'deposit') {
    const deposit = (await listDeposits(database, request)).items.find((each) => each.number === number);
    if (!deposit) throw invalidField('document', `There is no deposit ${number}.`);
    const { depositId: id, status, customerId, walletId, approvedAmount, currency } = deposit;
    if (status !== 'approved' || approvedAmount === null) {
      throw invalidField('document', `${number} is ${status}: only a credited deposit can be taken back.`);
    }
    const about = { customerId, corrects: { kind: 'deposit', id, number }, walletId } as const;
    if (kind !== 'write-off') return { ...about, subject: id, most: money(approvedAmount, currency) };
    await requireWalletsDebited(deps, currency);
    const receivable = await findReceivable(database, id);
    if (!receivable) throw invalidField('document', `Nothing is owed for ${number}.`);
    // What is left is written off once. After a part of it, less is left.
    const { owed, left } = receivable;
    return { ...about, subject: `${owed} owed for ${id}`, most: money(left, currency) };
  }
  const withdrawal = (await listWithdrawals(database, request)).items.find((each) => each.number === number);
  if (!withdrawal) throw invalidField('document', `There is no withdrawal ${number}.`);
  const { withdrawalId: id, status, customerId, walletId, amount, currency } = withdrawal;
  if (status !== 'completed') {
    throw invalidField('document', `${number} is ${status}: only a completed withdrawal can come back.`);
  }
  const corrects = { kind: 'withdrawal', id, number } as const;
  return { customerId, subject: id, corrects, walletId, most: money(amount, currency) };
}

/** Requires that nothing was decided from the line, and that no other correction of it waits. @throws ApiError 409 line_taken */
async function requireUntouched(database: Queryable, lineId: string, correctionId: string): Promise<void> {
  const booked = await findBookedLine(database, lineId);
  if (booked?.state === 'held') {
    throw conflict('line_taken', 'This line is in suspense: assign or return it there. Nothing was changed.');
  }
  if (booked?.state === 'returned') {
    throw conflict('line_taken', 'The money of this line went back to its sender. Nothing was changed.');
  }
  await requireFree(database, lineId, correctionId);
  const other = (await correctionsOfLines(database, [lineId])).find((each) => each.correctionId !== correctionId);
  if (other) throw conflict('line_taken', `${other.number} waits with this line. Reject it first.`);
}

function present(
  row: CorrectionView,
  { administratorId, roles }: AdministratorActor,
  tied: readonly string[],
): Correction {
  const { amount, currency, documentKind, documentId, documentNumber } = row;
  return {
    id: row.correctionId,
    reference: row.number,
    kind: row.kind,
    status: row.status,
    amount: minorJson(amount, currency),
    reason: row.reason,
    paper: row.paper,
    bank_line_id: row.bankLineId,
    document:
      documentKind && documentId ? { kind: documentKind, id: documentId, reference: documentNumber ?? '' } : null,
    value_date: row.valueDate,
    proposed_at: row.proposedAt.toISOString(),
    proposed_by: row.proposedByName ?? '',
    decided_at: timeOrNull(row.decidedAt),
    decided_by: row.decidedByName,
    is_own: row.proposedBy === administratorId,
    may_confirm:
      row.status === 'proposed' &&
      row.proposedBy !== administratorId &&
      !(row.proposedBy && tied.includes(row.proposedBy)) &&
      may(roles, 'corrections:decide'),
  };
}
