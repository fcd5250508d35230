import type { FastifyReply } from 'fastify';
import { type StoredFile, sendPdf } from '#bff/kit/files/send-file.ts';
import { notFound } from '#bff/kit/lib/api-error.ts';
import { drawDepositInvoice } from '#bff/papers/invoices/deposit-papers.ts';
import { buyerNow } from '#bff/papers/invoices/issued.ts';
import type { SellerDeps } from '#bff/papers/invoices/parties.ts';
import type { DepositListItem } from '#projections/models/deposits.ts';

/** @throws ApiError 404 where no proof was uploaded */
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

export async function sendDepositInvoice(
  deps: SellerDeps,
  reply: FastifyReply,
  deposit: DepositListItem,
): Promise<FastifyReply> {
  return sendPdf(reply, await drawDepositInvoice(deps, deposit, await buyerNow(deps.database, deposit.customerId)));
}
