import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { clientAddresses } from './client-address.ts';
import { http } from './http-module.ts';

/** The address of a request that came from this machine with that header. */
async function addressOf(proxies: readonly string[], forwardedFor?: string): Promise<string> {
  const tells = clientAddresses(proxies);
  // On `::`, as with ALO_HOST=::, where IPv4 is written in IPv6.
  const server = http.createServer((request, response) => response.end(tells(request))).listen(0, '::');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const header = forwardedFor === undefined ? '' : `X-Forwarded-For: ${forwardedFor}\r\n`;
  socket.write(`GET / HTTP/1.0\r\nHost: pbx.vn\r\n${header}\r\n`);
  let said = '';
  for await (const bytes of socket) said += String(bytes);
  return said.slice(said.indexOf('\r\n\r\n') + 4);
}

test.each([
  ['nobody is trusted', [], '203.0.113.7', '127.0.0.1'],
  ['another is trusted', ['10.0.0.1'], '203.0.113.7', '127.0.0.1'],
  ['the proxy says nothing', ['127.0.0.1'], undefined, '127.0.0.1'],
  ['the proxy says who it was', ['127.0.0.1'], '203.0.113.7', '203.0.113.7'],
  ['a client said something before', ['127.0.0.1'], '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['proxies stand behind each other', ['127.0.0.0/8', '10.0.0.0/8'], '203.0.113.7, 10.1.2.3', '203.0.113.7'],
  ['a proxy writes IPv6', ['127.0.0.1'], '2001:db8::7', '2001:db8::7'],
  ['a proxy writes IPv4 in IPv6', ['127.0.0.1'], '::ffff:203.0.113.7', '203.0.113.7'],
  ['a proxy writes what is no address', ['127.0.0.1'], 'unknown', '127.0.0.1'],
])('whose address it is when %s', async (_when, proxies, forwardedFor, expected) => {
  expect(await addressOf(proxies, forwardedFor)).toBe(expected);
});
