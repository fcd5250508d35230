import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Deposit } from '#bff/contract/money/deposit.ts';
import { queryClient } from '#web/lib/cache/query-client.ts';
import { type Answers, UNFORESEEN } from '#web/testing/network.ts';
import { renderScreen, textIn } from '#web/testing/render.tsx';
import { dollarWallet, pendingDeposit } from '#web/testing/samples.ts';
import { DepositsPage } from './deposits-page.tsx';
import { NewDepositPage } from './new-deposit-page.tsx';

const {
  user: _user,
  admin_notes: _notes,
  payment_proof_content_type: _type,
  decided_at: _at,
  ...fields
} = pendingDeposit({ has_payment_proof: false });
const ACCOUNT = [
  { label: 'Beneficiary', value: 'Giftledger B.V.' },
  { label: 'Account', value: '000 123' },
];
const deposit: Deposit = { ...fields, rejection_reason: null, pay_into: ACCOUNT };
const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1, from: 1, to: 1 };

describe('the list of deposits', () => {
  const open = (answers: Answers = {}) => {
    history.replaceState(null, '', '/deposits');
    return renderScreen(<DepositsPage />, {
      realm: 'customer',
      answers: { 'GET /deposits': { data: [deposit], meta }, ...answers },
    });
  };

  it('has these columns, says how many there are, and has no pages to turn where there is one', async () => {
    open();
    assert.ok(await screen.findByText('Showing 1 result'));
    assert.deepEqual(
      screen.getAllByRole('columnheader').map((head) => head.textContent),
      ['ID', 'Date', 'Amount', 'Notes', 'Payment Proof', 'Status', 'Actions'],
    );
    assert.ok(!screen.queryByRole('button', { name: 'Next' }));
    assert.equal(screen.getByRole('link', { name: 'Deposit Funds' }).getAttribute('href'), '/deposits/new');
  });

  it('says that there are none', async () => {
    open({ 'GET /deposits': { data: [], meta: { ...meta, total: 0, from: null, to: null } } });
    assert.ok(await screen.findByText('No deposits found'));
  });

  it('says that it could not be fetched', async () => {
    open({ 'GET /deposits': UNFORESEEN });
    assert.ok(await screen.findByText('Failed to fetch deposits'));
  });

  it('says that an invoice could not be downloaded', async () => {
    const { user } = open({ 'GET /deposits/:id/deposit-invoice': UNFORESEEN });
    await user.click(await screen.findByRole('button', { name: 'Invoice of DEP-000042' }));
    assert.ok(await screen.findByText('Failed to download deposit invoice'));
  });

  it('asks before a deposit is deleted, and says that it was not', async () => {
    const { user, writes } = open({ 'DELETE /deposits/:id': UNFORESEEN });
    await user.click(await screen.findByRole('button', { name: 'Delete DEP-000042' }));
    const question = within(await screen.findByRole('alertdialog'));
    assert.deepEqual(writes(), []);
    await user.click(question.getByRole('button', { name: 'Delete' }));
    assert.ok(await screen.findByText('Failed to delete deposit'));
  });

  it('takes a picture or a PDF as a proof, and nothing else', async () => {
    open();
    const files = [new File(['x'], 'proof.txt', { type: 'text/plain' })];
    fireEvent.change(await screen.findByLabelText('Payment proof of DEP-000042'), { target: { files } });
    assert.ok(await screen.findByText('Failed to upload payment proof'));
    assert.ok(screen.getByText('File type not supported. Payment proof must be an image or a PDF.'));
  });
});

