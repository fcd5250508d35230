import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Wallet } from '#bff/contract/wallet.ts';
import { BASE_CURRENCY } from '#core/kernel/currencies.ts';
import { amountMessage, minorToDecimal } from '#core/kernel/decimals.ts';
import { fieldError } from '#web/lib/api-error.ts';
import { leastAmount, parseAmount } from '#web/lib/money.ts';
import { invalidate } from '#web/lib/query-key.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toast } from '#web/ui/toast.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  userId: string;
  wallets: readonly Wallet[];
  initialWalletId: string;
};

/** Starts a payout on the customer's behalf. */
export function WithdrawDialog(props: Props) {
  return props.open ? <OpenWithdrawDialog {...props} /> : null;
}

function OpenWithdrawDialog({ onClose, userId, wallets, initialWalletId }: Props) {
  const client = useQueryClient();
  const [walletId, setWalletId] = useState(initialWalletId);
  const [amount, setAmount] = useState('');
  const [adminNotes, setAdminNotes] = useState('');
  const [userNotes, setUserNotes] = useState('');
  const [problem, setProblem] = useState<{ field: 'wallet_id' | 'amount'; message: string }>();
  const write = useWrite('POST /admin/withdrawals');
  const refuse = (field: 'wallet_id' | 'amount', message: string) => {
    setProblem({ field, message });
    toast.error('Error', message);
  };
  const wallet = wallets.find((candidate) => candidate.id === walletId);
  const least = leastAmount(wallet?.currency ?? BASE_CURRENCY);
  const start = async () => {
    if (walletId === '') return refuse('wallet_id', 'Please select a wallet');
    if (!wallet) return refuse('wallet_id', 'Selected wallet not found');
    const minor = parseAmount(amount, wallet.currency);
    if (minor === undefined || minor <= 0n) return refuse('amount', amountMessage(wallet.currency));
    if (minor > BigInt(wallet.balance.amount)) {
      return refuse('amount', `Insufficient balance. Available: ${wallet.balance.formatted}`);
    }
    setProblem(undefined);
    try {
      const answer = await write.mutateAsync({
        body: {
          user_id: userId,
          wallet_id: walletId,
          amount: minorToDecimal(minor, wallet.currency),
          admin_notes: adminNotes || null,
          user_notes: userNotes || null,
        },
      });
      await invalidate(client, '/admin');
      toast.success(answer.message);
      onClose();
    } catch (error) {
      const message = fieldError(error, 'amount');
      if (message) setProblem({ field: 'amount', message });
      toastError(error, 'Failed to initiate the withdrawal');
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Initiate Withdrawal"
      description="The amount is held in the wallet until you complete or reject the withdrawal."
      onSubmit={(event) => event.preventDefault()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={wallets.length === 0} onClick={start}>
            Initiate Withdrawal
          </Button>
        </>
      }
    >
      {wallets.length === 0 ? (
        <p className="text-sm text-muted">This user has no wallets available for withdrawal.</p>
      ) : (
        <div className="flex flex-col gap-5">
          <Field label="Wallet" error={problem?.field === 'wallet_id' ? problem.message : undefined} required>
            <Select
              placeholder="Select a wallet"
              value={walletId}
              onChange={(event) => setWalletId(event.target.value)}
              options={wallets.map((wallet) => ({
                value: wallet.id,
                label: `${wallet.name} (${wallet.balance.formatted})`,
              }))}
            />
          </Field>
          <Field label="Amount" error={problem?.field === 'amount' ? problem.message : undefined} required>
            <TextInput
              type="number"
              inputMode="decimal"
              min={least}
              step={least}
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
            />
          </Field>
          <Field label="Admin notes" hint="Internal, optional.">
            <Textarea rows={2} value={adminNotes} onChange={(event) => setAdminNotes(event.target.value)} />
          </Field>
          <Field label="User notes" hint="Visible to the user, optional.">
            <Textarea rows={2} value={userNotes} onChange={(event) => setUserNotes(event.target.value)} />
          </Field>
        </div>
      )}
    </Dialog>
  );
}
