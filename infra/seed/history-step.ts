import type { Actor, SealedText } from '#core/kernel/event.ts';
import type { Money } from '#core/kernel/money.ts';
import type { Ledger, LedgerCommand } from '#core/ledger.ts';
import type { PricingTerms } from '#core/order/pricing.ts';
import type { PlannedCustomer } from './planned.ts';

/** What the actions need beside the ledger: rows and files in Postgres that a person would have left behind. */
export type HistoryDeps = {
  ledger: Ledger;
  administratorId: string;
  terms: PricingTerms;
  seal(customerId: string, text: string): Promise<SealedText>;
  saveCompany(customer: PlannedCustomer): Promise<{ documentId: string; sha256: string }>;
  saveBanking(customer: PlannedCustomer): Promise<void>;
  saveProof(
    customer: PlannedCustomer,
    number: string,
    amount: Money,
  ): Promise<{ fileId: string; sha256: string; contentType: string }>;
  saveBankSnapshot(customer: PlannedCustomer, withdrawalId: string): Promise<string>;
  markVerified(customer: PlannedCustomer, at: Date): Promise<void>;
};

/** What is done at one time; the steps of one customer are played one after the other. */
export type Step = { at: Date; customerId: string; run: () => Promise<void> };
/** Sends a command, the same one again under the same name. */
export type Send = (name: string, actor: Actor, command: LedgerCommand) => Promise<unknown>;
export type MakeStep = (at: Date, run: () => Promise<unknown>) => Step;
