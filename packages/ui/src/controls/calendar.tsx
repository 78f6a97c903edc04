import 'dayjs/locale/vi.js';
import '../theme/mantine-dates.css';
import { DatePicker } from '@mantine/dates';
import styles from './day-field.module.css';
import { dayOf, dayText } from './day-text.ts';

import '../theme/mantine.css';
/** A month to pick a day from; weeks start on Monday. */
export const Calendar = ({
  value,
  min,
  max,
  onPick,
}: {
  value: string | null;
  min?: string | undefined;
  max?: string | undefined;
  onPick: (day: string) => void;
}) => {
  // Something that was typed and is no day chooses none.
  const day = value !== null && dayOf(dayText(value)) !== undefined ? value : null;
  return (
    <DatePicker
      locale="vi"
      firstDayOfWeek={1}
      className={styles.calendar ?? ''}
      value={day}
      {...(day !== null && { defaultDate: day })}
      {...(min !== undefined && { minDate: min })}
      {...(max !== undefined && { maxDate: max })}
      monthLabelFormat="[Tháng] M YYYY"
      yearLabelFormat="YYYY"
      monthsListFormat="[Th] M"
      ariaLabels={{
        nextMonth: 'Tháng sau',
        previousMonth: 'Tháng trước',
        nextYear: 'Năm sau',
        previousYear: 'Năm trước',
        nextDecade: 'Mười năm sau',
        previousDecade: 'Mười năm trước',
        monthLevelControl: 'Chọn tháng',
        yearLevelControl: 'Chọn năm',
      }}
      getDayAriaLabel={dayText}
      onChange={(picked) => {
        if (picked !== null) onPick(picked);
      }}
    />
  );
};
