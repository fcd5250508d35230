import { Database } from 'lucide-react';
import type { SystemState } from '#bff/contract/office/admin-system.ts';
import { formatBytes } from '#web/lib/words/bytes.ts';
import { Part } from './part.tsx';

type Postgres = SystemState['data']['postgres'];

export function DatabasePart({
  postgres: { is_connected: isConnected, size_bytes: size, standby },
}: {
  postgres: Postgres;
}) {
  const tone = standby?.problem ? 'warn' : 'ok';
  return (
    <Part
      icon={<Database aria-hidden />}
      name="Database"
      tone={isConnected ? tone : 'bad'}
      status={isConnected ? 'Connected' : 'No answer'}
      {...(standby?.problem && { message: `The standby is ${standby.problem}.` })}
      facts={[{ label: 'Size', value: size && formatBytes(Number(size)) }, ...standbyFacts(standby)]}
    />
  );
}

/** Whether lists are read from it, and how far it may be behind. */
export function standbyFacts(standby: Postgres['standby']) {
  if (!standby) return [];
  const { server, behind_s: behind } = standby;
  if (server === null) return [{ label: 'Standby', value: 'Away' }];
  return [
    { label: 'Standby', value: server },
    { label: 'Behind by at most', value: `${behind} s` },
  ];
}
