import { minorToDecimal } from '#core/kernel/money/decimals.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import type { Certificate } from './certificate.ts';

const many = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;

/** The certificate as a page for people (Markdown). */
export function certificateInWords(certificate: Certificate): string {
  const { set, log, restored, accounted, audit, problems, isSound } = certificate;
  return `# Certificate of a restore

**${isSound ? 'Sound' : `Not sound: ${many(problems.length, 'problem')}`}.** Made ${certificate.made}. SHA-256 ${certificate.sha256}

${problems.map((problem) => `- ✗ ${problem}`).join('\n')}${problems.length > 0 ? '\n\n' : ''}The store is as it was at **${set.time}** (\`${set.name}\`, SHA-256 ${set.sha256}).

## The log

- ${many(log.events, 'event')}, byte for byte as they were backed up; the last is revision ${log.last.revision} of \`${log.last.stream}\`, of ${log.last.time}.
- ${many(audit.streams, 'stream')}, ${many(audit.wallets, 'wallet')}: every hash chain fits${audit.provesWriters ? ', and a part of the store wrote each event' : ''}.
- The tree of ${many(log.tree.size, 'event')} has the root \`${log.tree.root}\`.
${headsInWords(certificate)}

## The books

${balancesInWords(certificate)}

## What people were told

- ${many(accounted.deliveredLines, 'order line')} with ${many(accounted.deliveredCodes, 'code')}: the shelves hold what the log says was delivered.
- ${many(accounted.answers, 'kept answer')} to checkouts, deposits and withdrawals: the log has each.
- ${many(accounted.payouts, 'withdrawal')} in files for the bank: the log has each.
- ${many(audit.issued, 'invoice')} issued: each has the number that the log gives it.
- ${many(accounted.underWay, 'checkout')} and ${many(audit.inProgress, 'step')} were under way in that moment; the processes finish them.

## Tables and files

- ${many(restored.rows, 'row')} of tables, ${many(restored.files, 'file')} (${many(restored.fileBytes, 'byte')}).
- Followers that are true to this log: ${audit.followers.join(', ') || 'none'}. Shelves: ${audit.shelves}.

## What is lost

${lostInWords(certificate)}
`;
}

function headsInWords({ heads, log }: Certificate): string {
  if (heads.length === 0) {
    return '- **No head of somebody else was given**, so nobody outside confirms this log: give one with `--head` and `--key`.';
  }
  return heads
    .map(({ source, size, verdict }) => {
      if (verdict === 'covered') {
        const rest = log.tree.size - size;
        const after =
          rest === 0 ? 'and the log has none more' : `${many(rest, 'newer event')} of the log are not under it`;
        return `- The head of ${source} signs the first ${many(size, 'event')} of this log, ${after}.`;
      }
      if (verdict !== 'longer') return `- ✗ The head of ${source}: ${verdict}.`;
      return `- The head of ${source} has ${many(size, 'event')}, more than this log: ${many(size - log.tree.size, 'event')} are lost. Whether the log is its beginning needs an older head.`;
    })
    .join('\n');
}

function balancesInWords({ log }: Certificate): string {
  const rows = Object.entries(log.balances).flatMap(([account, amounts]) =>
    Object.entries(amounts).map(([currency, amount]) => `| ${account} | ${currency} | ${decimal(amount, currency)} |`),
  );
  return `Equal to the cent to those that were backed up; each currency sums to zero.\n\n| accounts | currency | balance |\n|---|---|---:|\n${rows.join('\n')}`;
}

const decimal = (amount: string, currency: string): string => minorToDecimal(BigInt(amount), currency as Currency);

function lostInWords({ lost }: Certificate): string {
  const known = [
    ...(lost.inBackup > 0
      ? [`- ${many(lost.inBackup, 'event')} are in the backup behind this set, without tables that fit to them.`]
      : []),
    ...(lost.underHeads > 0
      ? [`- A head that somebody holds has ${many(lost.underHeads, 'event')} more than this log.`]
      : []),
  ];
  const rest = `- What was done after ${lost.since} is not there. Ask customers and the bank for what they have of it.`;
  return [...known, rest].join('\n');
}
