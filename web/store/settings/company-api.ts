import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { apiQueryOrNull } from '#web/lib/api-query.ts';
import type { BodyOf } from '#web/lib/api-types.ts';
import { invalidate, queryKey } from '#web/lib/query-key.ts';

/** The company; null when nothing was saved yet. */
export const companyQuery = () => apiQueryOrNull('GET /user/company-detail');

export function useSaveCompany(isNew: boolean) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'PUT /user/company-detail'>) =>
      isNew ? api('POST /user/company-detail', { body }) : api('PUT /user/company-detail', { body }),
    onSuccess: ({ data }) => {
      client.setQueryData(queryKey('GET /user/company-detail'), { data });
      void invalidate(client, 'GET /user');
    },
  });
}
