import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sealedSuffix } from '@alo/engine-host/sealed-sound';

import type { Config } from '../../config.ts';
import type { Db } from '../../db/database.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { bucketHolder } from '../../storage/file-copies.ts';
import type { FileKey, StoredFile } from '../../storage/file-store.ts';
import { s3Store } from '../../storage/s3-store.ts';
import { rewrapped, sealedHeadBytes } from '../../storage/sealed-file.ts';
import { sealedPlace } from '../../storage/sealed-store.ts';
import type { ResealSummary } from './reseal.ts';

const atOnce = 500;

/**
 * Seals anew the keys of sealed recordings in the bucket. A bucket takes a file only as a whole, so each is written anew with another head; it
 * has the older one or the newer one, and both open. It can be ended at any moment and done again.
 */
export async function resealBucket(db: Db, { s3 }: Config, serverKey: ServerKey): Promise<ResealSummary> {
  let [sealed, unreadable] = [0, 0];
  if (s3 === undefined) return { sealed, unreadable };
  const bucket = s3Store(s3);
  for (const { id: tenantId } of await db.directory.everyTenant()) {
    for await (const key of sealedKeysOf(db, tenantId)) {
      const form = { ...key, name: `${key.name}${sealedSuffix}` };
      const file = await bucket.find(form);
      if (file === undefined) continue;
      const head = await buffer(await file.read({ start: 0, end: sealedHeadBytes - 1 }));
      const { steps } = rewrapped(head, serverKey, sealedPlace(key));
      if (steps === undefined) unreadable += 1;
      const last = steps?.at(-1);
      if (last === undefined) continue;
      const hash = createHash('sha256');
      await bucket.put(form, withHead(file, last, hash));
      // Whoever compares it with a copy on a disk finds another head, and sends that one again: both open.
      await db.inTenant(tenantId, (trx) =>
        trx
          .updateTable('file_copy')
          .set({ sha256: hash.digest('hex') })
          .where('area', '=', key.area)
          .where('name', '=', key.name)
          .where('holder', '=', bucketHolder)
          .where('state', '=', 'kept')
          .execute(),
      );
      sealed += 1;
    }
  }
  return { sealed, unreadable };
}

async function* withHead(file: StoredFile, head: Buffer, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  hash.update(head);
  yield head;
  if (file.bytes <= head.length) return;
  for await (const chunk of await file.read({ start: head.length, end: file.bytes - 1 })) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Recordings of a company that lie sealed in the bucket, some at a time. */
async function* sealedKeysOf(db: Pick<Db, 'inTenant'>, tenantId: string): AsyncGenerator<FileKey> {
  for (let after = ''; ; ) {
    const rows = await db.inTenant(tenantId, (trx) =>
      trx
        .selectFrom('file_copy')
        .where('area', '=', 'recordings')
        .where('holder', '=', bucketHolder)
        .where('state', '=', 'kept')
        .where('suffix', '=', sealedSuffix)
        .where('name', '>', after)
        .orderBy('name')
        .limit(atOnce)
        .select('name')
        .execute(),
    );
    for (const { name } of rows) yield { area: 'recordings', tenantId, name };
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.name;
  }
}
