import fastify from 'fastify';
import { expect, test } from 'vitest';

import { serveConsoleConfig } from './console-config.ts';

/** Which address the phones of a console that was opened so are told. */
async function told(sipWssPort: number | undefined, headers: Readonly<Record<string, string>>): Promise<string> {
  const app = fastify({ trustProxy: true });
  serveConsoleConfig(app, { sipWssPort, demo: undefined, signUpIsOn: () => Promise.resolve(false) });
  const { sip } = (await app.inject({ url: '/config.json', headers })).json();
  await app.close();
  return sip;
}

test('phones come by 4443 where a certificate stands, and otherwise by the way that the console came', async () => {
  const opened = { host: 'pbx.example:8080' };
  const behindProxy = { host: 'pbx.example', 'x-forwarded-proto': 'https' };
  expect(await told(4443, opened)).toBe('wss://pbx.example:4443');
  expect(await told(4443, behindProxy)).toBe('wss://pbx.example:4443');
  expect(await told(undefined, opened)).toBe('ws://pbx.example:8080/sip');
  expect(await told(undefined, behindProxy)).toBe('wss://pbx.example/sip');
});
