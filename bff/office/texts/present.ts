import type { AdminText, AdminTexts, TextQuery } from '#bff/contract/office/texts.ts';
import { namesOf } from '#bff/identity/audit/actor-names.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { TEXT_NAMES, TEXTS, type TextName } from '#core/aggregates/settings/texts.ts';
import { MAX_VERSIONS } from './routes.ts';
import { STANDARD_TEXTS } from './standard.ts';
import { isShown, type TextVersion, versionOf, versionsOf } from './versions.ts';

type Deps = Pick<BffDeps, 'database' | 'settings' | 'config'>;

/** Who wrote them. */
async function authorsOf({ database }: Pick<Deps, 'database'>, versions: readonly TextVersion[]) {
  const ids = versions.flatMap(({ by }) => (by === null ? [] : [{ kind: 'administrator', id: by }]));
  const nameOf = await namesOf(database, ids);
  return (id: string | null) => (id === null ? null : { id, name: nameOf('administrator', id) ?? 'An owner' });
}

export async function presentText(deps: Deps, name: TextName, query: TextQuery): Promise<AdminText> {
  const settings = deps.settings.now();
  const versions = versionsOf(settings, name);
  const listed = versions.slice(-MAX_VERSIONS).toReversed();
  const asked = versionOf(versions, query);
  const whoOf = await authorsOf(deps, asked ? [...listed, asked] : listed);
  const show = ({ version, since, until, by, why, isWritten, text }: TextVersion) => ({
    version,
    since,
    until,
    by: whoOf(by),
    why,
    is_written: isWritten,
    characters: text?.length ?? 0,
  });
  return {
    name,
    title: TEXTS[name].title,
    version: settings.versions[name] ?? 0,
    text: isShown(name, asked) ? asked.text : null,
    shown: asked ? show(asked) : null,
    standard: STANDARD_TEXTS[name]?.at(-1)?.text ?? null,
    versions: listed.map(show),
  };
}

export async function presentTexts(deps: Deps): Promise<AdminTexts> {
  const settings = deps.settings.now();
  const texts = TEXT_NAMES.map((name) => ({ name, last: versionsOf(settings, name).at(-1) }));
  const whoOf = await authorsOf(
    deps,
    texts.flatMap(({ last }) => last ?? []),
  );
  const isWritten = (name: TextName) => texts.find((each) => each.name === name)?.last?.isWritten === true;
  return {
    texts: texts.map(({ name, last }) => ({
      name,
      title: TEXTS[name].title,
      is_written: isWritten(name),
      has_standard: TEXTS[name].hasStandard,
      changed_at: last && last.by !== null ? last.since : null,
      changed_by: whoOf(last?.by ?? null),
    })),
    missing: deps.config.isProduction ? REQUIRED.flatMap(([name, why]) => (isWritten(name) ? [] : [why])) : [],
  };
}

/** A store that sells to others has its own. */
const REQUIRED = [
  ['terms', 'The terms are still the standard text: write the ones that your customers agree to.'],
  ['imprint', 'There is no imprint: write who runs this store, as the law of your country asks.'],
] as const satisfies readonly (readonly [TextName, string])[];
