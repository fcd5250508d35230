import { DEMONSTRATION } from '#bff/kit/lib/demonstration.ts';

export type MailText = { readonly subject: string; readonly text: string; readonly html: string };

/** The forms for dark mailboxes and for phones. A mailbox without styles shows the light, wide one. */
const FORMS = `@media (max-width: 480px) {
body { padding: 16px 8px !important } .card { padding: 24px 20px 8px !important } }
@media (prefers-color-scheme: dark) {
body, .lines { background: #0b0d12 !important } .card { background: #171a21 !important }
.text, .lines { color: #e5e7eb !important } .small { color: #9ca3af !important }
.strip { background: #33290f !important; color: #f2d48a !important } }`;

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** What a mail says: paragraphs, at most one button, a closing line. */
export type Mail = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Lines that keep their breaks, above the button. */
  readonly verbatim?: string;
  readonly closing?: string;
  /** It is the last one of its kind for so many minutes, and says so. */
  readonly pauseMinutes?: number;
};

/** Whom a mail is for. The name is left out where nobody has proven to own the address. */
export type Recipient = { readonly email: string; readonly name?: string | undefined };

/** A mail that waits: what it says, to whom. How it looks is added when it is sent. */
export type Letter = {
  /** Two mails with one id are sent once. */
  readonly id: string;
  readonly to: string;
  readonly name?: string | undefined;
  readonly mail: Mail;
  /** It comes from the operator's own address, whatever the settings say. */
  readonly sender?: 'operator' | undefined;
};

/** Who sends a mail, and how that looks. */
export type MailStore = {
  readonly name: string;
  /** `#` and six digits; white text on it can be read. */
  readonly accent?: string | null;
  /** `url` is absolute; the size is in pixels. */
  readonly logo?: { readonly url: string; readonly width: number; readonly height: number } | null;
  readonly isDemonstration?: boolean;
};
const STRIP = `<p class="strip" style="margin:0 0 20px;padding:8px 12px;border-radius:6px;background:#fdf3d7;color:#6b4500;font-size:13px;line-height:20px">${DEMONSTRATION}</p>\n`;
const ACCENT = '#4f46e5';
const LOGO = { mostWidth: 240, height: 36 } as const;

/** The logo, on white also in a dark mailbox; its text is the name, which a mailbox without pictures shows. */
function head({ name, logo }: MailStore): string {
  const text = 'margin:0 0 24px;font-size:16px;font-weight:700;color:#111827';
  if (!logo) return `<p class="text" style="${text}">${escapeHtml(name)}</p>`;
  const scale = Math.min(LOGO.height / logo.height, LOGO.mostWidth / logo.width);
  const [width, height] = [logo.width, logo.height].map((side) => Math.max(1, Math.round(side * scale)));
  return `<p style="${text}"><img src="${escapeHtml(logo.url)}" alt="${escapeHtml(name)}" width="${width}" height="${height}" style="display:inline-block;border:0;border-radius:4px;background:#ffffff"></p>`;
}

/** Greets the reader. The text version says the same. */
export function mailOf(mail: Mail & Pick<Recipient, 'name'> & { readonly store: MailStore }): MailText {
  const { subject, name, store, paragraphs, action, verbatim, closing, pauseMinutes } = mail;
  const pause =
    pauseMinutes &&
    `We send no more mails of this kind for ${pauseMinutes} minutes. What happens meanwhile is shown where you sign in.`;
  const greeting = name === undefined ? 'Hello,' : `Hello ${name},`;
  const text = [
    ...(store.isDemonstration ? [DEMONSTRATION] : []),
    greeting,
    ...paragraphs,
    ...(verbatim ? [verbatim] : []),
    ...(action ? [`${action.label}: ${action.url}`] : []),
    ...(closing ? [closing] : []),
    store.name,
    ...(pause ? [pause] : []),
  ].join('\n\n');
  const paragraph = (line: string) =>
    `<p class="text" style="margin:0 0 16px;font-size:15px;line-height:24px;color:#1f2937;white-space:pre-line;overflow-wrap:anywhere">${escapeHtml(line)}</p>`;
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${store.accent ?? ACCENT};color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p class="small" style="margin:0 0 16px;font-size:13px;line-height:20px;color:#6b7280;overflow-wrap:anywhere;word-break:break-word">Or open this address: ${escapeHtml(action.url)}</p>`
    : '';
  const lines = verbatim
    ? `<pre class="lines" style="margin:0 0 16px;padding:12px;border-radius:8px;background:#f3f4f6;font-size:13px;line-height:20px;white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(verbatim)}</pre>`
    : '';
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${FORMS}</style><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f3f4f6;font-family:Inter,-apple-system,Segoe UI,Helvetica,Arial,sans-serif">
<div class="card" style="max-width:520px;margin:0 auto;padding:32px 32px 16px;border-radius:12px;background:#ffffff">
${store.isDemonstration ? STRIP : ''}${head(store)}
${paragraph(greeting)}${paragraphs.map(paragraph).join('')}${lines}${button}${closing ? paragraph(closing) : ''}
${pause ? `<p class="small" style="margin:0 0 16px;font-size:13px;line-height:20px;color:#6b7280">${pause}</p>` : ''}</div></body></html>`;
  return { subject, text, html };
}
