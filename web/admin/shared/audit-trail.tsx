import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditEntry, AuditSubjectKind } from '#bff/contract/admin-audit.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { AuditEntryRow } from './audit-entry.tsx';

/** Everything that ever happened to one object, newest first, each step with who, when, why and its booking. */
export function AuditTrail({ kind, id }: { kind: AuditSubjectKind; id: string }) {
  const [page, setPage] = useState(1);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...apiQuery('GET /admin/audit/:kind/:id', { params: { kind, id }, query: { page } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title="Audit trail" description="From the ledger's own events; nothing here can be edited." padded={false}>
      <AuditList
        entries={data?.data}
        isPending={isPending}
        error={error}
        onRetry={refetch}
        empty="Nothing has happened yet"
      />
      {data && (
        <Pagination
          className="border-t px-5 py-3 empty:hidden"
          current={data.meta.current_page}
          last={data.meta.last_page}
          onPage={setPage}
          busy={isPlaceholderData}
          summary={{ ...data.meta, noun: 'events' }}
        />
      )}
    </Card>
  );
}

/** Audit entries with their loading, error and empty states. */
export function AuditList({
  entries,
  isPending,
  error,
  onRetry,
  empty,
  showSubject = false,
}: {
  entries: readonly AuditEntry[] | undefined;
  isPending: boolean;
  error: unknown;
  onRetry: () => unknown;
  empty: string;
  showSubject?: boolean;
}) {
  if (isPending) {
    return (
      <Loading label="Loading the audit trail" className="flex flex-col gap-5 px-5 pb-5">
        {Array.from({ length: 4 }, (_, index) => (
          <div key={String(index)} className="flex gap-3">
            <Skeleton className="mt-1 size-2.5 rounded-full" />
            <div className="flex grow flex-col gap-2">
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-3 w-1/3" />
            </div>
          </div>
        ))}
      </Loading>
    );
  }
  if (error && !entries) {
    return <ErrorState message={describeError(error, 'Failed to load the audit trail').message} onRetry={onRetry} />;
  }
  if (!entries || entries.length === 0) return <EmptyState title={empty} />;
  return (
    <ol className="px-5 pb-4">
      {entries.map((entry) => (
        <AuditEntryRow key={entry.event_id} entry={entry} showSubject={showSubject} />
      ))}
    </ol>
  );
}
