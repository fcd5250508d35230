/** What a checked file proves, in words: beside the checks, so that a page has them without the checks' code. */
import type { CheckedCode, CodeStep, StepKind } from './code.ts';
import type { CheckedProof } from './statement.ts';
import type { Whole } from './whole.ts';

/** "2026-11-24 at 03:00 UTC" */
export const momentInWords = (time: string): string => `${time.slice(0, 10)} at ${time.slice(11, 16)} UTC`;

/** "Events that came later" by the file's own word, which nobody signed. */
const notSignedInWords = (notSignedYet: number): string =>
  notSignedYet === 0
    ? ''
    : ` By the file’s own word, ${notSignedYet} newer ${notSignedYet === 1 ? 'event was' : 'events were'} not signed yet and ${notSignedYet === 1 ? 'is' : 'are'} not in it.`;

/** When the closing balance was that: the end of the period if nothing is missing until then. */
export const closingTimeOf = ({ last, whole, period }: CheckedProof): string => {
  const to = period?.to ?? null;
  if (whole?.until === 'next') return to ?? whole.time;
  if (whole?.until === 'signing') return to !== null && to < whole.time ? to : whole.time;
  return last?.time ?? '';
};

/** What a statement proves, and no more. */
export function statementInWords({ last, whole, notSignedYet = 0 }: CheckedProof): string {
  const upTo = `Every line up to event ${last?.revision} of the wallet, of ${momentInWords(last?.time ?? '')}, stands in the signed log; none up to it was left out or changed, and the balances follow from them.`;
  return `${upTo} ${END_IN_WORDS[whole?.until ?? 'last'](whole)}${notSignedInWords(notSignedYet)}`;
}

const timeOf = (whole: Whole | undefined): string =>
  whole === undefined || whole.until === 'last' ? '' : momentInWords(whole.time);
const END_IN_WORDS: Readonly<Record<Whole['until'], (whole: Whole | undefined) => string>> = {
  next: (whole) => `None of the period is missing: the wallet’s next event is of ${timeOf(whole)}.`,
  signing: (whole) =>
    `It was the wallet’s last event when the log was signed on ${timeOf(whole)}; what came after that is not proven.`,
  last: () =>
    'What came after it is not proven, not even that nothing did: this head of the log is of before ends were signed, so the file may have been cut short.',
};

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

/** What is proven of the code's life, and no more. */
export function codeInWords(proof: CheckedCode): string {
  const { ending, code, product, order, steps, last, whole, notSignedYet } = proof;
  const name = ending === undefined ? `The code ${code}` : `The code ending ${ending}`;
  const life = steps.map(({ what, time, by }) => {
    const who = what === 'revealed' ? (BY[by] ?? '') : '';
    return `${DONE[what]} on ${momentInWords(time)}${who}`;
  });
  const final = life.pop();
  const isSeen = steps.some(({ what }) => what === 'revealed' || what === 'looked');
  // That something did not happen is said only as far as nothing can have been cut off.
  const end =
    whole.until === 'last'
      ? `This is proven up to event ${last.revision} of the order, of ${momentInWords(last.time)}; what came after is not, ${isSeen ? '' : 'so it may have been revealed later, '}because this head of the log is of before ends were signed.`
      : `${isSeen ? 'No event of the order is missing' : 'It was not revealed'} until the log was signed on ${momentInWords(whole.time)}; what came after is not proven.`;
  return `${name} (${product}, order ${order}) was ${life.join(', ')} and ${final ?? ''}. ${end}${notSignedInWords(notSignedYet)}`;
}
