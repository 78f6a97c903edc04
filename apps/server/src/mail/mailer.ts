import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { onDemand } from '../kernel/packages-replaced.ts';
import { writeWhole } from '../kernel/write-whole.ts';

/** A letter to one person, in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments?: readonly {
    readonly filename: string;
    readonly content: Buffer;
    readonly contentType: string;
  }[];
}

/** Sends letters. `send` resolves once somebody else is answerable for the letter, and rejects where nobody took it. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Whether letters stay here as files, for somebody to take them on. */
  readonly keeps: boolean;
}

export interface MailSettings {
  /** What letters are from, `Alô <no-reply@example.com>`. */
  readonly from: string;
  /** `smtp://user:password@host:587`, or `smtps://`; without one letters are files in `outbox/` of the data folder. */
  readonly smtpUrl: string | undefined;
  /** `smtp://` may go without TLS: the operator knows the way to the mail server. */
  readonly smtpPlain?: boolean;
  readonly dataFolder: string;
}

/** Letters go where the configuration says; an installation that says nothing keeps them as files that one can open. */
export const openMailer = ({ from, smtpUrl, smtpPlain = false, dataFolder }: MailSettings): Mailer =>
  smtpUrl === undefined ? fileOutbox(from, join(dataFolder, 'outbox')) : smtpMailer(from, smtpUrl, smtpPlain);

/** What writes letters is loaded for the first one: most servers never send any. Each goes by a connection of its own. */
const library = onDemand(() => import('nodemailer'));

function smtpMailer(from: string, url: string, plain: boolean): Mailer {
  // A silent mail server must not hold the sender of the letter.
  const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  // Letters carry links that sign in: a line that somebody reads, or keeps from TLS, gets none.
  const tls = plain || isHere(url) ? {} : { requireTLS: true };
  return {
    keeps: false,
    async send(mail) {
      const { createTransport } = await library();
      await createTransport({ url, ...patience, ...tls }).sendMail(envelopeOf(from, mail));
    },
  };
}

/** On this machine: what is said does not leave it. */
const isHere = (url: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

function fileOutbox(from: string, folder: string): Mailer {
  return {
    keeps: true,
    async send(mail) {
      const { createTransport } = await library();
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await transport.sendMail(envelopeOf(from, mail));
      if (!Buffer.isBuffer(message)) throw new TypeError('The letter is no buffer, which was asked for.');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The name tells when, so that the newest letter is the last one of the folder.
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      await writeWhole(join(folder, name), message.toString());
    },
  };
}

const envelopeOf = (from: string, { attachments = [], ...mail }: Mail) => ({
  from,
  ...mail,
  attachments: [...attachments],
});
