import type { FastifyReply } from 'fastify';
import type { BffDeps } from '#bff/kit/deps.ts';
import { type StoredFile, sendPdf } from '#bff/kit/files/send-file.ts';
import { notFound } from '#bff/kit/lib/api-error.ts';
import { depositInvoice } from '#bff/papers/invoices/deposit-invoice.ts';
import { partiesNow } from '#bff/papers/invoices/issued.ts';
import { drawInvoice } from '#bff/papers/invoices/render.ts';
import type { DepositListItem } from '#projections/models/deposits.ts';

/** The proof of a deposit, for sending. @throws ApiError 404 where none was uploaded */
export function requireProof(deposit: DepositListItem): StoredFile {
  const { customerId, number, proofFileId, proofContentType, proofSha256 } = deposit;
  if (proofFileId === null || proofContentType === null || proofSha256 === null) {
    throw notFound('No payment proof was uploaded for this deposit.');
  }
  return {
    id: proofFileId,
    owner: customerId,
    name: `payment-proof-${number}`,
    contentType: proofContentType,
    sha256: proofSha256,
  };
}

/** Sends the invoice of a deposit. */
export async function sendDepositInvoice(
  { database }: Pick<BffDeps, 'database'>,
  reply: FastifyReply,
  deposit: DepositListItem,
): Promise<FastifyReply> {
  const { buyer } = await partiesNow(database, deposit.customerId);
  return sendPdf(reply, await drawInvoice(depositInvoice(deposit, buyer)));
}
