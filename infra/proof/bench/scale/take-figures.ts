import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { FaultStack } from '../../faults/stack.ts';
import { createHttpCaller, type HttpCaller } from '../http-caller.ts';
import { limitRow, type Row } from '../measure.ts';
import { callersOf } from './people.ts';
import { exportsOf, notCalled, type Request, requestsOf } from './requests.ts';

/** So many calls let each connection prepare its statements, and Postgres choose the plan that it keeps. */
const WARM_UP = 16;
const CALLERS = 16;
/** Calls of a request end after this time, so that a slow one takes seconds. */
const LIMIT_MS = 4_000;
const LEAST_CALLS = 3;
const AIM_MS = 100;
/** Of a page: what the planner looks up, an index a row, joins and totals. Beyond, it reads by the table and not by the page. */
const MOST_PAGES = 3_000;
const HEADING = ['p50', 'p99', `p99 of ${CALLERS}`, 'pages', 'who', 'request'];

type Figures = {
  readonly status: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p99OfManyMs: number;
  /** Pages of Postgres, of 8 KiB, that a call touched, in memory or on disk. It does not depend on what else the machine does. */
  readonly pages: number;
  /** The statement that touched most of them. */
  readonly statement: string;
};

/** Calls each request one at a time, then by 16 callers, and prints them all; a row for the slowest and the widest. */
export async function* takeFigures(
  stack: FaultStack,
  filled: object,
  { calls, paths = [''] }: { readonly calls: number; readonly paths?: readonly string[] | undefined },
): AsyncGenerator<Row> {
  const isAsked = ({ path }: Request) => paths.some((part) => path.includes(part));
  const counter = new pg.Client({ connectionString: stack.databaseUrl });
  await counter.connect();
  try {
    const callers = await callersOf(stack);
    console.log(`  ${JSON.stringify({ ...filled, ...callers.totals, ordersOfOne: callers.big.orders })}`);
    console.log(`  not called: ${notCalled().join(' ')}\n  ${HEADING.join('\t')}`);
    let [slowest, widest] = [0, 0];
    for (const request of requestsOf(callers).filter(isAsked)) {
      const figures = await figuresOf(stack, counter, request, calls);
      console.log(`  ${lineOf(request, figures)}`);
      if (figures.status !== 200) continue;
      slowest = Math.max(slowest, figures.p99Ms);
      widest = Math.max(widest, figures.pages);
    }
    await printExports(stack, exportsOf(callers).filter(isAsked));
    yield limitRow('the slowest answer, p99 of one caller', slowest, AIM_MS, 'ms that a screen may wait');
    yield limitRow('the answer that reads most', widest, MOST_PAGES, 'pages of Postgres that it may touch');
  } finally {
    await counter.end();
  }
}

async function figuresOf(stack: FaultStack, counter: pg.Client, request: Request, calls: number): Promise<Figures> {
  const http = createHttpCaller(stack.url);
  const others = Array.from({ length: CALLERS }, () => createHttpCaller(stack.url));
  let status = 0;
  const call = async (by = http) => {
    status = (await by.call('GET', request.path, request.headers)).status;
  };
  try {
    await callFor(WARM_UP, [http], call);
    await counter.query('select pg_stat_statements_reset()');
    const alone = await callFor(calls, [http], call);
    const touched = await pagesTouched(counter);
    const together = await callFor(calls * 4, others, call);
    return {
      status,
      p50Ms: at(alone, 0.5),
      p99Ms: at(alone, 0.99),
      p99OfManyMs: at(together, 0.99),
      pages: Math.round(touched.pages / alone.length),
      statement: touched.statement,
    };
  } finally {
    for (const caller of [http, ...others]) caller.close();
  }
}

/** So many calls, or those that are done in time; how long each took, the shortest first. */
async function callFor(
  count: number,
  callers: readonly HttpCaller[],
  call: (by: HttpCaller) => Promise<void>,
): Promise<readonly number[]> {
  const took: number[] = [];
  const endMs = performance.now() + LIMIT_MS;
  let left = count;
  await Promise.all(
    callers.map(async (caller, index) => {
      while (left > 0 && (performance.now() < endMs || (index === 0 && took.length < LEAST_CALLS))) {
        left -= 1;
        const beganMs = performance.now();
        await call(caller);
        took.push(performance.now() - beganMs);
      }
    }),
  );
  return took.sort((one, other) => one - other);
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** By the BFF since the counters were set back. */
async function pagesTouched(counter: pg.Client): Promise<{ pages: number; statement: string }> {
  const { rows } = await counter.query<{ pages: string; statement: string }>(
    `select sum(shared_blks_hit + shared_blks_read) as pages, left(regexp_replace(query, '\\s+', ' ', 'g'), 400) as statement
      from pg_stat_statements join pg_roles on pg_roles.oid = userid where rolname = 'giftledger_web' group by query order by 1 desc`,
  );
  return { pages: rows.reduce((sum, { pages }) => sum + Number(pages), 0), statement: rows[0]?.statement ?? '' };
}

function lineOf({ who, path }: Request, { status, p50Ms, p99Ms, p99OfManyMs, pages, statement }: Figures): string {
  if (status !== 200) return [`answered ${status}`, '', '', '', who, path].join('\t');
  const why = pages > MOST_PAGES ? `\n      ${statement}` : '';
  const isMissed = p99Ms > AIM_MS || pages > MOST_PAGES;
  return `${[...[p50Ms, p99Ms, p99OfManyMs].map((ms) => ms.toFixed(1)), pages, who, path].join('\t')}${isMissed ? '\tMISSED' : ''}${why}`;
}

/** Each export, read as it comes: when it begins, how long it takes, and what memory the BFF has meanwhile. */
async function printExports(stack: FaultStack, exports: readonly Request[]): Promise<void> {
  console.log('  first byte\tlast byte\tbytes\tmost memory of the BFF above its start\twho\texport');
  for (const { who, path, headers } of exports) {
    const before = await memoryOfBff(stack);
    let most = before;
    const startedMs = performance.now();
    const answer = await fetch(`${stack.url}${path}`, { headers });
    let [bytes, firstMs] = [0, 0];
    for await (const chunk of answer.body ?? []) {
      if (bytes === 0) firstMs = performance.now() - startedMs;
      bytes += chunk.length;
      most = Math.max(most, await memoryOfBff(stack));
    }
    const [first, last] = [firstMs, performance.now() - startedMs].map((ms) => `${Math.round(ms)} ms`);
    console.log(
      `  ${answer.status}\t${first}\t${last}\t${bytes}\t${Math.round((most - before) / 1_024)} MiB\t${who}\t${path}`,
    );
  }
}

/** In KiB. */
async function memoryOfBff(stack: FaultStack): Promise<number> {
  const [pid] = await stack.processesOf('BFF');
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
}
