import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';

/** A second factor is required and not set up: the server allows nothing else. */
export function useMustEnrol(): boolean {
  const { status } = useAdministrator();
  const { data } = useQuery({ ...apiQuery('GET /admin/session'), enabled: status === 'signed-in' });
  return status === 'signed-in' && data?.data.must_enrol === true;
}
