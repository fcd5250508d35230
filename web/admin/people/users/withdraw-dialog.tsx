import { useMemo } from 'react';
import type { Wallet } from '#bff/contract/base/wallet.ts';
import { AdminWithdrawalForm } from '#bff/contract/money/withdrawal-form.ts';
import type { AdminUserDetail } from '#bff/contract/people/admin-customer.ts';
import { payable } from '#core/aggregates/wallet/funds.ts';
import { BASE_CURRENCY, type Currency } from '#core/kernel/money/currencies.ts';
import { amountMessage, formatMinor } from '#core/kernel/money/decimals.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { parseAmount } from '#web/lib/words/money.ts';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { note, select } from '#web/ui/form/fields.tsx';
import { amount } from '#web/ui/form/form-money.tsx';

type WithdrawDialogProps = {
  userId: string;
  wallets: readonly Wallet[];
  initialWalletId: string;
  banking: AdminUserDetail['banking'];
  onClose: () => void;
};

/** Starts a payout on the customer's behalf. */
export function WithdrawDialog({ userId, wallets, initialWalletId, banking, onClose }: WithdrawDialogProps) {
  const write = useWrite('POST /admin/withdrawals', { stale: ['/admin'] });
  const schema = useMemo(() => payoutForm(wallets), [wallets]);
  const currencyOf = (id: string | undefined) => wallets.find((wallet) => wallet.id === id)?.currency ?? BASE_CURRENCY;
  return (
    <DecisionDialog
      title="Initiate Withdrawal"
      description="The amount is held in the wallet until you complete or reject the withdrawal."
      schema={schema}
      defaults={{ user_id: userId, wallet_id: initialWalletId, amount: '', admin_notes: '', user_notes: '' }}
      decide={(body) =>
        write.mutateAsync({
          body: {
            ...body,
            expect_account_name: banking?.account_beneficiary_name ?? null,
            expect_account_last_four: banking?.account_iban_last_four ?? null,
          },
        })
      }
      failed="Failed to initiate the withdrawal"
      invalidTitle="Error"
      onClose={onClose}
      confirm={{
        label: (form) =>
          ['Initiate Withdrawal', ...amountOf(form.watch('amount'), currencyOf(form.watch('wallet_id')))].join(' of '),
        busyText: 'Starting...',
        disabled: wallets.length === 0,
      }}
      fields={(form) =>
        wallets.length === 0
          ? [<p className="text-sm text-muted">This user has no wallets available for withdrawal.</p>]
          : [
              select(
                'wallet_id',
                'Wallet',
                wallets.map((wallet) => ({ value: wallet.id, label: `${wallet.name} (${payableText(wallet)})` })),
                { placeholder: 'Select a wallet' },
              ),
              amount('amount', 'Amount', currencyOf(form.watch('wallet_id')), { autofocus: true }),
              <p className="rounded-lg bg-sunken px-4 py-3 text-sm text-muted">
                {banking
                  ? `It goes to ${banking.account_beneficiary_name}, account ending in ${banking.account_iban_last_four}.`
                  : 'The customer has no banking details: the transfer is made by hand.'}
              </p>,
              note('admin_notes', 'Admin notes', { hint: 'Internal, optional.', rows: 2, optional: true }),
              note('user_notes', 'User notes', { hint: 'Visible to the user, optional.', rows: 2, optional: true }),
            ]
      }
    />
  );
}

/** The amount for the button, where it is one. */
function amountOf(decimal: unknown, currency: Currency): string[] {
  const minor = parseAmount(decimal, currency);
  return minor ? [formatMinor(minor, currency)] : [];
}

/** The rules of the contract, and those of the wallets. */
const payoutForm = (wallets: readonly Wallet[]) =>
  AdminWithdrawalForm.superRefine(({ wallet_id, amount }, context) => {
    const wallet = wallets.find(({ id }) => id === wallet_id);
    const refuse = (path: 'wallet_id' | 'amount', message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (!wallet) return refuse('wallet_id', 'Selected wallet not found');
    const minor = parseAmount(amount, wallet.currency);
    if (minor === undefined) return refuse('amount', amountMessage(wallet.currency));
    if (minor > payableOf(wallet)) refuse('amount', `Insufficient balance. Available: ${payableText(wallet)}`);
  });

/** The payable amount: held money cannot be paid out. */
const payableOf = ({ balance, held }: Wallet): bigint =>
  payable({ balance: BigInt(balance.amount), held: BigInt(held.amount) });
const payableText = (wallet: Wallet): string => formatMinor(payableOf(wallet), wallet.currency);
