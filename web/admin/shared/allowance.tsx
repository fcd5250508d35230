import { useQuery } from '@tanstack/react-query';
import type { Money } from '#bff/contract/common.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { Alert } from '#web/ui/alert.tsx';

/** Says beforehand that a yes to so much (in minor units) would be refused, by what is left to approve today; else nothing. */
export function AllowanceAlert({ minor, currency }: { minor: bigint | undefined; currency: Money['currency'] }) {
  const { data } = useQuery(apiQuery('GET /admin/approvals/allowance'));
  const left = data?.data.left.find((money) => money.currency === currency);
  if (minor === undefined || !left || minor <= BigInt(left.amount)) return null;
  return (
    <Alert tone="warn">
      You may approve {left.formatted} more today. Another administrator can decide this, or you tomorrow.
    </Alert>
  );
}
