// Gives each part its user at an EventStoreDB, and sets their rights there. Run it once the server is up, and again
// when a password changes. It needs an administrator's address.
import { z } from 'zod';
import { PART_NAMES, type Part } from '#infra/adapters/config/parts.ts';
import { saveUsers, setAccessLists } from '#infra/adapters/eventstore/access.ts';

const variableOf = (part: Part): string => `EVENTSTORE_${part.toUpperCase()}_PASSWORD`;
const environment = z.object({
  EVENTSTORE_ADMIN_URL: z.string().regex(/^(esdb|kurrentdb)(\+discover)?:\/\/.+@.+/),
  ...Object.fromEntries(PART_NAMES.map((part) => [variableOf(part), z.string().min(16)])),
});
const parsed = environment.safeParse(process.env);
if (!parsed.success) {
  console.error(`The event store's users cannot be set:\n${z.prettifyError(parsed.error)}`);
  process.exit(1);
}
const given: Record<string, string> = parsed.data;
await saveUsers(parsed.data.EVENTSTORE_ADMIN_URL, (part) => given[variableOf(part)] ?? '');
await setAccessLists(parsed.data.EVENTSTORE_ADMIN_URL);
console.log(`Users and access lists are set: ${PART_NAMES.join(', ')}.`);
process.exit();
