import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';

import { fileCopies } from '../background/file-copies.ts';
import { digestOf } from '../background/keep-recordings.ts';
import type { Db } from '../db/database.ts';
import { checkExcerpt } from '../features/calls/evidence/check-excerpt.ts';
import { fingerprintOf } from '../features/calls/evidence/recording-key.ts';
import { folderId } from '../storage/folder-id.ts';
import { openFiles } from '../storage/open-files.ts';
import { serverKey } from '../storage/server-key.ts';
import type { RecordingFiles } from '../storage/small/recording-files.ts';
import { command, Refused } from './command.ts';
import { openForOperator } from './open-database.ts';

/** What a fault means for who reads it. */
const words = {
  gap: 'thiếu mắt xích ngay trước mục này',
  broken: 'mắt xích không nối tiếp mục trước, hoặc đã bị sửa',
  removed: 'ghi âm đã biến mất mà sổ không ghi là đã xoá',
  unlinked: 'ghi âm không thuộc sổ',
  cut: 'phần cuối sổ đã bị cắt',
  changed: 'tệp ghi âm đã bị sửa',
  missing: 'tệp ghi âm không còn',
} as const;

interface Fault {
  readonly seq: string | null;
  readonly recording_id: string | null;
  readonly at: Date | null;
  readonly fault: keyof typeof words;
}

/** Of one company before its files are read on. */
const atOnce = 200;

export const recordingsVerify = command({
  summary: 'Kiểm tra sổ ghi âm và từng tệp ghi âm của mọi công ty, hoặc của một công ty',
  usage: 'recordings verify [--company acme]',
  options: { company: { type: 'string' } },
  async run({ company }, _words, { config, say }) {
    const { db, close } = await openForOperator(config);
    try {
      const key = await serverKey(config.dataFolder);
      const copies = fileCopies({ db, folder: await folderId(config.dataFolder), tell: () => undefined });
      const files = openFiles(config, key, copies);
      const tenants = (await db.directory.tenants()).filter(({ code }) => company === undefined || code === company);
      if (company !== undefined && tenants.length === 0) throw new Refused(`Không có công ty ${company}.`);
      let isWhole = true;
      for (const { id, code } of tenants) {
        const { head, faults, read } = await faultsOf(db, files, id);
        // An operator who keeps the last hash elsewhere sees it if all of the chain is made anew.
        const said = faults.length === 0 ? 'nguyên vẹn' : 'CÓ LỖI';
        say(`${code}\t${head?.seq ?? 0} mục\t${read} tệp\t${said}\t${head?.hash.toString('hex') ?? ''}`);
        for (const { seq, recording_id, at, fault } of faults) {
          isWhole = false;
          say(`  ${seq ?? '–'}\t${at?.toISOString() ?? ''}\t${recording_id ?? ''}\t${words[fault]}`);
        }
      }
      return isWhole;
    } finally {
      await close();
    }
  },
});

/** What does not fit in the chain of a company, and files that are not what their link says. */
async function faultsOf(db: Pick<Db, 'inTenant'>, files: Pick<RecordingFiles, 'kept'>, tenantId: string) {
  const { head, inChain } = await db.inTenant(tenantId, async (trx) => ({
    head: await trx.selectFrom('recording_head').select(['seq', 'hash']).executeTakeFirst(),
    inChain: (await sql<Fault>`select * from recording_faults()`.execute(trx)).rows,
  }));
  const faults: Fault[] = [...inChain];
  let [read, after] = [0, '0'];
  for (;;) {
    // What went meanwhile is no fault: it is asked again whether the row is there.
    const links = await db.inTenant(tenantId, async (trx) => {
      const { rows } = await sql<{ seq: string; recording_id: string; at: Date; sha256: Buffer }>`
        select seq, recording_id, at, sha256 from recording_link
        where seq > ${after}::bigint and kind = 'kept'
          and exists (select from recording where recording.id = recording_link.recording_id and kept_as in ('wav', 'opus'))
          and not exists (select from recording_link as later
            where later.recording_id = recording_link.recording_id and later.seq > recording_link.seq)
        order by seq limit ${atOnce}`.execute(trx);
      return rows;
    });
    if (links.length === 0) return { head, faults, read };
    for (const { seq, recording_id, at, sha256 } of links) {
      after = seq;
      read += 1;
      const file = await files.kept({ area: 'recordings', tenantId, name: `${recording_id}.wav` });
      // What is sealed and was changed does not open at all.
      const digest = file && (await digestOf(file).catch(() => undefined));
      if (digest?.equals(sha256) === true || (await isGone(db, tenantId, recording_id))) continue;
      faults.push({ seq, recording_id, at, fault: file === undefined ? 'missing' : 'changed' });
    }
  }
}

const isGone = (db: Pick<Db, 'inTenant'>, tenantId: string, recordingId: string): Promise<boolean> =>
  db.inTenant(tenantId, async (trx) => {
    const row = await trx
      .selectFrom('recording')
      .where('id', '=', recordingId)
      .where('kept_as', '<>', 'going')
      .select('id')
      .executeTakeFirst();
    return row === undefined;
  });

const excerptWords = {
  'no-excerpt': 'Tệp này không phải trích đoạn ghi âm.',
  signature: 'ĐÃ BỊ SỬA: chữ ký không khớp với nội dung.',
  page: 'ĐÃ BỊ SỬA: trang không phải trang đã được ký.',
  sound: 'ĐÃ BỊ SỬA: âm thanh không phải âm thanh đã được ký.',
} as const;

export const recordingsCheck = command({
  summary: 'Kiểm tra một trích đoạn ghi âm đã ký, và công ty nào của cài đặt này đã ký',
  usage: 'recordings check trich-doan.html',
  options: {},
  async run(_values, [path], { config, say }) {
    if (path === undefined) throw new Refused('Trích đoạn nào? recordings check trich-doan.html');
    const checked = checkExcerpt(await readFile(path, 'utf8'));
    if (checked.is !== 'whole') {
      say(excerptWords[checked.is]);
      return false;
    }
    say(`Nguyên vẹn: cuộc gọi ${checked.facts.call.id}, khoá ${fingerprintOf(checked.key)}`);
    const { db, close } = await openForOperator(config);
    try {
      for (const { id, code } of await db.directory.tenants()) {
        const signed = await db.inTenant(id, (trx) =>
          trx.selectFrom('recording_key').where('public_key', '=', checked.key).select('id').executeTakeFirst(),
        );
        if (signed === undefined) continue;
        say(`Khoá của công ty ${code}.`);
        return true;
      }
      say('Không công ty nào của cài đặt này có khoá đó.');
      return false;
    } finally {
      await close();
    }
  },
});
