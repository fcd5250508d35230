import { ORDER_EXPIRY_HOURS } from '#core/aggregates/order/limits.ts';
import { Disclosure } from '#web/ui/overlays/disclosure.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';

const QUESTIONS = {
  'How do I get an account?':
    'Register with your work address, verify it by the link we send, fill in your company details and upload one document that proves the company. We review it within 1-2 business days and send you an email.',
  'How do I put money into my wallet?':
    'Open Deposits, request a deposit for the amount you will transfer, and upload the confirmation of your bank. When the transfer has arrived we approve the deposit and the wallet is credited at once.',
  'When do I get my codes?': `At once, when the order is paid and the codes are in stock. If your wallet does not cover the order it waits for funds for ${ORDER_EXPIRY_HOURS} hours, and is paid by itself when they arrive. If a product is out of stock, a paid order is fulfilled as soon as new codes come in.`,
  'What are conversion fees?':
    'A product has a price in one currency. If you pay from a wallet of the other, we convert at our rate and add a fee. Both are shown in the cart before you pay.',
  'Can I return a code?':
    'An order can be cancelled until its codes are delivered. A code that was revealed cannot be taken back, because anyone who has seen it could redeem it.',
  'How do I get my money back out?':
    'Open Withdrawals and ask for a payout to your bank. The amount is held in your wallet until the transfer is made, and is released again if it cannot be made.',
  'Can my systems order for me?':
    'Yes. Generate an API key under Account Settings; the page “Build with the API”, linked at the foot of the home page, leads to a first purchase.',
};

export function FaqPage() {
  return (
    <div className="mx-auto max-w-2xl pb-10">
      <PageHeader title="Frequently asked questions" description="Not here? Use the help button below; we answer." />
      <div className="divide-y rounded-xl border bg-surface">
        {Object.entries(QUESTIONS).map(([question, answer]) => (
          <div key={question} className="px-5">
            <Disclosure summary={question} className="items-center py-4 text-sm font-medium">
              <p className="pb-5 text-sm leading-6 text-muted">{answer}</p>
            </Disclosure>
          </div>
        ))}
      </div>
    </div>
  );
}
