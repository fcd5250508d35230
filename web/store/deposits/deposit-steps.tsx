import { Card } from '#web/ui/card.tsx';

const STEPS: readonly { title: string; text: string }[] = [
  { title: 'Request', text: 'Tell us the wallet and the amount. You get a reference such as DEP-000123.' },
  { title: 'Transfer', text: 'Send the amount from your company’s account and quote the reference.' },
  { title: 'Prove', text: 'Upload the bank’s confirmation, an image or a PDF, in your list of deposits.' },
  { title: 'Credited', text: 'We compare it with our account and credit your wallet. You are notified at once.' },
];

/** The steps of a deposit into the wallet. */
export function DepositSteps() {
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
            <div>
              <p className="text-sm font-medium">{step.title}</p>
              <p className="text-sm text-muted">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
