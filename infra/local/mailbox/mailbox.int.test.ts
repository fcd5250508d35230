import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { createMailer } from '#infra/adapters/outside/mailer.ts';
import { startMailbox } from './mailbox.ts';

describe('the mailbox', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'mailbox-'));
  const mailbox = await startMailbox({ dir, httpPort: 0, smtpPort: 0 });
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${mailbox.smtpPort}`,
    from: 'Giftledger <no-reply@giftledger.example>',
    needsTls: false,
  });
  const url = `http://127.0.0.1:${mailbox.httpPort}`;
  after(async () => {
    mailer.close();
    await mailbox.stop();
    await rm(dir, { recursive: true });
  });

  it('shows a mail with its links, to people and to tests', async () => {
    await mailer.verify();
    await mailer.send({
      to: 'Anna@Example.com',
      subject: 'Potwierdź adres',
      text: 'Open http://localhost:3000/verify?token=abc&x=1 to go on.',
      html: '<p>Open <a href="http://localhost:3000/verify?token=abc">this</a></p><script>alert(1)</script>',
      attachments: [{ filename: 'invoice.pdf', content: Buffer.from('%PDF'), contentType: 'application/pdf' }],
    });
    await mailer.send({ to: 'ben@example.com', subject: 'Other', text: 'x', html: '<p>x</p>' });

    const { messages } = await (await fetch(`${url}/api/messages?to=anna@example.com`)).json();
    assert.equal(messages.length, 1);
    const [message] = messages;
    assert.deepEqual(message.links, ['http://localhost:3000/verify?token=abc&x=1']);
    assert.deepEqual(message.attachments, [{ name: 'invoice.pdf', contentType: 'application/pdf', sizeBytes: 4 }]);

    const list = await (await fetch(url)).text();
    assert.match(list, /Potwierdź adres/);
    const page = await fetch(`${url}/messages/${message.id}`);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.match(await page.text(), /<a href="http:\/\/localhost:3000\/verify\?token=abc&amp;x=1"/);
    const frame = await fetch(`${url}/messages/${message.id}/html`);
    assert.match(frame.headers.get('content-security-policy') ?? '', /^sandbox allow-popups.*default-src 'none'/);
  });

  it('gets nothing from a sender that needs TLS, because it offers none', async () => {
    const careful = createMailer({
      smtpUrl: `smtp://127.0.0.1:${mailbox.smtpPort}`,
      from: 'Giftledger <no-reply@giftledger.example>',
      needsTls: true,
    });
    await assert.rejects(careful.send({ to: 'anna@example.com', subject: 'Link', text: 'x', html: '<p>x</p>' }), /TLS/);
    careful.close();
  });

  it('answers this machine’s names alone: another name that leads here would be another site’s', async () => {
    const statusOf = (host: string) =>
      new Promise<number | undefined>((resolve, reject) =>
        get({ host: '127.0.0.1', port: mailbox.httpPort, path: '/api/messages', headers: { host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        }).on('error', reject),
      );
    for (const host of ['localhost', `localhost:${mailbox.httpPort}`, '127.0.0.1:3001', '[::1]:3001']) {
      assert.equal(await statusOf(host), 200, host);
    }
    for (const host of ['evil.example', 'localhost.evil.example:3001']) assert.equal(await statusOf(host), 421, host);
  });

  it('still has its mails after a restart', async () => {
    const other = await startMailbox({ dir, httpPort: 0, smtpPort: 0 });
    const { messages } = await (await fetch(`http://127.0.0.1:${other.httpPort}/api/messages`)).json();
    await other.stop();
    assert.deepEqual(messages.map((message: { subject: string }) => message.subject).sort(), [
      'Other',
      'Potwierdź adres',
    ]);
    assert.ok((await readdir(dir)).every((name) => name.endsWith('.eml')));
  });

  it('of a demonstration says on each page what it is; any other says nothing', async () => {
    const notice = { html: '<aside>No real money</aside>', css: 'aside{color:#6b4500}' };
    const other = await startMailbox({ dir, httpPort: 0, smtpPort: 0, notice });
    const id = (await (await fetch(`${url}/api/messages`)).json()).messages[0].id;
    const textOf = async (port: number, place: string) => (await fetch(`http://127.0.0.1:${port}${place}`)).text();
    for (const place of ['/', `/messages/${id}`, '/messages/gone']) {
      assert.match(await textOf(other.httpPort, place), /<body><aside>No real money<\/aside><main>/, place);
      assert.match(await textOf(mailbox.httpPort, place), /<body><main>/, place);
    }
    assert.ok((await textOf(other.httpPort, '/mailbox.css')).endsWith(notice.css));
    await other.stop();
  });

  it('gives away nothing but its mails', async () => {
    for (const place of ['/messages/..%2f..%2fsecrets.json', '/api/messages/x', '/etc/passwd', '/messages/']) {
      assert.equal((await fetch(`${url}${place}`)).status, 404, place);
    }
    assert.equal((await fetch(`${url}/api/messages`, { method: 'DELETE' })).status, 405);
  });

  it('escapes what a mail says', async () => {
    await mailer.send({ to: 'eve@example.com', subject: '<img src=x onerror=alert(1)>', text: '<b>x</b>', html: '' });
    const list = await (await fetch(url)).text();
    assert.doesNotMatch(list, /<img/);
  });
});
