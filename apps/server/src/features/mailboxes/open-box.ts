import type { DataAnswer, DataQuery } from '@alo/call-core';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { type PinDeps, proved } from '../../domain/pins.ts';

/** Older messages are read on the screen. */
const keptDays = 60;
const mostMessages = 100;

/** Opens a box for whoever stands before it with a phone: it tells its messages, or why not. */
export const openBox =
  (deps: PinDeps) =>
  async (
    tenantId: string,
    { box, pin, own }: Omit<Extract<DataQuery, { kind: 'open-box' }>, 'kind'>,
  ): Promise<DataAnswer> => {
    const is = await proved(deps, tenantId, ['voicemail_box', box], pin);
    switch (is) {
      // A phone is known by its own password: whoever has set no PIN wants to be asked for none.
      case 'open':
        if (!own) return shut('closed');
        break;
      case 'right':
        break;
      case 'wrong':
        return shut('wrong-pin');
      case 'blocked':
      case 'needs-pin':
        return shut(is);
      case 'unknown':
        return shut('closed');
      default:
        return is satisfies never;
    }
    const messages = await deps.db.inTenant(tenantId, (trx) => messagesOf(trx, tenantId, box));
    return { kind: 'box-open', messages };
  };

const shut = (why: Extract<DataAnswer, { kind: 'box-shut' }>['why']): DataAnswer => ({ kind: 'box-shut', why });

async function messagesOf(trx: Trx, tenantId: string, box: string) {
  const { rows } = await sql<{ id: string; at: Date; heard: boolean }>`
    select recording.id, recording.started_at as at,
      voicemail_message.heard_at is not null as heard
    from recording
    left join voicemail_message on voicemail_message.recording_id = recording.id
    where recording.kind = 'message' and recording.state = 'ready' and recording.voicemail_box_id = ${box}
      and recording.started_at > now() - make_interval(days => ${keptDays})
      and voicemail_message.deleted_at is null
    order by heard, recording.started_at desc limit ${mostMessages}`.execute(trx);
  return rows.map(({ id, at, heard }) => ({ id, file: `recordings/${tenantId}/${id}.wav`, at: at.getTime(), heard }));
}
