/** Makes what `check/code.ts` checks: the entry in the log when codes are shown, and the proof of one code. */
import { hash } from 'node:crypto';
import type { StoredEvent } from '../kernel/event-store.ts';
import { toBase64 } from './check/bytes.ts';
import { CODE_FORMAT, codeLeaf, OLDER_CODE_FORMAT } from './check/code.ts';
import { formatTlogProof } from './check/tlog-proof.ts';
import { type Linked, linkedTexts, type ProvableLog, signedEnd } from './statement.ts';
import { inclusionPath, leafHash, type ReadHashes, rootOf, TILE_WIDTH } from './tree.ts';

export type CodeOfOrder = {
  readonly codeId: string;
  readonly lineId: string;
  readonly lastFour: string;
  readonly digest: string;
};

/** The root over the codes that are shown, in hexadecimal: for OrderCodesRevealed. */
export const codesRootOf = (codes: readonly CodeOfOrder[]): string =>
  Buffer.from(rootOf(leavesOf(codes))).toString('hex');

const byId = (codes: readonly CodeOfOrder[]) => [...codes].sort((left, right) => (left.codeId < right.codeId ? -1 : 1));
const leavesOf = (codes: readonly CodeOfOrder[]) => byId(codes).map((code) => leafHash(codeLeaf(shownOf(code))));
const shownOf = ({ codeId, lastFour, digest }: CodeOfOrder) => ({ id: codeId, ending: lastFour, digest });

/**
 * The life of a code as JSON text that proves it. Of the other codes it contains only how many there are. `codes` are
 * all of the order, in the order of their allocation. Events after the signed head are left out; undefined when the
 * allocation itself is one of them.
 */
export async function proveCode(
  events: AsyncIterable<StoredEvent>,
  codes: readonly CodeOfOrder[],
  wanted: CodeOfOrder,
  log: ProvableLog,
): Promise<string | undefined> {
  const linked: Linked[] = [];
  for await (const each of linkedTexts(events)) linked.push(each);
  const places = await log.findPlaces(linked.map((each) => each.hash));
  const given: object[] = [];
  let [isAllocated, isShown] = [false, false];
  let delivered: readonly DeliveredLine[] = [];
  for (const { text, hash: entry, event } of linked) {
    const index = places.get(entry);
    if (index === undefined || index >= log.size) break;
    const path = await inclusionPath(log.readHashes, index, log.size);
    const allocation = isAllocated ? undefined : allocatedBy(event, codes, wanted);
    const shown = isAllocated ? await shownBy(event, deliveredOf(codes, delivered), wanted) : undefined;
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
async function shownBy({ type, data }: StoredEvent, delivered: readonly CodeOfOrder[], wanted: CodeOfOrder) {
  const { codesRoot } = data as { codesRoot?: string };
  if (type !== 'OrderCodesRevealed' || codesRoot === undefined || codesRootOf(delivered) !== codesRoot)
    return undefined;
  const leaves = leavesOf(delivered);
  const index = byId(delivered).findIndex((code) => code.codeId === wanted.codeId);
  const read: ReadHashes = async (level, start, width) => {
    const span = TILE_WIDTH ** level;
    return Array.from({ length: width }, (_, at) => rootOf(leaves.slice((start + at) * span, (start + at + 1) * span)));
  };
  return { shown: { index, path: (await inclusionPath(read, index, leaves.length)).map(toBase64) } };
}
