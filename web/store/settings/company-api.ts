import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Company, CompanyAnswer, CompanyDetailBody, CompanySaved } from '#bff/contract/company.ts';
import { apiFetch } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { keys } from '#web/lib/query-keys.ts';

/** The company; null when nothing was saved yet. */
export const useCompany = () => useQuery({ queryKey: keys.company, queryFn: ({ signal }) => loadCompany(signal) });

/** The company as it is now; null when nothing was saved yet. Throws ApiError. */
export async function loadCompany(signal?: AbortSignal): Promise<Company | null> {
  try {
    return (await apiFetch<CompanyAnswer>('/user/company-detail', signal ? { signal } : {})).data;
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}

export function useSaveCompany(isNew: boolean) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CompanyDetailBody) =>
      apiFetch<CompanySaved>('/user/company-detail', { method: isNew ? 'POST' : 'PUT', body }),
    onSuccess: (answer) => {
      client.setQueryData(keys.company, answer.data);
      void client.invalidateQueries({ queryKey: keys.user });
    },
  });
}
