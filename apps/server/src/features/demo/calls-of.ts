import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { newId } from '../../kernel/new-id.ts';

/** Words by which people of the demo find calls again. */
const demoTags = [
  { name: 'Hỏi giá', colour: '#2563eb' },
  { name: 'Bảo hành', colour: '#0891b2' },
  { name: 'Khiếu nại', colour: '#dc2626' },
  { name: 'Góp ý', colour: '#9333ea' },
] as const;

/** The company's tags, and each of them on some of the newest conversations with customers. */
export async function seedTags(trx: Trx): Promise<void> {
  const tags = demoTags.map((tag, at) => ({ id: newId(), position: at + 1, ...tag }));
  await trx.insertInto('call_tag').values(tags).execute();
  const calls = await trx
    .selectFrom('call')
    .where('status', '=', 'answered')
    .where('direction', '<>', 'internal')
    .orderBy('started_at', 'desc')
    .limit(12)
    .select(['id', 'started_at'])
    .execute();
  const tagged = calls.flatMap((call, at) => {
    const tag = at % 2 === 0 ? tags[(at / 2) % tags.length] : undefined;
    return tag === undefined
      ? []
      : [{ id: newId(), call_id: call.id, call_started_at: call.started_at, tag_id: tag.id }];
  });
  if (tagged.length > 0) await trx.insertInto('call_tagging').values(tagged).execute();
}

/** What was said and answered is of the conversation that the customer had before it. */
export async function seedCallsOf(trx: Trx): Promise<void> {
  for (const table of ['disposition', 'survey_response'] as const) {
    const kept = sql.table(table);
    await sql`update ${kept} set call_id = (
      select call.id from call join customer_phone on customer_phone.e164 = call.outside_number
      where customer_phone.customer_id = ${kept}.customer_id and call.status = 'answered'
        and call.started_at < ${kept}.created_at
      order by call.started_at desc limit 1)`.execute(trx);
  }
}
