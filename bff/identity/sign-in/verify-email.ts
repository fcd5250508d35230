import { UniqueIntegrityConstraintViolationError } from 'slonik';
import type { RouteContract } from '#bff/contract/base/route.ts';
import type { authRoutes } from '#bff/contract/identity/auth.ts';
import { LINK_COOLDOWN_S, requestLink } from '#bff/identity/accounts/account-links.ts';
import {
  type AccountToken,
  findAccountToken,
  issueAccountToken,
  useAccountToken,
  voidAccountTokens,
} from '#bff/identity/accounts/account-tokens.ts';
import { type Account, findAccount, lockAccount, updateAccount } from '#bff/identity/accounts/accounts.ts';
import { registerInLedger } from '#bff/identity/accounts/register-in-ledger.ts';
import { dropSignUps, listSignUps, MAX_COMPARED, type SignUp } from '#bff/identity/accounts/sign-ups.ts';
import { keptTransaction } from '#bff/identity/audit/keep-record.ts';
import { browserHashOf } from '#bff/identity/passwords/known-devices.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { keptJson } from '#bff/kit/lib/accepted-texts.ts';
import { ApiError, conflict, invalidField } from '#bff/kit/lib/api-error.ts';
import { NOW } from '#bff/kit/tables/sql.ts';
import { emailChangedMail } from '#bff/papers/mails/account-mails.ts';

const VERIFIED = { message: 'Your email address is verified.', email: null };
const invalidLink = () =>
  new ApiError(422, 'link_invalid', 'Failed to verify your email. The link may be invalid or expired.');
const expiredLink = () =>
  new ApiError(
    410,
    'link_expired',
    'The email verification link has expired. Please request a new verification email.',
  );

type VerifyRoute = typeof authRoutes.verifyEmail;

/**
 * Confirms the account's address, or a new one that waits for it. It acts at once only in the browser that asked, because mail scanners open
 * links and run their pages. A link may be opened twice.
 */
export async function verifyEmail(deps: BffDeps, call: Call<VerifyRoute>) {
  const { user_id: customerId, hash } = call.body;
  const token = await findAccountToken(deps, deps.database, hash, 'verify-email');
  const account = await findAccount(deps.database, customerId);
  if (!token || !account || token.customer_id !== customerId) throw invalidLink();
  const isOwn = token.email === account.email;
  if (isOwn && account.email_verified_at) return VERIFIED;
  if (!isOwn && token.email !== account.pending_email) throw invalidLink();
  if (token.is_expired || token.is_used) throw expiredLink();
  const waiting = isOwn ? await listSignUps(deps.database, customerId) : [];
  const chosen = await chooseSignUp(deps, call, token, waiting);
  const isConfirmed = isOwn
    ? await confirmFirst(deps, call, account, chosen)
    : await confirmNew(deps, call, account, token.email);
  if (isConfirmed) return { ...VERIFIED, email: token.email };
  // The same link was opened twice at once, or was replaced.
  const now = await findAccount(deps.database, customerId);
  if (now?.email !== token.email || !now.email_verified_at) throw expiredLink();
  return VERIFIED;
}

/**
 * The sign-up whose name and password count: this browser's own, else the one that the typed password is of, else the link's. A link whose
 * sign-up came after another one may be a stranger's, whose mail looks like the owner's: it takes the password of the sign-up. Null where
 * none waits: a new address, or an account from before sign-ups waited. @throws ApiError 409, 422
 */
async function chooseSignUp(
  deps: BffDeps,
  { request, body }: Call<VerifyRoute>,
  token: AccountToken,
  waiting: readonly SignUp[],
): Promise<SignUp | null> {
  const browserHash = browserHashOf(deps, request);
  const isOfBrowser = (hash: Buffer | null) => hash !== null && browserHash?.equals(hash) === true;
  const mine = waiting.find(({ browser_hash }) => isOfBrowser(browser_hash));
  if (mine) return mine;
  const isContested = waiting.length > 1;
  if (body.at_once && isContested) throw passwordNeeded();
  if (body.at_once && !isOfBrowser(token.browser_hash)) {
    throw conflict('press_needed', 'Please confirm that this address is yours.');
  }
  if (isContested && body.password !== undefined) return signUpOf(deps, token, waiting, body.password);
  const own = waiting.find(({ sign_up_id }) => sign_up_id === token.sign_up_id);
  const first = waiting.at(-1);
  if (isContested && own !== first) throw passwordNeeded();
  return own ?? first ?? null;
}

