import { v7 } from 'uuid';
import type { ExchangeRate } from '#bff/contract/admin-rate-routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import type { Actor } from '#core/kernel/event.ts';
import { readEcb } from '#core/rates/ecb.ts';
import { listRates } from './rate-store.ts';
import { recordedText, recordRates } from './record-rates.ts';

/** The command line has no administrator, so its entries about rates are in this stream. */
const RECORDED_BY_OPERATORS = '6d0f5d4e-30a7-4a6c-8d53-1b7f0c2e9a41';
const ALL = 1_000_000;

/** The rates, for the command line. */
export const rateBook = (deps: BffDeps, actor: Actor) => ({
  list: async (): Promise<readonly ExchangeRate[]> => (await listRates(deps, { page: 1, per_page: ALL })).data,
  async importEcb(text: string, isConfirmed: boolean): Promise<string> {
    const fresh = await recordRates(deps, {
      ...{ rates: readEcb(text, deps.config.currencies), source: 'ecb', by: null, isConfirmed, newId: () => v7() },
      record: { action: 'rates-imported', subject: ['rates', 'ecb'], actor, streamOf: RECORDED_BY_OPERATORS },
    });
    return recordedText(fresh);
  },
});
