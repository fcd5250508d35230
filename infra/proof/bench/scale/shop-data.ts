import type pg from 'pg';
import type { Customer } from './history.ts';

const FIRST_NAMES = ['Anna', 'Bruno', 'Chidi', 'Dilnoza', 'Emre', 'Fatima', 'Goran', 'Hana', 'Ivo', 'Jana'];
const LAST_NAMES = [
  'Kowalska',
  'Lindqvist',
  'Moreau',
  'Novák',
  'Okafor',
  'Petrov',
  'Quispe',
  'Rossi',
  'Sato',
  'Tanaka',
];
const COMPANIES = ['Trading', 'Retail', 'Games', 'Media', 'Rewards', 'Travel', 'Market'];

/** A customer's name: of 10,000, each first name has a thousand. */
const nameOf = (index: number): string =>
  `${FIRST_NAMES[index % 10]} ${LAST_NAMES[Math.floor(index / 10) % 10]} ${index}`;
export const emailOf = (index: number): string => `buyer${index}@shop${index % 97}.example`;

/** Accounts and companies of these customers, who exist in the log already. */
export async function addAccounts(pool: pg.ClientBase, customers: readonly Customer[]): Promise<void> {
  const ids = customers.map(({ customerId }) => customerId);
  await pool.query(
    `insert into app.account (customer_id, email, name, password_hash, email_verified_at)
      select id, email, name, 'no password', now() from unnest($1::uuid[], $2::text[], $3::text[]) as one(id, email, name)`,
    [ids, ids.map((_, index) => emailOf(index)), ids.map((_, index) => nameOf(index))],
  );
  await pool.query(
    `insert into app.company (company_id, customer_id, company_name, business_type, full_company_address, phone_number,
        company_email, contact_person, contact_number, contact_email, company_registration_no, date_of_incorporation,
        vat_tax_registration, country_of_registration)
      select id, id, name, 'llc', 'Example street 1', '+31 20 555 00 00', 'office@shop.example', 'Office', '+31 20 555 00 01',
        'office@shop.example', '00000000', '2015-03-02', 'NL001234567B01', 'NL'
      from unnest($1::uuid[], $2::text[]) as one(id, name)`,
    [ids, ids.map((_, index) => `${LAST_NAMES[index % 7]} ${COMPANIES[index % 7]} ${index}`)],
  );
}

/**
 * The codes of all orders, by what the read models have: as the stock has them, but nobody can open them. Those who follow the log are at its
 * end, so that no mail is sent of it, and numbers go on after it.
 */
export async function addSoldCodes(client: pg.ClientBase): Promise<void> {
  await client.query(`begin; set local session_replication_role = replica;
    insert into app.stock_request (order_id, position, status, requested_at, allocated_at, fulfilled_at)
      select order_id, paid_position, case when fulfilled_at is null then 'waiting' else 'allocated' end, paid_at,
        fulfilled_at, fulfilled_at
      from read.orders where paid_position is not null and cancelled_at is null on conflict do nothing;
    insert into app.stock_request_line (order_id, line_id, variant_id, quantity, given)
      select order_id, line_id, variant_id::uuid, quantity, delivered
      from read.order_lines join app.stock_request using (order_id) on conflict do nothing;
    insert into app.gift_code (id, variant_id, code_sealed, last_four, fingerprint, order_id, line_id, allocated_at)
      select (left(line_id::text, -2) || '0' || piece)::uuid, variant_id::uuid, decode(md5(line_id::text || piece) || md5(piece || line_id::text), 'hex'),
        upper(left(md5(piece || line_id::text), 4)), decode(md5(line_id::text || '-' || piece), 'hex'), order_id, line_id, fulfilled_at
      from read.order_lines join read.orders using (order_id) cross join lateral generate_series(1, delivered) piece
      where delivered > 0 on conflict do nothing;
    insert into app.allocation (order_id, line_id, code_id)
      select order_id, line_id, id from app.gift_code where order_id is not null on conflict do nothing;
    update app.product_variant as shelf set waiting = queue.pieces
      from (select variant_id, sum(quantity - given) as pieces from app.stock_request_line join app.stock_request using (order_id)
        where status = 'waiting' group by 1) as queue where queue.variant_id = shelf.id;
    update app.product_variant as shelf set codes = counted.codes
      from (select variant_id, count(*) as codes from app.gift_code group by 1) as counted where counted.variant_id = shelf.id;
    insert into app.process_checkpoint (name, position, event_position, event_stream, event_revision, event_hash, event_time)
      select name, position, position, event_stream, event_revision, event_hash, event_time
      from read.checkpoint cross join unnest(array['processes', 'webhooks', 'money-mails', 'settings-told']) as name
      on conflict (name) do update set position = excluded.position, event_position = excluded.event_position,
        event_stream = excluded.event_stream, event_revision = excluded.event_revision, event_hash = excluded.event_hash, event_time = excluded.event_time;
    update app.document_number set reserved = reserved + 10000000;
    update app.document_number_given set last = last + 10000000;
    commit`);
}
