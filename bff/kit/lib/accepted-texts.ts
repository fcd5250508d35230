import { z } from 'zod';
import { type AcceptedTexts, AcceptedVersions } from '#bff/contract/base/accepted-texts.ts';
import { ACCEPTED_TEXTS, TEXTS } from '#core/aggregates/settings/texts.ts';
import { changesOf, type Settings } from '#core/ledger/settings.ts';

/** As it is kept with a sign-up, and then with the account. */
export const KeptAcceptance = z.object({ at: z.string(), versions: AcceptedVersions });
export type KeptAcceptance = z.infer<typeof KeptAcceptance>;

/** The versions that a new customer accepts: of the texts that the seller wrote. Nobody agrees to a standard text that nobody chose. */
export const versionsToAccept = ({ values, versions }: Pick<Settings, 'values' | 'versions'>): AcceptedVersions =>
  Object.fromEntries(
    ACCEPTED_TEXTS.flatMap((name) => (values[name]?.text ? [[name, versions[name]]] : [])),
  ) as AcceptedVersions;

/** The titles of those that are not as somebody saw them. */
export const changedSince = (seen: AcceptedVersions, now: AcceptedVersions): string[] =>
  ACCEPTED_TEXTS.filter((name) => seen[name] !== now[name]).map((name) => TEXTS[name].title);

/** Null where nothing was accepted: nothing was asked for, or the account is older than the question. */
export function presentAcceptance(settings: Settings, kept: KeptAcceptance | null): AcceptedTexts | null {
  if (kept === null) return null;
  const texts = ACCEPTED_TEXTS.flatMap((name) => {
    const version = kept.versions[name];
    if (version === undefined) return [];
    const change = changesOf(settings, name).find(({ data }) => data.version === version);
    return [{ name, title: TEXTS[name].title, version, since: change?.metadata.time ?? null }];
  });
  return { at: kept.at, texts };
}

/** As a statement writes it. */
export const keptJson = (kept: KeptAcceptance | null): string | null => (kept === null ? null : JSON.stringify(kept));
