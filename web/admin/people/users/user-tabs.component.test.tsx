import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import { minorJson } from '#bff/contract/base/money-json.ts';
import type { AdminTransaction } from '#bff/contract/money/transaction.ts';
import type { Company } from '#bff/contract/people/company.ts';
import { refusal } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { BANKING, dollarWallet, idOf, maya, pendingWithdrawal, usd } from '#web/testing/samples.ts';
import { AcceptedCard } from './accepted-card.tsx';
import { CompanyTab } from './company-tab.tsx';
import { MoneyTab } from './money-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { WalletSummary } from './wallet-summary.tsx';

const masked = {
  bank_name: BANKING.bank_name,
  account_beneficiary_name: BANKING.account_beneficiary_name,
  currency: BANKING.currency,
  account_iban_last_four: '2051',
  bic_swift_last_four: 'DEFF',
};
const NONE = { current_page: 1, last_page: 1, per_page: 15, total: 0, from: null, to: null };
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

describe('the sign-in of a customer', () => {
  const FROZEN = { frozen_at: '2026-11-25T10:00:00.000Z', frozen_by: 'Ada', reason: 'A stranger added a passkey.' };

  it('is ended everywhere after a question, and frozen with a reason', async () => {
    const { user, writes } = renderScreen(<SignInCard user={maya()} />, {
      realm: 'admin',
      answers: {
        'DELETE /admin/users/:id/sessions': { message: 'Signed out.', data: maya() },
        'POST /admin/users/:id/freeze': { message: 'Frozen.', data: maya({ frozen: FROZEN }) },
      },
    });
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => assert.equal(writes().length, 1));
    await user.click(await screen.findByRole('button', { name: 'Freeze account' }));
    const form = await screen.findByRole('dialog', { name: 'Freeze the account' });
    await user.click(within(form).getByRole('button', { name: 'Freeze account' }));
    assert.ok(await within(form).findByText('Say why the account is frozen'));
    await user.type(within(form).getByLabelText(/Why\?/), 'A stranger added a passkey.');
    await user.click(within(form).getByRole('button', { name: 'Freeze account' }));
    await waitFor(() => assert.deepEqual(writes().at(-1)?.body, { reason: 'A stranger added a passkey.' }));
  });

  it('shows a frozen account, why it is, and opens it again', async () => {
    const { user, writes } = renderScreen(<SignInCard user={maya({ frozen: FROZEN })} />, {
      realm: 'admin',
      answers: { 'POST /admin/users/:id/unfreeze': { message: 'Open.', data: maya() } },
    });
    assert.ok(isSeen(/A stranger added a passkey\./));
    assert.ok(!screen.queryByRole('button', { name: 'Freeze account' }));
    await user.click(screen.getByRole('button', { name: 'Unfreeze' }));
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Unfreeze' }));
    await waitFor(() => assert.equal(writes().at(-1)?.key, 'POST /admin/users/:id/unfreeze'));
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

describe('the personal information of a customer', () => {
  it('says that an address is not verified, which is no question of completeness', () => {
    renderScreen(<OverviewTab user={maya({ email_verified_at: null })} />, { realm: 'admin', answers: {} });
    assert.equal(screen.getByText('Email Verified').parentElement?.textContent, 'Email VerifiedNot verified');
    assert.equal(screen.getByText('Company Details').parentElement?.textContent, 'Company DetailsComplete');
  });
});

describe('the withdrawals of a customer', () => {
  it('show both notes, each under its own name, fifteen to a page as all lists', async () => {
    const asked: (string | undefined)[] = [];
    const notes = { user_notes: 'For the rent', admin_notes: 'Called back' };
    renderScreen(<MoneyTab user={maya()} />, {
      realm: 'admin',
      answers: {
        'GET /admin/session': refusal(404, { message: 'None.', code: 'not_found' }),
        'GET /admin/transactions': ({ query }) => {
          asked.push(query.per_page);
          return { data: [], meta: NONE };
        },
        'GET /admin/users/:id/withdrawals': ({ query }) => {
          asked.push(query.per_page);
          return { data: [pendingWithdrawal(notes)], meta: { ...NONE, total: 1, from: 1, to: 1 } };
        },
      },
    });
    await screen.findByText('For the rent');
    const table = within(screen.getByRole('table', { name: 'Withdrawals' }));
    const texts = (role: string) => table.getAllByRole(role).map(({ textContent }) => textContent ?? '');
    const cells = texts('cell');
    const cellOf = (head: string) => cells[texts('columnheader').findIndex((text) => text.startsWith(head))];
    assert.equal(cellOf('User notes'), 'For the rent');
    assert.equal(cellOf('Admin notes'), 'Called back');
    assert.deepEqual(asked, [undefined, undefined]);
  });
});

describe('the transactions of a customer', () => {
  it('lead to what each was for', async () => {
    const payment: AdminTransaction = {
      id: 'p1',
      type: 'payment',
      amount: usd(-9_000n),
      description: 'Order GL-1001',
      status: 'completed',
      created_at: '2026-11-20T10:00:00.000Z',
      wallet_id: idOf(2),
      currency: 'USD',
      balance_after: usd(50_000n),
      document: { kind: 'order', id: idOf(40), number: 'GL-1001' },
      user: { id: idOf(1), name: 'Maya Lindqvist' },
    };
    renderScreen(<MoneyTab user={maya()} />, {
      realm: 'admin',
      answers: {
        'GET /admin/session': refusal(404, { message: 'None.', code: 'not_found' }),
        'GET /admin/transactions': { data: [payment], meta: { ...NONE, total: 1, from: 1, to: 1 } },
        'GET /admin/users/:id/withdrawals': { data: [], meta: NONE },
      },
    });
    const link = await screen.findByRole('link', { name: 'Order GL-1001' });
    assert.equal(link.getAttribute('href'), `/admin/orders/${idOf(40)}`);
  });
});

const COMPANY: Company = {
  id: idOf(90),
  company_name: 'Lindqvist AB',
  business_type: 'llc',
  full_company_address: 'Vasagatan 1, Stockholm',
  phone_number: '+46 8 000 00 00',
  company_email: 'office@lindqvist.example',
  website: null,
  contact_person: 'Maya Lindqvist',
  contact_number: '+46 8 000 00 01',
  contact_email: 'maya@lindqvist.example',
  company_registration_no: '556000-0000',
  date_of_incorporation: '2015-03-02',
  vat_tax_registration: 'SE556000000001',
  country_of_registration: 'SE',
  documents: [],
  updated_at: '2026-01-05T10:00:00.000Z',
};

describe('the company of a customer', () => {
  it('is edited from its first field on, in two parts; leaving that leads to the head of the page', async () => {
    const page = (
      <main>
        <h1 tabIndex={-1}>Maya Lindqvist</h1>
        <CompanyTab user={maya()} />
      </main>
    );
    const { user } = renderScreen(page, { realm: 'admin', answers: {} });
    await user.click(screen.getByRole('button', { name: 'Fill in' }));
    const name = await screen.findByRole('textbox', { name: /^Company Name/ });
    await waitFor(() => assert.ok(document.activeElement === name, 'the first field has the focus'));
    const legal = screen.getByRole('group', { name: 'Legal registration' });
    assert.ok(within(legal).getByRole('textbox', { name: /^VAT\/Tax Registration/ }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => assert.equal(document.activeElement?.textContent, 'Maya Lindqvist'));
  });

  it('shows documents that were taken back, with their dates, and offers only to look at them', () => {
    const paper = {
      content_type: 'application/pdf',
      size_bytes: 2_048,
      url: '/x',
      created_at: '2026-01-05T10:00:00.000Z',
    };
    const documents = [
      { ...paper, id: idOf(91), name: 'new.pdf', superseded_at: null },
      { ...paper, id: idOf(92), name: 'old.pdf', superseded_at: '2026-03-07T10:00:00.000Z' },
    ];
    renderScreen(<CompanyTab user={maya({ company: { ...COMPANY, documents } })} />, { realm: 'admin', answers: {} });
    const [present, old] = screen.getAllByRole('listitem');
    assert.ok(present && old);
    assert.ok(within(present).getByRole('button', { name: 'Delete new.pdf' }));
    assert.equal(within(old).queryByRole('button', { name: 'Delete old.pdf' }), null);
    assert.ok(within(old).getByRole('button', { name: 'Download' }));
    assert.match(old.textContent ?? '', /Jan 5, 2026.*Taken back Mar 7, 2026.*Not current/);
  });
});

describe('the terms that a customer accepted', () => {
  it('are shown with version and day, and each leads to its words', () => {
    const texts = [
      { name: 'terms' as const, title: 'Terms of Service', version: 12, since: '2026-05-09T12:00:00.000Z' },
    ];
    renderScreen(<AcceptedCard accepted={{ at: '2026-05-10T12:00:00.000Z', texts }} />, {
      realm: 'admin',
      answers: {},
    });
    assert.equal(screen.getByRole('link', { name: 'Terms of Service' }).getAttribute('href'), '/terms?version=12');
    assert.ok(screen.getByText(/version 12/));
    assert.ok(screen.getByText('May 9, 2026'));
  });

  it('are none for an account from before, plainly', () => {
    renderScreen(<AcceptedCard accepted={null} />, { realm: 'admin', answers: {} });
    assert.ok(screen.getByText(/^None\. The store had not written its terms when this account was made/));
  });
});
