import type { Trx } from '../../../../db/database.ts';
import type { ServerKey } from '../../../../kernel/key-ring.ts';
import { type Sealer, sealer } from '../../../../storage/sealed.ts';

export const writerSealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo summary writer key');

/** The writer of a company as it is kept; undefined where it never said one. */
export const keptWriter = (trx: Trx) =>
  trx.selectFrom('company_summary_writer').select(['active', 'url', 'model', 'sealed_key']).executeTakeFirst();
