import type { WaitingApproval } from '#bff/contract/money/admin-approval.ts';
import { useWrite } from '#web/lib/api/use-write.ts';

/** A credit limit, a discount, a price, a rate or a change to an administrator that waits for a second administrator. */
export type WaitingLimit = Pick<WaitingApproval, 'kind' | 'subject_id' | 'amount' | 'percentage'> & {
  /** What the first administrator saw of a rate. */
  reference?: string;
  user: { id: string } | null;
};

/** Confirms exactly what waits, or takes it back; then everything that shows it is reloaded, after a refusal too. */
export function useSecondYes() {
  const options = {
    failed: 'This could not be decided.',
    stale: [
      '/admin/approvals',
      '/admin/users',
      '/admin/products',
      '/admin/rates',
      '/admin/administrators',
      '/admin/audit',
    ],
  } as const;
  const setCredit = useWrite('POST /admin/users/:id/credit', options);
  const rejectCredit = useWrite('POST /admin/users/:id/credit/reject', options);
  const setDiscount = useWrite('POST /admin/discounts', options);
  const rejectDiscount = useWrite('POST /admin/discounts/reject', options);
  const confirmPrice = useWrite('POST /admin/products/:id/price/confirm', options);
  const refusePrice = useWrite('POST /admin/products/:id/price/refuse', options);
  const confirmChange = useWrite('POST /admin/administrators/changes/:id/confirm', options);
  const refuseChange = useWrite('POST /admin/administrators/changes/:id/refuse', options);
  const confirmRate = useWrite('POST /admin/rates/:id/confirm', options);
  const refuseRate = useWrite('POST /admin/rates/:id/refuse', options);
  return {
    isPending: [
      ...[setCredit, rejectCredit, setDiscount, rejectDiscount],
      ...[confirmPrice, refusePrice, confirmChange, refuseChange, confirmRate, refuseRate],
    ].some((write) => write.isPending),
    confirm({ kind, subject_id, reference, user, amount, percentage }: WaitingLimit) {
      const id = user?.id ?? '';
      if (kind === 'rate') return confirmRate.mutate({ params: { id: subject_id }, body: { seen: reference ?? '' } });
      if (kind === 'administrator') return confirmChange.mutate({ params: { id: subject_id } });
      if (kind === 'discount') {
        const body = { user_id: id, product_id: subject_id, percentage: percentage ?? 0, expect_proposed: percentage };
        return setDiscount.mutate({ body });
      }
      if (amount === null) return;
      if (kind === 'price') {
        const body = { price: amount.decimal, currency: amount.currency };
        return confirmPrice.mutate({ params: { id: subject_id }, body });
      }
      const body = { wallet_id: subject_id, credit_limit: amount.decimal, expect_proposed: amount.decimal };
      return setCredit.mutate({ params: { id }, body });
    },
    reject({ kind, subject_id, user, amount, percentage }: WaitingLimit) {
      const id = user?.id ?? '';
      if (kind === 'administrator') return refuseChange.mutate({ params: { id: subject_id } });
      if (kind === 'rate') return refuseRate.mutate({ params: { id: subject_id } });
      if (kind === 'price') return refusePrice.mutate({ params: { id: subject_id } });
      return kind === 'discount'
        ? rejectDiscount.mutate({ body: { user_id: id, product_id: subject_id, expect_proposed: percentage } })
        : rejectCredit.mutate({
            params: { id },
            body: { wallet_id: subject_id, expect_proposed: amount?.decimal ?? null },
          });
    },
  };
}
