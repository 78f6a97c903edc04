import { useState } from 'react';

import { IconButton } from '../controls/button.tsx';
import { digits } from '../controls/number-text.ts';
import { IconChevronLeft, IconChevronRight } from '../icons.ts';
import styles from './pager.module.css';

/** Of fewer pages the two ways on are enough. */
const fewestChosen = 4;

/** "1–10 / 128", the two ways on, and where there are many pages the one that is typed. Where the total is capped it says "10.000+". */
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
  const pages = Math.ceil(total / pageSize);
  const more = capped ? shown === pageSize : last < total;
  return (
    <nav className={styles.pager} aria-label="Phân trang">
      <span aria-live="polite">
        {shown === 0 ? '0' : `${digits(first)}–${digits(last)}`} / {digits(total)}
        {capped && '+'}
      </span>
      {pages >= fewestChosen && <PageField key={page} page={page} pages={capped ? undefined : pages} onPage={onPage} />}
      <IconButton label="Trang trước" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft aria-hidden />
      </IconButton>
      <IconButton label="Trang sau" size="sm" disabled={!more} onClick={() => onPage(page + 1)}>
        <IconChevronRight aria-hidden />
      </IconButton>
    </nav>
  );
}

/** The page that one is on, and goes to by its number: at the last one where there are not so many. */
function PageField({
  page,
  pages,
  onPage,
}: {
  page: number;
  /** Undefined where nobody has counted them. */
  pages: number | undefined;
  onPage: (page: number) => void;
}) {
  const [typed, setTyped] = useState(String(page));
  const go = () => {
    const wanted = Number(typed);
    if (!(wanted >= 1)) return setTyped(String(page));
    const there = Math.min(wanted, pages ?? wanted);
    setTyped(String(there));
    if (there !== page) onPage(there);
  };
  return (
    <label className={styles.page}>
      Trang
      <input
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        value={typed}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 6))}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go();
        }}
      />
      {pages !== undefined && <>/ {digits(pages)}</>}
    </label>
  );
}
