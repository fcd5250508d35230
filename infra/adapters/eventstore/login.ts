/** The address of a server with another user: for Postgres, or for one node of an event store. */
export function withLogin(address: string, user: string, password: string): string {
  const url = new URL(address);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** An address without a login, which may be of a cluster, with this one. */
export const signedIn = (address: string, user: string, password: string): string =>
  address.replace('://', () => `://${encodeURIComponent(user)}:${encodeURIComponent(password)}@`);

/** The address for people, without the login that it may contain. */
export const withoutLogin = (address: string): string => address.replace(/:\/\/[^@/?]*@/, '://');
