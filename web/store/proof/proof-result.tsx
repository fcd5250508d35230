import type { CheckedProof } from '#core/log-proofs/check/statement.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Card } from '#web/ui/card.tsx';
import { DetailList } from '#web/ui/detail-list.tsx';

const WORDS: Readonly<Record<string, string>> = {
  WalletCredited: 'Paid in',
  WalletDebited: 'Paid out',
  WalletHoldCaptured: 'Withdrawn',
};

/** What a file proves. */
export function ProofResult({ proof }: { proof: CheckedProof }) {
  const { kind, wallet, currency, head, lines, opening, closing, period } = proof;
  const amount = (decimal: string | undefined) => (decimal === undefined ? '' : `${decimal} ${currency}`);
  return (
    <>
      <Alert tone="ok" title={kind === 'statement' ? 'The statement is proven' : 'The movement is proven'}>
        {kind === 'statement'
          ? 'Every line stands in the signed log, none was left out or changed, and the balances follow from them.'
          : 'It stands in the signed log as it is shown here.'}
      </Alert>
      <Card title={kind === 'statement' ? 'Statement' : 'Movement'}>
        <DetailList
          details={[
            { label: 'Wallet', value: wallet },
            { label: 'Log', value: `${head.origin}, signed over ${head.size} events` },
            ...(kind === 'statement'
              ? [
                  { label: 'Period (UTC)', value: periodWords(period) },
                  { label: 'Opening balance', value: amount(opening) },
                  { label: 'Movements', value: String(lines.length) },
                  { label: 'Closing balance', value: amount(closing) },
                ]
              : []),
          ]}
        />
      </Card>
      {lines.length > 0 && (
        <Card padded={false}>
          <div className="overflow-x-auto">
            <table className="w-full text-sm">
              <caption className="sr-only">Proven movements</caption>
              <thead>
                <tr className="border-b text-left text-xs text-muted">
                  <Head>Date</Head>
                  <Head>Document</Head>
                  <Head>Movement</Head>
                  <Head isRight>Amount</Head>
                  {kind === 'statement' && <Head isRight>Balance</Head>}
                  <Head isRight>Place in the log</Head>
                </tr>
              </thead>
              <tbody className="divide-y">
                {lines.map((line) => (
                  <tr key={line.place}>
                    <td className="px-5 py-2.5 whitespace-nowrap">{formatDateTime(line.time)}</td>
                    <td className="px-5 py-2.5 whitespace-nowrap">{line.document}</td>
                    <td className="px-5 py-2.5 whitespace-nowrap">{WORDS[line.type] ?? line.type}</td>
                    <td className="tabular px-5 py-2.5 text-right whitespace-nowrap">{amount(line.change)}</td>
                    {kind === 'statement' && (
                      <td className="tabular px-5 py-2.5 text-right whitespace-nowrap">{amount(line.balance)}</td>
                    )}
                    <td className="tabular px-5 py-2.5 text-right text-muted">{line.place}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Card>
      )}
    </>
  );
}

function Head({ isRight = false, children }: { isRight?: boolean; children: string }) {
  return (
    <th scope="col" className={`px-5 py-2.5 font-medium whitespace-nowrap ${isRight ? 'text-right' : ''}`}>
      {children}
    </th>
  );
}

function periodWords(period: CheckedProof['period']): string {
  const day = (moment: string | null | undefined, none: string) => moment?.slice(0, 10) ?? none;
  return `${day(period?.from, 'the beginning')} – ${day(period?.to, 'the signed head')}`;
}
