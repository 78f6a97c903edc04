import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { someOf } from '@alo/testing/in-depth';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';

import { httpVoice } from './http-voice.ts';
import { openSounds } from './sounds.ts';
import { wavOf } from './wav.ts';

const of = { company: 'demo', person: 'lan' };

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A voice at an address of its own. */
async function voiceThat(answers: RequestListener): Promise<string> {
  const server = createServer(answers).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  // It listens on a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/speak`;
}

const tone = wavOf(Int16Array.from({ length: 8_000 }, (_, at) => Math.round(9_000 * Math.sin(at / 3))));
const said = z.object({ text: z.string(), voice: z.string(), language: z.literal('vi') });

test('a text goes out with its voice, what comes back is made as loud as all others, and the same text is asked for once', async () => {
  const asked: unknown[] = [];
  const url = await voiceThat((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      asked.push(said.parse(JSON.parse(body)));
      response.end(tone);
    });
  });
  const sounds = openSounds({ voice: httpVoice(url) });
  const first = await sounds.speak(of, 'Xin chào', 'south');
  expect(asked).toEqual([{ text: 'Xin chào', voice: 'south', language: 'vi' }]);
  expect(first.ok && first.wav.length).toBeGreaterThan(15_000);
  expect(await sounds.speak(of, 'Xin chào', 'south')).toBe(first);
  await sounds.speak(of, 'Xin chào', 'north');
  expect(asked).toHaveLength(2);
  // What is remembered is a company's own.
  expect(await sounds.speak({ ...of, company: 'other' }, 'Xin chào', 'south')).not.toBe(first);
  expect(asked).toHaveLength(3);
});

test.each(
  someOf<[string, RequestListener]>(1, [
    ['refuses', (_, response) => void response.writeHead(500).end()],
    ['never ends', (_, response) => void response.write('RIFF')],
    ['sends elsewhere', (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
    ['sends no sound', (_, response) => void response.end('<html>')],
  ]),
)(
  'a voice that %s is taken the place of by the one that is built in, and it is asked again later',
  async (_, answers) => {
    let times = 0;
    const url = await voiceThat((request, response) => {
      times += 1;
      answers(request, response);
    });
    const failures: unknown[] = [];
    const sounds = openSounds({ voice: httpVoice(url, 500), onFailed: (error) => failures.push(error) });
    expect(await sounds.speak(of, 'Xin chào', 'north')).toMatchObject({ ok: true });
    expect(await sounds.speak(of, 'Xin chào', 'north')).toMatchObject({ ok: true });
    expect([times, failures.length]).toEqual([2, 2]);
  },
);

test('a voice that sends more than any sound has is not read to its end', async () => {
  let sent = 0;
  const url = await voiceThat((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1024 * 1024))) sent += 1;
      sent += 1;
    };
    response.on('drain', more);
    more();
  });
  await expect(httpVoice(url)('Xin chào', 'north')).rejects.toThrow('more than');
  expect(sent).toBeLessThan(60);
});
