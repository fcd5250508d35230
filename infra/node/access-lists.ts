/** EventStoreDB's access lists: `$acl` in a stream's metadata, before the defaults of the stream `$settings`, before the server's own. */

/** Of a stream's metadata, which are a stream of their own, other roles may be named than of itself. */
type Right = 'read' | 'write' | 'delete' | 'metadataRead' | 'metadataWrite';
export type Action = 'read' | 'write' | 'delete';

/** Names of users and groups by what they may do. What it leaves out follows the defaults. */
export type AccessList = Readonly<Partial<Record<Right, readonly string[]>>>;
/** Of streams without a list of their own: of users, and of the server itself (`$…`). */
export type DefaultAccess = { readonly user?: AccessList | undefined; readonly system?: AccessList | undefined };

/** Who calls: the user's name and groups. Undefined where the node asks nobody who they are. */
export type Principal = { readonly roles: ReadonlySet<string> } | undefined;

export const SETTINGS_STREAM = '$settings';
export const LOG = '$all';
const ADMINS = '$admins';
const EVERYBODY = '$all';
const METADATA_PREFIX = '$$';
const KEYS: Readonly<Record<Right, string>> = {
  read: '$r',
  write: '$w',
  delete: '$d',
  metadataRead: '$mr',
  metadataWrite: '$mw',
};

/** The list in a stream's metadata or in the settings. What is no list, or names no texts, counts as left out. */
export function parseAccessList(value: unknown): AccessList | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(KEYS).flatMap(([right, key]) => {
      const roles = typeof fields[key] === 'string' ? [fields[key]] : fields[key];
      return Array.isArray(roles) ? [[right, roles.filter((role) => typeof role === 'string')]] : [];
    }),
  );
}

/** Reads an event of the stream `$settings`. What is no JSON sets nothing. */
export function parseDefaultAccess(data: Buffer): DefaultAccess {
  try {
    const settings: unknown = JSON.parse(data.toString('utf8'));
    if (typeof settings !== 'object' || settings === null) return {};
    const fields = settings as Record<string, unknown>;
    return { user: parseAccessList(fields.$userStreamAcl), system: parseAccessList(fields.$systemStreamAcl) };
  } catch {
    return {};
  }
}

/** Whether they may do that to a stream, given the list in its metadata (of a metadata stream: in those that it holds). */
export function mayAccess(
  who: Principal,
  action: Action,
  stream: string,
  own: AccessList | undefined,
  defaults: DefaultAccess,
): boolean {
  if (who === undefined || who.roles.has(ADMINS)) return true;
  const isMetadata = stream.startsWith(METADATA_PREFIX);
  const right = isMetadata && action !== 'delete' ? (action === 'read' ? 'metadataRead' : 'metadataWrite') : action;
  const isSystem = (isMetadata ? stream.slice(METADATA_PREFIX.length) : stream).startsWith('$');
  const roles = own?.[right] ??
    (isSystem ? defaults.system : defaults.user)?.[right] ?? [isSystem ? ADMINS : EVERYBODY];
  return roles.some((role) => role === EVERYBODY || who.roles.has(role));
}