const passwordNeeded = () =>
  conflict(
    'password_needed',
    'Somebody else has signed up with this address, too. Please enter the password that you chose when you signed up.',
  );

/** @throws ApiError 422 */
async function signUpOf(
  deps: BffDeps,
  token: AccountToken,
  waiting: readonly SignUp[],
  password: string,
): Promise<SignUp> {
  const isOfLink = ({ sign_up_id }: SignUp) => sign_up_id === token.sign_up_id;
  const tried = [...waiting.filter(isOfLink), ...waiting.filter((one) => !isOfLink(one))].slice(0, MAX_COMPARED);
  for (const one of tried) if (await deps.crypto.verifyPassword(password, one.password_hash)) return one;
  throw invalidField(
    'password',
    'Nobody signed up with this address and this password. Please try again, or sign up once more.',
  );
}

/**
 * The ledger comes first: after a crash between the two, the link works again and the commands change nothing more. False where the link
 * stopped working meanwhile.
 */
async function confirmFirst(
  deps: BffDeps,
  call: Call<VerifyRoute>,
  account: Account,
  signUp: SignUp | null,
): Promise<boolean> {
  await proveInLedger(deps, call, account.customer_id);
  return deps.database.transaction(async (transaction) => {
    await lockAccount(transaction, account.customer_id);
    if (!(await useAccountToken(deps, transaction, call.body.hash, 'verify-email'))) return false;
    const chosen = signUp && {
      name: signUp.name,
      password_hash: signUp.password_hash,
      accepted_texts: keptJson(signUp.accepted_texts),
    };
    await updateAccount(transaction, account.customer_id, { ...chosen, email_verified_at: NOW });
    await dropSignUps(transaction, account.customer_id);
    return true;
  });
}

/** The ledger has it that the address is proven. Completes a registration that was cut off after the account was stored. */
export async function proveInLedger(
  deps: BffDeps,
  call: Pick<Call<RouteContract>, 'execute' | 'correlationId'>,
  customerId: string,
): Promise<void> {
  await registerInLedger(deps, customerId, call.correlationId);
  await call.execute({ type: 'VerifyEmail', customerId }, { actor: { kind: 'customer', id: customerId } });
}

async function mailWayBack(deps: BffDeps, { customer_id: customerId, email, name }: Account): Promise<void> {
  const token = await deps.database.transaction((transaction) =>
    issueAccountToken(deps, transaction, { customerId, purpose: 'restore-email', email }),
  );
  const url = `${deps.config.publicUrl}/restore-email/${customerId}/${token}`;
  await deps.mails.send('email-changed', { email, name }, emailChangedMail(url));
}

/**
 * The new address takes effect; the old one gets a link that undoes the change. False where the link stopped working meanwhile. The link and
 * its mail come first, each stored before the next: no change is made without a mail to the old address, and no mail has a link that is not
 * stored. Where the change is cut off after the mail, the address is as it was.
 */
async function confirmNew(deps: BffDeps, call: Call<VerifyRoute>, account: Account, email: string): Promise<boolean> {
  const { customer_id: customerId } = account;
  await mailWayBack(deps, account);
  const actor = { kind: 'customer', id: customerId } as const;
  return keptTransaction(deps, async (transaction, keep) => {
    await lockAccount(transaction, customerId);
    if (!(await useAccountToken(deps, transaction, call.body.hash, 'verify-email'))) return false;
    await updateAccount(transaction, customerId, { email, pending_email: null, email_verified_at: NOW });
    // A link to the old address must no longer set a password.
    await voidAccountTokens(transaction, customerId, 'reset-password');
    await keep({ type: 'ChangeEmail', customerId }, actor);
    await keep({ type: 'VerifyEmail', customerId }, actor);
    return true;
  }).catch((error: unknown) => {
    // Somebody else has registered with it meanwhile.
    if (error instanceof UniqueIntegrityConstraintViolationError) throw invalidLink();
    throw error;
  });
}

export async function resend(deps: BffDeps, call: Call<typeof authRoutes.resendVerification>) {
  await requestLink(deps, call, 'verify-email', call.body.email);
  return {
    message: 'If this address waits to be verified, a new mail is on its way.',
    retry_after_s: LINK_COOLDOWN_S,
  };
}
