import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

import { Bars, bandsOf } from './bars.tsx';
import styles from './chart.module.css';
import type { ChartData } from './chart-data.ts';

/** As chart.module.css has it, so that nothing jumps. */
const height = 220;

/** The picture itself. The mouse or the arrow keys say a category's figures. */
export function ChartPicture({ summary, ...data }: ChartData & { summary: string }) {
  const { categories, series, format } = data;
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [shown, setShown] = useState<number>();
  useEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);

  const bands = bandsOf(categories.length, width);
  const show = (at: number) => setShown(at in categories ? at : undefined);
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    show(((shown ?? (by > 0 ? -1 : categories.length)) + by + categories.length) % categories.length);
  };
  const left = shown === undefined ? 0 : bands.middle(shown);

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
        onPointerMove={(event) => show(bands.at(event.clientX - event.currentTarget.getBoundingClientRect().left))}
        onPointerLeave={() => setShown(undefined)}
        onKeyDown={step}
        onBlur={() => setShown(undefined)}
      >
        {width > 0 && <Bars {...data} width={width} height={height} />}
      </div>
      <output className={styles.readout}>
        {shown !== undefined && (
          <span className={styles.tip} style={{ left }} data-end={left > width / 2 || undefined}>
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
