import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { LINE_RESULTS, type LineResult } from '#bff/contract/base/office-lists.ts';
import type { BankLine, BankLinePage } from '#bff/contract/money/admin-bank-routes.ts';
import { subjectHref } from '#web/admin/shared/words/subject-href.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useList } from '#web/lib/api/use-list.ts';
import { useListAddress } from '#web/lib/navigation/list-address.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListTable } from '#web/ui/list/list-table.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { StateBadge, statusLabel, type Tone } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { AnswerSteps, AskedLines, EarlierLines, isDoubted, useAnswer } from './asked-lines.tsx';
import { LineParty } from './line-party.tsx';
import { useLineSteps } from './line-steps.tsx';
import { StatementDays } from './statement-days.tsx';
import { StatementFacts } from './statement-facts.tsx';
import { WholeReferences } from './whole-references.tsx';

const RESULTS = ['all', ...LINE_RESULTS] as const;
/** The whole matching is made for each look, and what others decide is refused at the decision. */
const REFRESH_MILLISECONDS = 60_000;

export function BankStatementPage() {
  const { id = '' } = useParams<{ id: string }>();
  const address = useListAddress({ result: RESULTS });
  const { result } = address.filters;
  const query = { page: address.page, result: result === 'all' ? ('' as const) : result };
  const lines = apiQuery('GET /admin/bank-statements/:id/lines', { params: { id }, query });
  const list = useList(
    { ...lines, refetchInterval: REFRESH_MILLISECONDS },
    { failed: 'Failed to fetch the bank statement', turnTo: address.turnTo },
  );
  const { steps, dialog } = useLineSteps();
  const answer = useAnswer(id);
  const asked = (list.data?.data ?? []).filter((line) => line.result === 'asked');
  const { statement, counts, missing = [] } = list.data?.meta ?? {};
  const countOf = (value: (typeof RESULTS)[number]) => (value === 'all' ? statement?.lines : counts?.[value]);
  return (
    <>
      <PageHeader
        back={{ href: '/admin/bank-statements', label: 'Back to bank statements' }}
        title={statement?.number ? `Bank statement ${statement.number}` : 'Bank statement'}
        description={
          statement ? (
            <>
              {[statement.format, statement.account && `of ${statement.account}`].filter(Boolean).join(' ')},{' '}
              <StatementDays of={statement} />
            </>
          ) : (
            'Its lines, beside the deposits and payouts of the ledger.'
          )
        }
      />
      {statement?.is_own_account === false && <StrangeAccount account={statement.account} />}
      {statement && <StatementFacts of={statement} />}
      {statement && statement.asked > 0 && (
        <AskedLines
          count={statement.asked}
          shown={asked}
          onShow={() => address.choice('result').onChange('asked')}
          answer={answer}
        />
      )}
      {missing.length > 0 && <Missing missing={missing} />}
      <div className="mt-6 mb-4 flex">
        <Segmented
          label="Result"
          {...address.choice('result')}
          options={RESULTS.map((value) => ({
            value,
            label: [labelOf(value), countOf(value)].filter((part) => part !== undefined).join(' '),
          }))}
        />
      </div>
      <Card padded={false}>
        <ListTable
          list={list}
          caption="Lines of the bank statement"
          noun="lines"
          columns={[
            ...COLUMNS,
            column.text(
              'To do',
              (line: BankLine) =>
                isDoubted(line) ? (
                  <AnswerSteps line={line} answer={answer} />
                ) : (
                  steps({ ...line, amount: line.in_suspense ?? line.amount })
                ),
              { id: 'do', card: 'actions' },
            ),
          ]}
          empty={
            <EmptyState
              icon={<CircleCheck aria-hidden />}
              title={address.isFiltered ? 'No line of this kind' : 'The statement has no lines'}
              action={address.isFiltered && <Button onClick={address.clear}>Show all lines</Button>}
            />
          }
        />
      </Card>
      {dialog}
    </>
  );
}

/** The account was confirmed at the import, and its lines are matched all the same. */
const StrangeAccount = ({ account }: { account: string }) => (
  <Alert
    tone="warn"
    className="mb-4"
    title={account === '' ? 'The file does not say which account it is of' : `${account} is not among our accounts`}
  >
    {account === ''
      ? 'Its lines are compared with all deposits and payouts in their currencies.'
      : 'Somebody confirmed it. If it is ours, let Settings, Money name it; if it is not, decide nothing from its lines.'}
  </Alert>
);

/** This many are shown above the lines at first. */
const SHOWN_MISSING = 5;

function Missing({ missing }: { missing: BankLinePage['meta']['missing'] }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? missing : missing.slice(0, SHOWN_MISSING);
  const count = missing.length.toLocaleString('en-US');
  return (
    <Alert tone="warn" title={`${count} ${missing.length === 1 ? 'booking' : 'bookings'} not on the bank statement`}>
      <ul className="mt-1 flex flex-col gap-1">
        {shown.map(({ kind, id, reference, amount, day }) => (
          <li key={id}>
            <Link href={subjectHref(kind, id)} className="tabular underline">
              {reference}
            </Link>{' '}
            of <Money value={amount} />, <DateText value={day} />
          </li>
        ))}
      </ul>
      {shown.length < missing.length && (
        <Button size="sm" className="mt-2" onClick={() => setIsWhole(true)}>
          Show all {count}
        </Button>
      )}
    </Alert>
  );
}

const labelOf = (result: string): string => (result === 'in_suspense' ? 'Unassigned' : statusLabel(result));
const TONES: Record<LineResult, Tone> = {
  booked: 'ok',
  to_decide: 'info',
  amount_differs: 'warn',
  duplicate: 'bad',
  unknown: 'none',
  in_suspense: 'warn',
  returned: 'none',
  asked: 'warn',
  known: 'none',
};

const COLUMNS: readonly TableColumn<BankLine>[] = [
  column.text('From or to', (line) => <LineParty {...line} />, { id: 'who', card: 'title' }),
  column.day('Value date', (row) => row.value_date, { className: 'text-muted' }),
  column.money('Amount', (row) => row.amount),
  column.text('Result', ({ result, certainty }) => (
    <span className="inline-flex items-center gap-2">
      <StateBadge of={{ tone: TONES[result], label: labelOf(result) }} />
      {certainty && <span className="text-xs text-muted">{statusLabel(certainty)}</span>}
    </span>
  )),
  column.text(
    'Deposit or payout',
    ({ document, together, reason, earlier }) => (
      <span className="block max-w-80 max-md:ml-auto">
        <span className="flex flex-wrap gap-x-3 max-md:justify-end">
          {(together.length > 0 ? together : document ? [document] : []).map(({ kind, id, reference }) => (
            <Link key={id} href={subjectHref(kind, id)} className="tabular font-medium underline">
              {reference}
            </Link>
          ))}
        </span>
        <span className="block text-xs text-muted">
          <WholeReferences>{reason}</WholeReferences>
        </span>
        <EarlierLines lines={earlier} />
      </span>
    ),
    { id: 'document' },
  ),
];
