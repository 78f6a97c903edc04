import { randomBytes } from 'node:crypto';
import { access, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../kernel/has-code.ts';
import { writeWhole } from '../kernel/write-whole.ts';

/** A part of the data folder is not there, and nothing is made in its place: the rest would be worth nothing with it. */
export class PartLost extends Error {
  override readonly name = 'PartLost';
}

const keyIn = (dataFolder: string) => join(dataFolder, 'server-key');

/**
 * The installation's secret of 32 bytes, `server-key` in the data folder, made at the first start. SIP passwords derive from it. Of a
 * folder that `isUsed` it is only read: what was sealed by one that is lost opens by no other.
 */
export async function serverKey(dataFolder: string, { isUsed = false } = {}): Promise<Buffer> {
  await mkdir(dataFolder, { recursive: true });
  const path = keyIn(dataFolder);
  const text = (await readFile(path, 'utf8').catch(isUsed ? absent : makeWhereMissing(path))).trim();
  if (text === '') {
    if (isUsed) throw keyLost(dataFolder);
    // Left by a first start that a power cut ended: nothing derives from it yet.
    await rm(path);
    return serverKey(dataFolder);
  }
  const key = Buffer.from(text, 'hex');
  if (key.length !== 32) {
    throw new Error(
      `Tệp khóa ${path} bị hỏng (cần 64 chữ số hex): chép lại từ bản sao lưu, hoặc xóa đi để tạo khóa mới (mọi người phải đăng nhập lại).`,
    );
  }
  return key;
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
