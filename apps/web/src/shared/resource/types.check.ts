// What must not compile. It is checked with the types and never run.
import { departments } from '@alo/contract';

import { adminResource } from './admin-resource.tsx';
import { reference, text, textarea } from './field.tsx';

const rest = {
  contract: departments,
  noun: 'phòng ban',
  purpose: '',
} as const;
const fields = {
  name: text('Tên'),
  code: text('Mã'),
  branch_id: reference('Chi nhánh', departments.list),
  note: textarea('Ghi chú'),
};

adminResource({ ...rest, columns: { name: 'Tên' }, fields });

// @ts-expect-error -- every input of the contract is shown: `note` is missing.
adminResource({ ...rest, columns: {}, fields: { name: fields.name, code: fields.code, branch_id: fields.branch_id } });

// @ts-expect-error -- no such column.
adminResource({ ...rest, columns: { nmae: 'Tên' }, fields });

// @ts-expect-error -- no such field.
adminResource({ ...rest, columns: {}, fields: { ...fields, colour: text('Màu') } });

const count = { label: 'Tên', blank: 1, Control: () => null, Show: () => null };
// @ts-expect-error -- a control of another value.
adminResource({ ...rest, columns: {}, fields: { ...fields, name: count } });

// @ts-expect-error -- the cell's value is a number.
adminResource({ ...rest, columns: { team_count: { label: 'Nhóm', render: (count: string) => count } }, fields });

// @ts-expect-error -- no such filter.
adminResource({ ...rest, columns: {}, fields, filters: { team_id: { label: 'Nhóm', choices: departments.list } } });
