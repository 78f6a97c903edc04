import { FilterParser } from 'ldapts';

/** What stands for the typed name in a filter or a DN. */
export const placeOfName = '{username}';

/** A filter with the typed name as a value in it, and nothing else (RFC 4515 §3). */
export const filterFor = (filter: string, username: string): string =>
  filter.replaceAll(placeOfName, () => username.replace(/[*()\\\0]/g, hexOf));

/** A DN with the typed name as a value in it (RFC 4514 §2.4): whatever may mean something stands as its number. */
export const dnFor = (pattern: string, username: string): string =>
  pattern.replaceAll(placeOfName, () => username.replace(/[^\p{L}\p{N}\p{M}._@-]/gu, hexOf));

/** What is wrong with a filter that somebody typed, in words; undefined where nothing is. */
export function whyNotFilter(filter: string): string | undefined {
  if (!filter.includes(placeOfName)) return `Bộ lọc phải có ${placeOfName}`;
  try {
    FilterParser.parseString(filterFor(filter, 'lan'));
    return undefined;
  } catch {
    return 'Bộ lọc không đúng cú pháp LDAP';
  }
}

const hexOf = (sign: string): string =>
  [...Buffer.from(sign, 'utf8')].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('');
