// Updates the database of DATABASE_URL and ends: run it before the parts of a new version start. With the passwords of
// the parts (POSTGRES_WEB_PASSWORD, …), it also creates their roles. It needs the address of the database's owner.
import { z } from 'zod';
import { migrate, NewerDataError } from '#infra/adapters/postgres/migrate.ts';
import { ROLES_OF_PARTS, setUpRoles } from '#infra/adapters/postgres/roles.ts';

const variableOf = (role: string): string => `POSTGRES_${role.toUpperCase()}_PASSWORD`;
const passwords = Object.fromEntries(ROLES_OF_PARTS.map((role) => [role, process.env[variableOf(role)]]));
const missing = ROLES_OF_PARTS.filter((role) => !passwords[role]).map(variableOf);

const parsed = z.object({ DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\/.+/) }).safeParse(process.env);
if (!parsed.success) {
  console.error('DATABASE_URL is not set to an address such as postgresql://user:password@host:5432/database.');
  process.exit(1);
}
if (missing.length > 0 && missing.length < ROLES_OF_PARTS.length) {
  console.error(`Nothing was changed. Set the passwords of all parts, or of none: ${missing.join(', ')} is not set.`);
  process.exit(1);
}
const applied = await migrate(parsed.data.DATABASE_URL).catch((error: unknown) => {
  if (!(error instanceof NewerDataError)) throw error;
  console.error(error.message);
  process.exit(1);
});
console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
if (missing.length === 0) {
  await setUpRoles(parsed.data.DATABASE_URL, passwords);
  console.log(`Roles are set: ${ROLES_OF_PARTS.join(', ')}.`);
}
