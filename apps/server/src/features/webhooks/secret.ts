import type { ServerKey } from '../../kernel/key-ring.ts';
import { type Sealer, sealer } from '../../storage/sealed.ts';

export const webhookSealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo webhook secret');

/** Where a secret belongs: sealed for one webhook it opens for no other. */
export const webhookPlaceOf = (tenantId: string, webhookId: string): string => `${tenantId}/${webhookId}`;
