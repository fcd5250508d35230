import { z } from 'zod';
import { requiredText } from '#bff/contract/base/form-fields.ts';
import { WEBHOOK_EVENT_TYPES } from './webhook-events.ts';

const MAX_URL_LENGTH = 2_000;
const NOT_AN_ADDRESS = 'Please enter an address such as https://example.com/webhooks';

/** The server decides whether the address may be called. */
const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

export const WebhookEndpointForm = z.object({
  url: requiredText(NOT_AN_ADDRESS, MAX_URL_LENGTH).refine(isWebAddress, NOT_AN_ADDRESS),
  events: z
    .array(z.enum(WEBHOOK_EVENT_TYPES, { error: 'Please choose events of the list' }), {
      error: 'Choose at least one event',
    })
    .min(1, 'Choose at least one event')
    .max(WEBHOOK_EVENT_TYPES.length, 'Choose each event once'),
});
