import { sayOtp } from '../activity/otp.ts';
import { note } from '../turn/turn.ts';
import type { DestinationKind } from './kind.ts';

/** Says a one-time password; it never stands in the trace. */
export const otpDestination: DestinationKind<'otp'> = {
  named: () => 'đọc mã xác thực',
  visit(turn, here, { times, ...wanted }) {
    note(turn, here.call, 'destination', 'Đọc mã xác thực');
    return sayOtp(turn, here, { ...wanted, timesLeft: times });
  },
};
