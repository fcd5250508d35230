/** EventStoreDB's access lists: `$acl` in a stream's metadata, before the defaults of the stream `$settings`, before the server's own. */
import { z } from 'zod';

/** Of a stream's metadata, which are a stream of their own, other roles may be named than of itself. */
type Right = 'read' | 'write' | 'delete' | 'metadataRead' | 'metadataWrite';
export type Action = 'read' | 'write' | 'delete';

/** Names of users and groups by what they may do. What it leaves out follows the defaults. */
export type AccessList = Readonly<Partial<Record<Right, readonly string[] | undefined>>>;
/** Of streams without a list of their own: of users, and of the server itself (`$…`). */
export type DefaultAccess = { readonly user?: AccessList | undefined; readonly system?: AccessList | undefined };

/** Who calls: the user's name and groups. Undefined where the node asks nobody who they are. */
export type Principal = { readonly roles: ReadonlySet<string> } | undefined;

export const SETTINGS_STREAM = '$settings';
export const LOG = '$all';
const ADMINS = '$admins';
const EVERYBODY = '$all';
const METADATA_PREFIX = '$$';

const Roles = z.union([z.string().transform((role) => [role]), z.array(z.string())]).optional();
/** The list in a stream's metadata or in the settings. One name may stand without brackets. */
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

/** Reads an event of the stream `$settings`. What is no JSON, or of a wrong type anywhere, sets nothing. */
export function parseDefaultAccess(data: Buffer): DefaultAccess {
  try {
    const { $userStreamAcl, $systemStreamAcl } = Settings.parse(JSON.parse(data.toString('utf8')));
    return { user: $userStreamAcl, system: $systemStreamAcl };
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
