import { Check } from 'lucide-react';
import type { AdminSetup, SetupStep } from '#bff/contract/office/admin-setup.ts';
import { cx } from '#web/lib/words/cx.ts';

export const STEP_TITLES: Readonly<Record<SetupStep, string>> = {
  'second-factor': 'Second factor',
  seller: 'Seller',
  currencies: 'Currencies',
  accounts: 'Accounts',
  look: 'Logo',
  catalogue: 'Catalogue',
  mail: 'Test mail',
};

/** `open` is the last page. */
export type Page = SetupStep | 'open';
type StepListProps = { setup: AdminSetup; page: Page; onPage: (page: Page) => void };

/** Where one is: all steps can be gone to, save that a needed second factor comes before everything else. */
export function StepList({ setup, page, onPage }: StepListProps) {
  const isLocked = isEnrolmentMissing(setup);
  const pages: { page: Page; title: string; isDone: boolean; more: string | null }[] = [
    ...setup.steps.map(({ step, is_done, is_skipped }) => ({
      page: step,
      title: STEP_TITLES[step],
      isDone: is_done,
      more: !is_done && is_skipped ? 'later' : null,
    })),
    { page: 'open', title: 'Open the store', isDone: false, more: null },
  ];
  return (
    <nav aria-label="Steps">
      <ol className="flex flex-wrap gap-1 md:flex-col">
        {pages.map((each, at) => (
          <li key={each.page}>
            <button
              type="button"
              disabled={isLocked && each.page !== 'second-factor'}
              aria-current={each.page === page ? 'step' : undefined}
              onClick={() => onPage(each.page)}
              className={cx(
                'flex w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left text-sm font-medium disabled:opacity-60',
                each.page === page
                  ? 'bg-accent-soft text-accent-ink'
                  : 'text-muted enabled:hover:bg-hover enabled:hover:text-ink',
              )}
            >
              <span className="tabular grid size-5 shrink-0 place-items-center rounded-full border border-current text-xs">
                {each.isDone ? <Check className="size-3.5" aria-hidden /> : at + 1}
              </span>
              <span>
                {each.title}
                {each.isDone && <span className="sr-only">, done</span>}
                {each.more && <span className="font-normal"> · {each.more}</span>}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Without it the server allows nothing else. */
const isEnrolmentMissing = ({ steps }: AdminSetup): boolean =>
  steps.some(({ step, is_done, is_needed }) => step === 'second-factor' && is_needed && !is_done);

/** Where the setup goes on: at the first step that is neither done nor left for later. */
export const firstOpenPage = ({ steps }: AdminSetup): Page =>
  steps.find(({ is_done, is_skipped }) => !is_done && !is_skipped)?.step ?? 'open';

export const pageAfter = ({ steps }: AdminSetup, page: Page): Page =>
  steps[steps.findIndex(({ step }) => step === page) + 1]?.step ?? 'open';
