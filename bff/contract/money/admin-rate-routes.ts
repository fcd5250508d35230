import { z } from 'zod';
import {
  Currency,
  DateOnly,
  MessageAnswer,
  named,
  PageQuery,
  pageOf,
  Timestamp,
  Uuid,
} from '#bff/contract/base/common.ts';
import { confirmedField } from '#bff/contract/base/form-fields.ts';
import { oneFile, routesFor } from '#bff/contract/base/route.ts';
import { MAX_RATES_BYTES } from '#bff/contract/base/upload-rules.ts';
import { RATE_SOURCES } from '#core/kernel/money/rate-sources.ts';
import { RateForm } from './rate-form.ts';

export const ExchangeRate = named('ExchangeRate', {
  id: Uuid,
  currency: Currency,
  /** The first day of the rate; '1970-01-01' for a rate of the configuration. */
  from: DateOnly,
  /** The value of one unit in US dollars. */
  rate: z.string().regex(/^\d+(\.\d+)?$/),
  source: z.enum(RATE_SOURCES),
  /** The published figure, where the rate is computed from it; else ''. */
  quote: z.string(),
  recorded_at: Timestamp,
  /** Null for the configuration and the command line. */
  recorded_by: z.string().nullable(),
  /** Another rate was recorded later for the same day. */
  is_replaced: z.boolean(),
  /** It is today's rate. */
  holds: z.boolean(),
});
export type ExchangeRate = z.infer<typeof ExchangeRate>;

/** `waits`: nothing is recorded before a second administrator confirms it. */
const RatesSaved = z.object({ message: z.string(), recorded: z.int(), waits: z.boolean() });
/** What the request shows, as the approvals list it. */
const RateSeen = z.object({ seen: z.string().max(4_000) });

const route = routesFor({ auth: 'administrator', permission: 'rates:read', tag: 'Admin: rates' });

export const adminRateRoutes = {
  listExchangeRates: route.get('/admin/rates', 'Exchange rates by day, the newest first.', pageOf(ExchangeRate), {
    query: PageQuery.extend({ currency: Currency.optional() }),
  }),
  recordExchangeRate: route.post(
    '/admin/rates',
    'Record a rate by hand. One that is far from the last, or replaces one of the same day, waits for a second administrator.',
    RatesSaved,
    {
      expects: { nothing: 'a rate far from the last, or beside another of the same day, is shown and confirmed' },
      permission: 'rates:record',
      body: RateForm.extend({ confirmed: confirmedField() }),
      status: 201,
    },
  ),
  importExchangeRates: route.post(
    '/admin/rates/import',
    'Import the XML of the European Central Bank; days that are known change nothing. A file with a rate far from the last waits for a second administrator.',
    RatesSaved,
    {
      expects: { nothing: 'a rate far from the last is shown and confirmed' },
      permission: 'rates:record',
      multipart: {
        ...oneFile('rates', MAX_RATES_BYTES),
        fields: z.object({ confirmed: z.enum(['true', 'false']).optional() }),
      },
      status: 201,
    },
  ),
  confirmExchangeRate: route.post(
    '/admin/rates/:id/confirm',
    'Say the second yes to rates that wait: they are recorded.',
    RatesSaved,
    { permission: 'rates:confirm', step_up: true, body: RateSeen, expects: ['seen'] },
  ),
  refuseExchangeRate: route.post(
    '/admin/rates/:id/refuse',
    'Refuse rates that wait, or take the own ones back.',
    MessageAnswer,
    { permission: 'rates:refuse', expects: { nothing: 'it records nothing' } },
  ),
};
