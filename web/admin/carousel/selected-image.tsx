import { X } from 'lucide-react';
import { useObjectUrl } from '#web/lib/use-object-url.ts';
import { Field } from '#web/ui/field.tsx';
import { formatBytes } from '#web/ui/file-rules.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import type { Selected } from './selection.ts';

type SelectedImageProps = {
  item: Selected;
  disabled: boolean;
  onUrl: (url: string) => void;
  onRemove: () => void;
};

/** A chosen picture and the field for its link. */
export function SelectedImage({ item, disabled, onUrl, onRemove }: SelectedImageProps) {
  const preview = useObjectUrl(item.file);
  return (
    <li className="flex flex-col gap-4 rounded-lg border p-3 sm:flex-row sm:items-center">
      <div className="aspect-[1920/550] w-full shrink-0 overflow-hidden rounded-md bg-sunken sm:w-64">
        {preview && <img src={preview} alt="" className="size-full object-cover" />}
      </div>
      <div className="min-w-0 grow">
        <p className="mb-2 flex items-baseline gap-2 text-sm">
          <span className="truncate font-medium">{item.file.name}</span>
          <span className="tabular shrink-0 text-xs text-muted">{formatBytes(item.file.size)}</span>
        </p>
        <Field label={`Link of ${item.file.name}`} hideLabel error={item.error} required>
          <TextInput
            inputMode="url"
            placeholder="Link, such as /products or https://example.com"
            disabled={disabled}
            value={item.url}
            onChange={(event) => onUrl(event.target.value)}
          />
        </Field>
      </div>
      <IconButton
        size="sm"
        label={`Remove ${item.file.name}`}
        tooltip={false}
        icon={<X aria-hidden />}
        disabled={disabled}
        onClick={onRemove}
        className="self-end sm:self-center"
      />
    </li>
  );
}
