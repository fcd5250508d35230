import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { type Answers, refusal, UNFORESEEN } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { BANKING } from '#web/testing/samples.ts';
import { BankingPage } from './banking-page.tsx';

describe('banking details', () => {
  const open = (answers: Answers) =>
    renderScreen(<BankingPage />, {
      realm: 'customer',
      answers: { 'GET /user/banking-detail': { data: { data: BANKING } }, ...answers },
    });
  const save = async (user: ReturnType<typeof open>['user']) =>
    user.click(await screen.findByRole('button', { name: 'Save banking details' }));

  it('say in a toast and in the page that they could not be loaded', async () => {
    open({ 'GET /user/banking-detail': UNFORESEEN });
    await waitFor(() => assert.equal(screen.getAllByText('Failed to load banking information.').length, 2));
  });

  it('are an empty form where none were saved, in one of eight currencies', async () => {
    const { user } = open({ 'GET /user/banking-detail': refusal(404, { message: 'None yet.', code: 'not_found' }) });
    await user.click(await screen.findByLabelText(/Currency/));
    const offered = (await screen.findAllByRole('option')).map((option) => option.textContent);
    assert.deepEqual(offered, ['USD', 'EUR', 'GBP', 'JPY', 'AUD', 'CAD', 'CHF', 'CNY']);
    assert.ok(!screen.queryByText('None yet.'));
  });

  it('are refused with a line for each field', async () => {
    const { user } = open({
      'PUT /user/banking-detail': refusal(422, {
        message: 'No such bank.',
        code: 'validation_failed',
        errors: { bank_name: ['No such bank.'], bic_swift: ['No such code.'] },
      }),
    });
    await save(user);
    assert.ok(await screen.findByRole('textbox', { name: /Bank name/, description: 'No such bank.' }));
    assert.ok(screen.getByRole('textbox', { name: /BIC/, description: 'No such code.' }));
    assert.ok(await screen.findByText('Validation Error'));
    assert.ok(screen.getByText(/^No such bank\.\s+No such code\.$/));
  });

  it('are refused in general words where the server has none', async () => {
    const { user } = open({ 'PUT /user/banking-detail': refusal(422, { message: '', code: 'validation_failed' }) });
    await save(user);
    assert.ok(await screen.findByText('Invalid data. Please check your inputs and try again.'));
  });

  it('say that they could not be saved', async () => {
    const { user } = open({ 'PUT /user/banking-detail': UNFORESEEN });
    await save(user);
    assert.ok(await screen.findByText('Failed to update banking details.'));
  });
});
