import { NumberField, SwitchField } from '@alo/ui';

import { onOff } from '../../resource/fields/choices.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { SettingForm, type SettingPart } from './setting-form.tsx';

const fields = {
  recording_notice: onOff('Báo cho khách biết cuộc gọi được ghi âm'),
  service_level_percent: number('Mục tiêu mức dịch vụ', { unit: '%' }),
};

/** What callers are told, and how many of them should be answered in time. */
export const Conversations: SettingPart = ({ setting }) => (
  <SettingForm setting={setting} fields={fields}>
    {({ value, set, errors, disabled }) => (
      <>
        <SwitchField
          label={fields.recording_notice.label}
          hint="Khách gọi vào nghe “Để nâng cao chất lượng phục vụ, cuộc gọi này được ghi âm.” trước khi có người nghe."
          value={value.recording_notice}
          disabled={disabled}
          onChange={(recording_notice) => set({ recording_notice })}
        />
        <NumberField
          label={fields.service_level_percent.label}
          hint="Bao nhiêu phần khách chờ trong hàng đợi được nghe đúng hạn. Nghe trong bao lâu là đúng hạn do từng hàng đợi đặt."
          unit="%"
          value={value.service_level_percent}
          disabled={disabled}
          error={errors['service_level_percent']}
          onChange={(percent) => set({ service_level_percent: percent ?? 0 })}
        />
      </>
    )}
  </SettingForm>
);
