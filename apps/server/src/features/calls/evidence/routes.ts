import { createHash } from 'node:crypto';
import { callEvidence, callExcerpt, longestExcerptSeconds } from '@alo/contract';

import { audit } from '../../../db/audit.ts';
import type { Db, Trx } from '../../../db/database.ts';
import { presentCall, recordsOf } from '../../../domain/call-records.ts';
import { numberView } from '../../../domain/number-view.ts';
import { fileRoute, type Route, route } from '../../../http/route.ts';
import { actorOf, type By } from '../../../kernel/by.ts';
import type { ServerKey } from '../../../kernel/key-ring.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { FileKey } from '../../../storage/file-store.ts';
import { cutOut } from '../../../storage/small/cut-out.ts';
import type { RecordingFiles } from '../../../storage/small/recording-files.ts';
import { smallAbout } from '../../../storage/small/small-recording.ts';
import { type ExcerptFacts, excerptPage } from './excerpt-page.ts';
import { fingerprintOf, recordingKey } from './recording-key.ts';

interface EvidenceDeps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly files: Pick<RecordingFiles, 'kept'>;
  readonly serverKey: ServerKey;
  /** The finished recording of a call that the caller sees. */
  readonly recordingOf: (by: By, callId: string) => Promise<{ readonly id: string; readonly startedAt: Date }>;
  readonly fileOf: (tenantId: string, recording: { readonly id: string }) => FileKey;
}

/** What proves a recording, and a part of it to be given away. */
export function evidenceRoutes({ db, files, serverKey, recordingOf, fileOf }: EvidenceDeps): Route[] {
  return [
    route(callEvidence, async (request) => {
      const { tenantId } = request.caller;
      const recording = await recordingOf(request, request.params.id);
      const kept = await files.kept(fileOf(tenantId, recording));
      if (kept === undefined) throw Problem.notFound();
      const isSmall = (await smallAbout(kept)) !== undefined;
      return db.inTenant(tenantId, async (trx) => {
        const { link, head } = await chainOf(trx, recording.id);
        return {
          kept_as: isSmall ? ('opus' as const) : ('wav' as const),
          bytes: kept.bytes,
          link: link && { ...link, sha256: link.sha256.toString('hex'), hash: link.hash.toString('hex') },
          head: head && { seq: head.seq, hash: head.hash.toString('hex') },
          fingerprint: fingerprintOf((await recordingKey(trx, serverKey, tenantId)).open),
        };
      });
    }),

    fileRoute(callExcerpt, async (request) => {
      const { caller, params, query } = request;
      const { tenantId } = caller;
      const { from, to = from + longestExcerptSeconds } = query;
      if (to <= from) throw Problem.invalid({ to: 'Phải sau giây bắt đầu' });
      if (to - from > longestExcerptSeconds) throw Problem.invalid({ to: 'Trích nhiều nhất 10 phút một lần' });
      const recording = await recordingOf(request, params.id);
      const kept = await files.kept(fileOf(tenantId, recording));
      if (kept === undefined) throw Problem.notFound();
      const cut = await cutOut(kept, Math.round(from * 1_000), Math.round(to * 1_000));
      if (cut === undefined) throw Problem.invalid({ from: 'Ghi âm không dài đến đó' });
      const content = await db.inTenant(tenantId, async (trx) => {
        const facts = await factsOf(trx, request, { callId: params.id, recording, cut });
        await audit(trx, actorOf(request), {
          action: 'excerpt',
          subject: 'call',
          subjectId: params.id,
          after: { from_ms: cut.fromMs, to_ms: cut.toMs, sha256: facts.sound.sha256 },
        });
        return excerptPage(facts, cut.content, await recordingKey(trx, serverKey, tenantId));
      });
      const name = `trich-doan-${params.id}.html`;
      return { content, name, contentType: 'text/html; charset=utf-8', disposition: 'attachment' };
    }),
  ];
}

async function factsOf(
  trx: Trx,
  { caller }: By,
  {
    callId,
    recording,
    cut,
  }: {
    callId: string;
    recording: { readonly id: string; readonly startedAt: Date };
    cut: NonNullable<Awaited<ReturnType<typeof cutOut>>>;
  },
): Promise<ExcerptFacts> {
  const [record] = await recordsOf(trx, (inside) =>
    inside.selectFrom('call').where('call.id', '=', callId).select(['call.id', 'call.started_at']),
  ).execute();
  if (record === undefined) throw Problem.notFound();
  const call = presentCall(record, await numberView(trx, caller), caller);
  const { name: company } = await trx
    .selectFrom('tenant')
    .where('id', '=', caller.tenantId)
    .select('name')
    .executeTakeFirstOrThrow();
  const account = await trx.selectFrom('account').where('id', '=', caller.accountId).select('name').executeTakeFirst();
  const { link, head } = await chainOf(trx, recording.id);
  return {
    format: 'alo-recording-excerpt-1',
    company,
    call: {
      id: callId,
      started_at: record.started_at.toISOString(),
      direction: call.direction,
      number: call.phone,
      hotline: call.hotline,
      agent: [call.agent_name, call.extension].filter(Boolean).join(' · '),
    },
    recording: {
      id: recording.id,
      started_at: recording.startedAt.toISOString(),
      sha256: link?.sha256.toString('hex') ?? null,
      seq: link?.seq ?? null,
      link: link?.hash.toString('hex') ?? null,
      head: head && { seq: head.seq, hash: head.hash.toString('hex') },
    },
    sound: {
      from_ms: cut.fromMs,
      to_ms: cut.toMs,
      type: cut.type,
      bytes: cut.content.length,
      sha256: createHash('sha256').update(cut.content).digest('hex'),
    },
    made_at: new Date().toISOString(),
    made_by: account?.name ?? '',
  };
}

/** Which link a recording is, and the chain's last one. */
async function chainOf(trx: Trx, recordingId: string) {
  const link = await trx
    .selectFrom('recording_link')
    .where('recording_id', '=', recordingId)
    .where('kind', '=', 'kept')
    .orderBy('seq', 'desc')
    .select(['seq', 'at', 'sha256', 'hash'])
    .executeTakeFirst();
  const head = await trx.selectFrom('recording_head').select(['seq', 'hash']).executeTakeFirst();
  return {
    link: link === undefined ? null : { ...link, seq: Number(link.seq) },
    head: head === undefined ? null : { ...head, seq: Number(head.seq) },
  };
}
