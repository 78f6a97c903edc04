import { useRef, useState } from 'react';

import { classNames } from '../class-names.ts';
import { IconFile, IconUpload, IconX } from '../icons.ts';
import { Button, IconButton } from './button.tsx';
import { Field, type FieldProps } from './field.tsx';
import styles from './file-field.module.css';

/** A file of one's own, chosen or dropped. `sizeText` says a number of bytes in words. */
export function FileField({
  value,
  onChange,
  onBlur,
  accept,
  sizeText,
  disabled = false,
  ...field
}: FieldProps & {
  value: File | null;
  onChange: (value: File | null) => void;
  onBlur?: (() => void) | undefined;
  /** As an input takes it: `.xlsx,.csv`, `audio/*`. */
  accept?: string | undefined;
  sizeText: (bytes: number) => string;
  disabled?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  return (
    <Field {...field}>
      {(ids) => (
        <div
          className={classNames(styles.drop, over && styles.over)}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            const dropped = event.dataTransfer.files[0];
            if (dropped && !disabled) onChange(dropped);
          }}
        >
          <input
            {...ids}
            ref={input}
            type="file"
            className={styles.input}
            accept={accept}
            disabled={disabled}
            onChange={(event) => onChange(event.target.files?.[0] ?? null)}
            onBlur={onBlur}
          />
          {value === null ? (
            <>
              <Button
                tabIndex={-1}
                size="sm"
                icon={<IconUpload aria-hidden />}
                disabled={disabled}
                onClick={() => input.current?.click()}
              >
                Chọn tệp
              </Button>
              <span className={styles.help}>hoặc kéo thả vào đây</span>
            </>
          ) : (
            <>
              <IconFile size={18} aria-hidden />
              <span className={styles.name}>{value.name}</span>
              <span className={styles.help}>{sizeText(value.size)}</span>
              <IconButton
                size="sm"
                label={`Bỏ tệp ${value.name}`}
                disabled={disabled}
                onClick={() => {
                  if (input.current) input.current.value = '';
                  onChange(null);
                }}
              >
                <IconX aria-hidden />
              </IconButton>
            </>
          )}
        </div>
      )}
    </Field>
  );
}
