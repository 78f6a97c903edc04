import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';

import { fileCopies } from '../../background/file-copies.ts';
import type { Config } from '../../config.ts';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { fixedKey, oneKey, type ServerKey } from '../../kernel/key-ring.ts';
import { folderId } from '../../storage/folder-id.ts';
import { openFiles } from '../../storage/open-files.ts';
import { serverKey } from '../../storage/server-key.ts';
import { refuseUnlessEmpty } from '../backup/backup.ts';
import { writeMeasured } from '../backup/copy-file.ts';
import { fileOfTable } from '../backup/manifest.ts';
import { contentsOf, copyOut, refuseWithoutRights } from '../backup/tables.ts';
import { type Wrapping, wrappedFor } from '../backup/wrapping.ts';
import { Refused } from '../command.ts';
import { holdKeys } from '../keys/keys-lock.ts';
import { resealCompany } from '../keys/reseal.ts';
import { sealedColumns } from '../keys/sealed-columns.ts';
import { openForOperator, withClient } from '../open-database.ts';
import { operatorActor } from '../tenants.ts';
import { companyFileName, type MovedCompany, pathInExport } from './moved-company.ts';
import { movedTables } from './moved-tables.ts';
import { trxOn } from './one-client.ts';

/** By which a closed company's calls are held: by nobody who runs any. */
const movedOut = 'moved-out';

interface Asked {
  readonly code: string;
  readonly to: string;
  /** The company is closed here: its calls end, and nobody signs in. */
  readonly closes: boolean;
}

/** What was written, and how many of its files nobody has. */
export type ExportSummary = MovedCompany & { readonly missing: number };

/**
 * Writes a company with everything that is its own into a new folder, encrypted to whoever will read it: rows, with their secrets sealed by a key of
 * this export, recordings and sounds. Rejects with `Refused` while it has calls. Where it is closed, that happens before anything is read, and is taken back where
 * the export fails.
 */
export async function exportCompany(config: Config, { code, to, closes }: Asked): Promise<ExportSummary> {
  if (config.backupRecipients.length === 0) {
    throw new Refused(
      'Bản xuất mang theo mật khẩu và dữ liệu khách hàng nên luôn được mã hoá: đặt ALO_BACKUP_RECIPIENT (tạo bằng: backup key).',
    );
  }
  const wrapping = await wrappedFor(config.backupRecipients);
  const folder = resolve(to);
  await refuseUnlessEmpty(folder, 'Thư mục xuất');
  const opened = await openForOperator(config);
  try {
    return await withClient(opened.ownerUrl, async (client) => {
      await refuseWithoutRights(client);
      await holdKeys(client, 'copy');
      const { rows } = await client.query<MovedCompany['company'] & { active: boolean; runs: boolean }>(
        `select id, code, name, active, exists (select from operator_company where tenant_id = tenant.id) as runs
          from tenant where code = $1`,
        [code],
      );
      const [company] = rows;
      if (company === undefined) throw new Refused(`Không có công ty ${code}.`);
      if (company.runs) throw new Refused(`${code} là công ty của người vận hành cài đặt này.`);
      await refuseWithCalls(client, company, closes);
      const draft = `${folder}.unfinished`;
      try {
        await rm(draft, { recursive: true, force: true });
        await mkdir(dirname(draft), { recursive: true });
        await mkdir(draft, { mode: 0o700 });
        const exported = await write({ config, db: opened.db, client, draft, wrapping, company });
        if (closes) await tell(opened.db, company.id, 'moved-out');
        await rm(folder, { recursive: true, force: true });
        await rename(draft, folder);
        return exported;
      } catch (error) {
        if (closes && company.active) await reopen(client, company.id);
        await rm(draft, { recursive: true, force: true });
        throw error;
      }
    });
  } finally {
    await opened.close();
  }
}

/** Closed and held by nobody in one step: whoever ran its calls may write no more of them. */
async function refuseWithCalls(client: pg.Client, { id, code }: { id: string; code: string }, closes: boolean) {
  await client.query('begin');
  if (closes) {
    await client.query(
      `insert into tenant_lease (tenant_id, holder, epoch) values ($1, $2, 1)
        on conflict (tenant_id) do update set holder = excluded.holder, epoch = excluded.epoch`,
      [id, movedOut],
    );
    await client.query('update tenant set active = false where id = $1', [id]);
  }
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from call where tenant_id = $1 and status = 'in_progress'",
    [id],
  );
  const n = rows[0]?.n ?? 0;
  await client.query(n === 0 ? 'commit' : 'rollback');
  if (n > 0) throw new Refused(`${code} đang có ${n} cuộc gọi: chờ các cuộc gọi kết thúc rồi chạy lại.`);
}

