import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import fc from 'fast-check';
import type { SettingsValues, ValueOf } from '#core/aggregates/settings/sections.ts';
import { seller } from '#core/aggregates/settings/testing/changes.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import { SEED } from '#core/kernel/testing/seed.ts';
import { createTestLedger, fundedWallet, orderLine, placedOrder, usd } from '#core/testing/test-ledger.ts';
import { NO_SETTINGS, readSettings, settingsAfter, valuesAt, valuesOf } from './settings.ts';

const accounts = (number: string): ValueOf<'accounts'> => ({
  accounts: [
    {
      id: `account-${number}`,
      currency: 'USD',
      isStandard: true,
      beneficiary: 'Ink Ltd',
      bank: 'A bank',
      number,
      bic: null,
      routing: '021000089',
    },
  ],
});

type Step = { readonly kind: 'seller' | 'accounts' | 'deposit' | 'order' };
/** A customer may still look at what the settings said some steps ago, where another process is behind. */
const steps = fc.array(
  fc.record({ kind: fc.constantFrom<Step['kind']>('seller', 'accounts', 'deposit', 'order'), behind: fc.nat(2) }),
  { minLength: 1, maxLength: 25 },
);

it('while settings change, each order, paper and deposit follows exactly one version of them', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const test = createTestLedger();
      const walletId = await fundedWallet(test, 1_000_000n);
      const read = async () => settingsAfter(NO_SETTINGS, await readSettings(test.store));
      await test.send({ type: 'AdoptSettings', section: 'seller', value: seller('0'), why: 'First' });
      await test.send({ type: 'AdoptSettings', section: 'accounts', value: accounts('0'), why: 'First' });
      const seen = [await read()];
      const orders: { readonly position: bigint; readonly expected: SettingsValues }[] = [];
      const deposits: { readonly depositId: string; readonly expected: SettingsValues }[] = [];
      for (const [index, { kind, behind }] of given.entries()) {
        const now = seen.at(-1) ?? NO_SETTINGS;
        if (kind === 'seller' || kind === 'accounts') {
          await test.send({
            type: 'ChangeSettings',
            section: kind,
            why: 'Another one',
            by: 'ada',
            proposalId: randomUUID(),
            value: kind === 'seller' ? seller(String(index + 1)) : accounts(String(index + 1)),
            version: now.versions[kind] ?? 0,
            hasSecond: false,
            now: '2026-11-27T12:00:00.000Z',
            waitHours: 0,
          });
          seen.push(await read());
        } else if (kind === 'order') {
          await placedOrder(test, walletId, [orderLine('v', 1, 100n)]);
          const { position } = test.store.events.at(-1) ?? assert.fail('an event');
          orders.push({ position, expected: now.values });
        } else {
          const shown = seen.at(-1 - behind) ?? now;
          const [account] = shown.values.accounts?.accounts ?? [];
          const depositId = randomUUID();
          await test.send({
            type: 'RequestDeposit',
            depositId,
            number: `DEP-${index}`,
            customerId: randomUUID(),
            walletId,
            note: null,
            amount: usd(100n),
            payInto: { settingsVersion: shown.version, accountId: account?.id ?? assert.fail('an account') },
          });
          deposits.push({ depositId, expected: shown.values });
        }
      }
      const settings = await read();
      assert.equal(settings.version, seen.length + 1, 'each change is one version');
      for (const [index, { version, values }] of seen.entries()) {
        assert.equal(version, index + 2);
        assert.deepEqual(valuesOf(settings, version), values);
        const isUnread = (error: unknown) => isDomainError(error, 'unavailable');
        for (const later of seen.slice(index + 1)) {
          assert.throws(() => valuesOf(seen[index] ?? later, later.version), isUnread, 'a process that is behind');
        }
      }
      for (const { position, expected } of orders) assert.deepEqual(valuesAt(settings, position), expected);
      for (const { depositId, expected } of deposits) {
        const [asked] = test.events(`deposit-${depositId}`);
        assert.ok(asked?.type === 'DepositRequested' && asked.data.payInto);
        const { settingsVersion, accountId } = asked.data.payInto;
        const values = valuesOf(settings, settingsVersion);
        assert.deepEqual(values, expected, 'seller and account are of one version');
        assert.ok(values.accounts?.accounts.some(({ id }) => id === accountId));
      }
    }),
    { seed: SEED, numRuns: 60 },
  );
});
