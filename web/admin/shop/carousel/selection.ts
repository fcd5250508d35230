import { useRef, useState } from 'react';
import { MAX_CAROUSEL_IMAGES_AT_ONCE } from '#bff/contract/base/upload-rules.ts';
import { type ImageRefusal, imageRefusal } from '#web/admin/shop/shared/image-rules.ts';
import { toast } from '#web/lib/toast/toast.ts';

/** A picture chosen but not sent yet. */
export type Selected<F extends Pick<File, 'name' | 'type' | 'size'> = File> = {
  id: string;
  file: F;
  url: string;
  error: string | undefined;
};

export type Notice = { title: ImageRefusal['title'] | 'No new files' | 'Too many images'; message: string };

/**
 * The selection with newly chosen files. Files that are there already (same name and size) are ignored. Files that are no pictures or too
 * large are refused, and so are files beyond the limit of one upload; `notice` is the first of these problems.
 */
export function addFiles<F extends Pick<File, 'name' | 'type' | 'size'>>(
  selected: readonly Selected<F>[],
  chosen: readonly F[],
  newId: () => string,
): { selected: readonly Selected<F>[]; notice: Notice | undefined } {
  const refusals = chosen.flatMap((file) => imageRefusal(file) ?? []);
  const next = [...selected];
  const pictures = chosen.filter((file) => imageRefusal(file) === undefined);
  for (const file of pictures) {
    const isKnown = next.some((item) => item.file.name === file.name && item.file.size === file.size);
    if (!isKnown) next.push({ id: newId(), file, url: '', error: undefined });
  }
  const kept = next.slice(0, MAX_CAROUSEL_IMAGES_AT_ONCE);
  return { selected: kept, notice: noticeOf() };

  function noticeOf(): Notice | undefined {
    if (refusals[0]) return refusals[0];
    if (next.length > kept.length) {
      const message = `At most ${MAX_CAROUSEL_IMAGES_AT_ONCE} images can be added at once; the others were left out.`;
      return { title: 'Too many images', message };
    }
    if (pictures.length > 0 && next.length === selected.length) {
      return { title: 'No new files', message: 'These images are selected already.' };
    }
    return undefined;
  }
}

/** The chosen pictures that are not sent yet, how far their upload is, and the button that chooses them. */
export function useSelection() {
  const [selected, setSelected] = useState<readonly Selected[]>([]);
  const [sent, setSent] = useState(0);
  const chooser = useRef<HTMLButtonElement>(null);
  return {
    selected,
    setSelected,
    sent,
    setSent,
    chooser,
    take: (files: readonly File[]) => {
      const { selected: next, notice } = addFiles(selected, files, () => crypto.randomUUID());
      setSelected(next);
      if (notice) toast.error(notice.title, notice.message);
    },
    edit: (id: string, part: Partial<Selected>) =>
      setSelected((all) => all.map((item) => (item.id === id ? { ...item, ...part } : item))),
    remove: (id: string) => {
      setSelected((all) => all.filter((item) => item.id !== id));
      // The pressed button disappears with its picture.
      chooser.current?.focus();
    },
    clear: () => setSelected([]),
  };
}

/** The parts of the upload: items[i][url], items[i][image]. */
export const itemsOf = (selected: readonly Selected[]) => ({
  fields: Object.fromEntries(selected.map(({ url }, index) => [`items[${index}][url]`, url.trim()])),
  files: Object.fromEntries(selected.map(({ file }, index) => [`items[${index}][image]`, file])),
});
