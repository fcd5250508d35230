import type { BankLine } from '#bff/contract/admin-bank-routes.ts';

/** The other party of a line of the bank, and its text. */
export function LineParty({ name, iban, text }: Pick<BankLine, 'name' | 'iban' | 'text'>) {
  return (
    <span className="block min-w-0 max-w-72">
      <span className="block truncate font-medium">{name || 'Without a name'}</span>
      <span className="block truncate text-xs font-normal text-muted" title={text}>
        {text || iban || '—'}
      </span>
    </span>
  );
}
