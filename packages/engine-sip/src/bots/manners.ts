/** The behaviour of a bot that the bots' carrier calls. */
export type Manners =
  | { readonly does: 'refuses'; readonly status: number }
  /** Rings until the caller gives up. */
  | { readonly does: 'rings' }
  /** Says something in the network's name, and never answers. */
  | { readonly does: 'announces'; readonly wav: string }
  /** A machine: greets, beeps, and listens. */
  | { readonly does: 'records'; readonly wavs: readonly string[] }
  | { readonly does: 'talks'; readonly wav: string };

/** Told by the last digits, so that each can be had on purpose; everybody else picks up and talks. */
export function mannersOf(number: string): Manners {
  if (number.endsWith('990')) return { does: 'announces', wav: 'system/vi/not-available.wav' };
  if (number.endsWith('991')) return { does: 'announces', wav: 'system/vi/invalid-number.wav' };
  if (number.endsWith('992'))
    return { does: 'records', wavs: ['system/vi/not-available.wav', 'system/vi/voicemail-greeting.wav'] };
  switch (number.slice(-2)) {
    case '00':
      return { does: 'refuses', status: 486 };
    case '01':
      return { does: 'rings' };
    case '02':
      return { does: 'refuses', status: 404 };
    case '03':
      return { does: 'refuses', status: 603 };
    default:
      return { does: 'talks', wav: Number(number.at(-1)) % 2 === 0 ? 'bots/khach-1.wav' : 'bots/khach-2.wav' };
  }
}
