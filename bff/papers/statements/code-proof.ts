import type { FastifyReply } from 'fastify';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sendDownload } from '#bff/kit/files/send-file.ts';
import { found } from '#bff/kit/lib/api-error.ts';
import { provableLog } from '#bff/papers/log/kept-log.ts';
import { proveCode } from '#core/proofs/code.ts';
import { notYet, signedHead } from './statement-proofs.ts';

/** Sends the life of one code of a fulfilled order as a file that proves it. @throws ApiError 404; 409 while no head covers it */
export async function sendCodeProof(
  deps: Pick<BffDeps, 'database' | 'eventStore' | 'codes'>,
  reply: FastifyReply,
  orderId: string,
  codeId: string,
): Promise<FastifyReply> {
  const head = await signedHead(deps);
  const codes = await deps.codes.openOrder(orderId);
  const code = found(
    codes.find((each) => each.codeId === codeId),
    'There is no such code in this order.',
  );
  const events = deps.eventStore.readStream(`order-${orderId}`);
  const body = await proveCode(events, codes, code, provableLog(deps.database, head));
  if (body === undefined) throw notYet();
  const name = `code-${codeId.slice(0, 8)}.proof.json`;
  return sendDownload(reply, { name, contentType: 'application/json', body: Buffer.from(body) });
}
