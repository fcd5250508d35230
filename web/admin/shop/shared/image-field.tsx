import { ImageUp, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { type FieldValues, type Path, type UseFormReturn, useController } from 'react-hook-form';
import { z } from 'zod';
import { IMAGE_RULES } from '#bff/contract/base/upload-rules.ts';
import { useObjectUrl } from '#web/lib/browser/use-object-url.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { cx } from '#web/lib/words/cx.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { DropZone } from '#web/ui/files/drop-zone.tsx';
import { acceptOf } from '#web/ui/files/file-rules.ts';
import { imageRefusal } from './image-rules.ts';

/** A chosen picture, null without one. The server checks its content. */
export const Picture = z.custom<File>().nullable();

type ImageFieldProps<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  /** A field with the chosen file, null without one. */
  name: Path<Input>;
  label: string;
  /** The current picture, until a file is chosen. */
  shown: ReactNode;
  /** The frame of the picture: its size and ratio. */
  frameClass: string;
  hint: string;
};

/** One picture of a form: shown before it is sent, chosen by click or drop, and removable. */
export function ImageField<Input extends FieldValues, Output>(props: ImageFieldProps<Input, Output>) {
  const { form, name, label, shown, frameClass, hint } = props;
  const { field, fieldState } = useController({ control: form.control, name });
  const file: File | null = field.value;
  const onFile: (file: File | null) => void = field.onChange;
  const error = fieldState.error?.message;
  const id = useId();
  const preview = useObjectUrl(file);
  const take = ([chosen]: readonly File[]) => {
    if (!chosen) return;
    const refusal = imageRefusal(chosen);
    if (refusal) toast.error(refusal.title, refusal.message);
    else onFile(chosen);
  };
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span className="text-sm font-medium">{label}</span>
      <DropZone
        label={label}
        accept={acceptOf(IMAGE_RULES)}
        onFiles={take}
        className="flex flex-wrap items-center gap-4 p-4"
      >
        {(browse) => (
          <>
            <div className={cx('shrink-0 overflow-hidden', frameClass)}>
              {preview ? <img src={preview} alt="" className="size-full object-cover" /> : shown}
            </div>
            <div className="flex grow basis-40 flex-col items-start gap-1.5">
              <div className="flex flex-wrap gap-2">
                <Button size="sm" icon={<ImageUp aria-hidden />} aria-describedby={`${id}-note`} onClick={browse}>
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
          </>
        )}
      </DropZone>
    </div>
  );
}
