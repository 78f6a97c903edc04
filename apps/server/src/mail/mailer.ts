import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

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
  close(): void;
}

export interface MailSettings {
  /** What letters are from, `Alô <no-reply@example.com>`. */
  readonly from: string;
  /** `smtp://user:password@host:587`, or `smtps://`; without one letters are files in `outbox/` of the data folder. */
  readonly smtpUrl: string | undefined;
  readonly dataFolder: string;
}

/** Letters go where the configuration says; an installation that says nothing keeps them as files that one can open. */
export const openMailer = ({ from, smtpUrl, dataFolder }: MailSettings): Mailer =>
  smtpUrl === undefined ? fileOutbox(from, join(dataFolder, 'outbox')) : smtpMailer(from, smtpUrl);

function smtpMailer(from: string, url: string): Mailer {
  // A server that says nothing must not hold whoever waits for the letter.
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 });
  return {
    send: async (mail) => void (await transport.sendMail(envelopeOf(from, mail))),
    close: () => transport.close(),
  };
}

function fileOutbox(from: string, folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(envelopeOf(from, mail));
      if (!Buffer.isBuffer(message)) throw new TypeError('The letter is no buffer, which was asked for.');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The name tells when, so that the newest letter is the last one of the folder.
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      await writeWhole(join(folder, name), message.toString());
    },
    close: () => transport.close(),
  };
}

const envelopeOf = (from: string, { attachments = [], ...mail }: Mail) => ({
  from,
  ...mail,
  attachments: [...attachments],
});
