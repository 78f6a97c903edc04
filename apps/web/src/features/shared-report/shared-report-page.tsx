import { openReportLink, type ResultOf, type SharedTable } from '@alo/contract';
import { digits, Logo } from '@alo/ui';

import { DeadLink } from '../../domain/links/dead-link.tsx';
import type { StrangerProps } from '../../domain/links/mount-stranger.tsx';
import { useOpened, useStrangersApi } from '../../domain/links/use-opened.ts';
import { dateTime } from '../../kit/format/time.ts';
import styles from './shared-report.module.css';

type Shared = ResultOf<typeof openReportLink>;

/** /shared-report: a report as it was when somebody made the link, for whoever has it. The token stands behind the #. */
export function SharedReportPage({ config, token }: StrangerProps) {
  const api = useStrangersApi(config);
  const { opened: shared, trouble } = useOpened((its) => api(openReportLink, { body: { token: its } }), token);

  return (
    <main className={styles.page}>
      <title>{`${shared?.name ?? 'Báo cáo'} · Alô`}</title>
      <Logo size={28} />
      {trouble !== undefined && (
        <>
          <h1 className="alo-unseen">Báo cáo</h1>
          <DeadLink error={trouble} unopened="Chưa mở được báo cáo">
            Liên kết đã hết hạn hoặc bị thu hồi. Hãy xin người gửi một liên kết mới.
          </DeadLink>
        </>
      )}
      {trouble === undefined && shared === undefined && <output aria-label="Đang tải" />}
      {shared !== undefined && <Report shared={shared} />}
    </main>
  );
}

function Report({ shared: { name, company, days, made_at: made, expires_at: until, tables } }: { shared: Shared }) {
  return (
    <>
      <header>
        <p className={styles.company}>{company}</p>
        <h1>{name}</h1>
        <p className={styles.about}>
          Số liệu {days}, như lúc {dateTime(made)}. Liên kết mở được đến {dateTime(until)}.
        </p>
      </header>
      {tables.map((table) => (
        <Figures key={table.title} table={table} called={table.title === '' ? name : table.title} />
      ))}
    </>
  );
}

function Figures({ table: { title, headings, rows, total }, called }: { table: SharedTable; called: string }) {
  const all = total === null ? rows : [...rows, total];
  const isFigure = headings.map((_, place) => all.some((row) => typeof row[place] === 'number'));
  const cells = (row: SharedTable['rows'][number]) =>
    headings.map((heading, place) => {
      const text = wordsOf(row[place] ?? null);
      const figure = isFigure[place] === true ? '' : undefined;
      return place === 0 ? (
        <th key={heading} scope="row">
          {text}
        </th>
      ) : (
        <td key={heading} data-figure={figure}>
          {text}
        </td>
      );
    });
  return (
    <section aria-label={called}>
      {title !== '' && <h2>{title}</h2>}
      {/* Wider than a phone: whoever has no mouse scrolls it by the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={`Bảng ${called}`}>
        <table className={styles.table}>
          <thead>
            <tr>
              {headings.map((heading, place) => (
                <th key={heading} scope="col" data-figure={isFigure[place] === true ? '' : undefined}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              // Rows of a snapshot are never put in another order.
              // They are known by their place.
              <tr key={place}>{cells(row)}</tr>
            ))}
          </tbody>
          {total !== null && (
            <tfoot>
              <tr>{cells(total)}</tr>
            </tfoot>
          )}
        </table>
      </div>
      {rows.length === 0 && <p className={styles.about}>Không có gì trong những ngày này.</p>}
    </section>
  );
}

const wordsOf = (cell: string | number | null): string =>
  cell === null ? '–' : typeof cell === 'number' ? digits(cell, Number.isInteger(cell) ? 0 : 1) : cell;
