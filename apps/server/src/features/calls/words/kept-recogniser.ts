import type { Trx } from '../../../db/database.ts';
import type { ServerKey } from '../../../kernel/key-ring.ts';
import { type Sealer, sealer } from '../../../storage/sealed.ts';

export const recogniserSealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo recogniser key');

/** The recogniser of a company as it is kept; undefined where it never said one. */
export const keptRecogniser = (trx: Trx) =>
  trx
    .selectFrom('company_recogniser')
    .select(['active', 'url', 'model', 'language', 'sealed_key', 'failures', 'rests_until'])
    .executeTakeFirst();
