/** Makes what `check/code.ts` checks: the entry in the log when codes are shown, and the proof of one code. */
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { DomainError } from '#core/kernel/errors.ts';
import type { StoredEvent } from '#core/kernel/log/event-store.ts';
import { toBase64 } from './check/bytes.ts';
import { CODE_FORMAT, codeLeaf, OLDER_CODE_FORMAT } from './check/code.ts';
import { createPaths, inclusionPath, leafHash, type ReadHashes, rootFrom, rootOf, TILE_WIDTH } from './check/merkle.ts';
import { MAX_EVENTS } from './check/proven-events.ts';
import { formatTlogProof } from './check/tlog-proof.ts';
import { type Linked, linkedTexts, type ProvableLog, signedEnd } from './statement.ts';

export type CodeOfOrder = {
  readonly codeId: string;
  readonly lineId: string;
  readonly lastFour: string;
  readonly digest: string;
};

/** The root over the codes that are shown, in hexadecimal: for OrderCodesRevealed. */
export const codesRootOf = async (codes: readonly CodeOfOrder[]): Promise<string> => (await growTree(byId(codes))).root;

const byId = (codes: readonly CodeOfOrder[]) => [...codes].sort((left, right) => (left.codeId < right.codeId ? -1 : 1));
const shownOf = ({ codeId, lastFour, digest }: CodeOfOrder) => ({ id: codeId, ending: lastFour, digest });

/**
 * The life of a code as JSON text that proves it. It contains only the number of the other codes. `codes` are all of
 * the order, in the order of their allocation. Events after the signed head are left out; undefined when the allocation
 * itself is one of them.
 * @throws DomainError invalid_value when it is larger than a check accepts
 */
export async function proveCode(
  events: AsyncIterable<StoredEvent>,
  codes: readonly CodeOfOrder[],
  wanted: CodeOfOrder,
  log: ProvableLog,
): Promise<string | undefined> {
  const linked: Linked[] = [];
  for await (const each of linkedTexts(events)) {
    linked.push(each);
    if (linked.length > MAX_EVENTS) throw tooLong();
  }
  const pathOf = createPaths(log.readHashes, log.size);
  const treeOf = createTreesOfCodes(codes);
  const places = await log.findPlaces(linked.map((each) => each.hash));
  const given: object[] = [];
  let [isAllocated, isShown] = [false, false];
  let delivered: readonly DeliveredLine[] = [];
  for (const { text, hash: entry, event } of linked) {
    const index = places.get(entry);
    if (index === undefined || index >= log.size) break;
    const path = await pathOf(index);
    const allocation = isAllocated ? undefined : allocatedBy(event, codes, wanted);
    const shown = isAllocated ? await shownBy(event, treeOf(delivered), wanted) : undefined;
    delivered = linesOf(event) ?? delivered;
    if (allocation) isAllocated = true;
    if (shown) isShown = true;
    given.push({ event: text, proof: formatTlogProof({ index, path, checkpoint: log.note }), ...allocation, ...shown });
  }
  if (!isAllocated) return undefined;
  // Before it is shown, the log contains only its id.
  const code = isShown ? shownOf(wanted) : { id: wanted.codeId };
  const whole = await signedEnd(log, linked.slice(0, given.length));
  const format = whole ? CODE_FORMAT : OLDER_CODE_FORMAT;
  const rest = { key: log.key, notSignedYet: linked.length - given.length, line: wanted.lineId, code };
  return `${JSON.stringify({ format, ...rest, ...whole, events: given }, null, 1)}\n`;
}

type DeliveredLine = { readonly lineId: string; readonly quantity: number; readonly codesDigest: string };

/** What was delivered so far according to an event, line by line; undefined for an event that delivers nothing. */
const linesOf = ({ type, data }: StoredEvent): readonly DeliveredLine[] | undefined =>
  type === 'OrderFulfilled' || type === 'OrderPartlyFulfilled'
    ? (data as { readonly lines: readonly DeliveredLine[] }).lines
    : undefined;

/** Codes are only added to a line, so the first ones are those it had earlier. */
const deliveredOf = (codes: readonly CodeOfOrder[], lines: readonly DeliveredLine[]): readonly CodeOfOrder[] =>
  lines.flatMap(({ lineId, quantity }) => codes.filter((code) => code.lineId === lineId).slice(0, quantity));

/** The ids of the codes that a line had at that event, if the wanted one is among them. */
function allocatedBy(event: StoredEvent, codes: readonly CodeOfOrder[], { lineId, codeId }: CodeOfOrder) {
  const line = linesOf(event)?.find((each) => each.lineId === lineId);
  if (!line) return undefined;
  const ids = byId(deliveredOf(codes, [line])).map((code) => code.codeId);
  const isOfEvent = hash('sha256', ids.join('\n'), 'hex') === line.codesDigest;
  return isOfEvent && ids.includes(codeId) ? { codes: ids } : undefined;
}

/** The code's place among those that were shown together. */
async function shownBy({ type, data }: StoredEvent, treeOf: () => Promise<CodeTree>, wanted: CodeOfOrder) {
  const { codesRoot } = data as { codesRoot?: string };
  if (type !== 'OrderCodesRevealed' || codesRoot === undefined) return undefined;
  const { root, ids, read } = await treeOf();
  if (root !== codesRoot) return undefined;
  const index = ids.indexOf(wanted.codeId);
  return { shown: { index, path: (await inclusionPath(read, index, ids.length)).map(toBase64) } };
}

type CodeTree = { readonly root: string; readonly ids: readonly string[]; readonly read: ReadHashes };

/**
 * The tree over the codes that an order had, made once for all looks at the same codes. Between its tiles other requests
 * get their turn, because an order may have 50,000 codes.
 */
function createTreesOfCodes(codes: readonly CodeOfOrder[]) {
  const trees = new Map<number, Promise<CodeTree>>();
  return (delivered: readonly DeliveredLine[]) => () => {
    const count = delivered.reduce((sum, { quantity }) => sum + quantity, 0);
    const tree = trees.get(count) ?? growTree(byId(deliveredOf(codes, delivered)));
    trees.set(count, tree);
    return tree;
  };
}

async function growTree(codes: readonly CodeOfOrder[]): Promise<CodeTree> {
  const levels: Uint8Array[][] = [[]];
  for (let start = 0; start < codes.length; start += TILE_WIDTH) {
    await setImmediate();
    const leaves = codes.slice(start, start + TILE_WIDTH).map((code) => leafHash(codeLeaf(shownOf(code))));
    levels[0]?.push(...leaves);
  }
  for (let below = levels[0] ?? []; below.length >= TILE_WIDTH; below = levels.at(-1) ?? []) {
    const roots: Uint8Array[] = [];
    for (let start = 0; start + TILE_WIDTH <= below.length; start += TILE_WIDTH) {
      await setImmediate();
      roots.push(rootOf(below.slice(start, start + TILE_WIDTH)));
    }
    levels.push(roots);
  }
  const read: ReadHashes = async (level, start, width) => levels[level]?.slice(start, start + width) ?? [];
  const root = Buffer.from(await rootFrom(read, codes.length)).toString('hex');
  return { root, ids: codes.map(({ codeId }) => codeId), read };
}

const tooLong = () =>
  new DomainError(
    'invalid_value',
    `This order was looked at too often to be proven in one file, which may have ${MAX_EVENTS.toLocaleString('en-US')} events.`,
  );
