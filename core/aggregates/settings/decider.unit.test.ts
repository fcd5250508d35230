import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SettingsCommand } from './commands.ts';
import { sectionOf } from './decider.ts';
import type { SettingsEvent } from './events.ts';
import { SECTIONS } from './sections.ts';
import type { Seller } from './seller.ts';
import {
  accounts,
  ada,
  bob,
  type Change,
  carryOut,
  change,
  changed,
  confirm,
  confirmed,
  given,
  inEffect,
  NOW,
  newAccounts,
  ONE,
  proposed,
  seller,
  TOMORROW,
  TWO,
  withdraw,
  withdrawn,
} from './testing/changes.ts';

describe('a change that concerns no money', () => {
  const ofSeller = (more: Partial<Change> = {}) =>
    change({
      section: 'seller',
      value: seller(),
      why: ' We moved ',
      version: 0,
      hasSecond: false,
      isFirstRun: true,
      ...more,
    });
  const first = changed({ section: 'seller', after: seller(), why: 'We moved', by: ada, proposalId: ONE });

  it('takes effect at once, with who, why, before and after', () => {
    given().when(ofSeller()).thenEvents(first);
    given(first)
      .when(ofSeller({ value: seller('Paper Ltd'), why: 'Renamed', version: 1, proposalId: TWO }))
      .thenEvents(
        changed({
          section: 'seller',
          version: 2,
          before: seller(),
          after: seller('Paper Ltd'),
          why: 'Renamed',
          by: ada,
          proposalId: TWO,
        }),
      );
  });

  it('is refused from a page of before, without a reason, and where it changes nothing', () => {
    given(first)
      .when(ofSeller({ proposalId: TWO }))
      .thenRefused('invalid_state', /changed meanwhile/);
    given()
      .when(ofSeller({ why: '  ' }))
      .thenRefused('invalid_value', /Say why/);
    given(first)
      .when(ofSeller({ version: 1, proposalId: TWO }))
      .thenRefused('invalid_value', /say already/);
  });

  it('is not stale because another section changed', () => {
    given(first, changed({ version: 2 }))
      .when(ofSeller({ value: seller('Paper Ltd'), version: 1, proposalId: TWO }))
      .thenEvents(
        changed({
          section: 'seller',
          version: 3,
          before: seller(),
          after: seller('Paper Ltd'),
          why: 'We moved',
          by: ada,
          proposalId: TWO,
        }),
      );
  });
});

describe('a change of the seller that concerns money', () => {
  const first = changed({ section: 'seller', after: seller() });
  const ofSeller = (more: Partial<Seller>, how: Partial<Change> = {}) =>
    change({ section: 'seller', value: { ...seller(), ...more }, ...how });
  const money: Partial<Seller>[] = [{ country: 'NL' }, { vatId: 'GB980780684' }, { mailFrom: 'us@ink.test' }];

  for (const more of money) {
    it(`waits for a second owner and its time: ${Object.keys(more)}`, () => {
      const after = { ...seller(), ...more };
      const waits = proposed({ section: 'seller', before: seller(), after });
      given(first).when(ofSeller(more)).thenEvents(waits);
      given(first)
        .when(ofSeller(more, { hasSecond: false }))
        .thenEvents(proposed({ section: 'seller', before: seller(), after, dueAt: TOMORROW }));
      given(first, waits)
        .when({ ...confirm(bob), section: 'seller' } as SettingsCommand)
        .thenEvents({ ...confirmed, data: { ...confirmed.data, section: 'seller' } } as SettingsEvent);
    });
  }

  it('counts at once for an only owner where no wait is configured', () => {
    const after = { ...seller(), country: 'NL' };
    const saved = { section: 'seller', why: 'A new bank', by: ada, proposalId: ONE } as const;
    given(first)
      .when(ofSeller({ country: 'NL' }, { hasSecond: false, waitHours: 0 }))
      .thenEvents(changed({ ...saved, version: 2, before: seller(), after }));
  });

  it('is also the first seller of a store whose customers have paid already; in a first run it counts at once', () => {
    const wanted = (how: Partial<Change>) => change({ section: 'seller', value: seller(), version: 0, ...how });
    const said = { section: 'seller', before: null, after: seller() } as const;
    given().when(wanted({})).thenEvents(proposed(said));
    given()
      .when(wanted({ hasSecond: false }))
      .thenEvents(proposed({ ...said, dueAt: TOMORROW }));
    given()
      .when(wanted({ hasSecond: false, isFirstRun: true }))
      .thenEvents(changed({ ...said, why: 'A new bank', by: ada, proposalId: ONE }));
  });

  it('waits alone: not even a new name is taken until it is decided', () => {
    const waits = proposed({ section: 'seller', before: seller(), after: { ...seller(), country: 'NL' } });
    given(first, waits)
      .when(ofSeller({ name: 'Paper Ltd' }, { proposalId: TWO }))
      .thenRefused('invalid_state', /“Seller” waits already/);
  });
});

