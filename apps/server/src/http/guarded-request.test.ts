import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';

import { postGuarded } from './guarded-request.ts';

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const post = (url: string, allowed: readonly string[] = []) => postGuarded(url, { headers: {}, body: '{}', allowed });

test.each([
  'http://example.com/',
  'https://127.0.0.1/',
  'https://localhost/',
  'https://[::1]/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::ffff:127.0.0.1]/',
  'https://ai:matkhau@example.com/',
  'https://113.160.0.7:25/',
  'https://113.160.0.7:22/',
])('nobody is led to %s', async (url) => {
  await expect(post(url)).rejects.toMatchObject({ name: 'TargetRefused' });
});

test('a host that the operator trusts is asked, its redirect is an answer like any other, and only the beginning is read', async () => {
  let asked = 0;
  const port = await serve((request, response) => {
    asked += 1;
    if (request.url === '/redirect') return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    return void response.end('x'.repeat(1_000_000));
  });
  const host = `127.0.0.1:${port}`;
  expect(await post(`http://${host}/redirect`, [host])).toMatchObject({ status: 302 });
  expect((await post(`http://${host}/`, [host])).beginning).toHaveLength(64 * 1024);
  expect(asked).toBe(2);
  await expect(post(`http://${host}/`, ['127.0.0.1:1'])).rejects.toMatchObject({ name: 'TargetRefused' });
});
