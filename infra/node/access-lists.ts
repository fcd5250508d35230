/** EventStoreDB's access lists: `$acl` in a stream's metadata, before the defaults of the stream `$settings`, before the server's own. */
import { z } from 'zod';

/** The metadata of a stream are a stream of their own; its access list may name other roles for them. */
type Right = 'read' | 'write' | 'delete' | 'metadataRead' | 'metadataWrite';
export type Action = 'read' | 'write' | 'delete';

/** Names of users and groups by their rights. Rights that are left out follow the defaults. */
export type AccessList = Readonly<Partial<Record<Right, readonly string[] | undefined>>>;
/** For streams without a list of their own: users' streams, and the server's (`$…`). */
export type DefaultAccess = { readonly user?: AccessList | undefined; readonly system?: AccessList | undefined };

/** The caller: the user's name and groups. Undefined when the node does not authenticate. */
export type Principal = { readonly roles: ReadonlySet<string> } | undefined;

export const SETTINGS_STREAM = '$settings';
export const LOG = '$all';
const ADMINS = '$admins';
const EVERYBODY = '$all';
const METADATA_PREFIX = '$$';

const Roles = z.union([z.string().transform((role) => [role]), z.array(z.string())]).optional();
/** The list in a stream's metadata or in the settings. A single name may be written without brackets. */
export const WireAccessList = z
  .strictObject({ $r: Roles, $w: Roles, $d: Roles, $mr: Roles, $mw: Roles })
  .transform(
    ({ $r, $w, $d, $mr, $mw }): AccessList => ({
      read: $r,
      write: $w,
      delete: $d,
      metadataRead: $mr,
      metadataWrite: $mw,
    }),
  )
  .optional();
const Settings = z.object({ $userStreamAcl: WireAccessList, $systemStreamAcl: WireAccessList });

/** Reads an event of the stream `$settings`. If it is no JSON, or has a wrong type anywhere, it sets nothing. */
export function parseDefaultAccess(data: Buffer): DefaultAccess {
  try {
    const { $userStreamAcl, $systemStreamAcl } = Settings.parse(JSON.parse(data.toString('utf8')));
    return { user: $userStreamAcl, system: $systemStreamAcl };
  } catch {
    return {};
  }
}

/**
 * Whether they have that right on a stream, given the list in its metadata (for a metadata stream: in the metadata it
 * holds).
 */
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
