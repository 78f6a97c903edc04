import type { QueueCounts } from './call-reports.ts';
import type { CallCounts } from './call-totals.ts';

/**
 * What a figure is called, counted in and made of: the one place that says so. Tiles, boards, reports, files and the API take it from
 * here, so that one name is one number wherever it stands.
 */
export interface FigureMeaning {
  readonly label: string;
  /** The same where little room is, as above a column. */
  readonly short?: string;
  readonly unit: 'calls' | 'percent' | 'seconds' | 'people';
  /** Whether one wants more of it or less; null of what is neither good nor bad. */
  readonly better: 'more' | 'less' | null;
  /** How it comes about, in words. */
  readonly formula: string;
}

/** A caller who hangs up sooner than this has only dialled wrongly. The sums are made with it; see their migration. */
const shortCallSeconds = 5;

/** Of calls as such: each counts once, transfers included. */
export const callFigures = {
  total: {
    label: 'Tổng cuộc gọi',
    short: 'Tổng',
    unit: 'calls',
    better: null,
    formula: 'Số cuộc gọi bắt đầu trong thời gian này; chuyển máy vẫn tính một cuộc',
  },
  inbound: {
    label: 'Gọi vào',
    unit: 'calls',
    better: null,
    formula: 'Số cuộc khách gọi vào, kể cả cuộc bị chặn và cuộc đang diễn ra',
  },
  outbound: { label: 'Gọi ra', unit: 'calls', better: null, formula: 'Số cuộc nhân viên gọi ra ngoài' },
  internal: { label: 'Nội bộ', unit: 'calls', better: null, formula: 'Số cuộc giữa các máy nhánh' },
  answered: {
    label: 'Gặp',
    unit: 'calls',
    better: 'more',
    formula: 'Số cuộc có người trả lời, cả ba chiều gọi',
  },
  unanswered: {
    label: 'Không gặp',
    unit: 'calls',
    better: 'less',
    formula: 'Số cuộc đã kết thúc mà không ai trả lời, cả ba chiều gọi: tổng cuộc gọi − gặp − đang diễn ra',
  },
  missed: {
    label: 'Nhỡ',
    unit: 'calls',
    better: 'less',
    formula:
      'Cuộc gọi vào đã đổ chuông hết lượt mà không ai trả lời; khách dập máy trước đó, để lại lời nhắn hay hẹn gọi lại thì tính riêng',
  },
  abandoned: {
    label: 'Khách dập máy',
    unit: 'calls',
    better: 'less',
    formula: 'Cuộc gọi vào mà khách dập máy khi đang chờ, trước khi có người trả lời',
  },
  voicemail: {
    label: 'Hộp thư thoại',
    unit: 'calls',
    better: 'less',
    formula: 'Cuộc gọi vào không ai trả lời, khách được mời để lại lời nhắn',
  },
  callback: {
    label: 'Hẹn gọi lại',
    unit: 'calls',
    better: null,
    formula: 'Khách đang chờ đã chọn được gọi lại; vị trí trong hàng đợi được giữ, không tính là dập máy hay nhỡ',
  },
  refused: {
    label: 'Từ chối vì quá tải',
    unit: 'calls',
    better: 'less',
    formula: 'Số cuộc khách gọi vào mà tổng đài không nhận vì đã hết đường gọi hoặc đang quá tải',
  },
  answer_rate: {
    label: 'Tỷ lệ gặp',
    unit: 'percent',
    better: 'more',
    formula: 'Cuộc gọi vào có người trả lời ÷ cuộc gọi vào đã kết thúc, không tính cuộc bị chặn',
  },
  abandon_rate: {
    label: 'Tỷ lệ khách dập máy',
    unit: 'percent',
    better: 'less',
    formula: `(Khách dập máy − dập trước ${shortCallSeconds} giây) ÷ (cuộc gọi vào đã kết thúc, không tính cuộc bị chặn − dập trước ${shortCallSeconds} giây)`,
  },
  talk_seconds: {
    label: 'Tổng đàm thoại',
    unit: 'seconds',
    better: null,
    formula: 'Tổng thời gian đàm thoại của các cuộc có người trả lời, mỗi cuộc tính một lần',
  },
  talk_average: {
    label: 'Đàm thoại mỗi cuộc',
    unit: 'seconds',
    better: null,
    formula: 'Trung bình: tổng đàm thoại ÷ số cuộc gặp, cả ba chiều gọi',
  },
  wait_average: {
    label: 'Chờ trung bình',
    short: 'TB chờ',
    unit: 'seconds',
    better: 'less',
    formula: 'Tổng thời gian chờ của cuộc gọi vào có người trả lời ÷ số cuộc đó, tính từ lúc cuộc gọi đến',
  },
} as const satisfies Readonly<Record<keyof CallCounts | 'unanswered' | CallsAlone, FigureMeaning>>;

