/** Checks a customer's file: a statement of a wallet with its proof, or one line of it. docs/statement-proof.md describes the format. */
import { type Currency, isCurrency } from '#core/kernel/money/currencies.ts';
import { minorToDecimal } from '#core/kernel/money/decimals.ts';
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
import { isTlogProof, parseTlogProof } from './tlog-proof.ts';
import { checkWhole, follow, type LastEvent, parseNotSignedYet, type Whole } from './whole.ts';

export const STATEMENT_FORMAT = 'giftledger-statement-proof@v2';
/** Files of before streams had signed ends: they do not show that they are whole. */
export const OLDER_STATEMENT_FORMAT = 'giftledger-statement-proof@v1';

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
  readonly head: CheckedHead;
  /** Lines of the period that changed the balance. */
  readonly lines: readonly StatementLine[];
  readonly period?: { readonly from: string | null; readonly to: string | null };
  readonly opening?: string;
  /** The balance after the last event of the file. */
  readonly closing?: string;
  /** Undefined for a single line. */
  readonly last?: LastEvent;
  readonly whole?: Whole;
  /** Events after the head, by the file's own word. */
  readonly notSignedYet?: number;
};

type GivenEvent = { readonly event: string; readonly proof?: string };

/** A file of either kind. @throws Error that explains what is wrong with it */
export async function checkProofFile(text: string, key: VerifierKey, witnesses?: Witnesses): Promise<CheckedProof> {
  return isTlogProof(text) ? checkLine(text, key, witnesses) : checkStatement(text, key, witnesses);
}

async function checkLine(text: string, key: VerifierKey, witnesses?: Witnesses): Promise<CheckedProof> {
  const { extra } = parseTlogProof(text);
  if (extra === undefined) throw new Error('The proof does not say what it proves: its line "extra" is missing.');
  const event = parseEvent(extra);
  const { head, place } = await createProofCheck(key, witnesses, true)(extra, text);
  const currency = toCurrency(asRecord(event.data.amount).currency);
  return {
    kind: 'line',
    wallet: walletOf(event),
    currency,
    head,
    lines: [lineOf(event, place, minorToDecimal(changeOf(event), currency))],
  };
}

async function checkStatement(text: string, key: VerifierKey, witnesses?: Witnesses): Promise<CheckedProof> {
  const { events, from, to, notSignedYet, ...given } = parseStatement(text);
  const check = createProofCheck(key, witnesses);
  const lines: StatementLine[] = [];
  let head: CheckedHead | undefined;
  let [wallet, now] = ['', ''];
  let last: LastEvent | undefined;
  let currency: Currency | undefined;
  let [balance, opening] = [0n, 0n];
  for (const { event: eventText, proof } of events) {
    const event = parseEvent(eventText);
    if (!last) wallet = walletOf(event);
    currency ??= currencyOfFirst(event);
    last = follow(event, eventText, last);
    const { revision } = last;
    // The clock of a part may go back: an event counts as of the latest time so far, so that the period is one piece.
    if (event.time > now) now = event.time;
    if (to !== null && now > to) throw new Error(`Event ${revision} is of after the period.`);
    const isWithin = from === null || now >= from;
    if (!isWithin) opening += changeOf(event);
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
  if (!head || !currency || !last) throw new Error('The statement has no events.');
  last = { ...last, time: now };
  const whole = await checkWhole(given, last, head, check, to);
  return {
    kind: 'statement',
    wallet,
    currency,
    head,
    lines,
    period: { from, to },
    last,
    whole,
    notSignedYet,
    opening: minorToDecimal(opening, currency),
    closing: minorToDecimal(balance, currency),
  };
}

function parseStatement(text: string) {
  const file = asRecord(parseJson(text));
  if (file.format !== STATEMENT_FORMAT && file.format !== OLDER_STATEMENT_FORMAT) {
    throw new Error(`This is no proof: its format is not ${STATEMENT_FORMAT}.`);
  }
  const { from, to } = asRecord(file.period);
  const isMoment = (value: unknown): value is string | null =>
    value === null || (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value));
  if (!isMoment(from) || !isMoment(to)) throw new Error('The file does not say what period it is of.');
  const { events } = file;
  if (!Array.isArray(events) || events.length > MAX_EVENTS) throw new Error(`Expected up to ${MAX_EVENTS} events.`);
  const isGiven = (each: unknown): each is GivenEvent => {
    const { event, proof } = asRecord(each);
    return typeof event === 'string' && (proof === undefined || typeof proof === 'string');
  };
  if (!events.every(isGiven)) throw new Error('An event of the file is not complete.');
  const { end, next } = file;
  const isWhole = file.format === STATEMENT_FORMAT;
  return { events, from, to, end, next, isWhole, notSignedYet: parseNotSignedYet(file.notSignedYet) };
}

function walletOf({ stream }: ProvenEvent): string {
  if (!stream.startsWith('wallet-')) throw new Error('The event is not of a wallet.');
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
  time,
  type,
  place,
  change,
  document: String(asRecord(data.document).number ?? ''),
});
