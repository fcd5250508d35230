import { ListTree } from 'lucide-react';
import { useState } from 'react';
import type { ExplainedNode } from '#bff/contract/office/admin-explain.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { cx } from '#web/lib/words/cx.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { SidePanel } from '#web/ui/list/side-panel.tsx';
import { Disclosure } from '#web/ui/overlays/disclosure.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { DottedLine } from '#web/ui/text/dotted-line.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { ACTORS } from './actors.ts';

type Explained = { kind: 'wallet' | 'deposit' | 'order' | 'withdrawal' | 'suspense' | 'correction'; id: string };

/** A button beside an amount that opens its explanation, with the permission to read the books. */
export function ExplainButton({ of, what }: { of: Explained; what: string }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!useMay('ledger:read')) return null;
  return (
    <>
      <IconButton
        size="sm"
        label={`Explain ${what}`}
        icon={<ListTree aria-hidden />}
        onClick={() => setIsOpen(true)}
        className="align-middle"
      />
      {isOpen && <ExplainPanel of={of} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** From a figure down to its events: the same tree as `ledger explain` prints. */
function ExplainPanel({ of: { kind, id }, onClose }: { of: Explained; onClose: () => void }) {
  return (
    <SidePanel
      read={apiQuery('GET /admin/ledger/explain', { query: { subject: `${kind}-${id}` } })}
      known={undefined}
      noun="explanation"
      failed="The explanation could not be read."
      skeleton={['h-16', 'h-40', 'h-32']}
      onClose={onClose}
      title={([figure]) => (
        <>
          {figure?.what}
          <Money value={figure?.amount} showCurrency />
        </>
      )}
      description={() => 'What this figure rests on, down to the events and their hashes'}
    >
      {([figure, ...rest]) => (
        <>
          {figure && <Facts node={figure} />}
          <Parts nodes={rest} depth={1} />
        </>
      )}
    </SidePanel>
  );
}

/** Deeper nodes open on demand, so that the figure and its steps fit on one screen. */
const DEPTH_SHOWN = 2;

function Parts({ nodes, depth }: { nodes: readonly ExplainedNode[]; depth: number }) {
  const starts = nodes.flatMap((node, at) => (node.depth === depth ? [at] : []));
  return (
    <ul className="flex flex-col gap-4">
      {starts.map((start, at) => {
        const [node, ...below] = nodes.slice(start, starts[at + 1]);
        return node && <Part key={start} node={node} below={below} />;
      })}
    </ul>
  );
}

function Part({ node, below }: { node: ExplainedNode; below: readonly ExplainedNode[] }) {
  const inside = (
    <>
      <Facts node={node} />
      {below.length > 0 && (
        <div className="mt-3">
          <Parts nodes={below} depth={node.depth + 1} />
        </div>
      )}
    </>
  );
  const hasInside = below.length > 0 || node.facts.length > 0 || node.event !== null;
  return (
    <li className="border-l-2 pl-4">
      {node.depth >= DEPTH_SHOWN && hasInside ? (
        <Disclosure summary={<Head node={node} />}>{inside}</Disclosure>
      ) : (
        <>
          <Head node={node} />
          {inside}
        </>
      )}
    </li>
  );
}

function Head({ node: { what, amount, by, event } }: { node: ExplainedNode }) {
  return (
    <>
      <span className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm font-medium">
        <span className="min-w-0 wrap-anywhere">{what}</span>
        {amount && <Money value={amount} />}
      </span>
      {(by || event) && (
        <DottedLine className="mt-0.5 text-xs text-muted">
          {event && <DateText value={event.occurred_at} format="datetime" />}
          {by && `${ACTORS[by.kind].one} ${by.name ?? by.id}`}
        </DottedLine>
      )}
    </>
  );
}

function Facts({ node: { facts, event } }: { node: ExplainedNode }) {
  const shown = [
    ...facts,
    ...(event
      ? [
          { name: 'event', value: `${event.stream}@${event.revision}` },
          { name: 'hash', value: event.hash },
        ]
      : []),
  ];
  if (shown.length === 0) return null;
  return (
    <dl className="mt-1.5 grid gap-x-6 gap-y-1 text-xs">
      {shown.map(({ name, value }) => (
        <div key={name} className="flex min-w-0 gap-2">
          <dt className="shrink-0 text-muted">{name}</dt>
          {/* Ids, hashes and commands; a sentence is none of these. */}
          <dd className={cx('min-w-0 wrap-anywhere', !value.endsWith('.') && 'font-mono')}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
