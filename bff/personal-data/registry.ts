import { sql } from '#bff/lib/sql.ts';
import type { Fragment } from '#projections/kernel/sql.ts';

// What an erasure does with each table of the schema `app`, and which part of it the customer's own copy contains. A test fails for a table
// or a column that is not here.

/** The customer's rows are deleted. */
type Removed = {
  readonly rowsOf: (customerId: string) => Fragment;
  /** Columns that the customer's own copy leaves out, because they are secrets or say nothing; true for the whole table. */
  readonly withheld: true | string;
};
/** The table stays, because it has no personal data, or for the stated reason. */
type Kept = { readonly columns: string; readonly why: string };

const mine = (customerId: string) => sql.fragment`customer_id = ${customerId}`;
const owned = (customerId: string) => sql.fragment`owner_id = ${customerId}`;

/**
 * The tables in the order of deletion: referring rows before the rows that they refer to. `account` is the last, because its addresses lead
 * to the tickets that were sent without a session.
 */
export const REMOVED_TABLES = {
  refresh_token: {
    rowsOf: (id) => sql.fragment`session_id in (select session_id from app.session where ${mine(id)})`,
    withheld: true,
  },
  session: { rowsOf: mine, withheld: '' },
  known_device: { rowsOf: owned, withheld: 'token_hash' },
  mfa_challenge: {
    rowsOf: (id) => sql.fragment`factor_id in (select factor_id from app.mfa_factor where ${owned(id)})`,
    withheld: true,
  },
  mfa_factor: { rowsOf: owned, withheld: 'secret_sealed last_used_step' },
  recovery_code: { rowsOf: owned, withheld: true },
  passkey: { rowsOf: owned, withheld: 'public_key credential_id' },
  passkey_challenge: { rowsOf: owned, withheld: true },
  second_factor_reset: { rowsOf: mine, withheld: 'requested_by checked_sealed stop_token_hash' },
  sign_up: { rowsOf: mine, withheld: 'password_hash browser_hash' },
  withdrawal_stop: { rowsOf: mine, withheld: 'token_hash' },
  api_key: { rowsOf: mine, withheld: 'key_hash' },
  webhook_delivery: {
    rowsOf: (id) => sql.fragment`endpoint_id in (select endpoint_id from app.webhook_endpoint where ${mine(id)})`,
    withheld: 'body_sealed answer_sealed',
  },
  webhook_endpoint: { rowsOf: mine, withheld: 'secret_sealed previous_secret_sealed' },
  delivery_choice: { rowsOf: mine, withheld: '' },
  money_mail_off: { rowsOf: mine, withheld: '' },
  order_expiry_warning: { rowsOf: mine, withheld: '' },
  credit_reminder: { rowsOf: mine, withheld: '' },
  credit_reminder_pause: { rowsOf: mine, withheld: '' },
  code_look: { rowsOf: mine, withheld: true },
  notification_read: { rowsOf: mine, withheld: '' },
  notification_read_all: { rowsOf: mine, withheld: '' },
  cart_item: {
    rowsOf: (id) => sql.fragment`wallet_id in (select wallet_id from app.cart where ${mine(id)})`,
    withheld: '',
  },
  cart: { rowsOf: mine, withheld: '' },
  checkout: { rowsOf: mine, withheld: '' },
  // Sums of what was decided; those of a bank account have no id of a customer.
  decided_alone: {
    rowsOf: (id) => sql.fragment`party = ${`customer:${id}`} or subject like ${`discount:${id}:%`}`,
    withheld: true,
  },
  // One for each withdrawal.
  bank_snapshot: { rowsOf: mine, withheld: true },
  // The archive has them opened.
  banking_detail: { rowsOf: mine, withheld: true },
  company_document: { rowsOf: mine, withheld: 'file_id' },
  upload: { rowsOf: mine, withheld: 'file_id' },
  // The archive has the invoices themselves.
  invoice_parties: { rowsOf: mine, withheld: true },
  identity_change: { rowsOf: mine, withheld: '' },
  company: { rowsOf: mine, withheld: '' },
  support_ticket_reply: {
    rowsOf: (id) => sql.fragment`ticket_id in (select id from app.support_ticket where ${ticketsOf(id)})`,
    withheld: 'administrator_id',
  },
  support_ticket: { rowsOf: ticketsOf, withheld: '' },
  // After the tickets: a link that was mailed to a former address leads to those that were sent from there.
  account_token: { rowsOf: mine, withheld: 'token_hash browser_hash' },
  // Rows of administrators stay without their answers (`forgetAnswersToAdministrators`), because an answer may name any customer.
  idempotency_key: { rowsOf: (id) => sql.fragment`actor = ${`customer:${id}`}`, withheld: true },
  account: { rowsOf: mine, withheld: 'password_hash frozen_by frozen_reason_sealed' },
} as const satisfies Readonly<Record<string, Removed>>;

