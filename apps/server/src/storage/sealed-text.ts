import { sealer } from './sealed.ts';

const purpose = 'alo secret of a carrier';

/** A secret as it lies in the database. */
export const sealText = (serverKey: Buffer, tenantId: string, text: string): string =>
  sealer(serverKey, purpose).seal(tenantId, text).toString('base64');

/** Undefined where the installation's key is another one since: the secret has to be typed again. */
export const openText = (serverKey: Buffer, tenantId: string, sealed: string): string | undefined =>
  sealer(serverKey, purpose).open(tenantId, Buffer.from(sealed, 'base64'));
