import type { Approver } from '#core/kernel/commands/second-eyes.ts';
import type { Section, ValueOf } from './sections.ts';

type For<Type extends string, Data> = { readonly type: Type; readonly section: Section } & Readonly<Data>;
/** When a change takes effect. `now`: ISO 8601 UTC. */
type When = { readonly now: string; readonly waitHours: number };

export type SettingsCommand =
  /** The first values of a section, of the demonstration or of an older configuration; nothing where it has some. */
  | For<'AdoptSettings', { value: ValueOf; why: string }>
  /**
   * `version`: of the section, as the owner saw it. `hasSecond`: another owner could confirm it. What concerns money is proposed, anything
   * else takes effect at once.
   */
  | For<
      'ChangeSettings',
      { value: ValueOf; why: string; by: string; version: number; proposalId: string; hasSecond: boolean } & When
    >
  /** Exactly this proposal, by another owner. */
  | For<'ConfirmSettings', { proposalId: string; by: Omit<Approver, 'aloneUpTo'> } & When>
  | For<'WithdrawSettings', { proposalId: string; by: string }>
  /** What is due takes effect, unless who proposed or confirmed it may not do so any more. */
  | For<'CarryOutSettings', { now: string; lapsed: readonly string[] }>;
