import { z } from 'zod';
import type { Schema } from './json-schema.ts';
import { sampleOf } from './sample.ts';

const COMPONENTS = '#/components/schemas/';

/** The direction of a schema: requests and answers differ in defaults and conversions. */
type Use = 'input' | 'output';

export type SchemaNames = {
  /** The components by name, for `components.schemas`. */
  readonly components: Readonly<Record<string, Schema>>;
  /** Makes a component of a schema; a schema that already has a name keeps it. Returns the reference to it. */
  name(name: string, schema: z.ZodType, use: Use): Schema;
  /** The schema itself; named parts are references. */
  inline(schema: z.ZodType, use: Use): Schema;
  exampleOf(schema: Schema, name?: string): unknown;
};

/**
 * Turns the contract's schemas into components. A schema with an id (`.meta({ id })`) becomes the component of that name everywhere.
 * @throws Error where two different schemas have one name
 */
export function createSchemaNames(): SchemaNames {
  const components: Record<string, Schema> = {};
  const references = new Map<z.ZodType, Schema>();
  const add = (name: string, { id: _id, ...schema }: Schema & { readonly id?: string }) => {
    const known = components[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two schemas are named ${name}.`);
    components[name] = schema;
    return { $ref: `${COMPONENTS}${name}` };
  };
  const inline = (schema: z.ZodType, use: Use): Schema => {
    const { properties, $defs = {} } = toJsonSchema(z.object({ it: schema }), use);
    for (const [id, part] of Object.entries($defs)) add(id, part);
    return properties?.it ?? {};
  };
  const resolve = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : resolve(components[schema.$ref.slice(COMPONENTS.length)] ?? {});
  return {
    components,
    name(name, schema, use) {
      const known = references.get(schema);
      if (known) return known;
      const it = inline(schema, use);
      const reference = it.$ref === undefined ? add(name, it) : it;
      references.set(schema, reference);
      return reference;
    },
    inline: (schema, use) => resolve(inline(schema, use)),
    exampleOf: (schema, name) => sampleOf(schema, resolve, name),
  };
}

type WithDefinitions = Schema & { readonly $defs?: Readonly<Record<string, Schema>> };

function toJsonSchema(schema: z.ZodType, io: Use): WithDefinitions {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Clients must accept fields that later versions add.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', `"${COMPONENTS}`)) as WithDefinitions;
}
