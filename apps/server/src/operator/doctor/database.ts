import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sealedSuffix } from '@alo/engine-host/sealed-sound';
import type pg from 'pg';

import type { Config } from '../../config.ts';
import { pendingSteps } from '../../db/migrate.ts';
import { withClient, withOwnerUrl } from '../open-database.ts';
import { type Finding, findingsAbout, reasonOf } from './finding.ts';

const oldestServer = 15;
const driftMs = 2_000;
const lookedAt = 10_000;
const waitsLongMs = 15 * 60_000;

/** Everything that only the database can tell; one finding where it does not answer. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { bad, warning } = findingsAbout('Cơ sở dữ liệu');
  if (config.databaseUrl === undefined && !existsSync(join(config.dataFolder, 'postgres'))) {
    return [warning('Chưa có; lần khởi động đầu tiên sẽ tạo.')];
  }
  try {
    return await withOwnerUrl(config, async (url) => {
      const pending = await pendingSteps(url);
      const serving = await checkSignIn(config);
      return withClient(url, async (client) => [
        await checkVersion(client),
        checkSteps(pending),
        ...serving,
        await checkClock(client),
        ...(pending === 'all'
          ? []
          : [await checkRecordings(client, config), ...(await checkFolders(client)), await checkJobs(client)]),
      ]);
    });
  } catch (error) {
    return [
      bad(
        `Không trả lời (${reasonOf(error)}): kiểm tra DATABASE_URL, hoặc dung lượng đĩa và quyền của thư mục dữ liệu.`,
      ),
    ];
  }
}

async function checkVersion(client: pg.ClientBase): Promise<Finding> {
  const { good, bad } = findingsAbout('PostgreSQL');
  const { rows } = await client.query<{ version: string; bytes: string }>(
    "select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as bytes",
  );
  const { version = '', bytes = '' } = rows[0] ?? {};
  return Number.parseInt(version, 10) >= oldestServer
    ? good(`phiên bản ${version}, dữ liệu ${bytes}.`)
    : bad(`phiên bản ${version} quá cũ: cần ${oldestServer} trở lên.`);
}

function checkSteps(pending: readonly string[] | 'all'): Finding {
  const { good, warning } = findingsAbout('Cấu trúc dữ liệu');
  if (pending === 'all') return warning('Cơ sở dữ liệu còn trống; lần khởi động đầu tiên sẽ tạo bảng.');
  return pending.length === 0
    ? good('đúng với phiên bản này.')
    : warning(`còn ${pending.length} bước nâng cấp (${pending[0]} …): sao lưu, rồi khởi động phiên bản này.`);
}

/** Who serves should not be able to give itself every right. The built-in database has such sign-ins by itself. */
async function checkSignIn({ databaseUrl }: Config): Promise<Finding[]> {
  if (databaseUrl === undefined) return [];
  const { good, warning } = findingsAbout('Tài khoản phục vụ');
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string; all: boolean }>(
      'select rolname as name, rolsuper or rolbypassrls as all from pg_roles where rolname = session_user',
    );
    const { name = '', all = false } = rows[0] ?? {};
    return [
      all
        ? warning(
            `DATABASE_URL đăng nhập bằng ${name}, một superuser: tạo một tài khoản chỉ thuộc vai trò alo_app cho nó, ` +
              'và đặt tài khoản chủ ở ALO_DATABASE_OWNER_URL (xem docs/operations.md).',
          )
        : good(`${name}, không phải superuser.`),
    ];
  });
}

async function checkClock(client: pg.ClientBase): Promise<Finding> {
  const { good, bad } = findingsAbout('Đồng hồ');
  const before = Date.now();
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  const middle = (before + Date.now()) / 2;
  const apart = Math.abs((rows[0]?.at.getTime() ?? 0) - middle) - (Date.now() - before) / 2;
  return apart > driftMs
    ? bad(`lệch ${(apart / 1_000).toFixed(1)} giây so với cơ sở dữ liệu: bật đồng bộ giờ (NTP) trên cả hai máy.`)
    : good(`${new Date().toISOString()}, khớp với cơ sở dữ liệu.`);
}

