import { z } from 'zod';
import { MAX_TEXT_CHARACTERS, TEXT_NAMES, TEXTS, type TextName } from './texts.ts';

/** Null: the store's standard text, or none. */
const Text = z.strictObject({ text: z.string().min(1).max(MAX_TEXT_CHARACTERS).nullable() });

const sectionOf = (name: TextName) => ({ title: TEXTS[name].title, value: Text, standard: null, isMoney: () => false });

/** Each text is a section, because a change has all of its section before and after. */
export const textSections = Object.fromEntries(TEXT_NAMES.map((name) => [name, sectionOf(name)])) as {
  readonly [Name in TextName]: ReturnType<typeof sectionOf>;
};
