import type { Place } from '../../../resource/screen/addresses.ts';

/** What people type who look for a screen, besides its name. */
interface Words {
  /** Other names, and what is done there. */
  words: string;
  /** What is added there, after "Thêm". */
  adds?: string;
  /** Other names of adding it. */
  adding?: string;
}

/** By the screen's path. It comes with the search, as only that needs it. */
export const screenWords: Readonly<Partial<Record<Place, Words>>> = {
  '/my-day': { words: 'hôm nay cần làm gọi lại hẹn gọi chưa ghi kết quả số liệu của tôi công việc nhắc việc' },
  '/dashboard': { words: 'trang chủ số liệu hôm nay bảng điều khiển biểu đồ thống kê chung báo cáo ngày' },
  '/customer': {
    words:
      'danh bạ liên hệ số điện thoại crm khách nhập khách hàng từ excel import danh sách khách tải lên xuất khách hàng trùng',
    adds: 'khách hàng',
    adding: 'khách mới liên hệ',
  },
  '/consents': {
    words: 'từ chối quảng cáo không gọi do not call dnc bằng chứng đồng ý nhật ký chứng cứ luật spam cuộc gọi rác',
  },
  '/consents/month': {
    words: 'báo cáo tháng cơ quan quản lý nghị định 91 luật dữ liệu cá nhân phiếu chứng minh thanh tra',
  },
  '/call-history': {
    words: 'ghi âm nhật ký cdr cuộc gọi gần đây nghe lại ghi âm cuộc gọi nhỡ tìm cuộc gọi tải ghi âm gọi đến gọi đi',
  },
  '/history-success-call': { words: 'gặp có người trả lời đàm thoại ghi âm' },
  '/call-scores': {
    words: 'chất lượng cuộc gọi chấm điểm nhân viên đánh giá giám sát chất lượng qc qa điểm của tôi phản hồi điểm',
  },
  '/sampling-rules': {
    words: 'lấy mẫu cuộc gọi chọn ngẫu nhiên cuộc cần chấm qc qa phân công chấm',
    adds: 'luật lấy mẫu',
    adding: 'lấy mẫu cuộc gọi',
  },
  '/calibrations': {
    words: 'hiệu chuẩn chấm điểm cùng chấm một cuộc so điểm người chấm đồng thuận kappa alpha calibration qa qc',
  },
  '/report-scores': { words: 'báo cáo điểm chất lượng nhân viên theo câu hỏi tỷ lệ đạt lỗi chết qa qc' },
  '/score-sheets': {
    words: 'tiêu chí chấm điểm thang điểm bảng điểm phiếu đánh giá chất lượng qa qc',
    adds: 'phiếu chấm điểm',
    adding: 'tiêu chí chấm điểm',
  },
  '/calls-to-return': { words: 'nhỡ bỏ lỡ chưa gọi lại cuộc gọi nhỡ hộp thư thoại lời nhắn khách chờ gọi lại khách' },
  '/reports/fpt/call-history': { words: 'nhà mạng đường truyền hotline' },
  '/etelecom/call-history': { words: 'nhà mạng đường truyền hotline' },
  '/monitor': {
    words:
      'trực tiếp màn hình lớn nghe nhắc chen vào nghe xen etelecom ai đang gọi wallboard giám sát nhân viên đang làm gì khách đang chờ',
  },
  '/call-analysis': {
    words:
      'báo cáo phân tích giờ cao điểm giờ thứ theo giờ theo ngày bảng chéo pivot so sánh kỳ trước vì sao giảm chuyển máy lý do nhỡ gọi lại chờ trong hàng',
  },
  '/history-by-department-team': {
    words: 'báo cáo thống kê phòng ban nhóm đàm thoại tỷ lệ gặp báo cáo cuộc gọi lịch sử theo phòng ban',
  },
  '/history-cdr-by-exten': {
    words: 'báo cáo thống kê cdr nhân viên extension đàm thoại số cuộc gọi của nhân viên năng suất báo cáo nhân viên',
  },
  '/history-by-queue': { words: 'báo cáo hàng đợi mức dịch vụ sla bỏ cuộc chờ lâu nhất khung giờ tỷ lệ bỏ cuộc' },
  '/history-by-status': {
    words: 'báo cáo sẵn sàng nghỉ giải lao đăng nhập occupancy chấm công nhân viên giờ làm thời gian làm việc',
  },
  '/staffing': { words: 'nhân sự cần bao nhiêu người thêm người bớt người erlang phát lại dự báo ca trực wfm' },
  '/roster': {
    words:
      'xếp ca phân ca lịch làm việc ca trực lịch trực nghỉ phép chép tuần ai làm hôm nay roster wfm thiếu người dư người',
  },
  '/roster-adherence': {
    words: 'đi muộn về sớm vắng mặt nghỉ quá giờ đúng giờ adherence báo cáo',
  },
  '/shifts': { words: 'ca sáng ca chiều ca đêm giờ làm nghỉ trưa nghỉ giữa ca', adds: 'ca làm việc' },
  '/history-by-quality': {
    words: 'báo cáo chất lượng thoại cuộc gọi mos mất gói jitter trễ wifi đường truyền kém rè nghe không rõ',
  },
  '/kpis': {
    words: 'mục tiêu chỉ tiêu tháng tiến độ hoàn thành giao chỉ tiêu đặt kpi',
    adds: 'KPI',
    adding: 'giao chỉ tiêu đặt mục tiêu',
  },
  '/mailed-reports': {
    words: 'gửi báo cáo email định kỳ lịch gửi pdf excel hằng ngày tuần tháng',
    adds: 'báo cáo qua thư',
  },
  '/kpi-by-department': { words: 'mục tiêu nhóm đội tổng hợp tiến độ' },
  '/marketings/campaign': {
    words: 'telesale quảng cáo gọi danh sách kịch bản tiếp thị gọi hàng loạt autocall quay số',
    adds: 'chiến dịch gọi ra',
    adding: 'chiến dịch telesale',
  },
  '/survey/campaign': {
    words: 'hỏi khách hài lòng csat nps đánh giá phiếu khảo sát',
    adds: 'chiến dịch khảo sát',
    adding: 'khảo sát phiếu',
  },
  '/survey/question': { words: 'đáp án thang điểm nps bộ câu hỏi', adds: 'câu hỏi khảo sát' },
  '/survey/categories': { words: 'nhóm câu hỏi', adds: 'danh mục khảo sát' },
  '/automations': {
    words: 'quy tắc khi nếu thì cảnh báo hàng đợi chờ lâu mức phục vụ nhắc gọi lại tự nhắn tin workflow',
    adds: 'tự động hoá',
  },
  '/messages': { words: 'sms zns zalo tin nhắn đã gửi báo cáo tin outbox' },
  '/message-templates': { words: 'mẫu sms zns zalo email nội dung tin', adds: 'mẫu tin nhắn' },
  '/message-providers': {
    words: 'brandname sms zns zalo esms nhà mạng thử cổng tin nhắn tích hợp',
    adds: 'nhà cung cấp tin nhắn',
  },
  '/voice-otp/list': { words: 'mã xác thực otp một lần gọi đọc mã' },
  '/voice-otp/number': { words: 'mã xác thực otp hotline giới hạn', adds: 'đầu số OTP' },
  '/etelecom/switchboards': {
    words: 'switchboard pbx tên miền sip cổng đăng ký đường truyền sức khoẻ giới hạn bản quyền ghi âm etelecom',
  },
  '/numbers': {
    words: 'số dịch vụ số tổng đài số công ty kênh hạn sử dụng caller id hiển thị mua số gán số',
    adds: 'đầu số',
    adding: 'số tổng đài',
  },
  '/etelecom/list-hotline': { words: 'giờ làm việc đang mở gọi đi đâu etelecom' },
  '/trunks': {
    words: 'nhà mạng trunk sip kết nối viettel vinaphone mobifone fpt cmc gateway đầu nối tổng đài khác',
    adds: 'đường truyền',
    adding: 'nhà mạng kết nối trunk sip',
  },
  '/call-flow': { words: 'kịch bản hình vẽ đường đi của cuộc gọi đầu số sơ đồ cuộc gọi callflow' },
  '/call-test': { words: 'mô phỏng thử cuộc gọi đi đâu vì sao kiểm tra quy tắc gọi thử' },
  '/routing-versions': {
    words: 'bản nháp công bố quay lại lịch sử cấu hình thay đổi định tuyến hoàn tác khôi phục cấu hình',
  },
  '/set-up': {
    words: 'mẫu cửa hàng phòng khám ngân hàng telesales dựng nhanh cài đặt nhanh kịch bản có sẵn tạo tổng đài',
  },
  '/inbounds': {
    words: 'quy tắc đầu số luật gọi đến cuộc gọi đến đi đâu chia cuộc gọi route inbound',
    adds: 'định tuyến gọi vào',
    adding: 'quy tắc gọi vào',
  },
  '/outbound': {
    words: 'quy tắc gọi đi mẫu số hotline nhà mạng chọn số gọi ra hiển thị route',
    adds: 'định tuyến gọi ra',
    adding: 'quy tắc gọi ra',
  },
  '/time-groups': {
    words: 'giờ làm việc ca trực ngày lễ tết lịch nghỉ lễ nghỉ trưa ngoài giờ khung giờ đổi giờ',
    adds: 'nhóm thời gian',
    adding: 'giờ làm việc ca',
  },
  '/conditions': {
    words: 'ngày đêm giờ làm việc ngoài giờ rẽ nhánh mở đóng cửa',
    adds: 'điều kiện thời gian',
  },
  '/ivr-details': {
    words: 'lời thoại tương tác bấm phím nhánh phím menu thoại trả lời tự động bấm 1 bấm 2',
    adds: 'cây IVR',
    adding: 'menu phím bấm',
  },
  '/queue': {
    words: 'xếp hàng chờ phân phối cuộc gọi acd nhóm trực chia cuộc gọi queue',
    adds: 'hàng đợi',
    adding: 'queue',
  },
  '/ringgroup': {
    words: 'đổ chuông cùng lúc lần lượt nhóm nội bộ ring group nhiều máy cùng reo',
    adds: 'nhóm đổ chuông',
  },
  '/customer-conditions': {
    words: 'rẽ nhánh theo khách vip ưu tiên khách quen khách lạ',
    adds: 'điều kiện khách hàng',
  },
  '/code-questions': { words: 'mã khách mã đơn hàng api crm hỏi phần mềm tự tra cứu', adds: 'bước nhập mã' },
  '/last-talks': { words: 'ai nói chuyện với khách gần nhất nhân viên quen của khách' },
  '/last-calls': { words: 'nhân viên quen sticky cuộc gọi gần nhất người phụ trách', adds: 'quy tắc gọi lại người cũ' },
  '/subscribers': {
    words:
      'số nội bộ máy lẻ thuê bao extension ext chuyển tiếp không làm phiền quyền gọi chuyển cuộc gọi sang di động mật khẩu sip',
    adds: 'máy nhánh',
    adding: 'máy lẻ số nội bộ extension',
  },
  '/voices/subscribers': {
    words: 'máy nhánh máy lẻ đang đăng ký thiết bị trình duyệt trạng thái cuộc gọi gần nhất online ngoại tuyến',
  },
  '/groups': { words: 'nhóm số nội bộ quyền gọi hotline cho phép gọi', adds: 'nhóm máy nhánh' },
  '/devices': {
    words: 'máy bàn ip phone mã qr grandstream yealink softphone zoiper linphone app điện thoại',
    adds: 'điện thoại bàn',
    adding: 'máy bàn ip phone',
  },
  '/greeting': {
    words: 'âm thanh ghi âm thu đọc văn bản tts câu chào tải tệp mp3 wav đổi lời chào giọng đọc',
    adds: 'lời chào',
    adding: 'thu âm tải âm thanh câu chào',
  },
  '/notifications': { words: 'phát âm thanh ghi sẵn thông báo ngoài giờ', adds: 'thông báo thoại' },
  '/music-on-holds': {
    words: 'bài nhạc giữ máy moh đổi nhạc chờ nhạc nền',
    adds: 'nhạc chờ',
    adding: 'bài nhạc tải nhạc',
  },
  '/voicemail-boxes': {
    words: 'lời nhắn để lại tin nhắn thoại voicemail hộp thư',
    adds: 'hộp thư thoại',
    adding: 'voicemail',
  },
  '/network-sayings': { words: 'thông báo nhà mạng thuê bao không liên lạc được tạm khoá số không đúng nhạc chờ' },
  '/company-voice': { words: 'thu giọng nói đọc số tiền ngày giờ mã xác thực voice giọng thật thay giọng máy' },
  '/system-prompts': { words: 'câu nói tổng đài tự đọc thu lại thay giọng chữ số' },
  '/list-of-blocked-incoming-numbers': {
    words: 'chặn số gọi vào số đen blacklist quấy rối spam số ẩn từ chối cuộc gọi rác',
    adds: 'số chặn gọi vào',
    adding: 'chặn số',
  },
  '/list-of-blocked-out-numbers': {
    words: 'chặn số gọi ra không gọi dnc từ chối quảng cáo danh sách đen',
    adds: 'số chặn gọi ra',
    adding: 'chặn số',
  },
  '/feature-codes': { words: 'mã sao *98 *8 không làm phiền chuyển tiếp nhận thay ngày đêm phím tắt tổng đài' },
  '/operator': {
    words:
      'công ty chỗ bản quyền đĩa dung lượng tình trạng hệ thống đầu số nhà mạng hạn mức phần được cấp bị từ chối tấn công',
  },
  '/accounts': {
    words: 'nhân viên người dùng mời nhiều người chỗ user đặt lại mật khẩu khoá nhân viên nghỉ việc',
    adds: 'tài khoản',
    adding: 'nhân viên người dùng user',
  },
  '/roles': { words: 'quyền phân quyền cấp quyền phạm vi dữ liệu ma trận', adds: 'vai trò', adding: 'nhóm quyền' },
  '/branchs': { words: 'cơ sở cửa hàng', adds: 'chi nhánh' },
  '/organisation': { words: 'cây chi nhánh phòng ban nhóm nhân viên cơ cấu' },
  '/departments': { words: 'bộ phận', adds: 'phòng ban', adding: 'bộ phận' },
  '/teams': { words: 'team đội tổ', adds: 'nhóm làm việc', adding: 'team đội' },
  '/projects': { words: 'chiến dịch công việc', adds: 'dự án' },
  '/data-sources': { words: 'nguồn khách hàng kênh data google sheet bảng tính', adds: 'nguồn dữ liệu' },
  '/profile-status': { words: 'tình trạng khách hàng màu trạng thái khách', adds: 'trạng thái hồ sơ' },
  '/customer-fields': {
    words: 'trường tuỳ chỉnh thông tin thêm khách hàng custom field cột riêng thêm cột',
    adds: 'trường riêng',
    adding: 'thêm cột khách hàng',
  },
  '/call-outcomes': { words: 'kết quả cuộc gọi hẹn gọi lại màu disposition', adds: 'kết quả cuộc gọi' },
  '/call-tags': { words: 'nhãn cuộc gọi thẻ tag màu', adds: 'nhãn cuộc gọi', adding: 'thẻ tag' },
  '/setting': { words: 'cấu hình thiết lập' },
  '/user-setting/ho-so': { words: 'tài khoản của tôi' },
  '/api-keys': { words: 'tích hợp lập trình token crm kết nối phần mềm', adds: 'khoá API', adding: 'token' },
  '/webhooks': { words: 'tích hợp sự kiện báo crm callback kết nối phần mềm', adds: 'webhook' },
  '/activity-user-tenant': { words: 'nhật ký kiểm toán ai làm gì ai sửa ai xoá audit lịch sử thay đổi log' },
};

