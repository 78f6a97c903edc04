import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../kernel/has-code.ts';
import { writeWhole } from '../kernel/write-whole.ts';

/** The installation's secret of 32 bytes, `server-key` in the data folder, made at the first start. SIP passwords derive from it. */
export async function serverKey(dataFolder: string): Promise<Buffer> {
  await mkdir(dataFolder, { recursive: true });
  const path = join(dataFolder, 'server-key');
  const text = (await readFile(path, 'utf8').catch(makeWhereMissing(path))).trim();
  if (text === '') {
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
