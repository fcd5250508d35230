import { administratorName, mailOwners } from '#bff/identity/administrators/mail-owners.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { settingsChangeMail } from '#bff/papers/mails/notice-mails.ts';
import { SECTIONS } from '#core/aggregates/settings/sections.ts';
import type { CheckpointPort } from '#core/kernel/following/checkpoint.ts';
import { type LogPlace, placeOf } from '#core/kernel/following/log-place.ts';
import type { RecordedSettingsEvent } from '#core/ledger/settings.ts';
import { differences } from './sections.ts';

/** Name of the checkpoint. A new database has it, with its own moment: what was changed before is no news. */
export const SETTINGS_TOLD = 'settings-told';

type Deps = Pick<BffDeps, 'database' | 'config' | 'settings' | 'mails'>;
/** The last step that owners were told of. */
export type Told = Pick<CheckpointPort, 'load' | 'save'>;

/**
 * Mails every owner each step of a change since the last run, also who took it: that it was somebody else shows in no other way. Only this
 * sends them, from what the log has, so no crash leaves a step untold. A mail goes first, under an id of its event and its reader; its step
 * counts as told after that. What a crash repeats, or another process, is sent once.
 */
export async function tellOwners(deps: Deps, told: Told): Promise<void> {
  for (const step of stepsAfter(deps.settings.now().history, await told.load())) {
    await tell(deps, step);
    await told.save(placeOf(step));
  }
}

/** What people did after this place. Where the log does not have its event, after an earlier state was restored or at first, its time counts. */
function stepsAfter(history: readonly RecordedSettingsEvent[], last: LogPlace | null): RecordedSettingsEvent[] {
  const at = history.findIndex((event) => placeOf(event).event?.hash === last?.event?.hash);
  const since = Date.parse(last?.event?.time || '1970-01-01');
  const later = at < 0 ? history.filter(({ metadata }) => Date.parse(metadata.time) > since) : history.slice(at + 1);
  return later.filter((event) => !isAdopted(event));
}

/** First values that nobody chose: of the demonstration, or of an older configuration. */
const isAdopted = ({ type, data }: RecordedSettingsEvent): boolean => type === 'SettingsChanged' && data.by === null;

async function tell(deps: Deps, event: RecordedSettingsEvent): Promise<void> {
  const { data } = event;
  const mail = settingsChangeMail({
    type: event.type,
    title: SECTIONS[data.section].title,
    by: await administratorName(deps, data.by),
    dueAt: 'dueAt' in data && data.dueAt !== null ? new Date(data.dueAt) : null,
    changes: 'after' in data ? differences(data.section, data.before, data.after) : [],
    why: 'why' in data ? data.why : null,
    url: `${deps.config.publicUrl}/admin/settings`,
  });
  await mailOwners(deps, 'settings-change', { step: `settings-${event.id}`, mail });
}
