import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

import { shares } from '../src/kernel/shares.ts';

const root = join(import.meta.dirname, '../../..');

/** The requirements of OWASP ASVS 5.0 of levels 1 and 2, by number. */
const standard = `
  1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2 2.1.1-3 2.2.1-3 2.3.1-4 2.4.1 3.2.1-2 3.3.1-4 3.4.1-6 3.5.1-5 3.7.1-2
  4.1.1-3 4.2.1 4.3.1-2 4.4.1-4 5.1.1 5.2.1-3 5.3.1-2 5.4.1-3 6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-4 6.5.1-5 6.6.1-3
  6.8.1-4 7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2 8.1.1-2 8.2.1-3 8.3.1 8.4.1 9.1.1-3 9.2.1-4 10.1.1-2
  10.2.1-2 10.3.1-4 10.4.1-11 10.5.1-5 10.6.1-2 10.7.1-3 11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-4 11.5.1 11.6.1
  12.1.1-3 12.2.1-2 12.3.1-4 13.1.1 13.2.1-5 13.3.1-2 13.4.1-5 14.1.1-2 14.2.1-4 14.3.1-3 15.1.1-3 15.2.1-3
  15.3.1-7 16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3 17.1.1 17.2.1-4 17.3.1-2`;

let policy: string;
let table: string;

beforeAll(async () => {
  policy = await readFile(join(root, 'docs/security.md'), 'utf8');
  table = await readFile(join(root, 'docs/asvs.md'), 'utf8');
});

test('each requirement has its line, once and in its order, and says how it is met or why it does not apply', () => {
  const lines = [...table.matchAll(/^\| (\d+\.\d+\.\d+) \| (.*?) \| .*? ?\|$/gm)];
  expect(lines.map(([, number]) => number)).toEqual(numbersIn(standard));
  expect(lines.filter(([, , how = '']) => how.trim() === '')).toEqual([]);
});

test('each requirement that applies is seen by a test, or says why by none', () => {
  const lines = [...table.matchAll(/^\| (\d+\.\d+\.\d+) \| (.*?) \| (.*?) ?\|$/gm)];
  const unseen = lines.filter(
    ([, , how = '', by = '']) =>
      !how.includes('Does not apply') && !/^(?:Not by a test: .{10}|`[^`]+`: “)/.test(by.trim()),
  );
  expect(unseen.map(([, number]) => number)).toEqual([]);
  expect(lines.length).toBeGreaterThan(200);
});

test('every test that is named there exists', async () => {
  const named = [...`${policy}${table}`.matchAll(/`([^`]+)`: (“[^”]+”(?:, “[^”]+”)*)/g)].flatMap(
    ([, file = '', names = '']) => [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ file, name })),
  );
  const files = new Map<string, string>();
  for (const { file } of named) files.set(file, files.get(file) ?? (await readFile(join(root, file), 'utf8')));
  expect(named.filter(({ file, name }) => !isIn(files.get(file) ?? '', name))).toEqual([]);
  expect(named.length).toBeGreaterThan(150);
});

test('the shares of companies are in the page as the code has them', () => {
  const lines = [...policy.matchAll(/^\| ([^|]+) \| (\d+)[^|]* \| (\S+) \| (\S+) \| ([^|]+) \|/gm)].map(
    ([, of = '', places, kept, floor, waiting = '']) => ({ of, numbers: [places, kept, floor, waiting] }),
  );
  const inCode = Object.entries(shares).map(([of, { places, kept, floor, ...more }]) => {
    const some = (n: number) => (kept === 0 ? '–' : String(n));
    const waiting = 'waiting' in more ? [more.waiting.toLocaleString('en')] : [];
    return [of, String(places), some(kept), some(floor), ...waiting];
  });
  const inPage = inCode.map(([of = '', ...numbers]) => {
    const line = lines.find((each) => each.of.startsWith(inThePage[of as keyof typeof shares]));
    const said = line?.numbers.map((each = '') => each.replace(/^([\d,]+),? .*/, '$1').replace(/,$/, '')) ?? [];
    return [of, ...said.slice(0, numbers.length)];
  });
  expect(inPage).toEqual(inCode);
});

test('each other machine that a setting names stands under what the product connects to', async () => {
  const config = await readFile(join(root, 'apps/server/src/config.ts'), 'utf8');
  const [, connects = ''] = /## What it connects to\n([^]*?)\n## /.exec(policy) ?? [];
  const named = new Set(
    [...config.matchAll(/\b(?:ALO_\w+_(?:URL|HOSTS|SERVER|ENDPOINT)|DATABASE_URL)\b/g)].map(([name]) => name),
  );
  // These say where people reach us, and how the owner of the tables signs in to the same database.
  const ours = ['ALO_PUBLIC_URL', 'ALO_DATABASE_OWNER_URL'];
  expect([...named].filter((name) => !ours.includes(name) && !connects.includes(`\`${name}\``))).toEqual([]);
  expect(named.size).toBeGreaterThan(10);
});

test('the passwords that the page says are refused are as many as there are in the list', async () => {
  const { size } = await stat(join(root, 'apps/server/lists/common-passwords.bin'));
  const count = (size / 4).toLocaleString('en');
  expect([policy.includes(`none of ${count} that`), table.includes(`${count} common ones`)]).toEqual([true, true]);
});

/** What each share is called there. */
const inThePage: Readonly<Record<keyof typeof shares, string>> = {
  requests: 'requests, by process',
  connections: 'connections to the database',
  uploads: 'uploads',
  directories: "requests of companies' directories",
  directorySignIns: 'sign-ins that ask',
  sounds: 'sounds',
  jobs: 'jobs',
  deliveries: 'webhooks',
  letters: 'letters',
  messages: 'messages to customers',
  transcripts: 'recordings that are written down',
};

/** As a test's own name, in whatever quotes it stands. */
const isIn = (source: string, name: string): boolean =>
  ["'", '"', '`'].some((quote) => source.includes(`${quote}${name.replaceAll(quote, `\\${quote}`)}${quote}`));

/** `1.2.1-3,5` is 1.2.1, 1.2.2, 1.2.3 and 1.2.5. */
const numbersIn = (text: string): string[] =>
  text
    .trim()
    .split(/\s+/)
    .flatMap((entry) => {
      const [, section = '', span = ''] = /^(\d+\.\d+)\.(.*)$/.exec(entry) ?? [];
      return span.split(',').flatMap((part) => {
        const [from = 0, to = from] = part.split('-').map(Number);
        return Array.from({ length: to - from + 1 }, (_, n) => `${section}.${from + n}`);
      });
    });
