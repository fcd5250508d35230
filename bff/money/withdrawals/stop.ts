import { z } from 'zod';
import type { withdrawalRoutes } from '#bff/contract/money/withdrawal.ts';
import { findAccount, lockAccount } from '#bff/identity/accounts/accounts.ts';
import { mailCustomer } from '#bff/identity/accounts/mail-customer.ts';
import { sendResetMail } from '#bff/identity/accounts/verification-mails.ts';
import { bookRevocations } from '#bff/identity/api-keys/book-revocations.ts';
import { closeDoors } from '#bff/identity/passwords/close-doors.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Handler } from '#bff/kit/http/call.ts';
import { ApiError, conflict } from '#bff/kit/lib/api-error.ts';
import { sealNote } from '#bff/kit/lib/notes.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { openBatchesOf, whileInNoBatch } from '#bff/money/bank/batch-store.ts';
import type { BankDetails } from '#bff/money/payees/bank-snapshots.ts';
import { withdrawalRequestedMail } from '#bff/papers/mails/notice-mails.ts';
import { maskAccount } from '#core/finance/bank/iban.ts';
import { formatMoney } from '#core/kernel/money/money.ts';
import { findWithdrawal, type WithdrawalListItem } from '#projections/models/withdrawals.ts';

/** Mails the owner of the wallet what was asked for in their name, once, with the link that stops it. */
export async function announceWithdrawal(
  deps: Pick<BffDeps, 'database' | 'crypto' | 'mails' | 'config' | 'rules'>,
  { withdrawalId, customerId, number, amount, currency, payableFrom }: WithdrawalListItem,
  bank: BankDetails | null,
): Promise<void> {
  const token = deps.crypto.randomToken();
  await deps.database.query(sql.void`insert into app.withdrawal_stop (token_hash, withdrawal_id, customer_id, expires_at)
    values (${sql.binary(deps.crypto.hashToken(token))}, ${withdrawalId}, ${customerId}, now() + ${`${deps.rules().withdrawalStopDays} days`}::interval)`);
  const about = {
    number,
    amount: formatMoney({ amount, currency }),
    payableFrom,
    account: bank && maskAccount(bank.accountNumber),
    stopUrl: `${deps.config.publicUrl}/stop-withdrawal/${token}`,
  };
  const id = `withdrawal-requested-${withdrawalId}`;
  await mailCustomer(deps, customerId, 'withdrawal-requested', withdrawalRequestedMail(about), id);
}

const Link = z.object({ withdrawalId: z.uuid(), customerId: z.uuid(), isUsed: z.boolean() });
const NOTE = 'Stopped by the owner of the account, with the link of our mail: “This was not me”.';

/**
 * "This was not me": the account's doors are closed first, because somebody else may be inside; then the withdrawal is rejected. A second
 * press only tries the second part again.
 * @throws ApiError 422 link_invalid; 409 where the money may be on its way
 */
export function stopWithdrawal(deps: BffDeps): Handler<typeof withdrawalRoutes.stopWithdrawal> {
  return async (call) => {
    const hash = sql.binary(deps.crypto.hashToken(call.body.token));
    const link = await deps.database.maybeOne(sql.type(Link)`
      select withdrawal_id as "withdrawalId", customer_id as "customerId", used_at is not null as "isUsed"
      from app.withdrawal_stop where token_hash = ${hash} and expires_at > now()`);
    if (!link) {
      const message = 'This link is invalid or has expired. Nothing was changed. Please contact our support.';
      throw new ApiError(422, 'link_invalid', message);
    }
    const { customerId, withdrawalId } = link;
    if (!link.isUsed) await closeAccount(deps, customerId, hash, call.request.ip);
    const state = await reject(deps, call, { customerId, withdrawalId });
    return {
      message: `${state} Every device was signed out; we mailed you a link to choose a new password.`,
    };
  };
}

async function closeAccount(
  deps: BffDeps,
  customerId: string,
  hash: ReturnType<typeof sql.binary>,
  address: string,
): Promise<void> {
  const account = await findAccount(deps.database, customerId);
  const passwordHash = await deps.crypto.hashPassword(deps.crypto.randomToken());
  await deps.database.transaction(async (transaction) => {
    await lockAccount(transaction, customerId);
    await closeDoors(transaction, customerId, { passwordHash, reason: 'password-changed' });
    await transaction.query(sql.void`update app.withdrawal_stop set used_at = now() where token_hash = ${hash}`);
  });
  deps.security.note('withdrawal-disowned', { accountId: customerId, address });
  await bookRevocations(deps, customerId);
  if (account) await sendResetMail(deps, account);
}

type StopCall = Parameters<Handler<typeof withdrawalRoutes.stopWithdrawal>>[0];

/** Says what is so now. */
async function reject(
  { database, notes }: BffDeps,
  { execute }: StopCall,
  { customerId, withdrawalId }: Pick<z.infer<typeof Link>, 'customerId' | 'withdrawalId'>,
): Promise<string> {
  const withdrawal = await findWithdrawal(database, withdrawalId, customerId);
  if (withdrawal === null) {
    const message = 'The withdrawal is not to be seen yet. Your account is safe. Please press again in a minute.';
    throw new ApiError(503, 'not_current', message);
  }
  const { number, status } = withdrawal;
  if (status === 'completed') {
    const message = `${number} was paid out already. Please contact our support at once: the bank may be able to call it back.`;
    throw conflict('withdrawal_paid', message);
  }
  if (status !== 'pending') return `${number} was not paid out. The money is in your wallet.`;
  const command = {
    ...({ type: 'RejectWithdrawal', withdrawalId } as const),
    adminNote: await sealNote(notes, customerId, NOTE),
    userNote: await sealNote(notes, customerId, NOTE),
  };
  const actor = { kind: 'customer', id: customerId } as const;
  try {
    await whileInNoBatch(database, withdrawalId, () => execute(command, { actor, wait: 'shown' }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'in_payout_file') throw error;
    const [file] = await openBatchesOf(database, [withdrawalId]);
    // A disowned payout keeps its file from being fetched from now on.
    if (file?.fetchedAt === null) {
      return `${number} is in a file that the bank has not had and does not get any more, so it is not paid. The money is back in your wallet once we have taken that file apart: press again tomorrow, or contact our support.`;
    }
    throw conflict(
      'in_payout_file',
      `${number} may be with the bank already. Please contact our support at once: the bank may be able to stop it. Your account is safe: every device was signed out, and we mailed you a link to choose a new password.`,
    );
  }
  return `${number} was stopped, and the money is back in your wallet.`;
}
