import { maskPhone } from '@alo/phone-number';
import { ChoiceField, SwitchField } from '@alo/ui';

import styles from '../../shared/page/form-parts.module.css';
import { SettingForm, type SettingPart } from './setting-form.tsx';

const example = '0901234567';

/** How people phone here, the pop-up, and how numbers are hidden from who may not see them. */
export const Phones: SettingPart = ({ setting }) => (
  <SettingForm
    setting={setting}
    names={[
      'voice_over_internet_protocol',
      'show_popup_customer',
      'hidden_phone_customer',
      'position_hidden_phone_customer',
    ]}
  >
    {({ value, set, errors, disabled }) => (
      <>
        <ChoiceField
          label="Cách gọi"
          hint="Có hiệu lực khi tải lại trang. Với máy bàn hoặc di động, tổng đài gọi cho nhân viên trước rồi nối với khách; ai không có máy bàn đang bật thì được gọi vào số di động trong hồ sơ."
          choices={[
            { value: '1', label: 'Trình duyệt' },
            { value: '2', label: 'Trình duyệt (thư viện SIP)' },
            { value: '3', label: 'Máy bàn hoặc di động' },
          ]}
          value={String(value.voice_over_internet_protocol)}
          disabled={disabled}
          error={errors['voice_over_internet_protocol']}
          onChange={(mode) => set({ voice_over_internet_protocol: mode === '3' ? 3 : mode === '2' ? 2 : 1 })}
        />
        <SwitchField
          label="Mở cửa sổ khách hàng khi có cuộc gọi"
          value={value.show_popup_customer === 1}
          disabled={disabled}
          onChange={(on) => set({ show_popup_customer: on ? 1 : 0 })}
        />
        <SwitchField
          label="Che số khách hàng"
          hint="Ai có quyền “Xem số đầy đủ” vẫn thấy cả số."
          value={value.hidden_phone_customer === 1}
          disabled={disabled}
          onChange={(on) => set({ hidden_phone_customer: on ? 1 : 0 })}
        />
        {value.hidden_phone_customer === 1 && (
          <>
            <ChoiceField
              label="Che phần nào"
              choices={[
                { value: '1', label: 'Ở giữa' },
                { value: '2', label: 'Ở cuối' },
              ]}
              value={value.position_hidden_phone_customer === 1 ? '1' : '2'}
              disabled={disabled}
              onChange={(mode) => set({ position_hidden_phone_customer: mode === '1' ? 1 : 2 })}
            />
            <p className={styles.preview} aria-live="polite">
              {example} sẽ hiện là <b>{maskPhone(example, value.position_hidden_phone_customer)}</b>
            </p>
          </>
        )}
      </>
    )}
  </SettingForm>
);
