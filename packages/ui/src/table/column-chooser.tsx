import { Button } from '../controls/button.tsx';
import { Checkbox } from '../controls/checkbox.tsx';
import { IconColumns3 } from '../icons.ts';
import { Popover } from '../overlay/popover.tsx';
import type { Column } from './column.ts';
import styles from './list-parts.module.css';

/** Which columns are shown. The first one names the row and always stays. */
export function ColumnChooser<Row>({
  columns,
  hidden,
  onChange,
}: {
  columns: readonly Column<Row>[];
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
}) {
  const toggle = (id: string, on: boolean) => {
    const next = new Set(hidden);
    if (on) next.delete(id);
    else next.add(id);
    onChange(next);
  };
  return (
    <Popover
      label="Cột hiển thị"
      align="end"
      width={230}
      target={(open) => (
        <Button icon={<IconColumns3 aria-hidden />} className={styles.tool} {...open}>
          <span>Cột</span>
        </Button>
      )}
    >
      <p className={styles.heading}>Cột hiển thị</p>
      {columns.map(({ id, label }, index) => (
        <div key={id}>
          <Checkbox
            label={label}
            checked={!hidden.has(id)}
            disabled={index === 0}
            onChange={(event) => toggle(id, event.currentTarget.checked)}
          />
        </div>
      ))}
      <Button
        size="sm"
        look="quiet"
        className={styles.reset}
        onClick={() => onChange(new Set(columns.filter((column) => column.hidden).map(({ id }) => id)))}
      >
        Về mặc định
      </Button>
    </Popover>
  );
}
