import { minorToDecimal } from '#core/kernel/money/decimals.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import { beancountName, titleOf } from './chart.ts';
import type { JournalFormat } from './journal.ts';

const MS_PER_DAY = 24 * 60 * 60 * 1000;
const LINK = /^[A-Za-z0-9\-_/.]+$/;

const amountOf = (minor: bigint, currency: Currency): string => `${minorToDecimal(minor, currency)} ${currency}`;
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replace(/\p{Cc}/gu, ' ')}"`;
/** A balance assertion holds for the morning of its day. */
const dayAfter = (date: string): string =>
  new Date(Date.parse(date) + MS_PER_DAY).toISOString().slice(0, 'YYYY-MM-DD'.length);
const linesOf = (postings: readonly { account: string; currency: Currency; minor: bigint }[]): string[] =>
  postings.map(({ account, currency, minor }) => `  ${beancountName(account)}  ${amountOf(minor, currency)}`);

/** For `bean-check`: accounts are opened on the first day of their use, balances asserted to the last cent. */
export const beancount: JournalFormat = {
  head: () => 'option "title" "The ledger of a Giftledger store"\n',
  account: (account, since) => `${since} open ${beancountName(account)}\n  title: ${quoted(titleOf(account))}`,
  entry: ({ date, words, document, links, postings }) =>
    [
      `${date} * ${quoted(words)}${LINK.test(document) ? ` ^${document}` : ''}`,
      ...links.map(([name, value]) => `  ${name}: ${quoted(value)}`),
      ...linesOf(postings.map(({ account, amount: { amount, currency } }) => ({ account, currency, minor: amount }))),
      '',
    ].join('\n'),
  opening: (date, balances) =>
    [`\n${date} * "Opening balances"`, ...linesOf(balances.map((line) => ({ ...line, minor: line.balance })))].join(
      '\n',
    ),
  monthEnd: ({ date, balances }) =>
    balances
      .map(
        ({ account, currency, balance }) =>
          `${dayAfter(date)} balance ${beancountName(account)}  ${minorToDecimal(balance, currency)} ~ 0 ${currency}`,
      )
      .join('\n'),
};
