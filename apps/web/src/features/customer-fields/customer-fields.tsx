import { customerFields as contract, customerFieldKinds } from '@alo/contract';
import { TextAreaField } from '@alo/ui';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { asWritten, listAddress, listCell } from '../../resource/fields/codecs.ts';
import { type Field, labelled } from '../../resource/fields/field.ts';
import { only } from '../../resource/fields/filters.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { fieldError } from '../../resource/fields/problems.ts';
import { text, textarea } from '../../resource/fields/text.tsx';

const hasChoices = ({ kind }: Readonly<Record<string, unknown>>) => kind === 'one' || kind === 'several';

export default adminResource({
  contract,
  noun: 'trường riêng',
  purpose: 'Những gì công ty bạn cần biết về khách mà hồ sơ chưa có chỗ ghi: hạng thẻ, ngày hết hạn, xe đang đi.',
  order: 'position',
  columns: {
    name: 'Tên trường',
    kind: 'Loại',
    choices: { label: 'Các lựa chọn', sortable: false, render: (choices) => choices.join(', ') || '–' },
    in_list: { label: 'Cột danh sách', sortable: false, render: (on) => (on ? 'Có' : '–') },
    on_popup: { label: 'Khi có cuộc gọi', sortable: false, render: (on) => (on ? 'Hiện' : '–') },
    position: { label: 'Thứ tự', numeric: true },
    note: { label: 'Ghi chú', hidden: true },
  },
  fields: {
    name: text('Tên trường', { placeholder: 'Hạng thẻ' }),
    kind: oneOf('Loại', customerFieldKinds, { blank: 'text', hint: 'Không đổi được khi đã có khách hàng điền.' }),
    choices: lines('Các lựa chọn', { hint: 'Mỗi dòng một lựa chọn, theo thứ tự muốn thấy.' }),
    in_list: onOff('Là cột của danh sách khách hàng'),
    on_popup: onOff('Hiện khi có cuộc gọi', { hint: 'Đứng trong cửa sổ khách hàng lúc đổ chuông và đàm thoại.' }),
    position: number('Thứ tự', { hint: 'Số nhỏ đứng trước.', blank: 0 }),
    note: textarea('Ghi chú'),
  },
  sections: [
    { title: 'Lựa chọn', when: hasChoices, fields: ['choices'] },
    { title: 'Hiển thị', fields: ['in_list', 'on_popup', 'position'] },
    { title: 'Thêm', fields: ['note'] },
  ],
  filters: [only('kind', oneOf('Loại', customerFieldKinds))],
});

/** Several texts, a line each. */
function lines(label: string, options: { hint: string }): Field<string[]> {
  return labelled(label, options, {
    address: listAddress(asWritten),
    sheet: listCell(asWritten),
    blank: [],
    Control: ({ value, onChange, problems, ...field }) => (
      <TextAreaField
        {...field}
        error={fieldError(problems)}
        value={(value ?? []).join('\n')}
        onChange={(event) => onChange(event.target.value === '' ? [] : event.target.value.split('\n'))}
      />
    ),
    Show: ({ value }) => value?.join(', ') || '–',
  });
}
