import { randomUUID } from 'node:crypto';
import { SECTIONS, type Section } from '#core/aggregates/settings/sections.ts';
import { DomainError } from '#core/kernel/errors.ts';
import type { Logger } from '#core/kernel/logger.ts';
import type { Ledger } from '#core/ledger/ledger.ts';
import { SETTINGS_UNREAD, type SettingsReader } from '#core/ledger/settings.ts';
import { ConfigError } from '#infra/adapters/config/config-error.ts';
import { type FormerSettings, placeOfFormer } from '#infra/adapters/config/former-variables.ts';

/** Parts that start within this time after the take-over are of the same start, and so is one that crashes meanwhile. */
const SAME_START_MS = 24 * 3_600_000;
const READ_MS = 10_000;
const WHY = 'Taken over from the environment: ';

type Deps = {
  readonly settings: SettingsReader;
  readonly ledger: Ledger;
  readonly logger: Logger;
  readonly clock: () => Date;
};

/**
 * Takes what variables of an older `.env` say as the first values of their sections. Of several processes that start at once, one does; a
 * section that somebody has set stays as it is.
 * @throws ConfigError for a variable whose section was set otherwise, or taken over long ago: two places would say what counts
 */
export async function takeOver(former: FormerSettings, deps: Deps): Promise<void> {
  const sections = Object.entries(former.sections) as [Section, NonNullable<FormerSettings['sections'][Section]>][];
  for (const [section, { names, value }] of sections) {
    const id = randomUUID();
    const { events, position } = await deps.ledger.execute(
      { type: 'AdoptSettings', section, value, why: `${WHY}${names.join(', ')}` },
      { commandId: id, correlationId: id, actor: { kind: 'system', id: 'environment' } },
    );
    if (!(await deps.settings.reached(position, READ_MS))) throw new DomainError('unavailable', SETTINGS_UNREAD);
    if (events.length > 0) {
      deps.logger.info(
        { variables: names, section: SECTIONS[section].title },
        'variables of the environment were taken over into the settings: remove them from it',
      );
    }
  }
  const refused = sections.flatMap(([section, { names }]) =>
    names
      .filter((name) => !isOfThisStart(deps, section, name))
      .map((name) => `  ${name} is ${placeOfFormer(name, section)} now. Remove it.`),
  );
  if (refused.length === 0) return;
  throw new ConfigError(
    `The configuration cannot be used. Correct these environment variables and start again:\n${refused.join('\n')}`,
  );
}

function isOfThisStart({ settings, clock }: Deps, section: Section, name: string): boolean {
  return settings.now().history.some(({ type, data, metadata }) => {
    if (type !== 'SettingsChanged' || data.section !== section || data.by !== null) return false;
    const isTaken = data.why.startsWith(WHY) && data.why.slice(WHY.length).split(', ').includes(name);
    return isTaken && clock().getTime() - Date.parse(metadata.time) < SAME_START_MS;
  });
}
