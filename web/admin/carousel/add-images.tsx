import { ImagePlus } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { IMAGE_MEDIA_TYPES } from '#bff/contract/upload-rules.ts';
import { fieldError, serverMessage } from '#web/lib/api-error.ts';
import { cx } from '#web/lib/cx.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { toast } from '#web/ui/toast.ts';
import { useChangeCarousel } from './carousel-api.ts';
import { SelectedImage } from './selected-image.tsx';
import { addFiles, itemsOf, type Selected } from './selection.ts';

const MISSING_LINK = { title: 'Missing link', message: 'Please provide a link for each image.' };

/** Takes several pictures at once, each with its link; nothing is sent before 'Add Images'. */
export function AddImages() {
  const input = useRef<HTMLInputElement>(null);
  const [selected, setSelected] = useState<readonly Selected[]>([]);
  const [isOver, setIsOver] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  const change = useChangeCarousel();
  const isBusy = change.isPending;

  const take = (files: FileList | null) => {
    const result = addFiles(selected, [...(files ?? [])], () => crypto.randomUUID());
    setSelected(result.selected);
    if (result.notice) toast.error(result.notice.title, result.notice.message);
    if (input.current) input.current.value = '';
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!isBusy) take(event.dataTransfer.files);
  };
  const edit = (id: string, part: Partial<Selected>) =>
    setSelected((all) => all.map((item) => (item.id === id ? { ...item, ...part } : item)));
  const add = async () => {
    if (selected.length === 0) return void toast.error('No files selected', 'Please select images to upload');
    if (selected.some((item) => item.url.trim() === '')) {
      setSelected(
        selected.map((item) => ({ ...item, error: item.url.trim() === '' ? MISSING_LINK.message : undefined })),
      );
      return void toast.error(MISSING_LINK.title, MISSING_LINK.message);
    }
    setSent(0);
    try {
      const answer = await change.mutateAsync({ ...itemsOf(selected), onProgress: setSent });
      setSelected([]);
      toast.success(answer.message);
    } catch (error) {
      setSelected((all) =>
        all.map((item, index) => ({
          ...item,
          error: fieldError(error, `items[${index}][url]`) ?? fieldError(error, `items[${index}][image]`),
        })),
      );
      toast.error('Error', serverMessage(error, 'Failed to upload images'));
    } finally {
      setSent(null);
    }
  };
  return (
    <Card className="mt-6" title="Add images" description="Recommended size: 1920x550 or a similar aspect ratio.">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a convenience; the button inside does the same. */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
        className={cx(
          'rounded-lg border border-dashed transition-colors',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-sunken',
        )}
      >
        <button
          type="button"
          disabled={isBusy}
          onClick={() => input.current?.click()}
          className="flex w-full flex-col items-center rounded-lg px-6 py-8 text-center disabled:opacity-60"
        >
          <span className="mb-3 grid size-10 place-items-center rounded-full border bg-surface text-muted shadow-xs">
            <ImagePlus className="size-4" aria-hidden />
          </span>
          <span className="text-sm font-medium">Click to select images</span>
          <span className="mt-0.5 text-xs text-muted">or drop them here: JPEG, PNG, GIF or WebP, under 10 MB each</span>
        </button>
        <input
          ref={input}
          type="file"
          multiple
          aria-label="Click to select images"
          tabIndex={-1}
          className="sr-only"
          accept={IMAGE_MEDIA_TYPES.join(',')}
          onChange={(event) => take(event.target.files)}
        />
      </div>
      {selected.length > 0 && (
        <ul className="mt-4 space-y-3" aria-label="Selected images">
          {selected.map((item) => (
            <SelectedImage
              key={item.id}
              item={item}
              disabled={isBusy}
              onUrl={(url) => edit(item.id, { url, error: undefined })}
              onRemove={() => setSelected((all) => all.filter((other) => other.id !== item.id))}
            />
          ))}
        </ul>
      )}
      {sent !== null && (
        <div className="mt-4">
          <ProgressBar value={sent} label="Upload of the images" />
        </div>
      )}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        {selected.length > 0 && (
          <Button disabled={isBusy} onClick={() => setSelected([])}>
            Clear Selection
          </Button>
        )}
        <Button variant="primary" busy={isBusy} busyText="Adding..." onClick={add}>
          Add Images
        </Button>
      </div>
    </Card>
  );
}
