import type { CartIssue, CartValidation } from '#bff/contract/shop/cart.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';

/** A problem of one line is shown at that line. */
export function CartNotices({ validation }: { validation: CartValidation }) {
  const { valid, removed_items: removed, updated_items: updated } = validation;
  return (
    <div className="mb-5 space-y-3 empty:hidden">
      {!valid && (
        <Alert tone="warn" title="There are issues with some items in your cart.">
          {removed.length > 0 && <p>Some items were removed due to availability changes.</p>}
          <Messages issues={removed} />
        </Alert>
      )}
      {valid && removed.length > 0 && (
        <Alert tone="warn" title="Some items were removed due to availability changes.">
          <Messages issues={removed} />
        </Alert>
      )}
      {updated.length > 0 && (
        <Alert tone="info" title="Prices in your cart have changed.">
          <Messages issues={updated} />
        </Alert>
      )}
    </div>
  );
}

const Messages = ({ issues }: { issues: readonly CartIssue[] }) => (
  <ul className="mt-1 space-y-0.5">
    {issues.map((issue) => (
      <li key={`${issue.id}-${issue.code}`}>{issue.message}</li>
    ))}
  </ul>
);
