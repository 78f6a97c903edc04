import { customers, isAllowed } from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { filesAway } from '../../background/files-left.ts';
import { jobResult } from '../../background/job-files.ts';
import type { JobKind, JobOutcome, JobWork } from '../../background/job-work.ts';
import { letRecordingsGo } from '../../background/let-recordings-go.ts';
import type { OutsideDatabase } from '../../background/outside-database.ts';
import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { callNotesIn } from '../../domain/call-notes.ts';
import { responsesOf } from '../../domain/survey-responses.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import { reading } from '../../resource/reading.ts';
import { type ArchivePart, archiveOf } from '../../storage/archive.ts';
import type { FileKey, FileStore } from '../../storage/file-store.ts';
import { customer } from './customers.ts';
import { consentsOf, neededForArchive, requestsIn } from './data-requests.ts';
import { dispositionsOf } from './dispositions.ts';
import { forgottenInTrail, isOfNumber } from './forget-in-trail.ts';

const atOnce = 200;
const read = reading(customer);

const given = z.object({
  request: z.uuid(),
  customer: z.uuid(),
  kind: z.enum(['export', 'erase']),
  network: z.string(),
});

interface Parts {
  readonly work: JobWork;
  readonly by: By;
  readonly files: FileStore;
  readonly announce: AnnounceChange;
  readonly beside: OutsideDatabase;
  readonly customerId: string;
  readonly requestId: string;
}

/** Gives all that there is of a person as an archive, or erases it. Begun again after a crash it goes on where it was. */
export const personalDataJob =
  (files: FileStore, announce: AnnounceChange, beside: OutsideDatabase): JobKind =>
  (work) => {
    const { request, customer: id, kind, network } = given.parse(work.input);
    const parts = { work, files, announce, beside, by: { ...work.by, network }, customerId: id, requestId: request };
    switch (kind) {
      case 'export':
        return exported(parts);
      case 'erase':
        return erased(parts);
      default:
        return kind satisfies never;
    }
  };

async function exported({ work, by, files, customerId, requestId }: Parts): Promise<JobOutcome> {
  const { tenantId, role } = by.caller;
  // They could when they asked.
  if (!neededForArchive.every((needed) => isAllowed(role, needed))) throw Problem.refused('forbidden');
  const data = await work.inTenant(async (trx) => {
    await stillAsked(trx, { work, requestId, customerId });
    const [row] = await read.seen(trx, by, [customerId]);
    if (row === undefined) throw Problem.notFound();
    const numbers = await customersNumbers(trx, customerId);
    return {
      customer: customers.row.parse(row),
      consents: await consentsOf(trx, customerId),
      requests: await requestsIn(trx).where('data_request.customer_id', '=', customerId).execute(),
      dispositions: await dispositionsOf(trx, customerId, undefined, 100_000).execute(),
      notes: await callNotesIn(trx)
        .where('call_note.customer_id', '=', customerId)
        .select('call_note.call_id')
        .execute(),
      surveys: await responsesOf(trx, customerId, undefined, 100_000).execute(),
      tasks: await trx.selectFrom('task').where('customer_id', '=', customerId).selectAll().execute(),
      messages: await trx
        .selectFrom('message')
        .where('customer_id', '=', customerId)
        .select([
          'id',
          'created_at',
          'channel',
          'purpose',
          'recipient',
          'title',
          'text',
          'state',
          'sent_at',
          'delivered_at',
        ])
        .execute(),
      calls: await trx
        .selectFrom('call')
        .where('outside_number', 'in', numbers)
        .select(['id', 'started_at', 'answered_at', 'ended_at', 'direction', 'status', 'outside_number', 'dialled'])
        .orderBy('started_at')
        .execute(),
      returns: await trx
        .selectFrom('call_return')
        .where('e164', 'in', numbers)
        .select(['e164', 'claimed_at', 'closed_to', 'closed_reason'])
        .execute(),
      changes: await trx
        .selectFrom('audit')
        .where('subject', '=', 'customer')
        .where('subject_id', '=', customerId)
        .select(['at', 'action', 'before', 'after'])
        .orderBy('at')
        .execute(),
      recordings: await recordingsOf(trx, numbers).execute(),
    };
  });
  async function* parts(): AsyncGenerator<ArchivePart> {
    yield { name: 'du-lieu.json', content: Buffer.from(JSON.stringify(data, null, 2)) };
    for (const { id } of data.recordings) {
      const file = await files.find(recordingFile(tenantId, id));
      if (file !== undefined) yield { name: `ghi-am/${id}.wav`, content: await file.read() };
    }
  }
  const { bytes } = await files.put(jobResult(tenantId, work.jobId), archiveOf(parts()));
  const counts = { calls: data.calls.length, recordings: data.recordings.length };
  await work.inTenant((trx) => close(trx, by, { requestId, action: 'export', customerId, counts }));
  return { report: counts, file: { name: 'du-lieu-khach-hang.zip', bytes } };
}

