/** EventStoreDB's access lists, as far as the product sets them: for all streams in `$settings`, for the log in the metadata of `$all`. */
import { z } from 'zod';

/** The right to read or write a stream does not include its metadata, which are a stream of their own. */
type Right = 'read' | 'write' | 'metadataRead' | 'metadataWrite';
/** Names of users and groups by their rights. Rights that are left out follow the defaults. */
type AccessList = Readonly<Partial<Record<Right, readonly string[] | undefined>>>;

/** The lists for users' streams, for the server's own (`$…`), and for the log. */
export type AccessRules = {
  readonly user?: AccessList | undefined;
  readonly system?: AccessList | undefined;
  readonly log?: AccessList | undefined;
};

/** The caller: the user's name and groups. Undefined when the node does not authenticate. */
export type Principal = { readonly roles: ReadonlySet<string> } | undefined;

const SETTINGS = '$settings';
export const LOG = '$all';
const METADATA_PREFIX = '$$';
export const LOG_METADATA = METADATA_PREFIX + LOG;
/** The streams whose last event sets rules. */
export const RULE_STREAMS = [SETTINGS, LOG_METADATA] as const;
const ADMINS = '$admins';
const EVERYBODY = '$all';

/** A single name may be written without brackets. */
const Roles = z.union([z.string().transform((role) => [role]), z.array(z.string())]).optional();
const List = z
  .strictObject({ $r: Roles, $w: Roles, $d: Roles, $mr: Roles, $mw: Roles })
  .transform(({ $r, $w, $mr, $mw }): AccessList => ({ read: $r, write: $w, metadataRead: $mr, metadataWrite: $mw }))
  .optional();
const Settings = z.object({ $userStreamAcl: List, $systemStreamAcl: List });
const LogMetadata = z.object({ $acl: List });

export const isMetadataStream = (stream: string): boolean => stream.startsWith(METADATA_PREFIX);

/** The rules after an event; other streams' events change none. If it is no JSON, or has a wrong type, it sets nothing. */
export function rulesAfter(rules: AccessRules, { stream, data }: { stream: string; data: Buffer }): AccessRules {
  if (stream === SETTINGS) {
    const lists = parse(Settings, data);
    return { ...rules, user: lists?.$userStreamAcl, system: lists?.$systemStreamAcl };
  }
  return stream === LOG_METADATA ? { ...rules, log: parse(LogMetadata, data)?.$acl } : rules;
}

function parse<Output>(schema: z.ZodType<Output>, data: Buffer): Output | undefined {
  try {
    return schema.safeParse(JSON.parse(data.toString())).data;
  } catch {
    return undefined;
  }
}

/** Whether the caller may read or write the stream; the log is the stream `$all`. */
export function mayAccess(who: Principal, action: 'read' | 'write', stream: string, rules: AccessRules): boolean {
  if (who === undefined || who.roles.has(ADMINS)) return true;
  const isMetadata = isMetadataStream(stream);
  const right = isMetadata ? (`metadata${action === 'read' ? 'Read' : 'Write'}` as const) : action;
  const described = isMetadata ? stream.slice(METADATA_PREFIX.length) : stream;
  const isSystem = described.startsWith('$');
  const own = described === LOG ? rules.log?.[right] : undefined;
  const roles = own ?? (isSystem ? rules.system : rules.user)?.[right] ?? [isSystem ? ADMINS : EVERYBODY];
  return roles.some((role) => role === EVERYBODY || who.roles.has(role));
}
