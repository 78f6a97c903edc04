import type { ServerKey } from '../kernel/key-ring.ts';
import { type Sealer, sealer } from './sealed.ts';

/** Papers of numbers, as whoever gets at the database has them. */
export const paperSealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo number paper');
