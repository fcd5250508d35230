import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SettingsCommand } from './commands.ts';
import type { SettingsEvent } from './events.ts';
import type { ValueOf } from './sections.ts';
import {
  accounts,
  ada,
  bob,
  type Change,
  change,
  changed,
  confirm,
  confirmed,
  given,
  NOW,
  ONE,
  proposed,
  TOMORROW,
  TWO,
} from './testing/changes.ts';

describe('a recall of an account', () => {
  const wrong = { currency: 'EUR', number: 'DE89370400440532013000', routing: null } as const;
  const [none, recalled] = [{ recalled: [] }, { recalled: [wrong] }];
  const recall = (more: Partial<Change> = {}) =>
    change({ section: 'recalls', value: recalled, why: 'Two digits are wrong', version: 0, ...more });
  const said = { section: 'recalls', before: none, after: recalled, why: 'Two digits are wrong', by: ada } as const;
  const counts = changed({ ...said, version: 2, proposalId: ONE });

  it('counts as soon as a second owner confirms it, and at once for an only owner', () => {
    given(changed()).when(recall()).thenEvents(proposed(said));
    given(changed(), proposed(said))
      .when({ ...confirm(bob), section: 'recalls' } as SettingsCommand)
      .thenEvents(
        { ...confirmed, data: { ...confirmed.data, section: 'recalls', dueAt: NOW } } as SettingsEvent,
        changed({ ...said, version: 2, confirmedBy: bob, proposalId: ONE }),
      );
    given(changed())
      .when(recall({ hasSecond: false }))
      .thenEvents(counts);
  });

  it('waits where it is taken back, also with another recall in the same change', () => {
    const other = { recalled: [{ ...wrong, number: 'GB29NWBK60161331926819' }] };
    for (const after of [none, other]) {
      given(changed(), counts)
        .when(recall({ value: after, version: 2, proposalId: TWO, hasSecond: false }))
        .thenEvents(proposed({ ...said, before: recalled, after, proposalId: TWO, dueAt: TOMORROW }));
    }
  });

  it('of another account takes in the one that waits, because both are wrong meanwhile', () => {
    const both = { recalled: [wrong, { ...wrong, currency: 'USD' as const }] };
    const more = recall({ value: both, by: bob, proposalId: TWO });
    const left: SettingsEvent = {
      type: 'SettingsChangeWithdrawn',
      data: { section: 'recalls', proposalId: ONE, by: bob },
    };
    const next = { ...said, after: both, by: bob, proposalId: TWO };
    given(changed(), proposed(said)).when(more).thenEvents(left, proposed(next));
    given(changed(), proposed(said), left, proposed(next)).when(more).thenNothing();
    given(changed(), proposed(said))
      .when({ ...more, hasSecond: false } as SettingsCommand)
      .thenEvents(left, changed({ ...next, version: 2 }));
    for (const value of [recalled, { recalled: [{ ...wrong, currency: 'USD' as const }] }]) {
      given(changed(), proposed(said))
        .when(recall({ value, by: bob, proposalId: TWO }))
        .thenRefused('invalid_state', /waits already/);
    }
    const back = proposed({ ...said, before: recalled, after: none, dueAt: TOMORROW });
    given(changed(), counts, back)
      .when(recall({ value: both, version: 2, proposalId: TWO }))
      .thenRefused('invalid_state', /waits already/);
  });

  it('leaves the account in the list, and refuses it as a new one or as the standard', () => {
    const [known] = accounts().accounts;
    const kept = known ?? assert.fail('an account');
    const usd = { ...kept, id: 'usd', currency: 'USD' as const };
    const put = (list: ValueOf<'accounts'>['accounts'], ...before: SettingsEvent[]) =>
      given(...before).when(change({ value: { accounts: list }, proposalId: TWO, version: 1 }));
    put([kept, usd], changed(), counts).thenEvents(proposed({ proposalId: TWO, after: { accounts: [kept, usd] } }));
    put([kept, { ...kept, id: 'two', isStandard: false }], changed({ after: { accounts: [usd] } }), counts).thenRefused(
      'invalid_value',
      /was recalled/,
    );
    const asSecond = { ...kept, isStandard: false };
    put([kept], changed({ after: { accounts: [asSecond, usd] } }), counts).thenRefused('invalid_value', /was recalled/);
  });
});