describe('the panel of a deposit', () => {
  const open = (shown: Deposit) => {
    history.replaceState(null, '', `/deposits?open=${shown.id}`);
    return renderScreen(<DepositsPage />, {
      realm: 'customer',
      answers: { 'GET /deposits': { data: [shown], meta }, 'GET /deposits/:id': { data: shown } },
    });
  };

  it('names the account to pay into and the reference to quote, each to be copied, while it is pending', async () => {
    const { user } = open(deposit);
    const panel = within(await screen.findByRole('region', { name: `Transfer ${deposit.amount.formatted} to` }));
    assert.ok(panel.getByText('Giftledger B.V.'));
    await user.click(panel.getByRole('button', { name: 'Copy Account' }));
    assert.equal(await navigator.clipboard.readText(), '000 123');
    await user.click(panel.getByRole('button', { name: 'Copy the reference' }));
    assert.equal(await navigator.clipboard.readText(), 'DEP-000042');
    assert.equal(screen.queryByText('Reason for rejection'), null, 'what is not known is left out');
  });

  it('says which account nothing may be paid into any more, and which is right now, or that there is none yet', async () => {
    const wrong = [[{ label: 'IBAN', value: 'DE89 3704' }]];
    open({ ...deposit, do_not_pay_into: wrong });
    const alert = () => within(screen.getByRole('alert'));
    await screen.findByText('Do not pay into this account any more');
    assert.ok(alert().getByText('DE89 3704'));
    assert.ok(alert().getByText(/The account that is right now is below/));
    assert.ok(alert().getByText(/If you have paid already, upload the proof/));
    assert.ok(screen.getByText('The account to pay into has changed: open it before you pay'));
    cleanup();
    queryClient.clear();
    open({ ...deposit, do_not_pay_into: wrong, has_payment_proof: true });
    await screen.findByText('Do not pay into this account any more');
    assert.ok(alert().getByText(/Your proof is with us, and we look for your money/));
    cleanup();
    queryClient.clear();
    open({ ...deposit, do_not_pay_into: wrong, pay_into: null });
    await screen.findByText('Do not pay into this account any more');
    assert.ok(alert().getByText(/Please do not transfer anything: we write to you/));
  });

  it('takes the proof that it asks for', async () => {
    open(deposit);
    const panel = within(await screen.findByRole('dialog'));
    assert.ok(await panel.findByRole('button', { name: 'Upload Proof of DEP-000042' }));
    const files = [new File(['x'], 'proof.txt', { type: 'text/plain' })];
    fireEvent.change(panel.getByLabelText('Payment proof of DEP-000042'), { target: { files } });
    assert.ok(await screen.findByText('Failed to upload payment proof'));
  });

  it('names no account once it is decided, but the reason of a rejection', async () => {
    open({ ...deposit, status: 'rejected', pay_into: null, rejection_reason: 'Never arrived' });
    assert.ok(await screen.findByText('Reason for rejection'));
    assert.equal(screen.queryByRole('region', { name: /^Transfer/ }), null);
  });
});

describe('a new deposit', () => {
  const open = (answers: Answers = {}) => {
    history.replaceState(null, '', '/deposits/new');
    return renderScreen(<NewDepositPage />, {
      realm: 'customer',
      answers: {
        'GET /wallets': { data: [dollarWallet()] },
        'GET /deposits/accounts': { data: [{ currency: 'USD', account: ACCOUNT }] },
        ...answers,
      },
    });
  };
  const amount = () => screen.findByRole('textbox', { name: /Amount/ });
  const submit = () => screen.getByRole('button', { name: /^Submit Deposit Request/ });

  it('is of an amount from 1 on', async () => {
    const { user, writes } = open();
    const field = await amount();
    await user.click(submit());
    assert.ok(await screen.findByText('Please enter a valid amount'));
    await user.type(field, '0.99');
    assert.ok(await screen.findByText('The amount must be at least 1'));
    assert.deepEqual(writes(), []);
  });

  it('begins with the wallet and the amount that an order is short of', async () => {
    open();
    history.replaceState(null, '', `/deposits/new?wallet=${dollarWallet().id}&amount=46723.74`);
    assert.equal(textIn(await amount()), '46723.74');
    assert.equal(submit().textContent, 'Submit Deposit Request of $46,723.74');
  });

  it('says where to pay into, by the wallet', async () => {
    open();
    assert.ok(await screen.findByText('000 123'));
    assert.ok(screen.getByRole('button', { name: 'Copy Account' }));
  });

  it('names on its button the amount that it understood, and asks where it cannot know', async () => {
    const { user, writes } = open();
    await user.type(await amount(), '98,50');
    assert.equal(submit().textContent, 'Submit Deposit Request of $98.50');
    assert.ok(screen.getByText('= $98.50'));
    await user.clear(await amount());
    await user.type(await amount(), '9.850');
    await user.click(submit());
    assert.ok(await screen.findByText(/Did you mean/));
    assert.deepEqual(writes(), []);
    await user.click(screen.getByRole('button', { name: '$9,850.00' }));
    assert.equal(submit().textContent, 'Submit Deposit Request of $9,850.00');
  });

  it('leads to the list, where its proof is uploaded', async () => {
    const { user, writes } = open({ 'POST /deposits': { message: 'Requested.', data: deposit } });
    await user.type(await amount(), '250.5');
    await user.click(submit());
    await waitFor(() => assert.equal(location.pathname + location.search, `/deposits?open=${deposit.id}`));
    assert.deepEqual(
      writes().map(({ body }) => body),
      [{ wallet_id: dollarWallet().id, amount: '250.50', user_notes: null }],
    );
  });

  it('says that it was not submitted, and keeps what was typed', async () => {
    const { user } = open({ 'POST /deposits': UNFORESEEN });
    await user.type(await amount(), '250');
    await user.click(submit());
    assert.ok(await screen.findByText('Failed to submit deposit request'));
    assert.equal(textIn(await amount()), '250');
  });
});
