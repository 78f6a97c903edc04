/** What is said in pieces, by the name of its file in `system/vi/say/` without `.wav`. Every file must be in the prompt store. */
export const promptWords = {
  '0': 'không',
  '1': 'một',
  '2': 'hai',
  '3': 'ba',
  '4': 'bốn',
  '5': 'năm',
  '6': 'sáu',
  '7': 'bảy',
  '8': 'tám',
  '9': 'chín',
  ten: 'mười',
  tens: 'mươi',
  'one-after-tens': 'mốt',
  'four-after-tens': 'tư',
  'five-after-ten': 'lăm',
  odd: 'lẻ',
  hundred: 'trăm',
  thousand: 'nghìn',
  million: 'triệu',
  billion: 'tỷ',
  hours: 'giờ',
  minutes: 'phút',
  seconds: 'giây',
  dong: 'đồng',
  position: 'vị trí thứ',
  first: 'nhất',
  fourth: 'tư',
  otp: 'Mã xác thực của quý khách là',
  'otp-repeat': 'Bấm phím một để nghe lại.',
  'queue-next': 'Quý khách là người tiếp theo được phục vụ.',
  'queue-position': 'Vị trí của quý khách trong hàng đợi là',
  'queue-wait': 'Thời gian chờ dự kiến khoảng',
  'callback-number': 'Chúng tôi sẽ gọi lại cho quý khách theo số',
  'callback-confirm': 'Bấm phím một để đồng ý. Bấm phím khác để tiếp tục chờ.',
  'callback-kept':
    'Vị trí của quý khách được giữ nguyên. Chúng tôi sẽ gọi lại ngay khi đến lượt. Xin cảm ơn quý khách.',
  'callback-impossible': 'Chúng tôi không gọi lại được số này. Xin quý khách vui lòng tiếp tục giữ máy.',
  'now-is': 'Bây giờ là',
  day: 'ngày',
  month: 'tháng',
  monday: 'thứ hai',
  tuesday: 'thứ ba',
  wednesday: 'thứ tư',
  thursday: 'thứ năm',
  friday: 'thứ sáu',
  saturday: 'thứ bảy',
  sunday: 'chủ nhật',
  'own-number': 'Số máy nhánh của bạn là',
  'unknown-number': 'Số bạn vừa gọi không có. Xin kiểm tra lại.',
  'not-possible': 'Không thực hiện được. Xin kiểm tra lại mã vừa bấm.',
  'nothing-rings': 'Không có cuộc gọi nào đang đổ chuông để nhận thay.',
  'no-last-caller': 'Chưa có ai gọi cho bạn.',
  'do-not-disturb-on': 'Đã bật không làm phiền.',
  'do-not-disturb-off': 'Đã tắt không làm phiền.',
  'forward-on': 'Cuộc gọi sẽ được chuyển tới số',
  'forward-off': 'Đã tắt chuyển tiếp.',
  'forward-needs-number': 'Xin bấm số cần chuyển tới ngay sau mã.',
  'forward-refused': 'Không được chuyển tiếp tới số này.',
  'queue-joined': 'Đã vào hàng đợi.',
  'queue-left': 'Đã rời hàng đợi.',
  'queue-paused': 'Đã tạm dừng nhận cuộc gọi hàng đợi.',
  'queue-resumed': 'Đã nhận lại cuộc gọi hàng đợi.',
  'queue-none': 'Bạn không thuộc hàng đợi nào.',
  'day-mode': 'Đã chuyển sang chế độ trong giờ.',
  'night-mode': 'Đã chuyển sang chế độ ngoài giờ.',
  'clock-mode': 'Đã trở lại theo giờ làm việc.',
  'no-box': 'Máy nhánh này không có hộp thư thoại.',
  'box-pin': 'Xin nhập mã pin, kết thúc bằng phím thăng.',
  'box-wrong-pin': 'Mã pin không đúng. Xin nhập lại, kết thúc bằng phím thăng.',
  'box-blocked': 'Mã pin đã sai nhiều lần. Hộp thư tạm khoá. Xin gọi lại sau.',
  'box-closed': 'Hộp thư thoại tạm thời không mở được. Xin gọi lại sau.',
  'box-empty': 'Không có lời nhắn nào.',
  'box-has': 'Bạn có',
  'box-new': 'lời nhắn mới',
  'box-old': 'lời nhắn đã nghe',
  'box-message': 'Lời nhắn thứ',
  'box-keys': 'Bấm một để nghe lại, hai để nghe tiếp, ba để xoá, thăng để kết thúc.',
  'box-deleted': 'Đã xoá lời nhắn.',
  'box-no-more': 'Không còn lời nhắn nào.',
  'group-call': 'Có cuộc gọi đến nhóm của bạn. Bấm phím một để nhận.',
  'refuses-advertising': 'Khách hàng này đã từ chối quảng cáo. Bấm phím một để vẫn gọi.',
  'refuses-advertising-refused': 'Khách hàng này đã từ chối quảng cáo. Bạn không được gọi.',
  'nobody-free': 'Xin lỗi quý khách, hiện chưa có nhân viên nào rảnh. Chúng tôi sẽ gọi lại sau. Xin chào quý khách.',
  'no-more-calls': 'Chúng tôi đã ghi nhận, và sẽ không gọi cho quý khách như thế này nữa. Xin chào quý khách.',
  'recording-key': 'Nếu không đồng ý ghi âm, xin quý khách bấm phím',
  'recording-refused': 'Từ bây giờ cuộc gọi này không được ghi âm.',
  'survey-invite': 'Xin quý khách dành ít phút đánh giá cuộc gọi bằng phím điện thoại.',
  'survey-wrong': 'Phím vừa bấm không đúng.',
  'survey-thanks': 'Cảm ơn quý khách đã trả lời. Xin chào quý khách.',
  goodbye: 'Xin chào.',
} as const;

/** What is said as a whole, by the name of its file in `system/vi/` without `.wav`. */
const spokenTexts = {
  welcome: 'Cảm ơn quý khách đã gọi đến. Xin quý khách vui lòng chờ trong giây lát.',
  closed: 'Hiện đã ngoài giờ làm việc. Xin quý khách vui lòng gọi lại trong giờ hành chính.',
  recorded: 'Để nâng cao chất lượng phục vụ, cuộc gọi này được ghi âm.',
  'voicemail-greeting': 'Xin quý khách để lại lời nhắn sau tiếng bíp. Bấm phím thăng để kết thúc.',
} as const;

export type PromptWord = keyof typeof promptWords;

/** The key of a word in the prompt store. */
export function promptFile(word: PromptWord): string {
  return `system/vi/say/${word}.wav`;
}

/** The key of a text that is said as a whole. */
export function textFile(name: keyof typeof spokenTexts): string {
  return `system/vi/${name}.wav`;
}

/** Every file that speech is made of. */
export const promptFiles: readonly string[] = Object.keys(promptWords).map((word) => promptFile(word as PromptWord)); // its keys

/** Every text that the telephone says by itself, by its key in the prompt store: a company may have each said otherwise. */
export const systemPrompts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(spokenTexts).map(([name, text]) => [`system/vi/${name}.wav`, text])),
  ...Object.fromEntries(Object.entries(promptWords).map(([word, text]) => [`system/vi/say/${word}.wav`, text])),
};
