import { sql } from 'kysely';

import { command, Refused } from './command.ts';
import { openForOperator } from './open-database.ts';

/** What a fault in the chain means for who reads it. */
const words = {
  gap: 'thiếu mắt xích ngay trước mục này',
  broken: 'mắt xích không nối tiếp mục trước',
  changed: 'nội dung đã bị sửa',
  missing: 'mục đã bị xoá',
  unlinked: 'mục không thuộc chuỗi',
  cut: 'phần cuối chuỗi đã bị cắt',
  anchor: 'điểm neo không có trong nhật ký',
} as const;

interface Fault {
  readonly seq: number | null;
  readonly audit_id: string | null;
  readonly at: Date | null;
  readonly fault: keyof typeof words;
}

export const auditVerify = command({
  summary: 'Kiểm tra chuỗi nhật ký của mọi công ty, hoặc của một công ty',
  usage: 'audit verify [--company acme]',
  options: { company: { type: 'string' } },
  async run({ company }, _words, { config, say }) {
    const { db, close } = await openForOperator(config);
    try {
      const tenants = (await db.directory.tenants()).filter(({ code }) => company === undefined || code === company);
      if (company !== undefined && tenants.length === 0) throw new Refused(`Không có công ty ${company}.`);
      let isWhole = true;
      for (const { id, code } of tenants) {
        const { head, faults } = await db.inTenant(id, async (trx) => ({
          head: await trx.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirst(),
          faults: (await sql<Fault>`select * from audit_faults()`.execute(trx)).rows,
        }));
        // An operator who keeps the last hash elsewhere sees it if all of the chain is made anew.
        say(
          `${code}\t${head?.seq ?? 0} mục\t${faults.length === 0 ? 'nguyên vẹn' : 'CÓ LỖI'}\t${head?.hash.toString('hex') ?? ''}`,
        );
        for (const { seq, audit_id, at, fault } of faults) {
          isWhole = false;
          say(`  ${seq ?? '–'}\t${at?.toISOString() ?? ''}\t${audit_id ?? ''}\t${words[fault]}`);
        }
      }
      return isWhole;
    } finally {
      await close();
    }
  },
});
