import type { WebhookEndpoint } from '#bff/contract/outside/webhook.ts';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from '#bff/contract/outside/webhook-events.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { Checkbox } from '#web/ui/form/controls/checkbox.tsx';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { text } from '#web/ui/form/fields.tsx';

type WebhookFormDialogProps = {
  /** Null for a new endpoint. */
  endpoint: WebhookEndpoint | null;
  onSecret: (secret: string) => void;
  onClose: () => void;
};

export function WebhookFormDialog({ endpoint, onSecret, onClose }: WebhookFormDialogProps) {
  const stale = ['/webhooks'] as const;
  const change = useWrite('PATCH /webhooks/:id', { done: () => 'The endpoint was saved.', stale });
  const add = useWrite('POST /webhooks', {
    done: () => 'The endpoint was added.',
    after: ({ secret }) => onSecret(secret),
    stale,
  });
  return (
    <DecisionDialog
      title={endpoint ? 'Change endpoint' : 'Add endpoint'}
      description="We post a signed message to this address for each event that you choose."
      schema={() => import('#bff/contract/outside/webhook-form.ts').then((m) => m.WebhookEndpointForm)}
      defaults={{ url: endpoint?.url ?? '', events: endpoint?.events ?? [...WEBHOOK_EVENT_TYPES] }}
      decide={(body) =>
        endpoint ? change.mutateAsync({ params: { id: endpoint.id }, body }) : add.mutateAsync({ body })
      }
      failed="Failed to save the endpoint"
      onClose={onClose}
      confirm={{ label: endpoint ? 'Save' : 'Add endpoint', busyText: 'Saving...' }}
      fields={(form) => [
        text('url', 'Address', {
          hint: 'An https address that anybody can reach.',
          type: 'url',
          inputMode: 'url',
          placeholder: 'https://example.com/webhooks',
        }),
        <fieldset>
          <legend className="text-sm font-medium">Events</legend>
          {form.formState.errors.events && (
            <p role="alert" className="mt-1 text-xs text-bad">
              {form.formState.errors.events.message}
            </p>
          )}
          <div className="mt-2 grid gap-3 sm:grid-cols-2">
            {WEBHOOK_EVENT_TYPES.map((type) => (
              <Checkbox
                key={type}
                value={type}
                label={<code className="font-mono text-xs">{type}</code>}
                hint={WEBHOOK_EVENTS[type].meaning}
                {...form.register('events')}
              />
            ))}
          </div>
        </fieldset>,
      ]}
    />
  );
}
