import { callWordsNow } from '@alo/contract';

import type { Db, Trx } from '../../../../db/database.ts';
import { callKeys } from '../../../../domain/call-records.ts';
import { numberView } from '../../../../domain/number-view.ts';
import { type Route, route } from '../../../../http/route.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import type { ServerKey } from '../../../../kernel/key-ring.ts';
import { Problem } from '../../../../kernel/problem.ts';
import type { FileStore } from '../../../../storage/file-store.ts';
import { recordListening } from '../../listened.ts';
import { httpRecogniser } from '../http-recogniser.ts';
import { keptRecogniser, recogniserSealer } from '../kept-recogniser.ts';
import { numbersShown } from '../numbers-in-words.ts';
import { liveWords } from './live-words.ts';

interface Deps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly files: Pick<FileStore, 'find'>;
  readonly serverKey: ServerKey;
  readonly offered: boolean;
  /** Hosts that the operator trusts; see `postGuarded`. */
  readonly allowed: readonly string[];
  readonly now: () => number;
}

/** Somebody looks on: an answer that is later than this is of no use to them. */
const withinMs = 15_000;

/** What is said in a call that goes on, for whoever may listen in and hear its recording. */
export function wordsNowRoutes({ db, files, serverKey, offered, allowed, now }: Deps): Route[] {
  const sealer = recogniserSealer(serverKey);
  const live = liveWords({ files, now });
  return [
    route(callWordsNow, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const { caller, params } = request;
        const { direction, recordings } = await goingOnFor(trx, caller, params.id);
        const silent = { direction, because: '', lines: [] };
        const open = recordings.find(({ state }) => state === 'open');
        // Whose customer has refused it, or whose recording is over: what was heard of it is not shown any more.
        for (const { id } of recordings) if (id !== open?.id) live.forget(id);
        if (open === undefined) return { ...silent, state: 'not-recorded' as const };
        const kept = await keptRecogniser(trx);
        if (!offered || kept?.active !== true) return { ...silent, state: 'off' as const };
        const { url, model, language, sealed_key: sealed } = kept;
        const key = sealed === null ? '' : sealer.open(caller.tenantId, sealed);
        if (key === undefined) {
          return { ...silent, state: 'unheard' as const, because: 'Khoá của máy chép lời không còn mở được' };
        }
        const recognise = httpRecogniser({ url, model, language, key }, { allowed, withinMs });
        const { lines, because } = live.look({ tenantId: caller.tenantId, recordingId: open.id, recognise });
        if (lines.length > 0) await recordListening(trx, request, params.id, 'read-words');
        const { masked, show } = await numberView(trx, caller);
        return {
          state: because === '' ? ('listening' as const) : ('unheard' as const),
          direction,
          because,
          lines: lines.map(({ side, from, to, text }) => ({
            side,
            from: from / 1_000,
            to: to / 1_000,
            text: masked ? numbersShown(text, show) : text,
          })),
        };
      }),
    ),
  ];
}

/** A call that somebody sees and that goes on, with its recordings; a call that is over is not there. */
async function goingOnFor(trx: Trx, caller: Caller, callId: string) {
  const call = await callKeys(trx, caller)
    .where('call.id', '=', callId)
    .where('call.ended_at', 'is', null)
    .clearSelect()
    .select(['call.id', 'call.started_at', 'call.direction'])
    .executeTakeFirst();
  if (call === undefined) throw Problem.notFound();
  const recordings = await trx
    .selectFrom('recording')
    .where('call_id', '=', call.id)
    .where('call_started_at', '=', call.started_at)
    .where('kind', '=', 'conversation')
    .select(['id', 'state'])
    .orderBy('started_at', 'desc')
    .execute();
  return { direction: call.direction, recordings };
}
