import { moneyJson } from '#bff/contract/base/money-json.ts';
import type { ExplainedNode } from '#bff/contract/office/admin-explain.ts';
import { namesOf } from '#bff/identity/audit/actor-names.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { notFound } from '#bff/kit/lib/api-error.ts';
import { parseSubject } from '#core/finance/explain/explain.ts';
import type { ExplainNode } from '#core/finance/explain/tree.ts';

type Placed = { readonly node: ExplainNode; readonly depth: number };

/** The explanation of a figure, each node before its parts, with people's names. @throws ApiError 404 */
export async function showExplanation(
  { explain, database }: Pick<BffDeps, 'explain' | 'database'>,
  text: string,
  signal: AbortSignal,
): Promise<{ data: ExplainedNode[] }> {
  const subject = parseSubject(text);
  const tree = subject && (await explain(subject, signal));
  if (!tree) throw notFound('There is no such wallet, deposit, order or withdrawal.');
  const nodes = inOrder({ node: tree, depth: 0 });
  const nameOf = await namesOf(
    database,
    nodes.flatMap(({ node }) => node.by ?? []),
  );
  return {
    data: nodes.map(({ node: { what, amount, facts = {}, by, event }, depth }) => ({
      depth,
      what,
      amount: amount ? moneyJson(amount) : null,
      facts: Object.entries(facts).map(([name, value]) => ({ name, value })),
      by: by ? { ...by, name: nameOf(by.kind, by.id) } : null,
      event: event
        ? {
            id: event.id,
            stream: event.streamId,
            revision: event.revision.toString(),
            occurred_at: event.time,
            hash: event.hash,
          }
        : null,
    })),
  };
}

const inOrder = (placed: Placed): Placed[] => [
  placed,
  ...placed.node.children.flatMap((node) => inOrder({ node, depth: placed.depth + 1 })),
];
