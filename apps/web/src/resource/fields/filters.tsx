import type { Access } from '@alo/contract';
import { Button, FilterChip } from '@alo/ui';
import { type ReactNode, Suspense, useState } from 'react';
import { useToday } from '../../kit/clock/use-seconds.ts';
import { daysBefore } from '../../kit/format/time.ts';
import type { Field } from './field.ts';
import styles from './filters.module.css';
import { day, rangeText } from './times.tsx';

/** Filter values as they stand in the address; unset ones are absent. */
export type FilterValues = Readonly<Record<string, string | undefined>>;

/** One chip above a list. It owns one name of the address or more. */
export interface Filter<Name extends string = string> {
  label: string;
  names: readonly Name[];
  /** What one has to have to narrow down by it; nothing where it is left out. */
  access?: Access;
  Chip: (props: { values: FilterValues; onChange: (change: FilterValues) => void }) => ReactNode;
}

/** Rows in which a value is the one that is chosen. */
export const only = <Name extends string, Value>(name: Name, field: Field<Value>, access?: Access): Filter<Name> => ({
  label: field.label,
  ...(access !== undefined && { access }),
  names: [name],
  Chip: function OnlyChip({ values, onChange }) {
    const value = read(field, values[name]);
    return (
      <FilterChip
        label={field.label}
        value={value === undefined ? undefined : <field.Show value={value} />}
        onClear={() => onChange({ [name]: undefined })}
        width={260}
      >
        {(close) => (
          <Editor
            field={field}
            value={value}
            onSet={(chosen) => {
              onChange({ [name]: chosen === undefined ? undefined : field.address.write(chosen) });
              close();
            }}
          />
        )}
      </FilterChip>
    );
  },
});

/** Rows in which a value lies between two, both included; either may be left open. */
export const between = <From extends string, To extends string, Value>(
  from: From,
  to: To,
  field: Field<Value>,
): Filter<From | To> => ({
  label: field.label,
  names: [from, to],
  Chip: function BetweenChip({ values, onChange }) {
    const [low, high] = [read(field, values[from]), read(field, values[to])];
    const set = low !== undefined || high !== undefined;
    const shown = (
      <>
        {low === undefined ? 'đến ' : high === undefined ? 'từ ' : ''}
        {low !== undefined && <field.Show value={low} />}
        {low !== undefined && high !== undefined && ' – '}
        {high !== undefined && <field.Show value={high} />}
      </>
    );
    return (
      <FilterChip
        label={field.label}
        value={set ? shown : undefined}
        onClear={() => onChange({ [from]: undefined, [to]: undefined })}
        width={300}
      >
        {(close) => (
          <Between
            field={field}
            low={low}
            high={high}
            onSet={(least, most) => {
              onChange({
                [from]: least === undefined ? undefined : field.address.write(least),
                [to]: most === undefined ? undefined : field.address.write(most),
              });
              close();
            }}
          />
        )}
      </FilterChip>
    );
  },
});

/** Days between two, with the stretches that people ask for most. */
export const period = <From extends string, To extends string>(
  from: From,
  to: To,
  label: string,
): Filter<From | To> => ({
  label,
  names: [from, to],
  Chip: function PeriodChip({ values, onChange }) {
    const today = useToday();
    const ago = (days: number) => daysBefore(today, days);
    const presets = [
      { word: 'Hôm nay', low: today, high: today },
      { word: 'Hôm qua', low: ago(1), high: ago(1) },
      { word: '7 ngày qua', low: ago(6), high: today },
      { word: '30 ngày qua', low: ago(29), high: today },
    ];
    const [low, high] = [values[from], values[to]];
    const preset = presets.find((each) => each.low === low && each.high === high);
    const set = (least: string | undefined, most: string | undefined) => onChange({ [from]: least, [to]: most });
    return (
      <FilterChip
        label={label}
        value={preset?.word ?? (rangeText({ from: low, to: high }) || undefined)}
        onClear={() => set(undefined, undefined)}
        width={300}
      >
        {(close) => (
          <>
            <div className={styles.presets}>
              {presets.map((each) => (
                <Button
                  key={each.word}
                  size="sm"
                  aria-pressed={preset?.word === each.word}
                  onClick={() => {
                    set(each.low, each.high);
                    close();
                  }}
                >
                  {each.word}
                </Button>
              ))}
            </div>
            <Between
              field={day(label)}
              low={low}
              high={high}
              onSet={(least, most) => {
                set(least, most);
                close();
              }}
            />
          </>
        )}
      </FilterChip>
    );
  },
});

const read = <Value,>(field: Field<Value>, text: string | undefined): Value | undefined =>
  text === undefined ? undefined : field.address.read(text);

/** What is inside a chip: the choices, or the control that edits the value elsewhere too. */
function Editor<Value>({
  field,
  value,
  onSet,
}: {
  field: Field<Value>;
  value: Value | undefined;
  onSet: (value: Value | undefined) => void;
}) {
  const [draft, setDraft] = useState<Value | null | undefined>(value);
  if (field.Choose) return <field.Choose value={value} onChoose={onSet} />;
  return (
    <FilterForm onSubmit={() => onSet(draft ?? undefined)}>
      <Part field={field} label={field.label} value={draft} onChange={setDraft} />
    </FilterForm>
  );
}

function Between<Value>({
  field,
  low,
  high,
  onSet,
}: {
  field: Field<Value>;
  low: Value | undefined;
  high: Value | undefined;
  onSet: (low: Value | undefined, high: Value | undefined) => void;
}) {
  const [least, setLeast] = useState<Value | null | undefined>(low);
  const [most, setMost] = useState<Value | null | undefined>(high);
  return (
    <FilterForm onSubmit={() => onSet(least ?? undefined, most ?? undefined)}>
      <Part field={field} label="Từ" value={least} onChange={setLeast} />
      <Part field={field} label="Đến" value={most} onChange={setMost} />
    </FilterForm>
  );
}

const FilterForm = ({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) => (
  <form
    noValidate
    className={styles.form}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
    <Button type="submit" size="sm" look="primary">
      Lọc
    </Button>
  </form>
);

const nothing = () => undefined;

const Part = <Value,>({
  field,
  ...given
}: {
  field: Field<Value>;
  label: string;
  value: Value | null | undefined;
  onChange: (value: Value | null) => void;
}) => (
  <Suspense fallback={null}>
    <field.Control
      {...given}
      name=""
      hint={undefined}
      problems={{}}
      required={false}
      disabled={false}
      onBlur={nothing}
    />
  </Suspense>
);
