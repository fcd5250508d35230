import { Link2, Link2Off } from 'lucide-react';

export function ImageLink({ url }: { url: string | null }) {
  return (
    <p className="flex items-center gap-1.5 text-sm">
      {url ? (
        <>
          <Link2 className="size-4 shrink-0 text-muted" aria-hidden />
          <span className="truncate" title={url}>
            {url}
          </span>
        </>
      ) : (
        <>
          <Link2Off className="size-4 shrink-0 text-warn" aria-hidden />
          <span className="text-warn">No link assigned</span>
        </>
      )}
    </p>
  );
}
