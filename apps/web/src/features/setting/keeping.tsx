import { NumberField } from '@alo/ui';

import { SettingForm, type SettingPart } from './setting-form.tsx';

const kept = [
  ['keep_recordings_days', 'Giữ ghi âm'],
  ['keep_calls_days', 'Giữ lịch sử cuộc gọi'],
] as const;

/** How long things are kept. */
export const Keeping: SettingPart = ({ setting }) => (
  <SettingForm setting={setting} names={kept.map(([name]) => name)}>
    {({ value, set, errors, disabled }) => (
      <>
        {kept.map(([name, label]) => (
          <NumberField
            key={name}
            label={label}
            unit="ngày"
            value={value[name]}
            disabled={disabled}
            error={errors[name]}
            onChange={(days) => set({ [name]: days ?? 0 })}
          />
        ))}
      </>
    )}
  </SettingForm>
);
