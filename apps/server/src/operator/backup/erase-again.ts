import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import { fileCopies } from '../../background/file-copies.ts';
import type { Config } from '../../config.ts';
import { audit } from '../../db/audit.ts';
import { openDatabase } from '../../db/database.ts';
import { forgottenInTrail, isOfNumber } from '../../features/customers/forget-in-trail.ts';
import { customersNumbers, emptyHistory, forgetCard } from '../../features/customers/personal-data-job.ts';
import { newId } from '../../kernel/new-id.ts';
import { asideFolder, forgetAside } from '../../storage/aside-rows.ts';
import { folderId } from '../../storage/folder-id.ts';
import { openFiles } from '../../storage/open-files.ts';
import { serverKey } from '../../storage/server-key.ts';
import { Refused } from '../command.ts';
import { fileOfTable, type Manifest, manifestName, readManifest } from './manifest.ts';
import type { Unwrapping } from './wrapping.ts';

/** A customer who was erased, by the request that asked for it. */
type Erasure = { readonly tenantId: string; readonly requestId: string; readonly customerId: string };

const statementMs = 10 * 60_000;

/**
 * Erases in what was restored from a backup all who were erased since it was made. Answers how many were still there.
 */
export async function eraseAgain(
  { url, dataFolder, ...config }: { readonly url: string } & Pick<Config, 'dataFolder' | 's3' | 'sealsRecordings'>,
  erasures: readonly Erasure[],
): Promise<number> {
  if (erasures.length === 0) return 0;
  const db = openDatabase({ url, size: 2, waitMs: 10_000, statementMs });
  // Other machines look for themselves when they start.
  const copies = fileCopies({ db, folder: await folderId(dataFolder), tell: () => undefined });
  const files = openFiles({ dataFolder, ...config }, await serverKey(dataFolder), copies);
  let erased = 0;
  try {
    for (const { tenantId, requestId, customerId } of erasures) {
      const inTenant = <T>(work: Parameters<typeof db.inTenant<T>>[1]) => db.inTenant(tenantId, work);
      const there = await inTenant((trx) =>
        trx.selectFrom('customer').where('id', '=', customerId).select('id').executeTakeFirst(),
      );
      if (there === undefined) continue;
      const numbers = await inTenant((trx) => customersNumbers(trx, customerId));
      const counts = await emptyHistory({ inTenant, progress: async () => undefined, files, tenantId, numbers });
      await forgottenInTrail({ work: { inTenant }, customerId, requestId, numbers });
      await forgetAside(asideFolder(dataFolder), tenantId, (line) => isOfNumber(numbers, line));
      await inTenant(async (trx) => {
        await forgetCard(trx, customerId, numbers);
        await trx
          .updateTable('data_request')
          .set({ state: 'done', closed_at: new Date(), note: '' })
          .where('id', '=', requestId)
          .execute();
        const entry = { action: 'erase', subject: 'customer', subjectId: customerId, after: counts };
        await audit(trx, { accountId: null, network: 'restore', requestId: newId() }, entry);
      });
      erased += 1;
    }
  } finally {
    await db.close();
  }
  return erased;
}

/** Who was erased since a backup was made, as far as later backups beside it know. Rejects with `Refused` where one can be read by nobody here. */
export async function erasedSince(
  from: string,
  { made_at: madeAt }: Manifest,
  unwrapping: Unwrapping,
): Promise<Erasure[]> {
  const beside = (await readdir(dirname(from), { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && entry.name !== basename(from),
  );
  const later: { folder: string; manifest: Manifest }[] = [];
  for (const { name } of beside) {
    const folder = join(dirname(from), name);
    // What is no backup, or not a whole one, says nothing.
    const manifest = await readManifest(folder, unwrapping).catch(unlessEncrypted(folder, unwrapping));
    if (manifest !== undefined && manifest.made_at > madeAt) later.push({ folder, manifest });
  }
  const found = new Map<string, Erasure>();
  for (const { folder, manifest } of later)
    for (const erasure of await erasuresIn(folder, manifest, unwrapping)) found.set(erasure.requestId, erasure);
  return [...found.values()];
}

/** What is no whole backup says nothing; of one that was encrypted to others it has to be said. */
const unlessEncrypted =
  (folder: string, { pathOf }: Unwrapping) =>
  async (): Promise<undefined> => {
    if (!(await pathOf(folder, manifestName)).endsWith(manifestName)) {
      throw new Refused(
        `Bản sao lưu ${folder} bên cạnh được mã hoá cho khoá khác, có thể cho biết ai đã được xoá: thêm khoá riêng của nó vào tệp --identity, hoặc chuyển nó đi nơi khác.`,
      );
    }
  };

/** What a backup says of requests that were carried out. Ids and states are written as they are. */
async function erasuresIn(folder: string, { tables }: Manifest, unwrapping: Unwrapping): Promise<Erasure[]> {
  const columns = tables.find(({ name }) => name === 'data_request')?.columns ?? [];
  const rows = await pipeline(await unwrapping.open(folder, fileOfTable('data_request')), createGunzip(), (content) =>
    text(content),
  );
  return rows.split('\n').flatMap((row) => {
    const cells = row.split('\t');
    const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
    if (cell('kind') !== 'erase' || cell('state') !== 'done') return [];
    return [{ tenantId: cell('tenant_id'), requestId: cell('id'), customerId: cell('customer_id') }];
  });
}