/** What only the dashboard tells of calls. */
type CallsAlone = 'abandoned' | 'voicemail' | 'callback' | 'refused' | 'abandon_rate';

/** Of somebody, or of several together: what was theirs. A call counts once for each whose it was. */
export const ownFigures = {
  ...callFigures,
  total: {
    ...callFigures.total,
    formula: 'Số cuộc họ đã gọi, đã nghe, hoặc đã nói chuyện sau khi nhận từ đồng nghiệp',
  },
  talk_seconds: {
    label: 'Thời gian đàm thoại',
    short: 'Đàm thoại',
    unit: 'seconds',
    better: null,
    formula: 'Thời gian chính họ đàm thoại, kể cả lúc giữ máy; không tính lúc được hỏi ý kiến hay nghe cùng',
  },
  talk_average: {
    label: 'Đàm thoại trung bình',
    short: 'TB đàm thoại',
    unit: 'seconds',
    better: null,
    formula: 'Thời gian chính họ đàm thoại ÷ số cuộc gặp',
  },
  rang_unanswered: {
    label: 'Đổ chuông, không ai nghe',
    short: 'Chuông không nghe',
    unit: 'calls',
    better: 'less',
    formula: 'Cuộc gọi vào đã đổ chuông ở máy họ và không ai nghe, kể cả khi khách dập máy hay để lại lời nhắn',
  },
} as const satisfies Readonly<Record<keyof typeof callFigures | 'rang_unanswered', FigureMeaning>>;

