import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ledgerCodec } from '#core/aggregates/events.ts';
import type { StoredEvent } from '#core/kernel/log/event-store.ts';

const rejected = (data: unknown, schemaVersion: number): StoredEvent => ({
  id: '00000000-0000-4000-8000-000000000001',
  type: 'WithdrawalRejected',
  streamId: 'withdrawal-00000000-0000-4000-8000-000000000002',
  revision: 2n,
  position: 99n,
  created: new Date(),
  data,
  json: JSON.stringify(data),
  metadata: {
    commandId: 'c',
    correlationId: 'c',
    causationId: 'c',
    actor: { kind: 'administrator', id: 'x' },
    schemaVersion,
    time: '2026-01-01T00:00:00.000Z',
    hash: 'a'.repeat(64),
  },
});

describe('a stored rejection of a withdrawal', () => {
  it('of version 1 keeps its one note apart from the two that version 2 has', () => {
    assert.deepEqual(ledgerCodec.decode(rejected({ note: 'sealed' }, 1)).data, {
      adminNote: null,
      userNote: null,
      jointNote: 'sealed',
    });
    assert.deepEqual(ledgerCodec.decode(rejected({ note: null }, 1)).data, { adminNote: null, userNote: null });
  });

  it('of version 2 is read as it stands', () => {
    const data = { adminNote: 'sealed', userNote: null };
    assert.equal(ledgerCodec.versionOf('WithdrawalRejected'), 2);
    assert.deepEqual(ledgerCodec.decode(rejected(data, 2)).data, data);
  });

  it('is refused where its data are not of the version that it names', () => {
    for (const event of [rejected({}, 1), rejected({ note: 'sealed' }, 2)]) {
      assert.throws(
        () => ledgerCodec.decode(event),
        /WithdrawalRejected in withdrawal-.* at revision 2 cannot be read/,
      );
    }
  });

  it('is told from its data where the version is not known', () => {
    assert.deepEqual(ledgerCodec.parse('WithdrawalRejected', { note: null }), { adminNote: null, userNote: null });
    const data = { adminNote: null, userNote: 'sealed' };
    assert.deepEqual(ledgerCodec.parse('WithdrawalRejected', data), data);
    assert.equal(ledgerCodec.parse('WithdrawalRejected', {}), undefined);
    assert.equal(ledgerCodec.parse('Unheard', {}), undefined);
  });
});
