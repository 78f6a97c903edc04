import { ColourField, SelectField, TextField, TimeField, WeekdaysField } from '@alo/ui';
import { palette } from '../../shared/fields/choices.tsx';
import styles from '../../shared/page/form-parts.module.css';
import { SettingForm, type SettingPart } from './setting-form.tsx';

/** Zones that companies here work in first, then every one that the browser knows. */
const zones = [
  ...new Set([
    'Asia/Ho_Chi_Minh',
    'Asia/Bangkok',
    'Asia/Singapore',
    'Asia/Tokyo',
    ...Intl.supportedValuesOf('timeZone'),
  ]),
].map((value) => ({ value, label: value === 'Asia/Ho_Chi_Minh' ? 'Việt Nam (Asia/Ho_Chi_Minh)' : value }));

/** Brand, time zone, working hours. */
export const General: SettingPart = ({ setting }) => (
  <SettingForm
    setting={setting}
    names={['brand_name', 'brand_colour', 'time_zone', 'work_days', 'work_from', 'work_to']}
  >
    {({ value, set, errors, disabled }) => (
      <>
        <TextField
          label="Tên thương hiệu"
          hint="Hiện trong thư gửi nhân viên và khi gọi ra."
          value={value.brand_name}
          disabled={disabled}
          error={errors['brand_name']}
          onChange={(event) => set({ brand_name: event.currentTarget.value })}
        />
        <ColourField
          label="Màu thương hiệu"
          palette={palette}
          value={value.brand_colour}
          disabled={disabled}
          error={errors['brand_colour']}
          onChange={(brand_colour) => set({ brand_colour })}
        />
        <SelectField
          required
          label="Múi giờ"
          hint="Ngày và giờ trong báo cáo tính theo múi giờ này."
          choices={zones}
          value={value.time_zone}
          disabled={disabled}
          error={errors['time_zone']}
          onChange={(zone) => set({ time_zone: zone ?? value.time_zone })}
        />
        <WeekdaysField
          label="Ngày làm việc"
          value={value.work_days}
          disabled={disabled}
          error={errors['work_days']}
          onChange={(work_days) => set({ work_days })}
        />
        <div className={styles.pair}>
          <TimeField
            label="Từ"
            value={value.work_from}
            disabled={disabled}
            error={errors['work_from']}
            onChange={(work_from) => set({ work_from })}
          />
          <TimeField
            label="Đến"
            value={value.work_to}
            disabled={disabled}
            error={errors['work_to']}
            onChange={(work_to) => set({ work_to })}
          />
        </div>
      </>
    )}
  </SettingForm>
);
