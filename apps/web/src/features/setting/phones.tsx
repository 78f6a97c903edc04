import { maskPhone } from '@alo/phone-number';
import { ChoiceField, SwitchField, TextAreaField } from '@alo/ui';

import { choicesOf } from '../../resource/fields/choices-of.ts';
import styles from '../../resource/page/form-parts.module.css';
import { SettingForm, type SettingPart } from './setting-form.tsx';
import { WhoSeesNumbers } from './who-sees-numbers.tsx';

const example = '0901234567';

const modes = { '1': 'Trình duyệt', '2': 'Trình duyệt (thư viện SIP)', '3': 'Máy bàn hoặc di động' } as const;
const positions = { '1': 'Ở giữa', '2': 'Ở cuối' } as const;

const numbered = (label: string, words: Readonly<Record<string, string>>) => ({
  label,
  Show: ({ value }: { value: number | null | undefined }) => words[String(value)] ?? '–',
});
const onOff = { '0': 'Không', '1': 'Có' } as const;

const fields = {
  voice_over_internet_protocol: numbered('Cách gọi', modes),
  show_popup_customer: numbered('Mở cửa sổ khách hàng khi có cuộc gọi', onOff),
  hidden_phone_customer: numbered('Che số khách hàng', onOff),
  position_hidden_phone_customer: numbered('Che phần nào', positions),
  phone_origins: {
    label: 'Trang khác được dùng điện thoại',
    Show: ({ value }: { value: readonly string[] | null | undefined }) => value?.join(', ') || '–',
  },
};

/** How people phone here and from which pages, the pop-up, and how numbers are hidden from who may not see them. */
export const Phones: SettingPart = ({ setting }) => (
  <SettingForm setting={setting} fields={fields}>
    {({ value, set, errors, disabled }) => (
      <>
        <ChoiceField
          label={fields.voice_over_internet_protocol.label}
          hint="Có hiệu lực khi tải lại trang. Với máy bàn hoặc di động, tổng đài gọi cho nhân viên trước rồi nối với khách; ai không có máy bàn đang bật thì được gọi vào số di động trong hồ sơ."
          choices={choicesOf(modes)}
          value={String(value.voice_over_internet_protocol)}
          disabled={disabled}
          error={errors['voice_over_internet_protocol']}
          onChange={(mode) => set({ voice_over_internet_protocol: mode === '3' ? 3 : mode === '2' ? 2 : 1 })}
        />
        <SwitchField
          label={fields.show_popup_customer.label}
          value={value.show_popup_customer === 1}
          disabled={disabled}
          onChange={(on) => set({ show_popup_customer: on ? 1 : 0 })}
        />
        <SwitchField
          label={fields.hidden_phone_customer.label}
          value={value.hidden_phone_customer === 1}
          disabled={disabled}
          onChange={(on) => set({ hidden_phone_customer: on ? 1 : 0 })}
        />
        {value.hidden_phone_customer === 1 && (
          <>
            <ChoiceField
              label={fields.position_hidden_phone_customer.label}
              choices={choicesOf(positions)}
              value={value.position_hidden_phone_customer === 1 ? '1' : '2'}
              disabled={disabled}
              onChange={(mode) => set({ position_hidden_phone_customer: mode === '1' ? 1 : 2 })}
            />
            <p className={styles.preview} aria-live="polite">
              {example} sẽ hiện là <b>{maskPhone(example, value.position_hidden_phone_customer)}</b>
            </p>
            <WhoSeesNumbers />
          </>
        )}
        <TextAreaField
          label={fields.phone_origins.label}
          hint="Mỗi dòng một trang, ví dụ https://crm.congty.vn. Trang đó được nhúng điện thoại Alô (thẻ alo-phone), hoặc dùng điện thoại riêng (JsSIP, SIP.js) như một máy bàn. Để trống: chỉ trang này."
          value={value.phone_origins.join('\n')}
          disabled={disabled}
          error={errors['phone_origins']}
          onChange={(event) => set({ phone_origins: event.target.value === '' ? [] : event.target.value.split('\n') })}
        />
      </>
    )}
  </SettingForm>
);
