/**
 * Makes the list of passwords that nobody may choose out of a text file with one a line, commonest first:
 *
 *   node scripts/common-passwords.mjs <list.txt> [how many]
 *
 * The one in the repository is made of the top million of SecLists' "10 million passwords" (MIT licence). Kept are the first
 * four bytes of each one's SHA-256, sorted: what is not on the list is refused once in 20,000 times, and the file is small.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const [source, count = '200000'] = process.argv.slice(2);
if (source === undefined) throw new Error('Which list?');

/** What people here choose, and lists made elsewhere lack. */
const vietnamese = [
  'matkhau',
  'anhyeuem',
  'emyeuanh',
  'iloveyou',
  'vietnam',
  'hanoi',
  'saigon',
  'congty',
  'tongdai',
  'hotline',
];
const endings = ['', '1', '12', '123', '1234', '12345', '123456', '@123', '!@#', '2024', '2025', '2026', '2027'];

const usable = readFileSync(source, 'utf8')
  .split('\n')
  .map((line) => line.trim().toLowerCase())
  .filter((line) => line.length >= 8);
const chosen = new Set([
  ...vietnamese.flatMap((word) => endings.map((ending) => word + ending)),
  ...usable.slice(0, Number(count)),
]);
const digests = [...new Set([...chosen].map((word) => createHash('sha256').update(word).digest().readUInt32BE()))];
const bytes = Buffer.alloc(digests.length * 4);
for (const [at, digest] of digests.toSorted((a, b) => a - b).entries()) bytes.writeUInt32BE(digest, at * 4);
const target = new URL('../apps/server/lists/common-passwords.bin', import.meta.url);
writeFileSync(target, bytes);
console.log(`${digests.length} passwords, ${bytes.length} bytes`);
