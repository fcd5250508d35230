import assert from 'node:assert/strict';
import { it } from 'node:test';
import { allRoutes } from './routes.ts';

/** Why a write asks for no confirmation of the last minutes. A new one fails this test until it has one or the other. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  'It is how one signs in or proves oneself, so its own body is the proof.': [
    ...['POST /auth/sign-up', 'POST /auth/sign-in', 'POST /auth/sign-in/code', 'POST /auth/sign-in/passkey'],
    ...['POST /auth/passkeys/challenge', 'POST /auth/mfa/challenge', 'POST /auth/mfa/verify', 'POST /auth/step-up'],
    ...[
      'POST /setup/owner',
      'POST /auth/refresh',
      'POST /admin/login',
      'POST /admin/login/code',
      'POST /admin/login/passkey',
    ],
    ...['POST /admin/passkeys/challenge', 'POST /admin/step-up'],
  ],
  'It acts by the secret of a mail.': [
    ...['POST /auth/verify-email', 'POST /auth/reset-password', 'POST /auth/restore-email', 'POST /withdrawals/stop'],
    ...['POST /auth/stop-second-factor-reset', 'POST /admin/password', 'POST /auth/undo-factor'],
    'POST /auth/reset-password/factors',
  ],
  'It only mails the owner of the address.': [
    'POST /auth/resend',
    'POST /auth/forgot-password',
    'POST /admin/setup/test-mail',
    'POST /admin/settings/mails/:name/test',
  ],
  'It goes on with the setup of a store that no customer has seen.': [
    'POST /admin/setup/skip',
    'POST /admin/setup/open',
  ],
  'It finishes what a confirmed call began, by the challenge or secret of that call.': [
    ...['POST /auth/passkeys', 'POST /admin/passkeys', 'POST /admin/mfa/verify'],
  ],
  'It only takes access or a wish away.': [
    ...['POST /auth/sign-out', 'DELETE /auth/sessions/:id', 'DELETE /auth/sessions', 'DELETE /api-key'],
    ...['DELETE /user/personal-data/:id', 'DELETE /admin/sessions/:id', 'POST /admin/logout'],
    ...[
      'POST /admin/administrators/changes/:id/refuse',
      'POST /admin/settings/changes/:id/withdraw',
      'DELETE /admin/sessions',
      'DELETE /admin/users/:id/second-factor-reset',
      'DELETE /webhooks/:id',
    ],
    ...['DELETE /deposits/:id', 'POST /admin/users/:id/credit/reject', 'POST /admin/discounts/reject'],
    ...['POST /admin/deposits/:id/reject', 'POST /admin/withdrawals/:id/reject'],
    'POST /admin/bank-lines/:id/split/reject',
  ],
  'A name.': ['PATCH /auth/passkeys/:id', 'PATCH /admin/passkeys/:id'],
  'Its handler asks above the amount that one administrator decides alone.': [
    ...['POST /admin/deposits/:id/approve', 'POST /admin/withdrawals/:id/complete', 'POST /admin/users/:id/credit'],
    'POST /admin/discount-plans/:id/apply',
    ...['POST /admin/discounts', 'POST /admin/payout-batches', 'POST /admin/bank-lines/:id/split'],
  ],
  'Its handler asks once the bank may have had the file.': ['POST /admin/payout-batches/:id/withdraw'],
  'Money stays in the store: goods for the caller’s own wallet.': ['POST /checkout'],
  'It announces money; an administrator decides.': ['POST /deposits', 'POST /deposits/:id/payment-proof'],
  'It tells what the bank did; nothing leaves by it.': [
    ...['POST /admin/bank-statements', 'POST /admin/bank-lines/:id/hold', 'POST /admin/bank-lines/:id/assign'],
    'POST /admin/bank-lines/:id/take-back',
    ...['POST /admin/bank-statements/:id/answer', 'POST /admin/bank-tables'],
  ],
  'It sends once more to an address that was confirmed.': [
    ...['POST /webhooks/:id/test', 'POST /webhooks/:id/deliveries/:deliveryId/redeliver'],
  ],
  'An administrator approves the papers of a company, and sees when they changed.': [
    ...['POST /user/company-detail/submit', 'POST /user/company-detail/documents'],
    ...['DELETE /user/company-detail/documents/:id', 'POST /admin/users/:id/company-details'],
    'POST /admin/users/:id/company-details/documents',
    'DELETE /admin/users/:id/company-details/documents/:documentId',
  ],
  'It only keeps a picture; which one pages show is a setting.': ['POST /admin/settings/pictures'],
  'It is a look, and recorded.': [
    ...['POST /admin/users/:id/banking-details/reveal', 'POST /admin/withdrawals/:id/bank-details/reveal'],
    'POST /admin/bank-lines/:id/reveal',
  ],
  'A rate far from the last ones is a proposal, and nobody decides more by a rate that they recorded themselves.': [
    ...['POST /admin/rates', 'POST /admin/rates/import'],
  ],
  'It is a wish of the customer. The mails that stop a theft cannot be switched off, nor can notifications.': [
    ...['PUT /user/delivery', 'PUT /user/mails', 'PATCH /notifications/:id', 'PATCH /notifications'],
    ...['PATCH /admin/notifications/:id', 'PATCH /admin/notifications'],
  ],
  'It chooses what to buy; nothing is paid.': ['POST /cart', 'PUT /cart/:id', 'DELETE /cart/:id', 'DELETE /cart'],
  'What was paid goes back to the wallet that paid.': [
    ...['POST /orders/:id/cancel', 'POST /orders/:id/release', 'POST /admin/orders/:id/release'],
    'PATCH /admin/orders/:id/status',
  ],
  'It delivers what was paid to who paid it.': ['POST /admin/orders/:id/fulfill'],
  'It is a proposal, or refuses one; the second administrator is confirmed.': [
    ...['POST /admin/corrections', 'POST /admin/corrections/:id/reject', 'POST /admin/products/:id/price/refuse'],
    ...['POST /admin/catalogue/changes/:id/refuse', 'POST /admin/discount-plans/:id/refuse'],
    'POST /admin/rates/:id/refuse',
  ],
  'It is a look, which changes nothing.': [
    ...['POST /admin/catalogue/files', 'POST /admin/catalogue/prices', 'POST /admin/discount-plans'],
  ],
  'It leaves prices and discounts as they are.': [
    ...['POST /admin/catalogue/changes/:id/withdraw', 'POST /admin/discount-plans/:id/withdraw'],
  ],
  'A price that is far from the last ones is a proposal; the rest is what the store shows and sells.': [
    ...['POST /admin/products', 'PUT /admin/products/:id', 'DELETE /admin/products/:id', 'POST /admin/brands'],
    ...['POST /admin/products/:id/restore', 'POST /admin/products/:id/image', 'POST /admin/products/:id/codes'],
    ...['POST /admin/brands/:id', 'POST /admin/carousel-images', 'POST /admin/carousel-images/:id'],
    ...['PUT /admin/carousel-images', 'POST /admin/catalogue/changes/:id/apply'],
  ],
  'It lets a customer buy, or no longer; payouts of a changed company name what was seen.': [
    ...['POST /admin/users/:id/approve', 'POST /admin/users/:id/revoke'],
  ],
  'It is a letter, to or from support.': [
    ...['POST /support/send-ticket', 'POST /admin/support-tickets/:id/reply', 'PATCH /admin/support-tickets/:id'],
  ],
  'It mails a reminder, or pauses it.': ['POST /admin/credit/:id/remind', 'PUT /admin/users/:id/credit-reminders'],
};

it('every write is confirmed, or has a named reason why not; none has both', () => {
  const writes = allRoutes.filter(({ method }) => method !== 'GET');
  const reasoned = Object.values(REASONS).flat();
  assert.deepEqual(
    writes.filter(({ step_up, call }) => step_up === undefined && !reasoned.includes(call)).map(({ call }) => call),
    [],
    'takes neither a confirmation (step_up) nor has a reason above',
  );
  assert.deepEqual(
    reasoned.filter((call) => writes.find((route) => route.call === call)?.step_up !== undefined),
    [],
    'is confirmed, so its reason is no longer needed',
  );
  assert.deepEqual(
    reasoned.filter((call) => !writes.some((route) => route.call === call)),
    [],
    'no such write',
  );
  assert.equal(new Set(reasoned).size, reasoned.length, 'one reason each');
});

it('where money leaves to, and who may decide it, is always confirmed', () => {
  for (const call of [
    ...['POST /withdrawals', 'POST /admin/withdrawals', 'POST /user/banking-detail', 'PUT /user/banking-detail'],
    ...['POST /admin/payout-batches/returns', 'POST /admin/bank-lines/:id/return', 'POST /user/company-detail'],
    ...['PUT /user/company-detail', 'POST /api-key', 'POST /admin/administrators', 'POST /webhooks'],
    ...['PATCH /webhooks/:id', 'POST /webhooks/:id/rotate-secret'],
  ])
    assert.ok(allRoutes.find((route) => route.call === call)?.step_up, call);
});

it('no form of files asks for a confirmation: a file that was sent would have to be sent again after it', () => {
  const forms = allRoutes.filter(({ multipart }) => multipart !== undefined);
  assert.ok(forms.length > 5);
  assert.deepEqual(
    forms.filter(({ step_up }) => step_up === true).map(({ call }) => call),
    [],
  );
});
