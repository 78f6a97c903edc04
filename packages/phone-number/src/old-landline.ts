import { renumberedArea } from './old-areas.ts';
import { parsePhone } from './parse.ts';

/** A text that can be read in two ways, as people dial them here. */
export interface OldLandline {
  /** With the area code of today. */
  readonly fixed: string;
  readonly mobile: string;
}

const longest = 40;

/** An area code that stands apart, and the number behind it: `(08) 3829 1234`, `08-38291234`, `(037) 385 2123`, `(84-8) 3829 1234`. */
const apart = /^\(?\s*(?:\+?(?:00)?84[\s.)-]*(?:\(0\)[\s.]*)?\(?0?|0)(\d{1,3})\s*(\)[\s./-]*|[\s./-]+)([\d\s.-]+)$/;

/**
 * What is written as landlines were before 2017 and has the digits of a mobile of today: whose it is nobody can tell but who wrote it.
 * Where three digits stand before a number, they are taken for an area code in brackets, or before a landline's usual 3 that is written
 * as 3852123 or 3852 123: mobiles are written like that, too.
 */
export function oldLandline(written: string): OldLandline | undefined {
  // A longer text is no number, and would take long to be looked through.
  if (written.length > longest) return undefined;
  const found = apart.exec(written.normalize('NFKC').trim());
  if (found === null) return undefined;
  const [, area = '', between = '', own = ''] = found;
  const isUsual = /^[236]\d{3}[\s.-]?\d{3}$/.test(own.trim());
  if (area.length > 1 && !between.startsWith(')') && !isUsual) return undefined;
  const read = parsePhone(written);
  if (!read.ok || read.phone.kind !== 'mobile') return undefined;
  const now = renumberedArea(area + own.replace(/\D/g, ''));
  return now === undefined ? undefined : { fixed: `0${now}`, mobile: read.phone.national };
}
