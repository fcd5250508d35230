import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { Wallet } from '#bff/contract/wallet.ts';
import { MIN_DEPOSIT } from '#core/deposit/limits.ts';
import { currencySymbol } from '#core/kernel/currencies.ts';
import { formatMinor, minorOf, minorToDecimal } from '#core/kernel/decimals.ts';
import { parseAmount } from '#web/lib/money.ts';
import { invalidate } from '#web/lib/query-key.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { showFieldErrors, useZodForm } from '#web/lib/use-zod-form.ts';
import { useSelectedWallet, useWallets } from '#web/lib/wallets.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Select } from '#web/ui/select.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toast } from '#web/ui/toast.ts';
import { DepositSteps } from './deposit-steps.tsx';

/** Announces a bank transfer. */
export function NewDepositPage() {
  const { wallet: selected } = useSelectedWallet();
  const { data: wallets, error, refetch } = useWallets();
  return (
    <>
      <PageHeader
        back={{ href: '/deposits', label: 'Back to deposits' }}
        title="Deposit Funds"
        description="Tell us what you are sending by bank transfer, so that we can match it and credit your wallet."
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <Card>
          {wallets && selected ? (
            <NewDepositForm wallets={wallets} selected={selected} />
          ) : error ? (
            <ErrorState message="Your wallets could not be loaded." onRetry={refetch} />
          ) : (
            <Loading className="space-y-5">
              <Skeleton className="h-14 w-full" />
              <Skeleton className="h-14 w-full" />
              <Skeleton className="h-24 w-full" />
            </Loading>
          )}
        </Card>
        <DepositSteps />
      </div>
    </>
  );
}

function NewDepositForm({ wallets, selected }: { wallets: readonly Wallet[]; selected: Wallet }) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const create = useWrite('POST /deposits', { onSuccess: () => invalidate(client, '/deposits') });
  const form = useZodForm(() => import('#bff/contract/deposit-form.ts').then((m) => m.depositFormOf(wallets)), {
    wallet_id: selected.id,
    amount: '',
    user_notes: '',
  });
  const { errors, isSubmitting } = form.formState;
  const wallet = wallets.find((each) => each.id === form.watch('wallet_id')) ?? selected;
  const typed = parseAmount(String(form.watch('amount') ?? ''), wallet.currency);

  const submit = form.handleSubmit(async (body) => {
    try {
      const { data: deposit } = await create.mutateAsync({ body });
      toast.success(`Deposit ${deposit.reference} requested`, 'Upload the proof once you have made the transfer.');
      navigate('/deposits');
    } catch (error) {
      if (!showFieldErrors(form, error)) toastError(error, 'Failed to submit deposit request');
    }
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label="Wallet" error={errors.wallet_id?.message} hint={`Balance ${wallet.balance.formatted}`} required>
        <Select
          placeholder="Select a wallet"
          options={wallets.map((each) => ({ value: each.id, label: `${each.name} (${each.currency})` }))}
          {...form.register('wallet_id')}
        />
      </Field>
      <Field
        label="Amount"
        error={errors.amount?.message}
        hint={
          typed !== undefined && typed > 0n
            ? `Your balance after approval: ${formatMinor(BigInt(wallet.balance.amount) + typed, wallet.currency)}`
            : `At least ${formatMinor(minorOf(MIN_DEPOSIT, wallet.currency), wallet.currency)}`
        }
        required
      >
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          placeholder={minorToDecimal(0n, wallet.currency)}
          className="tabular"
          start={currencySymbol(wallet.currency)}
          {...form.register('amount', { setValueAs: (text: string) => String(text).replaceAll(',', '').trim() })}
        />
      </Field>
      <Field label="Notes" error={errors.user_notes?.message} hint="Optional. The text of your transfer, for example.">
        <Textarea rows={3} {...form.register('user_notes')} />
      </Field>
      <div className="flex flex-wrap justify-end gap-2 border-t pt-5">
        <LinkButton href="/deposits">Cancel</LinkButton>
        <Button type="submit" variant="primary" busy={isSubmitting} busyText="Submitting...">
          Submit Deposit Request
        </Button>
      </div>
    </form>
  );
}
