import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { ensureCertificate } from '#infra/adapters/crypto/certificates.ts';
import { makeThrowawayDir } from '#infra/proof/testing/throwaway-dir.ts';

export type TlsFront = {
  /** Its address, by the name that its certificate has. */
  url: string;
  /** Where it sends what it gets, from now on. */
  leadTo(port: number): void;
  close(): Promise<void>;
};

/** What stands before the store in production: it ends TLS on this machine, with a certificate of our own. */
export async function startTlsFront(host: string): Promise<TlsFront> {
  const dir = await makeThrowawayDir('tls');
  const { cert, key } = await ensureCertificate(dir.path, [host]);
  let target = 0;
  const server = createServer({ cert: await readFile(cert), key: await readFile(key) }, (incoming, answer) => {
    const { method, url, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port: target, method, path: url, headers }, (back) => {
      answer.writeHead(back.statusCode ?? 502, back.headers);
      back.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://${host}:${port}`,
    leadTo: (next) => {
      target = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await dir.remove();
    },
  };
}
