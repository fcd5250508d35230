import type { AccountsValue } from '#bff/contract/office/settings/accounts.ts';
import type { AskedAccount } from '#bff/contract/office/settings/recalls.ts';
import { Badge } from '#web/ui/text/badge.tsx';

type Account = AccountsValue['accounts'][number];

/** An account as it is printed, with the mark of the one that new deposits are sent to. */
export const AccountText = ({ account, asked }: { account: Account; asked?: AskedAccount | undefined }) => (
  <div className="min-w-0 flex-[1_1_18rem]">
    <p className="flex flex-wrap items-center gap-2 font-medium">
      {account.currency}
      <span className="tabular wrap-anywhere">{account.number}</span>
      {asked?.is_recalled && <Badge tone="bad">Recalled</Badge>}
      {asked?.is_being_recalled && <Badge tone="warn">Recall waits</Badge>}
      {account.is_standard && !asked?.is_recalled && !asked?.is_being_recalled && <Badge tone="ok">Standard</Badge>}
    </p>
    <p className="mt-0.5 text-sm text-muted wrap-anywhere">
      {[account.beneficiary, account.bank, account.routing === null ? null : `routing ${account.routing}`, account.bic]
        .filter((each) => each !== null)
        .join(' · ')}
    </p>
  </div>
);

export const nameOf = ({ currency, number }: Account): string => `the ${currency} account ${number}`;
