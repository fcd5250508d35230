import { CURRENCIES } from '#core/kernel/money/currencies.ts';
import { minorToDecimal } from '#core/kernel/money/decimals.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import { titleOf } from './chart.ts';
import type { JournalFormat } from './journal.ts';

const amountOf = (minor: bigint, currency: Currency): string => `${minorToDecimal(minor, currency)} ${currency}`;
/** hledger recognises the decimal mark by this example, which always has one. */
const exampleOf = (currency: Currency): string => `1000.${'0'.repeat(CURRENCIES[currency].digits)} ${currency}`;
/** Removes what would end a code, a tag or the line. */
const plain = (text: string): string => text.replace(/[(),;\p{Cc}]/gu, ' ');

/** For `hledger check --strict`: accounts and currencies are declared, balances asserted. */
export const hledger: JournalFormat = {
  head: (currencies) =>
    ['; The ledger of a Giftledger store', ...currencies.map((code) => `commodity ${exampleOf(code)}`), ''].join('\n'),
  account: (account) => `account ${account}  ; ${titleOf(account)}`,
  entry: ({ date, words, document, links, postings }) =>
    [
      `${date} * ${document === '' ? '' : `(${plain(document)}) `}${words}`,
      ...links.map(([name, value]) => `    ; ${name}:${plain(value)}`),
      ...postings.map(({ account, amount }) => `    ${account}  ${amountOf(amount.amount, amount.currency)}`),
      '',
    ].join('\n'),
  opening: (date, balances) =>
    [
      `\n${date} * Opening balances`,
      ...balances.map(({ account, currency, balance }) => `    ${account}  ${amountOf(balance, currency)}`),
    ].join('\n'),
  monthEnd: ({ date, balances }) =>
    [
      `\n${date} * Balances asserted`,
      ...balances.map(
        ({ account, currency, balance }) =>
          `    ${account}  ${amountOf(0n, currency)} = ${amountOf(balance, currency)}`,
      ),
    ].join('\n'),
};
