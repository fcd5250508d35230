/** Providers whose local parts have dots that count for nothing. */
const WITHOUT_DOTS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** The mailbox behind an address: `Ada+2@Example.com` and `ada@example.com` are one. */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.normalize('NFKC').trim().toLowerCase().split('@');
  const [mailbox = ''] = local.split('+');
  return WITHOUT_DOTS.has(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`;
}

/** A name without case, accents, marks and the order of its parts: "Żak, Ewa" and "ewa zak" are one. */
const nameKey = (name: string): string =>
  (
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .toSorted()
    .join(' ');

type Person = { readonly emails: readonly string[]; readonly names: readonly string[] };

/** Whether an administrator seems to be a customer, or the contact of its company. When in doubt somebody else decides. */
export function isSamePerson(
  administrator: { readonly email: string; readonly name: string },
  customer: Person,
): boolean {
  const mailbox = mailboxOf(administrator.email);
  const name = nameKey(administrator.name);
  return (
    customer.emails.some((email) => mailboxOf(email) === mailbox) ||
    // A single word is no name of a person yet.
    (name.includes(' ') && customer.names.some((each) => nameKey(each) === name))
  );
}
