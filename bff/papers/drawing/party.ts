import { z } from 'zod';

export const InvoiceParty = z.object({
  name: z.string(),
  /** Lines as they were typed; the country is separate. */
  address: z.array(z.string()),
  /** ISO 3166 alpha-2. */
  country: z.string().nullable(),
  vatId: z.string().nullable(),
  /** The number in the register of companies. */
  registration: z.string().nullable(),
  email: z.string().nullable(),
  /** Of a seller, the name at the head of its papers; those of before it was kept have the product's. */
  tradeName: z.string().optional(),
  /** Of a seller, the colour at the head of its papers; those of before it was kept have the product's. */
  accent: z.string().optional(),
  /** Of a seller, whose papers say that they are a demonstration's; those of before it was kept do not. */
  isDemonstration: z.literal(true).optional(),
});
export type InvoiceParty = z.infer<typeof InvoiceParty>;

export type InvoiceStatus = {
  readonly tone: 'positive' | 'waiting' | 'neutral' | 'negative';
  readonly label: string;
  /** One sentence: what it means for the money. */
  readonly note: string;
};