describe('a change of accounts', () => {
  it('is proposed by one owner, confirmed by another, and counts after its wait', () => {
    given(changed()).when(change({})).thenEvents(proposed());
    given(changed(), proposed()).when(confirm(bob)).thenEvents(confirmed);
    given(changed(), proposed(), confirmed).when(carryOut(NOW)).thenNothing();
    given(changed(), proposed(), confirmed).when(carryOut(TOMORROW)).thenEvents(inEffect);
    given(changed(), proposed(), confirmed, inEffect).when(carryOut(TOMORROW)).thenNothing();
  });

  it('counts at once after the second yes where no wait is configured', () => {
    const now = { ...confirmed, data: { ...confirmed.data, dueAt: NOW } } as SettingsEvent;
    given(changed(), proposed())
      .when({ ...confirm(bob), waitHours: 0 } as SettingsCommand)
      .thenEvents(now, inEffect);
  });

  it('is not confirmed by who proposed it, by somebody tied to them, or for somebody who is an owner no more', () => {
    const waits = given(changed(), proposed());
    waits.when(confirm(ada)).thenRefused('invalid_state', /proposed this change yourself/);
    waits.when(confirm(bob, { tied: [ada] })).thenRefused('invalid_state', /brought one another in/);
    waits.when(confirm(bob, { lapsed: [ada] })).thenRefused('invalid_state', /may not propose it any more/);
  });

  it('is withdrawn by any owner until it counts, and then no more', () => {
    given(changed(), proposed()).when(withdraw(ada)).thenEvents(withdrawn(ada));
    given(changed(), proposed(), confirmed).when(withdraw(bob)).thenEvents(withdrawn(bob));
    given(changed(), proposed(), confirmed, inEffect)
      .when(withdraw(bob))
      .thenRefused('invalid_state', /does not wait any more/);
    given(changed(), proposed(), withdrawn(ada))
      .when(confirm(bob))
      .thenRefused('invalid_state', /does not wait any more/);
  });

  it('waits alone: another change of the section is refused until it is decided', () => {
    given(changed(), proposed())
      .when(change({ proposalId: TWO, value: accounts('FR1420041010050500013M02606') }))
      .thenRefused('invalid_state', /waits already/);
  });

  it('of an only owner waits for its time, and for nobody', () => {
    const alone = proposed({ dueAt: TOMORROW });
    given(changed())
      .when(change({ hasSecond: false }))
      .thenEvents(alone);
    given(changed(), alone)
      .when(carryOut(TOMORROW))
      .thenEvents(
        changed({ version: 2, before: accounts(), after: newAccounts, why: 'A new bank', by: ada, proposalId: ONE }),
      );
    given(changed())
      .when(change({ hasSecond: false, waitHours: 0 }))
      .thenEvents(
        changed({ version: 2, before: accounts(), after: newAccounts, why: 'A new bank', by: ada, proposalId: ONE }),
      );
  });

  it('of a section that nobody has set begins at what is shown, so the standard can be set where another value counts', () => {
    const standard = SECTIONS.waits.standard;
    const shown = { ...standard, settingsChangeHours: 0 };
    const ofWaits = (more: Partial<Change> = {}) =>
      change({ section: 'waits', value: standard, version: 0, hasSecond: false, waitHours: 0, ...more });
    const saved = { section: 'waits', after: standard, why: 'A new bank', by: ada, proposalId: ONE } as const;
    given()
      .when(ofWaits())
      .thenRefused('invalid_value', /say already/);
    given()
      .when(ofWaits({ value: shown, shown }))
      .thenRefused('invalid_value', /say already/);
    given()
      .when(ofWaits({ shown }))
      .thenEvents(changed({ ...saved, before: shown }));
    given(changed({ section: 'waits', after: standard }))
      .when(ofWaits({ version: 1, shown }))
      .thenRefused('invalid_value', /say already/);
    const waits = proposed({ section: 'waits', before: shown, after: standard, dueAt: TOMORROW });
    given(waits)
      .when({ ...carryOut(TOMORROW), section: 'waits' } as SettingsCommand)
      .thenEvents(changed({ ...saved, before: shown }));
  });

  it('ends where it is due and its owner may not propose it any more', () => {
    given(changed(), proposed({ dueAt: TOMORROW }))
      .when(carryOut(TOMORROW, [ada]))
      .thenEvents(withdrawn(null));
  });

  it('ends where it is due and who confirmed it is an owner no more', () => {
    given(changed(), proposed(), confirmed)
      .when(carryOut(TOMORROW, [bob]))
      .thenEvents(withdrawn(null));
  });

  it('is refused where two accounts have one id: papers would print the one, and mails would show the other', () => {
    const [known] = accounts().accounts;
    const [own] = newAccounts.accounts;
    const hidden = [own, known].flatMap((each) => (each ? [{ ...each, isStandard: each === known }] : []));
    given(changed())
      .when(change({ value: { accounts: hidden } }))
      .thenRefused('invalid_value', /the same id/);
  });

  it('has no wait for its first values in a first run: nobody was asked to pay into another account before', () => {
    const first = { version: 0, isFirstRun: true };
    const counts = changed({ after: newAccounts, why: 'A new bank', by: ada, proposalId: ONE });
    given()
      .when(change({ ...first, hasSecond: false }))
      .thenEvents(counts);
    given()
      .when(change(first))
      .thenEvents(proposed({ before: null }));
    given(proposed({ before: null }))
      .when({ ...confirm(bob), isFirstRun: true } as SettingsCommand)
      .thenEvents(
        { ...confirmed, data: { ...confirmed.data, dueAt: NOW } } as SettingsEvent,
        changed({ after: newAccounts, why: 'A new bank', by: ada, confirmedBy: bob, proposalId: ONE }),
      );
  });

  it('has none either for what is first said of money in a first run, where a standard counts before', () => {
    const { standard } = SECTIONS.money;
    const after = { ...standard, currencies: ['USD' as const] };
    const said = { section: 'money', before: standard, after, why: 'A new bank', by: ada, proposalId: ONE } as const;
    const first = change({ section: 'money', value: after, version: 0, hasSecond: false, isFirstRun: true });
    given().when(first).thenEvents(changed(said));
    given(changed(said))
      .when({ ...first, value: standard, version: 1, proposalId: TWO } as SettingsCommand)
      .thenEvents(proposed({ ...said, before: after, after: standard, proposalId: TWO, dueAt: TOMORROW }));
  });

  it('waits for its first values where customers paid before there were settings', () => {
    given()
      .when(change({ version: 0, hasSecond: false }))
      .thenEvents(proposed({ before: null, dueAt: TOMORROW }));
    given(proposed({ before: null }))
      .when(confirm(bob))
      .thenEvents(confirmed);
  });
});

