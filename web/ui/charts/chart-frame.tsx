import { Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';

type ChartFrameProps = { legend?: ReactNode; table: ReactNode; children: ReactNode };

export function ChartFrame({ legend, table, children }: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">{legend}</div>
        <button
          type="button"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
          className="ml-auto inline-flex items-center gap-1.5 rounded-sm text-xs font-medium text-muted hover:text-ink"
        >
          <Table2 className="size-3.5" aria-hidden />
          {asTable ? 'Show as chart' : 'Show as table'}
        </button>
      </div>
      {asTable ? table : children}
    </figure>
  );
}

export function LegendItem({ color, children }: { color: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className="size-2.5 rounded-[3px]" style={{ background: color }} aria-hidden="true" />
      {children}
    </span>
  );
}
