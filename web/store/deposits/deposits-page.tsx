import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Banknote, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Deposit } from '#bff/contract/deposit.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { pageParam } from '#web/lib/page-param.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { useLastPage } from '#web/lib/use-last-page.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { depositColumns } from './deposit-columns.tsx';
import { useDeleteDeposit } from './deposits-api.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { useProofUploads } from './use-proof-uploads.ts';

/** The customer's top-ups by bank transfer, newest first. */
export function DepositsPage() {
  const [search, setSearch] = useSearchParams();
  const [viewed, setViewed] = useState<Deposit | null>(null);
  const [doomed, setDoomed] = useState<Deposit | null>(null);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...apiQuery('GET /deposits', { query: { page: pageParam(search) } }),
    placeholderData: keepPreviousData,
  });
  const turnTo = (page: number) => setSearch({ page: String(page) });
  useLastPage(data?.meta, turnTo);
  const remove = useDeleteDeposit();
  const uploads = useProofUploads();
  const start = (
    <LinkButton href="/deposits/new" variant="primary" icon={<Plus aria-hidden />}>
      Deposit Funds
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Deposits"
        description="Top-ups by bank transfer. Upload the proof of your transfer and we credit your wallet after review."
        actions={start}
      />
      <Card padded={false}>
        <DataTable
          caption="Deposits"
          columns={depositColumns({ uploads, onView: setViewed, onDelete: setDoomed })}
          rows={data?.data}
          rowKey={(deposit) => deposit.id}
          error={error}
          errorMessage={describeError(error, 'Failed to fetch deposits').message}
          onRetry={refetch}
          busy={isPlaceholderData}
          skeletonRows={8}
          page={{ meta: data?.meta, onPage: turnTo }}
          empty={
            <EmptyState
              icon={<Banknote aria-hidden />}
              title="No deposits found"
              message="Fund a wallet by bank transfer to start buying."
              action={start}
            />
          }
        />
      </Card>
      <ProofDialog deposit={viewed} onClose={() => setViewed(null)} />
      <ConfirmDialog
        open={doomed !== null}
        onClose={() => setDoomed(null)}
        title="Delete deposit"
        message={`Deposit ${doomed?.reference} over ${doomed?.amount.formatted} is withdrawn from review. If you have already sent the money, keep it. This cannot be undone.`}
        onConfirm={() => doomed && remove.mutateAsync(doomed)}
      />
    </>
  );
}
