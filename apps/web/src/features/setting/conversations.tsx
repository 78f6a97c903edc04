import { NumberField, SwitchField } from '@alo/ui';

import { onOff } from '../../shared/fields/choices.tsx';
import { number } from '../../shared/fields/numbers.tsx';
import styles from '../../shared/page/form-parts.module.css';
import { SettingForm, type SettingPart } from './setting-form.tsx';

const fields = {
  recording_notice: onOff('Báo cho khách biết cuộc gọi được ghi âm'),
  service_level_seconds: number('Nghe máy trong vòng', { unit: 'giây' }),
  service_level_percent: number('Mục tiêu', { unit: '%' }),
};

/** What callers are told, and how soon they should be answered. */
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
        <div className={styles.pair}>
          <NumberField
            label={fields.service_level_seconds.label}
            unit="giây"
            value={value.service_level_seconds}
            disabled={disabled}
            error={errors['service_level_seconds']}
            onChange={(seconds) => set({ service_level_seconds: seconds ?? 0 })}
          />
          <NumberField
            label={fields.service_level_percent.label}
            unit="%"
            value={value.service_level_percent}
            disabled={disabled}
            error={errors['service_level_percent']}
            onChange={(percent) => set({ service_level_percent: percent ?? 0 })}
          />
        </div>
        <p className={styles.note}>Mức dịch vụ ở trang Tổng quan tính theo hai số này.</p>
      </>
    )}
  </SettingForm>
);
