import { useIsNarrow } from '#web/lib/browser/use-media.ts';
import { cx } from '#web/lib/words/cx.ts';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { DataTableHead } from './data-table-head.tsx';
import type { TableColumn, TableSort } from './table-column.ts';

type SkeletonProps<Row> = {
  caption: string;
  columns: readonly TableColumn<Row>[];
  sort: TableSort | undefined;
  rows: number;
};

export function DataTableSkeleton<Row>({ caption, columns, sort, rows }: SkeletonProps<Row>) {
  const isNarrow = useIsNarrow();
  const lines = Array.from({ length: rows }, (_, index) => String(index));
  if (isNarrow) {
    return (
      <Loading className="divide-y">
        {lines.map((line) => (
          <div key={line} className="space-y-3 px-5 py-4">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-2/3" />
          </div>
        ))}
      </Loading>
    );
  }
  return (
    // The head sticks to this box, not to the page, as in DataTableGrid.
    <div className="overflow-x-auto [--sticky-top:0px]">
      <Loading className="sr-only">{null}</Loading>
      <table className="w-full border-collapse text-left text-sm" aria-busy>
        <caption className="sr-only">{caption}</caption>
        <DataTableHead columns={columns} sort={sort} />
        <tbody>
          {lines.map((line) => (
            <tr key={line} className="border-b last:border-b-0">
              {columns.map((column) => (
                <td key={column.id} className={cx('px-(--column-room) py-3 first:pl-5 last:pr-5', column.width)}>
                  <Skeleton className={cx('h-5 w-3/4 min-w-10 max-w-40', column.align === 'right' && 'ml-auto')} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
