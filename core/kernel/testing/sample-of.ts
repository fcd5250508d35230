import { z } from 'zod';

/** What a sample has to say: what is neither a list nor may be null. */
type Said<Item> = {
  [Field in keyof Item as null extends Item[Field]
    ? never
    : Item[Field] extends readonly unknown[]
      ? never
      : Field]: Item[Field];
};

/** A row or an answer of this schema with what is given, and null or an empty list in the other fields. */
export function sampleOf<Item extends object>(schema: z.ZodType<Item>, given: Said<Item> & Partial<Item>): Item {
  const blank: Record<string, unknown> = {};
  for (const [field, type] of Object.entries((schema as unknown as z.ZodObject).shape)) {
    if (type instanceof z.ZodNullable) blank[field] = null;
    else if (type instanceof z.ZodArray) blank[field] = [];
  }
  return { ...blank, ...given } as Item;
}
