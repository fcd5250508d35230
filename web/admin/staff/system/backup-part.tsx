import { Archive } from 'lucide-react';
import type { BackupState } from '#bff/contract/office/admin-system.ts';
import { formatBytes } from '#web/lib/words/bytes.ts';
import { DateText } from '#web/ui/text/date-text.tsx';
import { Part } from './part.tsx';
import { backupWords } from './system-words.ts';

export function BackupPart({ backups }: { backups: readonly BackupState[] | null }) {
  return (
    <Part
      icon={<Archive aria-hidden />}
      name="Backup"
      {...backupWords(backups, Date.now())}
      facts={(backups ?? []).flatMap(({ place, set, ended_at }) => [
        { label: 'Place', value: <span className="wrap-anywhere">{place}</span> },
        { label: 'Last run', value: <DateText value={ended_at} format="relative" /> },
        { label: 'Newest set', value: set ? <DateText value={set.made_at} format="relative" /> : 'None' },
        set && { label: 'Added', value: `${formatBytes(Number(set.bytes))} in ${Math.ceil(set.seconds)} s` },
      ])}
    />
  );
}
