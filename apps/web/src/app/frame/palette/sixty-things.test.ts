import type { Access } from '@alo/contract';
import { describe, expect, test } from 'vitest';

import { screens } from '../../screens/screens.ts';
import { menuOf } from '../menu/house.ts';
import { find } from './find.ts';
import { waysOf } from './screen-commands.ts';
import { screenWords, sectionWords } from './words.ts';

/** What people look for most, where it is, and what they type: one line each. */
const things: readonly (readonly [at: string, ...typed: string[]])[] = [
  ['/dashboard', 'tổng quan', 'trang chủ', 'so lieu hom nay'],
  ['/my-day', 'việc của tôi', 'viec hom nay', 'hẹn gọi lại'],
  ['/customer', 'khách hàng', 'danh ba', 'tìm khách hàng', 'nhập khách hàng từ excel'],
  ['/customer/add', 'thêm khách hàng', 'tao khach moi', 'them lien he'],
  ['/call-history', 'lịch sử', 'nghe lại ghi âm', 'cuoc goi gan day', 'tải ghi âm'],
  ['/calls-to-return', 'cuộc gọi nhỡ', 'cần gọi lại', 'goi nho'],
  ['/history-success-call', 'cuộc gọi thành công'],
  ['/monitor', 'giám sát', 'ai dang goi', 'nghe xen', 'màn hình lớn'],
  ['/call-analysis', 'phân tích cuộc gọi', 'giờ cao điểm', 'so sánh kỳ trước'],
  ['/history-by-department-team', 'báo cáo phòng ban', 'báo cáo cuộc gọi'],
  ['/history-cdr-by-exten', 'báo cáo nhân viên', 'thống kê máy nhánh', 'nang suat'],
  ['/history-by-queue', 'báo cáo hàng đợi', 'tỷ lệ bỏ cuộc', 'sla'],
  ['/history-by-status', 'chấm công', 'thời gian làm việc', 'thoi gian trang thai'],
  ['/history-by-quality', 'chất lượng cuộc gọi', 'nghe không rõ', 'mos'],
  ['/mailed-reports', 'báo cáo qua thư', 'gui bao cao email'],
  ['/kpis', 'kpi', 'chỉ tiêu', 'muc tieu thang'],
  ['/kpi/add', 'thêm kpi', 'giao chỉ tiêu', 'dat muc tieu'],
  ['/marketings/campaign', 'chiến dịch', 'telesale', 'goi hang loat'],
  ['/marketings/campaign/add', 'tạo chiến dịch', 'thêm chiến dịch gọi ra'],
  ['/survey/campaign', 'khảo sát', 'csat', 'đánh giá hài lòng'],
  ['/survey/question', 'câu hỏi khảo sát', 'cau hoi'],
  ['/voice-otp/list', 'otp', 'lịch sử otp', 'ma xac thuc'],
  ['/automations', 'tự động hoá', 'canh bao hang doi'],
  ['/consents', 'từ chối quảng cáo', 'do not call'],
  ['/messages', 'tin nhắn', 'sms đã gửi'],
  ['/message-templates', 'mẫu tin', 'mau sms'],
  ['/message-providers', 'brandname', 'nha mang thu'],
  ['/numbers', 'đầu số', 'hotline', 'số tổng đài'],
  ['/number/add', 'thêm đầu số', 'them so tong dai'],
  ['/etelecom/list-hotline', 'danh sách hotline', 'hotline'],
  ['/trunks', 'nhà mạng', 'đường truyền', 'sip trunk', 'viettel'],
  ['/trunk/add', 'thêm nhà mạng', 'them trunk', 'thêm đường truyền'],
  ['/call-flow', 'sơ đồ', 'sơ đồ cuộc gọi', 'kich ban cuoc goi'],
  ['/call-test', 'thử luồng', 'gọi thử', 'mo phong cuoc goi'],
  ['/routing-versions', 'phiên bản', 'bản nháp', 'khôi phục cấu hình'],
  ['/set-up', 'mẫu tổng đài', 'mau cua hang', 'mẫu phòng khám', 'dựng nhanh'],
  ['/inbounds', 'gọi vào', 'định tuyến gọi vào', 'cuộc gọi đến đi đâu'],
  ['/outbound', 'gọi ra', 'dinh tuyen goi ra', 'chọn số gọi ra'],
  ['/time-groups', 'giờ làm việc', 'đổi giờ làm việc', 'ngày lễ', 'nghỉ tết', 'ca trực'],
  ['/conditions', 'điều kiện thời gian', 'ngoài giờ', 'ngay dem'],
  ['/ivr-details', 'ivr', 'bấm phím', 'trả lời tự động', 'phim 1'],
  ['/ivr-details/add', 'thêm ivr', 'tạo menu phím bấm'],
  ['/queue', 'hàng đợi', 'xếp hàng', 'chia cuộc gọi', 'acd'],
  ['/queue/add', 'thêm hàng đợi', 'tao queue'],
  ['/ringgroup', 'nhóm đổ chuông', 'ring group', 'do chuong cung luc'],
  ['/customer-conditions', 'điều kiện khách hàng', 'khách vip', 'khach la'],
  ['/code-questions', 'nhập mã', 'ma don hang'],
  ['/last-calls', 'gọi lại người cũ', 'cuộc gọi gần nhất', 'nhân viên quen'],
  ['/subscribers', 'máy nhánh', 'máy lẻ', 'số nội bộ', 'extension', 'chuyển cuộc gọi sang di động'],
  ['/subscribers/add', 'thêm máy nhánh', 'tạo máy lẻ', 'them so noi bo'],
  ['/voices/subscribers', 'thuê bao', 'máy nhánh online', 'dang dang ky'],
  ['/devices', 'điện thoại bàn', 'máy bàn', 'yealink', 'mã qr'],
  ['/greeting', 'lời chào', 'đổi lời chào', 'thu âm', 'doc van ban'],
  ['/greeting/add', 'thêm lời chào', 'tải âm thanh'],
  ['/notifications', 'thông báo', 'thông báo ngoài giờ'],
  ['/music-on-holds', 'nhạc chờ', 'đổi nhạc chờ', 'nhac nen'],
  ['/voicemail-boxes', 'hộp thư thoại', 'voicemail', 'loi nhan'],
  ['/list-of-blocked-incoming-numbers', 'chặn số', 'số đen', 'chặn gọi vào', 'spam'],
  ['/list-of-blocked-incoming-numbers/add', 'thêm số chặn', 'chan so'],
  ['/list-of-blocked-out-numbers', 'chặn gọi ra', 'không gọi quảng cáo'],
  ['/feature-codes', 'mã tính năng', '*98', 'mã sao'],
  ['/accounts', 'tài khoản', 'nhân viên', 'mời nhân viên', 'nghỉ việc', 'dat lai mat khau nhan vien'],
  ['/account/add', 'thêm tài khoản', 'tạo nhân viên', 'them nguoi dung'],
  ['/roles', 'phân quyền', 'vai trò', 'cap quyen'],
  ['/departments', 'phòng ban', 'bo phan'],
  ['/customer-fields', 'trường riêng', 'thêm cột', 'custom field'],
  ['/call-outcomes', 'kết quả cuộc gọi', 'ket qua'],
  ['/data-sources', 'nguồn khách hàng', 'google sheet'],
  ['/setting/han-muc', 'hạn mức', 'gọi quốc tế', 'cuoc phi'],
  ['/setting/ban-quyen', 'bản quyền', 'thanh toán', 'gia hạn'],
  ['/setting/dien-thoai', 'ẩn số', 'che số khách hàng'],
  ['/setting/thuong-hieu', 'đổi logo', 'thuong hieu'],
  ['/user-setting/mat-khau', 'đổi mật khẩu', 'mat khau'],
  ['/user-setting/bao-mat', '2fa', 'xác thực hai bước', 'khoa truy cap'],
  ['/user-setting/thiet-bi', 'tai nghe', 'micro', 'nhạc chuông'],
  ['/user-setting/thong-bao', 'tắt thông báo', 'giờ yên lặng'],
  ['/webhooks', 'webhook', 'kết nối crm'],
  ['/api-keys', 'khoá api', 'token'],
  ['/activity-user-tenant', 'nhật ký', 'ai xoá', 'lich su thay doi'],
];

