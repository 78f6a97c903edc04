import type { callWaveform, ResultOf } from '@alo/contract';
import { useEffect, useRef } from 'react';

import { minutesSeconds } from '../../kit/format/time.ts';
import styles from './call-history.module.css';

/** Seconds that an arrow key goes. */
const step = 5;

/** The two voices as a wave, the caller above and the called below; also the slider that says where one listens. */
export function Waveform({
  wave,
  seconds,
  at,
  onSeek,
}: {
  wave: ResultOf<typeof callWaveform> | undefined;
  seconds: number;
  at: number;
  onSeek: (to: number) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = () => paint(element, wave, seconds === 0 ? 0 : at / seconds);
    draw();
    const resized = new ResizeObserver(draw);
    resized.observe(element);
    const scheme = new MutationObserver(draw);
    scheme.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => {
      resized.disconnect();
      scheme.disconnect();
    };
  }, [wave, seconds, at]);

  return (
    <div className={styles.wave}>
      <canvas ref={canvas} aria-hidden />
      <input
        type="range"
        aria-label="Vị trí nghe"
        aria-valuetext={`${minutesSeconds(at)} trên ${minutesSeconds(seconds)}`}
        min={0}
        max={seconds}
        step={0.1}
        value={at}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
        onKeyDown={(event) => {
          const to = { ArrowLeft: at - step, ArrowDown: at - step, ArrowRight: at + step, ArrowUp: at + step }[
            event.key
          ];
          if (to === undefined) return;
          event.preventDefault();
          onSeek(to);
        }}
      />
    </div>
  );
}

const bar = 2;
const gap = 1;

function paint(canvas: HTMLCanvasElement, wave: ResultOf<typeof callWaveform> | undefined, played: number): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  const scale = devicePixelRatio;
  canvas.width = width * scale;
  canvas.height = height * scale;
  context.scale(scale, scale);
  const style = getComputedStyle(canvas);
  const [brand, quiet] = [style.getPropertyValue('--alo-brand'), style.getPropertyValue('--alo-line-strong')];
  const bars = Math.floor(width / (bar + gap));
  const middle = height / 2;
  // Quiet voices fill the height too: what counts is who spoke when.
  const full = Math.max(0.05, ...(wave?.left ?? []), ...(wave?.right ?? []));
  const tall = (peak: number) => Math.max(1, (peak / full) * (middle - 2));
  for (let index = 0; index < bars; index += 1) {
    const [from, to] = [index / bars, (index + 1) / bars];
    context.fillStyle = from < played ? brand : quiet;
    const x = index * (bar + gap);
    const up = tall(loudest(wave?.left ?? [], from, to));
    const down = tall(loudest(wave?.right ?? [], from, to));
    context.fillRect(x, middle - 0.5 - up, bar, up);
    context.fillRect(x, middle + 0.5, bar, down);
  }
}

/** The greatest of a slice of peaks; `from` and `to` are shares of the whole. */
function loudest(peaks: readonly number[], from: number, to: number): number {
  if (peaks.length === 0) return 0;
  const start = Math.floor(from * peaks.length);
  return Math.max(0, ...peaks.slice(start, Math.max(start + 1, Math.floor(to * peaks.length))));
}
