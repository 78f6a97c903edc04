import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';

/** The certificate of our side of a DTLS association (RFC 5763). */
export interface MediaCertificate {
  /** PEM texts. */
  readonly certificate: string;
  readonly key: string;
  /** As SDP names it, e.g. `sha-256 AB:CD:…` (RFC 8122). */
  readonly fingerprint: string;
}

/**
 * Makes a self-signed certificate (RFC 5280 §4.1) with nothing in it but a key: a browser compares the fingerprint only. By hand, for
 * a library that makes any certificate stays in memory with 8 MB, in a process that makes one.
 */
export function mediaCertificate(): MediaCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // The first bit says that a number is negative; a serial number is not, and not 0 either.
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(15)]);
  const content = sequence(
    der(0xa0, der(tags.integer, Buffer.from([2]))),
    der(tags.integer, serial),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(tags.bits, Buffer.from([0]), sign('sha256', content, privateKey));
  const certificate = new X509Certificate(sequence(content, ecdsaWithSha256, signature));
  return {
    certificate: certificate.toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    fingerprint: `sha-256 ${certificate.fingerprint256}`,
  };
}

const tags = { integer: 0x02, bits: 0x03, oid: 0x06, utf8: 0x0c, time: 0x17, sequence: 0x30, set: 0x31 };

/** A value as DER writes it (X.690): what it is, how long it is, and itself. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return der(tags.sequence, ...parts);
}

/** 1.2.840.10045.4.3.2 */
const ecdsaWithSha256 = sequence(der(tags.oid, Buffer.from('2a8648ce3d040302', 'hex')));
/** 2.5.4.3, the common name. */
const commonName = der(tags.oid, Buffer.from('550403', 'hex'));
const name = sequence(der(tags.set, sequence(commonName, der(tags.utf8, Buffer.from('alo')))));
/** As long as years of two digits are told apart. */
const validity = sequence(der(tags.time, Buffer.from('200101000000Z')), der(tags.time, Buffer.from('491231235959Z')));
