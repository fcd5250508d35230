import type { Commands } from '#core/kernel/commands/decider.ts';
import type { Approver } from '#core/kernel/commands/second-eyes.ts';
import type { DocumentRef } from '#core/kernel/log/event.ts';
import type { Money } from '#core/kernel/money/money.ts';
import type { LinePart } from './events.ts';

type Inputs = {
  /** `by`: the administrator's id. `receivedOn`: the line's own value date, which is its day unless that month is closed. */
  HoldBankLine: { amount: Money; by: string; receivedOn: string };
  /**
   * Approves several deposits that add up to the line, in one decision. A line that is not in suspense yet is held first. `takesTwo`: two
   * administrators have to approve it, whatever its amount.
   */
  SplitBankLine: { amount: Money; by: Approver; receivedOn: string; parts: readonly LinePart[]; takesTwo: boolean };
  /** Takes back what a first administrator approved. */
  RejectBankLineSplit: { by: string };
  /** Assigns all of it, or one of its parts, to a deposit that was approved with its amount. */
  AssignBankLine: { amount: Money; document: DocumentRef };
  /** Holds a line again that was assigned to a deposit although another line pays it: who sends this has seen that other line. */
  TakeBackBankLine: { document: DocumentRef; by: string };
  /** One of its parts pays no deposit: that one was rejected, deleted, or approved without the line. */
  ReleaseLinePart: { document: DocumentRef };
  /** By the id of an approver who neither imported nor held the line, out of a statement that proves that the money came. */
  ReturnBankLine: { by: Returner; statement: StatementOfLine };
};
export type SuspenseCommands = Commands<{ lineId: string; valueDate?: string }, Inputs>;
export type SuspenseCommand = SuspenseCommands[keyof SuspenseCommands];

/** An approver, with those who brought them in or were brought in by them a short time ago: they are not two people yet. */
export type Returner = { readonly id: string; readonly tied?: readonly string[] | undefined };

export type StatementOfLine = {
  /** The id of the administrator who imported it. */
  readonly importedBy: string;
  /**
   * Its lines lead from one balance of the bank to the next, and follow on the statement before it. A person can type lines that no balance
   * confirms.
   */
  readonly isProven: boolean;
};
