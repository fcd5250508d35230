import type { FastifyInstance } from 'fastify';
import type { RouteContract } from '#bff/contract/base/route.ts';
import type { PasskeyProof } from '#bff/contract/identity/passkey.ts';
import { askForPasskey, passkeyRefused, provePasskey } from '#bff/identity/factors/passkeys.ts';
import { requireFactorCode } from '#bff/identity/factors/second-factor.ts';
import { MFA_TOKEN_MINUTES, mfaTokens, versionOf } from '#bff/identity/sessions/access-tokens.ts';
import { secondFactorsOf } from '#bff/identity/sessions/session-proof.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { unauthenticated } from '#bff/kit/lib/api-error.ts';

type Owner = { readonly email: string; readonly name: string; readonly password_hash: string };
type Asked = Pick<Call<RouteContract>, 'request' | 'reply'>;

/** Whose sign-in it is: a customer's or an administrator's. */
type Realm<Account extends Owner, SignInCall, Session> = {
  readonly namespace: keyof typeof mfaTokens;
  /** Null where nobody may sign in by this id. */
  find(id: string): Promise<Account | null>;
  /** Opens the session of somebody who has proven both factors. */
  enter(
    call: SignInCall,
    account: Account,
    proof: { readonly remember: boolean; readonly by: 'app' | 'recovery' | 'passkey' },
  ): Promise<Session>;
};

/** The steps of a sign-in that come after the password, or in its place: a code, a recovery code or a passkey. */
export function secondStep<Account extends Owner, SignInCall extends Asked, Session>(
  app: FastifyInstance,
  deps: BffDeps,
  { namespace, find, enter }: Realm<Account, SignInCall, Session>,
) {
  const token = mfaTokens[namespace];

  /** Who gave the password. @throws ApiError 401 */
  async function firstStepOf(mfaToken: string) {
    const claims = token.verify(app, mfaToken);
    const account = claims && (await find(claims.sub));
    if (!account || versionOf(account.password_hash) !== claims.password) {
      throw unauthenticated('This sign-in took too long. Please enter your password again.');
    }
    return { id: claims.sub, remember: claims.remember, account };
  }

  return {
    firstStepOf,
    /** The answer to a right password; null where no second factor is set up. */
    async ask(id: string, account: Account, remember = false) {
      const second_factors = await secondFactorsOf(deps.database, id);
      if (second_factors.length === 0) return null;
      const expiresAt = new Date(deps.clock().getTime() + MFA_TOKEN_MINUTES * 60_000);
      const claims = { sub: id, remember, password: versionOf(account.password_hash) };
      return {
        status: 'mfa_required' as const,
        mfa_token: token.sign(app, expiresAt, claims),
        expires_at: expiresAt.toISOString(),
        second_factors,
      };
    },
    async byCode(call: SignInCall & { readonly body: { mfa_token: string; code: string } }) {
      const { id, remember, account } = await firstStepOf(call.body.mfa_token);
      const { email, name } = account;
      const by = await requireFactorCode(deps, call.request, { id, email, name }, call.body.code);
      return enter(call, account, { remember, by });
    },
    /** `ownId`: of somebody who is signed in already and confirms the session. */
    async askForPasskey(call: Asked & { readonly body: { mfa_token?: string | undefined } }, ownId: string | null) {
      const { mfa_token } = call.body;
      return askForPasskey(deps, call, mfa_token === undefined ? ownId : (await firstStepOf(mfa_token)).id);
    },
    /** Alone, or after the password. */
    async byPasskey(
      call: SignInCall & {
        readonly body: { mfa_token?: string | undefined; passkey: PasskeyProof; remember?: boolean };
      },
    ) {
      const { mfa_token, passkey, remember = false } = call.body;
      const step = mfa_token === undefined ? null : await firstStepOf(mfa_token);
      const { owner_id } = await provePasskey(deps, call.request, step?.id ?? null, passkey);
      const account = await find(owner_id);
      if (!account) throw passkeyRefused();
      return enter(call, account, { remember: step?.remember ?? remember, by: 'passkey' });
    },
  };
}
