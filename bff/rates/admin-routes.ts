import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordAction } from '#bff/audit/record-action.ts';
import { adminRateRoutes } from '#bff/contract/admin-rate-routes.ts';
import { MAX_RATES_BYTES } from '#bff/contract/upload-rules.ts';
import type { BffDeps } from '#bff/deps.ts';
import { registerRoutes } from '#bff/http/register-routes.ts';
import { ApiError, invalidField } from '#bff/lib/api-error.ts';
import { pageMeta } from '#bff/lib/present.ts';
import { BASE_CURRENCY } from '#core/kernel/currencies.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import { parseRatio } from '#core/kernel/rates.ts';
import { readEcb } from '#core/rates/ecb.ts';
import { rateText } from '#core/rates/rates.ts';
import { listRates } from './rate-store.ts';
import { factsOf, recordedText, recordRates } from './record-rates.ts';

const FIELD = 'rates';

export function registerAdminRates(app: FastifyInstance, deps: BffDeps): void {
  const { database, clock, config } = deps;
  registerRoutes(app, deps, adminRateRoutes, {
    list: async ({ query: { page, per_page: perPage, currency } }) => {
      const { items, total } = await listRates(database, { currency, page, perPage, now: clock() });
      return { data: items, meta: pageMeta({ page, perPage, total, items }) };
    },
    record: async (call) => {
      const { currency, rate, from, confirmed } = call.body;
      if (currency === BASE_CURRENCY || !config.currencies.includes(currency)) {
        throw invalidField('currency', 'Please choose a currency that the store offers.');
      }
      const fresh = await recordRates(deps, {
        rates: [{ currency, from, rate: rateText(parseRatio(rate)), quote: '' }],
        source: 'hand',
        by: call.actor.administratorId,
        isConfirmed: confirmed,
        newId: () => call.newId('rate'),
        tell: (told) => recordAction(call, 'rates-recorded', ['rates', currency], factsOf(told)),
      });
      return { message: recordedText(fresh), recorded: fresh.length };
    },
    import: async (call) => {
      const { bytes, isConfirmed } = await receive(call.request);
      const fresh = await recordRates(deps, {
        rates: read(bytes.toString('utf8'), config),
        source: 'ecb',
        by: call.actor.administratorId,
        isConfirmed,
        newId: ({ currency, from }) => call.newId(`rate-${currency}-${from}`),
        tell: (told) => recordAction(call, 'rates-imported', ['rates', 'ecb'], factsOf(told)),
      });
      return { message: recordedText(fresh), recorded: fresh.length };
    },
  });
}

/** The whole file, in memory: it is small, and never touches the disk. */
async function receive(request: FastifyRequest): Promise<{ bytes: Buffer; isConfirmed: boolean }> {
  if (!request.isMultipart()) throw new ApiError(415, 'not_multipart', 'This call takes a multipart form.');
  const part = await request.file({ limits: { fileSize: MAX_RATES_BYTES, files: 1, fields: 10 } });
  if (!part || part.fieldname !== FIELD) {
    part?.file.resume();
    throw invalidField(FIELD, 'Please choose the XML of the European Central Bank.');
  }
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) chunks.push(chunk);
  if (part.file.truncated)
    throw invalidField(FIELD, 'File too large. Rates may have at most 1 MB: take the last 90 days.');
  const { confirmed } = part.fields;
  const isConfirmed = confirmed !== undefined && 'value' in confirmed && confirmed.value === 'true';
  return { bytes: Buffer.concat(chunks), isConfirmed };
}

function read(text: string, { currencies }: BffDeps['config']) {
  try {
    return readEcb(text, currencies);
  } catch (error) {
    throw isDomainError(error, 'invalid_value') ? invalidField(FIELD, error.message) : error;
  }
}
