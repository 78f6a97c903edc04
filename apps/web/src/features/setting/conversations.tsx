import { refusedRecordings, wrapUpModes } from '@alo/contract';
import { ChoiceField, FormPart, NumberField, SelectField, SwitchField } from '@alo/ui';

import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import { oneOfCodec } from '../../resource/fields/codecs.ts';
import { number } from '../../resource/fields/numbers.tsx';
import { SettingForm, type SettingPart } from './setting-form.tsx';

const noKey = 'Không có phím nào';
const refusalKeys: Readonly<Record<string, string>> = {
  '': noKey,
  ...Object.fromEntries(Array.from({ length: 10 }, (_, key) => [String(key), `Phím ${key}`])),
};

const fields = {
  recording_notice: onOff('Báo cho khách gọi vào biết cuộc gọi được ghi âm'),
  recording_notice_outbound: onOff('Báo cho người được gọi biết cuộc gọi được ghi âm'),
  recording_refusal_key: oneOf('Phím từ chối ghi âm', refusalKeys),
  refused_recording: oneOf('Khi khách từ chối', refusedRecordings),
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
const kept = oneOfCodec(refusedRecordings);
const keyChoices = choicesOf(refusalKeys).filter(({ value }) => value !== '');

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
        <SwitchField
          label={fields.recording_notice_outbound.label}
          hint="Người được gọi nghe câu ấy khi nhấc máy, nhân viên cùng nghe; hết câu hai bên mới nghe thấy nhau và mới bắt đầu ghi. Đúng với mọi cuộc gọi ra có ghi âm: trình duyệt, điện thoại bàn, chiến dịch, phần mềm. Số khẩn cấp không phải nghe."
          value={value.recording_notice_outbound}
          disabled={disabled}
          onChange={(recording_notice_outbound) => set({ recording_notice_outbound })}
        />
        {(value.recording_notice || value.recording_notice_outbound) && (
          <SelectField
            label={fields.recording_refusal_key.label}
            hint="Câu báo đọc thêm phím này. Khách bấm lúc nào, cuộc gọi ấy không được ghi từ giây đó, dù chuyển cho ai. Phím mà lời thoại tương tác hay hàng đợi đang dùng thì vẫn có nghĩa như ở đó."
            choices={keyChoices}
            placeholder={noKey}
            value={value.recording_refusal_key === '' ? null : value.recording_refusal_key}
            disabled={disabled}
            error={errors['recording_refusal_key']}
            onChange={(chosen) => set({ recording_refusal_key: chosen ?? '' })}
          />
        )}
        {(value.recording_notice || value.recording_notice_outbound) && value.recording_refusal_key !== '' && (
          <ChoiceField
            label={fields.refused_recording.label}
            choices={choicesOf(refusedRecordings)}
            value={value.refused_recording}
            disabled={disabled}
            error={errors['refused_recording']}
            onChange={(chosen) => set({ refused_recording: kept.address.read(chosen) ?? value.refused_recording })}
          />
        )}
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
