import { z } from 'zod';
import { MAX_TEXT_CHARACTERS } from '#core/aggregates/settings/texts.ts';
import { settingsChange } from './fields.ts';
import { readText } from './text-format.ts';

/** A text of the seller, in the small part of Markdown that {@link readText} reads. Empty: the standard text, or none. */
export const TextForm = z.object({
  text: z
    .string({ error: 'Please write the text' })
    .max(MAX_TEXT_CHARACTERS, {
      error: `Must be at most ${MAX_TEXT_CHARACTERS.toLocaleString('en')} characters`,
      abort: true,
    })
    .superRefine((text, context) => {
      const { blocks, problems } = readText(text);
      const [first] = problems;
      if (first) context.addIssue({ code: 'custom', message: `Line ${first.line}: ${first.message}` });
      else if (blocks.length === 0 && text.trim() !== '') {
        context.addIssue({ code: 'custom', message: 'This shows nothing: please write the text' });
      }
    })
    .nullable()
    .transform((text) => text?.trim().replaceAll(/\r\n?/g, '\n') || null),
  ...settingsChange,
});
