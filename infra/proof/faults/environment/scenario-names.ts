/** What `npm run faults -- --scenario` knows. */
export const SCENARIO_NAMES = ['event-store-away', 'postgres-slow', 'disk-full', 'clock-jump'] as const;
export type ScenarioName = (typeof SCENARIO_NAMES)[number];
