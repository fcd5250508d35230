import { FileDown } from 'lucide-react';
import { Link } from 'wouter';
import type { PayoutFile } from '#bff/contract/base/common.ts';
import { MAX_TRANSFERS } from '#bff/contract/base/office-lists.ts';
import type { SuspendedLine } from '#bff/contract/money/admin-bank-routes.ts';
import type { PayoutBatch } from '#bff/contract/money/admin-payout-routes.ts';
import type { AdminWithdrawal } from '#bff/contract/money/withdrawal.ts';
import { returnReference } from '#core/aggregates/suspense/line-stream.ts';
import { saveFile } from '#web/lib/api/download.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';

const FAILED = 'The file could not be made.';

/** Puts the chosen withdrawals into a file for the bank, and downloads it. */
export function PayoutFileButton({ chosen, clear }: { chosen: readonly AdminWithdrawal[]; clear: () => void }) {
  const write = useWrite('POST /admin/payout-batches', {
    failed: FAILED,
    stale: ['/admin/payout-batches', '/admin/withdrawals', '/admin/audit'],
  });
  const make = () => write.mutateAsync({ body: { withdrawal_ids: chosen.map(({ id }) => id) } });
  return <FileButton make={make} refusal={refusalOf(chosen)} clear={clear} />;
}

/** The same for returns from suspense. */
export function ReturnsFileButton({ chosen, clear }: { chosen: readonly SuspendedLine[]; clear: () => void }) {
  const write = useWrite('POST /admin/payout-batches/returns', {
    failed: FAILED,
    stale: ['/admin/payout-batches', '/admin/bank-suspense', '/admin/audit'],
  });
  const make = () => write.mutateAsync({ body: { line_ids: chosen.map(({ id }) => id) } });
  const refusal = commonRefusal(chosen.map((line) => ({ ...line, reference: returnReference(line.id) })));
  return <FileButton make={make} refusal={refusal} clear={clear} />;
}

type FileButtonProps = { make: () => Promise<{ data: PayoutBatch }>; refusal: string | undefined; clear: () => void };

function FileButton({ make, refusal, clear }: FileButtonProps) {
  const makeAndSave = async () => {
    const { data } = await make();
    clear();
    // It is given out once a second administrator has confirmed it.
    if (data.awaits_second) return;
    await savePayoutFile(
      data,
      `${data.reference} was made, but could not be downloaded. Download it under Payout files.`,
    );
  };
  return (
    <Button size="sm" icon={<FileDown aria-hidden />} disabledReason={refusal} onClick={makeAndSave}>
      File for the bank
    </Button>
  );
}

export const savePayoutFile = ({ id, reference }: PayoutBatch, failed: string): Promise<void> =>
  saveFile('GET /admin/payout-batches/:id/file', { params: { id } }, `${reference}.xml`, failed);

export const PayoutFileLink = ({ file }: { file: PayoutFile }) => (
  <span className="block whitespace-nowrap">
    <Link href={`/admin/payout-files?file=${file.id}`} className="tabular font-medium underline">
      {file.reference}
    </Link>
    <DateText value={file.created_at} className="block text-xs text-muted" />
  </span>
);

const refusalOf = (chosen: readonly AdminWithdrawal[]): string | undefined =>
  chosen.some(({ status }) => status !== 'pending') ? 'Only those that wait can be paid' : commonRefusal(chosen);

function commonRefusal(
  chosen: readonly Pick<AdminWithdrawal, 'reference' | 'amount' | 'payout_file'>[],
): string | undefined {
  if (chosen.length > MAX_TRANSFERS) return `At most ${MAX_TRANSFERS} fit into one file`;
  const [taken, ...more] = chosen.filter(({ payout_file }) => payout_file !== null);
  if (taken?.payout_file) {
    const others = more.length === 0 ? '' : `, and ${more.length} more in files`;
    return `${taken.reference} is in ${taken.payout_file.reference} already${others}`;
  }
  return new Set(chosen.map(({ amount }) => amount.currency)).size > 1 ? 'A file is of one currency' : undefined;
}
