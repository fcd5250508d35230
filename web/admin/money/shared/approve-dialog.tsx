import { useMemo } from 'react';
import type { Money } from '#bff/contract/base/common.ts';
import type { AdminDeposit } from '#bff/contract/money/deposit.ts';
import { formatMinor } from '#core/kernel/money/decimals.ts';
import { AllowanceAlert } from '#web/admin/shared/permission/allowance.tsx';
import { formatDate, utcDay } from '#web/lib/words/dates.ts';
import { parseAmount } from '#web/lib/words/money.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { note } from '#web/ui/form/fields.tsx';
import { amount } from '#web/ui/form/form-money.tsx';
import { approveForm } from './approve-form.ts';
import { type FromLine, RequestDecision } from './decide-request.tsx';
import { type SecondEyes, useSecondEyes } from './second-eyes.tsx';
import { valueDay } from './value-date-field.tsx';

/** Approves a deposit with an amount, or confirms the amount of the first approval, and explains the effect beforehand. */
export function ApproveDialog({
  deposit,
  line,
  onClose,
}: {
  deposit: AdminDeposit;
  line?: FromLine;
  onClose: () => void;
}) {
  const { amount: requested, user } = deposit;
  const turn = useSecondEyes(deposit);
  const isConfirming = turn !== null && !turn.isOwn;
  // An earlier note of an administrator is the first one's reason.
  const needsReason = !deposit.has_payment_proof && deposit.admin_notes === null;
  const schema = useMemo(() => approveForm(requested, needsReason), [requested, needsReason]);
  const approvableOf = (text: string | undefined) => approvable(text ?? '', deposit);
  return (
    <RequestDecision
      what="approve deposit"
      id={deposit.id}
      title={titleOf(turn)}
      description={`${deposit.reference} of ${user.name}`}
      shown={{
        expect_amount: requested.decimal,
        expect_proof: deposit.payment_proof_id,
        expect_fee_percent: deposit.fee_percent,
      }}
      schema={schema}
      defaults={{
        // A line has the received amount and day, also for a first administrator who changes their approval. A confirmation uses the first
        // approval's amount.
        approved_amount: (turn && (isConfirming || !line) ? turn.first.amount : smaller(line?.amount, requested))
          .decimal,
        value_date: turn && (isConfirming || !line) ? deposit.value_date : (line?.value_date ?? utcDay()),
        admin_notes: '',
        ...(line && { bank_line_id: line.id }),
      }}
      confirm={{
        label: (form) => labelOf(isConfirming, approvableOf(form.watch('approved_amount')), requested.currency),
        busyText: isConfirming ? 'Confirming...' : 'Approving...',
      }}
      onClose={onClose}
      fields={(form) => {
        const minor = approvableOf(form.watch('approved_amount'));
        return [
          <Figure label="Requested amount" text={requested.formatted} />,
          deposit.fee_percent !== '0' && <Figure label="Deposit fee" text={`${deposit.fee_percent} %`} />,
          line && <Figure label="Received by the bank" text={line.amount.formatted} />,
          line && <Unbooked line={line} minor={minor} />,
          // One's own approval counts already.
          !turn?.isOwn && <AllowanceAlert minor={minor} currency={requested.currency} />,
          ...(isConfirming
            ? [<FirstApproval first={turn.first} day={deposit.value_date} />]
            : [
                amount('approved_amount', 'Approved amount', requested.currency, {
                  hint: hintOf(deposit, minor),
                  autofocus: true,
                }),
                valueDay('When the bank received it (UTC).'),
              ]),
          note('admin_notes', 'Admin notes', {
            hint: needsReason ? 'No proof was uploaded: why it is approved.' : 'Optional.',
            optional: !needsReason,
            autofocus: true,
          }),
        ];
      }}
    />
  );
}

/** The received amount, but at most the requested one. */
const smaller = (came: Money | undefined, requested: Money): Money =>
  came && BigInt(came.amount) < BigInt(requested.amount) ? came : requested;

/** The part of the line that would not be booked anywhere, which looks like part of the deposit otherwise. */
function Unbooked({ line: { amount }, minor }: { line: FromLine; minor: bigint | undefined }) {
  const rest = minor === undefined ? 0n : BigInt(amount.amount) - minor;
  if (rest <= 0n) return null;
  return (
    <Alert tone="warn" title={`${formatMinor(rest, amount.currency)} of it stays outside of the books`}>
      Send the rest back at the bank, or hold the whole line in suspense instead and return it.
    </Alert>
  );
}

/** What is confirmed, without a field. */
const FirstApproval = ({ first, day }: { first: NonNullable<SecondEyes>['first']; day: string | null }) => (
  <>
    <Figure label={`Approved by ${first.by.name}`} text={first.amount.formatted} />
    {day && <Figure label="Value date" text={formatDate(day)} />}
    <p className="text-sm text-muted">
      You confirm exactly this. The wallet is credited at once; this cannot be undone.
    </p>
  </>
);

const Figure = ({ label, text }: { label: string; text: string }) => (
  <div className="flex items-baseline justify-between gap-4 rounded-lg bg-sunken px-4 py-3 text-sm">
    <span className="text-muted">{label}</span>
    <span className="tabular font-semibold">{text}</span>
  </div>
);

const titleOf = (turn: SecondEyes): string => {
  if (!turn) return 'Approve deposit';
  return turn.isOwn ? 'Change approval' : 'Confirm approval';
};

/** The typed amount, where it may be approved. */
function approvable(text: string, { amount: requested }: AdminDeposit): bigint | undefined {
  const minor = parseAmount(text, requested.currency);
  return minor !== undefined && minor > 0n && minor <= BigInt(requested.amount) ? minor : undefined;
}

const labelOf = (isConfirming: boolean, minor: bigint | undefined, currency: AdminDeposit['amount']['currency']) =>
  [isConfirming ? 'Confirm' : 'Approve', ...(minor === undefined ? [] : [formatMinor(minor, currency)])].join(' ');

function hintOf(
  { amount: { amount, currency }, second_approval_above: above, has_payment_proof }: AdminDeposit,
  minor: bigint | undefined,
) {
  if (minor !== undefined && minor > BigInt(above.amount)) {
    return `More than ${above.formatted}: a second administrator has to confirm it before the wallet is credited. What one decides alone for a customer is added up over days.`;
  }
  if (!has_payment_proof) {
    return 'Without a proof a second administrator has to confirm it, whatever its amount, before the wallet is credited.';
  }
  return minor !== undefined && minor < BigInt(amount)
    ? `${formatMinor(BigInt(amount) - minor, currency)} less than requested.`
    : 'What arrived at the bank. The wallet is credited at once; this cannot be undone.';
}
