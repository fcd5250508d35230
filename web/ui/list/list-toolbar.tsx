import type { ReactNode } from 'react';
import type { ListAddress } from '#web/lib/navigation/list-address.ts';
import { counted } from '#web/lib/words/counted.ts';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { SearchBox } from '#web/ui/form/controls/search-box.tsx';
import { statusLabel } from '#web/ui/text/badge.tsx';

export type ListToolbarProps<Status extends string> = {
  address: ListAddress<{ status: Status; search: string }>;
  placeholder: string;
  statuses: readonly Status[];
  /** Their labels, where the word of the API is not that of the screens. */
  labels?: Partial<Record<Status, string>>;
  /** The total number; undefined while it is not loaded. */
  total: number | undefined;
  /** Before the count: the filter of the list. */
  children?: ReactNode;
};

export function ListToolbar<Status extends string>(props: ListToolbarProps<Status>) {
  const { address, placeholder, statuses, labels, total, children } = props;
  return (
    <div className="flex flex-col gap-3 border-b px-5 py-4 lg:flex-row lg:items-center">
      <SearchBox {...address.search('search')} placeholder={placeholder} className="lg:max-w-sm" />
      <div className="-m-1 min-w-0 overflow-x-auto p-1">
        <Segmented
          label="Status"
          {...address.choice('status')}
          options={statuses.map((value) => ({ value, label: labels?.[value] ?? statusLabel(value || 'all') }))}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2 text-sm lg:ml-auto" aria-live="polite">
        {children}
        {total !== undefined && (
          <span className="tabular whitespace-nowrap text-muted">{counted(total, 'results')}</span>
        )}
      </div>
    </div>
  );
}
