import type { CommandRefusal, PhoneCommand } from '@alo/contract';

import type { Phone } from '../model/phone-context.ts';

/** Does with the phone what its page asks for, or says why it cannot be done. */
export function doCommand(
  command: PhoneCommand,
  { phone, dial }: { phone: Pick<Phone, 'snapshot' | 'do'> | null; dial: (to: string) => void },
): CommandRefusal | null {
  if (phone === null) return 'no-phone';
  const { call } = phone.snapshot().state;
  switch (command.do) {
    case 'call':
      if (call.status !== 'idle') return 'in-call';
      dial(command.to);
      return null;
    case 'answer':
      if (call.status !== 'incoming') return 'not-ringing';
      phone.do({ type: 'answer' });
      return null;
    case 'hang-up':
      if (call.status === 'idle') return 'no-call';
      phone.do({ type: call.status === 'incoming' ? 'reject' : 'hang-up' });
      return null;
    case 'hold':
      if (call.status !== 'connected') return 'not-talking';
      phone.do({ type: command.on ? 'hold' : 'resume' });
      return null;
    case 'mute':
      if (call.status !== 'connected') return 'not-talking';
      phone.do({ type: 'mute', on: command.on });
      return null;
    default:
      return command satisfies never;
  }
}
