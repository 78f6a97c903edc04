import { Button, FilterChip, TextField } from '@alo/ui';

import { dayOfIso, daysBefore } from '../../shared/format/time.ts';
import { useToday } from '../../shared/use-seconds.ts';
import styles from './call-history.module.css';

interface Range {
  from: string | undefined;
  to: string | undefined;
}

/** From and to, both included, with the ranges that people ask for most. */
export function DateRangeChip({ from, to, onChange }: Range & { onChange: (range: Range) => void }) {
  const today = useToday();
  const ago = (days: number) => daysBefore(today, days);
  const presets: { label: string; range: Range }[] = [
    { label: 'Hôm nay', range: { from: today, to: today } },
    { label: 'Hôm qua', range: { from: ago(1), to: ago(1) } },
    { label: '7 ngày qua', range: { from: ago(6), to: today } },
    { label: '30 ngày qua', range: { from: ago(29), to: today } },
  ];
  const preset = presets.find(({ range }) => range.from === from && range.to === to);
  const shown = from === undefined && to === undefined ? undefined : (preset?.label ?? rangeText({ from, to }));
  return (
    <FilterChip
      label="Thời gian"
      value={shown}
      onClear={() => onChange({ from: undefined, to: undefined })}
      width={300}
    >
      {(close) => (
        <div className={styles.range}>
          <div className={styles.presets}>
            {presets.map(({ label, range }) => (
              <Button
                key={label}
                size="sm"
                aria-pressed={preset?.label === label}
                onClick={() => {
                  onChange(range);
                  close();
                }}
              >
                {label}
              </Button>
            ))}
          </div>
          <div className={styles.dates}>
            <TextField
              type="date"
              label="Từ ngày"
              value={from ?? ''}
              max={to}
              onChange={(event) => onChange({ from: event.target.value || undefined, to })}
            />
            <TextField
              type="date"
              label="Đến ngày"
              value={to ?? ''}
              min={from}
              onChange={(event) => onChange({ from, to: event.target.value || undefined })}
            />
          </div>
        </div>
      )}
    </FilterChip>
  );
}

function rangeText({ from, to }: Range): string {
  if (from === undefined) return `đến ${dayOfIso(to ?? '')}`;
  if (to === undefined) return `từ ${dayOfIso(from)}`;
  return from === to ? dayOfIso(from) : `${dayOfIso(from)} – ${dayOfIso(to)}`;
}
