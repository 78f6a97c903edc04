import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';

import { barsLie } from './axis.ts';
import { Bars, bandsOf, chartHeight } from './bars.tsx';
import styles from './chart.module.css';
import type { ChartData } from './chart-data.ts';
import { LyingBars, rowsOf } from './lying-bars.tsx';

/** The picture itself. The mouse or the arrow keys say a category's figures. */
export function ChartPicture({ summary, ...data }: ChartData & { summary: string }) {
  const { categories, series, evenly = false, format } = data;
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [shown, setShown] = useState<number>();
  useLayoutEffect(() => {
    if (!frame.current) return;
    // Before it is painted: what lies is of another height than what stands.
    setWidth(frame.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);

  const bands = bandsOf(categories.length, width);
  const rows = rowsOf(categories.length, width);
  const lie = width > 0 && barsLie(categories, bands.band, evenly);
  const show = (at: number) => setShown(at in categories ? at : undefined);
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    show(((shown ?? (by > 0 ? -1 : categories.length)) + by + categories.length) % categories.length);
  };
  const pointed = ({ left, top }: DOMRect, { clientX, clientY }: { clientX: number; clientY: number }) =>
    lie ? rows.at(clientY - top) : bands.at(clientX - left);

  return (
    <figure className={styles.figure} aria-label={summary}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions -- a picture that can be read figure by figure */}
      <div
        role="img"
        aria-label={`${summary}. Mũi tên trái, phải đọc từng mục.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        tabIndex={0}
        ref={frame}
        className={styles.room}
        style={lie ? { height: rows.height } : undefined}
        onPointerMove={(event) => show(pointed(event.currentTarget.getBoundingClientRect(), event))}
        onPointerLeave={() => setShown(undefined)}
        onKeyDown={step}
        onBlur={() => setShown(undefined)}
      >
        {lie && <LyingBars {...data} width={width} />}
        {width > 0 && !lie && <Bars {...data} width={width} height={chartHeight} />}
      </div>
      <output className={styles.readout}>
        {shown !== undefined && (
          <span className={styles.tip} {...(lie ? besideRow(shown, rows.row) : besideBar(bands.middle(shown), width))}>
            <b>{categories[shown]}</b>
            {series.map(({ name, look, values }) => (
              <span key={name} data-look={look}>
                {name} <b>{format(values[shown] ?? 0)}</b>
              </span>
            ))}
          </span>
        )}
      </output>
    </figure>
  );
}

type Place = { style: CSSProperties; 'data-end'?: true; 'data-lies'?: 'over' | 'under' };

const besideBar = (left: number, width: number): Place => ({
  style: { left },
  ...(left > width / 2 && { 'data-end': true }),
});

/** Under the first rows, where there is none over them, and over the others: it never hides the row that it tells of. */
const besideRow = (at: number, row: number): Place =>
  at * row < roomOfTip
    ? { style: { top: (at + 1) * row }, 'data-lies': 'under' }
    : { style: { top: at * row }, 'data-lies': 'over' };

/** About what a tip of three figures is high. */
const roomOfTip = 120;
