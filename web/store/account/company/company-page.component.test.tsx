import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { Company } from '#bff/contract/people/company.ts';
import { COMPANY_REQUIRED_FIELD_LABELS } from '#bff/contract/people/company-options.ts';
import { queryClient } from '#web/lib/cache/query-client.ts';
import { type Answers, refusal, UNFORESEEN } from '#web/testing/network.ts';
import { renderScreen, textIn } from '#web/testing/render.tsx';
import { customer, idOf } from '#web/testing/samples.ts';
import { CompanyPage } from './company-page.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const company: Company = {
  id: idOf(90),
  company_name: 'Lindqvist Rewards AB',
  business_type: 'llc',
  full_company_address: 'Hafenstraße 1, Hamburg',
  phone_number: '+49 40 1',
  company_email: 'office@example.com',
  website: null,
  contact_person: 'Maya',
  contact_number: '+49 40 2',
  contact_email: 'maya@example.com',
  company_registration_no: 'HRB 1',
  date_of_incorporation: '2015-04-01',
  vat_tax_registration: 'DE1',
  country_of_registration: 'DE',
  documents: [
    {
      id: idOf(91),
      name: 'extract.pdf',
      url: '/x',
      content_type: 'application/pdf',
      size_bytes: 2048,
      created_at: AT,
      superseded_at: null,
    },
  ],
  updated_at: AT,
};
const NOTHING = refusal(404, { message: 'The company details have not been saved yet.', code: 'not_found' });

describe('company settings', () => {
  const open = (answers: Answers) => {
    history.replaceState(null, '', '/settings/company');
    return renderScreen(<CompanyPage />, {
      realm: 'customer',
      answers: { 'GET /user': { data: customer() }, 'GET /user/company-detail': { data: company }, ...answers },
    });
  };

  it('say in a toast and in the page that they could not be loaded', async () => {
    open({ 'GET /user/company-detail': UNFORESEEN });
    await waitFor(() => assert.equal(screen.getAllByText('Failed to load company information.').length, 2));
  });

  it('begin at the details where there are none, and name what is missing', async () => {
    const { user, writes } = open({ 'GET /user/company-detail': NOTHING });
    await user.clear(await screen.findByLabelText(/Contact Person/));
    await user.clear(screen.getByLabelText(/Contact Email/));
    await user.click(screen.getByRole('button', { name: 'Save and continue' }));
    const names = Object.values(COMPANY_REQUIRED_FIELD_LABELS);
    assert.equal(names.length, 12);
    assert.ok(await screen.findByText(`Please fill in all required fields: ${names.join(', ')}`));
    // The toast of the test before may still be fading out.
    await waitFor(() => assert.ok(!screen.queryByText('Failed to load company information.')));
    assert.deepEqual(writes(), []);
  });

  it('begin with the person of the account as contact, who may have the company’s phone and address', async () => {
    const { user } = open({ 'GET /user/company-detail': NOTHING });
    const contact = await screen.findByLabelText(/Contact Person/);
    assert.deepEqual(
      [textIn(contact), textIn(screen.getByLabelText(/Contact Email/))],
      [customer().name, customer().email],
    );
    await user.type(screen.getByLabelText(/Phone Number/), '+49 40 1');
    await user.click(screen.getByRole('button', { name: 'Same as company phone' }));
    await user.type(screen.getByLabelText(/Company Email/), 'office@example.com');
    await user.click(screen.getByRole('button', { name: 'Same as company email' }));
    assert.equal(textIn(screen.getByLabelText(/Contact Number/)), '+49 40 1');
    assert.equal(textIn(screen.getByLabelText(/Contact Email/)), 'office@example.com');
  });

  it('are two of four steps before the approval, and the whole afterwards', async () => {
    const steps = () =>
      screen.getAllByRole('listitem').flatMap((item) => /^\d?(\D+)$/.exec(item.textContent ?? '')?.[1] ?? []);
    open({ 'GET /user': { data: customer({ is_approved: false }) }, 'GET /user/company-detail': NOTHING });
    await screen.findByText('Review');
    assert.deepEqual(steps(), ['Account (done)', 'Company Details', 'Documents', 'Review']);
    assert.equal(screen.getByText('Company Details').closest('[aria-current]')?.getAttribute('aria-current'), 'step');
    cleanup();
    queryClient.clear();
    open({ 'GET /user/company-detail': NOTHING });
    await screen.findByText('Documents');
    assert.deepEqual(steps(), ['Company Details', 'Documents']);
  });

  const save = async (user: ReturnType<typeof open>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    await user.click(await screen.findByRole('button', { name: 'Save and continue' }));
  };

  it('begin at the documents where the details are complete, lead back, and save again', async () => {
    const { user, writes } = open({ 'PUT /user/company-detail': { message: 'Saved.', data: company } });
    assert.ok(await screen.findByRole('button', { name: 'Finish' }));
    await save(user);
    assert.ok(await screen.findByRole('button', { name: 'Finish' }));
    assert.equal(writes().length, 1);
  });

  it('say what the server has against the details, at the field and in a toast', async () => {
    const message = 'This number is not known to the register.';
    const { user } = open({
      'PUT /user/company-detail': refusal(422, {
        message,
        code: 'validation_failed',
        errors: { company_registration_no: [message] },
      }),
    });
    await save(user);
    assert.ok(await screen.findByRole('textbox', { name: /Registration No/, description: message }));
    assert.ok(await screen.findByText('Validation Error'));
    await waitFor(() => assert.equal(screen.getAllByText(message).length, 2));
  });

  it('say that they could not be saved', async () => {
    const { user } = open({ 'PUT /user/company-detail': UNFORESEEN });
    await save(user);
    assert.ok(await screen.findByText('Failed to update company settings.'));
  });

  it('are not finished without a document', async () => {
    const { user, writes } = open({ 'GET /user/company-detail': { data: { ...company, documents: [] } } });
    await user.click(await screen.findByRole('button', { name: 'Finish' }));
    assert.ok(await screen.findByText('Please upload at least one company document for verification.'));
    assert.deepEqual(writes(), []);
  });

  it('say that a document could not be opened', async () => {
    const { user } = open({ 'GET /user/company-detail/documents/:id': UNFORESEEN });
    await user.click(await screen.findByRole('button', { name: 'Open extract.pdf' }));
    assert.ok(await screen.findByText('Failed to open document. Please try again.'));
  });

  it('ask before a document is deleted, and say that it could not be', async () => {
    const { user, writes } = open({ 'DELETE /user/company-detail/documents/:id': UNFORESEEN });
    await user.click(await screen.findByRole('button', { name: 'Delete extract.pdf' }));
    const question = within(await screen.findByRole('alertdialog'));
    assert.deepEqual(writes(), []);
    await user.click(question.getByRole('button', { name: 'Delete' }));
    assert.ok(await screen.findByText('Failed to delete document. Please try again.'));
  });
});