async function erased({ work, by, files, announce, beside, customerId, requestId }: Parts): Promise<JobOutcome> {
  const { tenantId } = by.caller;
  const asked = { work, requestId, customerId };
  if (await work.inTenant((trx) => isErased(trx, asked))) return {};
  const numbers = await work.inTenant((trx) => customersNumbers(trx, customerId));
  const goesOn = await work.inTenant((trx) =>
    trx
      .selectFrom('call')
      .where('outside_number', 'in', numbers)
      .where('status', '=', 'in_progress')
      .select('id')
      .executeTakeFirst(),
  );
  if (goesOn !== undefined) throw Problem.invalid({ state: 'Khách đang trong một cuộc gọi, hãy thử lại sau' });
  const { recordings, calls } = await emptyHistory({
    inTenant: (each) => work.inTenant(each),
    progress: (done) => work.progress(done),
    files,
    tenantId,
    numbers,
  });
  await forgottenInTrail({ work, customerId, requestId, numbers });
  const waiting = await filesAway((each) => work.inTenant(each));
  await beside.forgetAside(tenantId, (line) => isOfNumber(numbers, line));
  // Now, for an attempt that begins again does not come here when all that follows is done.
  beside.callsErased(tenantId);
  return work.inTenant(async (trx) => {
    await stillAsked(trx, asked);
    const held = await trx
      .selectFrom('call')
      .where('outside_number', 'in', numbers)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    await forgetCard(trx, customerId, numbers);
    // What lies on a machine that is away goes when it is back.
    const counts = { calls, recordings, held: Number(held.n), ...(waiting > 0 && { waiting }) };
    await close(trx, by, { requestId, action: 'erase', customerId, counts });
    await announce(trx, { tenantId, subject: 'customer', ids: [customerId] });
    return { report: counts };
  });
}

/** Voice and calls of a person, but for what is held. Answers how many of each. */
export async function emptyHistory({
  inTenant,
  progress,
  files,
  tenantId,
  numbers,
}: Pick<JobWork, 'inTenant' | 'progress'> & {
  readonly files: Pick<FileStore, 'remove'>;
  readonly tenantId: string;
  readonly numbers: readonly string[];
}): Promise<{ recordings: number; calls: number }> {
  let [recordings, calls] = [0, 0];
  for (;;) {
    const some = await inTenant((trx) => recordingsOf(trx, numbers).where(isFree).limit(atOnce).execute());
    if (some.length === 0) break;
    const ids = some.map(({ id }) => id);
    await inTenant((trx) => letRecordingsGo(trx, ids));
    // Files first: a row that stays is tried again, a file without a row never.
    for (const id of ids) await files.remove(recordingFile(tenantId, id));
    const { rows } = await inTenant((trx) =>
      sql<{ n: number }>`select expire_recordings(${ids}::text[], now()) as n`.execute(trx),
    );
    if ((rows[0]?.n ?? 0) === 0) break;
    recordings += rows[0]?.n ?? 0;
    await progress(recordings);
  }
  for (;;) {
    const { rows } = await inTenant((trx) =>
      sql<{ n: number }>`select erase_calls(${numbers}::text[], ${atOnce}) as n`.execute(trx),
    );
    const n = rows[0]?.n ?? 0;
    if (n === 0) break;
    calls += n;
    await progress(recordings + calls);
  }
  return { recordings, calls };
}

