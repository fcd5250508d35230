import { voidAccountTokens } from '#bff/identity/accounts/account-tokens.ts';
import { type Account, updateAccount } from '#bff/identity/accounts/accounts.ts';
import { revokeApiKey } from '#bff/identity/api-keys/api-key-store.ts';
import { bookRevocations } from '#bff/identity/api-keys/book-revocations.ts';
import { type EndReason, endSessionsOf } from '#bff/identity/sessions/sessions.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { passwordChangedMail } from '#bff/papers/mails/account-mails.ts';

/**
 * Sets a password and closes every way in that was open: sessions (except one where it is given), links, an address that waits to be
 * proven, API keys, known browsers. Links that undo a change of address or a new second factor stay, because they are the owner's way in.
 * Call `bookRevocations` after it, once the transaction is committed.
 */
export async function closeDoors(
  transaction: Queryable,
  customerId: string,
  change: { passwordHash: string; reason: EndReason; exceptSessionId?: string | null },
): Promise<void> {
  const { passwordHash, reason, exceptSessionId } = change;
  await updateAccount(transaction, customerId, { password_hash: passwordHash, pending_email: null });
  await voidAccountTokens(transaction, customerId, 'verify-email', 'reset-password');
  await endSessionsOf(transaction, customerId, reason, exceptSessionId);
  await revokeApiKey(transaction, customerId);
  await transaction.query(sql.void`delete from app.known_device where owner_id = ${customerId}`);
}

/** Runs after a new password is stored: books the revoked keys in the ledger and mails the owner that the password changed. */
export async function announceNewPassword(
  deps: BffDeps,
  account: Account,
  removed: readonly string[] = [],
): Promise<void> {
  await bookRevocations(deps, account.customer_id);
  const mail = passwordChangedMail(`${deps.config.publicUrl}/forgot-password`, removed);
  await deps.mails.send('password-changed', account, mail);
}
