import type { z } from 'zod';
import type { ApiKeyAbility } from './api-key.ts';
import { UuidParams } from './common.ts';
import type { Permission } from './roles.ts';

/**
 * Who may call a route:
 * - `public`: anyone (a signed-in caller is still recognised);
 * - `customer-any-state`: a signed-in customer, whether or not the account is complete and approved;
 * - `customer`: a signed-in, verified, complete and approved customer;
 * - `administrator`: an administrator's own session, of a role that has the route's permission.
 */
export type RouteAuth = 'public' | 'customer-any-state' | 'customer' | 'administrator';

/** A multipart body. Files are streamed to the handler; `fields` are its text fields. */
type MultipartContract = {
  /** Names of the file fields; 'name[]' means 'name[0]', 'name[1]' … */
  readonly files: readonly string[];
  readonly max_file_bytes: number;
  readonly max_files: number;
  readonly fields?: z.ZodType;
};

/** Who may call a route. Only a route of the administrators names a permission. */
type RouteAccess =
  | { readonly auth: 'administrator'; readonly permission: Permission }
  | { readonly auth: Exclude<RouteAuth, 'administrator'>; readonly permission?: never };

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A declared route: its input, its answer, and who may call it. */
type DeclaredRoute = RouteAccess & {
  /** The call below /api: 'GET /orders/:id'. */
  readonly call: `${Method} /${string}`;
  /** The ability that an API key needs. A route without one takes no API keys. */
  readonly ability?: ApiKeyAbility;
  /**
   * Requires a session that was confirmed, by the password or a code, within the last ten minutes. 'code': only where a second factor is
   * set up, because the form itself has the password. 'payee': where the money goes to an account that was never paid before; the handler
   * asks, because only it knows.
   */
  readonly step_up?: true | 'code' | 'payee';
  /** Open to an administrator who still has to set up the required second factor. */
  readonly enrolment?: true;
  /** Screens call it automatically, so it does not keep an administrator's session alive. */
  readonly background?: true;
  /** The path's parameters. Left out where the path has only an `:id`, which is a UUID. */
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly multipart?: MultipartContract;
  /** The JSON answer. A route without one has `file`. */
  readonly response?: z.ZodType;
  /** Media type of an answer that is a file. */
  readonly file?: string;
  /** Status of success, 200 by default. */
  readonly status?: 200 | 201 | 202;
  /**
   * Of a write that costs, prices or approves: the fields of its body in which the caller says what was shown. It is refused (409) where
   * one of them no longer holds. Or why there are none.
   */
  readonly expects?: readonly string[] | { readonly nothing: string };
  /** Whether it accepts an Idempotency-Key, where that is not the rule (see `honoursKey`), or why it does not. */
  readonly idempotent?: true | { readonly not: string };
  /** 'auth' is a strict limit, for routes through which passwords, codes or mails can be tried. */
  readonly rate_limit?: 'auth';
  /** Its `operationId`, where the derived one does not read well or is taken. It must never change. */
  readonly operation?: string;
  readonly summary: string;
  /** One of bff/openapi/tags.ts. */
  readonly tag: string;
};

/**
 * Whether a route honours an Idempotency-Key: every write of a known caller, unless it says why not. A public route has no caller whose
 * key it could be. A form of files is not compared: its files are known by their content.
 */
export const honoursKey = ({ method, auth, multipart, idempotent }: RouteContract): boolean =>
  idempotent === true || (idempotent === undefined && method !== 'GET' && auth !== 'public' && multipart === undefined);

/** The two parts of a call. */
type Address = { readonly method: Method; readonly path: `/api/${string}` };

/** One route. The BFF registers it from this; tests and OpenAPI use the same table. */
export type RouteContract = DeclaredRoute & Address;
export type RouteTable = Readonly<Record<string, RouteContract>>;

type WithId = `${string}/:id` | `${string}/:id/${string}`;
/** What is derived from a route's call: its address, and the default of its path parameters. */
type Derived<R> = Address &
  (R extends { readonly params: z.ZodType }
    ? unknown
    : R extends { readonly call: WithId }
      ? { readonly params: typeof UuidParams }
      : unknown);

/** What the routes of a table have in common. */
type Common = Partial<DeclaredRoute>;
/** What a route declares itself. It overrides what the routes of its table have in common. */
type Own = Pick<DeclaredRoute, 'call' | 'summary'> & Common;
type Whole<C, R> = { readonly [Key in keyof C | keyof R]: Key extends keyof R ? R[Key] : C[Key & keyof C] };
/** `never` where the parts together are not a whole route. */
type Checked<C, R> = Whole<C, R> extends DeclaredRoute ? unknown : never;
type Table<C, T> = { readonly [Name in keyof T]: Whole<C, T[Name]> & Derived<Whole<C, T[Name]>> };

/** Keeps the exact types of a table of routes while its shape is checked. */
export const defineRoutes = <const C extends Common, const T extends Readonly<Record<string, Own>>>(
  common: C,
  routes: T & { readonly [Name in keyof T]: Checked<C, T[Name]> },
) =>
  Object.fromEntries(
    Object.entries<Own>(routes).map(([name, route]) => [
      name,
      { ...(/\/:id(\/|$)/.test(route.call) && { params: UuidParams }), ...common, ...route, ...addressOf(route) },
    ]),
  ) as unknown as Table<C, T>;

function addressOf({ call }: Own): Address {
  const [method, path] = call.split(' ') as [Method, `/${string}`];
  return { method, path: `/api${path}` };
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
export type ParamsOf<R extends RouteContract> = Parsed<R['params']>;
export type QueryOf<R extends RouteContract> = Parsed<R['query']>;
export type BodyOf<R extends RouteContract> = Parsed<R['body']>;

/** The JSON answer, as handlers return it and clients read it. */
export type AnswerOf<R extends RouteContract> = R['response'] extends z.ZodType ? z.output<R['response']> : undefined;
