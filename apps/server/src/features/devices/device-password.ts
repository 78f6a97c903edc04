import { createHash, randomInt } from 'node:crypto';
import { z } from 'zod';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { type Sealer, sealer } from '../../storage/sealed.ts';

/** What a device proves itself by, as it is kept: nobody can read a password out of it, and it is sealed all the same. */
const secret = z.object({ ha1Md5: z.string(), ha1Sha256: z.string() });
export type DeviceSecret = z.infer<typeof secret>;

/** Letters and digits that are told apart on the screen of a phone: no 0, O, 1, l, I. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 20;

/** 116 bits: what a sniffer gets of MD5 is not guessed by trying. */
export const newDevicePassword = (): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)] ?? '').join('');

/** H(user:realm:password) of both kinds (RFC 7616 §3.4.2). */
export const secretOf = (username: string, domain: string, password: string): DeviceSecret => {
  const a1 = `${username}:${domain}:${password}`;
  return { ha1Md5: hex('md5', a1), ha1Sha256: hex('sha256', a1) };
};

const hex = (algorithm: 'md5' | 'sha256', text: string) => createHash(algorithm).update(text).digest('hex');

/** Good for this device alone, wherever its row is copied to. */
export const devicePlaceOf = (tenantId: string, deviceId: string) => `${tenantId} ${deviceId}`;
export const deviceSealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo device secret');

export const sealSecret = (serverKey: ServerKey, tenantId: string, deviceId: string, of: DeviceSecret): Buffer =>
  deviceSealer(serverKey).seal(devicePlaceOf(tenantId, deviceId), JSON.stringify(of));

/** Undefined where it was sealed with another installation's secret: the device needs a new password. */
export function openSecret(
  serverKey: ServerKey,
  tenantId: string,
  deviceId: string,
  sealed: Buffer,
): DeviceSecret | undefined {
  const text = deviceSealer(serverKey).open(devicePlaceOf(tenantId, deviceId), sealed);
  return text === undefined ? undefined : secret.parse(JSON.parse(text));
}
