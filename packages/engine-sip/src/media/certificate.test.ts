import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';

import { mediaCertificate } from './certificate.ts';

test('what media is proved with is signed by its own key, is valid, and is another one each time', () => {
  const [one, other] = [mediaCertificate(), mediaCertificate()];
  const certificate = new X509Certificate(one.certificate);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkPrivateKey(createPrivateKey(one.key))).toBe(true);
  expect(certificate.checkPrivateKey(createPrivateKey(other.key))).toBe(false);
  expect(certificate.subject).toBe('CN=alo');
  expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
  expect(certificate.validFromDate.getTime()).toBeLessThan(Date.now());
  expect(certificate.validToDate.getTime()).toBeGreaterThan(Date.now());
  expect(certificate.serialNumber).not.toBe(new X509Certificate(other.certificate).serialNumber);
  expect(one.fingerprint).toBe(`sha-256 ${certificate.fingerprint256}`);
});
