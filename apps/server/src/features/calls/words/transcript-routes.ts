import { callTranscript, transcribeCall } from '@alo/contract';

import { audit } from '../../../db/audit.ts';
import type { Db, Trx } from '../../../db/database.ts';
import { type NumberView, numberView } from '../../../domain/number-view.ts';
import { type Route, route } from '../../../http/route.ts';
import { actorOf } from '../../../kernel/by.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { newId } from '../../../kernel/new-id.ts';
import { Problem } from '../../../kernel/problem.ts';
import { recordListening } from '../listened.ts';
import { recordingIn } from '../recording-in.ts';
import { keptRecogniser } from './kept-recogniser.ts';
import { numbersShown } from './numbers-in-words.ts';
import { queueTranscript } from './queue-transcript.ts';
import { type StoredLine, storedLines } from './stored-lines.ts';
import { noSummary, summaryOf } from './summary/summary-of.ts';

interface Deps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly offered: boolean;
  readonly now: () => number;
}

/** What was said in a call, for whoever may hear its recording. */
export const transcriptRoutes = ({ db, offered, now }: Deps): Route[] => [
  route(callTranscript, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { caller, params } = request;
      const recording = await heardBy(trx, caller, params.id);
      const transcript = await trx
        .selectFrom('transcript')
        .where('recording_id', '=', recording.id)
        .select(['id', 'state', 'because', 'recogniser', 'done_at'])
        .executeTakeFirst();
      const possible = offered && recording.kind === 'conversation' && (await keptRecogniser(trx))?.active === true;
      if (transcript === undefined)
        return { state: 'none' as const, because: '', possible, by: '', done_at: null, lines: [], ...noSummary };
      const { id, recogniser, ...told } = transcript;
      const { masked, show } = await numberView(trx, caller);
      const lines = (await storedLines(trx, id)).map((line) => (masked ? withNumbersHidden(line, show) : line));
      if (lines.length > 0) await recordListening(trx, request, params.id, 'read-words');
      return {
        ...told,
        possible,
        by: recogniser,
        lines: lines.map(({ from, to, ...line }) => ({ ...line, from: from / 1_000, to: to / 1_000 })),
        ...(await summaryOf(trx, { transcript: id, lines, offered })),
      };
    }),
  ),

  route(transcribeCall, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { caller, params } = request;
      const recording = await heardBy(trx, caller, params.id);
      const isPossible = offered && recording.kind === 'conversation' && (await keptRecogniser(trx))?.active === true;
      if (!isPossible) throw Problem.invalid({ id: 'Công ty chưa bật chép lời' });
      const at = new Date(now());
      const again = { state: 'due' as const, attempts: 0, next_at: at, because: '' };
      const { id } = await trx
        .insertInto('transcript')
        .values({
          id: newId(),
          call_id: params.id,
          call_started_at: recording.call_started_at,
          recording_id: recording.id,
          ...again,
        })
        .onConflict((there) => there.columns(['tenant_id', 'recording_id']).doUpdateSet(again))
        .returning('id')
        .executeTakeFirstOrThrow();
      await queueTranscript(trx, id, at);
      await audit(trx, actorOf(request), { action: 'transcribe', subject: 'call', subjectId: params.id });
      return {};
    }),
  ),
];

/** Word by word a number would be there again. */
function withNumbersHidden(line: StoredLine, show: NumberView['show']): StoredLine {
  const text = numbersShown(line.text, show);
  return text === line.text ? line : { ...line, text, words: [] };
}

async function heardBy(trx: Trx, caller: Caller, callId: string) {
  const recording = await recordingIn(trx, caller, callId);
  if (recording === undefined) throw Problem.notFound();
  return recording;
}
