import { KeyRound, ShieldCheck, ShieldOff } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { MfaEnrollAnswer } from '#bff/contract/auth.ts';
import { formatDate } from '#web/lib/dates.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { Card } from '../card.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { LoadError } from '../load-error.tsx';
import { Loading, Skeleton } from '../skeleton.tsx';
import { toast } from '../toast.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The QR code is drawn by code that only those who set up two-factor authentication need. */
const MfaSetup = lazy(() => import('./mfa-setup.tsx').then((m) => ({ default: m.MfaSetup })));

/** Codes that are left below which new ones are advised. */
const FEW_CODES = 3;

/** What is set up: since when, and how many recovery codes are left. */
type SecondFactor = { since: string; codesLeft: number };

type SecondFactorCardProps = {
  /** Undefined while it loads, null where none is set up. */
  factor: SecondFactor | null | undefined;
  /** A failed load. */
  query: Parameters<typeof LoadError>[0]['of'];
  /** What is lost without it, for the question before it is removed. */
  lost: string;
  /** A line below, of whose account it is. */
  note?: ReactNode;
  enroll: () => Promise<MfaEnrollAnswer>;
  /** Answers the recovery codes. */
  verify: (setup: MfaEnrollAnswer, code: string) => Promise<readonly string[]>;
  renew: () => Promise<{ recovery_codes: readonly string[] }>;
  remove: () => Promise<unknown>;
  /** Reads again what is set up. */
  reload: () => Promise<unknown>;
};

/** Two-factor authentication of a customer or an administrator: off, being set up, on; and its recovery codes. */
export function SecondFactorCard(props: SecondFactorCardProps) {
  const { factor, query, note, reload } = props;
  const [setup, setSetup] = useState<MfaEnrollAnswer | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const attempt = async (what: () => Promise<unknown>, failed: string) => {
    try {
      await what();
    } catch (failure) {
      toastError(failure, failed);
    }
  };
  const begin = () => attempt(async () => setSetup(await props.enroll()), 'Failed to initiate MFA setup');
  const finish = async (begun: MfaEnrollAnswer, code: string) => {
    setCodes(await props.verify(begun, code));
    setSetup(null);
    await reload();
    toast.success('Two-factor authentication has been enabled successfully');
  };
  const renew = () =>
    attempt(async () => {
      setCodes((await props.renew()).recovery_codes);
      await reload();
    }, 'Failed to make new recovery codes');
  const remove = () =>
    attempt(async () => {
      await props.remove();
      setCodes(null);
      await reload();
    }, 'Failed to disable two-factor authentication');
  return (
    <Card
      title="Two-factor authentication"
      description="A code from an app on your phone, asked for after your password."
      actions={factor !== undefined && <Badge tone={factor ? 'ok' : 'none'}>{factor ? 'On' : 'Off'}</Badge>}
    >
      {query.error ? (
        <LoadError of={query} failed="Failed to load authentication factors" />
      ) : factor === undefined ? (
        <Loading>
          <Skeleton className="h-9 w-48" />
        </Loading>
      ) : setup ? (
        <Suspense fallback={<Skeleton className="h-72 w-full" />}>
          <MfaSetup totp={setup.totp} verify={(code) => finish(setup, code)} onCancel={() => setSetup(null)} />
        </Suspense>
      ) : (
        <div className="flex flex-col gap-5">
          {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
          {factor ? (
            <SetUp factor={factor} lost={props.lost} onRenew={renew} onRemove={remove} />
          ) : (
            <Button variant="primary" className="self-start" icon={<ShieldCheck aria-hidden />} onClick={begin}>
              Enable two-factor authentication
            </Button>
          )}
          {note}
        </div>
      )}
    </Card>
  );
}

type SetUpProps = { factor: SecondFactor; lost: string; onRenew: () => unknown; onRemove: () => unknown };

function SetUp({ factor, lost, onRenew, onRemove }: SetUpProps) {
  const [asking, setAsking] = useState<'remove' | 'renew' | null>(null);
  const few = factor.codesLeft < FEW_CODES;
  return (
    <>
      <Line
        icon={<ShieldCheck className="size-5 text-ok" aria-hidden />}
        action={
          <Button variant="danger" icon={<ShieldOff aria-hidden />} onClick={() => setAsking('remove')}>
            Disable
          </Button>
        }
      >
        Authenticator app, set up on {formatDate(factor.since)}
      </Line>
      <Line
        icon={<KeyRound className={few ? 'size-5 text-warn' : 'size-5 text-muted'} aria-hidden />}
        action={<Button onClick={() => setAsking('renew')}>Make new codes</Button>}
      >
        {factor.codesLeft} {factor.codesLeft === 1 ? 'recovery code is' : 'recovery codes are'} left
        {few && '. Make new ones while you can sign in'}
      </Line>
      <ConfirmDialog
        open={asking === 'remove'}
        onClose={() => setAsking(null)}
        title="Disable two-factor authentication"
        message={lost}
        confirmLabel="Disable"
        onConfirm={onRemove}
      />
      <ConfirmDialog
        open={asking === 'renew'}
        onClose={() => setAsking(null)}
        title="Make new recovery codes"
        message="The codes that you have kept stop working at once."
        confirmLabel="Make new codes"
        danger={false}
        onConfirm={onRenew}
      />
    </>
  );
}

function Line({ icon, action, children }: { icon: ReactNode; action: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="flex items-center gap-3 text-sm">
        {icon}
        <span>{children}</span>
      </p>
      {action}
    </div>
  );
}
