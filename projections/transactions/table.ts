import { DocumentRef } from '#core/kernel/event.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES, type TransactionType } from '#core/states.ts';
import { bigint, bytewise, currency, oneOf, optional, text, time, uuid } from '../kernel/columns.ts';
import { defineTable } from '../kernel/table.ts';
import { tallied } from '../tally/tally.ts';

/** One row for each movement on a wallet, from its first event to its last. */
export const transactions = tallied(
  defineTable(
    'transactions',
    ['wallet_id', 'reference'],
    {
      wallet_id: uuid(),
      /** The id of the movement's first event. */
      id: uuid(),
      customer_id: uuid(),
      document_id: uuid(),
      /** The position of the movement's first event. */
      position: bigint(),
      created_at: time(),
      /** When it was completed or failed. */
      settled_at: optional(time()),
      /** Minor units; negative for money that leaves the wallet. */
      amount: bigint(),
      conversion_fee: bigint(),
      /** Balance of the wallet; null unless completed. */
      balance_after: optional(bigint()),
      /** 'deposit:<id>', 'deposit-fee:<id>', 'order:<id>', 'refund:<id>', 'hold:<id>' */
      reference: bytewise(text()),
      currency: currency(),
      type: bytewise(oneOf(Object.keys(TRANSACTION_TYPES) as TransactionType[])),
      status: bytewise(oneOf(TRANSACTION_STATUSES)),
      document_kind: oneOf(DocumentRef.shape.kind.options),
      document_number: text(),
    },
    {
      indexes: {
        by_id: { on: ['id'], isUnique: true },
        by_time: ['created_at', 'position'],
        by_amount: ['amount', 'position'],
        by_customer: ['customer_id', 'created_at', 'position'],
        by_wallet: ['wallet_id', 'created_at', 'position'],
        by_type: ['type', 'created_at', 'position'],
        unsettled: { on: ['status', 'created_at', 'position'], where: "status <> 'completed'" },
        pending: { on: ['wallet_id'], where: "status = 'pending'" },
        by_document: ['document_id'],
        by_number: ['document_number text_pattern_ops'],
      },
    },
  ),
  {
    subject: 'transaction',
    began: 'created_at',
    type: 'type',
    status: 'status',
    currency: 'currency',
    amount: 'amount',
    scopes: ['customer_id', 'wallet_id'],
  },
);
