/** What is said in pieces, by the name of its file in `system/vi/say/` without `.wav`. Every file must be in the prompt store. */
export const spokenWords = {
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
} as const;

export type SpokenWord = keyof typeof spokenWords;

/** The key of a spoken word in the prompt store. */
export function spokenFile(word: SpokenWord): string {
  return `system/vi/say/${word}.wav`;
}

/** Every file that speech is made of. */
export const spokenFiles: readonly string[] = Object.keys(spokenWords).map((word) => spokenFile(word as SpokenWord)); // its keys
