/** How a run of the notary ended. docker-compose.yml goes by these numbers, too. */
export const NOTARY_EXIT = { signed: 0, refused: 1, failed: 2, nothingYet: 3 } as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** After how long it runs again. In between, `npm run ledger -- checkpoint` signs the head at any moment. */
export function nextRunMs(code: number | null): number {
  if (code === NOTARY_EXIT.signed) return 24 * HOUR_MS;
  // A refusal is for people: it is written down each time.
  return code === NOTARY_EXIT.refused ? HOUR_MS : MINUTE_MS;
}
