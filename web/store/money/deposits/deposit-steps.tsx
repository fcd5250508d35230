import { useQuery } from '@tanstack/react-query';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/page/card.tsx';

const PaymentInstructions = lazily(
  () => import('./payment-instructions.tsx'),
  'PaymentInstructions',
  <Loading shapes={['h-44 w-full']} />,
);

const TRANSFER = 'Transfer';
const STEPS: readonly { title: string; text: string }[] = [
  { title: 'Request', text: 'Tell us the wallet and the amount. You get a reference such as DEP-000123.' },
  { title: TRANSFER, text: 'Send the amount from your company’s account and quote the reference.' },
  {
    title: 'Upload proof of payment',
    text: 'Upload the bank’s confirmation, an image or a PDF, in your list of deposits.',
  },
  { title: 'Credited', text: 'We compare it with our account and credit your wallet. You are notified at once.' },
];

export function DepositSteps({ currency }: { currency: Currency | undefined }) {
  return (
    <Card title="How it works">
      <ol className="space-y-5">
        {STEPS.map((step, index) => (
          <li key={step.title} className="relative flex gap-3">
            {index < STEPS.length - 1 && (
              <span className="absolute top-7 bottom-[-1rem] left-3 w-px bg-line" aria-hidden="true" />
            )}
            <span className="tabular grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink">
              {index + 1}
            </span>
            <div className="min-w-0 grow">
              <p className="text-sm font-medium">{step.title}</p>
              <p className="text-sm text-muted">{step.text}</p>
              {step.title === TRANSFER && currency && <Account currency={currency} />}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Loaded separately, because few stores need it for long. */
const DepositsClosed = lazily(() => import('./deposits-closed.tsx'), 'DepositsClosed');

function Account({ currency }: { currency: Currency }) {
  const query = useQuery(apiQuery('GET /deposits/accounts'));
  const account = query.data?.data.find((each) => each.currency === currency)?.account;
  return (
    <div className="mt-3">
      {account ? (
        <PaymentInstructions account={account} />
      ) : query.error ? (
        <LoadError of={query} failed="The account to pay into could not be loaded." />
      ) : query.data ? (
        <DepositsClosed currency={currency} />
      ) : (
        <Loading shapes={['h-44 w-full']} />
      )}
    </div>
  );
}
