import { writtenAccounts } from '#infra/adapters/config/accounts.ts';
import { filled } from '#infra/adapters/config/parsed.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const accountsOf = (kept: Variables, prefix: string, standard: string): string =>
  writtenAccounts(
    Object.fromEntries(
      Object.entries(kept).flatMap(([name, password]) => {
        const [whole, user] = new RegExp(`^${prefix}_(?:([A-Z]+)_)?PASSWORD$`).exec(name) ?? [];
        if (whole === undefined) return [];
        return [[user?.toLowerCase() ?? standard, password]];
      }),
    ),
  );

const ringOf = (kept: Variables, name: string): string | undefined =>
  kept[`${name}_KEY`] &&
  [`${kept[`${name}_KEY_ID`] || 1}:${kept[`${name}_KEY`]}`, ...filled(kept[`${name}_RETIRED_KEYS`] ?? '')].join(',');

/** Secrets that an earlier version kept, one variable for each number and password, under the names that they have now. */
export function inNewNames(kept: Variables): Variables {
  const { NOTARY_KEY, NOTARY_RETIRED_KEY } = kept;
  const earlier = {
    DATABASE_ACCOUNTS: accountsOf(kept, 'POSTGRES', 'owner'),
    EVENTSTORE_ACCOUNTS: accountsOf(kept, 'EVENTSTORE', 'admin'),
    DATA_ENCRYPTION_KEYS: ringOf(kept, 'DATA_ENCRYPTION'),
    EVENT_MAC_KEYS: ringOf(kept, 'EVENT_MAC'),
    NOTARY_KEYS: [NOTARY_KEY, NOTARY_RETIRED_KEY].filter(Boolean).join(','),
  };
  const now = Object.entries(earlier).map(([name, value]) => [name, kept[name] || value]);
  return { ...kept, ...Object.fromEntries(now) };
}
