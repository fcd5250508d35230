import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { adminOrder } from '#web/testing/samples.ts';
import { DetailPage } from './detail-page.tsx';
import { PageHeader } from './page-header.tsx';

const ORDER = adminOrder();

const Loaded = ({ number }: { number: string }) => <PageHeader title={`Order ${number}`} />;

function Page() {
  const of = useQuery(apiQuery('GET /admin/orders/:id', { params: { id: ORDER.id } }));
  return (
    <DetailPage of={of} title="Order" back={{ href: '/', label: 'Back' }} failed="Failed" skeleton={null}>
      {(order) => <Loaded number={order.order_number} />}
    </DetailPage>
  );
}

describe('the page of a record', () => {
  const open = () => {
    const answer = Promise.withResolvers<{ data: typeof ORDER }>();
    renderScreen(<Page />, { realm: 'admin', answers: { 'GET /admin/orders/:id': () => answer.promise } });
    return () => answer.resolve({ data: ORDER });
  };

  it('keeps the focus on its heading when the record has loaded', async () => {
    const load = open();
    screen.getByRole('heading', { name: 'Order' }).focus();
    load();
    const heading = await screen.findByRole('heading', { name: 'Order GL-1001' });
    assert.ok(document.activeElement === heading, 'the heading has it');
  });

  it('takes no focus that was elsewhere', async () => {
    const load = open();
    load();
    await screen.findByRole('heading', { name: 'Order GL-1001' });
    assert.ok(document.activeElement === document.body, 'nothing has it');
  });
});
