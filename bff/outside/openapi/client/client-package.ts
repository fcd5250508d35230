import type { Schema } from '#bff/outside/openapi/json-schema.ts';
import { nameIn, typeText } from './type-text.ts';

type Parameter = { readonly $ref?: string; readonly name?: string; readonly in?: string; readonly required?: boolean };
type Content = Readonly<Record<string, { readonly schema: Schema }>>;
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly (Parameter & { readonly schema?: Schema })[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};
/** The parts of an OpenAPI document that make a client. */
export type ClientSource = {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** The files of a package that calls the API: a typed function for each operation of the document. It has no dependencies. */
export function createClientPackage({ info, paths, components }: ClientSource): Readonly<Record<string, string>> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeText(schema)};`,
  );
  const functions = operations.map(
    (each) => `  /** ${each.summary}. ${each.method} ${each.path} */\n  ${each.operationId}${signatureOf(each)};`,
  );
  const table = Object.fromEntries(operations.map(({ operationId, method, path }) => [operationId, [method, path]]));
  const head = `// Generated from the OpenAPI document of ${info.title} ${info.version}.\n`;
  return {
    'package.json': `${JSON.stringify(
      { name: 'giftledger-client', version: info.version, type: 'module', main: 'index.js', types: 'index.d.ts' },
      null,
      2,
    )}\n`,
    'index.d.ts': `${head}${types.join('\n')}\n\nexport interface Client {\n${functions.join('\n')}\n}\n${DECLARATIONS}`,
    'index.js': `${head}const OPERATIONS = ${JSON.stringify(table)};\n${RUNTIME}`,
  };
}

function signatureOf({ parameters, requestBody, responses }: Operation): string {
  const of = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const group = (name: string, place: string) => {
    const found = of(place);
    if (found.length === 0) return [];
    const required = found.flatMap((each) => (each.required && each.name ? [each.name] : []));
    const properties = Object.fromEntries(found.map((each) => [each.name, each.schema ?? {}]));
    return [{ name, isRequired: required.length > 0, type: typeText({ type: 'object', properties, required }) }];
  };
  const inputs = [
    ...group('params', 'path'),
    ...group('query', 'query'),
    ...(requestBody ? [{ name: 'body', isRequired: requestBody.required, type: bodyText(requestBody.content) }] : []),
    ...(parameters.some(({ $ref = '' }) => nameIn($ref) === 'IdempotencyKey')
      ? [{ name: 'idempotencyKey', isRequired: false, type: 'string' }]
      : []),
  ];
  const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content;
  const json = answer?.['application/json'];
  const result = `Promise<${json ? typeText(json.schema) : 'Response'}>`;
  if (inputs.length === 0) return `(): ${result}`;
  const isOptional = inputs.every(({ isRequired }) => !isRequired);
  const fields = inputs.map(({ name, isRequired, type }) => `readonly ${name}${isRequired ? '' : '?'}: ${type}`);
  return `(input${isOptional ? '?' : ''}: { ${fields.join('; ')} }): ${result}`;
}

/** Forms with files are passed on unchanged. */
const bodyText = (content: Content): string => {
  const json = content['application/json'];
  return json ? typeText(json.schema) : 'FormData';
};

const DECLARATIONS = `
export type ClientOptions = {
  /** The store's address, without a trailing slash. */
  readonly baseUrl: string;
  /** An API key, or a token of a session. */
  readonly token?: string;
};
export declare function createClient(options: ClientOptions): Client;
/** A refusal by the API. */
export declare class ClientError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** Seconds to wait before the next try, where the API gives them. */
  readonly retryAfterS: number | undefined;
}
`;

const RUNTIME = `
export class ClientError extends Error {
  constructor(status, body, retryAfterS) {
    super(body.message);
    this.name = 'ClientError';
    this.status = status;
    this.body = body;
    this.retryAfterS = retryAfterS;
  }
}

export function createClient({ baseUrl, token }) {
  const call = async ([method, path], { params = {}, query = {}, body, idempotencyKey } = {}) => {
    const url = new URL(baseUrl + path.replace(/{(\\w+)}/g, (_all, name) => encodeURIComponent(params[name])));
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const isForm = body instanceof FormData;
    const response = await fetch(url, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: \`Bearer \${token}\` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: body === undefined || isForm ? body : JSON.stringify(body),
    });
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    if (!response.ok) {
      const said = isJson ? await response.json() : { message: await response.text(), code: 'no_answer' };
      throw new ClientError(response.status, said, Number(response.headers.get('retry-after')) || undefined);
    }
    return isJson ? response.json() : response;
  };
  return Object.fromEntries(
    Object.entries(OPERATIONS).map(([name, operation]) => [name, (input) => call(operation, input)]),
  );
}
`;
