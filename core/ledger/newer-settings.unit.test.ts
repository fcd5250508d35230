import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ledgerCodec } from '#core/aggregates/events.ts';
import { settingsDecider } from '#core/aggregates/settings/decider.ts';
import { SETTINGS_ID } from '#core/aggregates/settings/events.ts';
import { SECTIONS, type Section, type ValueOf } from '#core/aggregates/settings/sections.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { rulesOf, vatAt } from './rules.ts';
import { isOfSettings, NO_SETTINGS, requireUnderstood, settingsAfter, valuesAt } from './settings.ts';

const NOW = '2026-11-28T12:00:00.000Z';
const PROPOSAL = '0d6f2a00-0000-4000-8000-000000000001';
const { standard: orders } = SECTIONS.orders;
const { standard: money } = SECTIONS.money;

/** The events as the log has them, each what a newer version could have written. */
const read = (...data: object[]) =>
  data.map((each, index) => {
    const type = 'dueAt' in each ? 'SettingsChangeProposed' : 'SettingsChanged';
    const event = ledgerCodec.decode({
      id: `e${index}`,
      type,
      streamId: `settings-${SETTINGS_ID}`,
      revision: BigInt(index),
      position: BigInt(index),
      created: new Date(NOW),
      json: '',
      data: { before: null, why: 'New', by: 'ada', version: index + 1, ...each },
      metadata: {
        commandId: 'c',
        correlationId: 'c',
        causationId: 'c',
        actor: { kind: 'system', id: 'x' },
        schemaVersion: 1,
        time: NOW,
        hash: 'a'.repeat(64),
      },
    });
    return isOfSettings(event) ? event : assert.fail(event.type);
  });
const after = (...data: object[]) => settingsAfter(NO_SETTINGS, read(...data));
const decide = (data: readonly object[], section: Section, value: ValueOf) =>
  settingsDecider.decide(
    {
      type: 'ChangeSettings',
      section,
      value,
      why: 'Ours',
      by: 'bob',
      version: section === 'retention' ? 0 : data.length,
      proposalId: PROPOSAL,
      hasSecond: false,
      now: NOW,
      waitHours: 0,
    },
    read(...data).reduce(settingsDecider.evolve, settingsDecider.initialState),
  );
const refusal = (pattern: RegExp) => (error: unknown) => error instanceof DomainError && pattern.test(error.message);

describe('settings that a newer version wrote', () => {
  it('are read without a section that is not known, which still counts as a version, and is never written', () => {
    const giftWrap = { section: 'giftWrap', after: { price: '3.00' } };
    const settings = after({ section: 'orders', after: orders }, giftWrap, { section: 'clubs', after: {} });
    assert.equal(settings.version, 3);
    assert.deepEqual(settings.values.orders, orders);
    assert.deepEqual(settings.newer, { newer: { names: ['giftWrap', 'clubs'], isOld: true } });
    assert.equal(rulesOf(settings).orderTermHours, orders.orderTermHours);
    assert.throws(
      () => decide([giftWrap], 'newer', { unread: 'giftWrap' }),
      refusal(/A newer version of the store has written/),
    );
    assert.doesNotThrow(() =>
      decide([giftWrap], 'retention', { ...SECTIONS.retention.standard, securityEventDays: 30 }),
    );
  });

  it('are read without a field that is not known, and that section is not written from here', () => {
    const data = { section: 'orders', after: { ...orders, orderTermHours: 24, giftWrap: { price: '3.00' } } };
    const settings = after(data);
    assert.equal(rulesOf(settings).orderTermHours, 24);
    assert.deepEqual(settings.newer, { orders: { names: ['giftWrap'], isOld: false } });
    assert.throws(
      () => decide([data], 'orders', { ...orders, orderTermHours: 12 }),
      refusal(/“Orders and credit”.*Nothing was changed/),
    );
    const again = after(data, { section: 'orders', before: data.after, after: { ...orders, orderTermHours: 12 } });
    assert.deepEqual([again.newer, again.values.orders?.orderTermHours], [{}, 12], 'one that is known is whole again');
  });

  it('refuse what they decide about money where they are not understood, in words, and nothing else', () => {
    const wired = {
      ...money,
      conversionFeePercent: '5',
      payoutAccounts: [{ currency: 'EUR', account: 'A', bic: 'B', swift: 'C' }],
      wireFee: '9',
    };
    const settings = after({ section: 'money', after: money }, { section: 'money', before: money, after: wired });
    const rules = rulesOf(settings);
    assert.throws(
      () => rules.conversionFeePercent,
      refusal(/“Money” were changed by a newer version.*Nothing was done/),
    );
    assert.throws(() => rules.payoutAccounts, refusal(/“Money”/));
    assert.throws(() => requireUnderstood(settings, 'accounts', 'money'), refusal(/“Money”/));
    assert.doesNotThrow(() => requireUnderstood(settings, 'accounts', 'recalls', 'seller'));
    assert.deepEqual([rules.currencies, rules.orderTermHours], [money.currencies, orders.orderTermHours]);
    assert.deepEqual(settings.newer.money?.names, ['payoutAccounts.0.swift', 'wireFee']);
    assert.throws(() => vatAt(settings, 1n), refusal(/“Money”/));
    assert.equal(vatAt(settings, 0n).vatPercent, money.vatPercent, 'what counted before is known');
  });

  it('keep a value of before to show, and decide nothing by it, where the new one cannot be read', () => {
    const unknown = { section: 'waits', after: { ...SECTIONS.waits.standard, newPayeeHours: 'until Monday' } };
    const settings = after({ section: 'waits', after: SECTIONS.waits.standard }, unknown);
    assert.deepEqual(settings.values.waits, SECTIONS.waits.standard);
    assert.deepEqual(valuesAt(settings, 1n).waits, SECTIONS.waits.standard);
    assert.throws(() => rulesOf(settings).newPayeeHours, refusal(/“Waits and sessions”/));
    assert.equal(rulesOf(settings).conversionFeePercent, money.conversionFeePercent);
  });

  it('wait for a server of the newer version to be confirmed, or to count', () => {
    const proposal = { section: 'money', after: { ...money, wireFee: '9' }, proposalId: PROPOSAL, dueAt: NOW };
    const state = read(proposal).reduce(settingsDecider.evolve, settingsDecider.initialState);
    const carryOut = { type: 'CarryOutSettings', section: 'money', now: NOW, lapsed: [] } as const;
    assert.deepEqual(settingsDecider.decide(carryOut, state), []);
    const confirm = { type: 'ConfirmSettings', section: 'money', proposalId: PROPOSAL, by: { id: 'bob' } } as const;
    assert.throws(
      () => settingsDecider.decide({ ...confirm, now: NOW, waitHours: 0 }, state),
      refusal(/A newer version/),
    );
    const [withdrawn] = settingsDecider.decide(
      { type: 'WithdrawSettings', section: 'money', proposalId: PROPOSAL, by: 'bob' },
      state,
    );
    assert.equal(withdrawn?.type, 'SettingsChangeWithdrawn');
  });

  it('that are no settings at all are not read', () => {
    assert.throws(() => after({ section: 7, after: {} }), /cannot be read/);
  });
});
