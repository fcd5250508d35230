// Gives each part its user at an EventStoreDB, and sets their rights there. Run it once the server is up, and again
// when a password changes. EVENTSTORE_URL has an administrator's login here.
import { z } from 'zod';
import { accounts } from '#infra/adapters/config/accounts.ts';
import { describeProblems } from '#infra/adapters/config/config-error.ts';
import { PART_NAMES } from '#infra/adapters/config/parts.ts';
import { renamedIn } from '#infra/adapters/config/renamed-variables.ts';
import { saveUsers, setAccessLists } from '#infra/adapters/eventstore/access.ts';

const MIN_PASSWORD_CHARS = 16;
const administrator = 'expected the address of an administrator, such as esdb://admin:password@host:2113?tls=true';
const environment = z.object({
  EVENTSTORE_URL: z
    .string({ error: administrator })
    .regex(/^(esdb|kurrentdb)(\+discover)?:\/\/.+@.+/, { error: administrator }),
  EVENTSTORE_ACCOUNTS: accounts.refine(
    (given) => PART_NAMES.every((part) => (given[part]?.length ?? 0) >= MIN_PASSWORD_CHARS),
    { error: `expected a password of at least ${MIN_PASSWORD_CHARS} characters for each of ${PART_NAMES.join(', ')}` },
  ),
});
const parsed = environment.safeParse(process.env);
const problems = renamedIn(process.env, 'access');
if (!parsed.success || problems.length > 0) {
  console.error(describeProblems(process.env, parsed.error, problems));
  process.exit(1);
}
const { EVENTSTORE_URL, EVENTSTORE_ACCOUNTS } = parsed.data;
const areMade = await saveUsers(EVENTSTORE_URL, (part) => EVENTSTORE_ACCOUNTS[part] ?? '');
await setAccessLists(EVENTSTORE_URL);
console.log(
  areMade
    ? `Users and access lists are set: ${PART_NAMES.join(', ')}.`
    : 'Access lists are set. This server got its users from EVENTSTORE_ACCOUNTS, at its start.',
);
process.exit();
