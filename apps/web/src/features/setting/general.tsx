import { ChoiceField, Pair, SelectField, TimeField, WeekdaysField } from '@alo/ui';
import { oneOf } from '../../resource/fields/choices.tsx';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import { text } from '../../resource/fields/text.tsx';
import { time, weekdays } from '../../resource/fields/times.tsx';
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

const wishes = { 'as-usual': 'Nhận như trong giờ', announce: 'Báo đã ngoài giờ' } as const;

const fields = {
  time_zone: text('Múi giờ'),
  work_days: weekdays('Ngày làm việc'),
  work_from: time('Từ'),
  work_to: time('Đến'),
  after_hours: oneOf('Khách gọi đến ngoài giờ', wishes),
};

/** When it is what o'clock for the company, when it works, and what callers hear when it does not. */
export const General: SettingPart = ({ setting }) => (
  <SettingForm setting={setting} fields={fields}>
    {({ value, set, errors, disabled }) => (
      <>
        <SelectField
          required
          label={fields.time_zone.label}
          hint="Ngày và giờ trong báo cáo tính theo múi giờ này."
          choices={zones}
          value={value.time_zone}
          disabled={disabled}
          error={errors['time_zone']}
          onChange={(zone) => set({ time_zone: zone ?? value.time_zone })}
        />
        <WeekdaysField
          label={fields.work_days.label}
          value={value.work_days}
          disabled={disabled}
          error={errors['work_days']}
          onChange={(work_days) => set({ work_days })}
        />
        <Pair>
          <TimeField
            required
            label={fields.work_from.label}
            value={value.work_from}
            disabled={disabled}
            error={errors['work_from']}
            onChange={(work_from) => set({ work_from })}
          />
          <TimeField
            required
            label={fields.work_to.label}
            value={value.work_to}
            disabled={disabled}
            error={errors['work_to']}
            onChange={(work_to) => set({ work_to })}
          />
        </Pair>
        <ChoiceField
          label={fields.after_hours.label}
          hint="Quy tắc gọi vào có khung giờ riêng thì theo khung giờ đó."
          choices={choicesOf(wishes)}
          value={value.after_hours}
          disabled={disabled}
          error={errors['after_hours']}
          onChange={(wish) => set({ after_hours: wish === 'announce' ? 'announce' : 'as-usual' })}
        />
      </>
    )}
  </SettingForm>
);
