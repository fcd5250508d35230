import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it } from 'node:test';
import { choosePorts, portOf } from './choose-ports.ts';
import { freePort } from './ports.ts';

describe('the ports of people', () => {
  it('are numbers, or refused in words', () => {
    assert.equal(portOf({}, 'PORT', 3000), 3000);
    assert.equal(portOf({ PORT: '' }, 'PORT', 3000), 3000);
    assert.equal(portOf({ PORT: '08080' }, 'PORT', 3000), 8080);
    for (const PORT of ['http', '80.5', '-1', '65536', '0x50', '1e3', ' 80', 'tcp://10.0.0.1:80'])
      assert.throws(
        () => portOf({ PORT }, 'PORT', 3000),
        /^LocalStackProblem: PORT is ".*", which is no port number/,
        PORT,
      );
  });

  it('are free, and two', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await assert.rejects(choosePorts({ PORT: String(port), MAILBOX_PORT: '0' }), /in use by another program/);
    taken.close();
    const one = String(await freePort());
    await assert.rejects(
      choosePorts({ PORT: one, MAILBOX_PORT: one }),
      /would both be at port \d+.*MAILBOX_PORT=\d+ npm start/,
    );
  });

  it('that the user may not listen on are called that', { skip: process.getuid?.() === 0 }, async () => {
    await assert.rejects(
      choosePorts({ PORT: '80', MAILBOX_PORT: '0' }),
      /may not listen on port 80.*PORT=3000 npm start/,
    );
  });
});
