import type { BankStatement } from '#bff/contract/money/admin-bank-routes.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Money } from '#web/ui/text/money.tsx';

export function StatementFacts({ of: { opening, closing, gap, known, notes } }: { of: BankStatement }) {
  return (
    <>
      {gap && (
        <Alert tone="warn" className="mb-4" title="Something is missing before this statement">
          {gap.missing && (
            <span className="block">
              It does not begin where the one before it ended: lines of <Money value={gap.missing} /> were not imported.
            </span>
          )}
          {gap.numbers && <span className="block">Statement {gap.numbers} was not imported.</span>}
        </Alert>
      )}
      <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-2 text-sm">
        {opening && closing ? (
          <>
            <Fact name="Opening balance">
              <Money value={opening} />
            </Fact>
            <Fact name="Closing balance">
              <Money value={closing} />
            </Fact>
          </>
        ) : (
          <Fact name="Balances">The file has none, so nothing proves that its lines are all.</Fact>
        )}
        {known > 0 && <Fact name="Known before">{known.toLocaleString('en-US')}</Fact>}
        {notes.length > 0 && <Fact name="Left out">{notes.join('; ')}</Fact>}
      </dl>
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="tabular">{children}</dd>
  </div>
);
