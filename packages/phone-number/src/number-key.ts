import { parsePhone } from './parse.ts';

/** The same for every spelling of a number (`+84…`, `84…`, `0…`, without the 0, with dots): what may be compared. */
export function numberKey(written: string): string {
  const read = parsePhone(written);
  return read.ok
    ? read.phone.canonical
    : written
        .normalize('NFKC')
        .replace(/[\s.\-()]/g, '')
        .toLowerCase();
}
