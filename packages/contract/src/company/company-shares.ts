/** Something that runs out, and how much of it a company may have. */
export interface CompanyShare {
  readonly label: string;
  /** What is counted, behind the number. */
  readonly unit: string;
  /** What a company has of which the operator has said nothing; null where only its turns, or what there is, end it. */
  readonly usual: number | null;
  /** So much is its own whatever others take; null where nothing is kept for anybody. */
  readonly floor: number | null;
  /** The operator says no less and no more. */
  readonly least: number;
  readonly most: number;
  readonly meaning: string;
  /** What whoever is over is told; `{n}` is the share. */
  readonly over: string;
}

const askOperator = 'nhờ đơn vị vận hành cấp thêm';
const tooMuchAtOnce = 'Công ty bạn đang có quá nhiều yêu cầu cùng lúc, hãy thử lại sau ít giây';

/**
 * Every share that the operator sets by company. The page of the operator, its API and command, and what enforces each read this one
 * table; where there are turns, `kernel/shares.ts` has their places.
 */
export const companyShares = {
  calls: {
    label: 'Cuộc gọi cùng lúc',
    unit: 'cuộc',
    usual: null,
    floor: null,
    least: 1,
    most: 10_000,
    meaning: 'Gọi vào, gọi ra và nội bộ; nhiều hơn thì cuộc gọi mới bị từ chối và lịch sử ghi lý do.',
    over: 'Công ty đã dùng hết số cuộc gọi cùng lúc được cấp',
  },
  rows: {
    label: 'Dòng dữ liệu',
    unit: 'dòng',
    usual: null,
    floor: null,
    least: 1,
    most: 1_000_000_000,
    meaning: 'Khách hàng, danh mục và những gì nối chúng với nhau; không tính cuộc gọi.',
    over: `Doanh nghiệp đã dùng hết số dòng dữ liệu được cấp. Hãy xoá bớt dữ liệu, hoặc ${askOperator}`,
  },
  bytes: {
    label: 'Dung lượng ghi âm, âm thanh và tệp',
    unit: 'byte',
    usual: null,
    floor: null,
    least: 1,
    most: 1_000_000_000_000_000,
    meaning: 'Khi đầy, cuộc gọi vẫn chạy nhưng không ghi âm; chuông của công ty báo.',
    over: `Doanh nghiệp đã dùng hết dung lượng được cấp cho ghi âm, âm thanh và tệp nhập xuất. Hãy xoá bớt, hoặc ${askOperator}`,
  },
  requests: {
    label: 'Yêu cầu cùng lúc',
    unit: 'yêu cầu',
    usual: null,
    floor: 2,
    least: 1,
    most: 1_000,
    meaning: 'Số yêu cầu của nhân viên và phần mềm được trả lời cùng lúc, ở mỗi tiến trình; nhiều hơn thì chờ lượt.',
    over: tooMuchAtOnce,
  },
  uploads: {
    label: 'Tệp tải lên cùng lúc',
    unit: 'tệp',
    usual: null,
    floor: 1,
    least: 1,
    most: 1_000,
    meaning: 'Tệp nhập dữ liệu và âm thanh đang được gửi lên, ở mỗi tiến trình; nhiều hơn thì chờ lượt.',
    over: tooMuchAtOnce,
  },
  sounds: {
    label: 'Âm thanh chờ làm',
    unit: 'âm thanh',
    usual: 20,
    floor: 1,
    least: 1,
    most: 1_000,
    meaning: 'Âm thanh được chuyển đổi hoặc đọc lần lượt từng cái; đây là số cái một công ty được xếp hàng.',
    over: tooMuchAtOnce,
  },
  jobs: {
    label: 'Việc nền cùng lúc',
    unit: 'việc',
    usual: null,
    floor: 1,
    least: 1,
    most: 1_000,
    meaning: 'Nhập, xuất và sửa hàng loạt đang chạy; nhiều hơn thì chờ lượt.',
    over: 'Việc của công ty đang chờ lượt',
  },
  waiting_jobs: {
    label: 'Việc nền chờ làm',
    unit: 'việc',
    usual: 100,
    floor: null,
    least: 1,
    most: 10_000,
    meaning: 'Việc đã nhờ mà chưa tới lượt; nhiều hơn thì việc mới bị từ chối.',
    over: 'Doanh nghiệp đang có {n} việc chờ làm. Hãy đợi bớt việc rồi thử lại',
  },
  deliveries: {
    label: 'Webhook gửi cùng lúc',
    unit: 'lần gửi',
    usual: null,
    floor: 1,
    least: 1,
    most: 1_000,
    meaning: 'Sự kiện đang được gửi tới hệ thống của công ty; nhiều hơn thì chờ lượt.',
    over: 'Webhook của công ty đang chờ lượt',
  },
  webhooks: {
    label: 'Webhook đang bật',
    unit: 'webhook',
    usual: 100,
    floor: null,
    least: 1,
    most: 1_000,
    meaning: 'Mỗi webhook đang bật thêm một lần gửi cho mỗi sự kiện.',
    over: 'Công ty có nhiều nhất {n} webhook đang bật. Hãy tắt hoặc xoá bớt',
  },
  automations: {
    label: 'Tự động hoá đang chạy',
    unit: 'tự động hoá',
    usual: 100,
    floor: null,
    least: 1,
    most: 1_000,
    meaning: 'Mỗi tự động hoá được xét khi có việc xảy ra.',
    over: 'Công ty có nhiều nhất {n} tự động hoá đang chạy. Hãy tắt hoặc xoá bớt',
  },
  letters: {
    label: 'Thư mỗi ngày',
    unit: 'thư',
    usual: null,
    floor: null,
    least: 4,
    most: 1_000_000,
    meaning:
      'Lời mời, liên kết đặt mật khẩu, tự động hoá và thư báo lời nhắn, gửi từ máy chủ thư của bạn. Thư quên mật khẩu, ai cũng xin được, chỉ dùng một phần tư.',
    over: `Doanh nghiệp đã gửi hết số thư được cấp trong ngày. Hãy thử lại vào ngày mai, hoặc ${askOperator}`,
  },
  mailed_reports: {
    label: 'Báo cáo gửi định kỳ',
    unit: 'báo cáo',
    usual: 100,
    floor: null,
    least: 1,
    most: 1_000,
    meaning: 'Mỗi báo cáo được làm và gửi qua thư theo lịch.',
    over: 'Công ty có nhiều nhất {n} báo cáo gửi định kỳ. Hãy tắt hoặc xoá bớt',
  },
  report_links: {
    label: 'Liên kết báo cáo đang mở',
    unit: 'liên kết',
    usual: 50,
    floor: null,
    least: 1,
    most: 1_000,
    meaning: 'Mỗi liên kết mở được báo cáo mà không cần đăng nhập, và giữ bản chụp của nó.',
    over: 'Công ty có nhiều nhất {n} liên kết đang mở. Hãy thu hồi bớt',
  },
  messages: {
    label: 'Tin nhắn gửi cùng lúc',
    unit: 'tin',
    usual: null,
    floor: 1,
    least: 1,
    most: 1_000,
    meaning: 'Tin đang được gửi cho khách qua nhà cung cấp; nhiều hơn thì chờ lượt.',
    over: 'Tin nhắn của công ty đang chờ lượt',
  },
  bots: {
    label: 'Khách thử cùng lúc',
    unit: 'cuộc',
    usual: 5,
    floor: null,
    least: 1,
    most: 100,
    meaning: 'Cuộc gọi của khách thử; không bao giờ dùng tới một phần năm cuối của mọi cuộc gọi.',
    over: 'Đang có {n} khách thử gọi: hãy chờ một cuộc kết thúc',
  },
  sockets: {
    label: 'Màn hình mở cùng lúc',
    unit: 'kết nối',
    usual: 5_000,
    floor: null,
    least: 1,
    most: 100_000,
    meaning: 'Kết nối sống của các cửa sổ, ở mỗi tiến trình; mỗi lần đăng nhập có nhiều nhất 20.',
    over: 'Công ty đã mở {n} kết nối sống. Hãy đóng bớt cửa sổ',
  },
  event_sockets: {
    label: 'Phần mềm nghe sự kiện',
    unit: 'kết nối',
    usual: 200,
    floor: null,
    least: 1,
    most: 10_000,
    meaning: 'Kết nối và yêu cầu chờ sự kiện của phần mềm, ở mỗi tiến trình; mỗi khoá có nhiều nhất 20.',
    over: 'Phần mềm của công ty đã mở {n} kết nối nghe sự kiện. Hãy đóng bớt',
  },
  blocked: {
    label: 'Số trong danh sách chặn',
    unit: 'số',
    usual: 200_000,
    floor: null,
    least: 1,
    most: 1_000_000,
    meaning: 'Vào và ra cộng lại: cuộc gọi của mọi công ty giữ chúng trong cùng một bộ nhớ.',
    over: `Danh sách chặn có nhiều nhất {n} số, vào và ra cộng lại. Hãy xoá bớt số cũ, hoặc ${askOperator}`,
  },
} as const satisfies Readonly<Record<string, CompanyShare>>;

