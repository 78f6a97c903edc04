import { createHash } from 'node:crypto';

import type { ServerKey } from '../../kernel/key-ring.ts';
import { type Sealer, sealer } from '../../storage/sealed.ts';

export const messageSealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo message secret');

/** Where a secret belongs: sealed for one provider it opens for no other. */
export const messagePlaceOf = (tenantId: string, providerId: string): string => `${tenantId}/${providerId}`;

/** Of the address of reports only this is kept. */
export const reportDigest = (secret: string): Buffer => createHash('sha256').update(secret).digest();
