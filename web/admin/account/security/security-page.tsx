import { useQuery } from '@tanstack/react-query';
import { useMustEnrol } from '#web/admin/shared/permission/must-enrol.ts';
import { api } from '#web/lib/api/api.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { ChangePasswordForm } from '#web/shared/security/change-password-form.tsx';
import { SecondFactorCard } from '#web/shared/security/second-factor-card.tsx';
import { SessionsCard } from '#web/shared/security/sessions-card.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';

export function SecurityPage() {
  const { administrator } = useAdministrator();
  const mustEnrol = useMustEnrol();
  return (
    <div className="mx-auto max-w-3xl">
      {mustEnrol ? (
        <PageHeader
          title="Protect your account"
          description="One step is left: the back office opens once you have a passkey or an authenticator app."
        />
      ) : (
        <PageHeader title="Your account" description={administrator && `You sign in as ${administrator.email}.`} />
      )}
      <div className="flex flex-col gap-5">
        <OwnSecondFactor />
        {!mustEnrol && (
          <>
            <Card title="Change password" description="You stay signed in here. Other devices are signed out.">
              <ChangePasswordForm send={(body) => api('PUT /admin/own-password', { body })} />
            </Card>
            <SessionsCard realm="admin" />
          </>
        )}
      </div>
    </div>
  );
}

/** The second factors of the signed-in administrator. */
export function OwnSecondFactor() {
  const query = useQuery(apiQuery('GET /admin/security'));
  const state = query.data?.data;
  return (
    <SecondFactorCard
      realm="admin"
      query={query}
      factors={
        state && {
          appSince: state.second_factor_since,
          passkeys: state.passkeys,
          codesLeft: state.recovery_codes_left,
        }
      }
      isRequired={state?.is_second_factor_required === true}
      lost={
        state?.is_second_factor_required
          ? 'The back office closes until another one is set up. The recovery codes stop working too.'
          : 'From now on your password alone opens the back office. The recovery codes stop working too.'
      }
      note={
        state?.is_second_factor_required === false && (
          <p className="text-xs text-muted">
            This store runs on this machine alone, so the password is enough. In production nobody gets in without a
            second factor.
          </p>
        )
      }
      verify={async ({ id }, code) =>
        (await api('POST /admin/mfa/verify', { body: { factor_id: id, code } })).recovery_codes
      }
      remove={() => api('DELETE /admin/mfa')}
      stale={['/admin/security', '/admin/sessions', '/admin/session', '/admin/setup']}
    />
  );
}
