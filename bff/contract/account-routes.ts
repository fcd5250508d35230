import { ApiKeyAnswer, ApiKeyCreated, CreateApiKeyBody, RevokeApiKeyQuery } from './api-key.ts';
import { BankingDetailAnswer, BankingDetailSaved } from './banking.ts';
import { BankingDetailForm } from './banking-form.ts';
import { MessageAnswer, PageQuery } from './common.ts';
import { CompanyAnswer, CompanyDetailBody, CompanySaved, DocumentSaved } from './company.ts';
import { MoneyMailChoice, MoneyMailChoices } from './money-mails.ts';
import { EVENT_STREAM, MarkReadAnswer, MarkReadBody, NotificationPage, NotificationParams } from './notification.ts';
import { defineRoutes } from './route.ts';
import { SendTicketAnswer } from './support.ts';
import { SupportTicketForm } from './support-form.ts';
import { DOCUMENT_RULES } from './upload-rules.ts';
import { CurrentUserAnswer, DeliveryChoiceBody } from './user.ts';

const account = { auth: 'customer-any-state', tag: 'Account' } as const;

export const userRoutes = defineRoutes(account, {
  show: {
    call: 'GET /user',
    ability: 'user:read',
    response: CurrentUserAnswer,
    summary: 'The signed-in customer.',
  },
  chooseDelivery: {
    call: 'PUT /user/delivery',
    body: DeliveryChoiceBody,
    response: CurrentUserAnswer,
    summary: 'Choose whether orders are delivered in part, unless a checkout says otherwise.',
  },
  mails: {
    call: 'GET /user/mails',
    response: MoneyMailChoices,
    summary: 'Which mails about money are sent.',
  },
  chooseMail: {
    call: 'PUT /user/mails',
    body: MoneyMailChoice,
    response: MoneyMailChoices,
    summary: 'Switch a kind of mail about money on or off; those of security are always sent.',
  },
});

export const companyRoutes = defineRoutes(account, {
  show: {
    call: 'GET /user/company-detail',
    response: CompanyAnswer,
    summary: 'Company details; 404 before they are saved.',
  },
  create: {
    call: 'POST /user/company-detail',
    // A change stops the payouts of an approved company.
    step_up: true,
    body: CompanyDetailBody,
    response: CompanySaved,
    status: 201,
    idempotent: true,
    summary: 'Save the company details for the first time.',
  },
  update: {
    call: 'PUT /user/company-detail',
    step_up: true,
    body: CompanyDetailBody,
    response: CompanySaved,
    summary: 'Change the company details.',
  },
  submit: {
    call: 'POST /user/company-detail/submit',
    response: MessageAnswer,
    summary: 'Finish: ask for approval. Needs complete details and at least one document.',
  },
  addDocument: {
    call: 'POST /user/company-detail/documents',
    operation: 'addCompanyDocument',
    multipart: { files: ['document'], max_file_bytes: DOCUMENT_RULES.maxBytes, max_files: 1 },
    response: DocumentSaved,
    status: 201,
    summary: 'Upload a company document (PDF, JPEG, PNG, DOC, DOCX; 15 MB).',
  },
  openDocument: {
    call: 'GET /user/company-detail/documents/:id',
    operation: 'openCompanyDocument',
    file: 'application/octet-stream',
    summary: 'Download a document of one’s own.',
  },
  removeDocument: {
    call: 'DELETE /user/company-detail/documents/:id',
    operation: 'removeCompanyDocument',
    response: MessageAnswer,
    summary: 'Delete a document.',
  },
});

export const bankingRoutes = defineRoutes(account, {
  show: {
    call: 'GET /user/banking-detail',
    response: BankingDetailAnswer,
    summary: 'Banking details for payouts; 404 before they are saved.',
  },
  create: {
    call: 'POST /user/banking-detail',
    step_up: true,
    body: BankingDetailForm,
    response: BankingDetailSaved,
    status: 201,
    summary: 'Save the banking details.',
  },
  update: {
    call: 'PUT /user/banking-detail',
    step_up: true,
    body: BankingDetailForm,
    response: BankingDetailSaved,
    summary: 'Change the banking details.',
  },
});

const apiKey = { auth: 'customer', tag: 'API key' } as const;

export const apiKeyRoutes = defineRoutes(apiKey, {
  show: {
    call: 'GET /api-key',
    response: ApiKeyAnswer,
    summary: 'The API keys in use, without their secrets.',
  },
  create: {
    call: 'POST /api-key',
    step_up: true,
    body: CreateApiKeyBody,
    response: ApiKeyCreated,
    status: 201,
    summary: 'A new API key, shown once; the old one of its kind is revoked.',
  },
  revoke: {
    call: 'DELETE /api-key',
    query: RevokeApiKeyQuery,
    response: MessageAnswer,
    summary: 'Revoke the API key.',
  },
});

const support = { auth: 'public', tag: 'Support' } as const;

export const supportRoutes = defineRoutes(support, {
  sendTicket: {
    call: 'POST /support/send-ticket',
    operation: 'sendSupportTicket',
    body: SupportTicketForm,
    response: SendTicketAnswer,
    status: 201,
    idempotent: true,
    rate_limit: 'auth',
    summary: 'Send a support ticket.',
  },
});

const notification = { auth: 'customer-any-state', tag: 'Notifications' } as const;

export const notificationRoutes = defineRoutes(notification, {
  list: {
    call: 'GET /notifications',
    query: PageQuery,
    response: NotificationPage,
    summary: 'Notifications, newest first, with the count of unread ones.',
  },
  stream: {
    call: 'GET /notifications/stream',
    operation: 'streamNotifications',
    file: EVENT_STREAM,
    summary: 'Server-sent events: `news` when the bell changes, `orders` when an order went on by itself.',
  },
  markRead: {
    call: 'PATCH /notifications/:id',
    params: NotificationParams,
    body: MarkReadBody,
    response: MarkReadAnswer,
    summary: 'Mark one as read.',
  },
  markAllRead: {
    call: 'PATCH /notifications',
    operation: 'markAllNotificationsRead',
    body: MarkReadBody,
    response: MarkReadAnswer,
    summary: 'Mark all as read.',
  },
});
