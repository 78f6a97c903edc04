import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * What the history tells of a campaign's call, and what somebody says of it, come at the same moment: both take the customer before the
 * call, so that neither waits for the other. Otherwise as before.
 */
export const callsOfCampaignsInOneOrder: Migration = {
  name: '0079-calls-of-campaigns-in-one-order',
  async up(db) {
    await run(db, customerFirst);
  },
};

const customerFirst = `do $do$
  declare was text := pg_get_functiondef('attempt_outcome()'::regprocedure); becomes text := was;
  begin
    becomes := replace(becomes, 'where one.tenant_id = new.tenant_id and one.call_id = new.id for update;
    if not found then return null; end if;',
      'where one.tenant_id = new.tenant_id and one.call_id = new.id;
    if not found then return null; end if;
    perform from campaign_contact as contact
      where contact.tenant_id = placed.tenant_id and contact.campaign_id = placed.campaign_id
        and contact.customer_id = placed.customer_id for update;
    select * into placed from campaign_attempt as one
      where one.tenant_id = new.tenant_id and one.call_id = new.id for update;
    if not found then return null; end if;');
    if becomes = was then raise exception 'attempt_outcome takes its rows in another way'; end if;
    execute becomes;
  end $do$`;
