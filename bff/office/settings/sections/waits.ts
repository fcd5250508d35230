import { WAIT_NUMBERS } from '#core/aggregates/settings/limits.ts';
import type { SectionDesk } from './desk.ts';
import { numberRows, shown } from './rules.ts';

export const waitsDesk: SectionDesk<'waits', unknown> = {
  show: shown,
  rows: (value) => numberRows(WAIT_NUMBERS, value),
};
