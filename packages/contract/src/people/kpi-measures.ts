/** What of a person's month is added up; each measure is made of these, and they add up over people and days. */
export const kpiParts = [
  'answered',
  'inbound',
  'missed',
  'outbound',
  'met',
  'talk_ms',
  'kept',
  'talked',
  'agreed',
  'queued',
  'in_time',
  'rated',
  'satisfied',
  'added',
  'scored',
  'score_sum',
] as const;
type KpiPart = (typeof kpiParts)[number];
/** What somebody, or several people together, did in a month. */
export type KpiParts = Readonly<Record<KpiPart, number>>;

interface KpiMeasure {
  readonly label: string;
  readonly unit: string;
  /** How it is counted, in words. */
  readonly formula: string;
  /** Whose sum it is, and by which sum that is divided, if by any. */
  readonly of: KpiPart;
  readonly by?: readonly KpiPart[];
  readonly times?: number;
  /** The target is a limit: the less the better. */
  readonly atMost?: true;
}

const measures = {
  answered: {
    label: 'Cuộc gọi gặp',
    unit: 'cuộc',
    of: 'answered',
    formula: 'Số cuộc nhân viên đã nói chuyện, cả ba chiều gọi, kể cả cuộc nhận từ đồng nghiệp',
  },
  inbound: {
    label: 'Gọi vào đã nghe',
    unit: 'cuộc',
    of: 'inbound',
    formula: 'Số cuộc khách gọi vào mà nhân viên đã nghe, kể cả cuộc nhận từ đồng nghiệp',
  },
  outbound: {
    label: 'Cuộc gọi ra',
    unit: 'cuộc',
    of: 'outbound',
    formula: 'Số cuộc nhân viên gọi ra ngoài, đã kết thúc, gặp hay không',
  },
  met: {
    label: 'Gọi ra gặp khách',
    unit: 'cuộc',
    of: 'met',
    formula: 'Số cuộc nhân viên gọi ra ngoài có người trả lời',
  },
  talk: {
    label: 'Thời gian đàm thoại',
    unit: 'phút',
    of: 'talk_ms',
    times: 1 / 60_000,
    formula: 'Thời gian chính họ đàm thoại, kể cả lúc giữ máy; không tính lúc được hỏi ý kiến hay nghe cùng',
  },
  'answer-rate': {
    label: 'Tỷ lệ nghe máy',
    unit: '%',
    of: 'inbound',
    by: ['inbound', 'missed'],
    times: 100,
    formula: 'Cuộc gọi vào đã nghe ÷ (đã nghe + đổ chuông ở máy mà không ai nghe)',
  },
  'talk-average': {
    label: 'Đàm thoại trung bình',
    unit: 'giây',
    of: 'talk_ms',
    by: ['answered'],
    times: 1 / 1_000,
    atMost: true,
    formula: 'Thời gian chính họ đàm thoại ÷ số cuộc gặp; không vượt quá mục tiêu là đạt',
  },
  kept: {
    label: 'Kết quả đã ghi',
    unit: 'lượt',
    of: 'kept',
    formula: 'Số lần nhân viên ghi kết quả cuộc gọi cho khách',
  },
  agreed: {
    label: 'Khách đã chốt',
    unit: 'lượt',
    of: 'agreed',
    formula: 'Số lần ghi kết quả “Đã chốt”',
  },
  conversion: {
    label: 'Tỷ lệ chốt',
    unit: '%',
    of: 'agreed',
    by: ['talked'],
    times: 100,
    formula: 'Kết quả “Đã chốt” ÷ số kết quả đã ghi, không tính “Không gặp” và “Sai số”',
  },
  'in-time': {
    label: 'Nghe trong ngưỡng phục vụ',
    unit: '%',
    of: 'in_time',
    by: ['queued'],
    times: 100,
    formula:
      'Cuộc từ hàng đợi mà nhân viên nghe đầu tiên, khách chờ không quá ngưỡng của hàng đợi ÷ tất cả cuộc như vậy',
  },
  csat: {
    label: 'CSAT khảo sát của nhân viên',
    unit: '%',
    of: 'satisfied',
    by: ['rated'],
    times: 100,
    formula: 'Câu trả lời 4 và 5 ÷ mọi câu trả lời theo thang điểm, trong những khảo sát nhân viên đã hỏi',
  },
  'call-score': {
    label: 'Điểm cuộc gọi trung bình',
    unit: '%',
    of: 'score_sum',
    by: ['scored'],
    formula: 'Trung bình điểm các cuộc của nhân viên đã được chấm và gửi trong kỳ, theo điểm sau phân xử nếu có',
  },
  'new-customers': {
    label: 'Khách hàng mới',
    unit: 'khách',
    of: 'added',
    formula: 'Số khách hàng mà nhân viên đã thêm, kể cả từ tệp, và còn trong danh bạ',
  },
} as const satisfies Record<string, KpiMeasure>;

/** What a target can be set for. */
export type KpiMeasureName = keyof typeof measures;
/** Every measure with what it is called, counted in and made of. */
export const kpiMeasures: Readonly<Record<KpiMeasureName, KpiMeasure>> = measures;
export const kpiMeasureNames = Object.keys(measures) as [KpiMeasureName, ...KpiMeasureName[]]; // the keys of what is written above

/** What was reached; null where there is nothing that it could be a part of. */
export function kpiReached(measure: KpiMeasureName, parts: KpiParts): number | null {
  const { of, by, times = 1 } = kpiMeasures[measure];
  const whole = by?.reduce((sum, part) => sum + parts[part], 0) ?? 1;
  return whole === 0 ? null : Math.round((10 * times * parts[of]) / whole) / 10;
}

/** Of a hundred, how much of a target was reached. Of what should be little, more than the target is less than all of it. */
export function kpiPercent(measure: KpiMeasureName, target: number, reached: number | null): number | null {
  if (reached === null) return null;
  if (kpiMeasures[measure].atMost !== true) return Math.round((1_000 * reached) / target) / 10;
  return reached === 0 ? null : Math.round((1_000 * target) / reached) / 10;
}

/** How a target stands, in words. */
export const kpiStates = {
  waiting: 'Chưa bắt đầu',
  'on-course': 'Đúng tiến độ',
  behind: 'Chậm tiến độ',
  reached: 'Đạt',
  failed: 'Không đạt',
} as const;
export type KpiState = keyof typeof kpiStates;

/** How far a month has come: whole days that are over, of so many; −1 while it has not begun. */
export interface KpiMonth {
  readonly passed: number;
  readonly days: number;
}

/**
 * How a target stands. What adds up over the month should be as far as the month's whole days that are over: nobody is behind on
 * the first morning. A rate should be what it ought to be at any time.
 */
export function kpiState(
  measure: KpiMeasureName,
  { target, reached }: { readonly target: number; readonly reached: number | null },
  { passed, days }: KpiMonth,
): KpiState {
  if (passed < 0) return 'waiting';
  const { by, atMost } = kpiMeasures[measure];
  const isEnough = reached !== null && (atMost === true ? reached <= target : reached >= target);
  const isOver = passed >= days;
  if (isOver) return isEnough ? 'reached' : 'failed';
  if (by !== undefined) return isEnough || reached === null ? 'on-course' : 'behind';
  if (isEnough) return 'reached';
  return (reached ?? 0) * days >= target * passed ? 'on-course' : 'behind';
}
