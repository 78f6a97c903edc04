import { bundleRecordings, callDirections, isAllowed } from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import { jobResult } from '../../background/job-files.ts';
import { startJob } from '../../background/job-rows.ts';
import type { JobKind } from '../../background/job-work.ts';
import { refuseBeyondRoom } from '../../background/room.ts';
import { afterCommit } from '../../db/after-commit.ts';
import { audit } from '../../db/audit.ts';
import { inPieces } from '../../db/cursor.ts';
import type { Db, Trx } from '../../db/database.ts';
import { type CallRecord, presentCall } from '../../domain/call-records.ts';
import { numberView } from '../../domain/number-view.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Cell, wallClock } from '../../resource/sheet/cell.ts';
import { sheetBytes } from '../../resource/sheet/sheet.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { type ArchivePart, archiveOf } from '../../storage/archive.ts';
import type { RecordingFiles } from '../../storage/small/recording-files.ts';
import { smallAbout } from '../../storage/small/small-recording.ts';
import { allCalls } from './find-calls.ts';

/** More are taken in two times. */
const mostRecordings = 5_000;
const toldEach = 20;
/** Sound is packed already. */
const soundLevel = 1;

const given = z.object({ query: bundleRecordings.body, network: z.string() });

/** Asks for the recordings of the calls that a list shows, in one archive; a worker makes it. */
export const bundleRoute = ({ db, announceJob }: { db: Db } & Pick<ResourceDeps, 'announceJob'>): Route =>
  route(bundleRecordings, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { tenantId } = request.caller;
      // How long it will be nobody knows; the job finds it out.
      await refuseBeyondRoom(trx, 1);
      const { id: jobId } = await startJob(trx, request, {
        kind: 'recordings',
        title: 'Tải ghi âm',
        permission: 'call-history.export',
        input: { query: request.body, network: request.network } satisfies z.input<typeof given>,
      });
      afterCommit(trx, () => announceJob({ tenantId, jobId }));
      return { job_id: jobId };
    }),
  );

interface Wanted {
  readonly recording: string;
  readonly name: string;
  readonly cells: readonly Cell[];
}

const headings = [
  'Tệp',
  'Bắt đầu',
  'Chiều',
  'Khách',
  'Đầu số',
  'Máy nhánh',
  'Nhân viên',
  'Đàm thoại (giây)',
  'Mã cuộc gọi',
];

/** Makes the archive, with the rights that its person has by now: sounds as they are kept, and a list of what each is. */
export const bundleJob =
  (files: RecordingFiles): JobKind =>
  async (work) => {
    const { query, network } = given.parse(work.input);
    const by = { ...work.by, network };
    const { tenantId, role, timeZone } = by.caller;
    if (!isAllowed(role, bundleRecordings.access)) throw Problem.refused('forbidden');
    const wanted = await work.inTenant((trx) => wantedOf(trx, by, query));
    const rows: (readonly Cell[])[] = [];
    async function* parts(): AsyncGenerator<ArchivePart> {
      for (const { recording, name, cells } of wanted) {
        const kept = await files.kept({ area: 'recordings', tenantId, name: `${recording}.wav` });
        // Erased, or kept no longer, since it was asked for.
        if (kept === undefined) continue;
        const file = `${name}.${(await smallAbout(kept)) === undefined ? 'wav' : 'ogg'}`;
        yield { name: `ghi-am/${file}`, content: await kept.read(), level: soundLevel };
        rows.push([file, ...cells]);
        if (rows.length % toldEach === 0) await work.progress(rows.length, wanted.length);
      }
      const pieces = (async function* () {
        yield rows;
      })();
      yield { name: 'danh-sach.csv', content: sheetBytes({ title: 'Ghi âm', headings, timeZone, pieces }, 'csv') };
    }
    const { bytes } = await files.put(jobResult(tenantId, work.jobId), archiveOf(parts()));
    await work.inTenant(async (trx) => {
      await audit(trx, actorOf(by), {
        action: 'take-recordings',
        subject: 'call',
        subjectId: '',
        after: { recordings: rows.length, query },
      });
    });
    return { report: { rows: rows.length }, file: { name: 'ghi-am.zip', bytes } };
  };

/** Recordings of the calls that were asked for, as far as they fit in the company's share. */
async function wantedOf(trx: Trx, by: By, query: z.output<typeof given>['query']): Promise<Wanted[]> {
  const { caller } = by;
  const view = await numberView(trx, caller);
  const calls = await allCalls(trx, { ...query, page: 1, per_page: 1 }, { caller, view });
  const clock = wallClock(caller.timeZone);
  const named = new Map<string, Omit<Wanted, 'recording'>>();
  for await (const records of inPieces<CallRecord>(trx, calls)) {
    for (const record of records) {
      const call = presentCall(record, view, caller);
      if (!isThere.has(call.recording)) continue;
      const startedAt = new Date(call.started_at);
      const when = new Date(clock(startedAt)).toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-');
      const name = [
        when,
        ...[callDirections[call.direction], call.phone, call.extension].map(inName),
        call.id.slice(-8),
      ];
      named.set(call.id, {
        name: name.filter((part) => part !== '').join('_'),
        cells: [
          startedAt,
          callDirections[call.direction],
          call.phone,
          call.hotline,
          call.extension,
          call.agent_name,
          call.talk_seconds,
          call.id,
        ],
      });
      if (named.size > mostRecordings) throw Problem.invalid({ search: tooMany });
    }
  }
  const found = await trx
    .selectFrom('recording')
    .where(sql<boolean>`call_id = any(${[...named.keys()]}::uuid[])`)
    .where('state', 'in', ['ready', 'incomplete', 'no-space'])
    .where('bytes', '>', 0)
    .where('kind', '<>', 'proof')
    .orderBy('call_started_at')
    .orderBy('started_at')
    .select(['id', 'call_id', 'bytes'])
    .execute();
  await refuseBeyondRoom(
    trx,
    found.reduce((sum, { bytes }) => sum + Number(bytes), 0),
  );
  const taken = new Set<string>();
  return found.flatMap(({ id, call_id: callId }) => {
    const call = named.get(callId);
    if (call === undefined) return [];
    const name = taken.has(call.name) ? `${call.name}_${id.slice(-6)}` : call.name;
    taken.add(name);
    return [{ recording: id, name, cells: call.cells }];
  });
}

const isThere = new Set<string | undefined>(['ready', 'incomplete', 'no-space']);

const tooMany = `Nhiều hơn ${mostRecordings} ghi âm: hãy lọc hẹp lại và tải làm nhiều lần`;

/** As file systems take it everywhere: `Gọi đến` is `goi-den`, a star of a masked number an x. */
const inName = (words: string): string =>
  words
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/đ/gi, 'd')
    .toLowerCase()
    .replace(/[*•]/g, 'x')
    .replace(/[^\w]+/g, '-')
    .replace(/^-+|-+$/g, '');
