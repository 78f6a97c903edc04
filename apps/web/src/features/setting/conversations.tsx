import { NumberField, SwitchField } from '@alo/ui';

import styles from '../../shared/page/form-parts.module.css';
import { SettingForm, type SettingPart } from './setting-form.tsx';

/** What callers are told, and how soon they should be answered. */
export const Conversations: SettingPart = ({ setting }) => (
  <SettingForm setting={setting} names={['recording_notice', 'service_level_seconds', 'service_level_percent']}>
    {({ value, set, errors, disabled }) => (
      <>
        <SwitchField
          label="Báo cho khách biết cuộc gọi được ghi âm"
          hint="Khách gọi vào nghe “Để nâng cao chất lượng phục vụ, cuộc gọi này được ghi âm.” trước khi có người nghe."
          value={value.recording_notice}
          disabled={disabled}
          onChange={(recording_notice) => set({ recording_notice })}
        />
        <div className={styles.pair}>
          <NumberField
            label="Nghe máy trong vòng"
            unit="giây"
            value={value.service_level_seconds}
            disabled={disabled}
            error={errors['service_level_seconds']}
            onChange={(seconds) => set({ service_level_seconds: seconds ?? 0 })}
          />
          <NumberField
            label="Mục tiêu"
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
