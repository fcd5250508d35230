import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';

/** For owners, while customers cannot make deposits: why, and where that is mended. */
export function DepositsNotice() {
  const { data } = useQuery(apiQuery('GET /admin/settings'));
  const missing = data?.data.missing ?? [];
  if (missing.length === 0) return null;
  return (
    <Alert
      className="mb-6"
      tone="warn"
      title="Deposits are not open yet"
      action={<LinkButton href="/admin/settings">Open the settings</LinkButton>}
    >
      {missing.join(' ')}
    </Alert>
  );
}