it('a decision that comes twice changes nothing the second time', () => {
  given(changed(), proposed()).when(change({})).thenNothing();
  given(changed(), proposed(), confirmed).when(confirm(bob)).thenNothing();
  given(changed(), proposed(), confirmed, inEffect).when(confirm(bob)).thenNothing();
  given(changed(), proposed(), withdrawn(ada)).when(withdraw(ada)).thenNothing();
  given(changed(), proposed(), withdrawn(ada)).when(change({})).thenNothing();
  const atOnce = changed({ version: 2, before: accounts(), after: newAccounts, by: ada, proposalId: ONE });
  given(changed(), atOnce).when(change({})).thenNothing();
});

it('first values are adopted once, and never over what somebody set', () => {
  const adopt: SettingsCommand = {
    type: 'AdoptSettings',
    section: 'accounts',
    value: accounts(),
    why: 'The first ones',
  };
  given().when(adopt).thenEvents(changed());
  given(changed())
    .when({ ...adopt, value: newAccounts })
    .thenNothing();
});

it('a store is a demonstration from its beginning, or never: no owner makes it one, or takes it back', () => {
  const value = { isDemonstration: true } as const;
  given({
    type: 'SettingsChanged',
    data: { section: 'demonstration', version: 1, before: null, after: value, why: 'Invented', by: null },
  })
    .when({ type: 'AdoptSettings', section: 'demonstration', value, why: 'Again' })
    .thenNothing();
  given()
    .when(change({ section: 'demonstration', value, version: 0 }))
    .thenRefused('invalid_value', /from its beginning, or never/);
});

it('the version counts what took effect, whatever the section', () => {
  const state = given(changed(), proposed(), confirmed, inEffect, changed({ section: 'seller', version: 3 })).state();
  assert.equal(state.version, 3);
  assert.deepEqual([sectionOf(state, 'accounts').version, sectionOf(state, 'seller').version], [2, 3]);
});

it('a text counts at once, keeps what it said before, and can be taken away again', () => {
  const [first, second] = [{ text: 'Our terms' }, { text: 'Our new terms' }];
  const write: SettingsCommand = change({ section: 'terms', value: second, why: 'A new law', version: 1 });
  const written = changed({ section: 'terms', after: first });
  given(written)
    .when(write)
    .thenEvents(
      changed({
        section: 'terms',
        version: 2,
        before: first,
        after: second,
        why: 'A new law',
        by: ada,
        proposalId: ONE,
      }),
    );
  given(written)
    .when({ ...write, value: { text: null } })
    .thenEvents(
      changed({
        section: 'terms',
        version: 2,
        before: first,
        after: { text: null },
        why: 'A new law',
        by: ada,
        proposalId: ONE,
      }),
    );
  given(written)
    .when({ ...write, value: first })
    .thenRefused('invalid_value');
  given(written)
    .when({ ...write, version: 0 })
    .thenRefused('invalid_state');
});
