import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { allRoutes } from '#bff/contract/routes.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { pdfOf } from '#infra/proof/testing/papers.ts';
import { createAdministrator, formOf, type TestAdministrator } from './administrators.ts';
import { createProduct } from './catalogue.ts';
import { assertCivil, createFailureLog } from './civil.ts';
import { createCustomer, type TestCustomer } from './customers.ts';
import { ONE_PIXEL_PNG } from './pictures.ts';
import { assertStatus, startTestApp, type TestApp } from './test-app.ts';

const SCRIPT = '<html><script>alert(1)</script></html>';
const PDF = pdfOf(`1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n${SCRIPT}`);
/** Ten megabytes several times, in the sender and here; unpacked it would be gigabytes. */
const MAX_GROWTH_BYTES = 500_000_000;
/** Any name that a sender may give a file, as busboy reads it from the part's header. */
const EVIL_NAMES = [
  'filename="../../../../etc/passwd.png"',
  'filename="..\\\\..\\\\windows\\\\system32.png"',
  'filename="invoice.png.exe"',
  'filename="invoice.pdf.html"',
  'filename="/absolute.png"',
  'filename=".."',
  'filename="con"',
  `filename="${'n'.repeat(5_000)}.png"`,
  `filename="${'😀'.repeat(101)}.png"`,
  'filename="Żółć \u202egpj.exe"',
  `filename*=UTF-8''a%0d%0aset-cookie:%20evil=1%0d%0a%0d%0a<script>.png`,
  `filename*=UTF-8''%00%01%7f%22%27%5c%2f.png`,
  `filename*=UTF-8''%ed%a0%80%ff.png`,
  'filename="a;b=c\\"d.png"',
  'filename="=cmd|calc.png"',
];