function ticketsOf(customerId: string): Fragment {
  return sql.fragment`(${mine(customerId)}
    or lower(email) = (select email from app.account where ${mine(customerId)})
    or (customer_id is null and lower(email) in (select email from app.account_token
        where ${mine(customerId)} and purpose = 'restore-email')
      and lower(email) not in (select email from app.account where not (${mine(customerId)}))))`;
}

const CATALOGUE = 'The store’s own catalogue.';
const STAFF = 'Administrators, and what they did by ids alone.';
const BOOKKEEPING = 'Figures and ids of the store’s own work.';

export const KEPT_TABLES = {
  customer_key: {
    columns: 'customer_id key_sealed created_at erased_at',
    why: 'The key is erased; the row says that it was, so that none is made again.',
  },
  personal_data_request: {
    columns: 'request_id customer_id kind status requested_at decided_at decided_by note_sealed told_at report done_at',
    why: 'The report of the erasure: counts, and a note under the key that is erased.',
  },
  kept_invoice: {
    columns: 'invoice_id request_id kind number keep_until document_sealed',
    why: 'Invoices that the law has us keep: sealed, each removed on its day.',
  },
  invoice_number: {
    columns: 'invoice_id kind year sequence vat_treatment vat_percent vat home_rates home_net home_vat',
    why: 'Numbers of invoices and their VAT: a series must stay whole. They name nobody.',
  },
  job_payload: {
    columns: 'job_id payload_sealed created_at',
    why: 'Of mails that wait, those to the customer are removed; one that is sent leaves nothing.',
  },
  sign_in_attempt: {
    columns: 'subject_hash attempted_at',
    why: 'Hashes; they are removed after 15 minutes.',
  },
  mail_sent: {
    columns: 'subject_hash sent_at',
    why: 'Hashes; they are removed after an hour.',
  },
  security_event: {
    columns: 'id kind account_id address detail times first_at last_at',
    why: 'What may have been an attack, by account id and network address, without names; nobody may change it. Removed after SECURITY_EVENT_DAYS.',
  },
  gift_code: {
    columns: 'id variant_id code_sealed last_four fingerprint added_at order_id line_id allocated_at first_revealed_at',
    why: 'What was sold, sealed: a code is never sold twice.',
  },
  stock_request: {
    columns: 'order_id position status requested_at allocated_at released_at fulfilled_at in_part is_unbooked',
    why: BOOKKEEPING,
  },
  stock_request_line: { columns: 'order_id line_id variant_id quantity given', why: BOOKKEEPING },
  checkout_request: { columns: 'request_id order_id requested_at', why: BOOKKEEPING },
  document_number: { columns: 'kind reserved', why: BOOKKEEPING },
  document_number_given: { columns: 'kind last', why: BOOKKEEPING },
  process_checkpoint: { columns: 'name position saved_at', why: BOOKKEEPING },
  bank_statement: {
    columns:
      'statement_id format number account first_day last_day lines imported_by imported_at opening closing balance_currency covers_until gap gap_numbers known notes',
    why: BOOKKEEPING,
  },
  bank_table_mapping: { columns: 'account titles mapping saved_by saved_at', why: BOOKKEEPING },
  bank_line: {
    columns:
      'line_id statement_id place booked_on value_date amount currency bank_reference details_sealed balance_before batch beside doubt',
    why: 'Statements of the bank, which the law has us keep whole; who paid and what they wrote is sealed.',
  },
  exchange_rate: {
    columns: 'rate_id currency holds_from rate source quote recorded_by recorded_at place',
    why: BOOKKEEPING,
  },
  payout_batch: {
    columns:
      'batch_id number currency sum transfers file_sealed created_by created_at withdrawn_by withdrawn_at awaits_second confirmed_by confirmed_at fetched_at withdraw_first_by withdraw_first_at',
    why: 'Orders to the bank, which the law has us keep whole; whom they pay is sealed.',
  },
  payout_batch_item: { columns: 'batch_id withdrawal_id line_id end_to_end_id is_open', why: BOOKKEEPING },
  installation: { columns: 'key value changed_at', why: BOOKKEEPING },
  installation_key: { columns: 'name key_sealed', why: 'Keys of the store itself.' },
  brand: {
    columns: 'id slug title description website color glyph logo_file_id created_at updated_at',
    why: CATALOGUE,
  },
  carousel_image: { columns: 'id url file_id file_name position created_at updated_at', why: CATALOGUE },
  image_variant: { columns: 'file_id size format variant_file_id made_at', why: CATALOGUE },
  product: {
    columns:
      'id name short_description description category brand_id region permanent_out_of_stock active image_file_id created_at updated_at',
    why: CATALOGUE,
  },
  product_listing: {
    columns:
      'product_id variant_id is_in_store name_key brand_id brand_key region_key price_minor currency search_text',
    why: CATALOGUE,
  },
  catalogue_version: { columns: 'is_only version', why: CATALOGUE },
  product_word: { columns: 'word', why: CATALOGUE },
  product_variant: {
    columns:
      'id product_id name price_minor currency position created_at updated_at codes free_codes waiting available',
    why: CATALOGUE,
  },
  administrator: {
    columns: 'administrator_id email name password_hash is_active created_at last_sign_in_at roles',
    why: STAFF,
  },
  administrator_session: {
    columns: 'session_id administrator_id created_at expires_at ended_at user_agent address last_used_at confirmed_at',
    why: STAFF,
  },
  administrator_token: { columns: 'token_hash administrator_id created_at expires_at used_at', why: STAFF },
  administrator_tie: { columns: 'administrator_id brought_in_by tied_at', why: STAFF },
  proposal: {
    columns: 'proposal_id kind subject_id change proposed_by proposed_at due_at ended_at ended ended_by end_id',
    why: STAFF,
  },
  action_record: {
    columns: 'command_id command actor written_at',
    why: 'Records of actions on their way into the log, which names nobody in the clear.',
  },
  lease: {
    columns: 'name holder expires_at',
    why: 'For the seconds of one decision: the id of what is decided, which names nobody.',
  },
  price_change: { columns: 'variant_id changed_at price_minor currency', why: CATALOGUE },
  admin_notification_read: { columns: 'administrator_id notification_id read_at', why: STAFF },
  admin_notification_read_all: { columns: 'administrator_id read_until', why: STAFF },
  mailed_head: { columns: 'address size mailed_at', why: STAFF },
  approval_of_day: { columns: 'request_id administrator_id day subject worth', why: STAFF },
} as const satisfies Readonly<Record<string, Kept>>;

/** The other schemas. Their data is never typed by a person, or is found only by its customer's key. */
export const OTHER_SCHEMAS = {
  read: 'Made from the events, and from nothing else: ids, figures, and notes that only the customer’s key opens.',
  eventstore: 'The events, kept whole. What a person typed is in notes that only the customer’s key opens.',
  bullmq: 'Ids alone: what a job is about lies sealed in app.job_payload, until it is done.',
  notary:
    'Hashes of the events, in order, and the heads of the log that were signed. They say nothing of a person without the event.',
  public: 'Which migrations were applied.',
} as const;
