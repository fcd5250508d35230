import { z } from 'zod';
import { SECTION_NAMES, SECTIONS, type Section } from './sections.ts';

const Newer = z.looseObject({ section: z.string(), before: z.unknown().optional(), after: z.unknown().optional() });
const isSection = (name: string): name is Section => SECTION_NAMES.some((known) => known === name && known !== 'newer');

/** A field in a list in a section is three deep. */
const MOST_DEPTH = 4;

/**
 * The data of an event of the settings that a newer version wrote, as this one can read them: without the fields that it does not know, which
 * `newer` names, and with `unread` in place of a section or value of which it knows nothing. The log keeps what was written.
 */
export function readNewer(data: unknown): unknown {
  const read = Newer.safeParse(data);
  if (!read.success) return data;
  const { section, ...rest } = read.data;
  if (!isSection(section)) {
    const change = 'after' in rest && { before: null, after: { unread: section }, newer: [section] };
    return { ...rest, section: 'newer', ...change };
  }
  if (!('after' in rest)) return data;
  const [before, after] = [known(section, rest.before), known(section, rest.after)];
  return {
    ...rest,
    section,
    before: before.value,
    after: after.value ?? { unread: section },
    ...(after.names.length > 0 && { newer: after.names }),
  };
}

/** A value without the fields that this version does not know; null where it cannot be read without them either. `names`: what that is. */
function known(section: Section, written: unknown): { readonly value: unknown; readonly names: readonly string[] } {
  if (written === null) return { value: null, names: [] };
  const value = structuredClone(written);
  const names: string[] = [];
  for (let depth = 0; depth < MOST_DEPTH; depth += 1) {
    const { success, error } = SECTIONS[section].value.safeParse(value);
    if (success) return { value, names };
    for (const issue of error.issues) {
      const at = issue.path.join('.');
      if (issue.code !== 'unrecognized_keys') return { value: null, names: [at || section] };
      names.push(...issue.keys.map((key) => (at ? `${at}.${key}` : key)));
      const holder = issue.path.reduce<unknown>((inside, key) => (inside as Record<PropertyKey, unknown>)[key], value);
      for (const key of issue.keys) Reflect.deleteProperty(holder as object, key);
    }
  }
  return { value: null, names: [section] };
}