/** Of calls in queues: a call counts once in each queue that it was in, once it has left that queue, by when it began. */
export const queueFigures = {
  total: {
    label: 'Lượt vào hàng',
    unit: 'calls',
    better: null,
    formula: 'Số cuộc gọi bắt đầu trong thời gian này đã rời hàng đợi; mỗi hàng đợi tính một cuộc một lần',
  },
  answered: { label: 'Đã nghe', unit: 'calls', better: 'more', formula: 'Cuộc có nhân viên của hàng đợi nghe máy' },
  in_time: {
    label: 'Nghe đúng hạn',
    unit: 'calls',
    better: 'more',
    formula: 'Cuộc được nghe trong ngưỡng mức dịch vụ của hàng đợi',
  },
  service_level: {
    label: 'Mức dịch vụ',
    unit: 'percent',
    better: 'more',
    formula:
      'Nghe đúng hạn ÷ (đã nghe + bỏ cuộc − bỏ cuộc ngay), tính từ lúc khách vào hàng, theo ngưỡng của từng hàng đợi',
  },
  abandoned: {
    label: 'Bỏ cuộc',
    unit: 'calls',
    better: 'less',
    formula: 'Khách dập máy khi đang chờ trong hàng đợi, kể cả bỏ cuộc ngay',
  },
  abandoned_soon: {
    label: 'Bỏ cuộc ngay',
    unit: 'calls',
    better: null,
    formula: 'Bỏ cuộc sớm hơn ngưỡng của hàng đợi: không tính là mất khách',
  },
  abandon_rate: {
    label: 'Tỷ lệ bỏ cuộc',
    unit: 'percent',
    better: 'less',
    formula: '(Bỏ cuộc − bỏ cuộc ngay) ÷ (lượt vào hàng − không vào được − chọn gọi lại − bỏ cuộc ngay)',
  },
  timed_out: {
    label: 'Hết giờ chờ',
    unit: 'calls',
    better: 'less',
    formula: 'Khách chờ quá thời gian tối đa nên được chuyển đi',
  },
  left_elsewhere: {
    label: 'Đi nơi khác',
    unit: 'calls',
    better: null,
    formula: 'Khách bấm phím rời hàng, được chuyển đi, hoặc hàng đợi không còn người trực',
  },
  called_back: {
    label: 'Chọn gọi lại',
    unit: 'calls',
    better: null,
    formula: 'Khách chọn được gọi lại thay vì chờ trong hàng',
  },
  turned_away: {
    label: 'Không vào được',
    unit: 'calls',
    better: 'less',
    formula: 'Hàng đợi đã đầy, hoặc không có người trực nên không nhận',
  },
  wait_average: {
    label: 'Chờ trong hàng trung bình',
    short: 'TB chờ trong hàng',
    unit: 'seconds',
    better: 'less',
    formula: 'Tổng thời gian chờ trong hàng của cuộc đã nghe ÷ số cuộc đó',
  },
  wait_longest: {
    label: 'Chờ lâu nhất',
    unit: 'seconds',
    better: 'less',
    formula: 'Thời gian chờ trong hàng lâu nhất của một khách đã rời hàng, dù được nghe hay không',
  },
} as const satisfies Readonly<Record<keyof QueueCounts, FigureMeaning>>;

/** Of customers whom nobody served: once for each time, until somebody talked with them. Who was closed by hand counts nowhere. */
export const returnFigures = {
  unserved: {
    label: 'Khách chưa được phục vụ',
    short: 'Khách nhỡ',
    unit: 'people',
    better: 'less',
    formula:
      'Khách gọi vào mà không ai phục vụ, mỗi lần một lượt cho đến khi có người nói chuyện với họ; không kể khách đóng bằng tay',
  },
  open: {
    label: 'Còn phải gọi',
    unit: 'people',
    better: 'less',
    formula: 'Khách chưa được phục vụ mà đến nay chưa ai nói chuyện với họ',
  },
  within_15_minutes: {
    label: 'Gọi lại trong 15 phút',
    unit: 'percent',
    better: 'more',
    formula: 'Khách được nói chuyện trong 15 phút từ cuộc đầu chưa được phục vụ ÷ khách chưa được phục vụ',
  },
  within_hour: {
    label: 'Gọi lại trong 1 giờ',
    unit: 'percent',
    better: 'more',
    formula: 'Khách được nói chuyện trong 1 giờ từ cuộc đầu chưa được phục vụ ÷ khách chưa được phục vụ',
  },
  within_day: {
    label: 'Gọi lại trong 1 ngày',
    unit: 'percent',
    better: 'more',
    formula: 'Khách được nói chuyện trong 24 giờ từ cuộc đầu chưa được phục vụ ÷ khách chưa được phục vụ',
  },
} as const satisfies Readonly<Record<string, FigureMeaning>>;

/** Of calls that one of ours handed on to another. */
export const transferFigures = {
  transferred: {
    label: 'Cuộc được chuyển máy',
    unit: 'calls',
    better: null,
    formula: 'Số cuộc gọi đã được chuyển từ người này sang người khác, chuyển mấy lần cũng là một cuộc',
  },
  transfers: {
    label: 'Lượt chuyển máy',
    unit: 'calls',
    better: null,
    formula: 'Số lần có người nhận máy do đồng nghiệp chuyển',
  },
} as const satisfies Readonly<Record<string, FigureMeaning>>;

