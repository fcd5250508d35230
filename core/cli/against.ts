import { bytesToHex } from '@noble/hashes/utils.js';
import type { StoredEvent } from '#core/kernel/log/event-store.ts';
import { isSame } from '#core/proofs/check/bytes.ts';
import { createGrowingTree, leafHash } from '#core/proofs/check/merkle.ts';
import type { Head } from './heads.ts';

export const NO_LEAVES =
  'What the notary kept of the log is not at hand here (no Postgres, or an empty book), and a file has no leaves: which event is the first to differ cannot be named, only between which heads it lies. The store’s own address as --against, or DATABASE_URL, gives them.';

/** The first place at which the log differs from what was kept. */
type Difference = { readonly index: number; readonly kept: Uint8Array; readonly now: StoredEvent | undefined };
type Kept = { readonly root: Uint8Array; readonly first: Difference | undefined };

/**
 * Builds the tree of the log again as its events come, and compares it with heads that were signed. Memory holds only
 * one path through the tree. `keptEntries` are the entries that the notary kept, used for heads that bring none.
 */
export function compareWithHeads(heads: readonly Head[], keptEntries: (() => AsyncIterable<Uint8Array>) | undefined) {
  const tree = createGrowingTree();
  const bySize = [...heads].sort((left, right) => left.size - right.size);
  const rootsOfLog = new Map<number, Uint8Array>();
  const trails = heads.map((head) => followEntries(head, head.entries ?? keptEntries));

  return {
    async add(event: StoredEvent): Promise<void> {
      const entry = Buffer.from((event.metadata as { hash: string }).hash, 'hex');
      for (const trail of trails) await trail.add(entry, event, tree.size);
      tree.add(leafHash(entry));
      if (bySize.some(({ size }) => size === tree.size)) rootsOfLog.set(tree.size, tree.root());
    },
    /** Whether the differing entry can be named: something was kept of each head. Call it at the end. */
    hasLeaves: () => trails.every((trail) => trail.hasLeaves()),
    /** What is wrong, head by head; heads that fit are left out. */
    async problems(): Promise<string[]> {
      const problems: string[] = [];
      let lastSound = 0;
      for (const head of bySize) {
        const root = rootsOfLog.get(head.size);
        if (root && isSame(root, head.root)) {
          lastSound = head.size;
          continue;
        }
        const kept = await trails[heads.indexOf(head)]?.end(tree.size);
        problems.push(`${describe(head, tree.size, kept, lastSound)}${contradictionOf(head, heads)}`);
      }
      for (const trail of trails) await trail.close();
      return problems;
    },
  };
}

/** Two heads of one log and one size must be equal; otherwise somebody was shown another log. */
function contradictionOf(head: Head, heads: readonly Head[]): string {
  const other = heads.find((each) => each !== head && each.size === head.size && !isSame(each.root, head.root));
  return other
    ? `\n${head.source} and ${other.source} are both signed by ${head.origin} for ${head.size} events, and differ: the log was forked, and these two files prove it.`
    : '';
}

function describe(head: Head, size: number, kept: Kept | undefined, lastSound: number): string {
  const isTrusted = kept !== undefined && isSame(kept.root, head.root);
  const place = isTrusted && kept.first ? `\n${describePlace(kept.first)}` : '';
  const hint =
    kept === undefined
      ? ` ${NO_LEAVES}`
      : isTrusted
        ? ''
        : ' The leaves that can be reached lead to another head too: this one is of another log, or they were changed with the log.';
  if (size < head.size) {
    return `The log was cut off: it has ${size} events, and the head of ${head.source} was signed over ${head.size}.${place}${hint}`;
  }
  const from = lastSound === 0 ? 'among' : `after the first ${lastSound}, among`;
  return `The log is not the one that was signed: the head of ${head.source} does not follow from its first ${head.size} events. The difference lies ${from} them.${place}${hint}`;
}

function describePlace({ index, kept, now }: Difference): string {
  const before = `Place ${index} (counted from 0): there stood an event with the hash ${bytesToHex(kept)}`;
  if (!now) return `${before}; now the log ends before it.`;
  const { hash } = now.metadata as { hash: string };
  return `${before}; now there stands ${now.type} of ${now.streamId} at revision ${now.revision}, log position ${now.position}, with the hash ${hash}.`;
}

/** Reads the entries that a head's leaves were made of beside the log, and remembers the first that differs. */
function followEntries(head: Head, entries: (() => AsyncIterable<Uint8Array>) | undefined) {
  const kept = entries?.()[Symbol.asyncIterator]();
  const tree = createGrowingTree();
  let first: Difference | undefined;

  const next = async (): Promise<Uint8Array | undefined> => {
    const step = tree.size < head.size ? await kept?.next() : undefined;
    if (!step || step.done) return undefined;
    tree.add(leafHash(step.value));
    return step.value;
  };
  return {
    async add(entry: Uint8Array, now: StoredEvent, index: number): Promise<void> {
      const expected = await next();
      if (expected && !first && !isSame(expected, entry)) first = { index, kept: expected, now };
    },
    hasLeaves: () => tree.size > 0,
    /** Undefined where nothing was kept. */
    async end(size: number): Promise<Kept | undefined> {
      for (let expected = await next(); expected; expected = await next()) {
        first ??= { index: size, kept: expected, now: undefined };
      }
      return tree.size === 0 ? undefined : { root: tree.root(), first };
    },
    close: async (): Promise<void> => void (await kept?.return?.()),
  };
}
