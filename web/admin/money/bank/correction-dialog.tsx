import { CorrectionForm } from '#bff/contract/money/correction-form.ts';
import { CORRECTION_KINDS, CORRECTIONS, type CorrectionKind } from '#core/aggregates/correction/kinds.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import type { FromLine } from '#web/admin/money/shared/decide-request.tsx';
import { valueDay } from '#web/admin/money/shared/value-date-field.tsx';
import { useConfirmation } from '#web/admin/shared/fields/use-confirmation.tsx';
import { useWrite } from '#web/lib/api/use-write.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { utcDay } from '#web/lib/words/dates.ts';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { select, text } from '#web/ui/form/fields.tsx';
import { amount } from '#web/ui/form/form-money.tsx';

/** The kinds that a line of this sign can be; by hand, all. */
function kindsOf(line: FromLine | undefined): readonly CorrectionKind[] {
  if (!line) return CORRECTION_KINDS;
  const side = BigInt(line.amount.amount) > 0n ? 'in' : 'out';
  return CORRECTION_KINDS.filter((kind) => {
    const { sign, isAtBank } = CORRECTIONS[kind];
    return isAtBank && (sign === 'both' || sign === side);
  });
}

/** The question where another correction, or a line of the bank, may be the same money. */
export const CORRECTION_QUESTION = {
  code: 'confirm_correction',
  title: 'Is this another one?',
  confirmLabel: 'It is another one',
} as const;

const DIRECTIONS = [
  { value: 'out', label: 'Money out' },
  { value: 'in', label: 'Money in' },
];

/** Proposes to book what no deposit, payout or order shows: a line of the bank, or by hand with its paper. */
export function CorrectionDialog({ line, onClose }: { line?: FromLine; onClose: () => void }) {
  const { currencies } = useAdministrator();
  const kinds = kindsOf(line);
  const { confirmed, dialog } = useConfirmation(CORRECTION_QUESTION);
  const write = useWrite('POST /admin/corrections', {
    stale: ['/admin/corrections', '/admin/bank-statements', '/admin/ledger', '/admin/audit'],
  });
  return (
    <>
      <DecisionDialog
        title={line ? 'Book as a correction' : 'Propose a correction'}
        description={
          line
            ? `${line.amount.formatted} at the bank. A second administrator confirms it before it is booked.`
            : 'What the bank did and no line shows yet. A second administrator confirms it before it is booked.'
        }
        schema={CorrectionForm}
        defaults={{
          kind: kinds[0],
          ...(line ? { bank_line_id: line.id } : { currency: currencies[0], direction: 'out', amount: '' }),
          reason: '',
          paper: '',
          document: '',
          value_date: line?.value_date ?? utcDay(),
        }}
        decide={(body) => confirmed((isConfirmed) => write.mutateAsync({ body: { ...body, confirmed: isConfirmed } }))}
        failed="The correction could not be proposed."
        confirm={{ label: 'Propose', busyText: 'Proposing...' }}
        onClose={onClose}
        fields={(form) => {
          const { what, document, sign } = CORRECTIONS[form.watch('kind') ?? 'other'];
          const currency = form.watch('currency') ?? currencies[0] ?? BASE_CURRENCY;
          return [
            select(
              'kind',
              'What it is',
              kinds.map((kind) => ({ value: kind, label: CORRECTIONS[kind].title })),
              { hint: what },
            ),
            !line && select('currency', 'Currency', currencies),
            !line && sign === 'both' && select('direction', 'Direction', DIRECTIONS),
            !line && amount('amount', 'Amount', currency),
            document &&
              text('document', document === 'deposit' ? 'Deposit' : 'Withdrawal', {
                hint: `Its number, such as ${document === 'deposit' ? 'DEP' : 'WDR'}-000123.`,
                autoComplete: 'off',
              }),
            text('reason', 'Reason', { hint: 'No names of customers.', autoComplete: 'off' }),
            text('paper', line ? 'Paper (optional)' : 'Paper', {
              hint: "Where it is kept: the bank's advice, a letter, a folder.",
              autoComplete: 'off',
              optional: line !== undefined,
            }),
            valueDay('The day of the bank, from which it counts in the books (UTC).'),
          ];
        }}
      />
      {dialog}
    </>
  );
}