/** Of recordings in which both sides were listened to for who speaks when; no word is understood. */
export const voiceFigures = {
  measured: {
    label: 'Cuộc đã đo giọng nói',
    short: 'Đã đo',
    unit: 'calls',
    better: null,
    formula: 'Số cuộc với bên ngoài có ghi âm mà máy đã đo ai nói lúc nào, không hiểu và không gửi đi lời nào',
  },
  agent_share: {
    label: 'Nhân viên nói',
    unit: 'percent',
    better: null,
    formula: 'Thời gian phía nhân viên nói ÷ (thời gian phía nhân viên nói + thời gian phía khách nói)',
  },
  overtalk: {
    label: 'Nói chen',
    unit: 'percent',
    better: 'less',
    formula: 'Thời gian hai bên cùng nói ÷ thời gian có người nói',
  },
  dead_air: {
    label: 'Im lặng',
    unit: 'percent',
    better: 'less',
    formula: 'Thời gian không ai nói, tính các đoạn từ 3 giây trở lên ÷ thời gian ghi âm',
  },
  dead_air_average: {
    label: 'Im lặng mỗi cuộc',
    unit: 'seconds',
    better: 'less',
    formula: 'Tổng các đoạn từ 3 giây trở lên không ai nói ÷ số cuộc đã đo giọng nói',
  },
  greeting_average: {
    label: 'Chào sau khi nghe',
    unit: 'seconds',
    better: 'less',
    formula: 'Tổng thời gian từ lúc nghe máy đến câu đầu của nhân viên ÷ số cuộc đã đo mà nhân viên có nói',
  },
  holds_told: {
    label: 'Báo trước khi giữ máy',
    unit: 'percent',
    better: 'more',
    formula: 'Số lần giữ máy mà nhân viên nói trong 5 giây ngay trước ÷ số lần giữ máy, của các cuộc đã đo',
  },
} as const satisfies Readonly<Record<string, FigureMeaning>>;

/** Of scores that their agents were told of, by the day on which they were submitted. */
export const scoreFigures = {
  scored: {
    label: 'Cuộc đã chấm điểm',
    short: 'Đã chấm',
    unit: 'calls',
    better: null,
    formula: 'Số điểm đã gửi cho nhân viên',
  },
  score_average: {
    label: 'Điểm trung bình',
    unit: 'percent',
    better: 'more',
    formula:
      'Tổng điểm ÷ số điểm đã gửi; điểm đã phân xử tính theo quyết định. Của một câu hỏi: trung bình các câu trả lời',
  },
  score_passed: {
    label: 'Tỷ lệ đạt',
    unit: 'percent',
    better: 'more',
    formula: 'Số điểm từ mức đạt của phiếu trở lên ÷ số điểm đã gửi',
  },
  score_fatal: { label: 'Có lỗi chết', unit: 'calls', better: 'less', formula: 'Số điểm có ít nhất một lỗi chết' },
  score_disputed: {
    label: 'Bị phản hồi',
    unit: 'calls',
    better: null,
    formula: 'Số điểm mà nhân viên không đồng ý, kể cả đã phân xử',
  },
} as const satisfies Readonly<Record<string, FigureMeaning>>;

/** Of this moment. */
export const liveFigures = {
  online: {
    label: 'Đang trực',
    unit: 'people',
    better: null,
    formula: 'Nhân viên có máy nhánh đang kết nối và không ngoại tuyến, ngay lúc này',
  },
  waiting: {
    label: 'Khách đang chờ',
    unit: 'calls',
    better: 'less',
    formula: 'Khách đang nghe nhạc trong hàng đợi, ngay lúc này',
  },
  waits_longest: {
    label: 'Đang chờ lâu nhất',
    unit: 'seconds',
    better: 'less',
    formula: 'Khách vào hàng sớm nhất trong những người còn chờ đã chờ bao lâu',
  },
} as const satisfies Readonly<Record<string, FigureMeaning>>;

/** Above a column. */
export const headOf = ({ label, short }: Pick<FigureMeaning, 'label' | 'short'>): string => short ?? label;
