import { wrapUpModes } from '@alo/contract';
import { ChoiceField, FormPart, NumberField, SwitchField } from '@alo/ui';

import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import { oneOfCodec } from '../../resource/fields/codecs.ts';
import { number } from '../../resource/fields/numbers.tsx';
import { SettingForm, type SettingPart } from './setting-form.tsx';

const fields = {
  recording_notice: onOff('Báo cho khách biết cuộc gọi được ghi âm'),
  records_inbound: onOff('Ghi âm cuộc gọi vào'),
  records_outbound: onOff('Ghi âm cuộc gọi ra'),
  records_internal: onOff('Ghi âm cuộc gọi nội bộ'),
  service_level_percent: number('Mục tiêu mức dịch vụ', { unit: '%' }),
  wrap_up_inbound: oneOf('Sau cuộc gọi vào', wrapUpModes),
  wrap_up_inbound_seconds: number('Thời gian sau cuộc gọi vào', { unit: 'giây' }),
  wrap_up_outbound: oneOf('Sau cuộc gọi ra', wrapUpModes),
  wrap_up_outbound_seconds: number('Thời gian sau cuộc gọi ra', { unit: 'giây' }),
};

const recorded = ['records_inbound', 'records_outbound', 'records_internal'] as const;
const directions = ['inbound', 'outbound'] as const;
const modes = oneOfCodec(wrapUpModes);

/** What callers are told, how many of them should be answered in time, and how conversations are written up. */
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
        <FormPart
          title="Ghi âm"
          help="Áp dụng nơi quy tắc gọi vào, hàng đợi hay đường dây nóng chọn “Theo công ty”. Khách không đồng ý ghi âm thì không bao giờ bị ghi."
        >
          {recorded.map((name) => (
            <SwitchField
              key={name}
              label={fields[name].label}
              value={value[name]}
              disabled={disabled}
              onChange={(records) => set({ [name]: records })}
            />
          ))}
        </FormPart>
        <NumberField
          label={fields.service_level_percent.label}
          hint="Bao nhiêu phần khách chờ trong hàng đợi được nghe đúng hạn. Nghe trong bao lâu là đúng hạn do từng hàng đợi đặt."
          unit="%"
          value={value.service_level_percent}
          disabled={disabled}
          error={errors['service_level_percent']}
          onChange={(percent) => set({ service_level_percent: percent ?? 0 })}
        />
        <FormPart
          title="Xử lý sau cuộc gọi"
          help="Trong lúc này nhân viên không được mời cuộc tiếp theo. Hàng đợi và nhóm đổ chuông có thể đặt riêng."
        >
          {directions.map((direction) => {
            const [mode, seconds] = [`wrap_up_${direction}`, `wrap_up_${direction}_seconds`] as const;
            return (
              <div key={direction}>
                <ChoiceField
                  label={fields[mode].label}
                  hint="Bắt buộc: chỉ nhận cuộc tiếp theo khi đã ghi kết quả."
                  choices={choicesOf(wrapUpModes)}
                  value={value[mode]}
                  disabled={disabled}
                  error={errors[mode]}
                  onChange={(chosen) => set({ [mode]: modes.address.read(chosen) ?? value[mode] })}
                />
                {value[mode] !== 'off' && (
                  <NumberField
                    label={fields[seconds].label}
                    unit="giây"
                    value={value[seconds]}
                    disabled={disabled}
                    error={errors[seconds]}
                    onChange={(most) => set({ [seconds]: most ?? 0 })}
                  />
                )}
              </div>
            );
          })}
        </FormPart>
      </>
    )}
  </SettingForm>
);
