import { crc32 } from 'node:zlib';

/** One line of a journal: the CRC-32 of the JSON, a space, the JSON. */
export function encodeLine(value: unknown): string {
  const json = JSON.stringify(value);
  return `${checksum(json)} ${json}\n`;
}

/**
 * The values of a journal's text. A crash can tear the last line and a full disk one in the middle: a line that does not
 * fit its checksum is left out and counted.
 */
export function decodeLines(text: string): { readonly values: unknown[]; readonly torn: number } {
  const values: unknown[] = [];
  let torn = 0;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const json = line.slice(9);
    if (line[8] === ' ' && line.slice(0, 8) === checksum(json)) values.push(JSON.parse(json));
    else torn++;
  }
  return { values, torn };
}

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, '0');
}
