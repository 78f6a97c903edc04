import { SelectField } from '@alo/ui';

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

/** When it is what o'clock for the company. */
export const General: SettingPart = ({ setting }) => (
  <SettingForm setting={setting} names={['time_zone']}>
    {({ value, set, errors, disabled }) => (
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
    )}
  </SettingForm>
);
