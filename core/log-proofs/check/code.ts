/**
 * Checks the proof of one gift code: that it was bought, allocated and shown. docs/statement-proof.md describes the
 * format.
 */
import { fromBase64, fromHex, sha256, toHex, utf8 } from './bytes.ts';
import type { Checkpoint } from './checkpoint.ts';
import { isIncluded, leafHashOf } from './merkle.ts';
import type { VerifierKey } from './note.ts';
import {
  asRecord,
  createProofCheck,
  MAX_EVENTS,
  NO_PREVIOUS,
  type ProvenEvent,
  parseEvent,
  parseJson,
} from './proven-events.ts';

export const CODE_FORMAT = 'giftledger-code-proof@v1';

/** What the log contains of a code: `digest` is the SHA-256 (hexadecimal) over the code and a salt that only the store has. */
export type ShownCode = { readonly id: string; readonly ending: string; readonly digest: string };
/** A leaf of the tree whose root is in OrderCodesRevealed. The leaves are sorted by id. */
export const codeLeaf = ({ id, ending, digest }: ShownCode) => utf8(`${id}\n${ending}\n${digest}`);

/** `looked`: some codes of the order were shown, and the log does not contain which. */
type StepKind = 'bought' | 'paid' | 'allocated' | 'revealed' | 'looked';
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
  readonly head: Checkpoint;
  readonly steps: readonly CodeStep[];
};

type GivenEvent = {
  readonly event: string;
  readonly proof: string;
  /** For the delivery that allocated it: the ids of the line's codes, whose digest the event has. */
  readonly codes?: readonly string[];
  /** For a look: the code's place in the tree of the shown codes. */
  readonly shown?: { readonly index: number; readonly path: readonly string[] };
};
type CodeFile = { readonly line: string; readonly code: ShownCode; readonly events: readonly GivenEvent[] };

/** @throws Error that explains what is wrong with it */
export async function checkCode(text: string, key: VerifierKey): Promise<CheckedCode> {
  const { line, code, events } = parseFile(text);
  const check = createProofCheck(key);
  const steps: CodeStep[] = [];
  let head: Checkpoint | undefined;
  let [previous, stream, isShown] = [NO_PREVIOUS, '', false];
  let bought = { product: '', order: '' };
  let delivered = 0;
  for (const [revision, given] of events.entries()) {
    const event = parseEvent(given.event);
    if (revision === 0) {
      stream = event.stream;
      bought = boughtBy(event, line);
    }
    if (event.stream !== stream || event.revision !== `${revision}` || event.previous !== previous) {
      throw new Error(
        `Event ${revision} does not follow from the one before it: something was left out, put in or changed.`,
      );
    }
    previous = toHex(await sha256(utf8(given.event)));
    const proven = await check(given.event, given.proof);
    head = proven.head;
    if (isDelivery(event)) delivered = listOf(event.data.lines).reduce((sum, each) => sum + Number(each.quantity), 0);
    const isAllocated = steps.some((step) => step.what === 'allocated');
    const what = await stepOf(event, given, { line, code, delivered, isAllocated });
    if (what === 'revealed' && event.data.codesRoot !== undefined) isShown = true;
    if (what) steps.push({ what, time: event.time, by: event.actor, place: proven.place });
  }
  if (!head || !steps.some(({ what }) => what === 'allocated'))
    throw new Error('It does not prove that the code was allocated.');
  return { kind: 'code', code: code.id, ending: isShown ? code.ending : undefined, ...bought, head, steps };
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

/** The order's state so far. */
type SoFar = Pick<CodeFile, 'line' | 'code'> & { readonly isAllocated: boolean; readonly delivered: number };

const isDelivery = ({ type }: ProvenEvent) => type === 'OrderFulfilled' || type === 'OrderPartlyFulfilled';

/** The step of the code that an event means; undefined when it means none. */
async function stepOf(event: ProvenEvent, given: GivenEvent, soFar: SoFar): Promise<StepKind | undefined> {
  const { type, data } = event;
  const { line, code, isAllocated, delivered } = soFar;
  if (type === 'OrderPlaced') return 'bought';
  if (type === 'OrderPaid') return 'paid';
  if (isDelivery(event)) {
    if (isAllocated || !given.codes) return undefined;
    const { codesDigest } = listOf(data.lines).find((each) => each.lineId === line) ?? {};
    if (!given.codes.includes(code.id) || toHex(await sha256(utf8(given.codes.join('\n')))) !== codesDigest) {
      throw new Error('The code is not among those that were allocated.');
    }
    return 'allocated';
  }
  if (type !== 'OrderCodesRevealed' || !isAllocated) return undefined;
  // Older events contain only how many codes were shown.
  if (data.codesRoot === undefined) return data.codes === delivered ? 'revealed' : 'looked';
  const { index, path } = given.shown ?? {};
  const tree = { size: Number(data.codes), root: fromHex(String(data.codesRoot)) };
  const isIn =
    index !== undefined &&
    path &&
    (await isIncluded(await leafHashOf(codeLeaf(code)), index, path.map(fromBase64), tree));
  if (!isIn) throw new Error('The code is not among those that were shown.');
  return 'revealed';
}

function parseFile(text: string): CodeFile {
  const { format, line, code, events } = asRecord(parseJson(text));
  if (format !== CODE_FORMAT) throw new Error(`This is no proof of a code: its format is not ${CODE_FORMAT}.`);
  const { id, ending = '', digest = '' } = asRecord(code);
  if (![line, id, ending, digest].every((each) => typeof each === 'string')) throw new Error('The file names no code.');
  if (!Array.isArray(events) || events.length > MAX_EVENTS) throw new Error(`Expected up to ${MAX_EVENTS} events.`);
  if (!events.every(isGiven)) throw new Error('An event of the file is none.');
  return { line: String(line), code: { id: String(id), ending: String(ending), digest: String(digest) }, events };
}

function isGiven(each: unknown): each is GivenEvent {
  const { event, proof, codes, shown } = asRecord(each);
  const { index, path } = asRecord(shown);
  const isTexts = (list: unknown) => Array.isArray(list) && list.every((entry) => typeof entry === 'string');
  return (
    typeof event === 'string' &&
    typeof proof === 'string' &&
    (codes === undefined || isTexts(codes)) &&
    (shown === undefined || (Number.isSafeInteger(index) && isTexts(path)))
  );
}

const listOf = (list: unknown): Record<string, unknown>[] => (Array.isArray(list) ? list.map(asRecord) : []);

const DONE: Readonly<Record<StepKind, string>> = {
  bought: 'bought',
  paid: 'paid',
  allocated: 'allocated',
  revealed: 'revealed',
  looked: 'maybe among codes that were revealed',
};
const BY: Readonly<Record<string, string>> = { customer: ' by the customer', 'api-key': ' by an API key' };

/** "Bought" or "Revealed by an API key". */
export const stepInWords = ({ what, by }: CodeStep): string => {
  const words = DONE[what] + (what === 'revealed' ? (BY[by] ?? '') : '');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The life of the code in one sentence. */
export function codeInWords({ ending, code, product, order, steps }: CheckedCode): string {
  const name = ending === undefined ? `The code ${code}, which was not revealed by then` : `The code ending ${ending}`;
  const life = steps.map(({ what, time, by }) => {
    const who = what === 'revealed' ? (BY[by] ?? '') : '';
    return `${DONE[what]} on ${time.slice(0, 10)} at ${time.slice(11, 16)} UTC${who}`;
  });
  const last = life.pop();
  return `${name} (${product}, order ${order}) was ${life.join(', ')} and ${last ?? ''}.`;
}
