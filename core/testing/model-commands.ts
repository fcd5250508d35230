import { v5 } from 'uuid';
import type { OrderLine } from '#core/aggregates/order/events.ts';
import { worthOfRest } from '#core/aggregates/order/parts.ts';
import { approvalOf } from '#core/aggregates/testing/approval.ts';
import type { Approver } from '#core/kernel/commands/second-eyes.ts';
import { SealedText } from '#core/kernel/log/event.ts';
import { money } from '#core/kernel/money/money.ts';
import { correctionIdOf } from '#core/ledger/correction-stream.ts';
import type { LedgerCommand } from '#core/ledger/ledger.ts';
import type { InMemoryStock } from './in-memory-stock.ts';
import { type Action, ALONE_UP_TO, LAPSED, TIED } from './model-rounds.ts';

/** From when on accounts that were never paid before are paid. */
const PAYABLE_FROM = '2026-01-02T00:00:00.000Z';
export const EARLY = SealedText.parse('before it');
export const CUSTOMER = idOf('customer', 0);

/** The same id for the same thing in every run. */
export function idOf(kind: string, index: number): string {
  return v5(`${kind}/${index}`, '3f2c6f1e-7f0d-5f3e-8a34-2f0f4a9d1c55');
}

const usd = (amount: number | bigint) => money(BigInt(amount), 'USD');

export const administratorId = (index: number): string => `administrator ${index}`;
const approverOf = (index: number): Approver => ({
  id: administratorId(index),
  aloneUpTo: ALONE_UP_TO,
  lapsed: index === LAPSED ? [] : [administratorId(LAPSED)],
  tied: TIED.includes(index) ? TIED.filter((other) => other !== index).map(administratorId) : [],
});

const proofOf = (depositId: string): LedgerCommand => ({
  type: 'UploadProof',
  depositId,
  fileId: depositId,
  sha256: 'a'.repeat(64),
  contentType: 'application/pdf',
});

/** An approved deposit or a completed withdrawal: it may be corrected. */
export type Decided = { readonly id: string; readonly walletId: string; readonly amount: bigint };

