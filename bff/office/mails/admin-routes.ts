import { buffer } from 'node:stream/consumers';
import { adminMailRoutes } from '#bff/contract/office/mails.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { found } from '#bff/kit/lib/api-error.ts';
import { knownLook, mailStore } from '#bff/kit/lib/look.ts';
import { storeName } from '#bff/kit/lib/seller.ts';
import { senderOfKind } from '#bff/kit/mails/cool-down.ts';
import { type MailStore, mailOf } from '#bff/kit/mails/layout.ts';
import { senderOf } from '#bff/kit/mails/mail-job.ts';
import { listExamples, type MailExample } from '#bff/papers/mails/examples/list-examples.ts';
import { sendToMyself } from './send-to-myself.ts';

const READER = 'Alex Example';
const TEST =
  'This is a test that you sent to yourself. Its values are examples, and nothing in it has happened. Its links open the front page of the store, not what they name.';
/** A preview loads nothing, whatever page shows it, and its links lead out of it, which its frame forbids. */
const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><base target="_blank">`;

export const registerAdminMails = feature(adminMailRoutes, (deps) => {
  const examples = () => listExamples({ url: deps.config.publicUrl, store: storeName(deps.settings) });
  const exampleOf = (name: string): MailExample =>
    found(
      examples().find((each) => each.name === name),
      'There is no such mail.',
    );
  return {
    listSettingsMails: async () => ({
      data: examples().map(({ name, mail, to }) => ({ name, subject: mail.subject, to })),
    }),
    previewMail: async ({ params: { name } }) => {
      const { kind, mail, to, isNamed } = exampleOf(name);
      const from = senderOf(deps.settings, senderOfKind(kind)) ?? null;
      const shown = mailOf({ ...mail, name: isNamed ? READER : undefined, store: await previewStore(deps) });
      return { data: { name, to, from, ...shown, html: shown.html.replace('<head>', `<head>${POLICY}`) } };
    },
    sendExampleMail: async ({ params: { name }, actor }) => {
      const { mail } = exampleOf(name);
      return sendToMyself(deps, actor, {
        ...mail,
        subject: `[Test] ${mail.subject}`,
        paragraphs: [TEST, ...mail.paragraphs],
      });
    },
  };
});

/** The store as its mails show it, with the logo itself in place of its address. */
async function previewStore({ settings, config, files }: BffDeps): Promise<MailStore> {
  const store = mailStore(settings, config.publicUrl);
  const logo = knownLook(settings)?.logo;
  if (!store.logo || !logo) return store;
  const picture = await buffer((await files.open(logo.fileId, null)).stream);
  return { ...store, logo: { ...store.logo, url: `data:image/png;base64,${picture.toString('base64')}` } };
}
