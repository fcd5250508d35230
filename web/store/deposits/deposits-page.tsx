import { Banknote, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Deposit } from '#bff/contract/deposit.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { lazily } from '#web/lib/lazily.tsx';
import { useListAddress, useOpenRecord } from '#web/lib/list-address.ts';
import { useList } from '#web/lib/use-list.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListPage } from '#web/ui/frames/list-page.tsx';
import { depositColumns } from './deposit-columns.tsx';
import { DepositPanel } from './deposit-panel.tsx';
import { useDeleteDeposit } from './deposits-api.ts';
import { useProofUploads } from './use-proof-uploads.ts';

const ProofDialog = lazily(() => import('./proof-dialog.tsx'), 'ProofDialog');

/** The customer's top-ups by bank transfer, newest first. */
export function DepositsPage() {
  const [viewed, setViewed] = useState<Deposit | null>(null);
  const [doomed, setDoomed] = useState<Deposit | null>(null);
  const { page, turnTo } = useListAddress({}, { pushesPages: true });
  const list = useList(apiQuery('GET /deposits', { query: { page } }), { failed: 'Failed to fetch deposits', turnTo });
  const { shown, hrefOf } = useOpenRecord(list);
  const remove = useDeleteDeposit();
  const uploads = useProofUploads();
  const start = (
    <LinkButton href="/deposits/new" variant="primary" icon={<Plus aria-hidden />}>
      Deposit Funds
    </LinkButton>
  );
  return (
    <ListPage
      title="Deposits"
      description="Top-ups by bank transfer. Upload the proof of your transfer and we credit your wallet after review."
      actions={start}
      list={list}
      caption="Deposits"
      columns={depositColumns({ uploads, onView: setViewed, onDelete: setDoomed })}
      rowHref={hrefOf}
      skeletonRows={8}
      empty={
        <EmptyState
          icon={<Banknote aria-hidden />}
          title="No deposits found"
          message="Fund a wallet by bank transfer to start buying."
          action={start}
        />
      }
    >
      {shown && <DepositPanel key={shown.id} {...shown} onView={setViewed} />}
      {viewed && <ProofDialog key={viewed.id} deposit={viewed} onClose={() => setViewed(null)} />}
      <ConfirmDialog
        open={doomed !== null}
        onClose={() => setDoomed(null)}
        title="Delete deposit"
        message={`Deposit ${doomed?.reference} over ${doomed?.amount.formatted} is withdrawn from review. If you have already sent the money, keep it. This cannot be undone.`}
        onConfirm={() => doomed && remove.mutateAsync({ params: { id: doomed.id } })}
      />
    </ListPage>
  );
}
