import { z } from 'zod';

/** Part of a line. Only these kinds exist, so no text becomes anything else on a page. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'emphasis'; of: Inline[] }
  | { kind: 'link'; href: string; of: Inline[] };
/** A piece of a text. `first`: the first number of a numbered list; null for one with bullets. */
export type Block =
  | { kind: 'heading'; level: 2 | 3 | 4; of: Inline[] }
  | { kind: 'paragraph'; of: Inline[] }
  | { kind: 'list'; first: number | null; items: Block[][] };

const Inline: z.ZodType<Inline> = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), text: z.string() }),
    z.object({ kind: z.literal('break') }),
    z.object({
      kind: z.enum(['strong', 'emphasis']),
      get of() {
        return z.array(Inline);
      },
    }),
    z.object({
      kind: z.literal('link'),
      href: z.string(),
      get of() {
        return z.array(Inline);
      },
    }),
  ])
  .meta({ id: 'TextInline' });

export const Block: z.ZodType<Block> = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('heading'),
      level: z.union([z.literal(2), z.literal(3), z.literal(4)]),
      of: z.array(Inline),
    }),
    z.object({ kind: z.literal('paragraph'), of: z.array(Inline) }),
    z.object({
      kind: z.literal('list'),
      first: z.int().nullable(),
      get items() {
        return z.array(z.array(Block));
      },
    }),
  ])
  .meta({ id: 'TextBlock' });
