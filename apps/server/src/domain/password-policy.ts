import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whose password it is to be: what strangers guess first. */
export interface PasswordOwner {
  readonly name: string;
  readonly email: string;
  readonly tenantCode: string;
  readonly tenantName: string;
}

/** Why somebody may not have this password, in Vietnamese; undefined where they may. */
export function whyNotPassword(password: string, owner: PasswordOwner): string | undefined {
  const said = fold(password);
  if (new Set(said).size < 4) return 'Mật khẩu lặp lại quá ít ký tự, hãy chọn mật khẩu khác';
  if (isCommon(password)) return 'Mật khẩu này quá phổ biến, kẻ xấu sẽ đoán ra ngay. Hãy chọn mật khẩu khác';
  if (ownWords(owner).some((word) => said.includes(word) && said.replaceAll(word, '').length < 6)) {
    return 'Mật khẩu không được dựa trên tên, email hoặc công ty của bạn';
  }
  return undefined;
}

function isCommon(password: string): boolean {
  const plain = password.normalize('NFC').toLowerCase();
  return [plain, withoutAccents(plain)].some((one) =>
    isListed(createHash('sha256').update(one).digest().readUInt32BE()),
  );
}

/** Sorted digests of four bytes; see `scripts/common-passwords.mjs`. */
const listed = readFileSync(join(import.meta.dirname, '../../lists/common-passwords.bin'));

function isListed(digest: number): boolean {
  let [from, to] = [0, listed.length / 4];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const found = listed.readUInt32BE(middle * 4);
    if (found === digest) return true;
    if (found < digest) from = middle + 1;
    else to = middle;
  }
  return false;
}

/** Words that name somebody, each once whole and once in its parts; what is short stands in many passwords by chance. */
function ownWords({ name, email, tenantCode, tenantName }: PasswordOwner): string[] {
  const whole = [name, email, email.replace(/@.*$/, ''), tenantCode, tenantName];
  const parts = [name, email].flatMap((text) => text.split(/[\s.@_-]+/));
  return [...new Set([...whole, ...parts].map(fold))].filter((word) => word.length >= 4);
}

/** Letters and digits only, without accents or case. */
const fold = (text: string) => withoutAccents(text.toLowerCase()).replace(/[^\p{L}\p{N}]/gu, '');

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd');
