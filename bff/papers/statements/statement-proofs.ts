import type { FastifyReply } from 'fastify';
import type { Days } from '#bff/contract/base/days.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { ExportColumn } from '#bff/kit/files/export-column.ts';
import { sendDownload, sendPdf } from '#bff/kit/files/send-file.ts';
import { exportTable } from '#bff/kit/files/table-export.ts';
import { conflict, found } from '#bff/kit/lib/api-error.ts';
import { paperName } from '#bff/papers/drawing/file-names.ts';
import { partiesNow } from '#bff/papers/invoices/issued.ts';
import type { SellerDeps } from '#bff/papers/invoices/parties.ts';
import { findHead, type PublishedHead, provableLog } from '#bff/papers/log/kept-log.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import type { StoredEvent } from '#core/kernel/log/event-store.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { minorToDecimal } from '#core/kernel/money/decimals.ts';
import { proveLine, proveStatement } from '#core/proofs/statement.ts';
import { renderStatement } from './statement-pdf.ts';
import {
  MOST_LINES,
  type Period,
  readStatement,
  type StatementLine,
  statementChunks,
  walletCurrency,
} from './wallet-statement.ts';

type Deps = Pick<BffDeps, 'database' | 'eventStore'>;

export const notYet = () =>
  conflict(
    'not_signed_yet',
    'The head of the log that covers this is not signed yet. The log is signed once a day: try again tomorrow.',
  );

/** Sends the statement of a wallet as a file that proves it. @throws ApiError 409 while no head covers any of it */
export async function sendStatementProof(
  deps: Deps,
  reply: FastifyReply,
  wallet: { readonly walletId: string; readonly currency: Currency },
  days: Days,
): Promise<FastifyReply> {
  const body = await statementProof(deps, wallet.walletId, periodOf(days), await signedHead(deps));
  if (body === undefined) throw notYet();
  const name = `${paperName({ ...wallet, days })}.proof.json`;
  return sendDownload(reply, { name, contentType: 'application/json', body: Buffer.from(body) });
}

/** Sends one movement as a proof of its own. @throws ApiError 409 while no head covers it */
export async function sendLineProof(
  deps: Deps,
  reply: FastifyReply,
  { walletId, id, reference }: { readonly walletId: string; readonly id: string; readonly reference: string },
): Promise<FastifyReply> {
  // A withdrawal moves the balance at the capture of its hold, so its movement is found by the hold.
  const capturedHold = reference.startsWith('hold:') ? reference.slice('hold:'.length) : undefined;
  const isWanted = (event: StoredEvent) =>
    capturedHold === undefined
      ? event.id === id
      : event.type === 'WalletHoldCaptured' && (event.data as { holdId?: unknown }).holdId === capturedHold;
  const proof = await proveLine(
    deps.eventStore.readStream(`wallet-${walletId}`),
    isWanted,
    provableLog(deps.database, await signedHead(deps)),
  );
  if (proof === undefined) throw notYet();
  const name = `movement-${id.slice(0, 8)}.tlog-proof`;
  return sendDownload(reply, { name, contentType: 'text/plain; charset=utf-8', body: Buffer.from(proof) });
}

/** Undefined while no head covers any of the statement. */
const statementProof = (
  deps: Deps,
  walletId: string,
  period: Period,
  head: PublishedHead,
): Promise<string | undefined> =>
  proveStatement(deps.eventStore.readStream(`wallet-${walletId}`), period, provableLog(deps.database, head));

/** @throws ApiError 404 */
export async function sendStatement(
  deps: Deps & SellerDeps & Pick<BffDeps, 'config' | 'clock'>,
  reply: FastifyReply,
  { walletId, customerId }: { readonly walletId: string; readonly customerId: string },
  { format, ...days }: Days & { readonly format: 'csv' | 'pdf' },
): Promise<FastifyReply> {
  const period = periodOf(days);
  const currency = found(await walletCurrency(deps.eventStore, walletId), 'Wallet not found');
  const name = paperName({ walletId, currency, days });
  if (format === 'csv') {
    const chunks = statementChunks(deps.eventStore, walletId, period);
    return sendDownload(reply, { ...(await exportTable('csv', columnsIn(currency), chunks)), name: `${name}.csv` });
  }
  const statement = found(await readStatement(deps.eventStore, walletId, period, MOST_LINES), 'Wallet not found');
  const head = await findHead(deps.database);
  let proof: string | undefined;
  let noProof = 'It has no proof yet: the log is signed once a day.';
  try {
    proof = head && (await statementProof(deps, walletId, period, head));
  } catch (error) {
    // The statement itself has no limit of length.
    if (!isDomainError(error, 'invalid_value')) throw error;
    noProof = error.message;
  }
  const { seller, buyer: holder } = await partiesNow(deps, customerId);
  const body = await renderStatement({
    walletId,
    seller,
    holder,
    period,
    statement,
    proof,
    noProof,
    issuedAt: deps.clock(),
    signedAt: head?.signedAt,
    publicUrl: deps.config.publicUrl,
  });
  return sendPdf(reply, { name, body });
}

function columnsIn(currency: Currency): readonly ExportColumn<StatementLine>[] {
  return [
    { title: 'Date (UTC)', width: 20, kind: 'time', value: ({ time }) => new Date(time) },
    { title: 'Document', width: 16, kind: 'text', value: ({ document }) => document },
    { title: 'Movement', width: 16, kind: 'text', value: ({ movement }) => movement },
    { title: 'Amount', width: 14, kind: 'decimal', value: ({ change }) => minorToDecimal(change, currency) },
    { title: 'Balance', width: 14, kind: 'decimal', value: ({ balance }) => minorToDecimal(balance, currency) },
    { title: 'Currency', width: 10, kind: 'text', value: () => currency },
  ];
}

const periodOf = ({ start_date, end_date }: Days): Period => ({
  from: start_date === undefined ? null : `${start_date}T00:00:00.000Z`,
  to: end_date === undefined ? null : `${end_date}T23:59:59.999Z`,
});

export async function signedHead({ database }: Deps): Promise<PublishedHead> {
  const head = await findHead(database);
  if (!head) throw notYet();
  return head;
}