/** Turns actions into commands; an action that brings stock adds it to the shelf. `decided`: those that the log has. */
export function createCommands(stock: InMemoryStock, decided: (kind: 'deposit' | 'withdrawal') => readonly Decided[]) {
  let made = 0;
  const placed = new Map<string, OrderLine>();
  const counts = { deposits: 0, orders: 0, withdrawals: 0, codes: 0 };
  /** One of those that were asked for, so that most actions find something to act on. */
  const orderOf = (index: number) => idOf('order', index % Math.max(1, counts.orders));
  const withdrawalOf = (index: number) => idOf('withdrawal', index % Math.max(1, counts.withdrawals));

  /** The commands of one action. A retry gets the same ones. */
  return function commandsOf(next: Action): { command: LedgerCommand; commandId: string }[] {
    const ids = (...commands: LedgerCommand[]) =>
      commands.map((command) => {
        made += 1;
        return { command, commandId: idOf('command', made) };
      });
    const walletId = idOf('wallet', 'wallet' in next ? next.wallet : 0);
    switch (next.kind) {
      case 'deposit': {
        const depositId = idOf('deposit', counts.deposits++);
        return ids(
          {
            type: 'RequestDeposit',
            depositId,
            number: 'D',
            customerId: CUSTOMER,
            walletId,
            amount: usd(next.amount),
            note: null,
          },
          ...(next.hasProof ? [proofOf(depositId)] : []),
          ...next.approvers.map((approver) => ({
            ...approvalOf(depositId, usd(next.amount), BigInt(next.fee)),
            by: approverOf(approver),
          })),
        );
      }
      case 'order': {
        const orderId = idOf('order', counts.orders++);
        const line = {
          lineId: idOf('line', counts.orders),
          productId: 'p',
          variantId: `v${next.variant}`,
          productName: 'P',
          variantName: 'V',
          brandName: 'B',
          region: 'R',
          quantity: next.quantity,
          unitPrice: usd(next.price),
          discount: usd(0),
          conversionFee: usd(1),
          total: usd(next.quantity * next.price + 1),
        };
        placed.set(orderId, line);
        return ids({
          type: 'PlaceOrder',
          orderId,
          number: 'O',
          customerId: CUSTOMER,
          walletId,
          currency: 'USD',
          lines: [line],
          placedAt: '2026-01-01T00:00:00Z',
          expiresAt: '2026-01-03T00:00:00Z',
          mayDeliverInPart: next.inPart,
        });
      }
      case 'cancel':
        return ids({ type: 'CancelOrder', orderId: orderOf(next.order), reason: 'customer', note: null });
      case 'release': {
        // Whatever was delivered, all of these amounts but one are refused.
        const orderId = orderOf(next.order);
        const line = placed.get(orderId);
        const counts = Array.from({ length: (line?.quantity ?? 1) - 1 }, (_, index) => index + 1);
        return ids(
          ...counts.map((quantity) => ({
            type: 'ReleaseRest' as const,
            orderId,
            amount: line ? worthOfRest([line], [{ lineId: line.lineId, quantity }]).amount : usd(0),
          })),
        );
      }
      case 'expire':
        return ids({ type: 'ExpireOrder', orderId: orderOf(next.order), now: '2026-01-04T00:00:00Z' });
      case 'withdraw':
        return ids({
          type: 'RequestWithdrawal',
          withdrawalId: idOf('withdrawal', counts.withdrawals++),
          number: 'W',
          customerId: CUSTOMER,
          walletId,
          amount: usd(next.amount),
          requestedBy: 'customer',
          bankSnapshotId: null,
          ...(next.isNew && { payableFrom: PAYABLE_FROM }),
          userNote: null,
          adminNote: null,
        });
      case 'complete':
        return ids({
          type: 'CompleteWithdrawal',
          withdrawalId: withdrawalOf(next.withdrawal),
          note: null,
          by: approverOf(next.approver),
          // The note tells the clerk when it was sent.
          ...(next.isLate ? { now: PAYABLE_FROM } : { now: '2026-01-01T23:59:59.999Z', note: EARLY }),
        });
      case 'reject':
        return ids({
          type: 'RejectWithdrawal',
          withdrawalId: withdrawalOf(next.withdrawal),
          adminNote: null,
          userNote: null,
        });
      case 'correct': {
        const { of: kind, divisor, people } = next;
        const all = decided(kind);
        const found = all[next.document % all.length];
        if (!found) return [];
        const { id, walletId: ofWallet } = found;
        const correctionId = correctionIdOf(id);
        const [proposer, confirmer] = people.map(approverOf) as [Approver, Approver];
        const minor = found.amount / BigInt(divisor);
        const what = { number: 'C', amount: usd(kind === 'deposit' ? -minor : minor), valueDate: '2026-01-01' };
        const { id: by, lapsed, tied } = confirmer;
        return ids(
          {
            ...({
              type: 'ProposeCorrection',
              correctionId,
              by: proposer.id,
              reason: 'R',
              paper: 'P',
              ...what,
            } as const),
            kind: kind === 'deposit' ? 'deposit-taken-back' : 'payout-returned',
            corrects: { kind, id, number: 'N' },
            walletId: ofWallet,
            most: usd(found.amount),
          },
          { type: 'ConfirmCorrection', correctionId, by, lapsed, tied, ...what },
        );
      }
      case 'limit':
        return ids({ type: 'SetCreditLimit', walletId, limit: usd(next.limit), by: approverOf(next.approver) });
      case 'stock': {
        stock.add(
          `v${next.variant}`,
          Array.from({ length: next.quantity }, () => `code-${counts.codes++}`),
        );
        return ids({
          type: 'RecordAdministratorAction',
          administratorId: idOf('admin', 0),
          action: 'stock-added',
          subject: { kind: 'variant', id: `v${next.variant}` },
          facts: {},
        });
      }
      case 'follow':
        return [];
    }
  };
}
