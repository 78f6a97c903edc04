import type { SummaryKind } from '@alo/contract';

import type { DraftSentence, SpokenLine } from './evidence.ts';

/** Of fewer lines a summary is as long as the call. */
export const leastLines = 5;
/** One of so many lines is taken, within these bounds, and what answers a question that is taken. */
const [oneOf, fewest, most] = [6, 3, 7];
/** An answer comes within so many lines, and so long after its question. */
const [answerLines, answerMs] = [3, 20_000];
const longestText = 280;

interface Heard {
  readonly place: number;
  readonly line: SpokenLine;
  /** Its words in small letters with a space around each. */
  readonly words: string;
  readonly kind: SummaryKind;
  readonly weight: number;
}

/**
 * The lines of a call that say most, word for word: why it was made, promises, money, days, numbers, and questions with their answers. No
 * model and no guess: the same lines make the same summary, and nothing leaves the house.
 */
export function extractSummary(lines: readonly SpokenLine[]): readonly DraftSentence[] {
  if (lines.length < leastLines) return [];
  const heard = lines.map((line, place) => heardIn(line, place));
  const telling = withoutRepeats(heard.filter(({ weight }) => weight > 0));
  const reason = telling.find(({ words }) => says(words, wishes)) ?? telling.find(({ kind }) => kind === 'question');
  const answers = answersIn(heard, telling);
  const answering = new Set([...answers.values()].map(({ place }) => place));
  // What answers a question goes with it, and makes it weigh more.
  const weightOf = (one: Heard) => one.weight + (answers.get(one.place)?.weight ?? 0);
  const room = Math.min(most, Math.max(fewest, Math.ceil(telling.length / oneOf)));
  const heaviest = telling
    .filter((one) => one !== reason && !answering.has(one.place))
    .toSorted((a, b) => weightOf(b) - weightOf(a) || a.place - b.place)
    .slice(0, room - (reason === undefined ? 0 : 1));
  const taken = new Map(heaviest.map((one) => [one.place, one.kind]));
  if (reason !== undefined) taken.set(reason.place, 'reason');
  for (const { place } of reason === undefined ? heaviest : [...heaviest, reason]) {
    const answer = answers.get(place);
    if (answer !== undefined && !taken.has(answer.place)) taken.set(answer.place, 'answer');
  }
  return heard.flatMap(({ place, line }) => {
    const kind = taken.get(place);
    return kind === undefined ? [] : [{ kind, text: shortened(line.text), lines: [place] }];
  });
}

/** What answers each question, by the place of the question. */
const answersIn = (heard: readonly Heard[], telling: readonly Heard[]): ReadonlyMap<number, Heard> =>
  new Map(
    telling.flatMap(({ place }) => {
      const answer = answerTo(heard, place);
      return answer === undefined ? [] : [[place, answer]];
    }),
  );

function heardIn(line: SpokenLine, place: number): Heard {
  const words = ` ${(
    line.text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')} `;
  const asks =
    line.text.trim().endsWith('?') ||
    says(words, questions) ||
    /(?: được| phải| có| đúng| chưa) (?:không|chưa)(?: ạ| em| anh| chị)* $/.test(words);
  const promises = says(words, promised);
  const figures = Number(hasMoney(words)) * 4 + Number(says(words, moments)) * 3 + Number(/\d{2}/.test(words)) * 2;
  const weight =
    says(words, openings) || isCourtesy(words)
      ? 0
      : Number(promises) * 4 + figures + Number(asks) * 2 + Number(says(words, wishes)) * 2;
  return { place, line, words, kind: kindOf({ promises, asks, figures }), weight };
}

function kindOf({ promises, asks, figures }: { promises: boolean; asks: boolean; figures: number }): SummaryKind {
  if (promises && !asks) return 'promise';
  if (asks) return 'question';
  return figures > 0 ? 'figure' : 'told';
}

/** The first line of the other voice that is more than a “yes, I am listening”; undefined where nothing was asked or answered. */
function answerTo(heard: readonly Heard[], place: number): Heard | undefined {
  const asked = heard[place];
  if (asked?.kind !== 'question') return undefined;
  return heard
    .slice(place + 1, place + 1 + answerLines)
    .find(
      ({ line, words }) =>
        (line.side !== asked.line.side || line.side === 'both') &&
        line.from <= asked.line.to + answerMs &&
        !isCourtesy(words),
    );
}

/** What is said twice is told once, where it was said first. */
function withoutRepeats(heard: readonly Heard[]): readonly Heard[] {
  const seen = new Set<string>();
  return heard.filter(({ words }) => !seen.has(words) && seen.add(words));
}

const says = (words: string, phrases: readonly string[]) => phrases.some((phrase) => words.includes(` ${phrase} `));
const isCourtesy = (words: string) => words.split(' ').every((word) => word === '' || courtesies.has(word));

const numberWord = 'một|hai|ba|bốn|tư|năm|sáu|bảy|tám|chín|mười|mươi|trăm|nghìn|ngàn|triệu|tỷ|rưỡi|\\d+';
const money = new RegExp(` (?:${numberWord}) (?:nghìn|ngàn|triệu|tỷ|đồng|phần trăm|k|đô|usd) `);
const hasMoney = (words: string) => money.test(words);

function shortened(text: string): string {
  if (text.length <= longestText) return text;
  const cut = text.slice(0, longestText);
  return `${cut.slice(0, cut.lastIndexOf(' ') + 1 || longestText).trimEnd()}…`;
}

const listed = (text: string): readonly string[] => text.split(', ');

const promised = listed(
  'sẽ, hẹn, hứa, cam kết, đảm bảo, gọi lại, gửi lại, nhắn lại, báo lại, phản hồi lại, chậm nhất, muộn nhất, trong vòng',
);
const questions = listed(
  'bao nhiêu, bao giờ, bao lâu, khi nào, lúc nào, mấy giờ, ở đâu, chỗ nào, thế nào, làm sao, ra sao, tại sao, vì sao, sao lại, là gì, ai là, cái nào',
);
const wishes = listed(
  'muốn, cần, yêu cầu, đề nghị, khiếu nại, phàn nàn, đặt mua, đặt hàng, huỷ, hủy, đổi trả, trả hàng, hoàn tiền, bảo hành, bị lỗi, bị hỏng, không được, không vào được, chưa nhận được',
);
const moments = listed(
  'hôm nay, ngày mai, ngày kia, hôm qua, tuần sau, tuần tới, tháng sau, tháng này, cuối tuần, thứ hai, thứ ba, thứ tư, thứ năm, thứ sáu, thứ bảy, chủ nhật, giờ sáng, giờ chiều, giờ tối, tiếng nữa, ngày làm việc',
);
/** How a call is begun and ended says nothing of it. */
const openings = listed(
  'xin nghe, xin chào, giúp gì, hỗ trợ gì, hỗ trợ được gì, tổng đài, cảm ơn quý khách, còn gì nữa không',
);
const courtesies = new Set(
  'dạ vâng ạ à ờ ừ ừm alo ok em anh chị cô chú bác mình xin cảm ơn chào nhé nha rồi thế đi nghe máy đây'.split(' '),
);
