import type { Section, ValueOf } from '#core/aggregates/settings/sections.ts';

/** A field in words; null where it says nothing. */
export type Row = readonly [field: string, text: string | null];

/** What the office does with a section: `show` is its value for the API; `rows` are it in words, for history and mails. */
export type SectionDesk<Name extends Section, Shown> = {
  show(value: ValueOf<Name>): Shown;
  rows(value: ValueOf<Name>): readonly Row[];
};
