import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { PositiveMoneySchema } from '#core/kernel/money/money.ts';
import { createEventCodec, EventDecodeError, EventEncodeError } from './event-codec.ts';
import type { StoredEvent } from './event-store.ts';

const schemas = { Paid: z.object({ amount: PositiveMoneySchema, channel: z.string() }) };
const upcasters = { Paid: { 1: (data: unknown) => ({ ...(data as object), channel: 'bank' }) } };
const codec = createEventCodec(schemas, upcasters);

const stored = (data: unknown, schemaVersion = 2, type = 'Paid'): StoredEvent => ({
  id: 'id',
  type,
  streamId: 'wallet-1',
  revision: 7n,
  position: 99n,
  created: new Date(),
  data,
  json: JSON.stringify(data) ?? '',
  metadata: {
    commandId: 'c',
    correlationId: 'c',
    causationId: 'c',
    actor: { kind: 'system', id: 'x' },
    schemaVersion,
    time: '2026-01-01T00:00:00.000Z',
    hash: 'a'.repeat(64),
  },
});
const paid = { amount: { amount: '1250', currency: 'USD' }, channel: 'card' };

describe('the event codec', () => {
  it('writes money as strings and reads it back as bigint', () => {
    const encoded = codec.encode({
      type: 'Paid',
      data: { amount: { amount: 1250n, currency: 'USD' }, channel: 'card' },
    });
    assert.deepEqual(encoded, paid);
    assert.deepEqual(codec.decode(stored(encoded)).data, {
      amount: { amount: 1250n, currency: 'USD' },
      channel: 'card',
    });
  });

  it('brings an older version to the present one', () => {
    assert.equal(codec.versionOf('Paid'), 2);
    const event = codec.decode(stored({ amount: paid.amount }, 1));
    assert.deepEqual(event.data, { amount: { amount: 1250n, currency: 'USD' }, channel: 'bank' });
  });

  for (const [what, event] of Object.entries({
    'of an unknown type': stored(paid, 2, 'Unheard'),
    'with data its schema refuses': stored({ ...paid, amount: { amount: '-5', currency: 'USD' } }),
    'of a newer version than this program': stored(paid, 3),
    'without metadata': { ...stored(paid), metadata: undefined },
  })) {
    it(`refuses an event ${what}, naming stream and revision`, () => {
      assert.throws(
        () => codec.decode(event),
        (error) => error instanceof EventDecodeError && /wallet-1 at revision 7/.test(error.message),
      );
    });
  }

  it('refuses to write what its schema refuses', () => {
    const data = { amount: { amount: 0n, currency: 'USD' }, channel: 'card' };
    assert.throws(() => codec.encode({ type: 'Paid', data }), EventEncodeError);
    assert.throws(() => codec.encode({ type: 'Unheard', data }), EventEncodeError);
  });
});
