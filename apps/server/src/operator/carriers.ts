import { carrierPlace } from '@alo/contract';

import { audit } from '../db/audit.ts';
import { newId } from '../kernel/new-id.ts';
import { command, needed, Refused } from './command.ts';
import { openForOperator } from './open-database.ts';
import { checked, operatorActor } from './tenants.ts';

/** A company may have its carrier there from now on, on a network inside and where another company has the same one, too. */
export const carrierAssign = command({
  summary: 'Giao cho công ty một nhà mạng trong mạng nội bộ, hoặc dùng chung với công ty khác',
  usage: 'carrier assign --company acme --host 10.1.0.5 [--passes-callers]',
  options: { company: { type: 'string' }, host: { type: 'string' }, 'passes-callers': { type: 'boolean' } },
  async run(values, _words, { config, say }) {
    const code = needed(values.company, '--company');
    const host = checked(carrierPlace, values.host, '--host');
    const passes = values['passes-callers'] === true;
    const opened = await openForOperator(config);
    try {
      const tenant = await opened.db.directory.tenantByCode(code);
      if (tenant === undefined) throw new Refused(`Không có công ty ${code}. Xem danh sách bằng: tenant list`);
      await opened.db.inTenant(tenant.id, async (trx) => {
        await trx
          .deleteFrom('assigned_carrier')
          .where('host', '=', host)
          .where('share_id', 'is', null)
          .where('passes_callers', '<>', passes)
          .execute();
        const { numInsertedOrUpdatedRows: added } = await trx
          .insertInto('assigned_carrier')
          .values({ id: newId(), host, passes_callers: passes })
          .onConflict((same) => same.columns(['tenant_id', 'host']).doNothing())
          .executeTakeFirstOrThrow();
        if (added === 0n) return;
        const change = {
          action: 'create',
          subject: 'assigned-carrier',
          subjectId: tenant.id,
          after: { host, passes_callers: passes },
        } as const;
        await audit(trx, operatorActor(), change);
      });
      say(`Công ty ${code} được dùng nhà mạng tại ${host}; có hiệu lực khi lưu tổng đài ngoài.`);
      return true;
    } finally {
      await opened.close();
    }
  },
});
