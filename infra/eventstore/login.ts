/** The address of a server with another user of it: of Postgres, or of one node of an event store. */
export function withLogin(address: string, user: string, password: string): string {
  const url = new URL(address);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** The address with the login of EVENTSTORE_USER and EVENTSTORE_PASSWORD, which no list of processes shows; one that names a user keeps it. */
export function signedIn(
  address: string,
  { EVENTSTORE_USER: user, EVENTSTORE_PASSWORD: password = '' }: NodeJS.ProcessEnv,
) {
  const [hosts = ''] = address.split('?');
  if (!user || hosts.includes('@')) return address;
  return address.replace('://', `://${encodeURIComponent(user)}:${encodeURIComponent(password)}@`);
}

/** The address as people may see it, without the login that it may name. */
export const withoutLogin = (address: string): string => address.replace(/:\/\/[^@/?]*@/, '://');
