import { z } from 'zod';

import { callRequest, requested } from './call-control.ts';
import { endpoint } from './lib/endpoint.ts';
import { phone } from './lib/values.ts';

/** The company itself calls: by the outbound rules that are for everybody. The code stands in no trace. */
export const callWithOtp = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/voice-otp',
  access: 'voice-otp.create',
  summary: 'Call a number and say a one-time password digit by digit; 1 says it again, twice at most',
  body: callRequest.extend({ phone, code: z.string().regex(/^\d{4,10}$/, 'Mã xác thực gồm 4 đến 10 chữ số') }),
  result: requested,
});
