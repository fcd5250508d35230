// Updates the database of DATABASE_URL and ends: run it before the parts of a new version start. With the passwords of
// the parts (DATABASE_ACCOUNTS), it also creates their roles. It needs the address of the database's owner.
import { z } from 'zod';
import { accounts } from '#infra/adapters/config/accounts.ts';
import { describeProblems } from '#infra/adapters/config/config-error.ts';
import { renamedIn } from '#infra/adapters/config/renamed-variables.ts';
import { migrate } from '#infra/adapters/postgres/migrate.ts';
import { RefusedDataError } from '#infra/adapters/postgres/releases.ts';
import { ROLES_OF_PARTS, setUpRoles } from '#infra/adapters/postgres/roles.ts';

const address = 'expected an address such as postgresql://user:password@host:5432/database';
const missingIn = (given: Readonly<Record<string, string | undefined>>) =>
  ROLES_OF_PARTS.filter((role) => !given[role]);
const environment = z.object({
  DATABASE_URL: z.string({ error: address }).regex(/^postgres(ql)?:\/\/.+/, { error: address }),
  DATABASE_ACCOUNTS: accounts.refine((given) => [0, ROLES_OF_PARTS.length].includes(missingIn(given).length), {
    error: `expected the passwords of all parts, or of none: ${ROLES_OF_PARTS.join(', ')}. Nothing was changed`,
  }),
});
const parsed = environment.safeParse(process.env);
const problems = renamedIn(process.env, 'migrations');
if (!parsed.success || problems.length > 0) {
  console.error(describeProblems(process.env, parsed.error, problems));
  process.exit(1);
}
const { DATABASE_URL, DATABASE_ACCOUNTS } = parsed.data;
const applied = await migrate(DATABASE_URL).catch((error: unknown) => {
  if (!(error instanceof RefusedDataError)) throw error;
  console.error(error.message);
  process.exit(1);
});
console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
if (missingIn(DATABASE_ACCOUNTS).length === 0) {
  const passwords = Object.fromEntries(ROLES_OF_PARTS.map((role) => [role, DATABASE_ACCOUNTS[role]]));
  await setUpRoles(DATABASE_URL, passwords);
  console.log(`Roles are set: ${ROLES_OF_PARTS.join(', ')}.`);
}
