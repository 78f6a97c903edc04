import { NumberField, SwitchField, TextAreaField } from '@alo/ui';

import { SettingForm, type SettingPart } from './setting-form.tsx';

const kept = [
  ['keep_recordings_days', 'Giữ ghi âm'],
  ['keep_calls_days', 'Giữ lịch sử cuộc gọi'],
  ['keep_audit_days', 'Giữ nhật ký hoạt động'],
] as const;

/** Whether callers are told of the recording, and how long things are kept. */
export const Keeping: SettingPart = ({ setting }) => (
  <SettingForm setting={setting} names={['recording_notice', 'recording_notice_text', ...kept.map(([name]) => name)]}>
    {({ value, set, errors, disabled }) => (
      <>
        <SwitchField
          label="Báo cho người gọi biết cuộc gọi được ghi âm"
          value={value.recording_notice}
          disabled={disabled}
          onChange={(recording_notice) => set({ recording_notice })}
        />
        {value.recording_notice && (
          <TextAreaField
            label="Lời báo"
            value={value.recording_notice_text}
            disabled={disabled}
            error={errors['recording_notice_text']}
            onChange={(event) => set({ recording_notice_text: event.currentTarget.value })}
          />
        )}
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
