import { useQuery } from '@tanstack/react-query';
import type { CatalogueChange } from '#bff/contract/shop/admin-catalogue.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';

const MAX_SHOWN = 100;
const OPEN: ReadonlySet<CatalogueChange['status']> = new Set(['waiting', 'planned', 'applying']);

/** Discounts by brand that do not count yet, above the list; nothing where there are none. */
export function PlannedDiscounts({ userId }: { userId: string }) {
  const query = { customer_id: userId, per_page: MAX_SHOWN };
  const read = useQuery(apiQuery('GET /admin/catalogue/changes', { query }));
  if (read.error) return <LoadError of={read} failed="Failed to fetch the planned discounts" />;
  const open = (read.data?.data ?? []).filter(({ status }) => OPEN.has(status));
  if (open.length === 0) return null;
  return (
    <ul aria-label="Planned discounts" className="flex flex-col gap-1 border-b px-5 py-4 text-sm">
      {open.map((change) => (
        <li key={change.id}>
          <TextLink href={`/admin/catalogue-changes/${change.id}`}>{change.title}</TextLink> <When change={change} />
        </li>
      ))}
    </ul>
  );
}

function When({ change: { status, due_at } }: { change: CatalogueChange }) {
  if (status === 'applying') return 'is being applied';
  return (
    <>
      {status === 'waiting' ? 'waits for a second administrator' : 'is planned'}
      {due_at && (
        <>
          {' '}
          for <DateText value={due_at} format="datetime" />
        </>
      )}
    </>
  );
}