/** Files with false types, on every route that takes one; and senders that disconnect in the middle. */
describe('bad files', () => {
  const log = createFailureLog();
  let test: TestApp;
  let customer: TestCustomer;
  let administrator: TestAdministrator;
  let productId: string;
  let depositId: string;
  before(async () => {
    test = await startTestApp({}, log);
    customer = await createCustomer(test);
    administrator = await createAdministrator(test);
    ({ productId } = await createProduct(test, { currency: 'EUR' }));
    const deposit = await post('/api/deposits', { wallet_id: customer.wallets.EUR, amount: '10' });
    depositId = deposit.json().data.id;
    await test.app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(async () => {
    try {
      assert.deepEqual(log.failures, [], 'nothing went wrong that nobody foresaw');
    } finally {
      await test.stop();
    }
  });

  const post = (url: string, payload: object | Buffer, headers: Readonly<Record<string, string>> = customer.headers) =>
    test.app.inject({ method: 'POST', url, headers, payload });
  const BOUNDARY = { 'content-type': 'multipart/form-data; boundary=x' };
  const part = (field: string, name: string, content: Buffer | string, type = 'image/png') =>
    Buffer.concat([
      Buffer.from(`--x\r\ncontent-disposition: form-data; name="${field}"; ${name}\r\ncontent-type: ${type}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n--x--\r\n'),
    ]);
  const uploads = () =>
    allRoutes
      .filter(({ multipart }) => multipart !== undefined)
      .map((route) => ({
        route,
        field: (route.multipart?.files[0] ?? '').replace('[]', '[0]'),
        url: route.path.replace(/:[A-Za-z]+/, () =>
          route.path.includes('products')
            ? productId
            : route.path.includes('deposits')
              ? depositId
              : route.path.includes('users')
                ? customer.customerId
                : '1',
        ),
        headers: route.auth === 'administrator' ? administrator.headers : customer.headers,
      }));
  const noneHalfWritten = () =>
    eventually(async () => assert.deepEqual(await readdir(path.join(test.filesDir, 'incoming')), []));

  it('with a name that is a path, a header or far too long, are kept by an id and come back by a harmless one', async () => {
    for (const name of EVIL_NAMES) {
      const answer = await post('/api/user/company-detail/documents', part('document', name, ONE_PIXEL_PNG), {
        ...customer.headers,
        ...BOUNDARY,
      });
      assertCivil(answer, name);
      if (answer.statusCode !== 201) continue;
      const { url, id } = answer.json().data;
      const opened = await test.app.inject({ url, headers: customer.headers });
      assertStatus(opened, 200);
      assert.equal(opened.headers['content-type'], 'image/png', name);
      assert.equal(opened.headers['set-cookie'], undefined, name);
      assert.match(
        String(opened.headers['content-disposition']),
        /^(inline|attachment); filename="[^"\r\n\\/]*"; filename\*=UTF-8''[\w.!~%*-]*$/,
      );
      assert.equal(opened.headers['x-content-type-options'], 'nosniff');
      assert.match(String(opened.headers['content-security-policy']), /sandbox/);
      const removed = await test.app.inject({
        method: 'DELETE',
        url: `/api/user/company-detail/documents/${id}`,
        headers: customer.headers,
      });
      assertStatus(removed, 200);
    }
    const places = await readdir(test.filesDir);
    assert.ok(
      places.every((place) => /^([0-9a-f]{2}|incoming)$/.test(place)),
      places.join(),
    );
    await noneHalfWritten();
  });

  it('of one type that say they are another, are refused, or served as what they are', async () => {
    const liars: Record<string, Buffer> = {
      'a page that begins as a picture': Buffer.concat([ONE_PIXEL_PNG.subarray(0, 8), Buffer.from(SCRIPT)]),
      'a picture with a page behind it': Buffer.concat([ONE_PIXEL_PNG, Buffer.from(SCRIPT)]),
      'a drawing with a script': Buffer.from(
        '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      ),
      'a page': Buffer.from(SCRIPT),
      'a page behind blanks': Buffer.from(`${' '.repeat(2_000)}${SCRIPT}`),
      'a GIF that is a script': Buffer.from('GIF89a=1;alert(1)//'),
      'a document with a script': PDF,
      'a document behind a picture': Buffer.concat([ONE_PIXEL_PNG, PDF]),
      'an archive': Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(500)]),
      'half of a picture': ONE_PIXEL_PNG.subarray(0, 20),
      nothing: Buffer.alloc(0),
    };
    for (const { route, url, field, headers } of uploads()) {
      for (const [kind, content] of Object.entries(liars)) {
        for (const type of ['image/png', 'text/html; charset=\u0007']) {
          const body = part(field, 'filename="innocent.png"', content, type);
          const answer = await test.app.inject({
            method: route.method,
            url,
            headers: { ...headers, ...BOUNDARY },
            payload: body,
          });
          assertCivil(answer, `${route.path}, ${kind} as ${type}`);
        }
      }
    }
    for (const content of Object.values(liars)) {
      const answer = await post(
        `/api/deposits/${depositId}/payment-proof`,
        formOf({ payment_proof: content }, 'a.png'),
      );
      if (answer.statusCode !== 200) continue;
      const proof = await test.app.inject({
        url: `/api/deposits/${depositId}/payment-proof`,
        headers: customer.headers,
      });
      assert.match(String(proof.headers['content-type']), /^(image\/(png|gif)|application\/pdf)$/);
      assert.equal(proof.headers['x-content-type-options'], 'nosniff');
      assert.match(String(proof.headers['content-security-policy']), /default-src 'none'.*sandbox/);
    }
    await noneHalfWritten();
  });

  it('that unpack to gigabytes, or hold ten million commas, are refused or harmless', async () => {
    const before = process.memoryUsage().rss;
    const csv: Record<string, string> = {
      'one line of commas': ','.repeat(10_000_000),
      'lines of commas': ',,,,,,,,,\n'.repeat(200_000),
      'one endless quote': `"${'a'.repeat(10_000_000)}`,
      'quotes alone': '"'.repeat(10_000_000),
      'lines too short': 'a\n'.repeat(5_000_000),
    };
    for (const [kind, text] of Object.entries(csv)) {
      const { port } = test.app.server.address() as AddressInfo;
      const answer = await fetch(`http://127.0.0.1:${port}/api/admin/products/${productId}/codes`, {
        method: 'POST',
        headers: { ...administrator.headers, ...BOUNDARY },
        body: new Uint8Array(part('codes', 'filename="codes.csv"', text, 'text/csv')),
      });
      const body = await answer.text();
      assertCivil({ statusCode: answer.status, headers: Object.fromEntries(answer.headers), body }, kind);
      assert.equal(answer.status, 422, `${kind}: ${body.slice(0, 300)}`);
    }
    const bomb = pngOf(50_000, 50_000);
    const picture = await post(
      `/api/admin/products/${productId}/image`,
      formOf({ image: bomb }, 'bomb.png'),
      administrator.headers,
    );
    assertCivil(picture, 'a picture of 50,000 × 50,000');
    const shown = await test.app.inject({ url: `/api/products/${productId}`, headers: customer.headers });
    assertStatus(shown, 200);
    assert.ok(process.memoryUsage().rss - before < MAX_GROWTH_BYTES, 'nothing was unpacked in memory');
  });

  it('that break off, or are of another length than they say, leave nothing behind', async () => {
    const { port } = test.app.server.address() as AddressInfo;
    for (const { route, url, field, headers } of uploads()) {
      const whole = part(field, 'filename="a.png"', Buffer.concat([ONE_PIXEL_PNG, randomBytes(200_000)]));
      const head = (length: number) =>
        `${route.method} ${url} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${headers.authorization}\r\nconnection: close\r\n` +
        `content-type: ${BOUNDARY['content-type']}\r\ncontent-length: ${length}\r\n\r\n`;
      const sent: Record<string, [string, Buffer, 'hang up' | 'wait']> = {
        'hung up in the headers of a part': [head(whole.length), whole.subarray(0, 40), 'hang up'],
        'hung up in the file': [head(whole.length), whole.subarray(0, 100_000), 'hang up'],
        'longer than it says': [head(1_000), whole, 'wait'],
        'without its last boundary': [head(whole.length - 9), whole.subarray(0, -9), 'wait'],
      };
      for (const [kind, [start, body, then]] of Object.entries(sent)) {
        const answer = await new Promise<string>((resolve) => {
          let said = '';
          const socket = connect(port, '127.0.0.1', () => {
            socket.write(Buffer.concat([Buffer.from(start), body]), () => then === 'hang up' && socket.destroy());
          });
          socket.setEncoding('latin1').on('data', (chunk) => {
            said += chunk;
          });
          socket.on('error', () => undefined).once('close', () => resolve(said));
          socket.setTimeout(10_000, () => socket.destroy());
        });
        if (then === 'wait') assert.match(answer, /^(HTTP\/1\.1 4\d\d |$)/, `${url}, ${kind}: ${answer.slice(0, 200)}`);
      }
    }
    await noneHalfWritten();
    assertStatus(await test.app.inject({ url: '/api/wallets', headers: customer.headers }), 200);
  });
});

/** A valid PNG of one colour, whose rows compress a thousandfold. Only its first megabytes are there. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(20_000_000));
  const signature = ONE_PIXEL_PNG.subarray(0, 8);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}
