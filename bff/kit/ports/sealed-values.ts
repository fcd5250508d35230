type SealedColumn = {
  /** A table of the schema `app`. */
  readonly table: string;
  readonly id: string;
  readonly idType: 'uuid' | 'text';
  readonly column: string;
  /** The kind of the value. It is authenticated with the id, so a value that is copied to another row cannot be opened. */
  readonly context: string;
};

const uuid = (table: string, id: string, column: string, context: string) =>
  ({ table, id, idType: 'uuid', column, context }) as const;

/** All values that are sealed under the keys of DATA_ENCRYPTION_KEYS. A new key seals each again. */
export const SEALED_VALUES = {
  customerKey: uuid('customer_key', 'customer_id', 'key_sealed', 'customer-key'),
  giftCode: uuid('gift_code', 'id', 'code_sealed', 'gift-code'),
  mfaSecret: uuid('mfa_factor', 'factor_id', 'secret_sealed', 'mfa-factor'),
  bankingDetail: uuid('banking_detail', 'customer_id', 'sealed', 'banking-detail'),
  webhookSecret: uuid('webhook_endpoint', 'endpoint_id', 'secret_sealed', 'webhook-secret'),
  previousWebhookSecret: uuid('webhook_endpoint', 'endpoint_id', 'previous_secret_sealed', 'webhook-secret'),
  webhookBody: uuid('webhook_delivery', 'delivery_id', 'body_sealed', 'webhook-body'),
  keptAnswer: uuid('idempotency_key', 'answer_id', 'response_sealed', 'kept-answer'),
  jobPayload: {
    table: 'job_payload',
    id: 'job_id',
    idType: 'text',
    column: 'payload_sealed',
    context: 'job-payload',
  },
  webhookAnswer: uuid('webhook_delivery', 'delivery_id', 'answer_sealed', 'webhook-answer'),
  keptInvoice: uuid('kept_invoice', 'invoice_id', 'document_sealed', 'kept-invoice'),
  invoiceParties: uuid('invoice_parties', 'invoice_id', 'parties_sealed', 'invoice-parties'),
  bankLine: {
    table: 'bank_line',
    id: 'line_id',
    idType: 'text',
    column: 'details_sealed',
    context: 'bank-line',
  },
  payoutBatch: uuid('payout_batch', 'batch_id', 'file_sealed', 'payout-batch'),
  installationKey: {
    table: 'installation_key',
    id: 'name',
    idType: 'text',
    column: 'key_sealed',
    context: 'installation-key',
  },
} as const satisfies Record<string, SealedColumn>;

export type SealedValue = keyof typeof SEALED_VALUES;

export const sealContext = (value: SealedValue, id: string): string => `${SEALED_VALUES[value].context}:${id}`;
