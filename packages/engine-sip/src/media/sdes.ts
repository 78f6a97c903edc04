import { randomBytes } from 'node:crypto';

/** Keys for SRTP in the SDP itself (RFC 4568), for who keeps its signalling to itself by TLS. */

export type SrtpSuite = 'AES_CM_128_HMAC_SHA1_80' | 'AES_CM_128_HMAC_SHA1_32';
const SUITES: readonly SrtpSuite[] = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'];

/** Master key of 16 octets and master salt of 14 (§6.1). */
const KEY_OCTETS = 30;

/** One `a=crypto` (§9.1): with which key its side encrypts. */
export interface CryptoLine {
  readonly tag: number;
  readonly suite: SrtpSuite;
  readonly key: Buffer;
}

/** The suites that we offer, the stronger first, each with a key of its own. */
export const offeredCrypto = (): readonly CryptoLine[] => SUITES.map((suite, i) => newCrypto(i + 1, suite));

export const newCrypto = (tag: number, suite: SrtpSuite): CryptoLine => ({ tag, suite, key: randomBytes(KEY_OCTETS) });

/** As sdp-transform reads them. */
interface ReadCrypto {
  readonly id: number;
  readonly suite: string;
  readonly config: string;
  readonly sessionConfig?: string | undefined;
}

/** The first that we can do. One with a wish that we do not know is as good as none (§6.3); a lifetime is longer than any call. */
export function firstUsable(lines: readonly ReadCrypto[]): CryptoLine | undefined {
  for (const { id, suite, config, sessionConfig = '' } of lines.slice(0, MOST_LINES)) {
    const known = SUITES.find((one) => one === suite);
    const [, base64 = ''] = /^inline:([\w+/]+={0,2})(?:\|(?:2\^\d{1,2}|\d{1,15}))?$/.exec(config) ?? [];
    const key = Buffer.from(base64, 'base64');
    const plain = sessionConfig.split(' ').every((wish) => wish === '' || /^WSH=\d+$/.test(wish));
    if (known && plain && key.length === KEY_OCTETS && id > 0) return { tag: id, suite: known, key };
  }
  return undefined;
}

const MOST_LINES = 20;

export const cryptoAttribute = ({ tag, suite, key }: CryptoLine): string =>
  `a=crypto:${tag} ${suite} inline:${key.toString('base64')}`;
