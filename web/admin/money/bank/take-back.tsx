import { useState } from 'react';
import type { SuspendedLine } from '#bff/contract/money/admin-bank-routes.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

const STALE = ['/admin/bank-statements', '/admin/bank-suspense', '/admin/ledger', '/admin/audit'] as const;

/** For a line whose deposit has another one, too: old books may have two. */
export function TakeBack({ line: { id, amount, document } }: { line: SuspendedLine }) {
  const [isAsking, setIsAsking] = useState(false);
  const write = useWrite('POST /admin/bank-lines/:id/take-back', {
    stale: STALE,
    failed: 'The line could not be taken back.',
  });
  if (!document) return null;
  return (
    <>
      <Button size="sm" onClick={() => setIsAsking(true)}>
        Take back
      </Button>
      {isAsking && (
        <ConfirmDialog
          danger={false}
          onClose={() => setIsAsking(false)}
          title={`Take back from ${document.reference}`}
          message={`${document.reference} has another line of the bank, and was credited once. ${amount.formatted} of this line is owed again until it is assigned or returned; somebody else than you returns it. The wallet stays as it is.`}
          confirmLabel="Take back"
          onConfirm={() => write.mutateAsync({ params: { id }, body: { deposit_id: document.id } })}
        />
      )}
    </>
  );
}
