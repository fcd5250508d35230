import { RETENTION_NUMBERS } from '#core/aggregates/settings/limits.ts';
import type { SectionDesk } from './desk.ts';
import { numberRows, shown } from './rules.ts';

export const retentionDesk: SectionDesk<'retention', unknown> = {
  show: shown,
  rows: (value) => numberRows(RETENTION_NUMBERS, value),
};
