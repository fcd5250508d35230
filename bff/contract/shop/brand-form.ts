import { z } from 'zod';
import { MAX_NOTE_LENGTH } from '#bff/contract/base/common.ts';
import { ALL_BRANDS, isEverything } from '#bff/contract/base/everything.ts';
import { optionalText, requiredText, websiteField } from '#bff/contract/base/form-fields.ts';
import { GLYPHS } from '#bff/contract/base/glyphs.ts';

const RESERVED_TITLE = `"${ALL_BRANDS}" stands for every brand in lists and filters. Please choose another title`;

export const BrandForm = z.object({
  title: requiredText('Brand title is required', 100).refine((title) => !isEverything(title), RESERVED_TITLE),
  description: optionalText(MAX_NOTE_LENGTH),
  website: websiteField('Please enter a web address, such as example.com'),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'Please choose a colour')
    .nullish()
    .transform((color) => color ?? null),
  glyph: z.enum(GLYPHS, 'Please choose a glyph').optional(),
});
export type BrandForm = z.infer<typeof BrandForm>;
