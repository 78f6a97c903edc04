import { boxMessages } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import { numberView } from '../../domain/number-view.ts';
import { type Route, route } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';

const shownAtMost = 50;

/** What is in a voicemail box. */
export const mailboxRoutes = (db: Db): Route[] => [
  route(boxMessages, ({ caller, params }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const box = await trx.selectFrom('voicemail_box').select('id').where('id', '=', params.id).executeTakeFirst();
      if (box === undefined) throw Problem.notFound();
      const view = await numberView(trx, caller);
      const { rows } = await sql<{
        id: string;
        call_id: string;
        at: Date;
        number: string;
        extension: string;
        ms: number;
        heard: boolean;
      }>`select recording.id, recording.call_id, recording.started_at as at, call.outside_number as number,
          call.from_extension as extension, recording.duration_ms::float8 as ms, heard
        from recording
        join call on call.id = recording.call_id and call.started_at = recording.call_started_at
        left join voicemail_message on voicemail_message.recording_id = recording.id
        cross join lateral (select voicemail_message.heard_at is not null or exists (
          select from audit where action = 'listen' and subject = 'call' and subject_id = recording.call_id::text
        ) as heard) as listened
        where recording.kind = 'message' and recording.voicemail_box_id = ${params.id}
          and voicemail_message.deleted_at is null
        order by recording.started_at desc limit ${shownAtMost}`.execute(trx);
      return {
        data: rows.map(({ number, extension, ms, ...row }) => ({
          ...row,
          number: number === '' ? extension || null : view.show(number),
          seconds: Math.round(ms / 1_000),
        })),
      };
    }),
  ),
];
