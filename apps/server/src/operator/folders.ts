import { command, needed, Refused } from './command.ts';
import { openForOperator } from './open-database.ts';

/** So long after its last word nobody takes a data folder for one that is gone. */
const restMs = 15 * 60_000;

export const folderList = command({
  summary: 'Liệt kê các thư mục dữ liệu của cài đặt: máy, thấy lần cuối, tệp chờ vào kho',
  usage: 'folder list',
  options: {},
  async run(_values, _words, { config, say }) {
    const opened = await openForOperator(config);
    try {
      const rows = await opened.db.outside((one) =>
        one.selectFrom('file_folder').selectAll().orderBy('node').orderBy('id').execute(),
      );
      for (const { id, node, seen_at, waiting, failing } of rows)
        say([id, node || '–', seen_at.toISOString(), `${waiting} tệp chờ`, failing].join('\t').trimEnd());
      return true;
    } finally {
      await opened.close();
    }
  },
});

/** For a machine whose disk is no more: nothing that was erased is waited for there. */
export const folderGone = command({
  summary: 'Khai rằng đĩa của một máy đã bị huỷ: những gì đã xoá không còn chờ máy đó xác nhận',
  usage: 'folder gone --id 0123456789abcdef',
  options: { id: { type: 'string' } },
  async run({ id: given }, _words, { config, say }) {
    const id = needed(given, '--id');
    const opened = await openForOperator(config);
    try {
      const { db } = opened;
      const folder = await db.outside((one) =>
        one.selectFrom('file_folder').selectAll().where('id', '=', id).executeTakeFirst(),
      );
      if (folder === undefined) throw new Refused(`Không có thư mục dữ liệu ${id}: xem folder list.`);
      if (Date.now() - folder.seen_at.getTime() < restMs)
        throw new Refused(`Máy của thư mục ${id} vừa hoạt động lúc ${folder.seen_at.toISOString()}: dừng nó trước.`);
      // First, so that nothing more is asked of it.
      await db.outside((one) => one.deleteFrom('file_folder').where('id', '=', id).execute());
      let gone = 0;
      for (const { id: tenantId } of await db.directory.everyTenant()) {
        gone += await db.inTenant(tenantId, async (trx) => {
          const { numDeletedRows } = await trx.deleteFrom('file_copy').where('holder', '=', id).executeTakeFirst();
          // What it was sending came whole or never: another machine looks.
          await trx.updateTable('file_copy').set({ folder: '' }).where('folder', '=', id).execute();
          return Number(numDeletedRows);
        });
      }
      say(`Thư mục ${id} không còn được tính. ${gone} bản sao ở đó coi như đã mất cùng đĩa.`);
      return true;
    } finally {
      await opened.close();
    }
  },
});
