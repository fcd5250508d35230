import type { z } from 'zod';
import type { ApiKeyAbility } from './api-key-abilities.ts';
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
  /** 'name[]' means 'name[0]', 'name[1]' … */
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

type RouteOptions = {
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
};

/** One route. The BFF registers it from this; tests and OpenAPI use the same table. */
export type RouteContract = RouteAccess &
  RouteOptions & {
    /** The call below /api: 'GET /orders/:id'. */
    readonly call: `${Method} /${string}`;
    readonly method: Method;
    readonly path: `/api/${string}`;
    readonly summary: string;
    /** One of bff/outside/openapi/tags.ts. */
    readonly tag: string;
    /** The JSON answer. A route without one has `file`. */
    readonly response?: z.ZodType;
    /** Media type of an answer that is a file. */
    readonly file?: string;
  };

/** Routes by the ids of their operations. Generated clients call them by these: an id must never change. */
export type RouteTable = Readonly<Record<string, RouteContract>>;

/**
 * Whether a route honours an Idempotency-Key: every write of a known caller, unless it says why not. A public route has no caller whose
 * key it could be. A form of files is not compared: its files are known by their content.
 */
export const honoursKey = ({ method, auth, multipart, idempotent }: RouteContract): boolean =>
  idempotent === true || (idempotent === undefined && method !== 'GET' && auth !== 'public' && multipart === undefined);

type Head = RouteAccess & Pick<RouteContract, 'tag'> & Pick<RouteOptions, 'ability' | 'enrolment'>;
/** What a row adds to its head. One of administrators may name another permission. */
type Options<H extends Head> = RouteOptions &
  (H extends { readonly auth: 'administrator' } ? { readonly permission?: Permission } : unknown);
/** `never` for what is no option: a misspelled one would leave a route open. */
type OnlyOptions<H extends Head, O> = Readonly<Record<Exclude<keyof O, keyof Options<H>>, never>>;
type NoOptions = Readonly<Record<never, never>>;

type WithId = `${string}/:id` | `${string}/:id/${string}`;
type Row<H extends Head, C extends RouteContract['call'], Answer, O> = Omit<H, keyof O> &
  O &
  Answer &
  Pick<RouteContract, 'method' | 'path' | 'summary'> & { readonly call: C } & (O extends { readonly params: z.ZodType }
    ? unknown
    : C extends WithId
      ? { readonly params: typeof UuidParams }
      : unknown);

/** Makes the rows of a table, which have their head in common: `desk.get('/admin/orders/:id', 'One order.', dataOf(Order))`. */
export function routesFor<const H extends Head>(head: H) {
  const row = (method: Method, path: string, more: Partial<RouteContract>) => ({
    ...(/\/:id(\/|$)/.test(path) && { params: UuidParams }),
    ...head,
    ...more,
    method,
    path: `/api${path}`,
    call: `${method} ${path}`,
  });
  const jsonBy =
    <const M extends Method>(method: M) =>
    <const P extends `/${string}`, R extends z.ZodType, const O extends Options<H> = NoOptions>(
      path: P,
      summary: string,
      response: R,
      options?: O & OnlyOptions<H, O>,
    ) =>
      row(method, path, { ...options, summary, response }) as unknown as Row<
        H,
        `${M} ${P}`,
        { readonly response: R },
        O
      >;
  return {
    get: jsonBy('GET'),
    post: jsonBy('POST'),
    put: jsonBy('PUT'),
    patch: jsonBy('PATCH'),
    delete: jsonBy('DELETE'),
    /** Answers a file of that media type. */
    file: <const P extends `/${string}`, const O extends Options<H> = NoOptions>(
      path: P,
      summary: string,
      file: string,
      options?: O & OnlyOptions<H, O>,
    ) => row('GET', path, { ...options, summary, file }) as unknown as Row<H, `GET ${P}`, { readonly file: string }, O>,
  };
}

export const oneFile = <const Name extends string>(name: Name, maxBytes: number) => ({
  files: [name] as const,
  max_file_bytes: maxBytes,
  max_files: 1,
});

export const ANY_FILE = 'application/octet-stream';
export const PDF = 'application/pdf';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
export type ParamsOf<R extends RouteContract> = Parsed<R['params']>;
export type QueryOf<R extends RouteContract> = Parsed<R['query']>;
export type BodyOf<R extends RouteContract> = Parsed<R['body']>;

/** The JSON answer, as handlers return it and clients read it. */
export type AnswerOf<R extends RouteContract> = R['response'] extends z.ZodType ? z.output<R['response']> : undefined;
