import { routesFor } from '#bff/contract/base/route.ts';
import { CatalogueChangeSaved, SeenChange } from '#bff/contract/shop/admin-catalogue.ts';
import { DiscountPlanForm } from './customer-form.ts';

const desk = routesFor({ auth: 'administrator', permission: 'customers:decide', tag: 'Admin: customers' });

/** What is planned is read among the bulk changes: `GET /admin/catalogue/changes`. */
export const adminDiscountPlanRoutes = {
  checkDiscountPlan: desk.post(
    '/admin/discount-plans',
    'Look at one discount of a customer on the products of a brand, at once or from a day in the time zone of the seller. Nothing is changed.',
    CatalogueChangeSaved,
    { expects: { nothing: 'it changes nothing' }, body: DiscountPlanForm, status: 201 },
  ),
  applyDiscountPlan: desk.post(
    '/admin/discount-plans/:id/apply',
    'Apply discounts as they were shown, or plan them for their day. Larger or more ones than one may grant wait for a second administrator.',
    CatalogueChangeSaved,
    { body: SeenChange, expects: ['digest'] },
  ),
  confirmDiscountPlan: desk.post(
    '/admin/discount-plans/:id/confirm',
    'Say the second yes to discounts that wait: they are applied, or planned for their day.',
    CatalogueChangeSaved,
    { step_up: true, body: SeenChange, expects: ['digest'] },
  ),
  refuseDiscountPlan: desk.post(
    '/admin/discount-plans/:id/refuse',
    'Refuse discounts that wait, or take the own ones back.',
    CatalogueChangeSaved,
    { expects: { nothing: 'it prices nothing' } },
  ),
  withdrawDiscountPlan: desk.post(
    '/admin/discount-plans/:id/withdraw',
    'Withdraw planned discounts before their day.',
    CatalogueChangeSaved,
    { expects: { nothing: 'discounts stay as they are' } },
  ),
};
