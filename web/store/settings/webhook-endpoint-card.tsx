import { Ellipsis, KeyRound, Pencil, Power, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { WebhookEndpoint } from '#bff/contract/webhook.ts';
import { api } from '#web/lib/api.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Badge, StateBadge, type Tone } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.ts';
import { WebhookDeliveries } from './webhook-deliveries.tsx';

type WebhookEndpointCardProps = {
  endpoint: WebhookEndpoint;
  onEdit: () => void;
  onSecret: (secret: string) => void;
  /** Reloads the endpoints and their deliveries. */
  onChanged: () => Promise<unknown>;
};

const STATUS: Record<WebhookEndpoint['status'], { tone: Tone; label: string }> = {
  enabled: { tone: 'ok', label: 'On' },
  disabled: { tone: 'none', label: 'Off' },
  'given-up': { tone: 'bad', label: 'Switched off' },
};

/** One endpoint: its events, its actions, and its deliveries. */
export function WebhookEndpointCard({ endpoint, onEdit, onSecret, onChanged }: WebhookEndpointCardProps) {
  const [asking, setAsking] = useState<'secret' | 'delete' | null>(null);
  const params = { id: endpoint.id };
  const isOn = endpoint.status === 'enabled';
  /** Runs the action, shows a toast, and reloads. */
  const act = async (work: () => Promise<{ message: string }>, failed: string) => {
    try {
      const { message } = await work();
      await onChanged();
      toast.success(message);
    } catch (error) {
      toastError(error, failed);
    }
  };
  const sendTest = () => act(() => api('POST /webhooks/:id/test', { params }), 'Failed to send the test');
  const toggle = () =>
    act(() => api('PATCH /webhooks/:id', { params, body: { is_enabled: !isOn } }), 'Failed to save the endpoint');
  const rotate = () =>
    act(async () => {
      const answer = await api('POST /webhooks/:id/rotate-secret', { params });
      onSecret(answer.secret);
      return answer;
    }, 'Failed to make a new secret');
  const remove = () => act(() => api('DELETE /webhooks/:id', { params }), 'Failed to remove the endpoint');
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
              { label: 'Send a test', icon: <Send aria-hidden />, onSelect: sendTest, disabled: !isOn },
              { label: 'New secret', icon: <KeyRound aria-hidden />, onSelect: () => setAsking('secret') },
              { label: isOn ? 'Switch off' : 'Switch on', icon: <Power aria-hidden />, onSelect: toggle },
              'separator',
              { label: 'Delete', icon: <Trash2 aria-hidden />, danger: true, onSelect: () => setAsking('delete') },
            ]}
          />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {endpoint.status === 'given-up' ? (
          <Alert tone="bad" title="Switched off after three days without an answer">
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
        <WebhookDeliveries endpoint={endpoint} onRedeliver={act} />
      </div>
      <ConfirmDialog
        open={asking === 'secret'}
        onClose={() => setAsking(null)}
        title="Make a new secret"
        message="For a day we sign with the old secret too, so that you can change over."
        confirmLabel="Make new secret"
        danger={false}
        onConfirm={rotate}
      />
      <ConfirmDialog
        open={asking === 'delete'}
        onClose={() => setAsking(null)}
        title="Delete endpoint"
        message={`Nothing is sent to ${endpoint.url} any more, and the log of its deliveries is lost.`}
        onConfirm={remove}
      />
    </Card>
  );
}
