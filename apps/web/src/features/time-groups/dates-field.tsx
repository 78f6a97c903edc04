import { Button, DayField, IconX } from '@alo/ui';
import { dayOfIso } from '../../kit/format/time.ts';
import { dayAddress, dayCell, listAddress, listCell } from '../../resource/fields/codecs.ts';
import { type Field, type FieldOptions, labelled } from '../../resource/fields/field.ts';
import { fieldError } from '../../resource/fields/problems.ts';
import styles from './hours-field.module.css';

/** Days of the calendar, as many as one likes: each that is chosen joins those that are there. */
export const dates = (label: string, options: FieldOptions = {}): Field<string[]> =>
  labelled(label, options, {
    address: listAddress(dayAddress),
    sheet: listCell(dayCell),
    blank: [],
    Control: ({ value, onChange, problems, name: _name, ...field }) => {
      const days = value ?? [];
      return (
        <div>
          <DayField
            {...field}
            error={fieldError(problems)}
            value={null}
            onChange={(day) => day !== null && onChange([...new Set([...days, day])].toSorted())}
          />
          {days.length > 0 && (
            <ul className={styles.days} aria-label={`${label} đã chọn`}>
              {days.map((day) => (
                <li key={day}>
                  <Button
                    size="sm"
                    icon={<IconX aria-hidden />}
                    disabled={field.disabled}
                    aria-label={`Bỏ ngày ${dayOfIso(day)}`}
                    onClick={() => onChange(days.filter((each) => each !== day))}
                  >
                    {dayOfIso(day)}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </div>
      );
    },
    Show: ({ value }) => value?.map(dayOfIso).join(', ') || '–',
  });
