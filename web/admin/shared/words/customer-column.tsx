import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';

/** Empty where a row is about no customer. */
export const customerColumn: TableColumn<{ user: { name: string; email: string } | null }> = column.text(
  'Customer',
  ({ user }) =>
    user && (
      <span className="block max-w-52 min-w-0 max-md:ml-auto md:grid md:max-w-none md:grid-cols-[minmax(9rem,13rem)]">
        <span className="block truncate" title={user.name}>
          {user.name}
        </span>
        <span className="block truncate text-xs text-muted" title={user.email}>
          {user.email}
        </span>
      </span>
    ),
);
