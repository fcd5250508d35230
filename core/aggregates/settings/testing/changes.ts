import type { SettingsCommand } from '#core/aggregates/settings/commands.ts';
import { settingsDecider } from '#core/aggregates/settings/decider.ts';
import type { SettingsEvent } from '#core/aggregates/settings/events.ts';
import type { ValueOf } from '#core/aggregates/settings/sections.ts';
import type { Seller } from '#core/aggregates/settings/seller.ts';
import { specificationOf } from '#core/kernel/testing/given-when-then.ts';

export const { given } = specificationOf(settingsDecider);
export const NOW = '2026-11-27T12:00:00.000Z';
export const TOMORROW = '2026-11-28T12:00:00.000Z';
export const [ONE, TWO] = ['0d6f2a00-0000-4000-8000-000000000001', '0d6f2a00-0000-4000-8000-000000000002'];
export const [ada, bob] = ['ada', 'bob'];

export const seller = (name = 'Ink & Paper Ltd'): Seller => ({
  name,
  tradeName: null,
  address: ['1 High Street', 'Leeds'],
  country: 'GB',
  vatId: null,
  registration: null,
  email: 'books@ink-and-paper.test',
  supportEmail: null,
  mailFrom: null,
  links: [],
});
export const accounts = (number = 'DE89 3704 0044 0532 0130 00'): ValueOf<'accounts'> => ({
  accounts: [
    {
      id: 'one',
      currency: 'EUR',
      isStandard: true,
      beneficiary: 'Ink & Paper Ltd',
      bank: 'A bank',
      number,
      bic: 'COBADEFFXXX',
      routing: null,
    },
  ],
});

export type Change = Extract<SettingsCommand, { type: 'ChangeSettings' }>;
export const change = (more: Partial<Change>): Change => ({
  type: 'ChangeSettings',
  section: 'accounts',
  value: accounts('GB29NWBK60161331926819'),
  why: 'A new bank',
  by: ada,
  version: 1,
  proposalId: ONE,
  hasSecond: true,
  now: NOW,
  waitHours: 24,
  ...more,
});
type Changed = Extract<SettingsEvent, { type: 'SettingsChanged' }>['data'];
export const changed = (more: Partial<Changed> = {}): SettingsEvent => ({
  type: 'SettingsChanged',
  data: { section: 'accounts', version: 1, before: null, after: accounts(), why: 'The first ones', by: null, ...more },
});
type Proposed = Extract<SettingsEvent, { type: 'SettingsChangeProposed' }>['data'];
export const newAccounts = accounts('GB29NWBK60161331926819');
export const proposed = (more: Partial<Proposed> = {}): SettingsEvent => ({
  type: 'SettingsChangeProposed',
  data: {
    section: 'accounts',
    before: accounts(),
    after: newAccounts,
    why: 'A new bank',
    by: ada,
    proposalId: ONE,
    dueAt: null,
    ...more,
  },
});
export const confirmed: SettingsEvent = {
  type: 'SettingsChangeConfirmed',
  data: { section: 'accounts', proposalId: ONE, by: bob, dueAt: TOMORROW },
};
export const withdrawn = (by: string | null): SettingsEvent => ({
  type: 'SettingsChangeWithdrawn',
  data: { section: 'accounts', proposalId: ONE, by },
});
export const inEffect = changed({
  version: 2,
  before: accounts(),
  after: newAccounts,
  why: 'A new bank',
  by: ada,
  confirmedBy: bob,
  proposalId: ONE,
});
export const confirm = (by: string, more: object = {}): SettingsCommand => ({
  type: 'ConfirmSettings',
  section: 'accounts',
  proposalId: ONE,
  by: { id: by, ...more },
  now: NOW,
  waitHours: 24,
});
export const withdraw = (by: string): SettingsCommand => ({
  type: 'WithdrawSettings',
  section: 'accounts',
  proposalId: ONE,
  by,
});
export const carryOut = (now: string, lapsed: string[] = []): SettingsCommand => ({
  type: 'CarryOutSettings',
  section: 'accounts',
  now,
  lapsed,
});
