import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { IDEMPOTENCY_REPLAYED_HEADER } from '#bff/contract/base/headers.ts';
import { SignedIn } from '#bff/contract/identity/auth.ts';
import { DepositSaved } from '#bff/contract/money/deposit.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import type { TestCustomer } from '#infra/proof/api/customers.ts';

const ANSWER_LIMIT_MS = 15_000;
const PAUSE_MS = 100;
const HEAL_LIMIT_MS = 120_000;

type Kept = { readonly key: string; readonly body: string; readonly id: string };

/**
 * Somebody who signs up, and a customer who signs in and announces deposits with keys that are kept, until they are stopped. They remember only
 * what was answered.
 */
export function startVisitors(url: string, customer: TestCustomer & { readonly password: string }) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const signedUp: string[] = [];
  const sessions: string[] = [];
  const deposits: Kept[] = [];

  async function post(path: string, body: string, headers: Readonly<Record<string, string>>) {
    return fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
  }
  /** Undefined where there was no answer, or none that says it is done. */
  const done = async (answer: Promise<Response>): Promise<unknown> => {
    const response = await answer.catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    return response?.ok && text !== undefined ? JSON.parse(text) : undefined;
  };

  async function signUp(): Promise<void> {
    const email = `${randomUUID()}@visitor.example`;
    const password = randomBytes(12).toString('base64');
    const form = { name: 'Visitor', email, password, password_confirmation: password };
    if ((await done(post('/api/auth/sign-up', JSON.stringify(form), {}))) !== undefined) signedUp.push(email);
  }

  async function signIn(): Promise<void> {
    const { email, password } = customer;
    const answer = SignedIn.safeParse(await done(post('/api/auth/sign-in', JSON.stringify({ email, password }), {})));
    if (answer.data) sessions.push(answer.data.access_token);
  }

  const announce = (key: string, body: string) =>
    post('/api/deposits', body, { ...customer.headers, 'idempotency-key': key });
  async function deposit(): Promise<void> {
    const [key, body] = [randomUUID(), JSON.stringify({ wallet_id: customer.wallets.EUR, amount: '12.34' })];
    const saved = DepositSaved.safeParse(await done(announce(key, body))).data;
    if (saved) deposits.push({ key, body, id: saved.data.id });
  }

  const repeated = async (work: () => Promise<void>) => {
    while (!signal.aborted) {
      await work();
      await delay(PAUSE_MS);
    }
  };
  const working = Promise.all([signUp, signIn, deposit].map(repeated));

  return {
    signedUp,
    sessions,
    deposits,
    async stop(): Promise<void> {
      stopping.abort();
      await working;
    },
    /** What was answered and is not so any more. */
    async lost(received: readonly string[]): Promise<string[]> {
      const found: string[] = [];
      for (const token of sessions) {
        const { status } = await fetch(`${url}/api/auth/session`, { headers: { authorization: `Bearer ${token}` } });
        if (status !== 200) found.push(`A session that was answered is not known any more: ${status}.`);
      }
      for (const { key, body, id } of deposits) {
        const answer = await announce(key, body);
        const saved = DepositSaved.safeParse(await answer.json()).data;
        const isKept = answer.headers.get(IDEMPOTENCY_REPLAYED_HEADER) !== null;
        if (saved?.data.id !== id) found.push(`A repeated deposit ${id} is ${saved?.data.id}, kept: ${isKept}.`);
      }
      await eventually(() => {
        const waiting = signedUp.filter((email) => !received.includes(email));
        if (waiting.length > 0)
          throw new Error(`No mail came to ${waiting.length} of ${signedUp.length} who signed up.`);
      }, HEAL_LIMIT_MS).catch((error: Error) => found.push(error.message));
      return found;
    },
  };
}
