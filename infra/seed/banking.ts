import type pg from 'pg';
import { type KeyRing, seal } from '../crypto/seal.ts';
import { describePerson } from './people.ts';
import type { PlannedCustomer } from './planned.ts';
import { seedId } from './random.ts';

const LAST_CHARACTERS = 4;

/** Banking details, sealed as the API seals them. Repeating it changes nothing. */
export async function saveBanking(pool: pg.Pool, keys: KeyRing, customer: PlannedCustomer, at: Date): Promise<void> {
  const person = describePerson(customer);
  const details = {
    bank_name: person.bank.bankName,
    full_bank_address: '12 Exchange Square, 60311 Frankfurt am Main',
    account_beneficiary_name: person.bank.accountName,
    currency: 'EUR',
    account_iban: person.bank.accountNumber,
    bic_swift: person.bank.swiftCode,
    aba_wire_routing_no: null,
    ach_routing_no: null,
  };
  await pool.query(
    `insert into app.banking_detail (banking_detail_id, customer_id, sealed, account_last_four, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5) on conflict do nothing`,
    [
      seedId(`banking:${customer.customerId}`),
      customer.customerId,
      seal(keys, JSON.stringify(details), `banking-detail:${customer.customerId}`),
      details.account_iban.slice(-LAST_CHARACTERS),
      at,
    ],
  );
}
