import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Customers who are added look for their numbers in the ledger of consents by its index, one number at a time, however few lines statistics
 * know of; most find nothing, and nothing else is asked.
 */
export const theLedgerIsAskedByNumber: Migration = {
  name: '0124-the-ledger-is-asked-by-number',
  async up(db) {
    await run(
      db,
      `create or replace function refuse_for_new_cards() returns trigger
        language plpgsql set search_path = pg_catalog, public
        set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
      declare
        salted boolean;
        known text[];
      begin
        if public.is_undone() then return null; end if;
        salted := exists (select from public.consent
          where tenant_id = public.current_tenant() and number_hash is not null);
        select array_agg(distinct one.number) into known
          from added cross join lateral unnest(added.numbers) as one(number)
          where exists (select from public.consent as line
              where line.tenant_id = added.tenant_id and line.number = one.number and line.number <> '')
            or salted and exists (select from public.consent as line
              where line.tenant_id = added.tenant_id and line.number_hash = public.consent_mark(one.number));
        if known is null then return null; end if;
        update public.consent as its set customer_id = (
            select added.id from added where added.tenant_id = its.tenant_id and its.number = any (added.numbers) limit 1)
          where its.tenant_id = public.current_tenant() and its.number = any (known) and its.number <> ''
            and its.customer_id is null;
        update public.customer as its set do_not_call = true, saved_via = 'ledger' from (
          select added.tenant_id, added.id from added
            where not added.do_not_call and added.numbers && known and exists (
              select from unnest(added.numbers) as one(number)
                where one.number = any (known) and public.refuses_by_ledger(one.number))
        ) as found where its.tenant_id = found.tenant_id and its.id = found.id;
        return null;
      end $$`,
    );
  },
};
