import type { AddCommands } from '#core/cli/workplace.ts';
import { addAdministrators } from './administrators.ts';
import { addBank } from './bank.ts';
import type { Databases } from './databases.ts';
import { addFollowers } from './followers.ts';
import { addKeys } from './keys.ts';
import { addReplays } from './replays.ts';
import { addVat } from './vat.ts';

/** The commands that need the databases beside the log. */
export const databaseCommands =
  (given: Databases): AddCommands =>
  (program, place) => {
    const { onOwn, address } = place;
    const databases: Databases = {
      withAdministrators: (work) => onOwn(() => given.withAdministrators(work)),
      withReports: (work) => onOwn(() => given.withReports(work)),
      withKeys: (work) => onOwn(() => given.withKeys(work)),
      withFollowers: (work) => onOwn(() => given.withFollowers(work)),
      withReadModels: (work) => given.withReadModels(work, address()),
    };
    const all = { ...place, ...databases };
    addBank(program, all);
    addReplays(program, all);
    addVat(program, all);
    addAdministrators(program, all);
    addKeys(program, all);
    addFollowers(program, all);
  };
