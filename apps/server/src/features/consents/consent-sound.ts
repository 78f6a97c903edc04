import type { ServerKey } from '../../kernel/key-ring.ts';
import { type Sealer, sealer } from '../../storage/sealed.ts';

export const consentSoundSealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo sound of a consent');
/** A sound proves its own line and no other. */
export const consentSoundPlaceOf = (tenantId: string, id: string): string => `${tenantId}/${id}`;
