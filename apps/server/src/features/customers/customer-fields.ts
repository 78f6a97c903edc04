import { allCustomerField, customerFieldKinds, customerFields } from '@alo/contract';
import type { Db } from '../../db/database.ts';
import { automationsThatName } from '../../domain/automations-that-name.ts';
import { kindsThatName } from '../../domain/kinds-that-name.ts';
import { type Route, route } from '../../http/route.ts';
import { oneOf } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';
import { ownFieldsIn } from './own-fields.ts';

/** What a company keeps of its customers besides what everybody keeps. */
export const customerField = resource(customerFields, {
  table: 'customer_field',
  calls: 'none',
  search: ['name', 'note'],
  referredToBy: [automationsThatName('field_id'), kindsThatName('field_id')],
  rows: (trx) => trx.selectFrom('customer_field').selectAll(),
  words: { customer_field_kind_stays: { kind: 'Đã có khách hàng điền trường này: hãy thêm một trường mới' } },
  imports: { fields: { kind: oneOf('Loại', customerFieldKinds) } },
  sheet: {
    name: 'Tên trường',
    kind: { heading: 'Loại', cell: (kind) => customerFieldKinds[kind ?? 'text'] },
    choices: { heading: 'Các lựa chọn', cell: (choices) => (choices ?? []).join(', ') },
    position: 'Thứ tự',
    in_list: { heading: 'Là cột của danh sách', cell: (on) => (on === true ? 'Có' : 'Không') },
    on_popup: { heading: 'Hiện khi có cuộc gọi', cell: (on) => (on === true ? 'Có' : 'Không') },
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});

export const allCustomerFieldRoute = (db: Db): Route =>
  route(allCustomerField, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({ data: await ownFieldsIn(trx) })),
  );
