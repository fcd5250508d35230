/** The address of a server with another user: for Postgres, or for one node of an event store. */
export function withLogin(address: string, user: string, password: string): string {
  const url = new URL(address);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  return url.href;
}

/**
 * The address with the login of EVENTSTORE_USER and EVENTSTORE_PASSWORD, which no process list shows; an address that
 * names a user keeps it.
 */
export function signedIn(
  address: string,
  { EVENTSTORE_USER: user, EVENTSTORE_PASSWORD: password = '' }: NodeJS.ProcessEnv,
) {
  const [hosts = ''] = address.split('?');
  if (!user || hosts.includes('@')) return address;
  return address.replace('://', `://${encodeURIComponent(user)}:${encodeURIComponent(password)}@`);
}

/** The address for people, without the login that it may contain. */
export const withoutLogin = (address: string): string => address.replace(/:\/\/[^@/?]*@/, '://');
