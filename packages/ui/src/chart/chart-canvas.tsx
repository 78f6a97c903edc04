import { useComputedColorScheme } from '@mantine/core';
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { type EChartsType, init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

import styles from './chart.module.css';
import type { ChartData } from './chart-data.ts';
import { chartOption } from './chart-option.ts';

// The library's own tooltip writes inline styles into the page, which its policy forbids: ours is drawn below.
register([BarChart, LineChart, GridComponent, CanvasRenderer]);

/** The picture itself. The mouse or the arrow keys say a category's figures. */
export function ChartCanvas({ summary, ...data }: ChartData & { summary: string }) {
  const scheme = useComputedColorScheme('light');
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);
  const [shown, setShown] = useState<{ at: number; left: number; behind: boolean }>();
  const { categories, series, format } = data;

  useEffect(() => {
    if (!frame.current) return;
    const made = init(frame.current);
    chart.current = made;
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(frame.current);
    return () => {
      observer.disconnect();
      made.dispose();
    };
  }, []);
  // Colours are those of the theme at this moment.
  useEffect(() => {
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(`--alo-${name}`).trim();
    chart.current?.setOption(chartOption({ categories, series, format }, colour), true);
  }, [categories, series, format, scheme]);

  const show = (at: number) => {
    const left: unknown = chart.current?.convertToPixel({ xAxisIndex: 0 }, at);
    const known = at >= 0 && at < categories.length && typeof left === 'number';
    setShown(known ? { at, left, behind: left > (frame.current?.clientWidth ?? 0) / 2 } : undefined);
  };
  const point = (x: number) => {
    const found: unknown = chart.current?.convertFromPixel({ xAxisIndex: 0 }, x);
    show(typeof found === 'number' ? Math.round(found) : -1);
  };
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    show(((shown?.at ?? (by > 0 ? -1 : categories.length)) + by + categories.length) % categories.length);
  };

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
        onPointerMove={(event) => point(event.nativeEvent.offsetX)}
        onPointerLeave={() => setShown(undefined)}
        onKeyDown={step}
        onBlur={() => setShown(undefined)}
      />
      <output className={styles.readout}>
        {shown && (
          <span className={styles.tip} style={{ left: shown.left }} data-end={shown.behind || undefined}>
            <b>{categories[shown.at]}</b>
            {series.map(({ name, look, values }) => (
              <span key={name} data-look={look}>
                {name} <b>{format(values[shown.at] ?? 0)}</b>
              </span>
            ))}
          </span>
        )}
      </output>
    </figure>
  );
}
