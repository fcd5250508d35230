import type { Command } from 'commander';
import { CliError, EXIT } from '#core/cli/output.ts';
import type { Workplace } from '#core/cli/workplace.ts';
import { type LogPlace, problemOfPlace } from '#core/kernel/following/log-place.ts';
import type { Databases } from './databases.ts';

/** `followers`: whether the log is the one that the parts followed, and after a restore lets them go on with it. */
export function addFollowers(program: Command, { withStore, withFollowers, output }: Workplace & Databases): void {
  program
    .command('followers')
    .description(
      'how far the read models, the processes and the webhooks followed the log, and whether it is still that log',
    )
    .option('--accept', 'after a restore of an earlier log: processes and webhooks go on with the log as it is')
    .action(async ({ accept = false }: { accept?: boolean }) => {
      if (accept) {
        const done = await withFollowers((followers) => followers.accept());
        for (const line of done) await output.line(line);
        if (done.length === 0) await output.line('Processes and webhooks follow this log already.');
        output.note('The read models are built again by `npm run rebuild -- --accept`.');
        return;
      }
      await withStore(async (store, { readFollowers = async () => [] }) => {
        const followers = await readFollowers();
        if (followers.length === 0)
          throw new CliError('Nothing of it is here: Postgres does not answer.', EXIT.unavailable);
        let others = 0;
        for (const { name, place } of followers) {
          const problem = await problemOfPlace(store, place);
          if (problem !== null) others += 1;
          await output.line(problem === null ? `✓ ${name}: ${wordsOf(place)}` : `✗ ${name}: ${problem}`);
        }
        if (others === 0) return;
        await output.line('docs/runbooks/log-set-back.md says what to do.');
        throw new CliError(`${others} of ${followers.length} followed another log.`, EXIT.notSound);
      });
    });
}

const wordsOf = ({ position, event }: LogPlace): string =>
  event === null
    ? `position ${position}, kept by an earlier version without its event`
    : `position ${position}, revision ${event.revision} of ${event.streamId}, ${event.time}`;
