import type { PersonalDataKind, PersonalDataStatus } from '#bff/contract/personal-data.ts';
import type { Tone } from '#web/ui/badge.tsx';

export const KINDS: Readonly<Record<PersonalDataKind, string>> = { export: 'Copy of their data', erasure: 'Erasure' };

export const STATUSES: Readonly<Record<PersonalDataStatus, { readonly tone: Tone; readonly label: string }>> = {
  requested: { tone: 'warn', label: 'Waiting' },
  confirmed: { tone: 'info', label: 'Under way' },
  done: { tone: 'ok', label: 'Done' },
  refused: { tone: 'bad', label: 'Refused' },
  'taken-back': { tone: 'none', label: 'Taken back' },
};
