import { z } from 'zod';
import type { SnapshotCodec } from '#core/kernel/commands/aggregate.ts';
import { DocumentRef } from '#core/kernel/log/event.ts';
import { Currency, MoneySchema } from '#core/kernel/money/money.ts';
import { addedAll, emptyIndex, entriesFrom } from './append-only-index.ts';
import type { Applied, OpenWallet, WalletState } from './state.ts';

/** Sums of many movements: wider than one movement may be. */
const Minor = z.codec(z.string().regex(/^-?(0|[1-9]\d{0,30})$/), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (value) => value.toString(),
});

const Head = z
  .object({
    walletId: z.uuid(),
    customerId: z.uuid(),
    currency: Currency,
    balance: Minor,
    held: Minor,
    creditLimit: Minor,
    proposedLimit: z.object({ by: z.string(), what: z.object({ limit: MoneySchema }) }).nullable(),
    queue: z.array(
      z.object({ reference: z.string(), amount: MoneySchema, conversionFee: MoneySchema, document: DocumentRef }),
    ),
    holds: z.array(z.object({ holdId: z.uuid(), amount: MoneySchema, document: DocumentRef })),
  })
  .nullable();

const Entry = z.object({
  key: z.string(),
  value: z.discriminatedUnion('kind', [
    z.object({
      kind: z.enum(['deposit', 'deposit-fee', 'refund', 'payout-returned', 'deposit-taken-back']),
      amount: Minor,
      documentId: z.string(),
    }),
    z.object({
      kind: z.literal('payment'),
      amount: MoneySchema,
      conversionFee: MoneySchema,
      document: DocumentRef,
    }),
    z.object({
      kind: z.literal('hold'),
      outcome: z.enum(['captured', 'released']),
      amount: MoneySchema,
      document: DocumentRef,
    }),
    z.object({ kind: z.literal('cancelled') }),
    z.object({ kind: z.literal('refunded') }),
  ]),
});
const Entries = z.array(Entry);

/** Only the references that a wallet has applied grow in number; the rest of the state is small. */
export const walletSnapshot: SnapshotCodec<WalletState> = {
  shape: 2,
  encode(state, from) {
    if (!state) return { head: null, entries: [] };
    const { applied, queue, holds, ...rest } = state;
    return {
      head: z.encode(Head, { ...rest, queue: [...queue], holds: [...holds] }),
      entries: encoded(applied, from),
    };
  },
  decoder() {
    let applied = emptyIndex<Applied>();
    return {
      add(entries) {
        applied = addedAll<Applied>(applied, Entries.parse(entries));
      },
      state(head) {
        const open = Head.parse(head);
        return open && { ...open, applied };
      },
    };
  },
};

function* encoded(applied: OpenWallet['applied'], from: number): Generator<unknown> {
  for (const [key, value] of entriesFrom(applied, from)) yield z.encode(Entry, { key, value });
}
