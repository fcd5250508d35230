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
    '/admin/users',
    '/products',
    '/brands',
  ],
} as const;

const OF_CATALOGUE = {
  writes: 'catalogue:write',
  confirms: 'prices:confirm',
  refuses: 'prices:refuse',
  noun: 'Prices',
  apply: 'POST /admin/catalogue/changes/:id/apply',
  confirm: 'POST /admin/catalogue/changes/:id/confirm',
  refuse: 'POST /admin/catalogue/changes/:id/refuse',
  withdraw: 'POST /admin/catalogue/changes/:id/withdraw',
  far: (count: number) => `${counted(count, 'prices')} of it far from the last ones`,
  changed: 'What was changed meanwhile is refused.',
} as const;
const OF_DISCOUNTS = {
  writes: 'customers:decide',
  confirms: 'customers:decide',
  refuses: 'customers:decide',
  noun: 'Discounts',
  apply: 'POST /admin/discount-plans/:id/apply',
  confirm: 'POST /admin/discount-plans/:id/confirm',
  refuse: 'POST /admin/discount-plans/:id/refuse',
  withdraw: 'POST /admin/discount-plans/:id/withdraw',
  far: (count: number) => `${counted(count, 'discounts')} of it ${count === 1 ? 'takes' : 'take'} two administrators`,
  changed: 'What was changed meanwhile stays as it is.',
} as const;

/** The buttons for what the caller may do with the change now. */
export function ChangeSteps({ change }: { change: CatalogueChange }) {
  const { id, digest, status, counts, due_at, created_by, can_apply } = change;
  const { administrator } = useAdministrator();
  const way = change.kind === 'discounts' ? OF_DISCOUNTS : OF_CATALOGUE;
  const [mayWrite, mayConfirm, mayRefuse] = [useMay(way.writes), useMay(way.confirms), useMay(way.refuses)];
  const apply = useWrite(way.apply, OPTIONS);
  const confirm = useWrite(way.confirm, OPTIONS);
  const refuse = useWrite(way.refuse, OPTIONS);
  const withdraw = useWrite(way.withdraw, OPTIONS);
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
            : `${what}. It is applied as you see it. ${way.changed}`
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
        message={`It is not applied on its day. ${way.noun} stay as they are.`}
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
          message={`Nothing of it is applied. ${way.noun} stay as they are.`}
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
          message={`${what}, ${way.far(counts.far)}. ${due_at ? 'It is applied when its day begins.' : 'It counts at once.'} ${created_by.name} approved first.`}
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
