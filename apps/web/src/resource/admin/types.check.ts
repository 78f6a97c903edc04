// What must not compile. It is checked with the types and never run.
import { allAccount, departments } from '@alo/contract';
import { only } from '../fields/filters.tsx';
import { number } from '../fields/numbers.tsx';
import { reference, references } from '../fields/references.tsx';
import { text, textarea } from '../fields/text.tsx';
import { adminResource } from './admin-resource.tsx';

const rest = {
  contract: departments,
  noun: 'phòng ban',
  purpose: '',
} as const;
const fields = {
  name: text('Tên'),
  code: text('Mã'),
  branch_id: reference('Chi nhánh', departments.list),
  leader_ids: references('Trưởng phòng', allAccount),
  people_ids: references('Nhân viên', allAccount),
  note: textarea('Ghi chú'),
};

adminResource({ ...rest, columns: { name: 'Tên' }, fields });

// @ts-expect-error -- every input of the contract is shown: `note` is missing.
adminResource({ ...rest, columns: {}, fields: { name: fields.name, code: fields.code, branch_id: fields.branch_id } });

// @ts-expect-error -- no such column.
adminResource({ ...rest, columns: { nmae: 'Tên' }, fields });

// @ts-expect-error -- no such field.
adminResource({ ...rest, columns: {}, fields: { ...fields, colour: text('Màu') } });

// @ts-expect-error -- a control of another value.
adminResource({ ...rest, columns: {}, fields: { ...fields, name: number('Tên') } });

// @ts-expect-error -- the cell's value is a number.
adminResource({ ...rest, columns: { team_count: { label: 'Nhóm', render: (count: string) => count } }, fields });

// @ts-expect-error -- no such filter.
adminResource({ ...rest, columns: {}, fields, filters: [only('team_id', reference('Nhóm', departments.list))] });
