import type { FieldProps } from './field.tsx';
import { RowsField } from './rows-field.tsx';
import { TextField } from './text-field.tsx';

/** A name with its value. */
export interface KeyValue {
  key: string;
  value: string;
}

/** Names with their values. `errorOf` says what is wrong with one part of one pair. */
export const KeyValueField = ({
  value,
  onChange,
  keyLabel = 'Tên',
  valueLabel = 'Giá trị',
  errorOf = () => undefined,
  ...rest
}: FieldProps & {
  value: readonly KeyValue[];
  onChange: (value: KeyValue[]) => void;
  keyLabel?: string;
  valueLabel?: string;
  disabled?: boolean;
  errorOf?: (index: number, part: 'key' | 'value') => string | undefined;
}) => (
  <RowsField
    {...rest}
    rows={value}
    onChange={onChange}
    blank={() => ({ key: '', value: '' })}
    noun="dòng"
    ordered={false}
  >
    {(pair, set, index) => (
      <>
        <TextField
          label={keyLabel}
          value={pair.key}
          error={errorOf(index, 'key')}
          onChange={(event) => set({ ...pair, key: event.target.value })}
        />
        <TextField
          label={valueLabel}
          value={pair.value}
          error={errorOf(index, 'value')}
          onChange={(event) => set({ ...pair, value: event.target.value })}
        />
      </>
    )}
  </RowsField>
);
