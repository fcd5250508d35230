import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { Wallet } from '#bff/contract/base/wallet.ts';
import { MIN_DEPOSIT } from '#core/aggregates/deposit/limits.ts';
import { formatMinor, minorOf } from '#core/kernel/money/decimals.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { useKeptValues } from '#web/lib/form/use-kept-values.ts';
import { submitTo, useZodForm } from '#web/lib/form/use-zod-form.ts';
import { parseAmount } from '#web/lib/words/money.ts';
import { useSelectedWallet, useWallets } from '#web/store/shared/wallets.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { fields, note, select } from '#web/ui/form/fields.tsx';
import { amount } from '#web/ui/form/form-money.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { DepositSteps } from './deposit-steps.tsx';

/** Announces a bank transfer. */
export function NewDepositPage() {
  const { wallet: selected } = useSelectedWallet();
  const query = useWallets();
  const wallets = query.data;
  const [walletId, setWalletId] = useState<string>();
  return (
    <>
      <PageHeader
        back={{ href: '/deposits', label: 'Back to deposits' }}
        title="Deposit Funds"
        description="Tell us what you are sending by bank transfer, so that we can match it and credit your wallet."
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <Card>
          {query.data && selected ? (
            <NewDepositForm wallets={query.data} selected={selected} onWallet={setWalletId} />
          ) : query.error ? (
            <LoadError of={query} failed="Your wallets could not be loaded." />
          ) : (
            <Loading className="space-y-5" shapes={['h-14 w-full', 'h-14 w-full', 'h-24 w-full']} />
          )}
        </Card>
        <DepositSteps currency={wallets?.find(({ id }) => id === walletId)?.currency ?? selected?.currency} />
      </div>
    </>
  );
}

type NewDepositFormProps = {
  wallets: readonly Wallet[];
  selected: Wallet;
  /** Called with the wallet that is chosen, whose account the steps show. */
  onWallet: (id: string) => void;
};

function NewDepositForm({ wallets, selected, onWallet }: NewDepositFormProps) {
  const [, navigate] = useLocation();
  const [asked] = useSearchParams();
  const request = useWrite('POST /deposits', {
    done: ({ data }) => [
      `Deposit ${data.reference} requested`,
      'Transfer the amount with this reference, then upload the proof.',
    ],
    stale: ['/deposits'],
  });
  const form = useZodForm(() => import('#bff/contract/money/deposit-form.ts').then((m) => m.depositFormOf(wallets)), {
    wallet_id: wallets.find(({ id }) => id === asked.get('wallet'))?.id ?? selected.id,
    amount: /^\d+(\.\d+)?$/.test(asked.get('amount') ?? '') ? (asked.get('amount') ?? '') : '',
    user_notes: '',
  });
  // A form that begins with an order's amount is another one.
  const forget = useKeptValues(form, `deposit ${asked}`);
  const wallet = wallets.find((each) => each.id === form.watch('wallet_id')) ?? selected;
  useEffect(() => onWallet(wallet.id), [onWallet, wallet.id]);
  const typed = parseAmount(form.watch('amount'), wallet.currency);
  const submit = submitTo(
    form,
    (body) =>
      request.mutateAsync({ body }).then(({ data }) => {
        forget();
        navigate(`/deposits?open=${data.id}`);
      }),
    'Failed to submit deposit request',
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {fields(form, [
        select(
          'wallet_id',
          'Wallet',
          wallets.map((each) => ({ value: each.id, label: `${each.name} (${each.currency})` })),
          { hint: `Balance ${wallet.balance.formatted}`, placeholder: 'Select a wallet' },
        ),
        amount('amount', 'Amount', wallet.currency, {
          hint:
            typed !== undefined && typed > 0n
              ? `Your balance after approval: ${formatMinor(BigInt(wallet.balance.amount) + typed, wallet.currency)}`
              : `At least ${formatMinor(minorOf(MIN_DEPOSIT, wallet.currency), wallet.currency)}`,
        }),
        note('user_notes', 'Notes', { hint: 'Optional. The text of your transfer, for example.', optional: true }),
      ])}
      <div className="flex flex-wrap justify-end gap-2 border-t pt-5">
        <LinkButton href="/deposits" onClick={forget}>
          Cancel
        </LinkButton>
        <SubmitButton form={form} busyText="Submitting...">
          Submit Deposit Request{typed ? ` of ${formatMinor(typed, wallet.currency)}` : ''}
        </SubmitButton>
      </div>
    </form>
  );
}
