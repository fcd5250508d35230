import { MAX_RATES_BYTES } from '#bff/contract/base/upload-rules.ts';
import { adminRateRoutes } from '#bff/contract/money/admin-rate-routes.ts';
import { readFilePart } from '#bff/kit/files/file-part.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { invalidField } from '#bff/kit/lib/api-error.ts';
import { readEcb } from '#core/finance/rates/ecb.ts';
import { rateText } from '#core/finance/rates/rates.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import { parseRatio } from '#core/kernel/money/rates.ts';
import type { Rules } from '#core/ledger/rules.ts';
import { listRates } from './rate-store.ts';
import { type Recorded, recordedText, recordRates } from './record-rates.ts';
import { confirmRates, refuseRates } from './waiting-rates.ts';

const FIELD = 'rates';

export const registerAdminRates = feature(adminRateRoutes, (deps) => ({
  listExchangeRates: ({ query }) => listRates(deps, query),
  recordExchangeRate: async (call) => {
    const { currency, rate, from, confirmed } = call.body;
    if (currency === BASE_CURRENCY) {
      throw invalidField('currency', `Please choose another currency: rates are given in ${BASE_CURRENCY}.`);
    }
    const recorded = await recordRates(deps, {
      rates: [{ currency, from, rate: rateText(parseRatio(rate)), quote: '' }],
      source: 'hand',
      actor: call.actor,
      isConfirmed: confirmed,
      requestId: call.newId('request'),
      newId: () => call.newId('rate'),
    });
    return answerOf(recorded);
  },
  importExchangeRates: async (call) => {
    const { bytes, isConfirmed } = await readFilePart(call.request, {
      field: FIELD,
      maxBytes: MAX_RATES_BYTES,
      missing: 'Please choose the XML of the European Central Bank.',
      tooLarge: 'File too large. Rates may have at most 1 MB: take the last 90 days.',
    });
    const recorded = await recordRates(deps, {
      rates: read(bytes.toString('utf8'), deps.rules()),
      source: 'ecb',
      actor: call.actor,
      isConfirmed,
      requestId: call.newId('request'),
      newId: ({ currency, from }) => call.newId(`rate-${currency}-${from}`),
    });
    return answerOf(recorded);
  },
  confirmExchangeRate: async ({ actor, params, body }) => {
    const { fresh } = await confirmRates(deps, actor, params.id, body.seen);
    return answerOf({ fresh, waits: '' });
  },
  refuseExchangeRate: async ({ actor, params }) => {
    const { ended } = await refuseRates(deps, actor, params.id);
    return { message: ended === 'taken-back' ? 'The rate was taken back' : 'The rate was refused' };
  },
}));

const answerOf = (recorded: Recorded) => ({
  message: recordedText(recorded),
  recorded: recorded.fresh.length,
  waits: recorded.waits !== '',
});

function read(text: string, { currencies }: Pick<Rules, 'currencies'>) {
  try {
    return readEcb(text, currencies);
  } catch (error) {
    throw isDomainError(error, 'invalid_value') ? invalidField(FIELD, error.message) : error;
  }
}
