import { createReadStream } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Duplex, PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Decrypter, ReadableStreamWithSize } from 'age-encryption';

import { writeWhole } from '../../kernel/write-whole.ts';
import { Refused } from '../command.ts';

/** How the files of a backup are written: as they are, or encrypted, each by itself. */
export interface Wrapping {
  /** What their names end with besides. */
  readonly suffix: string;
  /** What a file passes on its way there. */
  readonly write: () => readonly Duplex[];
}

/** Opens the files of backups, those that are encrypted with the identities of a file. */
export interface Unwrapping {
  /** The content of a file of a backup, by its name without a suffix. Rejects with `Refused` where no identity opens it. */
  readonly open: (folder: string, path: string) => Promise<Readable>;
  /** Where it is on disk. */
  readonly pathOf: (folder: string, path: string) => Promise<string>;
}

const suffix = '.age';
/** Loaded by who needs it: most commands encrypt nothing. */
const library = () => import('age-encryption');

/** Files as they are. */
export const unwrapped: Wrapping = { suffix: '', write: () => [] };

/** Encrypts to the holders of identities, by their public names (`age1…`). Rejects with `Refused` where one is none. */
export async function wrappedFor(recipients: readonly string[]): Promise<Wrapping> {
  if (recipients.length === 0) return unwrapped;
  const { Encrypter } = await library();
  const encrypter = new Encrypter();
  for (const one of recipients) {
    try {
      encrypter.addRecipient(one);
    } catch {
      throw new Refused(`ALO_BACKUP_RECIPIENT: “${one}” không phải là khoá công khai của age (age1…).`);
    }
  }
  return { suffix, write: () => [passing((from) => encrypter.encrypt(from))] };
}

/** Opens backups with the identities that stand in a file (`AGE-SECRET-KEY-1…`, a line each); without one, those that are not encrypted. */
export async function unwrappedBy(identityFile: string | undefined): Promise<Unwrapping> {
  const decrypter = identityFile === undefined ? undefined : await decrypterOf(identityFile);
  const pathOf = async (folder: string, path: string) => {
    const wrapped = join(folder, `${path}${suffix}`);
    return (await isThere(wrapped)) ? wrapped : join(folder, path);
  };
  return {
    pathOf,
    async open(folder, path) {
      const found = await pathOf(folder, path);
      const file = createReadStream(found);
      if (!found.endsWith(suffix)) return file;
      if (decrypter === undefined) {
        file.destroy();
        throw new Refused(`Bản sao lưu ${folder} được mã hoá: thêm --identity và tệp khoá riêng của age.`);
      }
      const content = new PassThrough();
      const opening = Promise.withResolvers<void>();
      const read = passing(async (from) => {
        try {
          const opened = await decrypter.decrypt(from);
          opening.resolve();
          return opened;
        } catch (error) {
          opening.reject(error);
          throw error;
        }
      });
      // Whoever reads it hears of what breaks later.
      pipeline(file, read, content).catch((error: unknown) => {
        opening.reject(error);
        content.destroy(error instanceof Error ? error : undefined);
      });
      try {
        await opening.promise;
      } catch {
        throw new Refused(
          `${identityFile} không mở được ${found}: cần khoá riêng của khoá công khai đã dùng khi sao lưu.`,
        );
      }
      return content;
    },
  };
}

/** Makes an identity in a new file, and answers its public name. */
export async function makeIdentity(file: string): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = await library();
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const isNew = await writeWhole(file, `# ${recipient}\n${identity}\n`, { once: true });
  if (!isNew) throw new Refused(`${file} đã có.`);
  return recipient;
}

async function decrypterOf(identityFile: string): Promise<Decrypter> {
  const text = await readFile(identityFile, 'utf8').catch(() => {
    throw new Refused(`Không đọc được tệp khoá riêng ${identityFile}.`);
  });
  const { Decrypter: Opener } = await library();
  const decrypter = new Opener();
  const lines = text.split('\n').map((line) => line.trim());
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'));
  try {
    for (const one of identities) decrypter.addIdentity(one);
  } catch {
    throw new Refused(`${identityFile} không phải là tệp khoá riêng của age (AGE-SECRET-KEY-1…).`);
  }
  if (identities.length === 0) throw new Refused(`${identityFile} không có khoá riêng nào của age.`);
  return decrypter;
}

/** What works on web streams, as a step of a pipeline: a piece at a time, however long the file is. */
const passing = (work: (from: ReadableStream<Uint8Array>) => Promise<ReadableStreamWithSize>): Duplex =>
  Duplex.from(async function* pass(from: AsyncIterable<Uint8Array>) {
    yield* await work(ReadableStream.from(from));
  });

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
