/** Checks a customer's file: a statement of a wallet with its proof, or one line of it. docs/statement-proof.md describes the format. */
import { type Currency, isCurrency } from '../../kernel/currencies.ts';
import { minorToDecimal } from '../../kernel/decimals.ts';
import { sha256, toHex, utf8 } from './bytes.ts';
import type { Checkpoint } from './checkpoint.ts';
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
import { isTlogProof, parseTlogProof } from './tlog-proof.ts';

export const STATEMENT_FORMAT = 'giftledger-statement-proof@v1';

type StatementLine = {
  /** When it was recorded. */
  readonly time: string;
  readonly type: string;
  /** The paper's number; empty when there is none. */
  readonly document: string;
  /** Of the wallet: a decimal, negative when money went out. */
  readonly change: string;
  /** The balance after it; undefined for a single line. */
  readonly balance?: string;
  /** Its index in the log, from 0. */
  readonly place: number;
};

export type CheckedProof = {
  readonly kind: 'statement' | 'line';
  readonly wallet: string;
  readonly currency: Currency;
  readonly head: Checkpoint;
  /** Lines of the period that changed the balance. */
  readonly lines: readonly StatementLine[];
  readonly period?: { readonly from: string | null; readonly to: string | null };
  readonly opening?: string;
  readonly closing?: string;
};

type GivenEvent = { readonly event: string; readonly proof?: string };

/** A file of either kind. @throws Error that explains what is wrong with it */
export async function checkProofFile(text: string, key: VerifierKey): Promise<CheckedProof> {
  return isTlogProof(text) ? checkLine(text, key) : checkStatement(text, key);
}

async function checkLine(text: string, key: VerifierKey): Promise<CheckedProof> {
  const { extra } = parseTlogProof(text);
  if (extra === undefined) throw new Error('The proof does not say what it proves: its line "extra" is missing.');
  const event = parseEvent(extra);
  const { head, place } = await createProofCheck(key)(extra, text);
  const currency = toCurrency(asRecord(event.data.amount).currency);
  return {
    kind: 'line',
    wallet: walletOf(event),
    currency,
    head,
    lines: [lineOf(event, place, minorToDecimal(changeOf(event), currency))],
  };
}

async function checkStatement(text: string, key: VerifierKey): Promise<CheckedProof> {
  const { events, from, to } = parseStatement(text);
  const check = createProofCheck(key);
  const lines: StatementLine[] = [];
  let head: Checkpoint | undefined;
  let [previous, wallet] = [NO_PREVIOUS, ''];
  let currency: Currency | undefined;
  let [balance, opening] = [0n, 0n];
  for (const [revision, { event: eventText, proof }] of events.entries()) {
    const event = parseEvent(eventText);
    if (revision === 0) wallet = walletOf(event);
    currency ??= currencyOfFirst(event);
    if (event.stream !== `wallet-${wallet}` || event.revision !== `${revision}` || event.previous !== previous) {
      throw new Error(
        `Event ${revision} does not follow from the one before it: something was left out, put in or changed.`,
      );
    }
    previous = toHex(await sha256(utf8(eventText)));
    const isWithin = (from === null || event.time >= from) && (to === null || event.time <= to);
    if (!isWithin && from !== null && event.time < from) opening += changeOf(event);
    balance += changeOf(event);
    if (proof === undefined) {
      if (isWithin || revision === events.length - 1) throw new Error(`Event ${revision} has no proof, and needs one.`);
      continue;
    }
    const proven = await check(eventText, proof);
    head = proven.head;
    if (!isWithin || changeOf(event) === 0n) continue;
    const change = minorToDecimal(changeOf(event), currency);
    lines.push({ ...lineOf(event, proven.place, change), balance: minorToDecimal(balance, currency) });
  }
  if (!head || !currency) throw new Error('The statement has no events.');
  const closing = lines.at(-1)?.balance ?? minorToDecimal(opening, currency);
  return {
    ...{ kind: 'statement', wallet, currency, head, lines, period: { from, to } },
    ...{ opening: minorToDecimal(opening, currency), closing },
  };
}

function parseStatement(text: string): { events: GivenEvent[]; from: string | null; to: string | null } {
  const file = asRecord(parseJson(text));
  if (file.format !== STATEMENT_FORMAT) throw new Error(`This is no proof: its format is not ${STATEMENT_FORMAT}.`);
  const { from, to } = asRecord(file.period);
  const isMoment = (value: unknown): value is string | null =>
    value === null || (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value));
  if (!isMoment(from) || !isMoment(to)) throw new Error('The file does not say what period it is of.');
  const { events } = file;
  if (!Array.isArray(events) || events.length > MAX_EVENTS) throw new Error(`Expected up to ${MAX_EVENTS} events.`);
  const isGiven = (each: unknown): each is GivenEvent => {
    const { event, proof } = asRecord(each);
    return typeof event === 'string' && (proof === undefined || typeof proof === 'string');
  };
  if (!events.every(isGiven)) throw new Error('An event of the file is none.');
  return { events, from, to };
}

function walletOf({ stream }: ProvenEvent): string {
  if (!stream.startsWith('wallet-')) throw new Error('The event is none of a wallet.');
  return stream.slice('wallet-'.length);
}

function currencyOfFirst({ type, data }: ProvenEvent): Currency {
  if (type !== 'WalletOpened')
    throw new Error('The first event does not open the wallet: something before it was left out.');
  return toCurrency(data.currency);
}

function toCurrency(code: unknown): Currency {
  if (typeof code !== 'string' || !isCurrency(code)) throw new Error('An event has no currency that is known.');
  return code;
}

/** What the event adds to the balance, in minor units. */
function changeOf({ type, data }: ProvenEvent): bigint {
  const sign = { WalletCredited: 1n, WalletDebited: -1n, WalletHoldCaptured: -1n }[type];
  if (sign === undefined) return 0n;
  const { amount } = asRecord(data.amount);
  if (typeof amount !== 'string' || !/^\d{1,18}$/.test(amount)) throw new Error('An event has no amount.');
  return sign * BigInt(amount);
}

const lineOf = ({ type, time, data }: ProvenEvent, place: number, change: string): StatementLine => ({
  ...{ time, type, place, change },
  document: String(asRecord(data.document).number ?? ''),
});
