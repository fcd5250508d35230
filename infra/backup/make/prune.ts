import type { EventMacKeys } from '#core/kernel/log/event-macs.ts';
import { BackupError, type Destination } from '../store/destination.ts';
import { readFileList } from '../store/file-list.ts';
import { listSets, nameOfTime, readSet } from '../store/manifest.ts';

const UNITS = { h: 'hours', d: 'days', w: 'weeks', m: 'months' } as const;

/** How many of the newest hours, days, weeks and months keep their last set. */
export type Keep = Readonly<Record<(typeof UNITS)[keyof typeof UNITS], number>>;

/** `24h,14d,8w,24m`. @throws BackupError */
export function parseKeep(text: string): Keep {
  const keep = { hours: 0, days: 0, weeks: 0, months: 0 };
  for (const part of text.split(',')) {
    const [, count, unit] = /^([1-9]\d{0,3})([hdwm])$/.exec(part.trim()) ?? [];
    if (!count || !unit)
      throw new BackupError(
        `--keep wants numbers of hours, days, weeks and months, such as 24h,14d,8w,24m, not "${text}".`,
      );
    keep[UNITS[unit as keyof typeof UNITS]] = Number(count);
  }
  return keep;
}

const DAY_MS = 86_400_000;
/** Weeks begin on Monday; the first day of 1970 was a Thursday. */
const weekOf = (time: string): string => String(Math.floor((Date.parse(time) / DAY_MS + 3) / 7));

/** Of these times, oldest first, those that the rule keeps: the last of each of so many hours, days, weeks and months, and the newest. */
export function keptBy({ hours, days, weeks, months }: Keep, times: readonly string[]): readonly string[] {
  const kept = new Set(times.slice(-1));
  const keepLastOf = (periodOf: (time: string) => string, count: number) => {
    const lastOf = new Map(times.map((time) => [periodOf(time), time]));
    for (const time of [...lastOf.values()].slice(lastOf.size - Math.min(count, lastOf.size))) kept.add(time);
  };
  keepLastOf((time) => time.slice(0, 13), hours);
  keepLastOf((time) => time.slice(0, 10), days);
  keepLastOf(weekOf, weeks);
  keepLastOf((time) => time.slice(0, 7), months);
  return times.filter((time) => kept.has(time));
}

export type Pruned = { readonly sets: number; readonly objects: number; readonly left: number };

/**
 * Removes the sets that the rule does not keep, and what no set needs any more, also of interrupted backups. The log is
 * never cut: each set needs it from its first event on.
 * @throws BackupError before anything is removed when a kept set cannot be read
 */
export async function prune(at: Destination, keep: Keep, keys: EventMacKeys | undefined): Promise<Pruned> {
  const sets = await Promise.all(
    (await listSets(at)).map(async (name) => ({ name, set: await readSet(at, name, keys) })),
  );
  const kept = new Set(
    keptBy(
      keep,
      sets.map(({ set }) => set.time),
    ),
  );
  const needed = new Set<string>();
  for (const { set } of sets) {
    if (!kept.has(set.time) || !set.files.list || needed.has(set.files.list.object)) continue;
    needed.add(set.files.list.object);
    for (const { sealed } of await readFileList(at, set.files.list)) needed.add(sealed.object);
  }
  const folders = [...kept].map((time) => `tables/${nameOfTime(time)}/`);
  const gone = sets.filter(({ set }) => !kept.has(set.time));
  // Sets first: one that is there is whole, also after an interruption.
  for (const { name } of gone) await at.remove(name);
  let objects = 0;
  for (const object of [...(await at.list('tables')), ...(await at.list('files'))]) {
    if (needed.has(object) || folders.some((folder) => object.startsWith(folder))) continue;
    await at.remove(object);
    objects += 1;
  }
  return { sets: gone.length, objects, left: kept.size };
}
