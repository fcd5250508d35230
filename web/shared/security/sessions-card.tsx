import { useQuery } from '@tanstack/react-query';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import type { SessionItem } from '#bff/contract/identity/auth.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { REALMS, type Realm } from '#web/lib/call/realm.ts';
import { formatDateTime, formatRelative } from '#web/lib/words/dates.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { AskButton } from '#web/ui/overlays/confirm-dialog.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Badge } from '#web/ui/text/badge.tsx';

export function SessionsCard({ realm }: { realm: Realm }) {
  const { base } = REALMS[realm];
  const query = useQuery(apiQuery(`GET ${base}/sessions`));
  const sessions = query.data?.data ?? [];
  const ending = { failed: 'Failed to sign the device out', stale: [`${base}/sessions`] } as const;
  const endOne = useWrite(`DELETE ${base}/sessions/:id`, ending);
  const endOthers = useWrite(`DELETE ${base}/sessions`, ending);
  return (
    <Card
      title="Devices"
      description="Where you are signed in. Sign out what you do not recognise, then change your password."
      actions={
        sessions.length > 1 && (
          <AskButton
            size="sm"
            icon={<LogOut aria-hidden />}
            title="Sign out all other devices"
            message="They need your password, and your code where you use one, to sign in again."
            confirmLabel="Sign out"
            onConfirm={() => endOthers.mutateAsync()}
          >
            Sign out all others
          </AskButton>
        )
      }
    >
      {query.error ? (
        <LoadError of={query} failed="Failed to load your devices" />
      ) : query.data === undefined ? (
        <Loading shapes={['h-14 w-full']} />
      ) : (
        <ul className="divide-y rounded-lg border">
          {sessions.map((session) => (
            <Device
              key={session.id}
              session={session}
              onEnd={() => endOne.mutateAsync({ params: { id: session.id } })}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Device({ session, onEnd }: { session: SessionItem; onEnd: () => Promise<unknown> }) {
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <MonitorSmartphone className="size-5 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          {session.device}
          {session.is_current && <Badge tone="ok">This device</Badge>}
        </p>
        <p className="text-xs text-muted">
          Signed in {formatDateTime(session.created_at)}
          {session.address && ` from ${session.address}`}, last used {formatRelative(session.last_used_at)}
        </p>
      </div>
      {!session.is_current && (
        <Button size="sm" aria-label={`Sign out ${session.device}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}
