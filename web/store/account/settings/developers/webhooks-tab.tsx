import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import type { WebhookEndpoint } from '#bff/contract/outside/webhook.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { NewSecret } from './new-secret.tsx';
import { WebhookEndpointCard } from './webhook-endpoint-card.tsx';

const WebhookFormDialog = lazily(() => import('./webhook-form-dialog.tsx'), 'WebhookFormDialog');

/** How often the list reloads, to show whether deliveries arrive. */
const LOOK_EVERY_MS = 15_000;

/** Null for a new one. */
type Edited = { endpoint: WebhookEndpoint | null };

export function WebhooksTab() {
  const [edited, setEdited] = useState<Edited | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const query = useQuery({
    ...apiQuery('GET /webhooks'),
    refetchInterval: LOOK_EVERY_MS,
  });
  const { data, isPending, error } = query;
  const endpoints = data?.data ?? [];
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEdited({ endpoint: null })}>
      Add endpoint
    </Button>
  );
  return (
    <div className="flex flex-col gap-5">
      <Card
        title="Webhooks"
        description={
          <>
            We tell your own systems when an order is paid, a deposit approved and more.{' '}
            <TextLink href="/build-with-the-api">Build with the API</TextLink> says how to check our signature.
          </>
        }
        actions={endpoints.length > 0 && add}
      >
        {isPending ? (
          <Loading shapes={['h-24 w-full']} />
        ) : error ? (
          <LoadError of={query} failed="Failed to load webhooks" />
        ) : endpoints.length === 0 ? (
          <EmptyState
            icon={<Webhook aria-hidden />}
            title="No endpoints yet"
            message="An endpoint is an https address of yours that answers with a status of 2xx."
            action={add}
          />
        ) : (
          <p className="text-sm text-muted">
            {endpoints.length === 1 ? 'One endpoint is' : `${endpoints.length} endpoints are`} registered.
          </p>
        )}
      </Card>
      {secret !== null && <NewSecret secret={secret} what="signing secret" />}
      {endpoints.map((endpoint) => (
        <WebhookEndpointCard
          key={endpoint.id}
          endpoint={endpoint}
          onEdit={() => setEdited({ endpoint })}
          onSecret={setSecret}
        />
      ))}
      {edited && <WebhookFormDialog endpoint={edited.endpoint} onSecret={setSecret} onClose={() => setEdited(null)} />}
    </div>
  );
}
