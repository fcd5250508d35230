import { z } from 'zod';
import { emailField, MAX_TEXT_LENGTH, requiredText } from '#bff/contract/base/form-fields.ts';

export const SupportTicketForm = z.object({
  fullName: requiredText('Full name is required'),
  email: emailField(),
  subject: requiredText('Subject is required'),
  message: requiredText('Message is required', MAX_TEXT_LENGTH),
});

export const TicketReplyForm = z.object({ message: requiredText('Message is required', MAX_TEXT_LENGTH) });
