import { useState } from 'react';
import type { Wallet } from '#bff/contract/wallet.ts';
import { currencySymbol } from '#core/kernel/currencies.ts';
import { amountMessage, minorToDecimal } from '#core/kernel/decimals.ts';
import { fieldError, serverMessage } from '#web/lib/api-error.ts';
import { parseAmount } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { useUserActions } from './user-api.ts';

/** How far the wallet may be spent below zero. */
export function CreditDialog(props: { open: boolean; onClose: () => void; userId: string; wallet: Wallet }) {
  return props.open ? <OpenCreditDialog {...props} /> : null;
}

function OpenCreditDialog({ onClose, userId, wallet }: { onClose: () => void; userId: string; wallet: Wallet }) {
  const [amount, setAmount] = useState(wallet.credit_limit.decimal);
  const [error, setError] = useState<string>();
  const { setCredit } = useUserActions(userId);
  const save = async () => {
    const minor = parseAmount(amount, wallet.currency);
    if (minor === undefined || minor < 0n) return setError(amountMessage(wallet.currency));
    setError(undefined);
    try {
      await setCredit.mutateAsync({
        params: { id: userId },
        body: { wallet_id: wallet.id, credit_limit: minorToDecimal(minor, wallet.currency), admin_notes: null },
      });
      onClose();
    } catch (failure) {
      setError(fieldError(failure, 'credit_limit') ?? serverMessage(failure, 'The credit limit could not be changed.'));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Credit limit, ${wallet.name}`}
      description="Credit can be spent on orders, but not paid out. 0 ends it."
      size="sm"
      onSubmit={(event) => event.preventDefault()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <Field label="Credit limit" error={error} required>
        <TextInput
          inputMode="decimal"
          start={currencySymbol(wallet.currency)}
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          className="tabular"
        />
      </Field>
    </Dialog>
  );
}
