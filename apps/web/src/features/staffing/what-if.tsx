import { queueStrategies } from '@alo/contract';
import { Button, NumberField, Pair, SelectField, Stack, TimeField } from '@alo/ui';

import styles from './staffing.module.css';
import { asItWas, isAsItWas, type Wish } from './wish.ts';

const strategies = Object.entries(queueStrategies).map(([value, label]) => ({ value, label }));

/** What is to be otherwise on the day. */
export function WhatIf({ wish, onChange }: { wish: Wish; onChange: (wish: Wish) => void }) {
  const set = (change: Partial<Wish>) => onChange({ ...wish, ...change });
  return (
    <Stack>
      <h2>Nếu hôm đó…</h2>
      <NumberField
        label="Thêm hoặc bớt người"
        hint="Số âm là bớt: những người có mặt nhiều nhất trong giờ đó."
        unit="người"
        value={wish.count}
        onChange={(count) => set({ count: Number.isInteger(count) ? Math.max(-50, Math.min(50, count ?? 0)) : 0 })}
      />
      <Pair>
        <TimeField label="Từ" value={wish.from} onChange={(from) => set({ from })} />
        <TimeField
          label="Đến"
          value={wish.to}
          error={wish.count !== 0 && wish.to <= wish.from ? 'Phải sau giờ từ' : undefined}
          onChange={(to) => set({ to })}
        />
      </Pair>
      <Share label="Số cuộc gọi" value={wish.calls} onChange={(calls) => set({ calls })} />
      <Share label="Thời gian mỗi cuộc nói chuyện" value={wish.talk} onChange={(talk) => set({ talk })} />
      <SelectField
        label="Cách chia cuộc gọi"
        placeholder="Như hàng đợi đang đặt"
        choices={strategies}
        value={wish.strategy}
        onChange={(chosen) => set({ strategy: isStrategy(chosen) ? chosen : null })}
      />
      <NumberField
        label="Mỗi máy đổ chuông"
        unit="giây"
        placeholder="Như đang đặt"
        value={wish.ringSeconds}
        onChange={(seconds) =>
          set({ ringSeconds: seconds !== null && seconds >= 5 && seconds <= 120 ? seconds : null })
        }
      />
      <div>
        <Button disabled={isAsItWas(wish)} onClick={() => onChange(asItWas)}>
          Như hôm đó
        </Button>
      </div>
    </Stack>
  );
}

const isStrategy = (value: string | null): value is keyof typeof queueStrategies =>
  value !== null && Object.hasOwn(queueStrategies, value);

/** More or less of something, from half to twice as much. */
const Share = ({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) => (
  <label className={styles.share}>
    <span>
      {label} <b>{value === 100 ? 'như hôm đó' : `${value > 100 ? '+' : '−'}${Math.abs(value - 100)} %`}</b>
    </span>
    <input
      type="range"
      min={50}
      max={200}
      step={5}
      value={value}
      aria-valuetext={`${value} % so với hôm đó`}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  </label>
);
