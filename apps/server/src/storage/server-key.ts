import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { access, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../kernel/has-code.ts';
import { keyAt, type OneKey, oneKey, type ServerKey } from '../kernel/key-ring.ts';
import { writeWhole } from '../kernel/write-whole.ts';

/** A part of the data folder is not there, and nothing is made in its place: the rest would be worth nothing with it. */
export class PartLost extends Error {
  override readonly name = 'PartLost';
}

const keyIn = (dataFolder: string) => join(dataFolder, 'server-key');

/** So often at most the file is looked at for a new key, in milliseconds: a change is seen by all processes after it. */
export const lookEveryMs = 500;

/**
 * The installation's secret, `server-key` in the data folder, made at the first start: a key a line in hexadecimal digits, the newest
 * first, each but the first of all with the moment from which on it seals. The file is looked at again as it is used, so a key that
 * `npm run alo -- key rotate` puts there is known to every process that runs. Of a folder that `isUsed` it is only read: what was
 * sealed by one that is lost opens by no other.
 */
export async function serverKey(dataFolder: string, { isUsed = false } = {}): Promise<ServerKey> {
  await mkdir(dataFolder, { recursive: true });
  const path = keyIn(dataFolder);
  const text = (await readFile(path, 'utf8').catch(isUsed ? absent : makeWhereMissing(path))).trim();
  if (text === '') {
    if (isUsed) throw keyLost(dataFolder);
    // Left by a first start that a power cut ended: nothing derives from it yet.
    await rm(path);
    return serverKey(dataFolder);
  }
  return followed(path, keysIn(path, text));
}

/** The keys of a data folder, of which there has to be one, as they are at this moment. */
export async function readKeys(dataFolder: string): Promise<readonly OneKey[]> {
  const text = await readFile(keyIn(dataFolder), 'utf8').catch(absent);
  if (text.trim() === '') throw keyLost(dataFolder);
  return keysIn(keyIn(dataFolder), text);
}

/** Puts keys in the place of those that a data folder has, all at once. */
export async function writeKeys(dataFolder: string, keys: readonly OneKey[]): Promise<void> {
  const lines = keys.map(({ secret, fromMs }) =>
    fromMs === 0 ? secret.toString('hex') : `${secret.toString('hex')} ${new Date(fromMs).toISOString()}`,
  );
  await writeWhole(keyIn(dataFolder), lines.join('\n'));
}

function keysIn(path: string, text: string): readonly OneKey[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [, hex = '', from] = /^([0-9a-f]{64})(?: (\S+))?$/i.exec(line.trim()) ?? [];
      const fromMs = from === undefined ? 0 : Date.parse(from);
      if (hex === '' || Number.isNaN(fromMs)) {
        throw new Error(
          `Tệp khóa ${path} bị hỏng (mỗi dòng cần 64 chữ số hex): chép lại từ bản sao lưu, hoặc xóa đi để tạo khóa mới (mọi người phải đăng nhập lại).`,
        );
      }
      return oneKey(Buffer.from(hex, 'hex'), fromMs);
    })
    .toSorted((one, other) => other.fromMs - one.fromMs);
}

/** Keys that follow their file. */
function followed(path: string, first: readonly OneKey[]): ServerKey {
  let keys = first;
  let seen = '';
  let lookAgainAt = 0;
  function all(): readonly OneKey[] {
    if (performance.now() < lookAgainAt) return keys;
    lookAgainAt = performance.now() + lookEveryMs;
    try {
      const { ino, mtimeMs, size } = statSync(path);
      const found = `${ino} ${mtimeMs} ${size}`;
      if (found === seen) return keys;
      const read = keysIn(path, readFileSync(path, 'utf8'));
      seen = found;
      // A key that stays is the same object: what was derived of it is kept.
      keys = read.map((one) => keys.find(({ id, fromMs }) => id.equals(one.id) && fromMs === one.fromMs) ?? one);
    } catch {
      // What cannot be read at this moment leaves the keys that are known: the next start, or `doctor`, says what is wrong.
    }
    return keys;
  }
  return { all, sealing: () => keyAt(all(), Date.now()) };
}

/** A key that is there is only read: that takes no room on a full disk. */
const makeWhereMissing = (path: string) => async (error: unknown) => {
  if (!hasCode(error, 'ENOENT')) throw error;
  // Two first starts cannot end with two keys: the second finds the first one's.
  await writeWhole(path, randomBytes(32).toString('hex'), { once: true });
  return readFile(path, 'utf8');
};

function absent(error: unknown): string {
  if (hasCode(error, 'ENOENT')) return '';
  throw error;
}

const keyLost = (dataFolder: string) =>
  new PartLost(
    `Thư mục dữ liệu ${dataFolder} có cơ sở dữ liệu nhưng thiếu tệp khóa server-key, và được giữ nguyên: chép lại tệp này từ bản sao lưu. ` +
      `Nếu đã mất hẳn, tạo khóa mới bằng lệnh: openssl rand -hex 32 > ${keyIn(dataFolder)} (mọi người phải đăng nhập lại).`,
  );

/** Rejects where the folder's own database is to be opened, and only the key of an installation is there. */
export async function refuseLostDatabase(dataFolder: string): Promise<void> {
  const key = await readFile(keyIn(dataFolder), 'utf8').catch(absent);
  const hasDatabase = await access(join(dataFolder, 'postgres')).then(
    () => true,
    () => false,
  );
  if (key.trim() === '' || hasDatabase) return;
  throw new PartLost(
    `Thư mục dữ liệu ${dataFolder} có khóa của một Alô nhưng không có cơ sở dữ liệu, và được giữ nguyên: đặt lại DATABASE_URL nếu dữ liệu ở đó, ` +
      'hoặc phục hồi từ bản sao lưu vào thư mục trống, hoặc chọn thư mục khác bằng ALO_DATA_DIR.',
  );
}
