import { LocalStackProblem } from '../problem.ts';

const LOG_TAIL_CHARS = 800;

/** What to do about a Postgres that did not start, judged by its output. */
export function postgresProblem(
  said: string,
  place: { dir: string; log: string; port: number },
  cause: unknown,
): LocalStackProblem {
  const problem = (text: string) => new LocalStackProblem(text, { cause });
  if (/No space left on device|Disk quota exceeded/i.test(said)) {
    return problem(
      `The disk is full, so the database in ${place.dir} cannot start. Free some space and start again; nothing that was saved is lost.`,
    );
  }
  if (/Address already in use/i.test(said)) {
    return problem(
      `Port ${place.port} on 127.0.0.1 is taken by another program, so the database cannot listen there. Stop that program or set POSTGRES_PORT to another port.`,
    );
  }
  if (/Permission denied/i.test(said)) {
    return problem(
      `The database in ${place.dir} cannot be read or written by the user it runs as. Check the owner of that directory.\n${said.slice(-LOG_TAIL_CHARS).trim()}`,
    );
  }
  return problem(
    `The database in ${place.dir} did not start. Its data was not touched. Where it does not start again, bring the store back: docs/runbooks/restore.md. ` +
      `What it said (${place.log}):\n${said.slice(-LOG_TAIL_CHARS).trim()}`,
  );
}
