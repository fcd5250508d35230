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
  /** Names of the file fields; a name ending in '[]' stands for 'name[0]', 'name[1]' … */
  readonly files: readonly string[];
  readonly max_file_bytes: number;
  readonly max_files: number;
  readonly fields?: z.ZodType;
};

/** Who may call a route: one of the administrators names the permission it takes, and no other has one. */
type RouteAccess =
  | { readonly auth: 'administrator'; readonly permission: Permission }
  | { readonly auth: Exclude<RouteAuth, 'administrator'>; readonly permission?: never };

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A route as it is declared: what it takes, what it answers, and who may call it. */
type DeclaredRoute = RouteAccess & {
  /** As clients call it: 'GET /orders/:id', below /api. */
  readonly call: `${Method} /${string}`;
  /** The ability an API key needs here; without one the route takes no API keys. */
  readonly ability?: ApiKeyAbility;
  /**
   * Wants a session that was confirmed, by the password or a code, within the last ten minutes. 'code': where a second factor is
   * set up alone, because the form asks for the password itself.
   */
  readonly step_up?: true | 'code';
  /** Open to an administrator who has yet to set up the second factor that is required. */
  readonly enrolment?: true;
  /** Screens ask it by themselves: it does not keep an administrator's session awake. */
  readonly background?: true;
  /** Of its path; left out where that has an `:id` alone, which is a UUID. */
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly multipart?: MultipartContract;
  /** The JSON answer; or else `file`. */
  readonly response?: z.ZodType;
  /** Media type of an answer that is a file. */
  readonly file?: string;
  /** Status of success, 200 by default. */
  readonly status?: 200 | 201 | 202;
  /** Accepts an Idempotency-Key. */
  readonly idempotent?: boolean;
  /** 'auth' is tight: what passwords, codes and mails can be tried through. */
  readonly rate_limit?: 'auth';
  /** Its `operationId`, where the one that follows from its place in the contract does not read well or is taken. For ever. */
  readonly operation?: string;
  readonly summary: string;
  /** One of bff/openapi/tags.ts. */
  readonly tag: string;
};

/** Its call taken apart. */
type Address = { readonly method: Method; readonly path: `/api/${string}` };

/** One route. The BFF registers it from here; tests and OpenAPI iterate over it. */
export type RouteContract = DeclaredRoute & Address;
export type RouteTable = Readonly<Record<string, RouteContract>>;

type WithId = `${string}/:id` | `${string}/:id/${string}`;
/** What follows from a route's call: its address, and what its path takes where nothing else is said. */
type Derived<R extends DeclaredRoute> = Address &
  (R['params'] extends z.ZodType
    ? unknown
    : R['call'] extends WithId
      ? { readonly params: typeof UuidParams }
      : unknown);

/** Keeps the exact types of a table of routes while checking its shape. */
export const defineRoutes = <const T extends Readonly<Record<string, DeclaredRoute>>>(routes: T) =>
  Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [
      name,
      { ...(/\/:id(\/|$)/.test(route.call) && { params: UuidParams }), ...route, ...addressOf(route) },
    ]),
  ) as unknown as { readonly [Name in keyof T]: T[Name] & Derived<T[Name]> };

function addressOf({ call }: DeclaredRoute): Address {
  const [method, path] = call.split(' ') as [Method, `/${string}`];
  return { method, path: `/api${path}` };
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
export type ParamsOf<R extends RouteContract> = Parsed<R['params']>;
export type QueryOf<R extends RouteContract> = Parsed<R['query']>;
export type BodyOf<R extends RouteContract> = Parsed<R['body']>;

/** The JSON answer, as handlers return it and clients read it. */
export type AnswerOf<R extends RouteContract> = R['response'] extends z.ZodType ? z.output<R['response']> : undefined;
