// Lets a demonstration that runs decide without the waits of a new account, a new administrator and a change of settings.
import { SECTIONS } from '#core/aggregates/settings/sections.ts';
import { loadConfig } from '#infra/adapters/config/config.ts';
import { createLogger } from '#infra/adapters/logger/logger.ts';
import { withLocalStack } from '#infra/local/runtime.ts';
import { adoptSection } from '#infra/seed/settings.ts';
import { NO_QUEUE, wireBff } from '#infra/wiring/wire-bff.ts';

const FIRST_READ_MS = 120_000;

await withLocalStack('tools', async ({ env }) => {
  const logger = createLogger({ part: 'seed', level: 'warn' });
  const { deps, close } = await wireBff(loadConfig(env, 'tools'), {
    part: 'seed',
    logger,
    queue: NO_QUEUE,
    firstReadMs: FIRST_READ_MS,
  });
  try {
    const { ledger, settings } = deps;
    const { waits, approvals } = SECTIONS;
    await adoptSection(ledger, 'waits', { ...waits.standard, newPayeeHours: 0, settingsChangeHours: 0 });
    const position = await adoptSection(ledger, 'approvals', { ...approvals.standard, inviterDays: 0 });
    await settings.reached(position, FIRST_READ_MS);
  } finally {
    await close();
  }
});
