import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { invalidate } from '#web/lib/query-key.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { DecisionDialog, type DecisionDialogProps } from '#web/ui/frames/decision-dialog.tsx';
import { toast } from '#web/ui/toast.ts';

const LISTS = { deposits: '/admin/deposits', withdrawals: '/admin/withdrawals' } as const;
type Kind = keyof typeof LISTS;
type Route = {
  deposits: 'POST /admin/deposits/:id/approve' | 'POST /admin/deposits/:id/reject';
  withdrawals: 'POST /admin/withdrawals/:id/complete' | 'POST /admin/withdrawals/:id/reject';
};

/** Shared by all decisions: while one is under way, the buttons of all requests are disabled. */
const DECISION = ['admin', 'decide'];
export const useIsDeciding = (): boolean => useIsMutating({ mutationKey: DECISION }) > 0;

type RequestDecisionProps<K extends Kind, Input extends FieldValues, Output> = {
  kind: K;
  route: Route[K];
  id: string;
} & Omit<DecisionDialogProps<Input, Output>, 'decide' | 'onOutdated'>;

/** Decides a deposit or withdrawal; then everything that it changed is read again. */
export function RequestDecision<K extends Kind, Input extends FieldValues, Output extends object>(
  props: RequestDecisionProps<K, Input, Output>,
) {
  const { kind, route, id, ...dialog } = props;
  const client = useQueryClient();
  const write = useWrite(route as Route[Kind], {
    mutationKey: DECISION,
    onSuccess: async ({ message }) => {
      toast.success(message);
      void invalidate(client, '/admin/dashboard', '/admin/transactions', '/admin/users', '/admin/audit');
      await invalidate(client, LISTS[kind]);
    },
  });
  return (
    <DecisionDialog
      {...dialog}
      decide={(body) => write.mutateAsync({ params: { id }, body: body as never })}
      onOutdated={() => invalidate(client, LISTS[kind])}
    />
  );
}
