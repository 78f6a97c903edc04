import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** `lastcall` is called by what it does: its old name, "Cuộc gọi gần nhất", is what everybody takes for a list of recent calls. */
export const theOneWhoKnowsThem: Migration = {
  name: '0037-the-one-who-knows-them',
  async up(db) {
    await run(
      db,
      `create or replace function destination_name(type text, value text) returns text
        language sql stable as $$
        select case
          when type = 'fw' and strpos(value, '>') > 0 then
            replace(split_part(value, '>', 1), 'customer/', '') || '; nếu không được: ' ||
            case split_part(split_part(value, '>', 2), '/', 1)
              when 'direct' then 'Máy nhánh'
              when 'group' then 'Nhóm đổ chuông'
              when 'queue' then 'Hàng đợi'
              when 'ivr' then 'Cây IVR'
              when 'time' then 'Điều kiện thời gian'
              when 'msg' then 'Thông báo'
              when 'voicemail' then 'Hộp thư thoại'
              when 'lastcall' then 'Gọi lại người cũ' end || ': ' ||
            place_name(split_part(split_part(value, '>', 2), '/', 1), split_part(value, '/', -1))
          else place_name(type, value) end
      $$;`,
    );
  },
};
