import { type AgreementLevel, agreementLevel, agreementLevels, type CalibrationState } from '@alo/contract';
import { numberText, type StatusTone } from '@alo/ui';

export const calibrationTones: Readonly<Record<CalibrationState, StatusTone>> = { open: 'talking', closed: 'ready' };

/** An alpha as people read it: `0,82`. */
export const alphaText = (alpha: number | null): string => (alpha === null ? '–' : numberText(alpha, 2));

const levelTones: Readonly<Record<AgreementLevel, StatusTone>> = {
  good: 'ready',
  fair: 'paused',
  poor: 'bad',
  none: 'bad',
};

/** What an alpha means, in words and as a state; undefined where there is none. */
export function agreementLevelOf(alpha: number | null): { tone: StatusTone; words: string } | undefined {
  if (alpha === null) return undefined;
  const level = agreementLevel(alpha);
  return { tone: levelTones[level], words: agreementLevels[level] };
}

/** How an alpha comes about, for whoever leads scorers. */
export const alphaFormula =
  'Alpha của Krippendorff: mọi người giống nhau hơn phát bừa bao nhiêu. 1 là giống hệt, 0 là không hơn phát ngẫu nhiên chính những câu trả lời này. Từ 0,8 là tốt, từ 0,667 tạm dùng được.';

/** How far somebody is from what is held right: `chặt hơn 12,5 điểm`. */
export function biasText(bias: number | null): string {
  if (bias === null) return '–';
  if (bias === 0) return 'đúng chuẩn';
  return `${bias > 0 ? 'rộng' : 'chặt'} hơn ${numberText(Math.abs(bias), 1)} điểm`;
}
