import { IconButton } from '../controls/button.tsx';
import { digits } from '../controls/number-text.ts';
import { IconChevronLeft, IconChevronRight } from '../icons.ts';
import styles from './pager.module.css';

/** "1–10 / 128" and the two ways on. Where the total is capped it says "10.000+". */
export function Pager({
  page,
  pageSize,
  total,
  capped = false,
  shown,
  onPage,
}: {
  page: number;
  pageSize: number;
  total: number;
  capped?: boolean /** Rows on this page. */;
  shown: number;
  onPage: (page: number) => void;
}) {
  const first = (page - 1) * pageSize + 1;
  const last = first + shown - 1;
  const more = capped ? shown === pageSize : last < total;
  return (
    <nav className={styles.pager} aria-label="Phân trang">
      <span aria-live="polite">
        {shown === 0 ? '0' : `${digits(first)}–${digits(last)}`} / {digits(total)}
        {capped && '+'}
      </span>
      <IconButton label="Trang trước" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft aria-hidden />
      </IconButton>
      <IconButton label="Trang sau" size="sm" disabled={!more} onClick={() => onPage(page + 1)}>
        <IconChevronRight aria-hidden />
      </IconButton>
    </nav>
  );
}
