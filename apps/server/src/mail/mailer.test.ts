import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { openMailer } from './mailer.ts';

const from = 'Alô <no-reply@alo.local>';
const letter = {
  to: 'lan@demo.local',
  subject: 'Lời mời vào Alô',
  text: 'Mở liên kết:\nhttps://alo.local/set-password#x\n',
};

test('without a mail server a letter is a file that only the installation reads', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'alo-mail-'));
  const mailer = openMailer({ from, smtpUrl: undefined, dataFolder });
  await mailer.send(letter);
  await mailer.send({ ...letter, to: 'minh@demo.local' });
  const names = (await readdir(join(dataFolder, 'outbox'))).toSorted();
  expect(names).toHaveLength(2);
  const path = join(dataFolder, 'outbox', names[0] ?? '');
  const text = await readFile(path, 'utf8');
  expect(text).toContain('To: lan@demo.local');
  expect(text).toContain('https://alo.local/set-password#x');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await rm(dataFolder, { recursive: true });
});

test('an address that would add a header of its own adds none', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'alo-mail-'));
  const mailer = openMailer({ from, smtpUrl: undefined, dataFolder });
  await mailer.send({ ...letter, subject: 'Chào\r\nBcc: all@demo.local' });
  const [name = ''] = await readdir(join(dataFolder, 'outbox'));
  expect(await readFile(join(dataFolder, 'outbox', name), 'utf8')).not.toMatch(/^Bcc:/m);
  await rm(dataFolder, { recursive: true });
});

test('a mail server gets the letter, and one that refuses it is told of', async () => {
  const said: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    socket.write('220 test\r\n');
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
        said.push(line);
        if (inData) {
          if (line === '.') {
            inData = false;
            socket.write('250 ok\r\n');
          }
          continue;
        }
        if (line.startsWith('RCPT TO:<nobody')) socket.write('550 no such person\r\n');
        else if (line === 'DATA') {
          inData = true;
          socket.write('354 go on\r\n');
        } else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const mailer = openMailer({ from, smtpUrl: `smtp://127.0.0.1:${port}`, dataFolder: '/nonexistent' });
  await mailer.send(letter);
  expect(said).toEqual(expect.arrayContaining(['RCPT TO:<lan@demo.local>', 'To: lan@demo.local']));
  await expect(mailer.send({ ...letter, to: 'nobody@demo.local' })).rejects.toThrow('550');
  server.close();
});

test('a letter goes by TLS alone, unless the operator says otherwise', async () => {
  const said: string[] = [];
  const server = createServer((socket) => {
    socket.write('220 test\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      said.push(...bytes.toString().split('\r\n').filter(Boolean));
      // It offers no TLS, or somebody on the way has cut that out.
      socket.write(bytes.toString().startsWith('STARTTLS') ? '502 no\r\n' : '250 ok\r\n');
    });
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = { from, smtpUrl: `smtp://0.0.0.0:${port}`, dataFolder: '/nonexistent' };
  await expect(openMailer(settings).send(letter)).rejects.toThrow('STARTTLS');
  expect(said.filter((line) => line.startsWith('MAIL'))).toEqual([]);
  const plain = openMailer({ ...settings, smtpPlain: true }).send(letter);
  await expect.poll(() => said.some((line) => line.startsWith('MAIL'))).toBe(true);
  server.close();
  await plain.catch(() => undefined);
});
