/** The address of a server with another user of it: of Postgres, or of one node of an event store. */
export function withLogin(address: string, user: string, password: string): string {
  const url = new URL(address);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  return url.href;
}
