import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { minorJson } from '#bff/contract/money-json.ts';
import { refusal } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { BANKING, dollarWallet, idOf, maya, usd } from '#web/testing/samples.ts';
import { OverviewTab } from './overview-tab.tsx';
import { WalletSummary } from './wallet-summary.tsx';

const masked = {
  bank_name: BANKING.bank_name,
  account_beneficiary_name: BANKING.account_beneficiary_name,
  currency: BANKING.currency,
  account_iban_last_four: '2051',
  bic_swift_last_four: 'DEFF',
};
const isSeen = (text: string | RegExp) => screen.queryAllByText(text).length > 0;

describe('the wallets of a customer', () => {
  it('are summed up: each one, and all in USD', async () => {
    const eur = (minor: bigint) => minorJson(minor, 'EUR');
    const euros = { name: 'EUR wallet', currency: 'EUR', balance: eur(20_000n), held: eur(0n) } as const;
    const wallets = [dollarWallet(), dollarWallet({ ...euros, id: idOf(3), available: eur(20_000n) })];
    renderScreen(<WalletSummary user={maya({ wallets, total_balance: usd(72_000n) })} />, {
      realm: 'admin',
      answers: {},
    });
    for (const [name, figures] of [
      ['USD', '$500.00$80.00$520.00'],
      ['EUR', '€200.00€0.00€200.00'],
      ['Total in USD', '$720.00'],
    ] as const) {
      const row = screen.getByRole('row', { name: new RegExp(`^${name}`) });
      assert.ok(row.textContent?.startsWith(name + figures), row.textContent ?? '');
    }
  });
});

describe('the bank data of a customer', () => {
  const REVEAL = 'POST /admin/users/:id/banking-details/reveal';

  it('are masked, shown in full when asked for, and masked again once hidden', async () => {
    const { user, writes } = renderScreen(<OverviewTab user={maya({ banking: masked })} />, {
      realm: 'admin',
      answers: { [REVEAL]: { data: BANKING } },
    });
    assert.ok(isSeen('•••• 2051') && isSeen('•••• DEFF'));
    assert.deepEqual(writes(), []);
    await user.click(screen.getByRole('button', { name: 'Show in full' }));
    await screen.findByText(BANKING.account_iban);
    assert.ok(isSeen(BANKING.bic_swift) && isSeen(BANKING.full_bank_address));
    assert.deepEqual(
      writes().map(({ key, params }) => ({ key, params })),
      [{ key: REVEAL, params: { id: idOf(1) } }],
    );
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    await waitFor(() => assert.ok(isSeen('•••• 2051')));
    assert.ok(!isSeen(BANKING.account_iban) && !isSeen(BANKING.bic_swift));
  });

  it('stay masked where that is refused', async () => {
    const { user, writes } = renderScreen(<OverviewTab user={maya({ banking: masked })} />, {
      realm: 'admin',
      answers: { [REVEAL]: refusal(403, { message: 'You may not.', code: 'forbidden' }) },
    });
    await user.click(screen.getByRole('button', { name: 'Show in full' }));
    await waitFor(() => assert.equal(writes().length, 1));
    await screen.findByRole('button', { name: 'Show in full' });
    assert.ok(isSeen('•••• 2051'));
  });
});
