import { z } from 'zod';

/** A party of an invoice. */
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
});
export type InvoiceParty = z.infer<typeof InvoiceParty>;

export type InvoiceStatus = {
  readonly tone: 'positive' | 'waiting' | 'neutral' | 'negative';
  readonly label: string;
  /** One sentence: what it means for the money. */
  readonly note: string;
};
