import { dataOf } from './common.ts';
import {
  AdminPersonalDataPage,
  AdminPersonalDataQuery,
  AdminPersonalDataRequest,
  AdminPersonalDataSaved,
  KeptInvoiceParams,
  PersonalDataAnswer,
  PersonalDataSaved,
} from './personal-data.ts';
import { ConfirmPersonalDataForm, RefusePersonalDataForm } from './personal-data-form.ts';
import { PDF, routesFor } from './route.ts';

const own = routesFor({ auth: 'customer-any-state', tag: 'Personal data' });

export const personalDataRoutes = {
  getPersonalDataRequests: own.get(
    '/user/personal-data',
    'What was asked for about one’s own data, and what stands in the way of an erasure.',
    PersonalDataAnswer,
  ),
  requestDataExport: own.post(
    '/user/personal-data/export',
    'Ask for a copy of everything about oneself.',
    PersonalDataSaved,
    { step_up: true, status: 201 },
  ),
  downloadPersonalData: own.file(
    '/user/personal-data/archive',
    'The copy as one ZIP, made while it is sent: for a week after an owner has confirmed it.',
    'application/zip',
    { step_up: true },
  ),
  requestErasure: own.post(
    '/user/personal-data/erasure',
    'Ask to be erased. 409 while money or anything open would be lost.',
    PersonalDataSaved,
    { step_up: true, status: 201 },
  ),
  takePersonalDataRequestBack: own.delete(
    '/user/personal-data/:id',
    'Take a request back, until an owner has confirmed it.',
    PersonalDataSaved,
  ),
};

const office = routesFor({ auth: 'administrator', permission: 'personal-data:decide', tag: 'Admin: personal data' });

export const adminPersonalDataRoutes = {
  listPersonalDatas: office.get(
    '/admin/personal-data',
    'What customers asked for about their data: what waits first, then the newest.',
    AdminPersonalDataPage,
    { query: AdminPersonalDataQuery },
  ),
  adminGetPersonalDataRequest: office.get(
    '/admin/personal-data/:id',
    'One request: what stands in its way, and the report of an erasure.',
    dataOf(AdminPersonalDataRequest),
  ),
  adminConfirmPersonalDataRequest: office.post(
    '/admin/personal-data/:id/confirm',
    'Say yes. An erasure signs the customer out at once, and a job does it; it cannot be undone.',
    AdminPersonalDataSaved,
    { step_up: true, body: ConfirmPersonalDataForm },
  ),
  adminRefusePersonalDataRequest: office.post(
    '/admin/personal-data/:id/refuse',
    'Say no, with a reason that the customer reads.',
    AdminPersonalDataSaved,
    { step_up: true, body: RefusePersonalDataForm },
  ),
  adminOpenKeptInvoice: office.file(
    '/admin/personal-data/:id/invoices/:invoiceId',
    'An invoice that is kept of an erased customer; each look is recorded.',
    PDF,
    { step_up: true, params: KeptInvoiceParams },
  ),
};
