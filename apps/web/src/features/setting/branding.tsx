import { Actions, Button, ColourField, Logo, TextField } from '@alo/ui';

import { colour, palette } from '../../resource/fields/choices.tsx';
import { text } from '../../resource/fields/text.tsx';
import styles from '../../resource/page/form-parts.module.css';
import { SettingForm, type SettingPart } from './setting-form.tsx';

const fields = { brand_name: text('Tên hiển thị'), brand_colour: colour('Màu biểu tượng') };

/** What the company calls itself, on the screen, at sign-in and in letters. */
export const Branding: SettingPart = ({ setting }) => (
  <SettingForm setting={setting} fields={fields}>
    {({ value, set, errors, disabled }) => (
      <>
        <TextField
          label={fields.brand_name.label}
          hint="Hiện ở góc màn hình, trang đăng nhập của máy đã dùng, và trong thư. Để trống thì là Alô."
          maxLength={60}
          value={value.brand_name}
          disabled={disabled}
          error={errors['brand_name']}
          onChange={(event) => set({ brand_name: event.target.value })}
        />
        <ColourField
          label={fields.brand_colour.label}
          palette={palette}
          value={value.brand_colour}
          disabled={disabled}
          error={errors['brand_colour']}
          onChange={(brand_colour) => set({ brand_colour })}
        />
        {value.brand_colour !== '' && !disabled && (
          <Actions>
            <Button size="sm" onClick={() => set({ brand_colour: '' })}>
              Dùng màu mặc định
            </Button>
          </Actions>
        )}
        <p className={styles.preview}>
          <Logo brand={{ name: value.brand_name.trim(), colour: value.brand_colour }} />
        </p>
      </>
    )}
  </SettingForm>
);
