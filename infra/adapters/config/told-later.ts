import { once } from 'node:events';

/** Stands for the database in the address of a Postgres that is just starting. */
const TOLD_LATER = 'told-later';
export const ADDRESS_TOLD_LATER = `postgresql://127.0.0.1/${TOLD_LATER}`;

export type ToldAddress = { readonly databaseUrl: string };

/** `npm start` loads what it waits for while Postgres starts, and then says where that is. Elsewhere the address is known. */
export async function untilToldOfPostgres(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  if (!env.DATABASE_URL?.endsWith(`/${TOLD_LATER}`)) return;
  // Its guard lets a program end that only listens to its starter.
  process.channel?.ref();
  const [{ databaseUrl }] = (await once(process, 'message')) as [ToldAddress];
  process.channel?.unref();
  env.DATABASE_URL = databaseUrl;
}
