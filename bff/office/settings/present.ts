import { may } from '#bff/contract/base/roles.ts';
import type { AdminSettings, SettingsEntry } from '#bff/contract/office/admin-settings.ts';
import { namesOf } from '#bff/identity/audit/actor-names.ts';
import { hasSecond, tiedTo } from '#bff/kit/approvals/approver.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { found } from '#bff/kit/lib/api-error.ts';
import { refusedExample } from '#bff/kit/lib/examples.ts';
import { depositsIntoRecalled } from '#bff/money/deposits/recalled.ts';
import { accountNow, eachOnce, whyNoAccount } from '#bff/papers/invoices/paid-into.ts';
import { isUnread } from '#core/aggregates/settings/newer.ts';
import { isRecalled, isSameAccount } from '#core/aggregates/settings/recalls.ts';
import { SECTION_NAMES, SECTIONS, type Section, type ValueOf, valueIn } from '#core/aggregates/settings/sections.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import { rulesOf } from '#core/ledger/rules.ts';
import {
  accountsEver,
  isBeingRecalled,
  proposedAt,
  type RecordedSettingsEvent,
  type Settings,
} from '#core/ledger/settings.ts';
import { accountsDesk } from './sections/accounts.ts';
import { DESKS, type DeskSection, differences, said } from './sections.ts';

type Deps = Pick<BffDeps, 'database' | 'config' | 'rules' | 'settings' | 'clock'>;
/** Accounts that can be recalled. */
const MAX_ASKED = 100;
/** The newest steps that the history shows. */
const MAX_HISTORY = 200;
const UNKNOWN = 'An owner';

export async function presentSettings(deps: Deps, actor: AdministratorActor): Promise<AdminSettings> {
  const settings = deps.settings.now();
  const { database } = deps;
  // Also of what this version does not know all of: this is to be read, nothing is decided by it.
  const { currencies, settingsChangeHours } = rulesOf({ ...settings, newer: {} });
  const people = Object.values(settings.waiting).flatMap(({ by, confirmedBy }) => [
    by,
    ...(confirmedBy ? [confirmedBy] : []),
  ]);
  const [nameOf, tied, hasOther, intoRecalled] = await Promise.all([
    namesOf(database, people.map(administrator)),
    tiedTo(deps, actor.administratorId),
    hasSecond(deps, actor, 'settings:change'),
    depositsIntoRecalled(deps),
  ]);
  const who = (id: string) => ({ id, name: nameOf('administrator', id) ?? UNKNOWN });
  const sectionOf = (section: DeskSection) => {
    const { show } = DESKS[section] as { show(value: ValueOf): unknown };
    const value = valueIn(settings.values, section);
    const isRule = SECTIONS[section].standard !== null;
    const proposed = settings.waiting[section];
    const waiting = proposed && !isUnread(proposed.value) ? proposed : undefined;
    return {
      value: value === null ? null : show(value),
      ...(isRule && value !== null && { said: said(section, value) }),
      version: settings.versions[section] ?? 0,
      waiting: waiting
        ? {
            id: waiting.proposalId,
            value: show(waiting.value),
            ...(isRule && { changes: differences(section, value, waiting.value) }),
            why: waiting.why,
            by: who(waiting.by),
            at: proposedAt(settings, waiting.proposalId),
            due_at: waiting.dueAt,
            confirmed_by: waiting.confirmedBy === null ? null : who(waiting.confirmedBy),
            may_confirm:
              may(actor.roles, 'settings:change') &&
              waiting.confirmedBy === null &&
              waiting.by !== actor.administratorId &&
              !tied.includes(waiting.by),
          }
        : null,
    };
  };
  const names = Object.keys(DESKS) as DeskSection[];
  const sections = Object.fromEntries(names.map((section) => [section, sectionOf(section)])) as Pick<
    AdminSettings,
    DeskSection
  >;
  return {
    version: settings.version,
    ...sections,
    currencies: [...currencies],
    asked_accounts: askedAccounts(settings),
    deposits_into_recalled: intoRecalled.length,
    newer: Object.entries(settings.newer).map(([section, { names }]) => ({
      title: SECTIONS[section as Section].title,
      names: [...names],
    })),
    wait_hours: settingsChangeHours,
    is_alone: !hasOther,
    missing: missingIn(deps, settings),
  };
}

