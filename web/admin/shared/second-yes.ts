import type { WaitingApproval } from '#bff/contract/admin-approval.ts';
import { useWrite } from '#web/lib/use-write.ts';

/** A credit limit or a discount that waits for a second administrator. */
export type WaitingLimit = Pick<WaitingApproval, 'kind' | 'subject_id' | 'amount' | 'percentage'> & {
  user: { id: string };
};

/** Confirms exactly what waits, or takes it back; then everything that shows it is reloaded, after a refusal too. */
export function useSecondYes() {
  const options = {
    failed: 'This could not be decided.',
    stale: ['/admin/approvals', '/admin/users', '/admin/audit'],
  } as const;
  const setCredit = useWrite('POST /admin/users/:id/credit', options);
  const rejectCredit = useWrite('POST /admin/users/:id/credit/reject', options);
  const setDiscount = useWrite('POST /admin/discounts', options);
  const rejectDiscount = useWrite('POST /admin/discounts/reject', options);
  return {
    isPending: [setCredit, rejectCredit, setDiscount, rejectDiscount].some((write) => write.isPending),
    confirm: ({ subject_id, user: { id }, amount, percentage }: WaitingLimit) =>
      amount === null
        ? setDiscount.mutate({
            body: { user_id: id, product_id: subject_id, percentage: percentage ?? 0, expect_proposed: percentage },
          })
        : setCredit.mutate({
            params: { id },
            body: { wallet_id: subject_id, credit_limit: amount.decimal, expect_proposed: amount.decimal },
          }),
    reject: ({ kind, subject_id, user: { id }, amount, percentage }: WaitingLimit) =>
      kind === 'discount'
        ? rejectDiscount.mutate({ body: { user_id: id, product_id: subject_id, expect_proposed: percentage } })
        : rejectCredit.mutate({
            params: { id },
            body: { wallet_id: subject_id, expect_proposed: amount?.decimal ?? null },
          }),
  };
}
