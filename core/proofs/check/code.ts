/**
 * Checks the proof of one gift code: that it was bought, allocated and shown. docs/statement-proof.md describes the
 * format.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64, fromHex } from './bytes.ts';
import { isIncluded, leafHash } from './merkle.ts';
import type { VerifierKey } from './note.ts';
import {
  asRecord,
  type CheckedHead,
  createProofCheck,
  MAX_EVENTS,
  type ProvenEvent,
  parseEvent,
  parseJson,
  type Witnesses,
} from './proven-events.ts';
import { checkWhole, follow, isTexts, type LastEvent, parseNotSignedYet, type Whole } from './whole.ts';

export const CODE_FORMAT = 'giftledger-code-proof@v2';
/** Files of before streams had signed ends: they do not show that they are whole. */
export const OLDER_CODE_FORMAT = 'giftledger-code-proof@v1';
export const isCodeProof = (text: string): boolean =>
  [CODE_FORMAT, OLDER_CODE_FORMAT].some((format) => text.includes(`"${format}"`));

/** What the log contains of a code: `digest` is the SHA-256 (hexadecimal) over the code and a salt that only the store has. */
export type ShownCode = { readonly id: string; readonly ending: string; readonly digest: string };
/** A leaf of the tree whose root is in OrderCodesRevealed. The leaves are sorted by id. */
export const codeLeaf = ({ id, ending, digest }: ShownCode) => utf8ToBytes(`${id}\n${ending}\n${digest}`);

/** `looked`: some codes of the order were shown, and the log does not contain which. */
export type StepKind = 'bought' | 'paid' | 'allocated' | 'revealed' | 'looked';
export type CodeStep = {
  readonly what: StepKind;
  readonly time: string;
  /** Who did it: 'customer', 'api-key', … */
  readonly by: string;
  /** Its index in the log, from 0. */
  readonly place: number;
};

export type CheckedCode = {
  readonly kind: 'code';
  readonly code: string;
  /** The last characters; undefined until the code was shown, because the log contains nothing of its text before. */
  readonly ending: string | undefined;
  readonly product: string;
  /** The order's number. */
  readonly order: string;
  readonly head: CheckedHead;
  readonly steps: readonly CodeStep[];
  readonly last: LastEvent;
  readonly whole: Whole;
  /** Events after the head, by the file's own word. */
  readonly notSignedYet: number;
};

type GivenEvent = {
  readonly event: string;
  readonly proof: string;
  /** For the delivery that allocated it: the ids of the line's codes, whose digest the event has. */
  readonly codes?: readonly string[];
  /** For a look: the code's place in the tree of the shown codes. */
  readonly shown?: { readonly index: number; readonly path: readonly string[] };
};
type CodeFile = { readonly line: string; readonly code: ShownCode; readonly events: readonly GivenEvent[] } & {
  readonly end: unknown;
  readonly isWhole: boolean;
  readonly notSignedYet: number;
};

/** @throws Error that explains what is wrong with it */
export async function checkCode(text: string, key: VerifierKey, witnesses?: Witnesses): Promise<CheckedCode> {
  const { line, code, events, notSignedYet, ...given } = parseFile(text);
  const check = createProofCheck(key, witnesses);
  const steps: CodeStep[] = [];
  let head: CheckedHead | undefined;
  let last: LastEvent | undefined;
  let isShown = false;
  let bought = { product: '', order: '' };
  let delivered = 0;
  for (const given of events) {
    const event = parseEvent(given.event);
    if (!last) bought = boughtBy(event, line);
    last = follow(event, given.event, last);
    const proven = await check(given.event, given.proof);
    head = proven.head;
    if (isDelivery(event)) delivered = listOf(event.data.lines).reduce((sum, each) => sum + Number(each.quantity), 0);
    const isAllocated = steps.some((step) => step.what === 'allocated');
    const what = stepOf(event, given, { line, code, delivered, isAllocated });
    if (what === 'revealed' && event.data.codesRoot !== undefined) isShown = true;
    if (what) steps.push({ what, time: event.time, by: event.actor, place: proven.place });
  }
  if (!head || !last || !steps.some(({ what }) => what === 'allocated'))
    throw new Error('It does not prove that the code was allocated.');
  const whole = await checkWhole(given, last, head, check, null);
  const ending = isShown ? code.ending : undefined;
  return { kind: 'code', code: code.id, ending, ...bought, head, steps, last, whole, notSignedYet };
}

