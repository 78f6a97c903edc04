import type { BadSound, MyCall } from '@alo/contract';
import type { Quality } from '@alo/softphone';
import { badOf, type Level } from '@alo/voice-quality';

import { wrongWords } from '../../domain/calls/sound-words.ts';
import { nameOf } from '../control/parties.tsx';

/** How a conversation sounds for whoever is in it: the level of the line that is worst, and what is wrong where, with what can be done. */
export interface SoundNow {
  readonly level: Level;
  readonly lines: readonly { readonly what: string; readonly advice: string }[];
}

/**
 * Whose line it is the switchboard knows, which measures each by itself. What the browser measures comes sooner, and without a server, but
 * what it misses may have been lost by the others: of that it is told what is heard, until the switchboard says whose it is. Null while
 * nobody has measured anything.
 */
export function soundNow(quality: Quality | null, conversation: MyCall | undefined): SoundNow | null {
  if (quality === null && conversation === undefined) return null;
  const own = conversation?.own_sound ?? null;
  const others = (conversation?.parties ?? []).flatMap(({ sound, ...party }) =>
    sound === null ? [] : [{ sound, party }],
  );
  const heard = quality && badOf(quality.level, quality.as);
  const levels = [own, heard, ...others.map(({ sound }) => sound)].map((sound): Level => sound?.level ?? 'good');
  const lines = [
    ...(own === null ? [] : [ownLine(own)]),
    ...others.map(({ sound, party }) =>
      party.kind === 'customer'
        ? { what: `${capital(wrongWords(sound))} phía khách`, advice: customerAdvice }
        : { what: `${capital(wrongWords(sound))} phía ${nameOf({ ...party, sound })}`, advice: colleagueAdvice },
    ),
  ];
  return {
    level: levels.includes('poor') ? 'poor' : levels.includes('fair') ? 'fair' : 'good',
    lines: lines.length > 0 || heard === null || quality === null ? lines : [lineOf(heard, quality)],
  };
}

const ownLine = (sound: BadSound) => ({
  what: `${capital(wrongWords(sound))} phía bạn`,
  advice: ownAdvice[sound.wrong],
});

/** What we send goes over the own line alone, as does what the way there and back is measured by. */
const lineOf = (sound: BadSound, { as }: Quality) =>
  sound.wrong === 'delay' || (sound.wrong === 'loss' && (as.farLossPercent ?? 0) > as.lossPercent)
    ? ownLine(sound)
    : {
        what: `${capital(wrongWords(sound))} ở tiếng bạn nghe`,
        advice: `Kiểm tra mạng của bạn trước. ${ownAdvice[sound.wrong]}`,
      };

const ownAdvice: Readonly<Record<BadSound['wrong'], string>> = {
  loss: 'Lại gần bộ phát Wi‑Fi hoặc cắm dây mạng, tạm dừng tải tệp và xem video.',
  jitter: 'Lại gần bộ phát Wi‑Fi hoặc cắm dây mạng, tạm dừng tải tệp và xem video.',
  delay: 'Tắt VPN nếu đang bật, hoặc đổi sang mạng khác.',
};
const colleagueAdvice = 'Nhờ đồng nghiệp kiểm tra mạng của họ.';
const customerAdvice = 'Do mạng của khách hoặc nhà mạng: nói chậm lại, nhắc lại số và tên, hoặc hẹn gọi lại.';

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
