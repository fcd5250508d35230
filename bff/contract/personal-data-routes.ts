import {
  AdminPersonalDataAnswer,
  AdminPersonalDataPage,
  AdminPersonalDataQuery,
  AdminPersonalDataSaved,
  KeptInvoiceParams,
  PersonalDataAnswer,
  PersonalDataSaved,
} from './personal-data.ts';
import { ConfirmPersonalDataForm, RefusePersonalDataForm } from './personal-data-form.ts';
import { defineRoutes } from './route.ts';

const own = { auth: 'customer-any-state', tag: 'Personal data' } as const;

export const personalDataRoutes = defineRoutes(own, {
  show: {
    call: 'GET /user/personal-data',
    operation: 'getPersonalDataRequests',
    response: PersonalDataAnswer,
    summary: 'What was asked for about one’s own data, and what stands in the way of an erasure.',
  },
  requestExport: {
    call: 'POST /user/personal-data/export',
    operation: 'requestDataExport',
    step_up: true,
    response: PersonalDataSaved,
    status: 201,
    summary: 'Ask for a copy of everything about oneself.',
  },
  download: {
    call: 'GET /user/personal-data/archive',
    operation: 'downloadPersonalData',
    step_up: true,
    file: 'application/zip',
    summary: 'The copy as one ZIP, made while it is sent: for a week after an owner has confirmed it.',
  },
  requestErasure: {
    call: 'POST /user/personal-data/erasure',
    operation: 'requestErasure',
    step_up: true,
    response: PersonalDataSaved,
    status: 201,
    summary: 'Ask to be erased. 409 while money or anything open would be lost.',
  },
  takeBack: {
    call: 'DELETE /user/personal-data/:id',
    operation: 'takePersonalDataRequestBack',
    response: PersonalDataSaved,
    summary: 'Take a request back, until an owner has confirmed it.',
  },
});

const office = { auth: 'administrator', permission: 'personal-data:decide', tag: 'Admin: personal data' } as const;

export const adminPersonalDataRoutes = defineRoutes(office, {
  list: {
    call: 'GET /admin/personal-data',
    query: AdminPersonalDataQuery,
    response: AdminPersonalDataPage,
    summary: 'What customers asked for about their data: what waits first, then the newest.',
  },
  show: {
    call: 'GET /admin/personal-data/:id',
    operation: 'adminGetPersonalDataRequest',
    response: AdminPersonalDataAnswer,
    summary: 'One request: what stands in its way, and the report of an erasure.',
  },
  confirm: {
    call: 'POST /admin/personal-data/:id/confirm',
    operation: 'adminConfirmPersonalDataRequest',
    step_up: true,
    body: ConfirmPersonalDataForm,
    response: AdminPersonalDataSaved,
    summary: 'Say yes. An erasure signs the customer out at once, and a job does it; it cannot be undone.',
  },
  refuse: {
    call: 'POST /admin/personal-data/:id/refuse',
    operation: 'adminRefusePersonalDataRequest',
    step_up: true,
    body: RefusePersonalDataForm,
    response: AdminPersonalDataSaved,
    summary: 'Say no, with a reason that the customer reads.',
  },
  openInvoice: {
    call: 'GET /admin/personal-data/:id/invoices/:invoiceId',
    operation: 'adminOpenKeptInvoice',
    step_up: true,
    params: KeptInvoiceParams,
    file: 'application/pdf',
    summary: 'An invoice that is kept of an erased customer; each look is recorded.',
  },
});
