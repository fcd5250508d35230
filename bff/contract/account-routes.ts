import { ApiKeyAnswer, ApiKeyCreated, CreateApiKeyBody, RevokeApiKeyQuery } from './api-key.ts';
import { BankingDetailAnswer, BankingDetailSaved } from './banking.ts';
import { BankingDetailForm } from './banking-form.ts';
import { MessageAnswer, PageQuery } from './common.ts';
import { CompanyAnswer, CompanyDetailBody, CompanySaved, DocumentSaved } from './company.ts';
import { EVENT_STREAM, MarkReadAnswer, MarkReadBody, NotificationPage, NotificationParams } from './notification.ts';
import { defineRoutes } from './route.ts';
import { SendTicketAnswer } from './support.ts';
import { SupportTicketForm } from './support-form.ts';
import { DOCUMENT_RULES } from './upload-rules.ts';
import { CurrentUserAnswer, DeliveryChoiceBody } from './user.ts';

export const userRoutes = defineRoutes({
  show: {
    call: 'GET /user',
    auth: 'customer-any-state',
    ability: 'user:read',
    response: CurrentUserAnswer,
    summary: 'The signed-in customer.',
    tag: 'Account',
  },
  chooseDelivery: {
    call: 'PUT /user/delivery',
    auth: 'customer-any-state',
    body: DeliveryChoiceBody,
    response: CurrentUserAnswer,
    summary: 'Choose whether orders are delivered in part, unless a checkout says otherwise.',
    tag: 'Account',
  },
});

const company = { auth: 'customer-any-state', tag: 'Account' } as const;

export const companyRoutes = defineRoutes({
  show: {
    ...company,
    call: 'GET /user/company-detail',
    response: CompanyAnswer,
    summary: 'Company details; 404 before they are saved.',
  },
  create: {
    ...company,
    call: 'POST /user/company-detail',
    body: CompanyDetailBody,
    response: CompanySaved,
    status: 201,
    idempotent: true,
    summary: 'Save the company details for the first time.',
  },
  update: {
    ...company,
    call: 'PUT /user/company-detail',
    body: CompanyDetailBody,
    response: CompanySaved,
    summary: 'Change the company details.',
  },
  submit: {
    ...company,
    call: 'POST /user/company-detail/submit',
    response: MessageAnswer,
    summary: 'Finish: ask for approval. Needs complete details and at least one document.',
  },
  addDocument: {
    ...company,
    call: 'POST /user/company-detail/documents',
    operation: 'addCompanyDocument',
    multipart: { files: ['document'], max_file_bytes: DOCUMENT_RULES.maxBytes, max_files: 1 },
    response: DocumentSaved,
    status: 201,
    summary: 'Upload a company document (PDF, JPEG, PNG, DOC, DOCX; 15 MB).',
  },
  openDocument: {
    ...company,
    call: 'GET /user/company-detail/documents/:id',
    operation: 'openCompanyDocument',
    file: 'application/octet-stream',
    summary: 'Download a document of one’s own.',
  },
  removeDocument: {
    ...company,
    call: 'DELETE /user/company-detail/documents/:id',
    operation: 'removeCompanyDocument',
    response: MessageAnswer,
    summary: 'Delete a document.',
  },
});

const banking = { auth: 'customer-any-state', tag: 'Account' } as const;

export const bankingRoutes = defineRoutes({
  show: {
    ...banking,
    call: 'GET /user/banking-detail',
    response: BankingDetailAnswer,
    summary: 'Banking details for payouts; 404 before they are saved.',
  },
  create: {
    ...banking,
    call: 'POST /user/banking-detail',
    step_up: true,
    body: BankingDetailForm,
    response: BankingDetailSaved,
    status: 201,
    summary: 'Save the banking details.',
  },
  update: {
    ...banking,
    call: 'PUT /user/banking-detail',
    step_up: true,
    body: BankingDetailForm,
    response: BankingDetailSaved,
    summary: 'Change the banking details.',
  },
});

const apiKey = { auth: 'customer', tag: 'API key' } as const;

export const apiKeyRoutes = defineRoutes({
  show: {
    ...apiKey,
    call: 'GET /api-key',
    response: ApiKeyAnswer,
    summary: 'The API keys in use, without their secrets.',
  },
  create: {
    ...apiKey,
    call: 'POST /api-key',
    step_up: true,
    body: CreateApiKeyBody,
    response: ApiKeyCreated,
    status: 201,
    summary: 'A new API key, shown once; the old one of its kind is revoked.',
  },
  revoke: {
    ...apiKey,
    call: 'DELETE /api-key',
    query: RevokeApiKeyQuery,
    response: MessageAnswer,
    summary: 'Revoke the API key.',
  },
});

export const supportRoutes = defineRoutes({
  sendTicket: {
    call: 'POST /support/send-ticket',
    operation: 'sendSupportTicket',
    auth: 'public',
    body: SupportTicketForm,
    response: SendTicketAnswer,
    status: 201,
    idempotent: true,
    rate_limit: 'auth',
    summary: 'Send a support ticket.',
    tag: 'Support',
  },
});

const notification = { auth: 'customer-any-state', tag: 'Notifications' } as const;

export const notificationRoutes = defineRoutes({
  list: {
    ...notification,
    call: 'GET /notifications',
    query: PageQuery,
    response: NotificationPage,
    summary: 'Notifications, newest first, with the count of unread ones.',
  },
  stream: {
    ...notification,
    call: 'GET /notifications/stream',
    operation: 'streamNotifications',
    file: EVENT_STREAM,
    summary: 'Server-sent events: `news` when the bell changes, `orders` when an order went on by itself.',
  },
  markRead: {
    ...notification,
    call: 'PATCH /notifications/:id',
    params: NotificationParams,
    body: MarkReadBody,
    response: MarkReadAnswer,
    summary: 'Mark one as read.',
  },
  markAllRead: {
    ...notification,
    call: 'PATCH /notifications',
    operation: 'markAllNotificationsRead',
    body: MarkReadBody,
    response: MarkReadAnswer,
    summary: 'Mark all as read.',
  },
});