function askedAccounts(settings: Settings): AdminSettings['asked_accounts'] {
  const now = settings.values.accounts?.accounts ?? [];
  const before = eachOnce([...now, ...accountsEver(settings).toReversed()]).slice(0, MAX_ASKED);
  const flags = before.map((account) => ({
    is_now: now.some((each) => isSameAccount(each, account)),
    is_recalled: isRecalled(settings.values, account),
    is_being_recalled: isBeingRecalled(settings, account),
  }));
  return accountsDesk.show({ accounts: [...before] }).accounts.map((each, at) => ({ ...each, ...found(flags[at]) }));
}

/** Why customers cannot make deposits, a sentence each. */
export function missingIn({ config }: Pick<Deps, 'config'>, settings: Settings): string[] {
  const { values } = settings;
  const example = (value: unknown, what: string) => {
    const found = refusedExample({ config }, settings, value);
    return found ? [`${what} has an example that is nobody’s own: ${found.text}.`] : [];
  };
  return [
    ...(values.seller ? example(values.seller, 'The seller') : ['Nobody has said who sells.']),
    ...rulesOf(settings).currencies.flatMap((currency) => {
      const account = accountNow(settings, currency);
      if (account) return example(account, `The account for ${currency}`);
      return [NO_ACCOUNT[whyNoAccount(settings, currency)](currency)];
    }),
  ];
}

const NO_ACCOUNT: Readonly<Record<ReturnType<typeof whyNoAccount>, (currency: Currency) => string>> = {
  none: (currency) => `No account is set for deposits in ${currency}.`,
  recalled: (currency) => `The account for deposits in ${currency} was recalled, and there is no other.`,
  'being-recalled': (currency) =>
    `An owner asks to recall the account for deposits in ${currency}, and there is no other: they wait for a second owner to decide.`,
};

const STEPS = {
  SettingsChangeProposed: 'proposed',
  SettingsChangeConfirmed: 'confirmed',
  SettingsChangeWithdrawn: 'withdrawn',
  SettingsChanged: 'changed',
} as const satisfies Readonly<Record<RecordedSettingsEvent['type'], SettingsEntry['step']>>;

/** The newest steps, each with who took it and what it changed. */
export async function presentHistory({
  settings,
  database,
}: Pick<Deps, 'settings' | 'database'>): Promise<SettingsEntry[]> {
  const events = settings.now().history.slice(-MAX_HISTORY).toReversed();
  const nameOf = await namesOf(
    database,
    events.flatMap(({ data }) => (data.by === null ? [] : [administrator(data.by)])),
  );
  return events.map((event) => {
    const { section, by } = event.data;
    return {
      position: String(event.position),
      section,
      title: SECTIONS[section].title,
      step: STEPS[event.type],
      at: event.metadata.time,
      version: event.type === 'SettingsChanged' ? event.data.version : null,
      why: 'why' in event.data ? event.data.why : null,
      by: by === null ? null : { id: by, name: nameOf('administrator', by) ?? UNKNOWN },
      changes: 'after' in event.data ? differences(section, event.data.before, event.data.after) : [],
    };
  });
}

/** Undefined where there never was such a proposal. */
export const sectionOfProposal = ({ history }: Settings, proposalId: string): Section | undefined =>
  history.find(({ type, data }) => type === 'SettingsChangeProposed' && data.proposalId === proposalId)?.data.section;

export const sectionsDue = ({ waiting }: Settings, now: string): Section[] =>
  SECTION_NAMES.filter((section) => {
    const dueAt = waiting[section]?.dueAt ?? null;
    return dueAt !== null && dueAt <= now;
  });

const administrator = (id: string) => ({ kind: 'administrator', id });
