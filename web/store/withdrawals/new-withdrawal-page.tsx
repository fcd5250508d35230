import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { Wallet } from '#bff/contract/wallet.ts';
import { BASE_CURRENCY, currencySymbol, DEFAULT_CURRENCIES } from '#core/kernel/currencies.ts';
import { formatMinor, minorToDecimal } from '#core/kernel/decimals.ts';
import { payable } from '#core/wallet/funds.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { apiQueryOrNull } from '#web/lib/api-query.ts';
import { leastAmount } from '#web/lib/money.ts';
import { invalidate } from '#web/lib/query-key.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { useZodForm } from '#web/lib/use-zod-form.ts';
import { useSelectedWallet, useWallets } from '#web/lib/wallets.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toast } from '#web/ui/toast.ts';

/** Asks for a payout. The bank data is prefilled from Banking Details and kept with the request as it was sent. */
export function NewWithdrawalPage() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { data: wallets } = useWallets();
  const { wallet: selected } = useSelectedWallet();
  const banking = useBanking();
  const form = useZodForm(() => import('#bff/contract/withdrawal-form.ts').then((m) => m.WithdrawalForm), {
    amount: '',
    currency: selected?.currency ?? BASE_CURRENCY,
    bankDetails: { bankName: '', accountName: '', accountNumber: '', swiftCode: '', additionalInfo: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const bankErrors = errors.bankDetails;
  const currency = form.watch('currency');
  const currencies = wallets?.map((each) => each.currency) ?? DEFAULT_CURRENCIES;
  const wallet = wallets?.find((candidate) => candidate.currency === currency);

  const isPrefilled = useRef(false);
  useEffect(() => {
    if (!banking || isPrefilled.current || form.formState.dirtyFields.bankDetails) return;
    isPrefilled.current = true;
    form.setValue('bankDetails', {
      bankName: banking.bank_name,
      accountName: banking.account_beneficiary_name,
      accountNumber: banking.account_iban,
      swiftCode: banking.bic_swift,
      additionalInfo: '',
    });
  }, [banking, form]);

  const write = useWrite('POST /withdrawals');
  const submit = form.handleSubmit(async (values) => {
    try {
      await write.mutateAsync({ body: values });
      await invalidate(client, '/withdrawals', '/wallets', '/transactions');
      toast.success('Withdrawal requested', 'The amount is held in your wallet until the transfer is made.');
      navigate('/withdraw');
    } catch (error) {
      const amount = isApiError(error) ? error.errors.amount?.[0] : undefined;
      if (amount) form.setError('amount', { message: amount }, { shouldFocus: true });
      else toastError(error, 'Failed to submit withdrawal request');
    }
  });

  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title="New Withdrawal"
        description="We transfer the amount to your bank account, usually within two business days."
        back={{ href: '/withdraw', label: 'Back to withdrawals' }}
      />
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Card title="Amount">
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              label="Currency"
              error={errors.currency?.message}
              required
              hint={wallet ? `${payableOf(wallet)} can be paid out` : undefined}
            >
              <Select options={currencies.map((value) => ({ value, label: value }))} {...form.register('currency')} />
            </Field>
            <Field label="Amount" error={errors.amount?.message} required>
              <TextInput
                type="number"
                inputMode="decimal"
                min="1"
                step={leastAmount(currency)}
                placeholder={minorToDecimal(0n, currency)}
                start={currencySymbol(currency)}
                {...form.register('amount')}
              />
            </Field>
          </div>
        </Card>
        <Card
          title="Bank account"
          description="Prefilled from your banking details; change it for this withdrawal only."
        >
          {banking === null && (
            <Alert
              tone="info"
              className="mb-5"
              action={
                <LinkButton href="/settings/banking" size="sm">
                  Banking Details
                </LinkButton>
              }
            >
              Save your banking details once, and this form fills itself.
            </Alert>
          )}
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Bank name" error={bankErrors?.bankName?.message} required>
              <TextInput {...form.register('bankDetails.bankName')} />
            </Field>
            <Field label="Account name" error={bankErrors?.accountName?.message} required>
              <TextInput {...form.register('bankDetails.accountName')} />
            </Field>
            <Field label="Account number" error={bankErrors?.accountNumber?.message} required>
              <TextInput autoComplete="off" {...form.register('bankDetails.accountNumber')} />
            </Field>
            <Field label="SWIFT code" error={bankErrors?.swiftCode?.message} required>
              <TextInput autoComplete="off" {...form.register('bankDetails.swiftCode')} />
            </Field>
            <Field
              label="Additional information"
              hint="Optional."
              error={bankErrors?.additionalInfo?.message}
              className="sm:col-span-2"
            >
              <Textarea rows={3} {...form.register('bankDetails.additionalInfo')} />
            </Field>
          </div>
        </Card>
        <div className="flex justify-end gap-3">
          <LinkButton href="/withdraw">Cancel</LinkButton>
          <Button type="submit" variant="primary" busy={isSubmitting} busyText="Submitting...">
            Request withdrawal
          </Button>
        </div>
      </form>
    </div>
  );
}

const payableOf = ({ balance, held, currency }: Wallet): string =>
  formatMinor(payable({ balance: BigInt(balance.amount), held: BigInt(held.amount) }), currency);

/** Saved banking details; null when there are none, undefined while they load. */
function useBanking() {
  const { data } = useQuery({
    ...apiQueryOrNull('GET /user/banking-detail'),
    select: (answer) => answer?.data.data ?? null,
  });
  return data;
}
