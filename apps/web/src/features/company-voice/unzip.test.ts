import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';

import { unzip, ZipError } from './unzip.ts';

interface Entry {
  readonly name: string;
  readonly content: Buffer;
  readonly method?: 0 | 8 | 99;
}

/** A zip as programs write them. */
function zipOf(entries: readonly Entry[]): Blob {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, content, method = 8 } of entries) {
    const packed = method === 8 ? deflateRawSync(content) : content;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), fields, place, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return new Blob([new Uint8Array(Buffer.concat([...locals, directory, end]))]);
}

const text = Buffer.from('một hai ba '.repeat(1_000));

test('files come out as they went in, stored or deflated, with their Vietnamese names; folders and what Macs add do not', async () => {
  const files = await unzip(
    zipOf([
      { name: 'giọng/', content: Buffer.alloc(0), method: 0 },
      { name: 'giọng/mười.wav', content: text },
      { name: 'giọng/hai.wav', content: text, method: 0 },
      { name: '__MACOSX/giọng/._hai.wav', content: text },
      { name: 'giọng/.DS_Store', content: text },
    ]),
  );
  expect(files.map(({ name }) => name)).toEqual(['giọng/mười.wav', 'giọng/hai.wav']);
  for (const { bytes } of files) expect(Buffer.from(await bytes.arrayBuffer()).equals(text)).toBe(true);
});

test.each<[string, () => Blob]>([
  ['nothing', () => new Blob([])],
  ['no zip', () => new Blob([new Uint8Array(text)])],
  ['a zip that was cut off', () => zipOf([{ name: 'a.wav', content: text }]).slice(0, 40)],
  ['a way of packing that nobody reads here', () => zipOf([{ name: 'a.wav', content: text, method: 99 }])],
  [
    'what unpacks into more than a clip may have',
    () => zipOf([{ name: 'a.wav', content: Buffer.alloc(11 * 1024 * 1024) }]),
  ],
  [
    'more files than a voice has',
    () => zipOf(Array.from({ length: 301 }, (_, at) => ({ name: `${at}`, content: text }))),
  ],
])('%s is refused in words', async (_, zip) => {
  await expect(unzip(zip())).rejects.toThrow(ZipError);
});
