import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SystemState } from '#bff/contract/office/admin-system.ts';
import { standbyFacts } from './database-part.tsx';
import { backupWords, followerWords, healthOf, notaryWords, uptimeWords } from './system-words.ts';
import { running } from './testing/running-system.ts';

type State = SystemState['data'];
const model = (status: string): State['read_models'] => [
  {
    name: 'all',
    status,
    position: '9',
    lag_events: null,
    updated_at: null,
    error: status === 'stopped' ? 'Odd.' : null,
  },
];

const NOON = Date.parse('2026-11-22T12:00:00.000Z');

describe('the health of the system', () => {
  it('given all parts at work, then it says so', () => assert.equal(healthOf(running, NOON).tone, 'ok'));

  it('given a silent event store, then that comes before all else', () => {
    const state = {
      ...running,
      event_store: { ...running.event_store, is_connected: false, head_position: null },
      read_models: model('stopped'),
    };
    assert.equal(healthOf(state).title, 'The event store does not answer');
  });

  it('given a scanner that is away, then it says that no file is taken', () => {
    const health = healthOf({ ...running, upload_scanner: { is_connected: false, quarantined: 0 } });
    assert.equal(health.tone, 'warn');
    assert.match(health.title, /virus scanner/);
  });

  it('given a standby that is away or far behind, then it warns, and says that lists are right', () => {
    const standby = { server: 'two:5432', behind_s: 61, problem: '61 s behind: lists are read from the primary' };
    const health = healthOf({ ...running, postgres: { ...running.postgres, standby } });
    assert.deepEqual([health.tone, /so they are right/.test(health.message)], ['warn', true]);
  });

  it('given files that are away, then it says what does not work, and why', () => {
    const files = { ...running.files, problem: 's3://vault/shop refused GET with 403 (InvalidAccessKeyId).' };
    const health = healthOf({ ...running, files });
    assert.equal(health.tone, 'bad');
    assert.match(health.message, /can be uploaded or opened.*InvalidAccessKeyId/);
  });

  it('given a backup that failed, is late or was never made, then it says so, and a store without one is still well', () => {
    const [backup] = running.backups ?? [];
    assert.ok(backup);
    const failed = { ...running, backups: [{ ...backup, problem: 'The disk is full.' }] };
    assert.deepEqual([healthOf(failed, NOON).tone, healthOf(failed, NOON).title], ['warn', 'The last backup failed']);
    assert.match(healthOf(failed, NOON).message, /\/backup: The disk is full/);
    const twoDaysLater = NOON + 48 * 3_600_000;
    assert.equal(backupWords(running.backups, twoDaysLater).status, 'Late');
    assert.equal(backupWords(running.backups, NOON).status, 'Made');
    assert.equal(healthOf({ ...running, backups: [] }, NOON).tone, 'ok');
    assert.equal(backupWords([], NOON).status, 'None yet');
    assert.equal(backupWords(null, NOON).status, 'Not known');
  });

  it('given stopped read models, then it is bad and the reason is given', () => {
    const health = healthOf({ ...running, read_models: model('stopped') });
    assert.equal(health.tone, 'bad');
    assert.match(health.message, /Odd\./);
  });

  it('given a log that is another one, then it is bad and says where to read on', () => {
    const problem = 'The log does not have the event.';
    const [processes] = running.followers;
    assert.ok(processes);
    const followers = [{ ...processes, problem }];
    for (const state of [
      { ...running, followers },
      { ...running, read_models: [{ ...model('other-log')[0], error: problem }] as State['read_models'] },
    ]) {
      const health = healthOf(state);
      assert.equal(health.tone, 'bad');
      assert.match(health.message, /log-set-back\.md\. The log does not have the event\./);
    }
    assert.equal(followerWords(followers).message, `Next steps: ${problem}`);
    assert.equal(followerWords(running.followers).tone, 'ok');
  });

  for (const status of ['catching-up', 'silent', 'something new']) {
    it(`given read models that are ${status}, then it warns`, () => {
      assert.equal(healthOf({ ...running, read_models: model(status) }).tone, 'warn');
    });
  }

  it('given a notary that is late or a witness that fails, then it warns as their part does', () => {
    assert.match(healthOf(running, NOON + 2 * 86_400_000).title, /notary has not signed/);
    const at = '2026-11-22T10:00:00.000Z';
    const witnesses = [{ name: 'w1', size: '0', asked_at: at, failing_since: at, problem: 'it answered 409.' }];
    const health = healthOf({ ...running, notary: running.notary && { ...running.notary, witnesses } }, NOON);
    assert.deepEqual([health.tone, health.title], ['warn', 'A witness does not sign the log']);
  });

  it('given work that stands still, then it warns and says what waits', () => {
    const { tone, title, message } = healthOf({ ...running, jobs_problem: 'work that repeats is 300 s overdue' }, NOON);
    assert.deepEqual([tone, title], ['warn', 'Background work stands still']);
    assert.match(message, /Mails, webhooks, invoices .* wait\. Nothing is lost\..* 300 s overdue/);
  });

  it('given parts that gave no answer, then it warns and names them', () => {
    const { tone, message } = healthOf({ ...running, unanswered: 'background work, notary' }, NOON);
    assert.deepEqual([tone, /^No answer from: background work, notary\./.test(message)], ['warn', true]);
  });

  it('given failed jobs, then it warns with their number', () => {
    const jobs = running.jobs.map((queue) => ({ ...queue, failed: 2 }));
    assert.equal(healthOf({ ...running, jobs }, NOON).title, '2 background jobs have failed');
  });
});

it('a standby is named with how far it may be behind, and without one nothing is', () => {
  const standby = { server: 'two:5432', behind_s: 3, problem: null };
  assert.deepEqual(
    standbyFacts(standby).map(({ value }) => value),
    ['two:5432', '3 s'],
  );
  assert.deepEqual(standbyFacts({ ...standby, server: null, behind_s: null })[0]?.value, 'Away');
  assert.deepEqual(standbyFacts(null), []);
});

describe('uptime in words', () => {
  for (const [seconds, words] of [
    [0, '0 s'],
    [59, '59 s'],
    [3_725, '1 h 2 min'],
    [90_061, '1 d 1 h'],
    [86_400, '1 d'],
  ] as const) {
    it(`given ${seconds} seconds, then ${words}`, () => assert.equal(uptimeWords(seconds), words));
  }
});

describe('the notary in words', () => {
  const noon = Date.parse('2026-11-22T12:00:00.000Z');
  const { notary } = running;
  const witness = { name: 'w1', size: '0', asked_at: '2026-11-22T10:00:00.000Z' };

  it('says what is worst', () => {
    assert.deepEqual(notaryWords(notary, noon), { tone: 'ok', status: 'Signed' });
    assert.equal(notaryWords(notary, noon + 2 * 86_400_000).status, 'Late');
    assert.equal(notaryWords(null, noon).status, 'Not known');
    const failing = { ...witness, problem: 'it answered 503.', failing_since: witness.asked_at };
    assert.equal(notary && notaryWords({ ...notary, witnesses: [failing] }, noon).status, '1 witness fails');
    assert.equal(notary && notaryWords({ ...notary, head: null }, noon).status, 'Not signed yet');
  });

  it('comes first where it refused', () => {
    const refusal = { problem: 'Place 1 of the log is another.', refused_at: witness.asked_at };
    const refused = notary && { ...notary, refusal };
    assert.equal(notaryWords(refused, noon).message, refusal.problem);
    assert.match(healthOf({ ...running, notary: refused }).title, /refused to sign/);
  });
});
