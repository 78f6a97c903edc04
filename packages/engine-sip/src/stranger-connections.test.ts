import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TenantId } from '@alo/call-core';
import { TestPhone } from '@alo/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createSipEngine } from './index.ts';
import { digestSecret } from './testing/digest-secret.ts';

const domain = 'strangers.example';
/** Long enough for a phone to prove who it is on a busy machine. */
const strangerMs = 4_000;

test('a TCP connection that proves nothing is closed, however busy it seems; that of a phone that is registered stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-strangers-'));
  const files = { promptsFolder: folder, recordingsFolder: folder };
  const options = { files, sipPort: 0, bindAddress: '127.0.0.1', strangerConnectionMs: strangerMs };
  const engine = createSipEngine(options);
  onTestFinished(() => engine.close());
  await engine.start();
  await engine.open();
  const extensions = [{ extension: '101', secrets: [digestSecret('101', domain, 'x')] }];
  await engine.provision({
    revision: 1,
    tenant: 'strangers' as TenantId,
    domain,
    extensions,
    trunks: [],
  }); // Made up here.
  const port = engine.listening?.sipPort ?? 0;

  const phone = await TestPhone.rtp({
    server: { transport: 'tcp', host: '127.0.0.1', port },
    domain,
    user: '101',
    password: 'x',
  });
  await engine.open();
  onTestFinished(() => phone.close());
  expect((await phone.register()).status).toBe(200);

  const silent = connect(port, '127.0.0.1');
  const dripping = connect(port, '127.0.0.1');
  const drip = setInterval(() => dripping.write('X'), 50);
  onTestFinished(() => clearInterval(drip));
  dripping.on('error', () => dripping.destroy());
  await Promise.all([once(silent, 'close'), once(dripping, 'close')]);

  await new Promise((resolve) => setTimeout(resolve, strangerMs));
  expect((await phone.options()).status).toBe(200);
  expect((await engine.snapshot()).registrations).toMatchObject([{ extension: '101', contacts: [{ asleep: false }] }]);
});
