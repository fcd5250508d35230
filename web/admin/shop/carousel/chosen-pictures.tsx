import { ImagePlus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IMAGE_RULES } from '#bff/contract/base/upload-rules.ts';
import { useObjectUrl } from '#web/lib/browser/use-object-url.ts';
import { formatBytes } from '#web/lib/words/bytes.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { DropZone } from '#web/ui/files/drop-zone.tsx';
import type { Selected, useSelection } from './selection.ts';

type ChosenPicturesProps = {
  of: ReturnType<typeof useSelection>;
  isSending: boolean;
  /** The content beside a picture: its link. */
  children: (item: Selected, index: number) => ReactNode;
};

/** Chooses pictures, several at once, and lists them, each with the content beside it, and how far their upload is. */
export function ChosenPictures({ of, isSending, children }: ChosenPicturesProps) {
  const { selected, take, remove, sent, chooser } = of;
  return (
    <>
      <DropZone
        label="Click to select images"
        accept={IMAGE_RULES.mediaTypes.join(',')}
        multiple
        disabled={isSending}
        onFiles={take}
      >
        {(browse) => (
          <button
            ref={chooser}
            type="button"
            disabled={isSending}
            onClick={browse}
            className="flex w-full flex-col items-center rounded-lg px-6 py-8 text-center disabled:opacity-60"
          >
            <span className="mb-3 grid size-10 place-items-center rounded-full border bg-surface text-muted shadow-xs">
              <ImagePlus className="size-4" aria-hidden />
            </span>
            <span className="text-sm font-medium">Click to select images</span>
            <span className="mt-0.5 text-xs text-muted">
              or drop them here: JPEG, PNG, GIF or WebP, under 10 MB each
            </span>
          </button>
        )}
      </DropZone>
      {selected.length > 0 && (
        <ul className="mt-4 space-y-3" aria-label="Selected images">
          {selected.map((item, index) => (
            <li key={item.id} className="flex flex-col gap-4 rounded-lg border p-3 sm:flex-row sm:items-center">
              <Preview file={item.file} />
              <div className="min-w-0 grow">
                <p className="mb-2 flex items-baseline gap-2 text-sm">
                  <span className="truncate font-medium">{item.file.name}</span>
                  <span className="tabular shrink-0 text-xs text-muted">{formatBytes(item.file.size)}</span>
                </p>
                {children(item, index)}
              </div>
              <IconButton
                size="sm"
                label={`Remove ${item.file.name}`}
                tooltip={false}
                icon={<X aria-hidden />}
                disabled={isSending}
                onClick={() => remove(item.id)}
                className="self-end sm:self-center"
              />
            </li>
          ))}
        </ul>
      )}
      {isSending && (
        <div className="mt-4">
          <ProgressBar value={sent} label="Upload of the images" />
        </div>
      )}
    </>
  );
}

function Preview({ file }: { file: File }) {
  const url = useObjectUrl(file);
  return (
    <div className="aspect-[1920/550] w-full shrink-0 overflow-hidden rounded-md bg-sunken sm:w-56">
      {url && <img src={url} alt="" className="size-full object-cover" />}
    </div>
  );
}
