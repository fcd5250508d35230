import { assertNever, createDecider } from '#core/kernel/commands/decider.ts';
import { isSameData } from '#core/kernel/commands/same-data.ts';
import { type Approver, enough } from '#core/kernel/commands/second-eyes.ts';
import { DomainError } from '#core/kernel/errors.ts';
import type { SettingsCommands, When } from './commands.ts';
import type { SettingsEvent } from './events.ts';
import { isUnread } from './newer.ts';
import { isRecalled, isSameAccount } from './recalls.ts';
import { SECTIONS, type Section, type ValueOf } from './sections.ts';

/** A change that waits: for a second owner while it has no `dueAt`, for its time otherwise. */
export type WaitingChange = {
  readonly proposalId: string;
  /** What counted when it was proposed, and counts until it takes effect. */
  readonly before: ValueOf | null;
  readonly value: ValueOf;
  readonly why: string;
  readonly by: string;
  readonly confirmedBy: string | null;
  readonly dueAt: string | null;
  /** What of it this version does not know. */
  readonly newer: readonly string[];
};

type SectionState = {
  /** As far as this version can read it. */
  readonly value: ValueOf | null;
  /** What of it this version does not know; empty where it knows all. */
  readonly newer: readonly string[];
  /** Whether `value` is of before, because this version cannot read what counts. */
  readonly isOld: boolean;
  /** The settings' version with which it was changed last; 0 where it never was. */
  readonly version: number;
  readonly waiting: WaitingChange | null;
  /** How proposals ended, by their id: a repetition of the same decision changes nothing. */
  readonly ended: Readonly<Record<string, 'changed' | 'withdrawn'>>;
};

/** `version`: how many changes took effect. */
export type SettingsState = {
  readonly version: number;
  readonly sections: { readonly [Name in Section]?: SectionState };
};

const EMPTY: SectionState = { value: null, newer: [], isOld: false, version: 0, waiting: null, ended: {} };
export const sectionOf = ({ sections }: SettingsState, section: Section): SectionState => sections[section] ?? EMPTY;

/** One stream of all settings: a section is changed as a whole, by somebody who saw what it says. */
export const settingsDecider = createDecider<SettingsState, SettingsCommands, SettingsEvent>({
  initialState: { version: 0, sections: {} },
  commands: {
    AdoptSettings: adopt,
    ChangeSettings: change,
    ConfirmSettings: confirm,
    WithdrawSettings: withdraw,
    CarryOutSettings: carryOut,
  },
  evolve(state, event) {
    const { section } = event.data;
    const before = sectionOf(state, section);
    const now = (version: number, after: SectionState): SettingsState => ({
      version,
      sections: { ...state.sections, [section]: after },
    });
    switch (event.type) {
      case 'SettingsChangeProposed': {
        const { proposalId, before: counted, after: value, why, by, dueAt, newer = [] } = event.data;
        const waiting = { proposalId, before: counted, value, why, by, confirmedBy: null, dueAt, newer };
        return now(state.version, { ...before, waiting });
      }
      case 'SettingsChangeConfirmed': {
        const { by: confirmedBy, dueAt } = event.data;
        return now(state.version, { ...before, waiting: before.waiting && { ...before.waiting, confirmedBy, dueAt } });
      }
      case 'SettingsChangeWithdrawn':
        return now(state.version, { ...before, ...endedAs('withdrawn', event.data.proposalId, before) });
      case 'SettingsChanged': {
        const { version, after, proposalId, newer = [] } = event.data;
        const ended = proposalId === undefined ? {} : endedAs('changed', proposalId, before);
        const isOld = isUnread(after);
        const known = { value: isOld ? before.value : after, isOld };
        // Sections that this version does not have come together.
        const names = section === 'newer' ? [...new Set([...before.newer, ...newer])] : newer;
        return now(version, { ...before, ...known, newer: names, version, ...ended });
      }
      default:
        return assertNever(event);
    }
  },
});

const endedAs = (
  end: SectionState['ended'][string],
  proposalId: string,
  { ended }: SectionState,
): Pick<SectionState, 'waiting' | 'ended'> => ({ waiting: null, ended: { ...ended, [proposalId]: end } });

function adopt({ section, value, why }: SettingsCommands['AdoptSettings'], state: SettingsState): SettingsEvent[] {
  const { value: before, waiting, newer } = sectionOf(state, section);
  if (before !== null || waiting !== null || newer.length > 0) return [];
  return [changed(state, { section, before: SECTIONS[section].standard, after: value, why, by: null })];
}

