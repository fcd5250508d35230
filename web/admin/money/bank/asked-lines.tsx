import { Link } from 'wouter';
import type { BankLine } from '#bff/contract/money/admin-bank-routes.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { useWrite } from '#web/lib/api/use-write.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { Money } from '#web/ui/text/money.tsx';

type Answer = 'same' | 'another';

/** Says of lines whether they were imported before. */
export function useAnswer(statementId: string) {
  const mayAnswer = useMay('bank:import');
  const write = useWrite('POST /admin/bank-statements/:id/answer', {
    stale: ['/admin/bank-statements', '/admin/audit'],
  });
  return {
    mayAnswer,
    isBusy: write.isPending,
    answer: (lines: readonly BankLine[], is: Answer) =>
      write
        .mutateAsync({ params: { id: statementId }, body: { line_ids: lines.map(({ id }) => id), is } })
        .catch((error: unknown) => toastError(error, 'This could not be saved. Nothing was changed.')),
  };
}
type Answering = ReturnType<typeof useAnswer>;

export const isDoubted = ({ result }: BankLine): boolean => result === 'asked' || result === 'known';

/** The lines that were imported before, and that this one may be. */
export const EarlierLines = ({ lines }: { lines: BankLine['earlier'] }) =>
  lines.length > 0 && (
    <ul className="mt-1 flex flex-col gap-1 border-l-2 border-line pl-2 text-xs">
      {lines.map(({ id, statement_id, name, iban, text, amount, booked_on, format }) => (
        <li key={id}>
          <Link href={`/admin/bank-statements/${statement_id}`} className="underline">
            {name || text || iban || 'A line without words'}
          </Link>
          {name && text && <span className="text-muted"> {text}</span>}
          <span className="block text-muted">
            <Money value={amount} />, booked <DateText value={booked_on} />, from {format}
          </span>
        </li>
      ))}
    </ul>
  );

/** The two answers for one line; the answer that was given can be changed. */
export function AnswerSteps({ line, answer: { mayAnswer, isBusy, answer } }: { line: BankLine; answer: Answering }) {
  if (!mayAnswer) return null;
  const isAsked = line.result === 'asked';
  return (
    <span className="flex flex-wrap items-center gap-2 max-md:justify-end">
      {isAsked && (
        <Button size="sm" disabled={isBusy} onClick={() => answer([line], 'same')}>
          The same
        </Button>
      )}
      <Button
        size="sm"
        variant={isAsked ? 'secondary' : 'ghost'}
        disabled={isBusy}
        onClick={() => answer([line], 'another')}
      >
        Another one
      </Button>
    </span>
  );
}

type AskedProps = { count: number; shown: readonly BankLine[]; onShow: () => void; answer: Answering };

/** How many lines are asked about, and one answer for those that are on the page. */
export function AskedLines({ count, shown, onShow, answer: { mayAnswer, isBusy, answer } }: AskedProps) {
  const lines = (number: number) => `${number.toLocaleString('en-US')} ${number === 1 ? 'line' : 'lines'}`;
  return (
    <Alert tone="warn" className="mb-4" title={`${lines(count)} may have been imported before`}>
      Nothing is decided from a line before somebody says whether it is the same movement as the one shown beside it, or
      another one.
      <span className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={onShow}>
          Show {count === 1 ? 'it' : 'them'}
        </Button>
        {mayAnswer && shown.length > 1 && (
          <Button size="sm" disabled={isBusy} onClick={() => answer(shown, 'same')}>
            The {lines(shown.length)} on this page are the same
          </Button>
        )}
      </span>
    </Alert>
  );
}