function boughtBy({ type, stream, data }: ProvenEvent, lineId: string): { product: string; order: string } {
  if (type !== 'OrderPlaced' || !stream.startsWith('order-')) {
    throw new Error('The first event does not place an order: something before it was left out.');
  }
  const line = listOf(data.lines).find((each) => each.lineId === lineId);
  if (!line) throw new Error('The order has no such line.');
  const [product, variant] = [String(line.productName), String(line.variantName)];
  return { product: product.includes(variant) ? product : `${product} · ${variant}`, order: String(data.number) };
}

type SoFar = Pick<CodeFile, 'line' | 'code'> & { readonly isAllocated: boolean; readonly delivered: number };

const isDelivery = ({ type }: ProvenEvent) => type === 'OrderFulfilled' || type === 'OrderPartlyFulfilled';

function stepOf(event: ProvenEvent, given: GivenEvent, soFar: SoFar): StepKind | undefined {
  const { type, data } = event;
  const { line, code, isAllocated, delivered } = soFar;
  if (type === 'OrderPlaced') return 'bought';
  if (type === 'OrderPaid') return 'paid';
  if (isDelivery(event)) {
    if (isAllocated || !given.codes) return undefined;
    const { codesDigest } = listOf(data.lines).find((each) => each.lineId === line) ?? {};
    if (!given.codes.includes(code.id) || bytesToHex(sha256(utf8ToBytes(given.codes.join('\n')))) !== codesDigest) {
      throw new Error('The code is not among those that were allocated.');
    }
    return 'allocated';
  }
  if (type !== 'OrderCodesRevealed' || !isAllocated) return undefined;
  // Older events contain only how many codes were shown.
  if (data.codesRoot === undefined) return data.codes === delivered ? 'revealed' : 'looked';
  const { index, path } = given.shown ?? {};
  const tree = { size: Number(data.codes), root: fromHex(String(data.codesRoot)) };
  const isIn = index !== undefined && path && isIncluded(leafHash(codeLeaf(code)), index, path.map(fromBase64), tree);
  if (!isIn) throw new Error('The code is not among those that were shown.');
  return 'revealed';
}

function parseFile(text: string): CodeFile {
  const { format, line, code, events, end, notSignedYet } = asRecord(parseJson(text));
  const isWhole = format === CODE_FORMAT;
  if (!isWhole && format !== OLDER_CODE_FORMAT)
    throw new Error(`This is no proof of a code: its format is not ${CODE_FORMAT}.`);
  const { id, ending = '', digest = '' } = asRecord(code);
  if (![line, id, ending, digest].every((each) => typeof each === 'string')) throw new Error('The file names no code.');
  if (!Array.isArray(events) || events.length > MAX_EVENTS) throw new Error(`Expected up to ${MAX_EVENTS} events.`);
  if (!events.every(isGiven)) throw new Error('An event of the file is not complete.');
  const given = { end, isWhole, notSignedYet: parseNotSignedYet(notSignedYet) };
  return {
    line: String(line),
    code: { id: String(id), ending: String(ending), digest: String(digest) },
    events,
    ...given,
  };
}

function isGiven(each: unknown): each is GivenEvent {
  const { event, proof, codes, shown } = asRecord(each);
  const { index, path } = asRecord(shown);
  return (
    typeof event === 'string' &&
    typeof proof === 'string' &&
    (codes === undefined || isTexts(codes)) &&
    (shown === undefined || (Number.isSafeInteger(index) && isTexts(path)))
  );
}

const listOf = (list: unknown): Record<string, unknown>[] => (Array.isArray(list) ? list.map(asRecord) : []);
