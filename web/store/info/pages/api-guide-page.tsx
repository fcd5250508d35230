import type { ReactNode } from 'react';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from '#bff/contract/outside/webhook-events.ts';
import { transport } from '#web/lib/api/api.ts';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { type GuideStep, LIMITED, NO_ANSWER, PURCHASE, REFUSED, VERIFY } from './api-guide.ts';

/** From an API key to the first gift codes, with curl. */
export function ApiGuidePage() {
  return (
    <article className="mx-auto max-w-3xl pb-10">
      <PageHeader
        title="Build with the API"
        description="Your first purchase by curl takes five minutes: a key, a product, an order, its codes."
      />
      <div className="flex flex-col gap-10">
        <Part title="Before you begin">
          <p>
            You need an approved account with funds in a wallet. Generate a key under{' '}
            <TextLink href="/settings/account?tab=api-key">Account Settings, API Key</TextLink> that may read the
            catalogue and wallets, change the cart, place orders and read codes, and keep it where only your own systems
            can read it. Then tell your shell about both:
          </p>
          <p>
            A <strong className="font-medium text-ink">test key</strong> (<code>gl_test_…</code>) is for writing your
            programs: it reads what a live key reads, except gift codes. What it would change is checked as always, who
            may do it and each field, and then refused with 403 <code>test_key</code>: nothing is ordered and no money
            moves.
          </p>
          <Command text={`export STORE=${transport.origin}\nexport KEY=gl_live_your_key`} what="settings" />
        </Part>
        <Part title="The first purchase">
          <ol className="flex flex-col gap-7">
            {PURCHASE.map((step, index) => (
              <li key={step.title}>
                <Step step={step} number={index + 1} />
              </li>
            ))}
          </ol>
        </Part>
        <Part title="What else to know">
          {[NO_ANSWER, REFUSED, LIMITED].map((step) => (
            <Step key={step.title} step={step} />
          ))}
        </Part>
        <Part title="Webhooks">
          <p>
            Add an https address of yours under{' '}
            <TextLink href="/settings/account?tab=webhooks">Account Settings, Webhooks</TextLink>, and we send it what
            happens. Answer with a status of 2xx within ten seconds; otherwise we try again with growing pauses for two
            days. Messages name the object and never hold codes: read those by the API.
          </p>
          <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
            {WEBHOOK_EVENT_TYPES.map((type) => (
              <div key={type} className="contents">
                <dt className="font-mono text-xs leading-6 text-ink">{type}</dt>
                <dd className="max-sm:mb-2">{WEBHOOK_EVENTS[type].meaning}</dd>
              </div>
            ))}
          </dl>
          <Step step={VERIFY} />
        </Part>
        <Part title="Every call">
          <p>
            <a href="/api/docs" className="font-medium text-accent-ink hover:underline">
              The API’s documentation
            </a>{' '}
            has all calls with their examples;{' '}
            <a href="/api/docs/json" className="font-medium text-accent-ink hover:underline">
              its OpenAPI document
            </a>{' '}
            is what clients are generated from.
          </p>
        </Part>
      </div>
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 text-sm leading-6 text-muted">
      <h2 className="text-lg font-semibold text-ink">{title}</h2>
      {children}
    </section>
  );
}

function Step({ step, number }: { step: GuideStep; number?: number }) {
  const { title, text, command, takes = {} } = step;
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold text-ink">
        {number !== undefined && `${number}. `}
        {title}
      </h3>
      <p>{text}</p>
      <Command text={command} what={title} />
      {Object.entries(takes).map(([name, place]) => (
        <p key={name}>
          Keep <code className="font-mono text-xs text-ink">{place}</code> of the answer:{' '}
          <code className="font-mono text-xs text-ink">export {name}=…</code>
        </p>
      ))}
    </div>
  );
}

function Command({ text, what }: { text: string; what: string }) {
  return (
    <div className="flex items-start gap-2 rounded-md border bg-sunken py-2 pr-2 pl-4">
      <pre className="min-w-0 grow whitespace-pre-wrap py-1 font-mono text-xs leading-5 text-ink wrap-anywhere">
        {text}
      </pre>
      <CopyButton value={text} label={`Copy the lines of ‘${what}’`} />
    </div>
  );
}
