import type { campaignResults, ResultBy, ResultOf } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { By } from '../../kernel/by.ts';
import { hourOf, seenBy } from './find-contacts.ts';

type Results = Omit<ResultOf<typeof campaignResults>, 'campaign'>;
type Counted = Results['total'];

/** An outcome that says that somebody was spoken with, wherever it leaves the customer, or a message that somebody heard. */
const reached = sql`(said.campaign_state in ('done', 'call-again', 'declined') or tried.heard <> '')`;

const counted = sql`count(*)::int as calls, (count(*) filter (where ${reached}))::int as reached,
  (count(*) filter (where said.success))::int as success, count(distinct tried.customer_id)::int as customers`;

/**
 * What came of the calls that were placed for a campaign, of the customers who are in it and whom somebody sees. Each group's
 * customers are those whom the list finds by its key.
 */
export async function resultsOf(trx: Trx, by: By, campaignId: string, how: ResultBy): Promise<Results> {
  const { key, name, order } = groups(by)[how];
  const calls = sql`campaign_attempt as tried
      join campaign_contact as contact
        on contact.campaign_id = tried.campaign_id and contact.customer_id = tried.customer_id
      join customer on customer.id = contact.customer_id
      left join disposition_outcome as said on said.code = tried.outcome
    where ${sql.join([sql`tried.campaign_id = ${campaignId}`, ...seenBy(by)], sql` and `)}`;
  const { rows: data } = await sql<Results['data'][number]>`
    select its.*, coalesce(${name}, '') as name from (
      select coalesce(${key}::text, 'none') as key, ${counted} from ${calls} group by 1) as its
    order by ${order}`.execute(trx);
  const { rows } = await sql<Counted>`select ${counted} from ${calls}`.execute(trx);
  const [total] = rows;
  if (total === undefined) throw new Error('A count has no row.');
  return { total, message: await heardOf(trx, calls), data };
}

const among = (condition: RawBuilder<unknown>) => sql`(count(*) filter (where ${condition}))::int`;

/** How the message of a campaign was heard; null where it says none. */
async function heardOf(trx: Trx, calls: RawBuilder<unknown>): Promise<Results['message']> {
  const { rows } = await sql<NonNullable<Results['message']>>`
    select count(*)::int as picked_up, ${among(sql`tried.heard = 'whole'`)} as whole,
      ${among(sql`tried.pressed <> ''`)} as pressed, ${among(sql`tried.pressed_for = 'queue'`)} as to_queue,
      ${among(sql`tried.pressed_for = 'survey'`)} as to_survey, ${among(sql`tried.pressed_for = 'stop'`)} as refused
    from ${calls} and tried.heard <> ''`.execute(trx);
  const [found] = rows;
  return found === undefined || found.picked_up === 0 ? null : found;
}

interface Group {
  /** Of each call; null is `none`. */
  readonly key: RawBuilder<unknown>;
  /** What the group is called, by `its.key`; nothing where its number says it, or nobody knows. */
  readonly name: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
}

const most = sql`its.calls desc, its.key`;
const byNumber = sql`its.key::int`;
const named = (table: string) => sql`(select name from ${sql.table(table)} as one where one.id::text = its.key)`;

const groups = ({ caller }: By): Readonly<Record<ResultBy, Group>> => ({
  outcome: {
    key: sql`nullif(tried.outcome, '')`,
    name: sql`(select name from disposition_outcome as one where one.code = its.key)`,
    order: most,
  },
  agent: { key: sql`tried.account_id`, name: named('account'), order: most },
  hour: { key: hourOf(sql`tried.at`, caller.timeZone), name: sql`''`, order: byNumber },
  list: { key: sql`customer.data_source_id`, name: named('data_source'), order: most },
  shown: {
    key: sql`(select one.id from service_number as one where one.number = tried.shown)`,
    name: named('service_number'),
    order: most,
  },
  heard: { key: sql`nullif(tried.heard, '')`, name: sql`''`, order: most },
  pressed: { key: sql`nullif(tried.pressed, '')`, name: sql`''`, order: most },
  attempt: { key: sql`tried.nth`, name: sql`''`, order: byNumber },
});
