import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { MfaEnrollAnswer, MfaFactor } from '#bff/contract/auth.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { formatDate } from '#web/lib/dates.ts';
import { invalidate } from '#web/lib/query-key.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';

/** The QR code is drawn by code that only those who set up two-factor authentication need. */
const MfaSetup = lazy(() => import('./mfa-setup.tsx').then((m) => ({ default: m.MfaSetup })));

/** Two-factor authentication: off, being set up, on. */
export function SecurityTab() {
  const client = useQueryClient();
  const [setup, setSetup] = useState<MfaEnrollAnswer | null>(null);
  const [doomed, setDoomed] = useState<MfaFactor | null>(null);
  const query = useQuery(apiQuery('GET /auth/mfa/factors'));
  const { data, isPending, error } = query;
  const factor = data?.data.find((candidate) => candidate.status === 'verified');

  const begin = async () => {
    try {
      setSetup(await api('POST /auth/mfa/enroll'));
    } catch (failure) {
      toastError(failure, 'Failed to initiate MFA setup');
    }
  };
  const finish = async () => {
    setSetup(null);
    await invalidate(client, '/auth/mfa');
    toast.success('Two-factor authentication has been enabled successfully');
  };
  const disable = async (id: string) => {
    try {
      await api('DELETE /auth/mfa/factors/:id', { params: { id } });
      await invalidate(client, '/auth/mfa');
    } catch (failure) {
      toastError(failure, 'Failed to disable two-factor authentication');
    }
  };
  return (
    <Card
      title="Two-factor authentication"
      description="A code from an app on your phone, asked for after your password."
      actions={data && <Badge tone={factor ? 'ok' : 'none'}>{factor ? 'On' : 'Off'}</Badge>}
    >
      {isPending ? (
        <Loading>
          <Skeleton className="h-9 w-48" />
        </Loading>
      ) : error ? (
        <LoadError of={query} failed="Failed to load authentication factors" />
      ) : setup ? (
        <Suspense fallback={<Skeleton className="h-72 w-full" />}>
          <MfaSetup setup={setup} onEnabled={finish} onCancel={() => setSetup(null)} />
        </Suspense>
      ) : factor ? (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="flex items-center gap-3 text-sm">
            <ShieldCheck className="size-5 text-ok" aria-hidden />
            Authenticator app, set up on {formatDate(factor.verified_at ?? factor.created_at)}
          </p>
          <Button variant="danger" icon={<ShieldOff aria-hidden />} onClick={() => setDoomed(factor)}>
            Disable
          </Button>
        </div>
      ) : (
        <Button variant="primary" icon={<ShieldCheck aria-hidden />} onClick={begin}>
          Enable two-factor authentication
        </Button>
      )}
      <ConfirmDialog
        open={doomed !== null}
        onClose={() => setDoomed(null)}
        title="Disable two-factor authentication"
        message="From now on your password alone opens your account and its funds."
        confirmLabel="Disable"
        onConfirm={() => doomed && disable(doomed.id)}
      />
    </Card>
  );
}
