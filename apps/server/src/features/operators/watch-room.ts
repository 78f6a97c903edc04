import { roomOf } from '../../background/room.ts';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { addNotice } from '../../domain/notices.ts';

const nobody = { accountId: null, network: '', requestId: '' };
/** Recording begins again where so much of the share is free: else it would stop and begin with every call. */
const freeAgain = 0.95;

const stopped =
  'Đã dừng ghi âm: doanh nghiệp dùng hết dung lượng được cấp. Hãy xoá bớt ghi âm cũ, hoặc nhờ đơn vị vận hành cấp thêm';
const goesOn = 'Đã ghi âm trở lại: doanh nghiệp đã có đủ dung lượng';

/** Stops the recording of companies whose room is full, and lets it go on where there is room again; bell and trail say so. */
export async function watchRoom(
  db: Pick<Db, 'inTenant' | 'directory'>,
  told: { changed: (tenantId: string) => void; onNotice: (tenantId: string, noticeId: string) => void },
  now = Date.now,
): Promise<void> {
  for (const { id: tenantId } of await db.directory.tenants()) {
    const notice = await db.inTenant(tenantId, async (trx) => {
      const { most, used, unrecorded_since: since } = await roomOf(trx);
      const isFull = most !== null && used >= most * (since === null ? 1 : freeAgain);
      if (isFull === (since !== null)) return null;
      const at = new Date(now());
      await trx
        .updateTable('tenant')
        .set({ unrecorded_since: isFull ? at : null })
        .execute();
      const after = { recorded: !isFull, used, most };
      await audit(trx, nobody, { action: 'update', subject: 'tenant', subjectId: tenantId, after });
      const text = isFull ? stopped : goesOn;
      return addNotice(trx, { kind: 'limit', text, permission: 'setting.view', about: `room ${text}` }, at);
    });
    if (notice === null) continue;
    told.changed(tenantId);
    if (notice !== undefined) told.onNotice(tenantId, notice);
  }
}
