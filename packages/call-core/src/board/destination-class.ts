import { parsePhone } from '@alo/phone-number';

/** The class of a number, by what a call to it costs and risks. */
export type DestinationClass =
  | 'internal'
  | 'local'
  | 'mobile'
  | 'long-distance'
  | 'international'
  | 'premium'
  | 'satellite'
  | 'emergency';

/** In the middle of a sentence. */
export const classWords: Readonly<Record<DestinationClass, string>> = {
  internal: 'nội bộ',
  local: 'nội hạt',
  mobile: 'di động',
  'long-distance': 'liên tỉnh',
  international: 'quốc tế',
  premium: 'số dịch vụ 1900',
  satellite: 'vệ tinh',
  emergency: 'khẩn cấp',
};

/** The classes that fraudsters call: closed until opened, and counted. */
export const costlyClasses: ReadonlySet<DestinationClass> = new Set(['international', 'premium', 'satellite']);

/** Inmarsat, Iridium, Globalstar and Thuraya, networks of ships and aeroplanes, and Vietnam's own VSAT. */
const satellites = /^\+(?:870|88[123]|84672)/;
/** The international premium rate service. */
const premiums = /^\+979/;
/** Information that is paid for by the minute. */
const paidShort = /^10(?:80|88|68)$/;

/** The class of a canonical number, as seen from the company's own area (`28`); '' is no area. */
export function classOf(number: string, homeArea: string): DestinationClass {
  const read = parsePhone(number);
  if (satellites.test(number)) return 'satellite';
  if (premiums.test(number)) return 'premium';
  // What nobody can read is the dearest that it may be.
  if (!read.ok) return 'international';
  switch (read.phone.kind) {
    case 'mobile':
      return 'mobile';
    case 'fixed':
      return homeArea !== '' && number.startsWith(`+84${homeArea}`) ? 'local' : 'long-distance';
    case 'shared-cost':
      return 'premium';
    case 'short':
      return paidShort.test(number) ? 'premium' : 'local';
    case 'toll-free':
    case 'special':
      return 'local';
    case 'emergency':
      return 'emergency';
    case 'international':
      return 'international';
    default:
      return read.phone.kind satisfies never;
  }
}
