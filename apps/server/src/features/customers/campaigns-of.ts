import type { ContactState } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { unlawful } from '../../domain/advertising-law.ts';
import type { Condition, LookUp, PutOn } from '../../resource/resource.ts';

/** Customers of a campaign. */
export const inCampaign = (campaign: string): Condition =>
  sql<boolean>`exists (select from campaign_contact as its where its.customer_id = row.id and its.campaign_id = ${campaign})`;

/** The same by the index of a campaign's customers; of each by itself it is asked one by one. */
export const foundByCampaign = (campaign: string): LookUp => ({
  found: (atMost) => sql`find_campaign_contact(${campaign}, ${atMost})`,
  knowsWhen: true,
  has: sql<boolean>`exists (select from campaign_contact as its
    where its.customer_id = row.id and its.campaign_id = ${campaign} offset 0)`,
});

/** Customers are put on campaigns, one that advertises without those who refuse that. */
export const onCampaigns: PutOn = {
  list: 'campaign',
  lists: 'campaign',
  table: 'campaign_contact',
  row: 'customer_id',
  of: 'campaign_id',
  async keeps(trx, campaign, ids) {
    const { rows } = await sql<{ id: string }>`
      select customer.id from customer join campaign on campaign.id = ${campaign} and campaign.kind = 'advertising'
        where customer.id = any(${[...ids]}::uuid[]) and customer.do_not_call`.execute(trx);
    return new Map(rows.map(({ id }) => [id, unlawful('Khách từ chối quảng cáo')]));
  },
};

/** How far a campaign has come with somebody, as columns; the rest of a row is of the card itself. */
const progress = [
  'state',
  'attempts',
  'last_at',
  'last_by',
  'next_at',
  'awaits_outcome',
  'claimed_by',
  'claimed_until',
] as const;

/** Further and further on. A wrong number is no more than none: the other card has another. */
const stages: readonly ContactState[] = ['missed', 'exhausted', 'call-again', 'calling', 'done', 'declined'];

const stageOf = (row: string) => sql`coalesce(array_position(${[...stages]}::text[], ${sql.ref(`${row}.state`)}), 0)`;

/**
 * Two cards that are in the same campaigns exchange how far these have come with them, in those where it is further with the other
 * one: whoever has said no is not called again by the name that stays. Answers in which; asked for `those`, it is taken back.
 */
export async function exchangeProgress(
  trx: Trx,
  { kept, other }: { kept: string; other: string },
  those?: readonly string[],
): Promise<readonly string[]> {
  // Calls of either that are just being placed are waited for.
  await sql`select from campaign_contact where customer_id in (${kept}, ${other}) order by id for update`.execute(trx);
  const which =
    those === undefined
      ? sql`${stageOf('theirs')} > ${stageOf('mine')}`
      : sql`mine.campaign_id = any(${[...those]}::uuid[])`;
  const { rows } = await sql<{ campaign_id: string }>`
    with pair as materialized (
      select mine.id as mine, theirs.id as theirs
        from campaign_contact as mine join campaign_contact as theirs on theirs.campaign_id = mine.campaign_id
        where mine.customer_id = ${kept} and theirs.customer_id = ${other} and ${which})
    update campaign_contact as its set
        ${sql.join(progress.map((column) => sql`${sql.ref(column)} = ${sql.ref(`given.${column}`)}`))},
        version = its.version + 1, updated_at = now()
      from (select mine as id, theirs as by from pair union all select theirs, mine from pair) as way
        join campaign_contact as given on given.id = way.by
      where its.id = way.id returning its.campaign_id`.execute(trx);
  return [...new Set(rows.map(({ campaign_id: id }) => id))];
}