/** By the address of a part of a page of settings. */
export const sectionWords: Readonly<Record<string, string>> = {
  '/user-setting/ho-so': 'họ tên email của tôi ảnh đại diện',
  '/user-setting/mat-khau': 'đổi mật khẩu password quên',
  '/user-setting/bao-mat': 'bảo mật khoá truy cập mã khôi phục 2fa otp ứng dụng',
  '/user-setting/phien': 'đăng xuất máy khác thiết bị đang đăng nhập',
  '/user-setting/thong-bao': 'thông báo chuông giờ yên lặng tắt thông báo',
  '/user-setting/thiet-bi': 'micro loa tai nghe headset phím tắt liên kết tel nhạc chuông đổi chuông',
  '/user-setting/dien-thoai': 'máy bàn ip phone linphone microsip zoiper mã qr',
  '/user-setting/giao-dien': 'nền tối sáng dark mode màu',
  '/setting/chung': 'tên múi giờ lịch giờ làm việc thông tin công ty',
  '/setting/thuong-hieu': 'màu logo đổi logo tên miền',
  '/setting/cuoc-goi': 'mức dịch vụ ghi âm thông báo popup xử lý sau cuộc gọi bật tắt ghi âm',
  '/setting/dien-thoai': 'ẩn số che số khách hàng chế độ thoại cách gọi popup cửa sổ',
  '/setting/crm': 'crm tra cứu khách popup mở trang crm tích hợp hubspot salesforce getfly misa',
  '/setting/loi-thoai': 'chép lời ghi âm thành chữ transcript nhận dạng giọng nói whisper openai tìm theo lời tóm tắt',
  '/setting/han-muc':
    'quốc tế 1900 vệ tinh cước cao gian lận giới hạn cuộc gọi chi phí gọi quốc tế thanh toán cước phí',
  '/setting/luu-tru': 'giữ xoá ghi âm ngày dung lượng',
  '/setting/du-lieu-ca-nhan': 'xoá xuất đồng ý quyền riêng tư nghị định 13',
  '/setting/bao-mat':
    'hai bước mật khẩu phiên sso openid google microsoft ldap active directory thư mục đăng nhập bằng scim okta đồng bộ bắt buộc 2fa',
  '/setting/ban-quyen': 'bản quyền hết hạn gia hạn thanh toán gói dịch vụ hoá đơn dùng thử',
};
