import { ImageUp, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { cx } from '#web/lib/cx.ts';
import { useObjectUrl } from '#web/lib/use-object-url.ts';
import { Button } from '#web/ui/button.tsx';
import { acceptOf } from '#web/ui/file-rules.ts';
import { toast } from '#web/ui/toast.ts';
import { IMAGE_HINT, IMAGE_RULES, imageRefusal } from './image-rules.ts';

type ImageFieldProps = {
  label: string;
  /** What is shown now; the chosen file takes its place. */
  shown: ReactNode;
  /** The frame of the picture: its size and ratio. */
  frameClass: string;
  file: File | null;
  onFile: (file: File | null) => void;
  error?: string | undefined;
  hint?: string;
};

/** One picture of a form: seen before it is sent, chosen by click or drop, put back with a press. */
export function ImageField({ label, shown, frameClass, file, onFile, error, hint = IMAGE_HINT }: ImageFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const preview = useObjectUrl(file);
  const take = (chosen: File | undefined) => {
    if (input.current) input.current.value = '';
    if (!chosen) return;
    const refusal = imageRefusal(chosen);
    if (refusal) return void toast.error(refusal.title, refusal.message);
    onFile(chosen);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={`${id}-label`} className="text-sm font-medium">
        {label}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a convenience; the button inside does the same. */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
        className={cx(
          'flex flex-wrap items-center gap-4 rounded-lg border border-dashed p-4 transition-colors',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-sunken',
        )}
      >
        <div className={cx('shrink-0 overflow-hidden', frameClass)}>
          {preview ? <img src={preview} alt="" className="size-full object-cover" /> : shown}
        </div>
        <div className="flex grow basis-40 flex-col items-start gap-1.5">
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              icon={<ImageUp aria-hidden />}
              aria-describedby={`${id}-note`}
              onClick={() => input.current?.click()}
            >
              {file ? 'Choose another' : 'Choose an image'}
            </Button>
            {file && (
              <Button size="sm" variant="ghost" icon={<X aria-hidden />} onClick={() => onFile(null)}>
                Undo
              </Button>
            )}
          </div>
          <p
            id={`${id}-note`}
            role={error ? 'alert' : undefined}
            className={cx('text-xs', error ? 'text-bad' : 'text-muted')}
          >
            {error ?? (file ? <span className="wrap-anywhere">{file.name}</span> : hint)}
          </p>
        </div>
        <input
          ref={input}
          type="file"
          aria-labelledby={`${id}-label`}
          tabIndex={-1}
          className="sr-only"
          accept={acceptOf(IMAGE_RULES)}
          onChange={(event) => take(event.target.files?.[0])}
        />
      </div>
    </div>
  );
}
