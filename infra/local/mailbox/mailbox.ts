import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { isLocalHost } from '#infra/adapters/config/local.ts';
import { createMessageStore, type MessageStore } from './message-store.ts';
import { framePage, listPage, messagePage, notFoundPage, type Page, STYLE } from './pages.ts';

const HOST = '127.0.0.1';
const MAX_MAIL_BYTES = 20_000_000;
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const FRAME_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

export type Mailbox = { readonly httpPort: number; readonly smtpPort: number; stop(): Promise<void> };

/** What every page says first. */
export type Notice = { readonly html: string; readonly css: string };
const NONE: Notice = { html: '', css: '' };

/** An SMTP server that keeps its mails, and a page that shows them; both on this machine only. Port 0 takes any. */
export async function startMailbox(options: {
  dir: string;
  httpPort: number;
  smtpPort: number;
  notice?: Notice | undefined;
}): Promise<Mailbox> {
  const store = await createMessageStore(options.dir);
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MAX_MAIL_BYTES,
    logger: false,
    onData(stream, _session, done) {
      buffer(stream)
        .then((raw) => {
          if (stream.sizeExceeded) throw Object.assign(new Error('The mail is too large.'), { responseCode: 552 });
          return store.add(raw);
        })
        .then(() => done(), done);
    },
  });
  // A sender that closes the connection early must not end the process.
  smtp.on('error', (error) => console.error(`mailbox: ${error.message}`));
  const http = createServer((request, response) => {
    answer(store, options.notice ?? NONE, request, response).catch((error: Error) => {
      console.error(`mailbox: ${error.message}`);
      response.writeHead(500).end();
    });
  });
  const smtpPort = await listen(smtp.server, options.smtpPort);
  const httpPort = await listen(http, options.httpPort);
  return {
    smtpPort,
    httpPort,
    stop: async () => {
      http.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => http.close(() => resolve())),
        new Promise<void>((resolve) => smtp.close(() => resolve())),
      ]);
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

async function answer(
  store: MessageStore,
  notice: Notice,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://mailbox');
  const send = (status: number, type: string, body: string, policy = PAGE_POLICY) =>
    response
      .writeHead(status, {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      .end(request.method === 'HEAD' ? undefined : body);
  // A page of another site, whose name was pointed to this machine (DNS rebinding), would read the links of mails.
  if (!isLocalHost((request.headers.host ?? '').replace(/:\d*$/, '')))
    return void send(421, 'text/plain', 'The mailbox is at localhost.');
  const page = (status: number, { head, body }: Page) =>
    send(status, 'text/html', `${head}<body>${notice.html}${body}</body></html>`);
  const json = (status: number, value: unknown) => send(status, 'application/json', JSON.stringify(value));

  if (request.method !== 'GET' && request.method !== 'HEAD')
    return void json(405, { message: 'Only GET is possible here.' });
  if (url.pathname === '/mailbox.css') return void send(200, 'text/css', STYLE + notice.css);
  if (url.pathname === '/') return void page(200, listPage(await store.list()));
  if (url.pathname === '/api/messages') {
    return void json(200, { messages: await store.list({ to: url.searchParams.get('to') ?? undefined }) });
  }
  const [, prefix, id, suffix] = /^\/(api\/messages|messages)\/([^/]+)(\/html)?$/.exec(url.pathname) ?? [];
  const message = id === undefined ? undefined : await store.get(id);
  if (prefix === 'api/messages' && suffix === undefined) {
    return void (message ? json(200, message) : json(404, { message: 'There is no such mail.' }));
  }
  if (message && suffix !== undefined && message.html !== null) {
    return void send(200, 'text/html', framePage(message.html), FRAME_POLICY);
  }
  if (message && suffix === undefined) return void page(200, messagePage(message));
  page(404, notFoundPage());
}
