import { useQuery } from '@tanstack/react-query';
import type { Money } from '#bff/contract/base/common.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';

/** Warns that an approval of this amount (in minor units) would be refused, because it is more than what is left today. */
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
