import type { Schema } from '#bff/outside/openapi/json-schema.ts';

const quoted = (value: unknown) => JSON.stringify(value);
/** The last part of '#/components/schemas/Order'. */
export const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** Restrictions of a text or number (patterns, limits) are left out. */
export function typeText(schema: Schema & { readonly additionalProperties?: Schema }): string {
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  if (schema.const !== undefined) return quoted(schema.const);
  if (schema.enum) return schema.enum.map(quoted).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeText).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type: string) => typeText({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'object':
      return objectText(schema);
    case 'array':
      return `readonly (${typeText(schema.items ?? {})})[]`;
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

function objectText({ properties, required = [], additionalProperties }: Parameters<typeof typeText>[0]): string {
  if (!properties) return `{ readonly [name: string]: ${typeText(additionalProperties ?? {})} }`;
  const fields = Object.entries(properties).map(
    ([name, part]) => `readonly ${quoted(name)}${required.includes(name) ? '' : '?'}: ${typeText(part)}`,
  );
  return `{ ${fields.join('; ')} }`;
}
