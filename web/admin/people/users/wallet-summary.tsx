import type { Wallet } from '#bff/contract/base/wallet.ts';
import type { AdminUserDetail } from '#bff/contract/people/admin-customer.ts';
import { ExplainButton } from '#web/admin/shared/history/explain.tsx';
import { Card } from '#web/ui/page/card.tsx';

/** A past day has no sum, because its rates are not stored. */
export function WalletSummary({ user, past }: { user: AdminUserDetail; past?: readonly Wallet[] | undefined }) {
  return (
    <Card title="Wallet Summary" className="lg:col-span-2">
      <div className="overflow-x-auto">
        <table className="w-full text-right text-sm max-sm:text-xs">
          <thead className="text-xs text-muted">
            <tr>
              <th scope="col" className="pb-2 text-left font-medium">
                Wallet
              </th>
              {['Balance', 'Reserved', 'Available'].map((head) => (
                <th key={head} scope="col" className="pb-2 pl-3 font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="tabular divide-y border-y">
            {(past ?? user.wallets).map(({ id, currency, balance, held, available }) => (
              <tr key={id}>
                <th scope="row" className="py-2.5 text-left font-medium">
                  {currency}
                </th>
                <td className="py-2.5 pl-3 font-semibold">
                  <span className="-my-1.5 inline-flex items-center gap-1">
                    {!past && <ExplainButton of={{ kind: 'wallet', id }} what={`the ${currency} balance`} />}
                    {balance.formatted}
                  </span>
                </td>
                <td className="py-2.5 pl-3 text-muted">{held.formatted}</td>
                <td className="py-2.5 pl-3">{available.formatted}</td>
              </tr>
            ))}
          </tbody>
          {!past && (
            <tfoot>
              <tr>
                <th scope="row" className="pt-3 text-left font-medium">
                  Total in {user.total_balance.currency}
                </th>
                <td className="tabular pt-3 pl-3 text-base font-semibold">{user.total_balance.formatted}</td>
                <td colSpan={2} className="pt-3 pl-3 text-xs text-muted">
                  at the store’s rates
                </td>
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </Card>
  );
}
