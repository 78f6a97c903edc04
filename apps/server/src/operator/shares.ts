import { companyShares, limitOf, type ShareName, shareLimit, shareNames } from '@alo/contract';
import { sql } from 'kysely';

import { openBus } from '../bus/open-bus.ts';
import { audit } from '../db/audit.ts';
import { mostOf } from '../db/company-shares.ts';
import type { Trx } from '../db/database.ts';
import { openLog } from '../http/log.ts';
import { installationId } from '../storage/installation-id.ts';
import { readKeys } from '../storage/server-key.ts';
import { command, needed, Refused } from './command.ts';
import { type OperatorDatabase, openForOperator } from './open-database.ts';
import { operatorActor } from './tenants.ts';

/** What a company may have of everything that runs out, as the page of the operator shows it. */
export const shareList = command({
  summary: 'Liệt kê phần được cấp của một công ty',
  usage: 'share list --company acme',
  options: { company: { type: 'string' } },
  async run(values, _words, { config, say }) {
    const opened = await openForOperator(config);
    try {
      const { id } = await companyOf(opened, values.company);
      await opened.db.inTenant(id, async (trx) => {
        for (const share of shareNames)
          say(`${share}\t${words(await mostOf(trx, share))}\t${companyShares[share].label}`);
      });
      return true;
    } finally {
      await opened.close();
    }
  },
});

/** Sets one of them; it holds at once, for a product that runs, too. */
export const shareSet = command({
  summary: 'Đặt một phần được cấp của một công ty; "usual" là như mọi công ty',
  usage: 'share set --company acme --share letters --most 200',
  options: { company: { type: 'string' }, share: { type: 'string' }, most: { type: 'string' } },
  async run(values, _words, { config, say }) {
    const share = shareNames.find((name) => name === values.share);
    if (share === undefined) throw new Refused(`--share là một trong: ${shareNames.join(', ')}`);
    const most = read(share, needed(values.most, '--most'));
    const opened = await openForOperator(config);
    try {
      const { id, code } = await companyOf(opened, values.company);
      const kept = await opened.db.inTenant(id, async (trx) => {
        await keep(trx, { id, share, most });
        return mostOf(trx, share);
      });
      // The one share that telephony keeps in memory.
      if (share === 'calls') {
        const bus = await openBus({
          databaseUrl: opened.ownerUrl,
          natsUrls: config.natsUrls,
          installation: async () => installationId(config.dataFolder, await readKeys(config.dataFolder)),
          log: openLog(config.logLevel),
        });
        bus.publish('plan-changed', id, []);
        await bus.close();
      }
      say(`Công ty ${code}: ${companyShares[share].label} ${words(kept)}.`);
      return true;
    } finally {
      await opened.close();
    }
  },
});

async function keep(trx: Trx, { id, share, most }: { id: string; share: ShareName; most: number | null }) {
  const column = sql.ref(limitOf(share));
  const { rows } = await sql<{ before: number | null }>`select ${column} as before from tenant for update`.execute(trx);
  await sql`update tenant set ${column} = ${most}, version = version + 1, updated_at = now()`.execute(trx);
  const name = limitOf(share);
  await audit(trx, operatorActor(), {
    action: 'update',
    subject: 'tenant',
    subjectId: id,
    before: { [name]: rows[0]?.before ?? null },
    after: { [name]: most },
  });
}

function read(share: ShareName, typed: string): number | null {
  if (typed === 'usual') return null;
  const most = shareLimit(share).safeParse(Number(typed));
  if (most.success) return most.data;
  throw new Refused(`--most: ${most.error.issues[0]?.message ?? 'không hợp lệ'}`);
}

const words = (most: number | null) => (most === null ? 'không hạn chế' : most.toLocaleString('vi-VN'));

async function companyOf({ db }: OperatorDatabase, typed: string | undefined) {
  const code = needed(typed, '--company');
  const tenant = await db.directory.tenantByCode(code);
  if (tenant === undefined) throw new Refused(`Không có công ty ${code}. Xem danh sách bằng: tenant list`);
  return tenant;
}
