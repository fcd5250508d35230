import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { WebhookDelivery, WebhookEndpoint } from '#bff/contract/outside/webhook.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useList } from '#web/lib/api/use-list.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { ListTable } from '#web/ui/list/list-table.tsx';
import { Disclosure } from '#web/ui/overlays/disclosure.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { Badge, type Tone } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';

const PER_PAGE = 10;
/** How often an open list reloads while a delivery is under way. */
const LOOK_EVERY_MS = 5_000;
const TONES: Record<WebhookDelivery['status'], Tone> = { delivered: 'ok', pending: 'warn', failed: 'bad' };

const columnsFor = (
  isOn: boolean,
  redeliver: (delivery: WebhookDelivery) => Promise<unknown>,
): readonly TableColumn<WebhookDelivery>[] => [
  column.text(
    'Event',
    (delivery) => (
      <span className="flex flex-col">
        <code className="font-mono text-xs">{delivery.type}</code>
        <DateText value={delivery.created_at} format="datetime" className="text-xs text-muted" />
      </span>
    ),
    { id: 'type', card: 'title' },
  ),
  column.text('Status', (delivery) => (
    <Badge tone={TONES[delivery.status]} dot>
      {delivery.status}
    </Badge>
  )),
  column.text('Attempts', (delivery) => delivery.attempts, { align: 'right' }),
  column.text('Answer', (delivery) => (
    <span className="block max-w-60 text-xs wrap-anywhere text-muted max-md:max-w-none">
      {delivery.answer_status !== null && <span className="tabular text-ink">{delivery.answer_status} </span>}
      {delivery.answer?.slice(0, 120) ?? (delivery.attempts === 0 ? 'Not sent yet' : 'No answer yet')}
    </span>
  )),
  column.text(
    'Next try',
    (delivery) =>
      delivery.next_attempt_at === null ? (
        'None'
      ) : isOn ? (
        <DateText value={delivery.next_attempt_at} format="relative" />
      ) : (
        'Once it is switched on'
      ),
    { id: 'next' },
  ),
  column.actions(
    'Actions',
    (delivery) => (
      <Button
        size="sm"
        variant="ghost"
        icon={<RefreshCw aria-hidden />}
        disabled={!isOn}
        onClick={() => redeliver(delivery)}
      >
        Send again
      </Button>
    ),
    { hideHeader: true },
  ),
];

/** The deliveries to an endpoint in the last 30 days; loaded when the list is opened. */
export const WebhookDeliveries = ({ endpoint }: { endpoint: WebhookEndpoint }) => (
  <Disclosure summary="Deliveries" className="items-center py-1 text-sm font-medium">
    <DeliveryTable endpoint={endpoint} />
  </Disclosure>
);

function DeliveryTable({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [page, turnTo] = useState(1);
  const { id } = endpoint;
  const read = apiQuery('GET /webhooks/:id/deliveries', { params: { id }, query: { page, per_page: PER_PAGE } });
  const list = useList({ ...read, refetchInterval: LOOK_EVERY_MS }, { failed: 'Failed to load deliveries', turnTo });
  const write = useWrite('POST /webhooks/:id/deliveries/:deliveryId/redeliver', {
    failed: 'Failed to send it again',
    stale: ['/webhooks'],
  });
  const redeliver = (delivery: WebhookDelivery) => write.mutateAsync({ params: { id, deliveryId: delivery.id } });
  return (
    <div className="mt-2 -mx-5">
      <ListTable
        list={list}
        caption={`Deliveries to ${endpoint.url}`}
        noun="deliveries"
        columns={columnsFor(endpoint.status === 'enabled', redeliver)}
        empty="Nothing was sent yet"
        skeletonRows={3}
      />
    </div>
  );
}
