import type { Block } from '#bff/contract/office/settings/text-blocks.ts';
import { readText } from '#bff/contract/office/settings/text-format.ts';
import type { TextQuery } from '#bff/contract/office/texts.ts';
import { TEXT_NAMES, TEXTS, type TextName } from '#core/aggregates/settings/texts.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import { changesOf, type Settings, type SettingsReader } from '#core/ledger/settings.ts';
import { STANDARD_TEXTS } from './standard.ts';

export type TextVersion = {
  /** Of the settings, when it was written; 0 for the standard text, its day (20261127) for later words of that. */
  readonly version: number;
  /** Markdown; null where there is none, or a page of the store's own. */
  readonly text: string | null;
  readonly isWritten: boolean;
  readonly since: string;
  readonly until: string | null;
  /** The administrator; null for the standard text. */
  readonly by: string | null;
  readonly why: string | null;
};

/** How a text was over time, the oldest first. It begins with the standard text, where there is one. */
export function versionsOf(settings: Settings, name: TextName): TextVersion[] {
  const [first, ...later] = standardsOf(name);
  const standardAt = (time: string) => later.findLast(({ since }) => since <= time) ?? first;
  const written = changesOf(settings, name).map(({ data: { version, after, by, why }, metadata: { time: since } }) => {
    const own = 'text' in after ? after.text : null;
    return { version, text: own ?? standardAt(since)?.text ?? null, isWritten: own !== null, since, by, why };
  });
  const all = [...(first ? [first] : []), ...written];
  for (const standard of later) {
    const next = all.findIndex(({ since }, at) => at > 0 && since > standard.since);
    const at = next === -1 ? all.length : next;
    // Where the seller's own text was shown, the store's changed unseen.
    if (!all[at - 1]?.isWritten) all.splice(at, 0, standard);
  }
  return all.map((each, at) => ({ ...each, until: all[at + 1]?.since ?? null }));
}

const standardsOf = (name: TextName): Omit<TextVersion, 'until'>[] =>
  (STANDARD_TEXTS[name] ?? []).map((standard, index) => ({
    ...standard,
    isWritten: false,
    by: null,
    why: null,
    version: index === 0 ? 0 : Number(standard.since.slice(0, 10).replaceAll('-', '')),
  }));

/** The one that is asked for: by its version, as it was at the end of a day in UTC, or as it is now. */
export function versionOf(versions: readonly TextVersion[], { version, on }: TextQuery): TextVersion | undefined {
  if (version !== undefined) return versions.find((each) => each.version === version);
  return versions.findLast(({ since }) => on === undefined || since.slice(0, 10) <= on);
}

/** Whether there is something to show: the seller's text, or the store's. */
export const isShown = (name: TextName, version: TextVersion | undefined): version is TextVersion =>
  version !== undefined && (version.isWritten || TEXTS[name].hasStandard);

/** The texts that the store shows now. */
export const shownTexts = (settings: Settings): { readonly name: TextName; readonly version: TextVersion }[] =>
  TEXT_NAMES.flatMap((name) => {
    const version = versionsOf(settings, name).at(-1);
    return isShown(name, version) ? [{ name, version }] : [];
  });

/** The addresses of texts that the store does not have. None where that cannot be read at the moment. */
export function emptyPages(settings: Pick<SettingsReader, 'now'>): string[] {
  try {
    const shown = new Set(shownTexts(settings.now()).map(({ name }) => name));
    return TEXT_NAMES.filter((name) => !shown.has(name)).map((name) => `/${name}`);
  } catch (error) {
    if (isDomainError(error, 'unavailable')) return [];
    throw error;
  }
}

const MAX_KEPT = 100;
const kept = new Map<string, Block[]>();

/** Read once, because a text is asked for by each visitor. */
export function blocksOf(text: string): Block[] {
  const before = kept.get(text);
  if (before) return before;
  const { blocks } = readText(text);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(text, blocks);
  return blocks;
}
