import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiQuery } from '#web/lib/api/api-query.ts';
import type { OpenRecord } from '#web/lib/navigation/list-address.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Sheet } from '#web/ui/overlays/dialog.tsx';

type SidePanelProps<Record> = Omit<OpenRecord<Record>, 'id'> & {
  read: ApiQuery<{ data: Record }>;
  /** The noun: 'deposit'. */
  noun: string;
  failed: string;
  /** The shapes of the blocks while they load. */
  skeleton: readonly string[];
  title: (record: Record) => ReactNode;
  description: (record: Record) => ReactNode;
  footer?: (record: Record) => ReactNode;
  children: (record: Record) => ReactNode;
};

export function SidePanel<Record>(props: SidePanelProps<Record>) {
  const { read, known, noun, failed, skeleton, onClose, title, description, footer, children } = props;
  const query = useQuery({ ...read, placeholderData: known && { data: known } });
  const record = query.data?.data;
  const name = `${noun[0]?.toUpperCase()}${noun.slice(1)}`;
  return (
    <Sheet
      onClose={onClose}
      size="lg"
      title={
        <span className="flex flex-wrap items-center gap-2.5">
          {record ? title(record) : <span className="tabular">{name}</span>}
        </span>
      }
      description={record && description(record)}
      footer={(record && footer?.(record)) || undefined}
    >
      {record ? (
        <div className="flex flex-col gap-6">{children(record)}</div>
      ) : query.error ? (
        <LoadError of={query} failed={failed} missing={{ title: `${name} not found` }} />
      ) : (
        <Loading
          label={`Loading the ${noun}`}
          className="flex flex-col gap-4"
          shapes={skeleton.map((shape) => `w-full ${shape}`)}
        />
      )}
    </Sheet>
  );
}