/** The card of a person, with what was kept by their numbers. */
export async function forgetCard(trx: Trx, customerId: string, numbers: readonly string[]): Promise<void> {
  // Cards that were merged into this one are kept beside it.
  await trx
    .deleteFrom('customer_merge')
    .where(sql<boolean>`kept_id = ${customerId} or other ->> 'id' = ${customerId}`)
    .execute();
  const theirs = [...numbers];
  await trx.deleteFrom('number_contact').where('e164', 'in', theirs).execute();
  await trx.deleteFrom('call_return').where('e164', 'in', theirs).execute();
  await trx.deleteFrom('otp_request').where('number', 'in', theirs).execute();
  await trx.deleteFrom('advertised_number').where('e164', 'in', theirs).execute();
  await trx.deleteFrom('message').where('recipient', 'in', theirs).execute();
  await trx.deleteFrom('automation_run').where('party', 'in', theirs).execute();
  // A call that is held for a dispute stays, and is heard by nobody outside any more.
  await trx
    .deleteFrom('listening_link')
    .where('call_id', 'in', (calls) => calls.selectFrom('call').where('outside_number', 'in', theirs).select('call.id'))
    .execute();
  // What they agreed to and refused stays as a bare fact, which nobody can lay at a door.
  await sql`select forget_consents(${customerId}, ${theirs})`.execute(trx);
  // What was kept of them goes along; that they were here the trail says by an id alone.
  await trx.deleteFrom('customer').where('id', '=', customerId).execute();
}

/** Whether an attempt before this one has come to the end, and died before it could say so. */
async function isErased(trx: Trx, asked: Pick<Parts, 'work' | 'requestId' | 'customerId'>): Promise<boolean> {
  if ((await stillAsked(trx, asked)) === 'open') return false;
  const there = await trx.selectFrom('customer').where('id', '=', asked.customerId).select('id').executeTakeFirst();
  if (there !== undefined) throw closedMeanwhile();
  return true;
}

/**
 * Whether it is still to be done, or was by an attempt before this one. Between the press of the button and the work, and between its
 * steps, somebody may have refused what was asked for, or made one card of two: the request has followed, and so must the work.
 */
async function stillAsked(
  trx: Trx,
  { work, requestId, customerId }: Pick<Parts, 'work' | 'requestId' | 'customerId'>,
): Promise<'open' | 'carried-out'> {
  const request = await trx
    .selectFrom('data_request')
    .where('id', '=', requestId)
    .select(['state', 'customer_id', 'job_id'])
    .forUpdate()
    .executeTakeFirst();
  if (request?.state === 'done' && request.job_id === work.jobId) return 'carried-out';
  if (request?.state !== 'open') throw closedMeanwhile();
  if (request.customer_id === customerId) return 'open';
  throw Problem.invalid({ state: 'Hồ sơ vừa được gộp với hồ sơ khác, hãy thực hiện lại yêu cầu' });
}

const closedMeanwhile = () => Problem.invalid({ state: 'Yêu cầu này vừa được đóng' });

async function close(
  trx: Trx,
  by: By,
  { requestId, action, customerId, counts }: { requestId: string; action: string; customerId: string; counts: object },
): Promise<void> {
  await trx
    .updateTable('data_request')
    .set({ state: 'done', closed_at: sql<Date>`now()`, ...(action === 'erase' && { note: '' }) })
    .where('id', '=', requestId)
    .execute();
  await audit(trx, actorOf(by), { action, subject: 'customer', subjectId: customerId, after: counts });
}

/** Never empty: who has no number has none that could be looked for. */
export async function customersNumbers(trx: Trx, customerId: string): Promise<string[]> {
  const row = await trx.selectFrom('customer').where('id', '=', customerId).select('numbers').executeTakeFirst();
  return row === undefined || row.numbers.length === 0 ? ['none'] : row.numbers;
}

const recordingsOf = (trx: Trx, numbers: readonly string[]) =>
  trx
    .selectFrom('recording')
    .innerJoin('call', (join) =>
      join.onRef('call.id', '=', 'recording.call_id').onRef('call.started_at', '=', 'recording.call_started_at'),
    )
    .where('call.outside_number', 'in', [...numbers])
    .select(['recording.id', 'recording.call_id', 'recording.started_at', 'recording.duration_ms']);

const isFree = sql<boolean>`recording.state <> 'open'
  and not exists (select from call_hold where call_hold.call_id = recording.call_id)`;

const recordingFile = (tenantId: string, id: string): FileKey => ({ area: 'recordings', tenantId, name: `${id}.wav` });
