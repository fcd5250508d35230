import { useMemo } from 'react';
import { amountIn } from '#bff/contract/base/common.ts';
import type { Wallet } from '#bff/contract/base/wallet.ts';
import type { AdminUserDetail } from '#bff/contract/people/admin-customer.ts';
import { CreditLimitForm } from '#bff/contract/people/customer-form.ts';
import { AllowanceAlert } from '#web/admin/shared/permission/allowance.tsx';
import { ApiError, fieldError, isApiError } from '#web/lib/call/api-error.ts';
import { parseAmount } from '#web/lib/words/money.ts';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { amount } from '#web/ui/form/form-money.tsx';
import { useUserActions } from './user-api.ts';

type CreditDialogProps = {
  userId: string;
  wallet: Wallet;
  /** A larger amount than `second_approval_above` needs a second administrator. */
  credit: AdminUserDetail['wallet_credit'][number] | undefined;
  onClose: () => void;
};

/** Sets how far the wallet may be spent below zero. */
export function CreditDialog({ userId, wallet, credit, onClose }: CreditDialogProps) {
  const aloneUpTo = credit?.second_approval_above;
  const { currency } = wallet;
  const { setCredit } = useUserActions(userId);
  const shown = {
    expect_credit_limit: wallet.credit_limit.decimal,
    ...(credit && { expect_proposed: credit.proposed?.amount.decimal ?? null }),
  };
  const schema = useMemo(() => CreditLimitForm.superRefine(amountIn('credit_limit', () => currency)), [currency]);
  return (
    <DecisionDialog
      size="sm"
      title={`Credit limit, ${wallet.name}`}
      description={`Credit can be spent on orders, but not paid out. 0 ends it.${aloneUpTo ? ` More than ${aloneUpTo.formatted} needs a second administrator.` : ''}`}
      schema={schema}
      defaults={{ wallet_id: wallet.id, credit_limit: wallet.credit_limit.decimal }}
      decide={async (body) => {
        try {
          await setCredit.mutateAsync({ params: { id: userId }, body: { ...body, ...shown } });
        } catch (error) {
          // The wallet refuses without naming a field, so its message belongs to the only one.
          if (!isApiError(error) || error.status !== 422 || fieldError(error, 'credit_limit')) throw error;
          throw new ApiError(422, { message: error.message, errors: { credit_limit: [error.message] } });
        }
      }}
      failed="The credit limit could not be changed."
      onClose={onClose}
      confirm={{ label: 'Save', busyText: 'Saving...' }}
      fields={(form) => [
        amount('credit_limit', 'Credit limit', currency, { autofocus: true }),
        <AllowanceAlert minor={raiseOf(wallet, form.watch('credit_limit'))} currency={currency} />,
      ]}
    />
  );
}

/** Undefined where the text is not an amount. */
function raiseOf({ credit_limit, currency }: Wallet, typed: unknown): bigint | undefined {
  const limit = parseAmount(typed, currency);
  return limit === undefined ? undefined : limit - BigInt(credit_limit.amount);
}
