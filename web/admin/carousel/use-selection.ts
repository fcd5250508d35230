import { useState } from 'react';
import { toast } from '#web/ui/toast.ts';
import { addFiles, type Selected } from './selection.ts';

/** The pictures that are chosen but not sent yet. */
export function useSelection() {
  const [selected, setSelected] = useState<readonly Selected[]>([]);
  return {
    selected,
    setSelected,
    take: (files: readonly File[]) => {
      const { selected: next, notice } = addFiles(selected, files, () => crypto.randomUUID());
      setSelected(next);
      if (notice) toast.error(notice.title, notice.message);
    },
    edit: (id: string, part: Partial<Selected>) =>
      setSelected((all) => all.map((item) => (item.id === id ? { ...item, ...part } : item))),
    remove: (id: string) => setSelected((all) => all.filter((item) => item.id !== id)),
    clear: () => setSelected([]),
  };
}
