import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { LivenessAnswer, ReadinessAnswer } from '#bff/contract/office/health.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { inTime, LateError } from '#bff/kit/lib/in-time.ts';
import { standstillOf } from '#bff/kit/ports/jobs.ts';
import { BEHIND_AFTER_MS, SILENT_AFTER_MS } from '#bff/kit/ports/read-models.ts';
import { standbyProblem } from '#bff/kit/ports/standby-reads.ts';
import { listFollowers } from '#bff/kit/tables/followers.ts';
import { sql } from '#bff/kit/tables/sql.ts';

const CHECK_TIMEOUT_MS = 2_000;
/** Of a check that decides nothing: the answer comes before a balancer gives up (infra/containers/Caddyfile). */
const INFORMATIVE_TIMEOUT_MS = 1_000;

/** Liveness: the process answers. Readiness: it can serve, with database, event store and read models; the files are named. */
export function registerHealth(app: FastifyInstance, deps: BffDeps): void {
  app.get('/api/health/live', { schema: { response: { 200: LivenessAnswer } } }, async () => ({
    status: 'live' as const,
  }));
  app.get(
    '/api/health/ready',
    { schema: { response: { 200: ReadinessAnswer, 503: ReadinessAnswer } } },
    async (_request, reply) => {
      const [postgres, eventStore, readModels, followers, files, repeatedWork] = await Promise.all([
        check(() => deps.database.one(sql.type(z.object({ ok: z.literal(true) }))`select true as ok`)),
        check(() => deps.eventStore.headPosition().then(() => ({ ok: true }))),
        check(() => checkReadModels(deps)),
        check(() => checkFollowers(deps)),
        check(() => checkFiles(deps), INFORMATIVE_TIMEOUT_MS),
        check(() => checkRepeatedWork(deps), INFORMATIVE_TIMEOUT_MS),
      ]);
      const isDraining = app.isDraining();
      // Without its files, or the work that repeats, a store still sells: another server would not have them either.
      const isReady = !isDraining && postgres.ok && eventStore.ok && readModels.ok && followers.ok;
      return reply.code(isReady ? 200 : 503).send({
        status: isReady ? 'ready' : 'not-ready',
        checks: {
          postgres,
          event_store: eventStore,
          read_models: readModels,
          followers,
          files,
          repeated_work: repeatedWork,
          ...checkStandby(deps),
          ...(isDraining ? { process: { ok: false, detail: 'is being stopped' } } : {}),
        },
      });
    },
  );
}

type Check = { ok: boolean; detail?: string };

/** Each has its own limit, because who asks gives up, and asks again: none of these must wait for good. */
const check = (question: () => Promise<Check>, limitMs = CHECK_TIMEOUT_MS): Promise<Check> =>
  inTime(question, limitMs).catch((error) => ({
    ok: false,
    detail: error instanceof LateError ? 'no answer in time' : 'not reachable',
  }));

/** Nothing is said of where they are. */
async function checkFiles({ files }: BffDeps): Promise<Check> {
  const { problem } = await files.state();
  return problem === null ? { ok: true } : { ok: false, detail: 'not reachable: nothing can be uploaded or opened' };
}

/** Another server would not do it either, so it takes none out of service. */
async function checkRepeatedWork({ jobs }: BffDeps): Promise<Check> {
  const detail = standstillOf(await jobs.repeatedLate());
  return detail === null ? { ok: true } : { ok: false, detail };
}

/** Without it lists are read from the primary, so it takes no server out of service. */
function checkStandby({ standby }: BffDeps): { standby?: Check } {
  if (!standby) return {};
  const problem = standbyProblem(standby.state());
  return { standby: problem === null ? { ok: true } : { ok: false, detail: problem } };
}

const OTHER_LOG = 'the log is not the one that was followed before (docs/runbooks/log-set-back.md)';

/** Whether the parts that follow the log beside the read models found it to be the one that they followed. */
async function checkFollowers({ database }: BffDeps): Promise<Check> {
  const waiting = (await listFollowers(database)).filter(({ haltedReason }) => haltedReason !== null);
  if (waiting.length === 0) return { ok: true };
  return { ok: false, detail: `${waiting.map(({ name }) => name).join(', ')}: ${OTHER_LOG}` };
}

async function checkReadModels(deps: BffDeps): Promise<Check> {
  const fresh = await deps.readModels.freshness();
  if (!fresh) return { ok: false, detail: 'not built yet' };
  if (fresh.haltedKind === 'other-log') return { ok: false, detail: `stopped: ${OTHER_LOG}` };
  if (fresh.haltedReason) return { ok: false, detail: 'stopped at an event that cannot be applied' };
  const { ageMs, silentMs } = fresh;
  if (ageMs === null)
    return { ok: false, detail: `catching up: ${howFar(fresh, await deps.eventStore.headPosition())}` };
  if (silentMs >= SILENT_AFTER_MS)
    return { ok: false, detail: `nothing heard of projections for ${seconds(silentMs)}` };
  return { ok: ageMs < BEHIND_AFTER_MS, detail: `confirmed ${seconds(ageMs)} ago` };
}

const seconds = (ms: number) => `${Math.max(Math.round(ms / 1_000), 0)} s`;

/** Progress of the first build, which takes minutes with a long log. The events show it where a percent takes longer than who waits is patient. */
const howFar = ({ position, events }: { position: bigint; events: bigint }, head: bigint): string =>
  position < head ? `${((position + 1n) * 100n) / (head + 1n)} % of the log, ${events} events` : 'making indexes';
