import type { CurrentUser } from '#bff/contract/identity/current-user.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';
import { Checkbox } from '#web/ui/form/controls/checkbox.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';

/** Ticking saves the choice. */
export function DeliveryCard({ delivery }: { delivery: NonNullable<CurrentUser['delivery']> }) {
  const save = useWrite('PUT /user/delivery', {
    done: ({ data }) =>
      data.delivery?.in_part ? 'Orders may be delivered in part.' : 'Orders wait until all is in stock.',
    after: ({ data }, client) => client.setQueryData(queryKey('GET /user'), { data }),
    failed: 'Your choice could not be saved.',
  });
  const inPart = save.isPending ? save.variables.body.in_part : delivery.in_part;
  return (
    <Card
      title="Delivery"
      description="Where not all of an order is in stock. At each checkout you can choose otherwise."
    >
      <Checkbox
        label="Deliver what is in stock now"
        hint="The rest follows as it arrives; until then you can release it and get back what you paid for it."
        checked={inPart}
        disabled={save.isPending}
        onChange={(event) => save.mutate({ body: { in_part: event.target.checked } })}
      />
      {delivery.chosen_at !== null && (
        <p className="mt-3 text-xs text-muted">
          Chosen by you, <DateText value={delivery.chosen_at} format="datetime" />
        </p>
      )}
    </Card>
  );
}
