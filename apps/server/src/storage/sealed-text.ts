import type { ServerKey } from '../kernel/key-ring.ts';
import { type Sealer, sealer } from './sealed.ts';

/** Secrets of carriers, each for its company. */
export const carrierSecretSealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo secret of a carrier');

/** A secret as it lies in the database. */
export const sealText = (serverKey: ServerKey, tenantId: string, text: string): string =>
  carrierSecretSealer(serverKey).seal(tenantId, text).toString('base64');

/** Undefined where the installation's key is another one since: the secret has to be typed again. */
export const openText = (serverKey: ServerKey, tenantId: string, sealed: string): string | undefined =>
  carrierSecretSealer(serverKey).open(tenantId, Buffer.from(sealed, 'base64'));
