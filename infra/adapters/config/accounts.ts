import { filled, parsed, readEach } from './parsed.ts';

/** Passwords by account; undefined for one that is not given. */
export type Accounts = Readonly<Record<string, string | undefined>>;

const EXPECTED =
  'expected account:password, comma-separated, each account once; in a password %2C stands for a comma, %20 for a blank, %25 for %, and there is no quote (openssl rand -hex 24)';

/** `web:<password>,jobs:<password>` */
export const accounts = parsed('', EXPECTED, (text): Accounts | undefined => {
  const pairs = readEach(filled(text), (entry) => {
    const [, name = '', password = ''] = /^\s*([a-z]+):((?:%2C|%20|%25|[^\s'"%])+)\s*$/.exec(entry) ?? [];
    return password === '' ? undefined : ([name, decodeURIComponent(password)] as const);
  });
  return pairs && new Set(pairs.map(([name]) => name)).size === pairs.length ? Object.fromEntries(pairs) : undefined;
});

export const writtenAccounts = (accounts: Accounts): string =>
  Object.entries(accounts)
    .flatMap(([name, password]) => (password ? [`${name}:${password.replaceAll(/[,% ]/g, encodeURIComponent)}`] : []))
    .join(',');
