import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminDeposit } from '#bff/contract/money/deposit.ts';
import type { FromLine } from '#web/admin/money/shared/decide-request.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Spinner } from '#web/ui/actions/spinner.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { SearchBox } from '#web/ui/form/controls/search-box.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { BankDocument } from './decide-line.tsx';

const MAX_READ = 100;
const MAX_SHOWN = 20;

type FindDepositProps = { line: FromLine; onFound: (document: BankDocument) => void; onClose: () => void };

/** Finds the deposit of a line: waiting deposits in its currency, by number or customer. Those of its amount come first. */
export function FindDeposit({ line, onFound, onClose }: FindDepositProps) {
  const [search, setSearch] = useState('');
  const read = useQuery(
    apiQuery('GET /admin/deposits', {
      query: { status: 'pending', per_page: MAX_READ, ...(search === '' ? {} : { search }) },
    }),
  );
  return (
    <Dialog
      onClose={onClose}
      title="Find the deposit"
      description={`${line.amount.formatted} came in. These deposits of at least as much wait: choose whose it is.`}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <SearchBox
        label="Search deposits"
        placeholder="Number or customer"
        value={search}
        onSearch={setSearch}
        shortcut={false}
      />
      {read.error ? (
        <LoadError of={read} failed="Failed to fetch deposits" />
      ) : read.data ? (
        <Deposits deposits={fitting(read.data.data, line)} onFound={onFound} />
      ) : (
        <p className="flex items-center gap-2 py-4 text-sm text-muted">
          <Spinner /> Searching...
        </p>
      )}
    </Dialog>
  );
}

function fitting(deposits: readonly AdminDeposit[], { amount: came }: FromLine): AdminDeposit[] {
  const enough = deposits.filter(
    ({ amount }) => amount.currency === came.currency && BigInt(amount.amount) >= BigInt(came.amount),
  );
  const isEqual = ({ amount }: AdminDeposit) => amount.amount === came.amount;
  return [...enough.filter(isEqual), ...enough.filter((each) => !isEqual(each))].slice(0, MAX_SHOWN);
}

function Deposits({ deposits, onFound }: { deposits: readonly AdminDeposit[]; onFound: FindDepositProps['onFound'] }) {
  if (deposits.length === 0) {
    return (
      <p className="py-4 text-sm text-muted">
        No deposit that waits fits. Ask the customer to request one of this amount; until then the line can be held in
        suspense.
      </p>
    );
  }
  return (
    <ul className="mt-3 divide-y">
      {deposits.map(({ id, reference, amount, user }) => (
        <li key={id} className="flex items-center justify-between gap-3 py-2 text-sm">
          <span className="min-w-0">
            <span className="tabular block font-medium">{reference}</span>
            <span className="block truncate text-muted">
              {user.name} · {amount.formatted}
            </span>
          </span>
          <Button
            size="sm"
            aria-label={`Choose ${reference}`}
            onClick={() => onFound({ kind: 'deposit', id, reference, amount, is_booked: false })}
          >
            Choose
          </Button>
        </li>
      ))}
    </ul>
  );
}
