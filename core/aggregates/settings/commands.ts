import type { Commands } from '#core/kernel/commands/decider.ts';
import type { Approver } from '#core/kernel/commands/second-eyes.ts';
import type { Section, ValueOf } from './sections.ts';

/** When a change takes effect. `now`: ISO 8601 UTC. `isFirstRun`: nobody was ever asked to pay in, so that first values need no wait. */
export type When = { readonly now: string; readonly waitHours: number; readonly isFirstRun?: boolean };

type Inputs = {
  /** The first values of a section, of the demonstration or of an older configuration; nothing where it has some. */
  AdoptSettings: { value: ValueOf; why: string };
  /**
   * `version`: of the section, as the owner saw it. `shown`: what counts while nobody has set the section, where that is not its standard: a
   * store on its owner's own machine does not wait. `hasSecond`: another owner could confirm it. What concerns money is proposed, anything
   * else takes effect at once.
   */
  ChangeSettings: {
    value: ValueOf;
    why: string;
    by: string;
    version: number;
    shown?: ValueOf | undefined;
    proposalId: string;
    hasSecond: boolean;
  } & When;
  /** Exactly this proposal, by another owner. */
  ConfirmSettings: { proposalId: string; by: Omit<Approver, 'aloneUpTo'> } & When;
  WithdrawSettings: { proposalId: string; by: string };
  /** What is due takes effect, unless who proposed or confirmed it may not do so any more. */
  CarryOutSettings: { now: string; lapsed: readonly string[] };
};
export type SettingsCommands = Commands<{ section: Section }, Inputs>;
export type SettingsCommand = SettingsCommands[keyof SettingsCommands];
