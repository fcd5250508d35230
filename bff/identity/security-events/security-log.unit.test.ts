import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SECURITY_EVENT_KINDS, SECURITY_EVENTS } from '#bff/contract/identity/security-event-kinds.ts';
import { createSecurityLog, MAX_COUNTED_APART, type SecurityEntry } from './security-log.ts';

const MINUTE_MS = 60_000;

/** A log that keeps its rows and lines, with a clock that the test moves. */
function kept(store?: (entries: readonly SecurityEntry[]) => Promise<void>) {
  const rows: SecurityEntry[] = [];
  const lines: unknown[] = [];
  let now = Date.parse('2026-11-22T10:00:05Z');
  const log = createSecurityLog({
    store: store ?? (async (entries) => void rows.push(...entries)),
    logger: { warn: (line: unknown) => void lines.push(line) },
    clock: () => new Date(now),
  });
  return {
    log,
    rows,
    lines,
    advance: (ms: number) => {
      now += ms;
    },
  };
}

describe('the security log', () => {
  it('stores the first of a minute at once, and how many followed when the minute is over', async () => {
    const { log, rows, advance } = kept();
    const about = { address: '203.0.113.7', detail: 'sign-in' };
    log.note('sign-in-failed', about);
    await log.flush();
    assert.deepEqual(
      rows.map(({ times }) => times),
      [1],
    );
    for (let count = 0; count < 500; count += 1) log.note('sign-in-failed', about);
    await log.flush();
    assert.equal(rows.length, 1, 'still counting');
    advance(MINUTE_MS);
    await log.flush();
    assert.deepEqual(
      rows.map(({ times, address }) => [times, address]),
      [
        [1, '203.0.113.7'],
        [500, '203.0.113.7'],
      ],
    );
  });

  it('keeps a flood from very many addresses small, loses no count, and hides nothing severe behind it', async () => {
    const { log, rows, lines, advance } = kept();
    const flood = 20_000;
    for (let count = 0; count < flood; count += 1)
      log.note('sign-in-failed', { address: `2001:db8::${count.toString(16)}` });
    log.note('token-reused', { address: '203.0.113.9', accountId: '018f0000-0000-7000-8000-000000000001' });
    await log.flush();
    advance(MINUTE_MS);
    await log.flush();
    assert.ok(rows.length <= MAX_COUNTED_APART + 2, `${rows.length} rows`);
    assert.equal(lines.length, rows.length, 'a line of the log for each row');
    const sum = rows.filter(({ kind }) => kind === 'sign-in-failed').reduce((total, { times }) => total + times, 0);
    assert.equal(sum, flood);
    assert.equal(rows.find(({ kind }) => kind === 'token-reused')?.address, '203.0.113.9');
    assert.equal(log.totals().get('sign-in-failed'), flood);
  });

  it('fails nobody where Postgres is away, and stores what was noted when it is back', async () => {
    const stored: SecurityEntry[] = [];
    let isAway = true;
    const { log } = kept(async (entries) => {
      if (isAway) throw new Error('away');
      stored.push(...entries);
    });
    log.note('access-denied', { detail: 'GET /api/admin/orders' });
    await log.flush();
    assert.equal(stored.length, 0);
    isAway = false;
    await log.flush();
    assert.deepEqual(
      stored.map(({ kind, detail }) => [kind, detail]),
      [['access-denied', 'GET /api/admin/orders']],
    );
  });

  it('keeps no control characters and no endless texts', async () => {
    const { log, rows } = kept();
    log.note('host-refused', { detail: `evil\n${'x'.repeat(5_000)}\u0000`, address: '1'.repeat(500) });
    await log.flush(true);
    assert.equal(rows[0]?.detail.length, 200);
    assert.doesNotMatch(rows[0]?.detail ?? '', /\p{C}/u);
    assert.ok((rows[0]?.address.length ?? 0) <= 64);
  });
});

describe('the kinds of security events', () => {
  it('have a sentence each, and the severe ones, and no others, go to the owners', () => {
    for (const kind of SECURITY_EVENT_KINDS) {
      const { sentence, severity, alert } = SECURITY_EVENTS[kind];
      assert.match(sentence, /^[A-Z].*\.$/, kind);
      assert.equal(alert === 'owners', severity === 'severe', kind);
    }
  });
});
