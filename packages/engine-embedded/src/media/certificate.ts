import { X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';

/** What our side of a DTLS association proves itself with (RFC 5763). */
export interface MediaCertificate {
  /** PEM texts. */
  readonly certificate: string;
  readonly key: string;
  /** As SDP names it, e.g. `sha-256 AB:CD:…` (RFC 8122). */
  readonly fingerprint: string;
}

/** Makes a self-signed certificate. Its dates say nothing: a browser compares the fingerprint only. */
export async function mediaCertificate(): Promise<MediaCertificate> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'alo' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
  });
  return { certificate: cert, key, fingerprint: `sha-256 ${new X509Certificate(cert).fingerprint256}` };
}
