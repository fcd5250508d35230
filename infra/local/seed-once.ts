import type { ChildProcess } from 'node:child_process';
import { SIGN_INS } from '#infra/adapters/config/sign-ins.ts';
import { isMarked, knownEmails, mark } from '#infra/seed/seed-mark.ts';
import { runToEnd } from './part.ts';
import type { Steps } from './steps.ts';

/** A sign-in of the seeded shop. */
export type SignIn = { readonly role: string; readonly email: string; readonly password: string };

/**
 * Fills a new store with demonstration data, unless GIFTLEDGER_SEED is `none`; then none of these sign-ins work. Run it
 * before any process follows the log: the seed plays a year with the times of that year. Returns the sign-ins that are
 * there: demonstration data of an earlier version have fewer. A store stays a demonstration, however it is started.
 */
export async function seedOnce(
  databaseUrl: string,
  env: NodeJS.ProcessEnv,
  steps: Steps,
  onProcess: (child: ChildProcess) => void,
): Promise<{ readonly isDemonstration: boolean; readonly signIns: readonly SignIn[] }> {
  if (env.GIFTLEDGER_SEED === 'none') return { isDemonstration: await isMarked(databaseUrl, 'seeded'), signIns: [] };
  const fill = (step: string) =>
    steps.step(step, () => runToEnd({ name: 'The demo data', entry: 'programs/seed.ts', env, onProcess }));
  if (!(await isMarked(databaseUrl, 'seeded'))) {
    steps.print('  First start: filling the store with a catalogue, customers and a year of history …');
    await fill('Demo data');
    await mark(databaseUrl, 'seeded');
    await mark(databaseUrl, 'demonstration-said');
  }
  // Data of before the log said what they are: seeding a complete batch again adds only these.
  if (!(await isMarked(databaseUrl, 'demonstration-said'))) {
    await fill('Demo settings');
    await mark(databaseUrl, 'demonstration-said');
  }
  const known = await knownEmails(
    databaseUrl,
    Object.values(SIGN_INS).map(({ email }) => email),
  );
  const all = [
    { role: 'Customer', ...SIGN_INS.customer },
    { ...SIGN_INS.administrator, role: 'Administrator' },
    { ...SIGN_INS.secondAdministrator, role: 'Administrator' },
  ];
  return { isDemonstration: true, signIns: all.filter(({ email }) => known.includes(email)) };
}
