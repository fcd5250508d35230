import { Ellipsis, KeyRound, Pencil, Power, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { WebhookEndpoint } from '#bff/contract/outside/webhook.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { formatDateTime } from '#web/lib/words/dates.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Badge, StateBadge, type Tone } from '#web/ui/text/badge.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';

type WebhookEndpointCardProps = {
  endpoint: WebhookEndpoint;
  onEdit: () => void;
  onSecret: (secret: string) => void;
};

const STALE = ['/webhooks'] as const;
const STATUS: Record<WebhookEndpoint['status'], { tone: Tone; label: string }> = {
  enabled: { tone: 'ok', label: 'On' },
  disabled: { tone: 'none', label: 'Off' },
  'given-up': { tone: 'bad', label: 'Switched off' },
};

export function WebhookEndpointCard({ endpoint, onEdit, onSecret }: WebhookEndpointCardProps) {
  const [asking, setAsking] = useState<'secret' | 'delete' | null>(null);
  const params = { id: endpoint.id };
  const isOn = endpoint.status === 'enabled';
  const sendTest = useWrite('POST /webhooks/:id/test', { failed: 'Failed to send the test', stale: STALE });
  const change = useWrite('PATCH /webhooks/:id', { failed: 'Failed to save the endpoint', stale: STALE });
  const rotate = useWrite('POST /webhooks/:id/rotate-secret', {
    after: ({ secret }) => onSecret(secret),
    failed: 'Failed to make a new secret',
    stale: STALE,
  });
  const remove = useWrite('DELETE /webhooks/:id', { failed: 'Failed to remove the endpoint', stale: STALE });
  return (
    <Card
      title={<span className="font-mono text-sm wrap-anywhere">{endpoint.url}</span>}
      actions={
        <>
          <StateBadge of={STATUS[endpoint.status]} />
          <Menu
            trigger={(props) => (
              <IconButton {...props} label={`Actions for ${endpoint.url}`} icon={<Ellipsis aria-hidden />} />
            )}
            entries={[
              { label: 'Change', icon: <Pencil aria-hidden />, onSelect: onEdit },
              {
                label: 'Send a test',
                icon: <Send aria-hidden />,
                onSelect: () => sendTest.mutate({ params }),
                disabled: !isOn,
              },
              { label: 'New secret', icon: <KeyRound aria-hidden />, onSelect: () => setAsking('secret') },
              {
                label: isOn ? 'Switch off' : 'Switch on',
                icon: <Power aria-hidden />,
                onSelect: () => change.mutate({ params, body: { is_enabled: !isOn } }),
              },
              'separator',
              { label: 'Delete', icon: <Trash2 aria-hidden />, danger: true, onSelect: () => setAsking('delete') },
            ]}
          />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {endpoint.status === 'given-up' ? (
          <Alert
            tone="bad"
            title={
              endpoint.failing_since
                ? 'Switched off after three days without an answer'
                : 'Switched off: it answered that it is gone (410)'
            }
          >
            Once it answers again, switch it on: what waits is sent then.
          </Alert>
        ) : (
          endpoint.failing_since && (
            <Alert tone="warn" title="Deliveries fail">
              Nothing has arrived since {formatDateTime(endpoint.failing_since)}. We try again with growing pauses, and
              switch it off after three days.
            </Alert>
          )
        )}
        <ul aria-label="Events" className="flex flex-wrap gap-1.5">
          {endpoint.events.map((event) => (
            <li key={event}>
              <Badge>{event}</Badge>
            </li>
          ))}
        </ul>
        <WebhookDeliveries endpoint={endpoint} />
      </div>
      <ConfirmDialog
        open={asking === 'secret'}
        onClose={() => setAsking(null)}
        title="Make a new secret"
        message="For a day we sign with the old secret too, so that you can change over."
        confirmLabel="Make new secret"
        danger={false}
        onConfirm={() => rotate.mutateAsync({ params })}
      />
      <ConfirmDialog
        open={asking === 'delete'}
        onClose={() => setAsking(null)}
        title="Delete endpoint"
        message={`Nothing is sent to ${endpoint.url} any more, and the log of its deliveries is lost.`}
        onConfirm={() => remove.mutateAsync({ params })}
      />
    </Card>
  );
}
