import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { type Answers, refusal } from '#web/testing/network.ts';
import { renderScreen, textIn } from '#web/testing/render.tsx';
import { idOf } from '#web/testing/samples.ts';
import { DiscountInput } from './discount-input.tsx';

const ROUTE = 'POST /admin/discounts';
const USER = idOf(1);
const PRODUCT = idOf(50);
const REFUSED = { message: 'The product is archived.', code: 'invalid_state' };

/** A server with a discount of 5 % that stores what it is sent; `hold` makes the next call wait. */
function discountServer() {
  let percentage = 5;
  let gate: Promise<unknown> = Promise.resolve();
  function Row() {
    const [saved, setSaved] = useState(percentage);
    const readAgain = async () => setSaved(percentage);
    return (
      <DiscountInput userId={USER} productId={PRODUCT} productName="Steam $50" saved={saved} onSaved={readAgain} />
    );
  }
  return {
    screen: <Row />,
    percentage: () => percentage,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    answer: async ({ body }: { body: unknown }) => {
      const sent = (body as { percentage: number }).percentage;
      await gate;
      percentage = sent;
      return {
        message: 'Discount applied successfully',
        discount: { user_id: USER, product_id: PRODUCT, percentage: sent, proposed: null },
      };
    },
  };
}
const show = (server: ReturnType<typeof discountServer>, answer: Answers[typeof ROUTE] = server.answer) =>
  renderScreen(server.screen, { realm: 'admin', answers: { [ROUTE]: answer } });
const field = () => screen.findByRole('textbox', { name: 'Discount on Steam $50 in percent' });
/** In one piece, because on a busy machine a pause between two keys would save the first. */
const enter = async (user: UserEvent, text: string) => {
  await user.clear(await field());
  await user.paste(text);
};

describe('the discount of a customer', () => {
  it('given another value typed while one is saved, then it stays in the field and is saved last', async () => {
    const server = discountServer();
    const letGo = server.hold();
    const { user, writes } = show(server);
    await enter(user, '10');
    await waitFor(() => assert.equal(writes().length, 1));
    await enter(user, '25');
    letGo();
    await waitFor(() => assert.equal(server.percentage(), 25));
    assert.equal(textIn(await field()), '25');
    assert.deepEqual(
      writes().map(({ body }) => (body as { percentage: number }).percentage),
      [10, 25],
    );
  });

  it('given the first value typed again while another is saved, then the first is what stays', async () => {
    const server = discountServer();
    const letGo = server.hold();
    const { user, writes } = show(server);
    await enter(user, '10');
    await waitFor(() => assert.equal(writes().length, 1));
    await enter(user, '5');
    letGo();
    await waitFor(() => assert.equal(writes().length, 2));
    await waitFor(() => assert.equal(server.percentage(), 5));
    assert.equal(textIn(await field()), '5');
  });

  it('given a refusal, then the field goes back to what is in force, but not what was typed since', async () => {
    const server = discountServer();
    const first = Promise.withResolvers<Response>();
    let calls = 0;
    const shownAtCall: string[] = [];
    const { user, writes } = show(server, (sent) => {
      calls += 1;
      shownAtCall.push(textIn(screen.getByRole('textbox')));
      return calls === 1 ? first.promise : calls === 2 ? server.answer(sent) : refusal(409, REFUSED);
    });
    await enter(user, '10');
    await waitFor(() => assert.equal(writes().length, 1));
    await enter(user, '30');
    first.resolve(refusal(409, REFUSED));
    await waitFor(() => assert.equal(server.percentage(), 30));
    assert.deepEqual(shownAtCall, ['10', '30']);
    assert.equal(textIn(await field()), '30');
    await enter(user, '40');
    await waitFor(() => assert.equal(writes().length, 3));
    await waitFor(async () => assert.equal(textIn(await field()), '30'));
  });

  it('given one that waits for a second administrator, then it says so and shows what is in force', async () => {
    const server = discountServer();
    const message = 'Your approval of 40 % is saved.';
    const at = '2026-11-20T10:00:00.000Z';
    const proposed = { by: { id: idOf(90), name: 'Ada Byron' }, at, percentage: 40 };
    const { user } = show(server, {
      message,
      discount: { user_id: USER, product_id: PRODUCT, percentage: 5, proposed },
    });
    await enter(user, '40');
    assert.ok(await screen.findByText(message));
    await waitFor(async () => assert.equal(textIn(await field()), '5'));
  });

  for (const typed of ['101', '-1']) {
    it(`given ${typed}, then nothing is sent and what is in force shows again`, async () => {
      const server = discountServer();
      const { user, writes } = show(server);
      await enter(user, typed);
      await waitFor(async () => assert.equal(textIn(await field()), '5'));
      assert.deepEqual(writes(), []);
    });
  }

  for (const typed of ['abc', '1e1']) {
    it(`given ${typed}, then it is ignored once the field is left`, async () => {
      const server = discountServer();
      const { user, writes } = show(server);
      await enter(user, typed);
      await user.tab();
      assert.equal(textIn(await field()), '5');
      assert.deepEqual(writes(), []);
    });
  }

  it('is a number with a decimal comma, too', async () => {
    const server = discountServer();
    const { user } = show(server);
    await enter(user, '12,5');
    await waitFor(() => assert.equal(server.percentage(), 12.5));
  });

  it('is a number without its leading zero, too', async () => {
    const server = discountServer();
    const { user } = show(server);
    await enter(user, '.5');
    await waitFor(() => assert.equal(server.percentage(), 0.5));
  });

  it('says that the server was not reached, and that it may be tried again', async () => {
    const server = discountServer();
    const { user } = show(server, () => {
      throw new TypeError('the network is gone');
    });
    await enter(user, '30');
    assert.ok(await screen.findByText(/^Failed to apply discount\. We could not reach the server/));
    await waitFor(async () => assert.equal(textIn(await field()), '5'));
  });
});
