import { type Command, InvalidArgumentError, Option } from 'commander';
import { ROLES, type Role } from '#core/aggregates/admin/roles.ts';
import { withFormats } from '#core/cli/options.ts';
import { type Format, timeFor, writeRows } from '#core/cli/table.ts';
import type { Workplace } from '#core/cli/workplace.ts';
import type { Databases } from './databases.ts';

/** What came of a change: it is done, perhaps with the link of the first owner, or it waits for its time. */
type Outcome = { readonly link: string | null } | { readonly dueAt: Date };

function parseEmail(text: string): string {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) throw new InvalidArgumentError('Expected an e-mail address.');
  return text;
}

/**
 * `admin …`: what nobody can do on the screens, because nobody can sign in there. It needs the databases, not the store's web server, and
 * is recorded.
 */
export function addAdministrators(
  program: Command,
  { withAdministrators, output }: Pick<Workplace & Databases, 'withAdministrators' | 'output'>,
): void {
  const admin = program
    .command('admin')
    .description('the first administrator, and the way back in. Each step is recorded');
  const show = async (email: string, outcome: Outcome, done: string) => {
    if ('dueAt' in outcome) {
      await output.line(`Proposed. It is carried out on ${timeFor('table')(outcome.dueAt.toISOString())}.`);
      output.note('Every owner got a mail, and can confirm it at once or refuse it. `admin refuse` stops it too.');
      return;
    }
    if (outcome.link === null) return output.line(done);
    await output.line(outcome.link);
    output.note(`${email} chooses a password there. The link works once, for 24 hours. Send it by a private way.`);
  };
  admin
    .command('create')
    .description('a new administrator; prints the link of the first owner. Later ones get it by mail, after the delay')
    .argument('<email>', 'address', parseEmail)
    .requiredOption('--name <name>', 'name')
    .addOption(
      new Option('--role <role...>', 'what they may do; several are possible').choices(ROLES).makeOptionMandatory(),
    )
    .action((email: string, { name, role: roles }: { name: string; role: Role[] }) =>
      withAdministrators(async ({ create }) =>
        show(email, await create({ email, name, roles }), `A link was sent to ${email}.`),
      ),
    );
  admin
    .command('reset')
    .description('voids the password, the second factor and all sessions after the delay, and mails a link')
    .argument('<email>', 'address', parseEmail)
    .action((email: string) =>
      withAdministrators(async ({ reset }) => show(email, await reset(email), `A link was sent to ${email}.`)),
    );
  addChanges(admin, { withAdministrators, output });
}

/** What waits, and refusing it. */
function addChanges(
  admin: Command,
  { withAdministrators, output }: Pick<Workplace & Databases, 'withAdministrators' | 'output'>,
): void {
  const changes = admin.command('changes').description('changes to administrators that wait');
  withFormats(changes).action(({ format }: { format: Format }) =>
    withAdministrators(async (administrators) => {
      const time = (moment: Date) => timeFor(format)(moment.toISOString());
      await writeRows({ output, format }, await administrators.changes(), [
        { name: 'Id', width: 36, of: ({ id }) => id },
        { name: 'Change', width: 60, of: ({ what }) => what },
        { name: 'Proposed by', width: 24, of: ({ by }) => by ?? 'command line' },
        { name: 'Proposed', width: 20, of: ({ at }) => time(at) },
        { name: 'Carried out', width: 20, of: ({ dueAt }) => (dueAt ? time(dueAt) : 'when confirmed') },
      ]);
    }),
  );
  admin
    .command('refuse')
    .description('refuses a change that waits')
    .argument('<id>', 'of `admin changes`')
    .action((id: string) =>
      withAdministrators(async ({ refuse }) => {
        await refuse(id);
        await output.line('Refused. Nothing was changed.');
      }),
    );
}
