import { textRoutes } from '#bff/contract/office/texts.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { versionsToAccept } from '#bff/kit/lib/accepted-texts.ts';
import { TEXTS } from '#core/aggregates/settings/texts.ts';
import { blocksOf, isShown, shownTexts, versionOf, versionsOf } from './versions.ts';

/** The newest versions that a list shows. */
export const MAX_VERSIONS = 200;

export const registerTexts = feature(textRoutes, ({ settings }) => ({
  listTexts: async () => {
    const now = settings.now();
    const toAccept = Object.keys(versionsToAccept(now));
    return {
      data: shownTexts(now).map(({ name, version: { version, since } }) => ({
        name,
        title: TEXTS[name].title,
        version,
        since,
        to_accept: toAccept.includes(name),
      })),
    };
  },
  getText: async ({ params: { name }, query }) => {
    const versions = versionsOf(settings.now(), name);
    const asked = versionOf(versions, query);
    if (!isShown(name, asked)) return { data: null };
    const { version, since, until, text } = asked;
    return {
      data: {
        name,
        title: TEXTS[name].title,
        version,
        since,
        until,
        blocks: text === null ? null : blocksOf(text),
        versions: versions
          .filter((each) => isShown(name, each))
          .slice(-MAX_VERSIONS)
          .toReversed()
          .map((each) => ({ version: each.version, since: each.since })),
      },
    };
  },
}));
