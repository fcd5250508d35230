import { Banknote, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Deposit } from '#bff/contract/money/deposit.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { depositColumns } from './deposit-columns.tsx';
import { DepositPanel } from './deposit-panel.tsx';
import { useDeleteDeposit } from './deposits-api.ts';
import { useProofUploads } from './use-proof-uploads.ts';

const ProofDialog = lazily(() => import('./proof-dialog.tsx'), 'ProofDialog');

export function DepositsPage() {
  const [viewed, setViewed] = useState<Deposit | null>(null);
  const [doomed, setDoomed] = useState<Deposit | null>(null);
  const remove = useDeleteDeposit();
  const uploads = useProofUploads();
  const handlers = { uploads, onView: setViewed, onDelete: setDoomed };
  const start = (
    <LinkButton href="/deposits/new" variant="primary" icon={<Plus aria-hidden />}>
      Deposit Funds
    </LinkButton>
  );
  return (
    <ListScreen
      title="Deposits"
      description="Top-ups by bank transfer. Upload the proof of your transfer and we credit your wallet after review."
      actions={start}
      filters={{}}
      pushesPages
      read={(query) => apiQuery('GET /deposits', { query })}
      failed="Failed to fetch deposits"
      columns={depositColumns(handlers)}
      skeletonRows={8}
      empty={{
        icon: Banknote,
        none: ['No deposits found', 'Fund a wallet by bank transfer to start buying.'],
        action: start,
      }}
      panel={(shown) => <DepositPanel key={shown.id} {...shown} {...handlers} />}
    >
      {viewed && <ProofDialog key={viewed.id} deposit={viewed} onClose={() => setViewed(null)} />}
      <ConfirmDialog
        open={doomed !== null}
        onClose={() => setDoomed(null)}
        title="Delete deposit"
        message={`Deposit ${doomed?.reference} over ${doomed?.amount.formatted} is withdrawn from review. If you have already sent the money, keep it. This cannot be undone.`}
        onConfirm={() => doomed && remove.mutateAsync({ params: { id: doomed.id } })}
      />
    </ListScreen>
  );
}
