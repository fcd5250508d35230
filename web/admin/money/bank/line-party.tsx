import type { BankLine } from '#bff/contract/money/admin-bank-routes.ts';
import { May } from '#web/admin/shared/permission/may.tsx';
import { useWrite } from '#web/lib/api/use-write.ts';

type Line = Pick<BankLine, 'id' | 'name' | 'iban' | 'text'>;

/** The account is masked; showing it in full is recorded. */
export function LineParty({ id, name, iban, text }: Line) {
  const reveal = useWrite('POST /admin/bank-lines/:id/reveal', {
    // Once the list is left, nothing of it stays in memory.
    gcTime: 0,
    failed: 'The account could not be shown.',
    stale: ['/admin/audit'],
  });
  const shown = reveal.data?.data ?? { iban, text };
  return (
    <span className="block min-w-0 max-w-72">
      <span className="block truncate font-medium">{name || 'Without a name'}</span>
      <span className="block truncate text-xs font-normal text-muted" title={shown.text}>
        {shown.text || '—'}
      </span>
      {iban && (
        <span className="tabular block text-xs font-normal text-muted wrap-anywhere">
          {shown.iban}{' '}
          {reveal.data === undefined && (
            <May permission="bank-details:reveal">
              <button
                type="button"
                className="underline"
                aria-label={`Show the account of ${name || 'this line'}`}
                disabled={reveal.isPending}
                onClick={() => reveal.mutate({ params: { id } })}
              >
                Show
              </button>
            </May>
          )}
        </span>
      )}
    </span>
  );
}
