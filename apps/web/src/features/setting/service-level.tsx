import { NumberField } from '@alo/ui';

import styles from '../../shared/page/form-parts.module.css';
import { SettingForm, type SettingPart } from './setting-form.tsx';

/** How quickly how many calls should be answered. */
export const ServiceLevel: SettingPart = ({ setting }) => (
  <SettingForm setting={setting} names={['service_level_seconds', 'service_level_percent']}>
    {({ value, set, errors, disabled }) => (
      <>
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
        <p className={styles.note}>
          Mục tiêu {value.service_level_percent}/{value.service_level_seconds}: ít nhất {value.service_level_percent}%
          cuộc gọi được nghe trong {value.service_level_seconds} giây.
        </p>
      </>
    )}
  </SettingForm>
);
