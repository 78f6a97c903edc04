import type { VoiceGroup } from '@alo/contract';

/** How the words of a group are said: tone, pause, speed. */
export const howGroup: Readonly<Record<VoiceGroup, string>> = {
  numbers: 'Đọc đều giọng như đang ở giữa câu, không xuống giọng ở cuối. Rõ, vừa phải, đừng kéo dài.',
  money: 'Hơi xuống giọng: thường là chữ cuối câu.',
  days: 'Đọc đều giọng, liền một hơi, như đang đọc lịch cho khách nghe.',
  sentences: 'Nói như đang nói với khách: chậm rãi, tươi giọng. Câu có dấu … thì lửng giọng: ngay sau đó là con số.',
};

/** Where a word stands when it is said: it sounds otherwise alone. */
const heardIn: Readonly<Record<string, string>> = {
  '5': 'như trong “năm mươi”, “hai trăm năm”',
  ten: 'dấu huyền, như trong “mười lăm”',
  tens: 'không dấu huyền, như trong “hai mươi”',
  'one-after-tens': 'như trong “hai mươi mốt”',
  'four-after-tens': 'như trong “hai mươi tư”',
  'five-after-ten': 'như trong “mười lăm”',
  odd: 'như trong “một trăm lẻ năm”',
  hundred: 'như trong “hai trăm năm mươi”',
  thousand: 'như trong “năm mươi nghìn”',
  million: 'như trong “một triệu hai”',
  billion: 'như trong “ba tỷ”',
  dong: 'như trong “năm mươi nghìn đồng”',
  hours: 'như trong “chín giờ ba mươi phút”',
  minutes: 'như trong “mười lăm phút”, hơi xuống giọng',
  day: 'như trong “ngày hai mươi ba”',
  month: 'như trong “tháng mười một”',
  fourth: 'như trong “tháng tư”',
  monday: 'như trong “thứ hai, ngày năm”',
};

/** Sentences that a value follows. */
const leading: ReadonlySet<string> = new Set(
  'otp queue-position queue-wait callback-number now-is own-number forward-on box-has box-message'.split(' '),
);

const wordOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1).replace(/\.wav$/, '');

/** What is said, as it stands before whoever says it. */
export const shownWords = ({ key, text }: { readonly key: string; readonly text: string }): string =>
  leading.has(wordOf(key)) ? `${text} …` : text;

/** What is to be known of a word besides its group's manner. */
export const hintOf = (key: string): string | undefined => heardIn[wordOf(key)];

/** The clips that a file says, by its name: `mười.wav`, `ten.wav`, `12 mười.wav`. A word that is said in two places is both. */
export function clipsNamed<Clip extends { readonly key: string; readonly text: string }>(
  clips: readonly Clip[],
  fileName: string,
): readonly Clip[] {
  const base = fileName.slice(fileName.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
  const names = [base, base.replace(/^\d+[\s._-]+/, '')].map(plain);
  const byKey = clips.filter(({ key }) => names.includes(plain(wordOf(key))));
  return byKey.length > 0 ? byKey : clips.filter(({ text }) => names.includes(plain(text)));
}

const plain = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
