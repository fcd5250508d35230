import { rolesWith } from '#bff/contract/base/roles.ts';
import { honoursKey, type RouteAuth, type RouteContract } from '#bff/contract/base/route.ts';
import { EVENT_STREAM } from '#bff/contract/people/notification.ts';
import type { Operation } from '#bff/contract/routes.ts';
import type { Schema } from './json-schema.ts';
import { refusalsOf } from './refusals.ts';
import type { SchemaNames } from './schemas.ts';

export const IdempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Your name for this request, such as a UUID. Repeated within 7 days it gets the first answer again.',
  schema: { type: 'string' },
} as const;

const WHO: Record<RouteAuth, string> = {
  public: 'Open to everybody.',
  'customer-any-state': 'For signed-in customers, approved or not.',
  customer: 'For approved customers.',
  administrator: 'For administrators.',
};

export function describeOperation({ id, route }: Operation, schemas: SchemaNames, headers: object) {
  const component = `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`;
  return {
    operationId: id,
    summary: route.summary.replace(/\.$/, ''),
    description: describe(route),
    tags: [route.tag],
    security: securityOf(route),
    parameters: parametersOf(route, schemas),
    ...requestOf(route, component, schemas),
    responses: {
      [route.status ?? 200]: {
        description: 'Done.',
        headers,
        content: contentOf(route, component, schemas),
      },
      ...refusalsOf(route),
    },
  };
}

function describe(route: RouteContract): string {
  const { auth, permission, ability, multipart } = route;
  const notes = [WHO[auth]];
  if (permission) notes.push(`Takes the role ${rolesWith(permission)}.`);
  if (ability) notes.push(`An API key needs the ability \`${ability}\`.`);
  else if (auth.startsWith('customer')) notes.push('Takes no API key.');
  if (honoursKey(route)) notes.push('Accepts an Idempotency-Key.');
  if (multipart) notes.push(`At most ${multipart.max_file_bytes} bytes a file.`);
  return notes.join(' ');
}

function securityOf({ auth, ability }: RouteContract): readonly Record<string, readonly string[]>[] {
  if (auth === 'public') return [];
  if (auth === 'administrator') return [{ administrator: [] }];
  return ability ? [{ session: [] }, { apiKey: [ability] }] : [{ session: [] }];
}

function parametersOf(route: RouteContract, schemas: SchemaNames): readonly object[] {
  const { params, query } = route;
  const parameters = (where: 'path' | 'query', { properties = {}, required = [] }: Schema) =>
    Object.entries(properties).map(([name, schema]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      schema,
      example: schemas.exampleOf(schema, name),
    }));
  const found = [
    ...(params ? parameters('path', schemas.inline(params, 'input')) : []),
    ...(query ? parameters('query', schemas.inline(query, 'input')) : []),
  ];
  return honoursKey(route) ? [...found, { $ref: '#/components/parameters/IdempotencyKey' }] : found;
}

function requestOf({ body, multipart }: RouteContract, component: string, schemas: SchemaNames) {
  if (multipart) {
    const fields = multipart.fields ? schemas.inline(multipart.fields, 'input') : {};
    const files = multipart.files.map((name) => [name, { type: 'string', format: 'binary' }]);
    const schema = { type: 'object', properties: { ...fields.properties, ...Object.fromEntries(files) } };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!body) return {};
  const schema = schemas.name(`${component}Body`, body, 'input');
  // A body whose fields all have defaults may be left out.
  const required = !body.safeParse({}).success;
  return { requestBody: { required, content: { 'application/json': { schema, example: schemas.exampleOf(schema) } } } };
}

function contentOf({ response, file = '' }: RouteContract, component: string, schemas: SchemaNames) {
  if (response) {
    const schema = schemas.name(`${component}Answer`, response, 'output');
    return { 'application/json': { schema, example: schemas.exampleOf(schema) } };
  }
  return file === EVENT_STREAM
    ? { [file]: { schema: { type: 'string' }, example: 'event: news\ndata: {"unread_count":1,"newest_id":null}\n\n' } }
    : { [file]: { schema: { type: 'string', format: 'binary' } } };
}
