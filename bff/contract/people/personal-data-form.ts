import { z } from 'zod';
import { MAX_NOTE_LENGTH } from '#bff/contract/base/common.ts';
import { optionalText, requiredText } from '#bff/contract/base/form-fields.ts';

export const ConfirmPersonalDataForm = z.object({ note: optionalText(MAX_NOTE_LENGTH) });
export const RefusePersonalDataForm = z.object({
  note: requiredText('Please tell the customer why', MAX_NOTE_LENGTH),
});
