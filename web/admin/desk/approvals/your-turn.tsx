import type { WaitingApproval } from '#bff/contract/money/admin-approval.ts';
import { APPROVAL_PERMISSIONS } from '#bff/contract/money/approval-kinds.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { useSecondYes } from '#web/admin/shared/permission/second-yes.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { AskButton } from '#web/ui/overlays/confirm-dialog.tsx';
import { statusLabel } from '#web/ui/text/badge.tsx';

const ON_PAGES: ReadonlySet<string> = new Set(['deposit', 'withdrawal', 'bank_line', 'catalogue', 'discount_plan']);

/**
 * The caller's actions on a row, or why there are none. A deposit, a payout, a line of the bank or a change of the settings, of the catalogue or of many discounts is
 * decided on its own page, where it is seen whole; a limit or a discount, a price, a rate or a change to an administrator has none and is decided here.
 */
export function YourTurn({ row, href }: { row: WaitingApproval; href: string }) {
  const { administrator } = useAdministrator();
  const isOwn = row.first.by.id === administrator?.id;
  // Finance records rates, and confirms none.
  const mayReject = useMay(row.kind === 'rate' && isOwn ? 'rates:refuse' : APPROVAL_PERMISSIONS[row.kind]);
  const { confirm, reject } = useSecondYes();
  const isSettings = row.kind === 'settings';
  const isDocument = isSettings || ON_PAGES.has(row.kind);
  const no = isOwn ? 'Take back' : 'Reject';
  const who = row.kind === 'administrator' || isSettings ? 'Another owner decides' : 'An approver decides';
  // Who records a rate need not be one who approves.
  const begun = row.kind === 'rate' ? 'asked for it' : 'approved first';
  const isTimed = isSettings && row.due_at !== null;
  const look = row.may_confirm ? 'Look and decide' : 'Look';
  const name = row.user ? `${row.reference} of ${row.user.name}` : row.reference;
  const [kind, what] = [statusLabel(row.kind).toLowerCase(), wordsOf(row)];
  return (
    <span className="flex flex-wrap items-center justify-end gap-2">
      {isOwn && <span className="text-sm text-muted">You {begun}</span>}
      {!isOwn && !row.may_confirm && <span className="text-sm text-muted">{isTimed ? 'Waits for its time' : who}</span>}
      {isDocument && (row.may_confirm || isSettings) && (
        <LinkButton size="sm" href={href} aria-label={`${look}: ${name}`}>
          {look}
        </LinkButton>
      )}
      {!isDocument && mayReject && (
        <AskButton
          size="sm"
          variant="danger-ghost"
          aria-label={`${no}: ${name}`}
          title={`Reject ${kind}`}
          message={`${what} is ${row.kind === 'administrator' || row.kind === 'rate' ? 'refused' : 'taken back'}. What is in force stays as it is.`}
          confirmLabel="Reject"
          onConfirm={() => reject(row)}
        >
          {no}
        </AskButton>
      )}
      {!isDocument && row.may_confirm && (
        <AskButton
          size="sm"
          variant="primary"
          aria-label={`Confirm: ${name}`}
          title={`Confirm ${kind}`}
          message={`${what} counts at once. ${row.first.by.name} ${begun}.`}
          confirmLabel="Confirm"
          danger={false}
          onConfirm={() => confirm(row)}
        >
          Confirm
        </AskButton>
      )}
    </span>
  );
}

/** The amount or percentage of the request, for the list and the question; none of a rate or a change to an administrator. */
export const figureOf = ({ amount, percentage }: WaitingApproval): string =>
  amount?.formatted ?? (percentage === null ? '' : `${percentage} %`);

/** What waits, as the beginning of a sentence. */
function wordsOf(row: WaitingApproval): string {
  const figure = figureOf(row);
  switch (row.kind) {
    case 'discount':
      return `A discount of ${figure} on ${row.reference} for ${row.user?.name}`;
    case 'price':
      return `A price of ${figure} for ${row.reference}`;
    case 'administrator':
      return `“${row.reference}”`;
    // Its reference is whole sentences.
    case 'rate':
      return `${row.reference} What was asked for`;
    default:
      return `A credit limit of ${figure} for ${row.user?.name}`;
  }
}
