import { AdminDepositPage, AdminDepositSaved } from '#bff/contract/money/deposit.ts';
import { AdminWithdrawalPage } from '#bff/contract/money/withdrawal.ts';
import { money, toDecimal } from '#core/kernel/money/money.ts';
import type { TestCustomer } from '#infra/proof/api/customers.ts';
import type { Random } from '#infra/seed/random.ts';
import type { Answer, Caller } from './caller.ts';
import { isRefused, type Load } from './load-state.ts';

const CODES_AT_ONCE = 12;

/** An administrator who decides what waits, sets limits and discounts, and fills the shelves. Several work at once. */
export async function runAdministrator(
  load: Load,
  customers: readonly TestCustomer[],
  caller: Caller,
  random: Random,
): Promise<void> {
  const { journal, violations } = load;
  const done = (what: string, answer: Answer, ...allowed: string[]): boolean => {
    if (isRefused(load, what, answer, ...allowed)) return false;
    journal.acknowledge(what);
    return true;
  };

  /** Excludes customers whose actions bypass HTTP: no other actor may touch them. */
  const isTheirs = (id: string) => customers.some(({ customerId }) => customerId === id);

  async function decideDeposit(): Promise<void> {
    const page = AdminDepositPage.parse((await caller.get('/api/admin/deposits?status=pending&per_page=100')).body);
    const waiting = page.data.filter(({ user }) => isTheirs(user.id));
    if (waiting.length === 0) return;
    const { id, amount } = random.pick(waiting);
    if (random.chance(0.15)) {
      const answer = await caller.send('POST', `/api/admin/deposits/${id}/reject`, {
        admin_notes: 'No such transfer.',
      });
      if (done('deposits rejected', answer, 'invalid_state', 'not_found')) journal.rejections.add(id);
      return;
    }
    const asked = BigInt(amount.amount);
    const approved = random.chance(0.2) ? asked / 2n : asked;
    const answer = await caller.send('POST', `/api/admin/deposits/${id}/approve`, {
      approved_amount: toDecimal(money(approved, amount.currency)),
      admin_notes: 'Seen on the account.',
    });
    if (!done('deposits approved', answer, 'invalid_state', 'not_found')) return;
    // Without a proof it waits for a second administrator.
    if (AdminDepositSaved.parse(answer.body).data.status !== 'approved') return;
    const before = journal.approvals.get(id);
    if (before !== undefined && before !== approved) {
      violations.add(`Deposit ${id} was approved twice, with ${before} and with ${approved}.`);
    }
    journal.approvals.set(id, approved);
  }

  async function decideWithdrawal(): Promise<void> {
    const path = '/api/admin/withdrawals?status=pending&per_page=100';
    const page = AdminWithdrawalPage.parse((await caller.get(path)).body);
    const waiting = page.data.filter(({ user }) => isTheirs(user.id));
    if (waiting.length === 0) return;
    const { id } = random.pick(waiting);
    const isRejected = random.chance(0.4);
    const answer = await caller.send(
      'POST',
      `/api/admin/withdrawals/${id}/${isRejected ? 'reject' : 'complete'}`,
      isRejected ? { admin_notes: 'The account does not exist.' } : {},
    );
    if (!done(isRejected ? 'withdrawals rejected' : 'withdrawals completed', answer, 'invalid_state')) return;
    (isRejected ? journal.rejectedWithdrawals : journal.completedWithdrawals).add(id);
  }

  async function setCredit(): Promise<void> {
    const customer = random.pick(customers);
    const answer = await caller.send('POST', `/api/admin/users/${customer.customerId}/credit`, {
      wallet_id: customer.wallets[random.pick(['USD', 'EUR'] as const)],
      credit_limit: String(random.pick([0, 50, 100])),
    });
    // Lowering a limit that is in use is refused.
    done('credit limits set', answer, 'invalid_state', 'insufficient_funds', 'validation_failed', 'invalid_value');
  }

  async function setDiscount(): Promise<void> {
    const answer = await caller.send('POST', '/api/admin/discounts', {
      user_id: random.pick(customers).customerId,
      product_id: random.pick(load.shop.products).productId,
      percentage: random.int(0, 10),
    });
    done('discounts set', answer);
  }

  const fillShelf = () => addCodes(load, caller, random, random.pick(load.shop.products).productId, CODES_AT_ONCE);

  const acts = [decideDeposit, decideDeposit, decideDeposit, decideWithdrawal, setCredit, setDiscount, fillShelf];
  while (!load.isOver()) await random.pick(acts)();
}

/** Adds new codes to a shelf by CSV. */
export async function addCodes(
  load: Pick<Load, 'journal' | 'violations'>,
  caller: Caller,
  random: Random,
  productId: string,
  count: number,
): Promise<void> {
  const codes = Array.from({ length: count }, () =>
    Array.from({ length: 16 }, () => random.pick([...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'])).join(''),
  );
  const form = new FormData();
  form.append('codes', new Blob([['code', ...codes].join('\n')], { type: 'text/csv' }), 'codes.csv');
  const answer = await caller.send('POST', `/api/admin/products/${productId}/codes`, form);
  if (isRefused(load, 'Adding codes', answer)) return;
  for (const code of codes) load.journal.codes.add(code);
  load.journal.acknowledge('codes added');
}
