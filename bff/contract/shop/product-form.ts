import { z } from 'zod';
import { amountIn, atMost, Currency, DecimalInput } from '#bff/contract/base/common.ts';
import { optionalText, requiredText } from '#bff/contract/base/form-fields.ts';
import { regionIdOf, SALES_REGIONS } from '#bff/contract/base/regions.ts';
import { MAX_PRICE } from '#core/aggregates/order/limits.ts';

export const ProductForm = z
  .object({
    name: requiredText('Product name is required'),
    variant_name: requiredText('Variant name is required'),
    short_description: optionalText(500),
    /** HTML, sanitised by the server before it is stored. */
    description: optionalText(20_000),
    category_name: requiredText('Category is required', 100),
    brand_name: requiredText('Brand is required', 100),
    /** The id or the code of a region; parses to its id. */
    region: requiredText('Region is required', 20)
      .transform((text) => regionIdOf(text) ?? '')
      .refine((id) => SALES_REGIONS.includes(id), 'Please choose a region of the list'),
    currency: Currency,
    price: DecimalInput.refine(atMost(MAX_PRICE), `Price must be at most ${MAX_PRICE.toLocaleString('en-US')}`),
    is_permanent_out_of_stock: z.boolean().default(false),
  })
  .superRefine(amountIn('price', (form) => form.currency));
