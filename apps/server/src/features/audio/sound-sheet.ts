import { audioSources } from '@alo/contract';

/** What a sheet says of a sound that has a name. */
export const soundSheet = {
  source: { heading: 'Nguồn', cell: (source: keyof typeof audioSources) => audioSources[source] },
  title: 'Tệp hoặc lời đọc',
  duration_ms: { heading: 'Thời lượng (giây)', cell: (ms: number) => Math.round(ms / 1000) },
  used_count: 'Số nơi dùng',
  note: 'Ghi chú',
  created_at: 'Ngày tạo',
} as const;
