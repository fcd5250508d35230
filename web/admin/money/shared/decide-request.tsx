import { useIsMutating } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import type { Money } from '#bff/contract/base/common.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { DecisionDialog, type DecisionDialogProps } from '#web/ui/form/decision-dialog.tsx';
import { statusLabel } from '#web/ui/text/badge.tsx';

const ROUTES = {
  'approve deposit': 'POST /admin/deposits/:id/approve',
  'reject deposit': 'POST /admin/deposits/:id/reject',
  'complete withdrawal': 'POST /admin/withdrawals/:id/complete',
  'reject withdrawal': 'POST /admin/withdrawals/:id/reject',
} as const;

/** What a decision changes, beside the list of those that wait for one. */
export const CHANGED_BY_DECISIONS = [
  ...(['/admin/approvals', '/admin/bank-statements', '/admin/bank-suspense'] as const),
  ...(['/admin/dashboard', '/admin/transactions', '/admin/users', '/admin/audit'] as const),
] as const;

/** Shared by all decisions: while one is under way, the buttons of all requests are disabled. */
const DECISION = ['admin', 'decide'];
export const useIsDeciding = (): boolean => useIsMutating({ mutationKey: DECISION }) > 0;

/** The bank's line that a decision is based on. */
export type FromLine = { id: string; value_date: string; amount: Money };

type RequestDecisionProps<Input extends FieldValues, Output> = {
  what: keyof typeof ROUTES;
  id: string;
  /** The title, where it differs from the action. */
  title?: string;
  /** What the dialog shows of the request, so that it is refused where it is no longer so. */
  shown?: Record<string, string | null>;
  onClose: () => void;
} & Pick<DecisionDialogProps<Input, Output>, 'description' | 'schema' | 'defaults' | 'confirm' | 'fields'>;

/** Decides a deposit or withdrawal, then reloads everything that it changed. */
export function RequestDecision<Input extends FieldValues, Output extends object>(
  props: RequestDecisionProps<Input, Output>,
) {
  const { what, id, title = statusLabel(what), shown, ...dialog } = props;
  const list = what.endsWith('deposit') ? '/admin/deposits' : '/admin/withdrawals';
  const write = useWrite(ROUTES[what], { mutationKey: DECISION, stale: [list, ...CHANGED_BY_DECISIONS] });
  return (
    <DecisionDialog
      {...dialog}
      title={title}
      failed={`Failed to ${what}`}
      decide={(body) => write.mutateAsync({ params: { id }, body: { ...body, ...shown } as never })}
    />
  );
}