function change(command: SettingsCommands['ChangeSettings'], state: SettingsState): SettingsEvent[] {
  const { section, value: after, by, version, proposalId, hasSecond, now } = command;
  const { title } = SECTIONS[section];
  const { value: set, version: current, waiting, ended } = sectionOf(state, section);
  const before = set ?? command.shown ?? SECTIONS[section].standard;
  if (ended[proposalId] || waiting?.proposalId === proposalId) return [];
  if (section === 'demonstration') {
    throw refused('A store is a demonstration from its beginning, or never. Nothing was changed.', 'section');
  }
  requireKnown(section, state);
  const why = command.why.trim();
  if (why === '') throw refused('Say why it is changed. Nothing was changed.', 'why');
  if (version !== current) {
    throw new DomainError(
      'invalid_state',
      `The settings “${title}” were changed meanwhile. Look at them again, then change them. Nothing was changed.`,
      { version: String(current) },
    );
  }
  if (waiting && !takesIn(section, after, waiting)) {
    throw new DomainError(
      'invalid_state',
      `A change of “${title}” waits already. Withdraw it, or wait until it counts. Nothing was changed.`,
    );
  }
  if (isSameData(before, after)) throw refused('This is what the settings say already. Nothing was changed.', 'why');
  requireOwnIds(after);
  requireNoRecalled(state, after);
  requireTimeToWarn(after);
  const proposal = { section, before, after, why, by };
  const left: SettingsEvent[] = waiting
    ? [{ type: 'SettingsChangeWithdrawn', data: { section, proposalId: waiting.proposalId, by } }]
    : [];
  const atOnce = () => [...left, changed(state, { ...proposal, proposalId })];
  const isMoney = SECTIONS[section].isMoney as (before: ValueOf | null, after: ValueOf) => boolean;
  if (!isMoney(before, after)) return atOnce();
  const hours = hoursOf(command, { isFirst: set === null, before, after });
  if (!hasSecond && hours === 0) return atOnce();
  const dueAt = hasSecond ? null : hoursAfter(now, hours);
  return [...left, { type: 'SettingsChangeProposed', data: { ...proposal, proposalId, dueAt } }];
}

type IsUrgent = ((before: ValueOf | null, after: ValueOf) => boolean) | undefined;
const urgencyOf = (section: Section): IsUrgent => (SECTIONS[section] as { isUrgent?: IsUrgent }).isUrgent;

/** Whether an urgent change says all of the urgent one that waits, and more: one wrong account must not wait for the other. */
function takesIn(section: Section, after: ValueOf, { before, value, confirmedBy }: WaitingChange): boolean {
  const isUrgent = urgencyOf(section);
  if (!isUrgent || confirmedBy !== null) return false;
  return isUrgent(before, value) && isUrgent(value, after) && !isUrgent(after, value);
}

/**
 * How long a change waits that concerns money. In a first run nobody was asked to pay into another account. A store of before there were
 * settings has customers who pay: its first accounts and its first seller are as good a door for a thief as later ones.
 */
const hoursOf = (
  { section, waitHours, isFirstRun = false }: Pick<SettingsCommands['ChangeSettings'], 'section' | keyof When>,
  { isFirst, before, after }: { isFirst: boolean; before: ValueOf | null; after: ValueOf },
): number => {
  return (isFirst && isFirstRun) || urgencyOf(section)?.(before, after) ? 0 : waitHours;
};

/** Deposits name their account by its id: of two with one id, papers would print the one and the history would show the other. */
function requireOwnIds(value: ValueOf): void {
  if (!('accounts' in value)) return;
  const ids = new Set(value.accounts.map(({ id }) => id));
  if (ids.size < value.accounts.length) {
    throw refused('Two of the accounts have the same id. Nothing was changed.', 'accounts');
  }
}

/** A recalled account may stay in the list as it is: it is not asked for. It is not entered again, and does not become the standard. */
function requireNoRecalled({ sections }: SettingsState, value: ValueOf): void {
  if (!('accounts' in value)) return;
  const [recalls, before] = [sections.recalls?.value, sections.accounts?.value];
  if (!recalls || !('recalled' in recalls)) return;
  const known = before && 'accounts' in before ? before.accounts : [];
  const wrong = value.accounts.find(
    (account) =>
      isRecalled({ recalls }, account) &&
      !known.some((each) => isSameAccount(each, account) && (each.isStandard || !account.isStandard)),
  );
  if (!wrong) return;
  throw refused(
    `The account ${wrong.number} was recalled: customers were told not to pay into it. Take the recall back first if it is right after all. Nothing was changed.`,
    'accounts',
  );
}

function requireTimeToWarn(value: ValueOf): void {
  if (!('orderTermHours' in value) || value.orderWarningHours < value.orderTermHours) return;
  throw refused('Customers are warned before their order is cancelled. Nothing was changed.', 'orderWarningHours');
}

