import { sql } from 'kysely';

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
  ...{ list: 'campaign', lists: 'campaign', table: 'campaign_contact', row: 'customer_id', of: 'campaign_id' },
  async keeps(trx, campaign, ids) {
    const { rows } = await sql<{ id: string }>`
      select customer.id from customer join campaign on campaign.id = ${campaign} and campaign.kind = 'advertising'
        where customer.id = any(${[...ids]}::uuid[]) and customer.do_not_call`.execute(trx);
    return new Map(rows.map(({ id }) => [id, 'Khách từ chối quảng cáo']));
  },
};
