import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { asteriskFiles } from '@alo/engine-asterisk/files';
import { freePort } from '@alo/testing';
import { Asterisk } from '../interop/asterisk.ts';

export interface AsteriskUnderUs {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly app: string;
  readonly sipPort: number;
  /** A folder that both of us see, and its name there. */
  readonly outside: string;
  readonly inside: string;
  /** As a crash does it; whoever watches over services starts it again. */
  kill(): void;
  /** Its command line, for whoever looks for a fault. */
  say(command: string): Promise<string>;
  close(): Promise<void>;
}

/** An Asterisk that knows nobody but us, and is started again when it dies. */
export async function runAsterisk(): Promise<AsteriskUnderUs> {
  const folder = await Asterisk.folder();
  await mkdir(join(folder.outside, 'recording'), { recursive: true });
  const [sipPort, httpPort] = [await freePort('127.0.0.1'), await freePort('127.0.0.1')];
  const settings = {
    sipAddress: '127.0.0.1',
    sipPort,
    httpPort,
    app: 'alo',
    user: 'alo',
    password: randomBytes(12).toString('hex'),
    rtpPorts: { first: 31_000, last: 32_000 },
  };
  const files = { pjsip: '', extensions: '', others: asteriskFiles(settings) };
  let running = await Asterisk.start(folder, files);
  let next: Promise<void> = Promise.resolve();
  return {
    ...folder,
    url: `http://127.0.0.1:${httpPort}`,
    user: settings.user,
    password: settings.password,
    app: settings.app,
    sipPort,
    kill() {
      process.kill(running.pid, 'SIGKILL');
      next = Asterisk.start(folder, files).then((started) => {
        running = started;
      });
    },
    say: (command) => running.say(command),
    async close() {
      await next;
      await running.close();
    },
  };
}
