import { createHash } from 'node:crypto';
import { STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { createGrowingTree, leafHash, subtreesOf, type TileRoot } from '#core/proofs/check/merkle.ts';
import type { EventRecord } from '#infra/adapters/eventstore/read-messages.ts';
import type { Balances, LogState } from './manifest.ts';

/**
 * Adds up a log as its events come: their number, the tree that the notary signs, and the balances by class of account.
 * A backup and what was brought back from it are compared by it.
 */
export function createLogTally(
  from?: LogState,
  onLeaf: (leaf: Uint8Array, filled: readonly TileRoot[]) => void = () => undefined,
) {
  const peaks = from?.tree.peaks.map((hash) => Buffer.from(hash, 'base64')) ?? [];
  const tree = createGrowingTree(subtreesOf(from?.tree.size ?? 0, peaks));
  const balances = createBalances(from?.balances ?? {});
  let [events, last] = [from?.events ?? 0, from?.last];
  let position = from?.position ?? '-1';
  return {
    /** Whether it is an event of the ledger. */
    add(event: EventRecord): boolean {
      events += 1;
      const metadata = parsed(event.metadata);
      const time = typeof metadata.time === 'string' ? metadata.time : '';
      last = { stream: event.streamId, revision: `${event.revision}`, id: event.id, time };
      position = `${event.position}`;
      if (!STREAM_PREFIXES.some((prefix) => event.streamId.startsWith(prefix))) return false;
      const leaf = leafHash(Buffer.from(String(metadata.hash), 'hex'));
      onLeaf(leaf, tree.add(leaf));
      balances.post(event.data);
      return true;
    },
    /** Undefined for a log without events. */
    state: (): LogState | undefined =>
      last && {
        events,
        position,
        last,
        tree: { size: tree.size, root: toBase64(tree.root()), peaks: tree.peaks.map(toBase64) },
        balances: balances.sums(),
      },
  };
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** What other writers put there may be no JSON. */
function parsed(bytes: Buffer): { readonly time?: unknown; readonly hash?: unknown } {
  try {
    return JSON.parse(bytes.toString()) ?? {};
  } catch {
    return {};
  }
}

type Line = {
  readonly account?: unknown;
  readonly amount?: { readonly amount?: unknown; readonly currency?: unknown };
};

/** From the stored text, so that a log with an event that this version does not know is backed up all the same. */
function createBalances(from: Balances) {
  const sums = new Map<string, bigint>();
  for (const [account, amounts] of Object.entries(from)) {
    for (const [currency, amount] of Object.entries(amounts)) sums.set(`${account} ${currency}`, BigInt(amount));
  }
  return {
    post(data: Buffer): void {
      if (!data.includes('"postings"')) return;
      const { postings = [] } = JSON.parse(data.toString()) as { readonly postings?: readonly Line[] };
      for (const { account, amount } of postings) {
        const key = `${String(account).split(':').slice(0, 2).join(':')} ${amount?.currency}`;
        sums.set(key, (sums.get(key) ?? 0n) + BigInt(String(amount?.amount)));
      }
    },
    sums(): Balances {
      const balances: Record<string, Record<string, string>> = {};
      for (const [key, sum] of [...sums].sort(([one], [other]) => (one < other ? -1 : 1))) {
        const [account = '', currency = ''] = key.split(' ');
        balances[account] = { ...balances[account], [currency]: `${sum}` };
      }
      return balances;
    },
  };
}

/** A hash over events as they are stored, without their places in the log: equal for a log and its copy. */
export function createContentHash() {
  const hash = createHash('sha256');
  return {
    add({ streamId, revision, id, type, isJson, data, metadata }: EventRecord): void {
      hash.update(JSON.stringify([streamId, `${revision}`, id, type, isJson, data.length, metadata.length]));
      hash.update(data).update(metadata);
    },
    digest: () => hash.digest('hex'),
  };
}
