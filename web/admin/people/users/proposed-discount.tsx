import type { AdminProduct } from '#bff/contract/shop/admin-product.ts';
import { May } from '#web/admin/shared/permission/may.tsx';
import { useSecondYes, type WaitingLimit } from '#web/admin/shared/permission/second-yes.ts';
import type { Answer } from '#web/lib/call/api-types.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';

type Proposed = NonNullable<Answer<'GET /admin/users/:id/discounts'>['data'][number]['proposed']>;

/** A discount that waits: only another administrator can confirm exactly it, anybody can take it back. */
export function ProposedDiscount(props: { userId: string; product: AdminProduct; proposed: Proposed }) {
  const { userId, product, proposed } = props;
  const { by, at, percentage } = proposed;
  const { administrator } = useAdministrator();
  const { isPending: disabled, confirm, reject } = useSecondYes();
  const isOwn = by.id === administrator?.id;
  const waiting: WaitingLimit = {
    kind: 'discount',
    subject_id: product.id,
    amount: null,
    percentage,
    user: { id: userId },
  };
  const no = isOwn ? 'Take back' : 'Reject';
  const what = `${percentage} % on ${product.name}`;
  return (
    <span className="mt-2 block text-right text-xs text-muted">
      {isOwn ? 'You' : by.name} approved {percentage} % on <DateText value={at} />. It does not count yet.
      <May permission="customers:decide">
        <span className="mt-1.5 flex justify-end gap-2">
          <Button
            size="sm"
            variant="danger-ghost"
            aria-label={`${no}: ${what}`}
            disabled={disabled}
            onClick={() => reject(waiting)}
          >
            {no}
          </Button>
          {!isOwn && (
            <Button
              size="sm"
              variant="primary"
              aria-label={`Confirm: ${what}`}
              disabled={disabled}
              onClick={() => confirm(waiting)}
            >
              Confirm
            </Button>
          )}
        </span>
      </May>
    </span>
  );
}
