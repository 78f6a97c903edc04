import {
  callDetail,
  callRecording,
  callWaveform,
  carrierSums,
  exportHistoriesCall,
  historiesCall,
} from '@alo/contract';

import type { Trx } from '../../db/database.ts';
import { presentCall } from '../../domain/call-records.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { noteMessage } from '../../domain/voice-messages.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import type { By } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { exportRows } from '../../resource/exporting.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import type { RecordingFiles } from '../../storage/small/recording-files.ts';
import { smallAbout } from '../../storage/small/small-recording.ts';
import { bundleRoute } from './bundle-recordings.ts';
import { readCallDetail } from './call-detail.ts';
import { sumsOfCarrier } from './carrier-sums.ts';
import { commentRoutes } from './comment-routes.ts';
import { type DialDeps, dialRoutes } from './dial-routes.ts';
import { evidenceRoutes } from './evidence/routes.ts';
import { callExport } from './export-calls.ts';
import { readCalls } from './find-calls.ts';
import { holdRoutes } from './hold-routes.ts';
import { recordListening } from './listened.ts';
import { listeningLinkRoutes } from './listening-link-routes.ts';
import { recordingFile as fileOf, recordingIn } from './recording-in.ts';
import { waveformOf } from './waveform.ts';
import { wordsNowRoutes } from './words/live/words-now-routes.ts';
import { recogniserRoutes } from './words/recogniser-routes.ts';
import { summaryRoutes } from './words/summary/summary-routes.ts';
import { transcriptRoutes } from './words/transcript-routes.ts';

export interface CallDeps extends Pick<ResourceDeps, 'announceJob'>, DialDeps {
  /** Somebody heard a message of a voicemail box that nobody had heard. */
  readonly messagesChanged: (tenantId: string, box: string) => void;
  readonly files: RecordingFiles;
  /** Has the decision trace of a call that is going on: the history has it when the call has ended. */
  readonly calls: Pick<CallsNow, 'trace'>;
  /** Who somebody is and what they may do now; undefined where they may not sign in any more. */
  readonly callerOf: (trx: Trx, accountId: string) => Promise<Caller | undefined>;
  /** Who may write recordings down: nobody where the operator does not offer it. */
  readonly recognisers: { readonly offered: boolean; readonly allowed: readonly string[] };
}

/** Call history: the permission decides whether someone sees it, their data scope whose calls they see. */
export function callRoutes({
  files,
  announceJob,
  messagesChanged,
  calls,
  callerOf,
  recognisers,
  ...dialling
}: CallDeps): Route[] {
  const { db, budget, serverKey, now } = dialling;
  return [
    route(historiesCall, async (request) => {
      const { caller } = request;
      const { page_size: pageSize, ...query } = request.query;
      await budget.spend(request, query.search);
      const perPage = Math.min(pageSize ?? query.per_page, 1_000);
      const { records, view, ...totals } = await readCalls(db, { ...query, per_page: perPage }, caller);
      return { data: records.map((record) => presentCall(record, view, caller)), ...totals };
    }),

    route(carrierSums, ({ caller, query }) => db.inTenant(caller.tenantId, (trx) => sumsOfCarrier(trx, query, caller))),

    fileRoute(exportHistoriesCall, async (request) => {
      const { format, ...query } = request.query;
      await budget.spend(request, query.search);
      return exportRows({ db, announceJob }, callExport, request, query, format);
    }),

    route(callDetail, async ({ caller, params }) => {
      const detail = await readCallDetail(db, params.id, {
        caller,
        running: () => calls.trace(caller.tenantId, params.id),
      });
      if (detail === undefined) throw Problem.notFound();
      return detail;
    }),

    fileRoute(callRecording, async (request) => {
      const { tenantId } = request.caller;
      const recording = await recordingOf(request, request.params.id);
      const key = fileOf(tenantId, recording);
      const stored = request.query.as === 'kept' ? await files.kept(key) : await files.find(key);
      if (stored === undefined) throw Problem.notFound();
      const isOpus = request.query.as === 'kept' && (await smallAbout(stored)) !== undefined;
      const isNews = await db.inTenant(tenantId, async (trx) => {
        await recordListening(trx, request, request.params.id);
        return recording.kind === 'message' && (await noteMessage(trx, recording.id, 'heard_at'));
      });
      if (isNews) messagesChanged(tenantId, recording.voicemail_box_id);
      const name = `ghi-am-${request.params.id}.${isOpus ? 'ogg' : 'wav'}`;
      return { stored, name, contentType: isOpus ? 'audio/ogg' : 'audio/wav', disposition: 'inline' };
    }),

    route(callWaveform, async (request) => {
      const recording = await recordingOf(request, request.params.id);
      const waveform = await waveformOf(files, fileOf(request.caller.tenantId, recording), recording.direction);
      if (waveform === undefined) throw Problem.notFound();
      return waveform;
    }),

    bundleRoute({ db, announceJob }),
    ...evidenceRoutes({ db, files, serverKey: dialling.serverKey, recordingOf, fileOf }),
    ...listeningLinkRoutes({ db, files, callerOf, now: dialling.now, consoleUrl: dialling.consoleUrl }),
    ...commentRoutes(db),
    ...transcriptRoutes({ db, now, offered: recognisers.offered }),
    ...recogniserRoutes({ db, serverKey, ...recognisers }),
    ...wordsNowRoutes({ db, files, serverKey, now, ...recognisers }),
    ...summaryRoutes({ db, serverKey, now, ...recognisers }),
    ...holdRoutes(db),
    ...dialRoutes(dialling),
  ];

  /** The finished recording of a conversation that the caller sees. */
  async function recordingOf({ caller }: By, callId: string) {
    const row = await db.inTenant(caller.tenantId, (trx) => recordingIn(trx, caller, callId));
    if (row === undefined) throw Problem.notFound();
    return row;
  }
}
