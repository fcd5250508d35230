import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useObjectUrl } from '#web/lib/use-object-url.ts';
import { formatBytes } from '#web/ui/file-rules.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { Selected } from './selection.ts';

type SelectedImagesProps = {
  items: readonly Selected[];
  disabled: boolean;
  onRemove: (id: string) => void;
  /** The content beside a picture: its link. */
  children: (item: Selected, index: number) => ReactNode;
};

/** The chosen pictures, each with the content beside it. */
export function SelectedImages({ items, disabled, onRemove, children }: SelectedImagesProps) {
  if (items.length === 0) return null;
  return (
    <ul className="mt-4 space-y-3" aria-label="Selected images">
      {items.map((item, index) => (
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
            disabled={disabled}
            onClick={() => onRemove(item.id)}
            className="self-end sm:self-center"
          />
        </li>
      ))}
    </ul>
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
