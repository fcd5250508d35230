import { type Command, InvalidArgumentError, Option } from 'commander';
import { ROLES, type Role } from '#core/admin/roles.ts';
import { withFormats } from './options.ts';
import type { Output } from './output.ts';
import { createRowWriter, type Format, timeFor } from './table.ts';

/** An administrator as the command line shows one. */
type ListedAdministrator = {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly isActive: boolean;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
};

type NewAdministrator = { readonly email: string; readonly name: string; readonly roles: readonly Role[] };

/** Manages administrators. With a link the administrator chooses a password, once. */
type Administrators = {
  list(): Promise<readonly ListedAdministrator[]>;
  create(wanted: NewAdministrator): Promise<string>;
  /** The link is sent by mail. */
  invite(wanted: NewAdministrator): Promise<void>;
  reset(email: string): Promise<string>;
  setRoles(email: string, roles: readonly Role[]): Promise<void>;
  setActive(email: string, isActive: boolean): Promise<void>;
};

export type WithAdministrators = <Result>(work: (administrators: Administrators) => Promise<Result>) => Promise<Result>;

const COLUMNS = [
  { name: 'Email', width: 34 },
  { name: 'Name', width: 24 },
  { name: 'Roles', width: 24 },
  { name: 'State', width: 8 },
  { name: 'Created', width: 20 },
  { name: 'Last sign-in', width: 20 },
] as const;

function parseEmail(text: string): string {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) throw new InvalidArgumentError('Expected an e-mail address.');
  return text;
}

const roleOption = () =>
  new Option('--role <role...>', 'what they may do; several are possible').choices(ROLES).makeOptionMandatory();

/** `admin …`: who may sign in to the back office. It needs the databases, not the store's web server, and is recorded. */
export function addAdministrators(
  program: Command,
  { withAdministrators, output }: { withAdministrators: WithAdministrators; output: Output },
): void {
  const admin = program
    .command('admin')
    .description('administrators of the back office and their roles. Each step is recorded');
  const showLink = async (email: string, link: string) => {
    await output.line(link);
    output.note(`${email} chooses a password there. The link works once, for 24 hours. Send it by a private way.`);
  };
  const wanted = (name: string, what: string, add: (wanted: NewAdministrator) => Promise<void>) =>
    admin
      .command(name)
      .description(what)
      .argument('<email>', 'address', parseEmail)
      .requiredOption('--name <name>', 'name')
      .addOption(roleOption())
      .action((email: string, { name, role }: { name: string; role: Role[] }) => add({ email, name, roles: role }));
  wanted('create', 'a new administrator; prints the link by which they choose a password', (one) =>
    withAdministrators(async ({ create }) => showLink(one.email, await create(one))),
  );
  wanted('invite', 'the same, but the link is sent by mail; it leaves when the store runs', (one) =>
    withAdministrators(async ({ invite }) => {
      await invite(one);
      await output.line(`A link was sent to ${one.email}. It works once, for 24 hours.`);
    }),
  );
  admin
    .command('roles')
    .description('gives an administrator these roles in place of those before; their next request has them')
    .argument('<email>', 'address', parseEmail)
    .addOption(roleOption())
    .action((email: string, { role: roles }: { role: Role[] }) =>
      withAdministrators(async ({ setRoles }) => {
        await setRoles(email, roles);
        await output.line(`${email} is ${roles.join(', ')}.`);
      }),
    );
  const list = admin.command('list').description('who may sign in, their roles, and when they did last');
  withFormats(list).action(({ format }: { format: Format }) =>
    withAdministrators(async (administrators) => {
      const timeOf = (moment: Date | null) => (moment ? timeFor(format)(moment.toISOString()) : 'never');
      const rows = await createRowWriter(output, format, COLUMNS);
      for (const { email, name, roles, isActive, createdAt, lastSignInAt } of await administrators.list()) {
        const state = isActive ? 'enabled' : 'disabled';
        await rows.row([email, name, roles.join(' '), state, timeOf(createdAt), timeOf(lastSignInAt)]);
      }
      await rows.end();
    }),
  );
  admin
    .command('reset')
    .description('voids the password and all sessions; prints the link for a new password')
    .argument('<email>', 'address', parseEmail)
    .action((email: string) => withAdministrators(async ({ reset }) => showLink(email, await reset(email))));
  for (const [name, isActive, what] of [
    ['disable', false, 'keeps an administrator out; sessions end at once'],
    ['enable', true, 'lets an administrator in again'],
  ] as const) {
    admin
      .command(name)
      .description(what)
      .argument('<email>', 'address', parseEmail)
      .action((email: string) =>
        withAdministrators(async ({ setActive }) => {
          await setActive(email, isActive);
          await output.line(`${email} is ${name}d.`);
        }),
      );
  }
}