const mayAll = () => true;
/** The screen that only those see who run the installation. */
const companys = screens.filter(({ access }) => access !== 'operator');
const ways = waysOf(companys, mayAll);
const addressOf = ({ to, slug }: (typeof ways)[number]['where']) =>
  slug === undefined ? to : to.replace('$slug', slug);

describe('the commonest things', () => {
  test('are sixty and more', () => {
    expect(things.length).toBeGreaterThanOrEqual(60);
    expect(new Set(things.map(([at]) => at)).size).toBe(things.length);
  });

  for (const [at, ...typed] of things)
    for (const words of typed)
      test(`“${words}” finds ${at} in the first three rows`, () => {
        const rows = find(ways, words).map(({ where }) => addressOf(where));
        expect(rows.slice(0, 3)).toContain(at);
      });

  for (const [at] of things)
    test(`${at} is three clicks away in the menu at most`, () => expect(clicksTo(at)).toBeLessThanOrEqual(3));
});

/** Opens its group where that is folded, goes to the screen, to its view, and to its form or part. */
function clicksTo(at: string): number {
  for (const { open, entries } of menuOf(companys, { chosen: {}, here: undefined }))
    for (const { screen, views } of entries) {
      const there = (open ? 0 : 1) + 1;
      if (screen.path === at) return there;
      if (views.some(({ path }) => path === at)) return there + 1;
      const leads = screen.routes.some(({ path }) => path === at || path === at.replace(/[^/]+$/, '$$slug'));
      if (leads) return there + 1;
    }
  return Infinity;
}

test('every screen has words, and each part of a page of settings', () => {
  expect(screens.filter(({ path }) => screenWords[path] === undefined).map(({ path }) => path)).toEqual([]);
  expect(Object.keys(screenWords).filter((path) => !screens.some((screen) => screen.path === path))).toEqual([]);
  const parts = screens.flatMap(({ routes, sections = [] }) =>
    sections.map(({ slug }) => `${routes.at(-1)?.path.replace('$slug', slug)}`),
  );
  expect(Object.keys(sectionWords).toSorted()).toEqual(parts.toSorted());
});

test('each form that is in the menu’s screens can be asked for', () => {
  const forms = screens.flatMap(({ routes }) => routes.flatMap(({ path }) => (path.endsWith('/add') ? [path] : [])));
  expect(ways.map(({ key }) => key)).toEqual(expect.arrayContaining(forms));
});

test('no two have a key, so that no row stays behind', () => {
  const keys = ways.map(({ key }) => key);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test('nobody is led to what they may not do', () => {
  const may = (access: Access) => access === 'accounts.view';
  expect(waysOf(screens, may).map(({ key }) => key)).toEqual(['/accounts']);
});

test('what is nothing’s name finds nothing', () => expect(find(ways, 'đổi xyz')).toEqual([]));
