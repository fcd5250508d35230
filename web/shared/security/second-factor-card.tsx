import { KeyRound, ShieldCheck, ShieldOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { MfaEnrollAnswer } from '#bff/contract/identity/auth.ts';
import type { Passkey } from '#bff/contract/identity/passkey.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import type { Stale } from '#web/lib/cache/query-key.ts';
import { REALMS, type Realm } from '#web/lib/call/realm.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { formatDate } from '#web/lib/words/dates.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { AskButton } from '#web/ui/overlays/confirm-dialog.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Badge } from '#web/ui/text/badge.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Loaded separately, with the dialogs that name a passkey. */
const PasskeyList = lazily(() => import('./passkey-list.tsx'), 'PasskeyList', <Skeleton className="h-9 w-40" />);
/** Loaded separately, because only the setup needs the code that draws a QR code. */
const MfaSetup = lazily(() => import('./mfa-setup.tsx'), 'MfaSetup', <Skeleton className="h-72 w-full" />);

/** Below this number of codes, new ones are advised. */
const FEW_CODES = 3;

/** The second factors: since when there is an app, the passkeys, and how many recovery codes are left. */
type SecondFactors = { appSince: string | null; passkeys: readonly Passkey[]; codesLeft: number };

type SecondFactorCardProps = {
  /** Undefined while it loads. */
  factors: SecondFactors | undefined;
  query: Parameters<typeof LoadError>[0]['of'];
  /** What is lost with the last of them, for the confirmation before its removal. */
  lost: string;
  /** A second factor is required, so the last passkey stays. */
  isRequired?: boolean;
  /** A line below, specific to the kind of account. */
  note?: ReactNode;
  realm: Realm;
  /** Returns the recovery codes. */
  verify: (setup: MfaEnrollAnswer, code: string) => Promise<readonly string[]>;
  remove: () => Promise<unknown>;
  /** The reads that show the second factors. */
  stale: readonly Stale[];
};

/** Two-factor authentication of a customer or an administrator: passkeys, an authenticator app, and the recovery codes that replace them. */
export function SecondFactorCard(props: SecondFactorCardProps) {
  const { factors, query, note } = props;
  const [codes, setCodes] = useState<readonly string[]>([]);
  const isOn = factors !== undefined && (factors.appSince !== null || factors.passkeys.length > 0);
  return (
    <Card
      title="Two-factor authentication"
      description="A password can be guessed or stolen. With a second factor, it alone opens nothing."
      actions={factors && <Badge tone={isOn ? 'ok' : 'none'}>{isOn ? 'On' : 'Off'}</Badge>}
    >
      {query.error ? (
        <LoadError of={query} failed="Failed to load authentication factors" />
      ) : factors === undefined ? (
        <Loading shapes={['h-40 w-full']} />
      ) : (
        <div className="flex flex-col gap-6">
          {codes.length > 0 && <RecoveryCodes codes={codes} onDone={() => setCodes([])} />}
          <Part title="Passkeys" text="Sign in with your fingerprint, face or PIN, without a password.">
            <PasskeyList
              passkeys={factors.passkeys}
              isFirst={!isOn}
              realm={props.realm}
              lost={factors.appSince === null && factors.passkeys.length === 1 ? props.lost : null}
              kept={
                props.isRequired && factors.appSince === null && factors.passkeys.length === 1
                  ? 'A second factor is required, and this is your only one. Add another one first.'
                  : undefined
              }
              onAdded={setCodes}
              stale={props.stale}
            />
          </Part>
          <Part title="Authenticator app" text="A code from an app on your phone, asked for after your password.">
            <App {...props} factors={factors} onCodes={setCodes} />
          </Part>
          {isOn && (
            <Part title="Recovery codes" text="Each signs you in once, where you have neither phone nor passkey.">
              <Codes {...props} left={factors.codesLeft} onCodes={setCodes} />
            </Part>
          )}
          {note}
        </div>
      )}
    </Card>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-sm font-semibold">{title}</h3>
      <p className="mt-0.5 mb-3 text-sm text-muted">{text}</p>
      {children}
    </section>
  );
}

type PartProps = SecondFactorCardProps & { onCodes: (codes: readonly string[]) => void };

/** The authenticator app: off, being set up, on. */
function App(props: PartProps & { factors: SecondFactors }) {
  const { factors, stale, onCodes } = props;
  const [setup, setSetup] = useState<MfaEnrollAnswer | null>(null);
  const begin = useWrite(`POST ${REALMS[props.realm].base}/mfa/enroll`, {
    done: null,
    after: setSetup,
    failed: 'Failed to initiate MFA setup',
  });
  const finish = useWrite(({ begun, code }: { begun: MfaEnrollAnswer; code: string }) => props.verify(begun, code), {
    done: () => 'Two-factor authentication has been enabled successfully',
    after: (codes) => {
      onCodes(codes);
      setSetup(null);
    },
    stale,
  });
  const remove = useWrite(props.remove, {
    done: null,
    after: () => onCodes([]),
    failed: 'Failed to disable two-factor authentication',
    stale,
  });
  if (setup) {
    const verify = (code: string) => finish.mutateAsync({ begun: setup, code });
    return <MfaSetup totp={setup.totp} verify={verify} onCancel={() => setSetup(null)} />;
  }
  if (factors.appSince === null) {
    return (
      <Button icon={<ShieldCheck aria-hidden />} onClick={() => begin.mutateAsync()}>
        Enable two-factor authentication
      </Button>
    );
  }
  return (
    <Line
      icon={<ShieldCheck className="size-5 text-ok" aria-hidden />}
      action={
        <AskButton
          size="sm"
          variant="danger"
          icon={<ShieldOff aria-hidden />}
          title="Disable the authenticator app"
          message={factors.passkeys.length === 0 ? props.lost : 'Your passkeys still sign you in.'}
          confirmLabel="Disable"
          onConfirm={() => remove.mutateAsync()}
        >
          Disable
        </AskButton>
      }
    >
      Set up on {formatDate(factors.appSince)}
    </Line>
  );
}

function Codes({ left, realm, stale, onCodes }: PartProps & { left: number }) {
  const few = left < FEW_CODES;
  const make = useWrite(`POST ${REALMS[realm].base}/mfa/recovery-codes`, {
    done: null,
    after: ({ recovery_codes }) => onCodes(recovery_codes),
    failed: 'Failed to make new recovery codes',
    stale,
  });
  return (
    <Line
      icon={<KeyRound className={few ? 'size-5 text-warn' : 'size-5 text-muted'} aria-hidden />}
      action={
        <AskButton
          size="sm"
          title="Make new recovery codes"
          message="The codes that you have kept stop working at once."
          confirmLabel="Make new codes"
          danger={false}
          onConfirm={() => make.mutateAsync()}
        >
          Make new codes
        </AskButton>
      }
    >
      {left} {left === 1 ? 'recovery code is' : 'recovery codes are'} left
      {few && '. Make new ones while you can sign in'}
    </Line>
  );
}

function Line({ icon, action, children }: { icon: ReactNode; action: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border px-4 py-3">
      <p className="flex items-center gap-3 text-sm">
        {icon}
        <span>{children}</span>
      </p>
      {action}
    </div>
  );
}
