import { type ConsoleConfig, openReportLink, type ResultOf, type SharedTable } from '@alo/contract';
import { digits, Logo, State } from '@alo/ui';
import { useEffect, useState } from 'react';

import { createApi } from '../../kit/api/client.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { dateTime } from '../../kit/format/time.ts';
import styles from './shared-report.module.css';

type Shared = ResultOf<typeof openReportLink>;

/** /shared-report: a report as it was when somebody made the link, for whoever has it. The token stands behind the #. */
export function SharedReportPage({ config, token }: { config: ConsoleConfig; token: string }) {
  const [api] = useState(() =>
    createApi({
      config,
      credentials: () => ({ token: undefined, tenantCode: undefined }),
      onExpired: () => undefined,
    }),
  );
  const [shared, setShared] = useState<Shared>();
  const [trouble, setTrouble] = useState<unknown>();
  useEffect(() => {
    let isHere = true;
    api(openReportLink, { body: { token } }).then(
      (found) => isHere && setShared(found),
      (error: unknown) => isHere && setTrouble(error),
    );
    return () => {
      isHere = false;
    };
  }, [api, token]);

  return (
    <main className={styles.page}>
      <title>{`${shared?.name ?? 'Báo cáo'} · Alô`}</title>
      <Logo size={28} />
      {trouble !== undefined && <Dead error={trouble} />}
      {trouble === undefined && shared === undefined && <output aria-label="Đang tải" />}
      {shared !== undefined && <Report shared={shared} />}
    </main>
  );
}

function Dead({ error }: { error: unknown }) {
  const isOver = error instanceof ApiProblem && error.status === 410;
  return (
    <>
      <h1 className="alo-unseen">Báo cáo</h1>
      <State drawing="lost" title={isOver ? 'Liên kết này không còn mở được' : 'Chưa mở được báo cáo'}>
        {isOver ? 'Liên kết đã hết hạn hoặc bị thu hồi. Hãy xin người gửi một liên kết mới.' : explain(error).text}
      </State>
    </>
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
