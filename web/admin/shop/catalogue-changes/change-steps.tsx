import type { CatalogueChange } from '#bff/contract/shop/admin-catalogue.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { useWrite } from '#web/lib/api/use-write.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { counted } from '#web/lib/words/counted.ts';
import { AskButton } from '#web/ui/overlays/confirm-dialog.tsx';

const OPTIONS = {
  failed: 'This could not be done. Nothing was changed.',
  stale: [
    '/admin/catalogue',
    '/admin/products',
    '/admin/brands',
    '/admin/approvals',
    '/admin/audit',
    '/products',
    '/brands',
  ],
} as const;

/** The buttons for what the caller may do with the change now. */
export function ChangeSteps({ change }: { change: CatalogueChange }) {
  const { id, digest, status, counts, due_at, created_by, can_apply } = change;
  const { administrator } = useAdministrator();
  const [mayWrite, mayConfirm, mayRefuse] = [
    useMay('catalogue:write'),
    useMay('prices:confirm'),
    useMay('prices:refuse'),
  ];
  const apply = useWrite('POST /admin/catalogue/changes/:id/apply', OPTIONS);
  const confirm = useWrite('POST /admin/catalogue/changes/:id/confirm', OPTIONS);
  const refuse = useWrite('POST /admin/catalogue/changes/:id/refuse', OPTIONS);
  const withdraw = useWrite('POST /admin/catalogue/changes/:id/withdraw', OPTIONS);
  const isOwn = created_by.id === administrator?.id;
  const params = { id };
  const what = [
    counts.new > 0 && `${counts.new.toLocaleString('en-US')} new`,
    `${counts.changed.toLocaleString('en-US')} changed`,
  ]
    .filter(Boolean)
    .join(', ');
  if (status === 'shown' && can_apply && isOwn && mayWrite) {
    return (
      <AskButton
        variant="primary"
        danger={false}
        title={due_at ? 'Plan this change' : 'Apply this change'}
        message={
          due_at
            ? `${what}. It is applied when its day begins, and can be withdrawn until then.`
            : `${what}. It is applied as you see it. What was changed meanwhile is refused.`
        }
        confirmLabel={due_at ? 'Plan' : 'Apply'}
        onConfirm={() => settled(apply.mutateAsync({ params, body: { digest } }))}
      >
        {due_at ? 'Plan' : `Apply ${counted(counts.new + counts.changed, 'rows')}`}
      </AskButton>
    );
  }
  if (status === 'planned' && mayWrite) {
    return (
      <AskButton
        variant="danger-ghost"
        title="Withdraw this change"
        message="It is not applied on its day. Prices stay as they are."
        confirmLabel="Withdraw"
        onConfirm={() => settled(withdraw.mutateAsync({ params }))}
      >
        Withdraw
      </AskButton>
    );
  }
  if (status !== 'waiting') return null;
  return (
    <>
      {(isOwn ? mayRefuse : mayConfirm) && (
        <AskButton
          variant="danger-ghost"
          title={isOwn ? 'Take this change back' : 'Refuse this change'}
          message="Nothing of it is applied. The catalogue stays as it is."
          confirmLabel={isOwn ? 'Take back' : 'Refuse'}
          onConfirm={() => settled(refuse.mutateAsync({ params }))}
        >
          {isOwn ? 'Take back' : 'Refuse'}
        </AskButton>
      )}
      {!isOwn && mayConfirm && (
        <AskButton
          variant="primary"
          danger={false}
          title="Confirm this change"
          message={`${what}, ${counted(counts.far, 'prices')} of it far from the last ones. ${due_at ? 'It is applied when its day begins.' : 'It counts at once.'} ${created_by.name} approved first.`}
          confirmLabel="Confirm"
          onConfirm={() => settled(confirm.mutateAsync({ params, body: { digest } }))}
        >
          Confirm
        </AskButton>
      )}
    </>
  );
}

/** A failure is shown by its toast. */
const settled = (sent: Promise<unknown>): Promise<void> =>
  sent.then(
    () => undefined,
    () => undefined,
  );