export type ShareName = keyof typeof companyShares;

export const shareNames = Object.keys(companyShares) as readonly ShareName[]; // Its own keys, all of them.

/** The same of each share, by its name. */
export const mapShares = <T>(of: (share: ShareName) => T) =>
  Object.fromEntries(shareNames.map((share) => [share, of(share)])) as Record<ShareName, T>; // Of every name.

/** The same, by the name that the limit of a share has in tables and requests. */
export const limitsOfShares = <T>(of: (share: ShareName) => T) =>
  Object.fromEntries(shareNames.map((share) => [limitOf(share), of(share)])) as Record<ShareLimit, T>; // Of every name.

/** What the limit of a share is called. */
export const limitOf = <S extends ShareName>(share: S): `most_${S}` => `most_${share}`;
export type ShareLimit = `most_${ShareName}`;

/** What whoever is over a share is told. */
export const overShareWords = (share: ShareName, most: number | null = companyShares[share].usual): string =>
  companyShares[share].over.replace('{n}', (most ?? 0).toLocaleString('vi-VN'));

/**
 * What runs out and is the same for every company, whatever it pays: it keeps one process, or one thread, from being one company's. The operator
 * sees it beside the others and does not set it.
 */
export const sharesOfAll = {
  connections: {
    label: 'Kết nối cơ sở dữ liệu',
    places: 20,
    floor: 2,
    meaning: 'Mỗi tiến trình có chừng này kết nối cho mọi công ty, chia theo lượt.',
  },
  directories: {
    label: 'Đồng bộ thư mục (SCIM)',
    places: 6,
    floor: 1,
    meaning: 'Yêu cầu của thư mục các công ty, ở mỗi tiến trình, chia theo lượt.',
  },
  directorySignIns: {
    label: 'Đăng nhập qua thư mục (LDAP)',
    places: 16,
    floor: 2,
    meaning: 'Thư mục của công ty trả lời lâu bao nhiêu cũng được: mỗi công ty giữ một phần.',
  },
  lettersAgain: {
    label: 'Thư phải gửi lại',
    places: 3,
    floor: 1,
    meaning: 'Thư mà máy chủ thư chưa nhận ngay, gửi lại theo lượt.',
  },
  transcripts: {
    label: 'Ghi âm đang chép lời',
    places: 4,
    floor: 1,
    meaning: 'Ghi âm được gửi tới máy chép lời của từng công ty, chia theo lượt.',
  },
  sip: {
    label: 'Bản tin SIP',
    places: null,
    floor: 300,
    meaning: 'Khi tổng đài quá tải, mỗi công ty vẫn được đọc chừng này bản tin một giây.',
  },
} as const satisfies Readonly<Record<string, { label: string; places: number | null; floor: number; meaning: string }>>;
