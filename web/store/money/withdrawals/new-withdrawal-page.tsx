import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useLocation } from 'wouter';
import type { z } from 'zod';
import type { Wallet } from '#bff/contract/base/wallet.ts';
import type { WithdrawalForm } from '#bff/contract/money/withdrawal-form.ts';
import { payable } from '#core/aggregates/wallet/funds.ts';
import { BASE_CURRENCY, DEFAULT_CURRENCIES } from '#core/kernel/money/currencies.ts';
import { formatMinor } from '#core/kernel/money/decimals.ts';
import { apiQueryOrNull } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { useKeptValues } from '#web/lib/form/use-kept-values.ts';
import { submitTo, useZodForm } from '#web/lib/form/use-zod-form.ts';
import { useCustomer } from '#web/lib/session/session.ts';
import { parseAmount } from '#web/lib/words/money.ts';
import { useSelectedWallet, useWallets } from '#web/store/shared/wallets.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { fields, note, select, text } from '#web/ui/form/fields.tsx';
import { amount } from '#web/ui/form/form-money.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';

type Fields = z.input<typeof WithdrawalForm>;
type Values = z.output<typeof WithdrawalForm>;

/** The bank data is prefilled from Banking Details and stored with the request as it was sent. */
export function NewWithdrawalPage() {
  const [, navigate] = useLocation();
  const { user } = useCustomer();
  const { data: wallets } = useWallets();
  const { wallet: selected } = useSelectedWallet();
  const banking = useBanking();
  const form = useZodForm(() => import('#bff/contract/money/withdrawal-form.ts').then((m) => m.WithdrawalForm), {
    amount: '',
    currency: selected?.currency ?? BASE_CURRENCY,
    bankDetails: { bankName: '', accountName: '', accountNumber: '', swiftCode: '', additionalInfo: '' },
  });
  const forget = useKeptValues(form, 'withdrawal');
  const currency = form.watch('currency');
  const currencies = wallets?.map((each) => each.currency) ?? DEFAULT_CURRENCIES;
  const wallet = wallets?.find((candidate) => candidate.currency === currency);

  const typed = parseAmount(form.watch('amount'), currency);

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

  const request = useWrite('POST /withdrawals', {
    done: () => ['Withdrawal requested', 'The amount is held in your wallet until the transfer is made.'],
    stale: ['/withdrawals', '/wallets', '/transactions'],
  });
  const submit = submitTo(
    form,
    (body) =>
      request.mutateAsync({ body }).then(() => {
        forget();
        navigate('/withdraw');
      }),
    'Failed to submit withdrawal request',
  );
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title="New Withdrawal"
        description="We transfer the amount to your bank account, usually within two business days."
        back={{ href: '/withdraw', label: 'Back to withdrawals' }}
      />
      {user?.is_company_reviewed_again && (
        <Alert tone="warn" title="Payouts wait for approval" className="mb-5">
          Your company details were changed. Payouts wait until we have approved them; your money stays in your wallet.
        </Alert>
      )}
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Card title="Amount">
          <div className="grid gap-5 sm:grid-cols-2">
            {fields(form, [
              select('currency', 'Currency', currencies, {
                hint: wallet ? `${payableOf(wallet)} can be paid out` : undefined,
              }),
              amount('amount', 'Amount', currency),
            ])}
          </div>
        </Card>
        <BankAccount form={form} isUnknown={banking === null} />
        <div className="flex justify-end gap-3">
          <LinkButton href="/withdraw" onClick={forget}>
            Cancel
          </LinkButton>
          <SubmitButton
            form={form}
            disabledReason={
              user?.is_company_reviewed_again ? 'Payouts wait until your company is approved.' : undefined
            }
            busyText="Submitting..."
          >
            Request withdrawal{typed ? ` of ${formatMinor(typed, currency)}` : ''}
          </SubmitButton>
        </div>
      </form>
    </div>
  );
}

function BankAccount({ form, isUnknown }: { form: UseFormReturn<Fields, unknown, Values>; isUnknown: boolean }) {
  return (
    <Card
      title="Bank account"
      description={
        isUnknown
          ? 'Where the money is paid out to.'
          : 'Prefilled from your banking details; change it for this withdrawal only.'
      }
    >
      {isUnknown && (
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
        {fields(form, [
          text('bankDetails.bankName', 'Bank name'),
          text('bankDetails.accountName', 'Account name'),
          text('bankDetails.accountNumber', 'Account number', { autoComplete: 'off' }),
          text('bankDetails.swiftCode', 'SWIFT code', { autoComplete: 'off' }),
          note('bankDetails.additionalInfo', 'Additional information', {
            hint: 'Optional.',
            className: 'sm:col-span-2',
            optional: true,
          }),
        ])}
      </div>
    </Card>
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