/** Of the newest recordings, those that nobody can play. */
async function checkRecordings(client: pg.ClientBase, { dataFolder }: Config): Promise<Finding> {
  const { good, warning } = findingsAbout('Ghi âm');
  const { rows } = await client.query<{ tenant: string; id: string }>(
    `select tenant_id as tenant, id from recording where state in ('ready', 'incomplete')
      and not exists (select from file_copy where file_copy.tenant_id = recording.tenant_id and area = 'recordings'
        and name = recording.id || '.wav' and holder = 'bucket' and file_copy.state = 'kept')
      order by call_started_at desc limit $1`,
    [lookedAt],
  );
  const missing: string[] = [];
  for (const { tenant, id } of rows) {
    const path = join('recordings', tenant, `${id}.wav`);
    const sizes = await Promise.all(
      [path, `${path}${sealedSuffix}`].map((name) => stat(join(dataFolder, name)).catch(() => undefined)),
    );
    if (sizes.every((found) => found === undefined)) missing.push(path);
  }
  if (missing.length === 0) return good(`${rows.length} ghi âm mới nhất chưa vào kho S3 đều có tệp ở máy này.`);
  const { rows: others } = await client.query<{ n: number }>('select count(*)::int as n from file_folder');
  const elsewhere = (others[0]?.n ?? 0) > 1 ? ' (có thể còn nằm ở máy khác)' : '';
  return warning(
    `${missing.length} trong ${rows.length} ghi âm mới nhất không có tệp${elsewhere}, ví dụ ${missing[0]}: phục hồi từ bản sao lưu.`,
  );
}

/** What waits for the bucket on each machine, and what was erased and somebody has yet. */
async function checkFolders(client: pg.ClientBase): Promise<Finding[]> {
  const { rows } = await client.query<FolderRow>(
    `select id, node, seen_at, waiting, oldest, failing, seen_at > now() - interval '15 minutes' as lives,
        (select count(*) from file_copy where state = 'removing' and holder = file_folder.id)::int as erased
      from file_folder order by node, id`,
  );
  const findings = rows.flatMap((row) => folderFinding(row, rows.length > 1));
  const { rows: bucket } = await client.query<{ n: number; since: Date | null }>(
    "select count(*)::int as n, min(since) as since from file_copy where state = 'removing' and holder = 'bucket'",
  );
  const [{ n, since } = { n: 0, since: null }] = bucket;
  if (n === 0) return findings;
  const words = `${n} tệp đã xoá còn ở kho, từ ${since?.toISOString()}: kiểm tra quyền xoá của khoá truy cập và các máy đang chạy.`;
  return [...findings, findingsAbout('Kho S3').warning(words)];
}

interface FolderRow {
  readonly id: string;
  readonly node: string;
  readonly seen_at: Date;
  readonly waiting: number;
  readonly oldest: Date | null;
  readonly failing: string;
  readonly lives: boolean;
  readonly erased: number;
}

function folderFinding(
  { id, node, seen_at, waiting, oldest, failing, lives, erased }: FolderRow,
  several: boolean,
): Finding[] {
  const { good, warning, bad } = findingsAbout(`Tệp của máy ${node === '' ? id : node}`);
  const findings: Finding[] = [];
  if (erased > 0 && !lives) {
    findings.push(
      bad(
        `${erased} tệp đã xoá còn ở máy này, tắt từ ${seen_at.toISOString()}: bật máy lên để nó xoá; ` +
          `nếu đĩa của máy đã bị huỷ thì chạy: folder gone --id ${id}`,
      ),
    );
  } else if (!lives && several) findings.push(warning(`không thấy từ ${seen_at.toISOString()}.`));
  if (failing !== '') findings.push(warning(`việc chuyển tệp bị lỗi: ${failing}`));
  if (waiting > 0 && (failing !== '' || Date.now() - (oldest?.getTime() ?? 0) > waitsLongMs)) {
    findings.push(warning(`${waiting} tệp chờ vào kho S3, lâu nhất từ ${oldest?.toISOString()}.`));
  }
  return findings.length > 0 || !several ? findings : [good(`${waiting} tệp chờ vào kho S3.`)];
}

async function checkJobs(client: pg.ClientBase): Promise<Finding> {
  const { good, warning } = findingsAbout('Việc nền');
  const { rows } = await client.query<{ late: number }>(
    `select count(*)::int as late from graphile_worker._private_jobs
      where run_at < now() - interval '15 minutes' and locked_at is null and attempts < max_attempts`,
  );
  const late = rows[0]?.late ?? 0;
  return late === 0
    ? good('không có việc nào bị trễ.')
    : warning(`${late} việc chờ quá 15 phút: kiểm tra xem có tiến trình worker nào đang chạy không (ALO_ROLES).`);
}