async function reopen(client: pg.Client, id: string): Promise<void> {
  await client.query('rollback');
  await client.query('delete from tenant_lease where tenant_id = $1 and holder = $2', [id, movedOut]);
  await client.query('update tenant set active = true where id = $1', [id]);
}

interface Writing {
  readonly config: Config;
  readonly db: Db;
  readonly client: pg.Client;
  readonly draft: string;
  readonly wrapping: Wrapping;
  readonly company: MovedCompany['company'];
}

async function write({
  config,
  db,
  client,
  draft,
  wrapping,
  company: { id, code, name },
}: Writing): Promise<ExportSummary> {
  const keys = await serverKey(config.dataFolder);
  const secret = randomBytes(32);
  await client.query('begin isolation level repeatable read');
  // The first question is the moment that all the others are of.
  const { rows } = await client.query<{ at: Date }>('select now() as at');
  const { steps, tables } = await contentsOf(client);
  const months = await client.query<{ month: string }>(
    `select to_char(date_trunc('month', started_at at time zone 'UTC'), 'YYYY-MM-DD') as month from call where tenant_id = $1
      union select to_char(date_trunc('month', at at time zone 'UTC'), 'YYYY-MM-DD') from audit where tenant_id = $1 order by 1`,
    [id],
  );
  await shadowSecrets(client, id, { all: () => [oneKey(secret), ...keys.all()], sealing: () => oneKey(secret) });
  const written: MovedCompany['tables'] = [];
  for (const table of tables.filter(({ name: of }) => of === 'tenant' || isMoved(of))) {
    const schema = shadowed.has(table.name) ? 'pg_temp' : 'public';
    const only = `where ${table.name === 'tenant' ? 'id' : 'tenant_id'} = ${pg.escapeLiteral(id)}`;
    const { rows: count } = await copyOut(client, table, join(draft, fileOfTable(table.name)), wrapping, {
      schema,
      only,
    });
    written.push({ ...table, rows: count });
  }
  const named = await client.query<{ area: 'recordings' | 'prompts'; id: string }>(
    `select 'recordings' as area, id from recording where tenant_id = $1 and bytes > 0
      union all select 'prompts', id::text from audio where tenant_id = $1`,
    [id],
  );
  await client.query('commit');

  const copies = fileCopies({ db, folder: await folderId(config.dataFolder), tell: () => undefined });
  const files = openFiles(config, keys, copies);
  const kept: MovedCompany['files'] = [];
  for (const { area, id: of } of named.rows) {
    const file = { area, name: `${of}.wav` };
    const found = await files.kept({ ...file, tenantId: id });
    if (found === undefined) continue;
    const path = join(draft, pathInExport({ ...file, bytes: 0, sha256: '' }));
    const measured = await writeMeasured(`${path}${wrapping.suffix}`, await found.read(), wrapping.write());
    kept.push({ ...file, ...measured });
  }
  const about: MovedCompany = {
    format: 1,
    kind: 'company',
    made_at: (rows[0]?.at ?? new Date()).toISOString(),
    company: { id, code, name },
    steps,
    months: months.rows.map(({ month }) => month),
    tables: written,
    files: kept,
    key: secret.toString('hex'),
  };
  const words = Readable.from([Buffer.from(JSON.stringify(about, null, 1))]);
  await writeMeasured(join(draft, `${companyFileName}${wrapping.suffix}`), words, wrapping.write());
  return { ...about, missing: named.rows.length - kept.length };
}

const isMoved = (table: string) => (movedTables as readonly string[]).includes(table);

/** Tables with secrets in them. */
const shadowed = new Set(sealedColumns.map(({ table }) => table).filter(isMoved));

/** Copies of the rows with secrets, which are sealed for this export there: nobody who works with the rows waits. */
async function shadowSecrets(client: pg.Client, id: string, key: ServerKey): Promise<void> {
  for (const table of shadowed) {
    const of = pg.escapeIdentifier(table);
    await client.query(
      `create temp table ${of} on commit drop as select * from public.${of} where tenant_id = ${pg.escapeLiteral(id)}`,
    );
  }
  await resealCompany(
    trxOn(client),
    { tenantId: id, serverKey: key },
    sealedColumns.filter(({ table }) => shadowed.has(table)),
  );
}

/** The trail of a company says where it came from, and that it went. */
export const tell = (db: Pick<Db, 'inTenant'>, tenantId: string, action: 'moved-out' | 'moved-in'): Promise<void> =>
  db.inTenant(tenantId, async (trx) => {
    await audit(trx, operatorActor(), { action, subject: 'tenant', subjectId: tenantId, after: {} });
  });

/** The key of an export opens what its secrets are sealed by. */
export const keyOfExport = ({ key }: MovedCompany) => fixedKey(Buffer.from(key, 'hex'));
