import { sql } from '#bff/kit/tables/sql.ts';
import type { Fragment } from '#projections/kernel/sql.ts';

// What an erasure does with each table of the schema `app`, and which part of it the customer's own copy contains. A test fails for a table
// that is not here, and for a column of text, JSON or bytes of one that is kept.

/** The customer's rows are deleted. */
type Removed = {
  readonly rowsOf: (customerId: string) => Fragment;
  /** Columns that the customer's own copy leaves out, because they are secrets or say nothing; true for the whole table. */
  readonly withheld: true | string;
};
/** The table stays, because it has no personal data, or for the stated reason. `texts`: its columns that could name a person, were it written there. */
type Kept = { readonly texts: string; readonly why: string };

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
  deposit_recall_told: { rowsOf: mine, withheld: '' },
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
  // Planned discounts; files and prices are of no customer.
  catalogue_change_line: {
    rowsOf: (id) => sql.fragment`change_id in (select id from app.catalogue_change where ${mine(id)})`,
    withheld: 'target problems is_far refused',
  },
  catalogue_change: { rowsOf: mine, withheld: 'digest created_by confirmed_by' },
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
    texts: 'key_sealed',
    why: 'The key is erased; the row says that it was, so that none is made again.',
  },
  personal_data_request: {
    texts: 'kind status note_sealed report',
    why: 'The report of the erasure: counts, and a note under the key that is erased.',
  },
  kept_invoice: {
    texts: 'kind number document_sealed',
    why: 'Invoices that the law has us keep: sealed, each removed on its day.',
  },
  invoice_number: {
    texts: 'kind vat_treatment vat_percent home_rates seller',
    why: 'Numbers of invoices, their VAT and who sold: a series must stay whole. They name no customer.',
  },
  job_payload: {
    texts: 'job_id payload_sealed',
    why: 'Of mails that wait, those to the customer are removed; one that is sent leaves nothing.',
  },
  sign_in_attempt: {
    texts: 'subject_hash',
    why: 'Hashes; they are removed after 15 minutes.',
  },
  request_count: {
    texts: 'subject_hash',
    why: 'Hashes; they are removed after a quarter of an hour.',
  },
  mail_sent: {
    texts: 'subject_hash',
    why: 'Hashes; they are removed after an hour.',
  },
  security_event: {
    texts: 'kind address detail',
    why: 'What may have been an attack, by account id and network address, without names; nobody may change it. Removed after the days of Settings, Retention.',
  },
  gift_code: {
    texts: 'code_sealed last_four fingerprint',
    why: 'What was sold, sealed: a code is never sold twice.',
  },
  stock_request: { texts: 'status', why: BOOKKEEPING },
  stock_request_line: { texts: '', why: BOOKKEEPING },
  allocation: { texts: '', why: BOOKKEEPING },
  checkout_request: { texts: '', why: BOOKKEEPING },
  document_number: { texts: 'kind', why: BOOKKEEPING },
  document_number_given: { texts: 'kind', why: BOOKKEEPING },
  process_checkpoint: { texts: 'name event_stream event_hash halted_reason', why: BOOKKEEPING },
  bank_statement: { texts: 'format number account balance_currency gap_numbers notes', why: BOOKKEEPING },
  bank_table_mapping: { texts: 'account titles mapping', why: BOOKKEEPING },
  bank_line: {
    texts: 'line_id currency bank_reference details_sealed batch beside doubt',
    why: 'Statements of the bank, which the law has us keep whole; who paid and what they wrote is sealed.',
  },
  exchange_rate: { texts: 'currency source quote', why: BOOKKEEPING },
  payout_batch: {
    texts: 'currency file_sealed',
    why: 'Orders to the bank, which the law has us keep whole; whom they pay is sealed.',
  },
  payout_batch_item: { texts: 'line_id end_to_end_id', why: BOOKKEEPING },
  installation: { texts: 'key value', why: BOOKKEEPING },
  backup_run: { texts: 'place problem', why: BOOKKEEPING },
  installation_key: { texts: 'name key_sealed', why: 'Keys of the store itself.' },
  brand: { texts: 'slug title description website color glyph', why: CATALOGUE },
  carousel_image: { texts: 'url file_name', why: CATALOGUE },
  image_variant: { texts: 'size format', why: CATALOGUE },
  store_picture: { texts: '', why: 'Logos of the store.' },
  product: { texts: 'name short_description description category region', why: CATALOGUE },
  product_listing: { texts: 'name_key brand_key region_key currency search_text', why: CATALOGUE },
  catalogue_version: { texts: '', why: CATALOGUE },
  product_word: { texts: 'word', why: CATALOGUE },
  product_variant: { texts: 'name currency', why: CATALOGUE },
  administrator: { texts: 'email name password_hash roles', why: STAFF },
  administrator_session: { texts: 'user_agent address', why: STAFF },
  administrator_token: { texts: 'token_hash', why: STAFF },
  administrator_tie: { texts: '', why: STAFF },
  proposal: { texts: 'kind change ended', why: STAFF },
  action_record: {
    texts: 'command actor',
    why: 'Records of actions on their way into the log, which names nobody in the clear.',
  },
  lease: {
    texts: 'name',
    why: 'For the seconds of one decision: the id of what is decided, which names nobody.',
  },
  price_change: { texts: 'currency', why: CATALOGUE },
  admin_notification_read: { texts: '', why: STAFF },
  admin_notification_read_all: { texts: '', why: STAFF },
  mailed_head: { texts: 'address', why: STAFF },
  approval_of_day: { texts: 'subject', why: STAFF },
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
