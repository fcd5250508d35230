import type pg from 'pg';
import type { Authenticate } from './credentials.ts';
import type { Logger } from './logger.ts';
import type { OpenCalls } from './open-calls.ts';
import type { RecentLog } from './recent-log.ts';
import type { Writer } from './writer.ts';

/** What the call handlers share. */
export type NodeContext = {
  writer: Writer;
  reads: pg.Pool;
  recentLog: RecentLog;
  authenticate: Authenticate;
  openCalls: OpenCalls;
  maxAppendSizeBytes: number;
  logger: Logger;
};
