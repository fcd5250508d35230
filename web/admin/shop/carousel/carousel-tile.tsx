import { ImageOff, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CarouselImage } from '#bff/contract/shop/carousel.ts';
import { May } from '#web/admin/shared/permission/may.tsx';
import { srcSetOf } from '#web/lib/browser/pictures.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { ImageLink } from './image-link.tsx';

type TileProps = { image: CarouselImage; number: number; onEdit: () => void; onDelete: () => void };

/** The buttons show on hover, on focus, and always on devices without hover. */
export function CarouselTile({ image, number, onEdit, onDelete }: TileProps) {
  const [isBroken, setIsBroken] = useState(false);
  const name = image.media[0]?.file_name ?? `Image ${number}`;
  return (
    <li className="group overflow-hidden rounded-lg border transition-shadow hover:shadow-md">
      <div className="relative aspect-[1920/550] bg-sunken">
        {isBroken ? (
          <span className="grid size-full place-items-center text-muted">
            <ImageOff className="size-5" aria-hidden />
            <span className="sr-only">The picture could not be loaded</span>
          </span>
        ) : (
          <img
            srcSet={srcSetOf(image.image)}
            sizes="(width >= 40rem) 30rem, 100vw"
            src={image.image}
            alt={name}
            loading="lazy"
            onError={() => setIsBroken(true)}
            className="size-full object-cover"
          />
        )}
        <span className="tabular absolute top-2 left-2 rounded-full bg-inverse px-2 py-0.5 text-xs font-medium text-on-inverse">
          #{number}
        </span>
        <May permission="catalogue:write">
          <span className="absolute top-2 right-2 flex gap-1 rounded-md bg-raised p-0.5 opacity-0 shadow-sm transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100">
            <IconButton
              size="sm"
              label={`Edit image ${number}`}
              tooltip={false}
              icon={<Pencil aria-hidden />}
              onClick={onEdit}
            />
            <IconButton
              size="sm"
              label={`Delete image ${number}`}
              tooltip={false}
              icon={<Trash2 aria-hidden />}
              onClick={onDelete}
            />
          </span>
        </May>
      </div>
      <div className="px-3 py-2.5">
        <ImageLink url={image.url} />
        <p className="mt-0.5 truncate text-xs text-muted" title={name}>
          {name}
        </p>
      </div>
    </li>
  );
}