function confirm(command: SettingsCommands['ConfirmSettings'], state: SettingsState): SettingsEvent[] {
  const { section, proposalId, by, now } = command;
  const { value, waiting, ended } = sectionOf(state, section);
  if (ended[proposalId] === 'changed') return [];
  requireKnown(section, state);
  const proposal = requireWaiting(section, waiting, proposalId);
  if (proposal.confirmedBy === by.id) return [];
  if (proposal.confirmedBy !== null) {
    throw new DomainError('invalid_state', 'Another owner has confirmed this already. Nothing was changed.');
  }
  requireSecondPerson(proposal, by);
  const hours = hoursOf(command, { isFirst: value === null, before: proposal.before, after: proposal.value });
  const dueAt = hoursAfter(now, hours);
  const confirmed = { type: 'SettingsChangeConfirmed', data: { section, proposalId, by: by.id, dueAt } } as const;
  if (hours > 0) return [confirmed];
  return [confirmed, takingEffect(state, section, { ...proposal, confirmedBy: by.id })];
}

/** Two owners of whom neither brought the other in a short time ago, and who proposed it still may. */
function requireSecondPerson({ by: proposer }: WaitingChange, by: Omit<Approver, 'aloneUpTo'>): void {
  if (proposer === by.id) {
    throw new DomainError(
      'invalid_state',
      'You have proposed this change yourself. A second owner has to confirm it. Nothing was changed.',
    );
  }
  const first = { by: proposer, what: {} };
  if (enough({ what: {}, figure: 0n, by: { ...by, aloneUpTo: 0n }, first, takesTwo: true, words: () => '' })) return;
  throw new DomainError(
    'invalid_state',
    'Who proposed this may not propose it any more. Withdraw it, and propose it yourself if it is right. Nothing was changed.',
  );
}

function withdraw(command: SettingsCommands['WithdrawSettings'], state: SettingsState): SettingsEvent[] {
  const { section, proposalId, by } = command;
  const { waiting, ended } = sectionOf(state, section);
  if (ended[proposalId] === 'withdrawn') return [];
  if (section === 'newer') requireKnown(section, state);
  requireWaiting(section, waiting, proposalId);
  return [{ type: 'SettingsChangeWithdrawn', data: { section, proposalId, by } }];
}

function carryOut(
  { section, now, lapsed }: SettingsCommands['CarryOutSettings'],
  state: SettingsState,
): SettingsEvent[] {
  const { waiting } = sectionOf(state, section);
  if (!waiting || waiting.dueAt === null || now < waiting.dueAt) return [];
  // A process of the newer version lets it count.
  if (!isKnown(section, state)) return [];
  const { proposalId, by, confirmedBy } = waiting;
  const isLapsed = [by, confirmedBy].some((id) => id !== null && lapsed.includes(id));
  if (isLapsed) return [{ type: 'SettingsChangeWithdrawn', data: { section, proposalId, by: null } }];
  return [takingEffect(state, section, waiting)];
}

/** Whether this version knows all of what a section says, and of what waits in it. */
const isKnown = (section: Section, state: SettingsState): boolean => {
  const { newer, waiting } = sectionOf(state, section);
  return section !== 'newer' && newer.length === 0 && (waiting?.newer ?? []).length === 0;
};

/** What this version writes has all of a section, so it would take away what it does not know. */
function requireKnown(section: Section, state: SettingsState): void {
  if (isKnown(section, state)) return;
  throw new DomainError(
    'invalid_state',
    `A newer version of the store has written “${SECTIONS[section].title}”, and this server does not know all of it. Change it when all servers have the new version. Nothing was changed.`,
  );
}

function requireWaiting(section: Section, waiting: WaitingChange | null, proposalId: string): WaitingChange {
  if (waiting?.proposalId === proposalId) return waiting;
  throw new DomainError(
    'invalid_state',
    `This change of “${SECTIONS[section].title}” does not wait any more: it counts, or was withdrawn. Nothing was changed.`,
  );
}

function takingEffect(state: SettingsState, section: Section, waiting: WaitingChange): SettingsEvent {
  const { before, value: after, why, by, confirmedBy, proposalId } = waiting;
  const second = confirmedBy === null ? {} : { confirmedBy };
  return changed(state, { section, before, after, why, by, ...second, proposalId });
}

type Changed = Extract<SettingsEvent, { type: 'SettingsChanged' }>;
const changed = ({ version }: SettingsState, data: Omit<Changed['data'], 'version'>): Changed => ({
  type: 'SettingsChanged',
  data: { ...data, version: version + 1 },
});

const hoursAfter = (now: string, hours: number): string => new Date(Date.parse(now) + hours * 3_600_000).toISOString();
const refused = (message: string, field: string) => new DomainError('invalid_value', message, { field });
