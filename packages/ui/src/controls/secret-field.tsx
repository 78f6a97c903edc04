import { IconCopy, IconRefresh } from '../icons.ts';
import { Button } from './button.tsx';
import type { FieldProps } from './field.tsx';
import styles from './secret-field.module.css';
import { PasswordField } from './text-field.tsx';

/** A secret that is set here and never shown again: it can be made up and copied before it is saved. */
export const SecretField = ({
  value,
  onChange,
  onBlur,
  disabled = false,
  ...field
}: FieldProps & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean;
}) => (
  <div className={styles.secret}>
    <PasswordField
      {...field}
      autoComplete="new-password"
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
    <div className={styles.tools}>
      <Button size="sm" icon={<IconRefresh aria-hidden />} disabled={disabled} onClick={() => onChange(madeUp())}>
        Tạo ngẫu nhiên
      </Button>
      {value !== '' && (
        <Button
          size="sm"
          look="quiet"
          icon={<IconCopy aria-hidden />}
          onClick={() => void navigator.clipboard.writeText(value)}
        >
          Sao chép
        </Button>
      )}
    </div>
  </div>
);

/** Without letters that look alike, as it may be read out. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 16;

/** A secret of 16 letters, 93 bits. What would make some letters likelier is thrown away. */
function madeUp(): string {
  const limit = 256 - (256 % alphabet.length);
  let made = '';
  while (made.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < limit && made.length < length) made += alphabet[byte % alphabet.length] ?? '';
    }
  }
  return made;
}
