import assert from 'node:assert/strict';
import { it } from 'node:test';
import { NO_SETTINGS, type Settings } from '#core/ledger/settings.ts';
import { versionsOf } from './versions.ts';

/** Terms as somebody wrote them, or took them away, at these times. */
function written(...changes: readonly (readonly [time: string, text: string | null])[]): Settings {
  const history = changes.map(([time, text], index) => ({
    type: 'SettingsChanged',
    data: { section: 'terms', version: index + 1, after: { text }, by: 'ada', why: 'Ours' },
    metadata: { time },
  }));
  return { ...NO_SETTINGS, history: history as never };
}
const shown = (settings: Settings) =>
  versionsOf(settings, 'terms').map(({ version, since, until }) => [version, since.slice(0, 10), until?.slice(0, 10)]);

it('a standard text that got other words says both days', () => {
  assert.deepEqual(shown(written()), [
    [0, '2026-11-01', '2026-11-27'],
    [20_261_127, '2026-11-27', undefined],
  ]);
});

it('other words of the standard text are no version while the seller has their own', () => {
  const own = written(['2026-11-20T10:00:00.000Z', 'Ours'], ['2026-12-01T10:00:00.000Z', null]);
  assert.deepEqual(shown(own), [
    [0, '2026-11-01', '2026-11-20'],
    [1, '2026-11-20', '2026-12-01'],
    [2, '2026-12-01', undefined],
  ]);
  assert.match(versionsOf(own, 'terms').at(-1)?.text ?? '', /within the time that its page shows/);
});

it('a text that was taken away gets the words of that day, and later ones on theirs', () => {
  const gone = written(['2026-11-10T10:00:00.000Z', 'Ours'], ['2026-11-20T10:00:00.000Z', null]);
  assert.deepEqual(shown(gone), [
    [0, '2026-11-01', '2026-11-10'],
    [1, '2026-11-10', '2026-11-20'],
    [2, '2026-11-20', '2026-11-27'],
    [20_261_127, '2026-11-27', undefined],
  ]);
  assert.match(versionsOf(gone, 'terms')[2]?.text ?? '', /within 48 hours/);
});
