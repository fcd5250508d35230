import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { ErrorBody } from '#bff/contract/base/common.ts';
import { READ_MODEL_AS_OF_HEADER } from '#bff/contract/base/headers.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createCustomer, type TestCustomer } from '#infra/proof/api/customers.ts';
import { ONE_PIXEL_PNG } from '#infra/proof/api/pictures.ts';
import type { FaultStack } from '../stack.ts';

/** The longest time that a person waits for an answer, even from a frozen store. */
const ANSWER_LIMIT_MS = 25_000;
export const HEAL_LIMIT_MS = 90_000;
const PAUSE_MS = 100;
const Deposit = z.object({ id: z.string(), has_payment_proof: z.boolean() });
const DepositPage = z.object({ data: z.array(Deposit), meta: z.object({ total: z.int() }) });

export type Answer = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly retryAfterS: number;
  /** When the read models last confirmed that they were complete. */
  readonly asOf: Date | undefined;
};

/** The answers that a customer got: every one was allowed, otherwise the visit itself has failed. */
export type Visit = { done: number; refused: number; reads: number; readsRefused: number; readonly asOf: Set<number> };

/** A customer who announces deposits, reads them, and remembers each one requested. */
export type Visitor = {
  readonly customer: TestCustomer;
  /** The access token in use; `use` replaces it. */
  token(): string;
  use(token: string): void;
  read(): Promise<Answer>;
  /** Announces a deposit under a new key, or again under the given one. */
  write(key?: string): Promise<Answer>;
  uploadProof(): Promise<Answer>;
  /** Reads and writes, one after the other, until `isOver`; only success, or a 503 with a time to retry, is allowed. */
  visit(isOver: (visit: Visit) => boolean): Promise<Visit>;
  /** Sends every request again until it is done. @throws when one is missing or was done twice, or a file is missing */
  settle(): Promise<void>;
};

export async function createVisitor(stack: FaultStack): Promise<Visitor> {
  const customer = await createCustomer(stack);
  const asked = new Set<string>();
  let depositId: string | undefined;
  let { token } = customer;

  async function call(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(`${stack.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    const text = await response.text();
    const { code, message } = response.ok ? { code: '', message: text } : ErrorBody.parse(JSON.parse(text));
    const asOf = response.headers.get(READ_MODEL_AS_OF_HEADER);
    return {
      status: response.status,
      code,
      message,
      retryAfterS: Number(response.headers.get('retry-after')),
      asOf: asOf === null ? undefined : new Date(asOf),
    };
  }

  const read = async () => {
    const answer = await call('/api/wallets');
    if (answer.status !== 200) assertRefusal(answer);
    else assert.ok(answer.asOf, 'a list does not say how fresh it is');
    return answer;
  };
  const write = async (key: string = randomUUID()) => {
    asked.add(key);
    const answer = await call('/api/deposits', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ wallet_id: customer.wallets.EUR, amount: '10' }),
    });
    if (answer.status !== 201) assertRefusal(answer);
    return answer;
  };
  const listed = async () => {
    const answer = await call('/api/deposits?per_page=100');
    assert.equal(answer.status, 200, answer.message);
    return DepositPage.parse(JSON.parse(answer.message));
  };
  const uploadProof = async () => {
    depositId ??= (await listed()).data[0]?.id;
    const form = new FormData();
    form.append('payment_proof', new Blob([new Uint8Array(ONE_PIXEL_PNG)], { type: 'image/png' }), 'proof.png');
    const answer = await call(`/api/deposits/${depositId}/payment-proof`, { method: 'POST', body: form });
    if (answer.status !== 200) assertRefusal(answer);
    return answer;
  };

  return {
    customer,
    token: () => token,
    use(other) {
      token = other;
    },
    read,
    write,
    uploadProof,
    async visit(isOver) {
      const visit: Visit = { done: 0, refused: 0, reads: 0, readsRefused: 0, asOf: new Set() };
      while (!isOver(visit)) {
        if ((await write()).status === 201) visit.done += 1;
        else visit.refused += 1;
        const answer = await read();
        if (answer.status === 200) visit.reads += 1;
        else visit.readsRefused += 1;
        if (answer.asOf) visit.asOf.add(answer.asOf.getTime());
        await delay(PAUSE_MS);
      }
      return visit;
    },
    async settle() {
      for (const key of asked) {
        await eventually(async () => assert.equal((await write(key)).status, 201), HEAL_LIMIT_MS);
      }
      await eventually(async () => assert.equal((await listed()).meta.total, asked.size), HEAL_LIMIT_MS);
      for (const { id, has_payment_proof: hasProof } of (await listed()).data) {
        if (hasProof) assert.equal((await call(`/api/deposits/${id}/payment-proof`)).status, 200, 'a proof is gone');
      }
    },
  };
}

/** The only allowed refusal during a failure: retry, with a time; for a key in progress, with that reason too. */
export function assertRefusal(answer: Answer): void {
  const said = JSON.stringify(answer);
  assert.ok(answer.retryAfterS > 0, `it does not say when to come back: ${said}`);
  if (answer.status === 409) assert.equal(answer.code, 'idempotency_in_progress', said);
  else assert.equal(answer.status, 503, said);
}
