import type { EChartsCoreOption } from 'echarts/core';

import type { ChartData, SeriesLook } from './chart-data.ts';

/** A chart in our look: thin bars that are piled up, their sum above them, hair lines, nothing that can be left out. */
export function chartOption(
  { categories, series, format }: ChartData,
  colour: (name: string) => string,
): EChartsCoreOption {
  const colours: Record<SeriesLook, string> = {
    main: colour('brand'),
    rest: colour('line-strong'),
    compare: colour('text-2'),
  };
  const bars = series.filter(({ look }) => look !== 'compare');
  const sums = categories.map((_, index) => bars.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  const label = { color: colour('text-2'), fontFamily: colour('font'), fontSize: 12 };
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    animation: !still,
    animationDuration: 160,
    grid: { left: 34, right: 8, top: 22, bottom: 26 },
    xAxis: {
      type: 'category',
      data: categories,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colour('line') } },
      axisLabel: { ...label, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitNumber: 3,
      axisLabel: { ...label, formatter: format },
      splitLine: { lineStyle: { color: colour('line') } },
    },
    series: series.map(({ name, look, values }) =>
      look === 'compare'
        ? {
            type: 'line',
            name,
            data: values,
            step: 'middle',
            showSymbol: false,
            silent: true,
            lineStyle: { color: colours[look], width: 1.5, type: [3, 3] },
          }
        : {
            type: 'bar',
            name,
            stack: 'all',
            barMaxWidth: 26,
            data: values,
            silent: true,
            itemStyle: { color: colours[look], borderRadius: 2 },
            // The sum stands above the pile, once.
            label: {
              ...label,
              show: name === bars.at(-1)?.name,
              position: 'top',
              formatter: ({ dataIndex }: { dataIndex: number }) => {
                const sum = sums[dataIndex] ?? 0;
                return sum === 0 ? '' : format(sum);
              },
            },
          },
    ),
  };
}
