import { MAX_LISTED, type Message } from './message-store.ts';

const REFRESH_SECONDS = 5;

/** Served as /mailbox.css: the policy forbids inline styles, so they need a file. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #18181b; --soft: #71717a; --line: #e4e4e7; --ground: #fafafa; --card: #fff; --accent: #4f46e5; }
@media (prefers-color-scheme: dark) { :root { --ink: #f4f4f5; --soft: #a1a1aa; --line: #27272a; --ground: #09090b; --card: #18181b; --accent: #a5b4fc; } }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
main { max-width: 820px; margin: 0 auto; padding: 40px 20px; }
h1 { font-size: 22px; margin: 0 0 4px; letter-spacing: -0.01em; }
p.hint, dd, dt, time, .from { color: var(--soft); }
p.hint { margin: 0 0 24px; }
ol { list-style: none; margin: 0; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
li a { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 14px 18px; color: inherit; text-decoration: none; }
li a:hover { background: var(--ground); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.subject { font-weight: 600; overflow-wrap: anywhere; }
.from, time { font-size: 13px; font-variant-numeric: tabular-nums; }
.empty { padding: 48px 20px; text-align: center; color: var(--soft); background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 16px; margin: 0; padding: 16px 20px; border-bottom: 1px solid var(--line); font-size: 13px; }
dd { margin: 0; overflow-wrap: anywhere; }
pre { margin: 0; padding: 20px; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
pre a, .back { color: var(--accent); }
.back { display: inline-block; margin-bottom: 16px; text-decoration: none; }
iframe { display: block; width: 100%; height: 560px; border: 0; border-bottom: 1px solid var(--line); background: #fff; }
@media (max-width: 560px) { main { padding: 24px 12px; } li a { grid-template-columns: 1fr; } iframe { height: 760px; } }
`;

/** The page's body is what comes after the notice that every page may have. */
export type Page = { readonly head: string; readonly body: string };

export function listPage(messages: readonly Message[]): Page {
  const items = messages.map(
    (message) => `<li><a href="/messages/${message.id}">
      <span class="subject">${escapeHtml(message.subject)}</span><time datetime="${message.receivedAt}">${shortTime(message.receivedAt)}</time>
      <span class="from">to ${escapeHtml(message.to.join(', '))}</span></a></li>`,
  );
  const content =
    items.length === 0
      ? '<div class="empty">No mail yet. What the store sends appears here by itself.</div>'
      : `<ol>${items.join('\n')}</ol>`;
  return page(
    'Mailbox',
    `<h1>Mailbox</h1><p class="hint">Every mail that this installation sent, newest first (at most ${MAX_LISTED}). None of them left this machine.</p>${content}`,
    `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`,
  );
}

export function messagePage(message: Message): Page {
  const attachments = message.attachments
    .map((attachment) => `<dt>Attachment</dt><dd>${escapeHtml(attachment.name)} (${attachment.sizeBytes} bytes)</dd>`)
    .join('');
  const frame =
    message.html === null
      ? ''
      : `<iframe title="The mail as it was designed" src="/messages/${message.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
  return page(
    message.subject,
    `<a class="back" href="/">← All mail</a>
    <h1>${escapeHtml(message.subject)}</h1><p class="hint"><time datetime="${message.receivedAt}">${shortTime(message.receivedAt)}</time></p>
    <article><dl><dt>From</dt><dd>${escapeHtml(message.from)}</dd><dt>To</dt><dd>${escapeHtml(message.to.join(', '))}</dd>${attachments}</dl>
    ${frame}<pre>${linked(message.text)}</pre></article>`,
  );
}

/** The mail's own HTML, for the frame. Its policy (no scripts, nothing loaded from elsewhere) is sent as a header. */
export function framePage(html: string): string {
  return `<!doctype html><meta charset="utf-8"><base target="_blank">${html}`;
}

export function notFoundPage(): Page {
  return page('Not found', '<a class="back" href="/">← All mail</a><h1>There is no such mail</h1>');
}

function page(title: string, body: string, more = ''): Page {
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/mailbox.css">${more}</head>`;
  return { head, body: `<main>${body}</main>` };
}

function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"')\]]+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}" rel="noopener">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');
}

function shortTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
