import { useQuery } from '@tanstack/react-query';
import type { MfaEnrollAnswer } from '#bff/contract/identity/auth.ts';
import { api } from '#web/lib/api/api.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { startCustomerSession } from '#web/lib/api/session-refresh.ts';
import { formatDateTime } from '#web/lib/words/dates.ts';
import { SecondFactorCard } from '#web/shared/security/second-factor-card.tsx';
import { SessionsCard } from '#web/shared/security/sessions-card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';

/** Proves by a code that the app has the secret; returns the recovery codes. */
export async function verifySetup({ id }: MfaEnrollAnswer, code: string): Promise<readonly string[]> {
  const challenge = await api('POST /auth/mfa/challenge', { body: { factor_id: id } });
  const body = { factor_id: id, challenge_id: challenge.challenge_id, code };
  const { recovery_codes = [], ...session } = await api('POST /auth/mfa/verify', { body });
  startCustomerSession(session);
  return recovery_codes;
}

export function SecurityTab() {
  return (
    <div className="flex flex-col gap-5">
      <ResetNotice />
      <OwnSecondFactor />
      <SessionsCard realm="customer" />
    </div>
  );
}

/** Shown while a reset of the second factor waits, which somebody requested from our support. */
function ResetNotice() {
  const { data } = useQuery(apiQuery('GET /auth/mfa/factors'));
  if (!data?.reset_due_at) return null;
  return (
    <Alert tone="warn" title={`Your second factor is removed on ${formatDateTime(data.reset_due_at)}`}>
      Somebody told our support that you lost it. If that was not you, stop it by the link in the mail that we sent you
      then, and change your password.
    </Alert>
  );
}

function OwnSecondFactor() {
  const query = useQuery(apiQuery('GET /auth/mfa/factors'));
  const factor = query.data?.data.find(({ status }) => status === 'verified');
  return (
    <SecondFactorCard
      realm="customer"
      query={query}
      factors={
        query.data && {
          appSince: factor?.verified_at ?? null,
          passkeys: query.data.passkeys,
          codesLeft: query.data.recovery_codes_left,
        }
      }
      lost="From now on your password alone opens your account and its funds. The recovery codes stop working too."
      verify={verifySetup}
      remove={async () => factor && api('DELETE /auth/mfa/factors/:id', { params: { id: factor.id } })}
      stale={['/auth/mfa', '/auth/sessions']}
    />
  );
}
