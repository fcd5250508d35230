import type { z } from 'zod';
import type { RouteContract } from '#bff/contract/base/route.ts';
import type { ROUTES } from '#bff/contract/routes.ts';

/*
 * What a call takes and answers, read off the contract. Types alone: nothing of the route tables is in the bundle. Each table
 * below is a mapped type, so that a route is looked up by its key and its types are worked out once.
 */

type Every = RoutesOf<(typeof ROUTES)[number]>;
type RoutesOf<Table> = Table extends Table ? Table[keyof Table] : never;
type RouteByKey = { [R in Every as R['call']]: R };
type KeyWith<Part> = { [K in keyof RouteByKey]: RouteByKey[K] extends Part ? K : never }[keyof RouteByKey];

/** A call that sends and answers JSON, such as 'POST /admin/deposits/:id/approve'; paths are below /api. */
export type JsonKey = Exclude<KeyWith<{ response: z.ZodType }>, UploadKey>;
export type ReadKey = Extract<JsonKey, `GET ${string}`>;
export type FileKey = KeyWith<{ file: string }>;
export type UploadKey = KeyWith<{ multipart: object }>;

export type Answer<K extends JsonKey | UploadKey> = Answers[K];
type Answers = {
  [K in keyof RouteByKey]: RouteByKey[K] extends { response: infer S extends z.ZodType } ? z.output<S> : undefined;
};

/** The input of a schema. Where the schema coerces (its input is `unknown`), a typed caller gives the output's type. */
type Taken<S extends z.ZodType> =
  z.input<S> extends infer I
    ? I extends object
      ? { [N in keyof I]: unknown extends I[N] ? (N extends keyof z.output<S> ? z.output<S>[N] : never) : I[N] }
      : I
    : never;

/** Empty values are left out of a query, so an unset filter may be passed on. */
type Query<T> = { [N in keyof T]: T[N] | '' | null | undefined };

type Named<Name extends string, T> = undefined extends T
  ? { [N in Name]?: T }
  : object extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T };
type Params<R> = R extends { params: infer S extends z.ZodType } ? { params: Taken<S> } : { params?: never };
type QueryPart<R> = R extends { query: infer S extends z.ZodType }
  ? Named<'query', Query<Taken<S>>>
  : { query?: never };
type Body<R> = R extends { body: infer S extends z.ZodType } ? Named<'body', Taken<S>> : { body?: never };
/** Of one route at a time: for a call of any route, a bare intersection would be every params with every query with every body. */
type InputOf<R> = R extends R ? Params<R> & QueryPart<R> & Body<R> : never;
type Inputs = { [K in keyof RouteByKey]: InputOf<RouteByKey[K]> };

export type Input<K extends keyof RouteByKey> = Inputs[K];
export type BodyOf<K extends keyof RouteByKey> = Inputs[K] extends { body?: infer B } ? B : never;
export type QueryOf<K extends keyof RouteByKey> = Inputs[K] extends { query?: infer Q } ? NonNullable<Q> : never;

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** For writes. Without one a key is made, and used for all tries of this call. */
  idempotencyKey?: string;
  /** False for sign-in and similar calls: no token is sent, and a 401 is an answer, not the end of the session. */
  authenticated?: boolean;
  /** True for sign-out: a 401 means that it has happened already. */
  endsSession?: boolean;
};

/** The last argument of a call; optional where no input is required. */
export type Arguments<K extends keyof RouteByKey, Options = CallOptions> = object extends Inputs[K]
  ? [input?: Inputs[K] & Options]
  : [input: Inputs[K] & Options];

export type Variables<K extends JsonKey> = object extends Inputs[K] ? Inputs[K] | undefined : Inputs[K];

// 'images[]' means 'images[0]', 'images[1]' …
type FileName<F extends string> = F extends `${infer Before}[]${infer After}` ? `${Before}[${number}]${After}` : F;
type Files<R> = R extends { multipart: { files: readonly (infer F extends string)[] } }
  ? { readonly [N in FileName<F>]?: File | null }
  : never;
type Fields<R> = R extends { multipart: { fields: infer S extends z.ZodType } }
  ? { fields: Taken<S> }
  : { fields?: Readonly<Record<string, string>> };
type UploadOf<R> = R extends R ? Params<R> & Fields<R> & { files?: Files<R> } : never;
type Uploads = { [K in UploadKey]: UploadOf<RouteByKey[K]> };

/** The input of an upload: params, files by field name, text fields, and a listener for its progress. */
export type Upload<K extends UploadKey> = Uploads[K] &
  Pick<CallOptions, 'signal' | 'idempotencyKey'> & {
    /** 0 to 1, as the bytes are really sent. */
    onProgress?: ((fraction: number) => void) | undefined;
  };

type Prefixes<P extends string, Done extends string = ''> = P extends `/${infer Head}/${infer Rest}`
  ? Head extends `:${string}`
    ? never
    : `${Done}/${Head}` | Prefixes<`/${Rest}`, `${Done}/${Head}`>
  : P extends `/${infer Last}`
    ? Last extends `:${string}`
      ? never
      : `${Done}/${Last}`
    : never;
/** '/admin/deposits': every read at or below it. */
export type PathPrefix = { [K in ReadKey]: K extends `GET ${infer P}` ? Prefixes<P> : never }[ReadKey];

/** A call without its types, which were checked by the caller. */
export type AnyInput = CallOptions & {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
};
export type AnyKey = RouteContract['call'];
