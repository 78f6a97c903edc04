import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { disagreement } from './upload-kind.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-kinds-'));
});
afterAll(() => rm(folder, { recursive: true }));

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const zip = 'PK\u0003\u0004rest';

async function wordsOf(name: string, contentType: string, content: string) {
  const path = join(folder, 'file');
  await writeFile(path, content);
  return disagreement({ name, contentType, path });
}

test.each([
  ['khách.xlsx', xlsx, zip],
  ['KHACH.XLSX', 'application/octet-stream', zip],
  ['khach.csv', 'text/csv', 'a,b'],
  ['khach.csv', 'application/vnd.ms-excel', 'a,b'],
  ['khach.txt', 'text/plain', ''],
  ['cu.xls', 'application/vnd.ms-excel', 'd0cf'],
  ['nhac.mp3', 'audio/mpeg', 'ID3'],
  ['nhac.ogg', 'video/ogg', 'OggS'],
])('%s that is sent as %s is what it is called', async (...file) => {
  expect(await wordsOf(...file)).toBeUndefined();
});

test.each([
  ['khach.csv', 'text/csv', zip, 'nội dung là loại khác'],
  ['khach.xlsx', xlsx, 'a,b', 'nội dung là loại khác'],
  ['khach.xlsx', 'text/csv', zip, 'được gửi như một loại tệp khác'],
  ['nhac.mp3', 'text/csv', 'ID3', 'được gửi như một loại tệp khác'],
  ['nhac.mp3', 'audio/mpeg', zip, 'nội dung là loại khác'],
  ['khach.exe', 'text/csv', 'a,b', 'đuôi nói đúng loại tệp'],
  ['khach', 'text/csv', 'a,b', 'đuôi nói đúng loại tệp'],
])('%s that is sent as %s and is not what it is called is refused in words', async (name, type, content, words) => {
  expect(await wordsOf(name, type, content)).toContain(words);
});
