import { ImagePlus } from 'lucide-react';
import { IMAGE_RULES } from '#bff/contract/upload-rules.ts';
import { DropZone } from '#web/ui/drop-zone.tsx';

type PictureDropProps = { disabled: boolean; onFiles: (files: readonly File[]) => void };

/** The field that chooses pictures of the carousel, several at once. */
export function PictureDrop({ disabled, onFiles }: PictureDropProps) {
  return (
    <DropZone
      label="Click to select images"
      accept={IMAGE_RULES.mediaTypes.join(',')}
      multiple
      disabled={disabled}
      onFiles={onFiles}
    >
      {(browse) => (
        <button
          type="button"
          disabled={disabled}
          onClick={browse}
          className="flex w-full flex-col items-center rounded-lg px-6 py-8 text-center disabled:opacity-60"
        >
          <span className="mb-3 grid size-10 place-items-center rounded-full border bg-surface text-muted shadow-xs">
            <ImagePlus className="size-4" aria-hidden />
          </span>
          <span className="text-sm font-medium">Click to select images</span>
          <span className="mt-0.5 text-xs text-muted">or drop them here: JPEG, PNG, GIF or WebP, under 10 MB each</span>
        </button>
      )}
    </DropZone>
  );
}
