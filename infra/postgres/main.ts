// Brings the database of DATABASE_URL up to date and ends: run it before the parts of a new version start.
import { z } from 'zod';
import { migrate } from './migrate.ts';

const parsed = z.object({ DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\/.+/) }).safeParse(process.env);
if (!parsed.success) {
  console.error('DATABASE_URL is not set to an address such as postgresql://user:password@host:5432/database.');
  process.exit(1);
}
const applied = await migrate(parsed.data.DATABASE_URL);
console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
