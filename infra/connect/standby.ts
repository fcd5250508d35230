import pg from 'pg';
import { hostIn, serversIn } from './primary.ts';

/** How long a standby may be silent before it counts as away. */
const ANSWER_MS = 2_000;

/** Whether the address asks for lists from its standby: `postgresql://user@one:5432,two:5432/db?reads=standby`. */
export const readsFromStandby = (address: string): boolean => /[?&]reads=standby(?:&|$)/.test(address);

/** How far a server is: its timeline, and the end of its log of writes (of a standby, of what it shows). */
export type Place = { readonly timeline: number; readonly position: bigint };

/** The timeline of a standby is written down at a checkpoint, or before: it may be known late, and is never too high. */
const PLACE_OF_STANDBY = `select pg_is_in_recovery() as standby, system_identifier as system,
  greatest((select timeline_id from pg_control_checkpoint()), (select min_recovery_end_timeline from pg_control_recovery())) as timeline,
  pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::int8 as position from pg_control_system()`;
const SHOWN = {
  name: 'shown',
  text: `select pg_is_in_recovery() as standby, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::int8 as position`,
};
type Answer = { standby: boolean; system: string; timeline: number; position: string | null };

/** A connection to a standby. */
export type Standby = {
  /** Its address, and its host in words. */
  readonly server: string;
  readonly name: string;
  readonly timeline: number;
  /** The position up to which it shows all writes. @throws where it does not answer, or is no standby any more */
  shown(): Promise<bigint>;
  /** Aborted, with the reason, when it is away. */
  readonly ended: AbortSignal;
  end(why?: string): void;
};

/**
 * Connects to the first server of the address that is a standby of this primary.
 * @throws Error that says of each server why it is not read from
 */
export async function connectToStandby(
  address: string,
  primary: Pick<Place, 'timeline'> & { readonly system: bigint },
): Promise<Standby> {
  const reasons: string[] = [];
  for (const server of serversIn(address)) {
    const name = hostIn(server);
    const client = new pg.Client({
      connectionString: server,
      application_name: 'giftledger-standby',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    const ending = new AbortController();
    const end = (why = 'was left') => {
      ending.abort(new Error(`${name} ${why}`));
      client.end().catch(() => undefined);
    };
    client.on('error', ({ message }) => end(message));
    client.on('end', () => end('closed the connection'));
    try {
      await client.connect();
      const [state] = (await client.query<Answer>(PLACE_OF_STANDBY)).rows;
      const refusal = state ? refusalOf(state, primary) : 'gave no answer';
      if (!state || refusal !== undefined) throw new Error(refusal);
      const shown = async () => {
        const [now] = (await client.query<Answer>(SHOWN)).rows;
        if (!now?.standby) throw new Error('is no standby any more');
        return BigInt(now.position ?? 0);
      };
      return { ...{ server, name, end, shown }, timeline: state.timeline, ended: ending.signal };
    } catch (error) {
      end();
      reasons.push(`${name} ${error instanceof Error ? error.message || 'does not answer' : error}`);
    }
  }
  throw new Error(reasons.join(', '));
}

function refusalOf({ standby, system, timeline }: Answer, primary: { timeline: number; system: bigint }) {
  if (!standby) return 'is no standby';
  if (BigInt(system) !== primary.system) return 'is a copy of another Postgres';
  if (timeline !== primary.timeline)
    return `is on timeline ${timeline}, and the primary on ${primary.timeline}: it follows an earlier primary, or has had no checkpoint since it follows this one`;
  return undefined;
}
