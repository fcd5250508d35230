import type pg from 'pg';
import type { Authenticate } from './credentials.ts';
import type { ServiceError } from './errors.ts';
import type { LogEnd } from './log-end.ts';
import type { Writer } from './writer.ts';

export type NodeContext = {
  readonly writer: Writer;
  readonly reads: pg.Pool;
  readonly logEnd: LogEnd;
  readonly authenticate: Authenticate;
  /** How to end each open call with a reason, when the node stops. */
  readonly openCalls: Set<(error: ServiceError) => void>;
  readonly maxAppendSizeBytes: number;
};
