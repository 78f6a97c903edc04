import { type AddressInfo, createServer, type Socket } from 'node:net';
import { forgotPassword } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { demo } from '../e2e/support/people.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';

/** A mail server: while it hangs it takes connections and says nothing. */
const taken: string[] = [];
const connections = new Set<Socket>();
let isHanging = true;
const mailServer = createServer((socket) => {
  connections.add(socket);
  socket.on('error', () => undefined);
  socket.on('close', () => connections.delete(socket));
  if (isHanging) return;
  let letter: string | undefined;
  socket.write('220 here\r\n');
  socket.on('data', (bytes) => {
    for (const line of bytes.toString().split('\r\n').slice(0, -1)) {
      if (letter === undefined) {
        if (line === 'DATA') letter = '';
        socket.write(line === 'DATA' ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      } else if (line === '.') {
        taken.push(letter);
        letter = undefined;
        socket.write('250 ok\r\n');
      } else letter += `${line}\n`;
    }
  });
});

let product: Product;

beforeAll(async () => {
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
  const { port } = mailServer.address() as AddressInfo; // it listens on a port
  product = await startProduct({ ALO_SMTP_URL: `smtp://127.0.0.1:${port}` });
});

afterAll(async () => {
  await product?.close();
  for (const connection of connections) connection.destroy();
  mailServer.close();
});

async function forget(email: string): Promise<void> {
  const response = await fetch(`${product.address}/identity${forgotPassword.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ma_dn: demo.companyCode, email }),
  });
  expect(response.status).toBe(200);
}

test.each([
  ['is killed', 'lan@demo.local', () => product.killServer()],
  ['is replaced', 'minh@demo.local', () => product.replaceServer()],
])('a server that %s while a mail server hangs in the first try loses no letter', async (_, email, end) => {
  isHanging = true;
  await forget(email);
  await until('the mail server is asked', () => connections.size > 0);
  await end();
  isHanging = false;
  for (const connection of connections) connection.destroy();
  const theirs = () => taken.filter((letter) => letter.includes(`To: ${email}`)).length;
  await until('the letter is sent', () => theirs() > 0, 180_000);
  expect(theirs()).toBe(1);
});
