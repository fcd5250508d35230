import { type LedgerEvent, ledgerCodec, type RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { SellerAccount } from '#core/aggregates/settings/accounts.ts';
import { sectionOf, settingsDecider, type WaitingChange } from '#core/aggregates/settings/decider.ts';
import { SETTINGS_ID, type SettingsEvent } from '#core/aggregates/settings/events.ts';
import type { Logo } from '#core/aggregates/settings/look.ts';
import { isUnread } from '#core/aggregates/settings/newer.ts';
import { isRecalled } from '#core/aggregates/settings/recalls.ts';
import {
  SECTION_NAMES,
  SECTIONS,
  type Section,
  type SettingsValues,
  type ValueOf,
} from '#core/aggregates/settings/sections.ts';
import { DomainError } from '#core/kernel/errors.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';

export type RecordedSettingsEvent = Extract<RecordedLedgerEvent, SettingsEvent>;

/** What the settings say, and how they came to it. It never changes: the next event makes another one. */
export type Settings = {
  /** How many changes took effect; 0 where nothing was ever set. */
  readonly version: number;
  readonly values: SettingsValues;
  /** The version with which each section was changed last. */
  readonly versions: { readonly [Name in Section]?: number };
  readonly waiting: { readonly [Name in Section]?: WaitingChange };
  /** What a newer version wrote that this one does not know, while both run. `isOld`: the section's value is the one of before. */
  readonly newer: { readonly [Name in Section]?: { readonly names: readonly string[]; readonly isOld: boolean } };
  /** Every event, the oldest first. */
  readonly history: readonly RecordedSettingsEvent[];
};

export const NO_SETTINGS: Settings = { version: 0, values: {}, versions: {}, waiting: {}, newer: {}, history: [] };

export function settingsAfter(before: Settings, events: readonly RecordedSettingsEvent[]): Settings {
  const history = [...before.history, ...events];
  const state = history.reduce(settingsDecider.evolve, settingsDecider.initialState);
  const bySection = <Value>(read: (section: Section) => Value | null) =>
    Object.fromEntries(
      SECTION_NAMES.flatMap((section) => {
        const value = read(section);
        return value === null ? [] : [[section, value]];
      }),
    );
  return {
    version: state.version,
    values: bySection((section) => sectionOf(state, section).value),
    versions: bySection((section) => sectionOf(state, section).version || null),
    waiting: bySection((section) => sectionOf(state, section).waiting),
    newer: bySection((section) => {
      const { newer: names, isOld } = sectionOf(state, section);
      return names.length > 0 ? { names, isOld } : null;
    }),
    history,
  };
}

/** Whether this version may decide by a section. */
export function isUnderstood({ newer }: Partial<Pick<Settings, 'newer'>>, section: Section): boolean {
  const found = newer?.[section];
  const { needsAll = false } = SECTIONS[section] as { readonly needsAll?: true };
  return !found || !(needsAll || found.isOld);
}

export const notUnderstood = (section: Section): DomainError =>
  new DomainError(
    'unavailable',
    `The settings “${SECTIONS[section].title}” were changed by a newer version of the store, and this server does not know all of them. Nothing was done. Please try again in some minutes.`,
  );

/** @throws DomainError unavailable where one of the sections is not understood: a server of the newer version answers */
export function requireUnderstood(settings: Pick<Settings, 'newer'>, ...sections: readonly Section[]): void {
  const unknown = sections.find((section) => !isUnderstood(settings, section));
  if (unknown) throw notUnderstood(unknown);
}

export async function readSettings(store: Pick<EventStore, 'readStream'>): Promise<RecordedSettingsEvent[]> {
  const events: RecordedSettingsEvent[] = [];
  for await (const stored of store.readStream(`settings-${SETTINGS_ID}`)) {
    const event: RecordedLedgerEvent = ledgerCodec.decode(stored);
    if (isOfSettings(event)) events.push(event);
  }
  return events;
}

export const SETTINGS_UNREAD = 'The settings of the store cannot be read at the moment. Please try again.';

/** The values as an earlier moment had them: `counted` is asked about each change. */
const valuesUpTo = ({ history }: Settings, counted: (event: RecordedSettingsEvent) => boolean): SettingsValues =>
  Object.fromEntries(
    history.flatMap((event) =>
      event.type === 'SettingsChanged' && counted(event) && !isUnread(event.data.after)
        ? [[event.data.section, event.data.after]]
        : [],
    ),
  );

export const valuesAt = (settings: Settings, position: bigint): SettingsValues =>
  valuesUpTo(settings, (event) => event.position <= position);

/** @throws DomainError unavailable for a version that this process has not read yet: what it has is of before */
export function valuesOf(settings: Settings, version: number): SettingsValues {
  if (version > settings.version) throw new DomainError('unavailable', SETTINGS_UNREAD);
  return valuesUpTo(settings, (event) => event.type === 'SettingsChanged' && event.data.version <= version);
}

/** When it was proposed (ISO 8601 UTC); '' where it never was. */
export const proposedAt = ({ history }: Pick<Settings, 'history'>, proposalId: string): string =>
  history.find(({ type, data }) => type === 'SettingsChangeProposed' && data.proposalId === proposalId)?.metadata
    .time ?? '';

export type ChangedEvent = Extract<RecordedSettingsEvent, { type: 'SettingsChanged' }>;
/** Every change of a section that took effect, the oldest first. */
export const changesOf = ({ history }: Settings, section: Section): readonly ChangedEvent[] =>
  history.filter((event): event is ChangedEvent => event.type === 'SettingsChanged' && event.data.section === section);

/** Every account that customers were ever asked to pay into. */
export const accountsEver = ({ history }: Settings): readonly SellerAccount[] =>
  history.flatMap(({ type, data }) =>
    type === 'SettingsChanged' && 'accounts' in data.after ? data.after.accounts : [],
  );

/** The change that recalled an account last; undefined where customers may pay into it. */
export const recallOf = (settings: Settings, account: SellerAccount): ChangedEvent | undefined =>
  isRecalled(settings.values, account)
    ? changesOf(settings, 'recalls').findLast(
        ({ data: { before, after } }) => isIn(after, account) && !(before && isIn(before, account)),
      )
    : undefined;
const isIn = (value: ValueOf, account: SellerAccount): boolean =>
  'recalled' in value && isRecalled({ recalls: value }, account);

/** Whether an owner asks for its recall, and a second one has not decided yet: nobody is asked to pay into it meanwhile. */
export const isBeingRecalled = ({ values, waiting }: Settings, account: SellerAccount): boolean =>
  waiting.recalls !== undefined && isIn(waiting.recalls.value, account) && !isRecalled(values, account);

/** Every logo that the store ever had, also of what waits: papers that were issued with it need it. */
export const logosEver = ({ history }: Settings): readonly Logo[] =>
  history.flatMap(({ data }) =>
    'after' in data && 'logo' in data.after
      ? [data.after.logo, data.after.logoOnDark].filter((logo) => logo !== null)
      : [],
  );

export const isOfSettings = (event: LedgerEvent): event is RecordedSettingsEvent =>
  event.type === 'SettingsChanged' ||
  event.type === 'SettingsChangeProposed' ||
  event.type === 'SettingsChangeConfirmed' ||
  event.type === 'SettingsChangeWithdrawn';

/** The settings as a process has them: read at its start, and followed from then on. */
export type SettingsReader = {
  /** @throws DomainError unavailable where they could not be read yet, or not any more: old settings are not guessed to hold */
  now(): Settings;
  /** Waits until the events of the stream up to this position are in; false where that takes too long. */
  reached(position: bigint, timeoutMs: number): Promise<boolean>;
};
