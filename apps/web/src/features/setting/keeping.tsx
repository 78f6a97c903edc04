import { NumberField } from '@alo/ui';

import { number } from '../../resource/fields/numbers.tsx';
import { SettingForm, type SettingPart } from './setting-form.tsx';

const fields = {
  keep_recordings_days: number('Giữ ghi âm', { unit: 'ngày' }),
  keep_calls_days: number('Giữ lịch sử cuộc gọi', { unit: 'ngày' }),
  keep_audit_days: number('Giữ nhật ký hoạt động', {
    unit: 'ngày',
    hint: 'Ít nhất 90 ngày: nhật ký cho biết ai đã xem, sửa, nghe những gì.',
  }),
};

// Its keys.
const kept = Object.keys(fields) as (keyof typeof fields)[];

/** How long things are kept. */
export const Keeping: SettingPart = ({ setting }) => (
  <SettingForm setting={setting} fields={fields}>
    {({ value, set, errors, disabled }) =>
      kept.map((name) => (
        <NumberField
          key={name}
          label={fields[name].label}
          hint={fields[name].hint}
          unit="ngày"
          value={value[name]}
          disabled={disabled}
          error={errors[name]}
          onChange={(days) => set({ [name]: days ?? 0 })}
        />
      ))
    }
  </SettingForm>
);
