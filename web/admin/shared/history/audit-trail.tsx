import { useState } from 'react';
import type { PageMeta } from '#bff/contract/base/common.ts';
import type { AuditEntry, AuditSubjectKind } from '#bff/contract/identity/admin-audit.ts';
import { May } from '#web/admin/shared/permission/may.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { type List, useList } from '#web/lib/api/use-list.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Listed } from '#web/ui/list/listed.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Pagination } from '#web/ui/table/pagination.tsx';
import { AuditEntryRow } from './audit-entry.tsx';

export const AUDIT_FAILED = 'Failed to load the audit trail';

type TrailOf = { kind: AuditSubjectKind; id: string };

export const AuditTrail = (of: TrailOf) => (
  <May permission="audit:read">
    <Trail {...of} />
  </May>
);

function Trail({ kind, id }: TrailOf) {
  const [page, setPage] = useState(1);
  const list = useList(apiQuery('GET /admin/audit/:kind/:id', { params: { kind, id }, query: { page } }), {
    failed: AUDIT_FAILED,
    turnTo: setPage,
  });
  return (
    <Card title="Audit trail" description="From the ledger's own events; nothing here can be edited." padded={false}>
      <AuditList list={list} empty="Trail not found" />
    </Card>
  );
}

type AuditListProps = {
  list: Omit<List<never>, 'data'> & { data: { data: readonly AuditEntry[]; meta: PageMeta } | undefined };
  empty: string;
  showSubject?: boolean;
};

export function AuditList({ list, empty, showSubject = false }: AuditListProps) {
  const { data, error, refetch, isPlaceholderData, turnTo } = list;
  return (
    <>
      <Listed
        of={{ data: data?.data, error, refetch }}
        noun="the audit trail"
        failed={AUDIT_FAILED}
        skeleton={<EntriesSkeleton />}
        empty={<EmptyState title={empty} />}
      >
        {(entries) => (
          <ol className="px-5 pb-4">
            {entries.map((entry) => (
              <AuditEntryRow key={entry.event_id} entry={entry} showSubject={showSubject} />
            ))}
          </ol>
        )}
      </Listed>
      {data && (
        <Pagination
          className="border-t px-5 py-3 empty:hidden"
          current={data.meta.current_page}
          last={data.meta.last_page}
          onPage={turnTo}
          busy={isPlaceholderData}
          summary={{ ...data.meta, noun: 'events', isAtLeast: data.meta.is_at_least }}
        />
      )}
    </>
  );
}

const EntriesSkeleton = () => (
  <div className="flex flex-col gap-5 px-5 pb-5">
    {Array.from({ length: 4 }, (_, index) => (
      <div key={String(index)} className="flex gap-3">
        <Skeleton className="mt-1 size-2.5 rounded-full" />
        <div className="flex grow flex-col gap-2">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-3 w-1/3" />
        </div>
      </div>
    ))}
  </div>
);
